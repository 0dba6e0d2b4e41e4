"""Calls from scripts of other origins, as browsers make them."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

ClientWith = Callable[..., FlaskClient]

TABLE = "https://table.example"
LOCAL = "http://localhost:5173"
ALLOW = "Access-Control-Allow-Origin"
HAND = {"ruleset": "knock-52", "hand": "5H 6H 7H 9S 10S JS 4C 4D 4S QC"}


@pytest.fixture
def client(client_with: ClientWith) -> FlaskClient:
    return client_with(CORS_ORIGINS=f"{TABLE}, {LOCAL}")


def preflight(
    client: FlaskClient, path: str = "/v1/validate", origin: str = TABLE, method: str = "POST"
) -> TestResponse:
    headers = {
        "Origin": origin,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "authorization,content-type",
    }
    return client.options(path, headers=headers)


def cors_fields(answer: TestResponse) -> set[str]:
    return {name for name, _ in answer.headers if name.startswith("Access-Control-")}


def listed(answer: TestResponse, name: str) -> set[str]:
    lines = ",".join(answer.headers.getlist(name))
    return {entry.strip().lower() for entry in lines.split(",")} - {""}


@pytest.mark.parametrize("origin", [TABLE, LOCAL])
def test_a_preflight_is_told_what_may_be_sent(client: FlaskClient, origin: str) -> None:
    answer = preflight(client, origin=origin)
    assert (answer.status_code, answer.data) == (200, b"")
    assert answer.headers[ALLOW] == origin
    assert listed(answer, "Access-Control-Allow-Methods") == {"options", "post"}
    assert listed(answer, "Access-Control-Allow-Headers") >= {
        "authorization",
        "content-type",
        "x-api-key",
        "x-request-id",
    }
    assert answer.headers["Access-Control-Max-Age"] == "3600"
    assert listed(answer, "Vary") == {
        "origin",
        "access-control-request-method",
        "access-control-request-headers",
    }


def test_a_preflight_names_the_methods_of_its_path(client: FlaskClient) -> None:
    answer = preflight(client, "/v1/rulesets", method="GET")
    assert listed(answer, "Access-Control-Allow-Methods") == {"get", "head", "options"}


def test_a_preflight_needs_no_key_and_counts_for_no_limit(client_with: ClientWith) -> None:
    client = client_with(CORS_ORIGINS=TABLE, API_KEY_HASHES=f"web:{'0' * 64}", RATE_LIMIT="1/hour")
    assert [preflight(client).status_code for _ in range(3)] == [200] * 3
    assert "RateLimit" not in preflight(client).headers


@pytest.mark.parametrize("settings", [{"API_KEY_HASHES": f"web:{'0' * 64}"}, {}])
def test_a_script_may_read_refusals_too(client_with: ClientWith, settings: dict[str, str]) -> None:
    client = client_with(CORS_ORIGINS=TABLE, **settings)
    for answer in (
        client.post("/v1/validate", json={}, headers={"Origin": TABLE}),
        client.get("/nothing", headers={"Origin": TABLE}),
    ):
        assert answer.status_code >= 400
        assert answer.headers[ALLOW] == TABLE


def test_an_answer_says_which_headers_a_script_may_read(client: FlaskClient) -> None:
    answer = client.post("/v1/validate", json=HAND, headers={"Origin": TABLE})
    assert answer.status_code == 200
    assert answer.headers[ALLOW] == TABLE
    assert listed(answer, "Access-Control-Expose-Headers") == {
        "etag",
        "ratelimit",
        "ratelimit-policy",
        "retry-after",
        "x-request-id",
    }
    assert listed(answer, "Vary") == {"origin"}


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "https://table.example.evil.example",
        "https://sub.table.example",
        "http://table.example",
        "https://table.example:444",
        "https://table.example/",
        "HTTPS://TABLE.EXAMPLE",
        "null",
        "*",
        "",
        f"{TABLE}, {LOCAL}",
    ],
)
def test_another_origin_is_allowed_nothing(client: FlaskClient, origin: str) -> None:
    for answer in (
        preflight(client, origin=origin),
        client.get("/v1/rulesets", headers={"Origin": origin}),
    ):
        assert answer.status_code == 200
        assert cors_fields(answer) == set()
        assert "origin" in listed(answer, "Vary")


def test_an_answer_to_no_origin_varies_by_it_too(client: FlaskClient) -> None:
    answer = client.get("/livez")
    assert cors_fields(answer) == set()
    assert listed(answer, "Vary") == {"origin"}


def test_options_without_a_method_asked_for_are_no_preflight(client: FlaskClient) -> None:
    answer = client.options("/v1/validate", headers={"Origin": TABLE})
    assert cors_fields(answer) == {ALLOW, "Access-Control-Expose-Headers"}


def test_every_origin_may_be_allowed(client_with: ClientWith) -> None:
    client = client_with(CORS_ORIGINS="*")
    for origin in (TABLE, "null", "https://other.example"):
        answer = client.post("/v1/validate", json=HAND, headers={"Origin": origin})
        assert answer.headers[ALLOW] == "*"
        assert "Vary" not in answer.headers
        assert preflight(client, origin=origin).headers[ALLOW] == "*"
    assert cors_fields(client.get("/livez")) == set()


def test_no_credentials_of_the_browser_are_ever_allowed(client_with: ClientWith) -> None:
    for origins in (TABLE, "*"):
        for answer in (
            preflight(client_with(CORS_ORIGINS=origins)),
            client_with(CORS_ORIGINS=origins).get("/livez", headers={"Origin": TABLE}),
        ):
            assert "Access-Control-Allow-Credentials" not in answer.headers


def test_unless_it_is_set_no_origin_is_allowed(client_with: ClientWith) -> None:
    client = client_with()
    for answer in (preflight(client), client.get("/livez", headers={"Origin": TABLE})):
        assert cors_fields(answer) == set()
        assert "Vary" not in answer.headers


def test_a_preflight_of_a_missing_path_is_not_found(client: FlaskClient) -> None:
    answer = preflight(client, "/v1/nothing")
    assert answer.status_code == 404
    assert listed(answer, "Access-Control-Allow-Methods") == set()
