"""Reading JSON bodies: what is taken, and how everything else is refused."""

import gzip
import io
import json
import sys
from typing import Any

import pytest
from flask import Flask, Response, jsonify
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from api.http.body import read_json
from api.http.strict_json import MAX_DEPTH, MAX_JSON_ERRORS, MAX_TOKEN
from app import create_app
from tests.contract.openapi_contract import ContractClient

LIMIT = 65_536


def add_echo(app: Flask) -> None:
    def echo() -> Response:
        return jsonify(read_json())

    app.add_url_rule("/echo", view_func=echo, methods=["POST"])


@pytest.fixture
def app() -> Flask:
    app = create_app({"TESTING": True})
    add_echo(app)
    return app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A client of this application, with its own routes."""
    app.test_client_class = ContractClient
    return app.test_client()


def post(client: FlaskClient, body: bytes, content_type: str = "application/json") -> TestResponse:
    return client.post("/echo", data=body, content_type=content_type)


def errors_of(answer: TestResponse, status: int) -> list[dict[str, Any]]:
    assert answer.status_code == status
    assert answer.content_type == "application/problem+json"
    document = json.loads(answer.data)
    assert document["status"] == status
    errors: list[dict[str, Any]] = document["errors"]
    assert errors
    return errors


def nested(depth: int) -> bytes:
    return b"[" * depth + b"]" * depth


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (b'{"a": [1, -2.5, true, null]}', {"a": [1, -2.5, True, None]}),
        ('"♥5 🃏"'.encode(), "♥5 🃏"),
        (rb'"\ud83c\udccf"', "🃏"),
        (rb'"\\ud83c"', r"\ud83c"),
        (b" \r\n\t1 ", 1),
        (b"18446744073709551615", 2**64 - 1),
        (b"-9223372036854775808", -(2**63)),
        (b"0.00000000000000000000000000001", 1e-29),
        (b'[{"a": 1}, {"a": 1}]', [{"a": 1}, {"a": 1}]),
        (json.dumps("[{" * 500).encode(), "[{" * 500),
        (json.dumps(['"[{\\' * 100]).encode(), ['"[{\\' * 100]),
        (b"[" + b",".join([b"[]"] * 1_000) + b"]", [[]] * 1_000),
    ],
)
def test_sound_json_is_read(client: FlaskClient, body: bytes, value: object) -> None:
    answer = post(client, body)
    assert answer.status_code == 200
    assert json.loads(answer.data) == value


@pytest.mark.parametrize(
    "content_type",
    [
        "application/json",
        "application/json; charset=utf-8",
        'application/json;charset="UTF-8"',
        "Application/JSON; profile=x",
    ],
)
def test_content_types_of_json_are_accepted(client: FlaskClient, content_type: str) -> None:
    assert post(client, b"1", content_type).status_code == 200


@pytest.mark.parametrize(
    "content_type",
    [
        "",
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/vnd.api+json",
        "application/jsonx",
        "application/json; charset=latin-1",
        "application/json; charset=utf-16",
    ],
)
def test_other_content_types_are_refused(client: FlaskClient, content_type: str) -> None:
    errors = errors_of(post(client, b"1", content_type), 415)
    assert [(error["pointer"], error["code"]) for error in errors] == [
        ("", "unsupported_media_type")
    ]


@pytest.mark.parametrize("coding", ["deflate", "br", "zstd", "gzip, gzip", "gzip, identity", ""])
def test_other_content_codings_than_gzip_are_refused(client: FlaskClient, coding: str) -> None:
    headers = {"Content-Encoding": coding, "Content-Type": "application/json"}
    answer = client.post("/echo", data=gzip.compress(b"1"), headers=headers)
    assert errors_of(answer, 415)[0]["code"] == "unsupported_media_type"
    assert answer.headers["Accept-Encoding"] == "gzip"


def test_a_wrong_type_is_no_matter_of_its_coding(client: FlaskClient) -> None:
    assert "Accept-Encoding" not in post(client, b"1", "text/plain").headers


def test_the_identity_coding_is_accepted(client: FlaskClient) -> None:
    headers = {"Content-Encoding": "identity", "Content-Type": "application/json"}
    assert client.post("/echo", data=b"1", headers=headers).status_code == 200


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    [
        (b"", "", "not_json"),
        (b" \n", "", "not_json"),
        (b'"\xff"', "", "not_json"),
        (b'"\xed\xa0\x80"', "", "not_json"),
        (b'"\xc0\x80"', "", "not_json"),
        ('"♥"'.encode("utf-16"), "", "not_json"),
        (b"\xef\xbb\xbf1", "", "not_json"),
        (b"{", "", "not_json"),
        (b"[1,]", "", "not_json"),
        (b"1 2", "", "not_json"),
        (b"'a'", "", "not_json"),
        (b'{"a": undefined}', "", "not_json"),
        (b'"a\nb"', "", "not_json"),
        (b'"\x00"', "", "not_json"),
        (rb'"\x41"', "", "not_json"),
        (rb'"\ud8"', "", "not_json"),
        (b"01", "", "not_json"),
        (b"+1", "", "not_json"),
        (b".5", "", "not_json"),
        (b"// c\n1", "", "not_json"),
        (b'{"a": NaN, "a": ', "", "not_json"),
        (b"NaN", "", "not_json"),
        (b'{"points": [1, NaN]}', "/points/1", "not_json"),
        (b'{"points": Infinity}', "/points", "not_json"),
        (b'{"points": -Infinity}', "/points", "not_json"),
        (b'{"points": 1e999}', "/points", "number_out_of_range"),
        (b'{"points": -1e999}', "/points", "number_out_of_range"),
        (b"1" * 5_000, "", "number_out_of_range"),
        (b"[" + b"9" * 21 + b"]", "/0", "number_out_of_range"),
        (b"-" + b"9" * 60_000, "", "number_out_of_range"),
        (b'{"a": 1, "a": 1}', "/a", "duplicate_key"),
        (b'{"x": [{"a": 1, "b": 2, "\\u0061": 3}]}', "/x/0/a", "duplicate_key"),
        (b'{"a/b~": 1, "a/b~": 1}', "/a~1b~0", "duplicate_key"),
        (b'{"": 1, "": 1}', "/", "duplicate_key"),
        (rb'"\ud800"', "", "lone_surrogate"),
        (rb'{"hand": ["5H", "\udc00"]}', "/hand/1", "lone_surrogate"),
        (rb'["\udccf\ud83c"]', "/0", "lone_surrogate"),
        (rb'{"\uD83C": 1}', "/\N{REPLACEMENT CHARACTER}", "lone_surrogate"),
        (nested(MAX_DEPTH + 1), "", "nesting_too_deep"),
        (nested(1_000), "", "nesting_too_deep"),
        (nested(LIMIT // 2), "", "nesting_too_deep"),
        (b"[" * LIMIT, "", "nesting_too_deep"),
        (b'{"a":' * 10_000, "", "nesting_too_deep"),
        (b'[{"a":' * 10_000, "", "nesting_too_deep"),
        (b"]" * LIMIT, "", "not_json"),
        (b"[]" * (LIMIT // 2), "", "not_json"),
        (b'"' + b'\\"' * (LIMIT // 2 - 100) + b"[" * 100, "", "not_json"),
        (b'"' * LIMIT, "", "not_json"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_what_is_not_json_is_refused_where_it_is(
    client: FlaskClient, body: bytes, pointer: str, code: str
) -> None:
    errors = errors_of(post(client, body), 400)
    assert [(error["pointer"], error["code"]) for error in errors] == [(pointer, code)]


def test_the_deepest_nesting_allowed_is_read(client: FlaskClient) -> None:
    answer = post(client, b"[" + nested(MAX_DEPTH - 1) + b",1" * MAX_DEPTH + b"]")
    assert answer.status_code == 200


def test_malformed_json_is_located_by_line_and_column(client: FlaskClient) -> None:
    errors = errors_of(post(client, b'{\n  "hand": [,]\n}'), 400)
    assert errors[0]["detail"] == "Expecting value at line 2, column 12."


def test_invalid_utf8_is_located_by_its_byte(client: FlaskClient) -> None:
    assert errors_of(post(client, b'"ab\xff"'), 400)[0]["detail"] == (
        "The body is not UTF-8 at byte 3."
    )


def test_all_faults_of_a_body_are_listed_in_order(client: FlaskClient) -> None:
    body = rb'{"a": NaN, "a": 1e999, "b": ["\ud800"], "b": 2}'
    errors = errors_of(post(client, body), 400)
    assert [(error["pointer"], error["code"]) for error in errors] == [
        ("/a", "not_json"),
        ("/a", "duplicate_key"),
        ("/a", "number_out_of_range"),
        ("/b/0", "lone_surrogate"),
        ("/b", "duplicate_key"),
    ]


def test_the_list_of_faults_is_bounded(client: FlaskClient) -> None:
    errors = errors_of(post(client, b"[" + b",".join([b"NaN"] * 1_000) + b"]"), 400)
    assert len(errors) == MAX_JSON_ERRORS


def test_no_more_of_the_input_than_a_short_token_is_repeated(client: FlaskClient) -> None:
    key = b"k" * 30_000
    answer = post(client, b'{"%s": 1, "%s": 2}' % (key, key))
    error = errors_of(answer, 400)[0]
    assert error["pointer"] == "/" + "k" * MAX_TOKEN + "…"
    assert len(answer.data) < 1_000
    assert len(post(client, b"7" * 60_000).data) < 1_000


def test_a_body_of_just_the_limit_is_read(client: FlaskClient) -> None:
    assert post(client, b"1" + b" " * (LIMIT - 1)).status_code == 200


def test_a_body_over_the_limit_is_refused(client: FlaskClient) -> None:
    errors = errors_of(post(client, b"1" + b" " * LIMIT), 413)
    assert [(error["pointer"], error["code"]) for error in errors] == [("", "body_too_large")]


def test_the_limit_is_a_setting() -> None:
    app = create_app({"TESTING": True, "MAX_BODY_BYTES": 3})
    add_echo(app)
    assert post(app.test_client(), b"123").status_code == 200
    errors_of(post(app.test_client(), b"1234"), 413)


def post_unannounced(client: FlaskClient, stream: io.BytesIO) -> TestResponse:
    """Sends as a server hands over a chunked body: no length, but an end."""
    return client.post(
        "/echo",
        input_stream=stream,
        content_type="application/json",
        environ_overrides={"wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"},
    )


@pytest.mark.parametrize("length", [1, LIMIT - 1, LIMIT])
def test_a_body_without_announced_length_is_read(client: FlaskClient, length: int) -> None:
    answer = post_unannounced(client, io.BytesIO(b"1".rjust(length)))
    assert (answer.status_code, answer.data) == (200, b"1\n")


@pytest.mark.parametrize("length", [LIMIT + 1, LIMIT + 2, 2 * LIMIT, 100 * LIMIT])
def test_a_long_body_without_announced_length_is_never_cut(
    client: FlaskClient, length: int
) -> None:
    # Cut at the limit, it would be sound JSON.
    body = io.BytesIO(b"1" + b" " * (length - 1))
    assert errors_of(post_unannounced(client, body), 413)[0]["code"] == "body_too_large"


def test_a_refused_long_body_is_drained_to_a_bound(client: FlaskClient) -> None:
    body = io.BytesIO(b" " * (100 * LIMIT))
    errors_of(post_unannounced(client, body), 413)
    assert 2 * LIMIT < body.tell() < 50 * LIMIT


class _Broken(io.BytesIO):
    """A connection that fails after its first part."""

    def readinto(self, buffer: Any) -> int:
        raise ConnectionResetError

    def read(self, size: int | None = -1) -> bytes:
        raise ConnectionResetError


def test_a_client_that_goes_away_is_no_failure_of_the_service(client: FlaskClient) -> None:
    assert errors_of(post_unannounced(client, _Broken()), 400)[0]["code"] == "not_json"


def test_a_client_that_goes_away_while_a_long_body_is_drained_is_no_failure(
    client: FlaskClient,
) -> None:
    answer = client.post(
        "/echo",
        input_stream=_Broken(),
        content_type="application/json",
        environ_overrides={"wsgi.input_terminated": True, "CONTENT_LENGTH": str(LIMIT + 1)},
    )
    errors_of(answer, 413)


def test_a_body_shorter_than_announced_is_refused(client: FlaskClient) -> None:
    answer = client.post(
        "/echo",
        input_stream=io.BytesIO(b"1"),
        content_type="application/json",
        environ_overrides={"CONTENT_LENGTH": "5"},
    )
    assert errors_of(answer, 400)[0]["code"] == "not_json"


def test_the_recursion_limit_has_no_part_in_it(client: FlaskClient) -> None:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(100_000)
    try:
        errors = errors_of(post(client, nested(LIMIT // 2)), 400)
    finally:
        sys.setrecursionlimit(limit)
    assert errors[0]["code"] == "nesting_too_deep"


ECHO = create_app({"TESTING": True})
add_echo(ECHO)


@given(st.binary(max_size=200))
def test_no_bytes_make_the_service_fail(body: bytes) -> None:
    assert post(ECHO.test_client(), body).status_code in (200, 400)


@given(st.text(alphabet='[]{}",:\\u0dD89aNnIe+-. \n\x00\ud800é🃏', max_size=60))
def test_nothing_like_json_makes_the_service_fail(text: str) -> None:
    answer = post(ECHO.test_client(), text.encode(errors="surrogatepass"))
    assert answer.status_code in (200, 400)


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda values: st.lists(values) | st.dictionaries(st.text(), values),
    max_leaves=30,
)


@given(JSON_VALUES, st.booleans())
def test_every_json_value_is_read_as_it_was_written(value: object, ascii_only: bool) -> None:
    body = json.dumps(value, ensure_ascii=ascii_only).encode()
    answer = post(ECHO.test_client(), body)
    assert json.loads(answer.data) == value
