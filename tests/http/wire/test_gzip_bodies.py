"""Bodies that come as gzip: what is taken, and what a hostile one costs."""

import gzip
import io
import json
import tracemalloc
import zlib
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from flask import Flask, Response, jsonify
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from api.http.body import CHUNK_BYTES, body_chunks, read_json
from api.http.gzip import PIECE_BYTES, InflationError, inflate
from app import create_app
from tests.contract.openapi_contract import ContractClient

LIMIT = 65_536
MEBIBYTE = 2**20


@pytest.fixture
def app() -> Flask:
    app = create_app({"TESTING": True})

    def echo() -> Response:
        return jsonify(read_json())

    def measure() -> dict[str, int]:
        sizes = [len(chunk) for chunk in body_chunks()]
        return {"bytes": sum(sizes), "largest": max(sizes, default=0), "chunks": len(sizes)}

    app.add_url_rule("/echo", view_func=echo, methods=["POST"])
    app.add_url_rule("/measure", view_func=measure, methods=["POST"])
    return app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A client of this application, with its own routes."""
    app.test_client_class = ContractClient
    return app.test_client()


def post(
    client: FlaskClient, body: bytes, path: str = "/echo", *, chunked: bool = False, **headers: str
) -> TestResponse:
    sent = {"Content-Encoding": "gzip", "Content-Type": "application/json", **headers}
    if not chunked:
        return client.post(path, data=body, headers=sent)
    # As a server hands over a chunked body: no length, but an end.
    environ = {"wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"}
    stream = io.BytesIO(body)
    return client.post(path, input_stream=stream, headers=sent, environ_overrides=environ)


def error_of(answer: TestResponse, status: int) -> tuple[str, str]:
    assert answer.status_code == status
    (error,) = json.loads(answer.data)["errors"]
    return error["code"], error["detail"]


def bomb(size: int) -> bytes:
    """Returns gzip data of about a thousandth of `size` that inflate to a JSON number."""
    compressor = zlib.compressobj(9, zlib.DEFLATED, 31)
    parts = [compressor.compress(b" " * MEBIBYTE) for _ in range(size // MEBIBYTE)]
    return b"".join([*parts, compressor.compress(b"1"), compressor.flush()])


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("coding", ["gzip", "GZIP", " x-gzip "])
def test_a_gzip_body_is_read(client: FlaskClient, coding: str, chunked: bool) -> None:
    value = {"hand": ["5H", "♥6"], "more": ["7H"] * 1_000}
    body = gzip.compress(json.dumps(value).encode())
    answer = post(client, body, chunked=chunked, **{"Content-Encoding": coding})
    assert (answer.status_code, answer.get_json()) == (200, value)


def test_a_hand_sent_as_gzip_is_judged_like_any(client: FlaskClient) -> None:
    hand = {"ruleset": "points-13", "hand": "5H 6H 7H 9S 10S JS 4C 4D 4S QC QD QS KH"}
    answer = post(client, gzip.compress(json.dumps(hand).encode()), "/v1/validate")
    assert answer.get_json() == client.post("/v1/validate", json=hand).get_json()


def test_several_gzip_members_are_one_body(client: FlaskClient) -> None:
    members = (gzip.compress(part, mtime=0) for part in (b"[1,", b"", b"2", b"]"))
    assert post(client, b"".join(members)).get_json() == [1, 2]


SOUND = gzip.compress(b"[" + b"1," * 1_000 + b"1]", mtime=0)
STORED = gzip.compress(b"[" + b"1," * 1_000 + b"1]", compresslevel=0, mtime=0)


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize(
    ("body", "detail"),
    [
        (b"", "The body ends before its gzip data do."),
        (b"\x1f", "The body ends before its gzip data do."),
        (SOUND[:9], "The body ends before its gzip data do."),
        (SOUND[:-1], "The body ends before its gzip data do."),
        (SOUND[:-8], "The body ends before its gzip data do."),
        (SOUND[:-9], "The body ends before its gzip data do."),
        (SOUND + SOUND[:-1], "The body ends before its gzip data do."),
        (b"[1]", "The body is no gzip data."),
        (zlib.compress(b"[1]"), "The body is no gzip data."),
        (SOUND + b"\0", "The body goes on after its gzip data."),
        (SOUND + b"[2]", "The body goes on after its gzip data."),
        (b"\x1f\x8b\x09" + SOUND[3:], "The body is corrupt gzip data."),
        (STORED[:50] + b"?" + STORED[51:], "The body is corrupt gzip data."),
        (SOUND[:-1] + b"\x7f", "The body is corrupt gzip data."),
        (SOUND + b"\x1f?", "The body is corrupt gzip data."),
        (gzip.compress(SOUND, mtime=0)[:10] + b"\xff" * 50, "The body is corrupt gzip data."),
    ],
)
def test_what_is_no_sound_gzip_is_refused_and_told_why(
    client: FlaskClient, body: bytes, detail: str, chunked: bool
) -> None:
    assert error_of(post(client, body, chunked=chunked), 400) == ("not_gzip", detail)


def test_gzip_within_gzip_is_inflated_once(client: FlaskClient) -> None:
    assert error_of(post(client, gzip.compress(SOUND, mtime=0)), 400)[0] == "not_json"


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_may_inflate_to_just_the_limit(client: FlaskClient, chunked: bool) -> None:
    answer = post(client, gzip.compress(b"1".rjust(LIMIT)), chunked=chunked)
    assert (answer.status_code, answer.get_json()) == (200, 1)


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("length", [LIMIT + 1, 2 * LIMIT, 100 * LIMIT])
def test_the_limit_holds_for_the_inflated_body(
    client: FlaskClient, length: int, chunked: bool
) -> None:
    # Cut at the limit, it would be sound JSON.
    body = gzip.compress(b"1" + b" " * (length - 1))
    wanted = ("body_too_large", f"The body is longer than {LIMIT} bytes when inflated.")
    assert error_of(post(client, body, chunked=chunked), 413) == wanted


@pytest.mark.parametrize("chunked", [False, True])
def test_the_limit_holds_for_the_gzip_data_too(client: FlaskClient, chunked: bool) -> None:
    # Nothing comes out of these, however long one reads.
    empty = gzip.compress(b"", mtime=0)
    named = b"\x1f\x8b\x08\x08" + b"\0" * 6 + b"n" * LIMIT
    for body in (empty * (LIMIT // len(empty) + 1), named):
        wanted = ("body_too_large", f"The body is longer than {LIMIT} bytes.")
        assert error_of(post(client, body, chunked=chunked), 413) == wanted


def test_a_bomb_is_stopped_before_it_goes_off(client: FlaskClient) -> None:
    # 64 KB that inflate to 64 MiB.
    body = bomb(64 * MEBIBYTE)
    assert len(body) < LIMIT
    post(client, SOUND)
    tracemalloc.start()
    answer = post(client, body)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert error_of(answer, 413)[0] == "body_too_large"
    assert peak < MEBIBYTE


def test_a_long_body_is_read_in_chunks_that_stay_small(client: FlaskClient) -> None:
    for body, length in (
        (bomb(4 * MEBIBYTE), 4 * MEBIBYTE + 1),
        (gzip.compress(b"12", mtime=0), 2),
    ):
        found = post(client, body, "/measure", chunked=True).get_json()
        assert found["bytes"] == length
        assert found["largest"] <= PIECE_BYTES


def test_a_body_without_coding_is_read_in_chunks_too(client: FlaskClient) -> None:
    headers = {"Content-Encoding": "identity"}
    answer = post(client, b"1" * (2 * CHUNK_BYTES + 5), "/measure", chunked=True, **headers)
    assert answer.get_json() == {"bytes": 2 * CHUNK_BYTES + 5, "largest": CHUNK_BYTES, "chunks": 3}
    assert post(client, b"", "/measure", chunked=True, **headers).get_json()["chunks"] == 0


def test_a_body_that_a_server_ends_early_is_refused(client: FlaskClient) -> None:
    for path in ("/echo", "/measure"):
        answer = client.post(
            path,
            input_stream=io.BytesIO(b"1"),
            content_type="application/json",
            environ_overrides={"wsgi.input_terminated": True, "CONTENT_LENGTH": "5"},
        )
        wanted = ("not_json", "The body ended before its announced length.")
        assert error_of(answer, 400) == wanted


class _Counted(io.BytesIO):
    """Data that tell how much of them was read."""

    def chunks(self) -> Iterator[bytes]:
        while chunk := self.read(1_000):
            yield chunk


def test_no_more_is_read_than_is_inflated() -> None:
    source = _Counted(bomb(64 * MEBIBYTE))
    pieces = inflate(source.chunks())
    assert len(next(pieces)) == PIECE_BYTES
    assert source.tell() <= 1_000


def cut(data: bytes, places: list[int]) -> list[bytes]:
    edges = sorted({0, len(data), *(place % (len(data) + 1) for place in places)})
    return [data[start:end] for start, end in pairwise(edges)]


@given(
    st.lists(st.binary(max_size=300), min_size=1, max_size=4),
    st.lists(st.integers(0, 2_000), max_size=8),
    st.integers(0, 9),
)
def test_gzip_is_inflated_wherever_it_is_cut(
    members: list[bytes], places: list[int], level: int
) -> None:
    data = b"".join(gzip.compress(member, level, mtime=0) for member in members)
    assert b"".join(inflate(cut(data, places))) == b"".join(members)


@pytest.mark.parametrize("size", [PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, 5 * PIECE_BYTES])
@pytest.mark.parametrize("step", [1, 7, 100_000])
def test_nothing_is_lost_at_the_edge_of_a_piece(size: int, step: int) -> None:
    data = gzip.compress(b"5" * size, mtime=0)
    chunks = [data[at : at + step] for at in range(0, len(data), step)]
    pieces = list(inflate(chunks))
    assert b"".join(pieces) == b"5" * size
    assert max(map(len, pieces)) <= PIECE_BYTES


def oracle(data: bytes) -> bytes | None:
    """Returns what Python's own reader inflates; None when it refuses."""
    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error):
        return None


@given(st.binary(max_size=60), st.integers(0, 200), st.integers(0, 255))
def test_gzip_with_a_wrong_byte_is_refused_or_read_rightly(
    value: bytes, place: int, byte: int
) -> None:
    data = bytearray(gzip.compress(value, mtime=0))
    data[place % len(data)] = byte
    try:
        found: bytes | None = b"".join(inflate([bytes(data)]))
    except InflationError:
        found = None
    # Python's reader overlooks flags that RFC 1952 reserves; these may be refused.
    assert found is None or found == oracle(bytes(data))


@given(st.binary(max_size=100))
def test_no_bytes_make_the_service_fail(body: bytes) -> None:
    answer = post(CLIENT, b"\x1f\x8b\x08" + body, "/v1/validate")
    assert answer.status_code == 400


CLIENT: Any = create_app({"TESTING": True, "LOG_LEVEL": "ERROR"}).test_client()
