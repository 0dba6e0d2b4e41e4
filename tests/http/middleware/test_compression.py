"""Answers that come as gzip to who accepts it."""

import gzip
import json
from collections.abc import Callable, Iterator

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.middleware.compression import LEAST_BYTES

ClientWith = Callable[..., FlaskClient]

LONG = b"5H 6H 7H " * 1_000
HAND = {
    "ruleset": "indian-reference-13",
    "hand": "5H 6H 7D 9S JS QS 4C 4D 4C QC QD QS 2H",
    "wild_card": "7S",
    "groups": ["5H 6H 7D", "9S JS QS", "4C 4D 4C", "QC QD QS"],
}


@pytest.fixture(autouse=True)
def routes(app: Flask) -> None:
    def text(size: int) -> Response:
        return Response(b"5" * size, content_type="text/plain")

    def of_type(kind: str) -> Response:
        return Response(LONG, content_type=f"{kind.replace('~', '/')}; charset=utf-8")

    def streamed() -> Iterator[bytes]:
        yield LONG

    def zipped() -> Response:
        return Response(gzip.compress(LONG), headers={"Content-Encoding": "gzip"})

    app.add_url_rule("/text/<int:size>", view_func=text)
    app.add_url_rule("/type/<kind>", view_func=of_type)
    app.add_url_rule("/streamed", view_func=lambda: Response(streamed()))
    app.add_url_rule("/zipped", view_func=zipped)


def get(client: FlaskClient, path: str, accepted: str | None = "gzip") -> TestResponse:
    headers = {} if accepted is None else {"Accept-Encoding": accepted}
    return client.get(path, headers=headers)


def is_compressed(answer: TestResponse) -> bool:
    if answer.headers.get("Content-Encoding") != "gzip":
        return False
    assert answer.headers["Content-Length"] == str(len(answer.data))
    return True


@pytest.mark.parametrize("path", ["/v1/rulesets", "/v1/rulesets/knock-52", "/openapi.yaml"])
def test_an_answer_is_the_same_compressed(client: FlaskClient, path: str) -> None:
    plain, short = get(client, path, None), get(client, path)
    assert is_compressed(short)
    assert not is_compressed(plain)
    assert gzip.decompress(short.data) == plain.data
    assert len(short.data) < len(plain.data) * 0.6
    assert short.headers["Content-Type"] == plain.headers["Content-Type"]
    for answer in (plain, short):
        assert answer.headers["Vary"] == "Accept-Encoding"


def test_a_verdict_and_a_long_list_of_faults_are_compressed(client: FlaskClient) -> None:
    for body in (HAND, {"ruleset": "knock-52", "hand": ["X"] * 50}):
        plain = client.post("/v1/validate", json=body, headers={"X-Request-ID": "a"})
        headers = {"Accept-Encoding": "gzip, deflate, br", "X-Request-ID": "a"}
        short = client.post("/v1/validate", json=body, headers=headers)
        assert is_compressed(short)
        assert json.loads(gzip.decompress(short.data)) == json.loads(plain.data)


@pytest.mark.parametrize(
    ("accepted", "is_taken"),
    [
        (None, False),
        ("", False),
        ("gzip", True),
        ("GZIP", True),
        ("gzip, deflate, br", True),
        ("br;q=1, gzip;q=0.1", True),
        ("*", True),
        ("br, *;q=0.1", True),
        ("gzip;q=0", False),
        ("gzip;q=0, *", False),
        ("gzip;q=0.000", False),
        ("*;q=0", False),
        ("*;q=0, gzip", True),
        ("br", False),
        ("identity", False),
        ("identity, gzip;q=0.5", False),
        ("identity;q=0.5, gzip;q=0.5", True),
        ("identity;q=0.4, gzip;q=0.5", True),
        ("Identity;q=0.6, *;q=0.5", False),
        ("identity;q=0, *", True),
        ("gzip;q=high", False),
        (";;,q=,", False),
    ],
)
def test_the_client_decides(client: FlaskClient, accepted: str | None, is_taken: bool) -> None:
    answer = get(client, "/v1/rulesets", accepted)
    assert answer.status_code == 200
    assert is_compressed(answer) is is_taken
    assert answer.headers["Vary"] == "Accept-Encoding"


def test_short_answers_stay_as_they_are(client: FlaskClient) -> None:
    assert is_compressed(get(client, f"/text/{LEAST_BYTES}"))
    short = get(client, f"/text/{LEAST_BYTES - 1}")
    assert not is_compressed(short)
    assert "Vary" not in short.headers
    assert not is_compressed(get(client, "/livez"))


@pytest.mark.parametrize(
    ("kind", "is_text"),
    [
        ("text~html", True),
        ("text~css", True),
        ("application~json", True),
        ("application~problem+json", True),
        ("application~x-ndjson", True),
        ("application~yaml", True),
        ("image~svg+xml", False),
        ("image~png", False),
        ("font~woff2", False),
        ("application~octet-stream", False),
    ],
)
def test_only_text_is_compressed(client: FlaskClient, kind: str, is_text: bool) -> None:
    answer = get(client, f"/type/{kind}")
    assert is_compressed(answer) is is_text
    assert (gzip.decompress(answer.data) if is_text else answer.data) == LONG


def test_streamed_answers_are_not_compressed(client: FlaskClient) -> None:
    answer = get(client, "/streamed")
    assert "Content-Encoding" not in answer.headers
    assert answer.data == LONG


def test_what_is_compressed_already_is_left_alone(client: FlaskClient) -> None:
    assert gzip.decompress(get(client, "/zipped").data) == LONG


@pytest.mark.parametrize("path", ["/v1/rulesets", "/v1/rulesets/knock-52", "/openapi.yaml"])
def test_an_answer_that_the_client_has_is_not_sent_again(client: FlaskClient, path: str) -> None:
    plain = get(client, path, None).headers["ETag"]
    short = get(client, path).headers["ETag"]
    assert short == f"W/{plain}"
    for accepted, etag in ((None, plain), ("gzip", short)):
        for given in (plain, short, f'"other", {short}', "*"):
            headers = {"If-None-Match": given}
            if accepted:
                headers["Accept-Encoding"] = accepted
            answer = client.get(path, headers=headers)
            assert (answer.status_code, answer.data) == (304, b"")
            assert answer.headers["ETag"] == etag
            assert answer.headers["Vary"] == "Accept-Encoding"
            assert "Content-Encoding" not in answer.headers


def test_the_head_of_an_answer_is_the_same_without_a_body(client: FlaskClient) -> None:
    headers = {"Accept-Encoding": "gzip"}
    head, whole = client.head("/v1/rulesets", headers=headers), get(client, "/v1/rulesets")
    assert (head.status_code, head.data) == (200, b"")
    for name in ("ETag", "Content-Type", "Content-Length", "Content-Encoding", "Vary"):
        assert head.headers[name] == whole.headers[name]


def test_the_same_answer_is_the_same_bytes(client: FlaskClient) -> None:
    assert get(client, "/v1/rulesets").data == get(client, "/v1/rulesets").data


def test_it_can_be_switched_off(client_with: ClientWith) -> None:
    answer = get(client_with(COMPRESS="off"), "/v1/rulesets")
    assert not is_compressed(answer)
    assert "Vary" not in answer.headers
    assert answer.headers["ETag"].startswith('"')


def test_what_varies_by_origin_varies_by_coding_too(client_with: ClientWith) -> None:
    client = client_with(CORS_ORIGINS="https://table.example")
    vary = get(client, "/v1/rulesets").headers.getlist("Vary")
    assert sorted(vary) == ["Accept-Encoding", "Origin"]
