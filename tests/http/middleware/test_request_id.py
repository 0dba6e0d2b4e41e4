"""X-Request-ID on every answer, and content negotiation."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.middleware.negotiation import produces


@pytest.fixture(autouse=True)
def routes(app: Flask) -> None:
    def answer() -> dict[str, str]:
        return {}

    @produces("application/json", "application/x-ndjson")
    def streamed() -> dict[str, str]:
        return {}

    app.add_url_rule("/json", view_func=answer)
    app.add_url_rule("/both", view_func=streamed)


@pytest.mark.parametrize("given", ["a", "A-z_0.9", "x" * 128])
def test_a_given_id_comes_back(client: FlaskClient, given: str) -> None:
    assert client.get("/livez", headers={"X-Request-ID": given}).headers["X-Request-ID"] == given


@pytest.mark.parametrize("given", [None, "", "x" * 129, "a b", "a/b", "<script>", "é", '"'])
def test_without_a_usable_id_one_is_made(client: FlaskClient, given: str | None) -> None:
    headers = {} if given is None else {"X-Request-ID": given}
    made = client.get("/livez", headers=headers).headers["X-Request-ID"]
    assert re.fullmatch("[0-9a-f]{32}", made)


def test_made_ids_differ(client: FlaskClient) -> None:
    ids = {client.get("/livez").headers["X-Request-ID"] for _ in range(100)}
    assert len(ids) == 100


@pytest.mark.parametrize("path", ["/livez", "/metrics", "/openapi.yaml", "/nothing"])
@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS", "HEAD"])
def test_every_answer_carries_exactly_one_id(client: FlaskClient, path: str, method: str) -> None:
    answer = client.open(path, method=method, headers={"X-Request-ID": "mine"})
    assert answer.headers.getlist("X-Request-ID") == ["mine"]


@pytest.mark.parametrize(
    "accept",
    [
        None,
        "*/*",
        "application/json",
        "application/*",
        "text/html, application/json;q=0.1",
        "text/html,*/*;q=0.8",
        "application/json; charset=utf-8",
        "APPLICATION/JSON",
        "application/json, */*;q=0",
        "application/json;q=0.001",
        "",
        ",",
    ],
)
def test_json_is_sent_to_who_accepts_it(client: FlaskClient, accept: str | None) -> None:
    headers = {} if accept is None else {"Accept": accept}
    assert client.get("/json", headers=headers).status_code == 200


@pytest.mark.parametrize(
    "accept",
    [
        "text/html",
        "application/xml",
        "text/*",
        "application/json;q=0",
        "application/json;q=0, */*",
        "*/*;q=0",
        "image/png;q=1",
        "application/problem+json",
    ],
)
def test_who_accepts_no_json_is_told(client: FlaskClient, accept: str) -> None:
    answer = client.get("/json", headers={"Accept": accept})
    assert answer.status_code == 406
    assert answer.content_type == "application/problem+json"
    assert answer.get_json(force=True)["errors"][0]["code"] == "not_acceptable"


def test_a_view_may_declare_what_else_it_produces(client: FlaskClient) -> None:
    assert client.get("/both", headers={"Accept": "application/x-ndjson"}).status_code == 200
    assert client.get("/both", headers={"Accept": "text/html"}).status_code == 406


def test_a_missing_path_is_missing_whatever_is_accepted(client: FlaskClient) -> None:
    assert client.get("/nothing", headers={"Accept": "text/html"}).status_code == 404


def test_options_are_told_whatever_is_accepted(client: FlaskClient) -> None:
    assert client.options("/json", headers={"Accept": "text/html"}).status_code == 200


@pytest.mark.parametrize("path", ["/livez", "/metrics", "/openapi.yaml"])
def test_probes_and_scrapers_are_answered_whatever_they_accept(
    client: FlaskClient, path: str
) -> None:
    assert client.get(path, headers={"Accept": "image/png"}).status_code == 200
