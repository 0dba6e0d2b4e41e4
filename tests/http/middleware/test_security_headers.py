"""Headers for browsers and caches, on every answer."""

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient

from api.middleware.security_headers import SECURITY_HEADERS

HAND = {"ruleset": "knock-52", "hand": "5H 6H 7H 9S 10S JS 4C 4D 4S QC"}
POLICY = "default-src 'self'; frame-ancestors 'none'"


@pytest.fixture(autouse=True)
def routes(app: Flask) -> None:
    def page() -> Response:
        headers = {"content-security-policy": POLICY, "Cache-Control": "no-cache"}
        return Response("<p>5H</p>", headers=headers, content_type="text/html")

    def crash() -> str:
        raise RuntimeError

    app.add_url_rule("/page", view_func=page)
    app.add_url_rule("/crash", view_func=crash)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/livez", 200),
        ("GET", "/metrics", 200),
        ("GET", "/v1/rulesets", 200),
        ("HEAD", "/v1/rulesets", 200),
        ("OPTIONS", "/v1/validate", 200),
        ("POST", "/v1/validate", 415),
        ("GET", "/v1/validate", 405),
        ("GET", "/nothing", 404),
        ("GET", "/crash", 500),
    ],
)
def test_every_answer_has_them_once(
    client: FlaskClient, method: str, path: str, status: int
) -> None:
    answer = client.open(path, method=method)
    assert answer.status_code == status
    for name, _ in SECURITY_HEADERS:
        assert len(answer.headers.getlist(name)) == 1, name
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none';")
    assert "Server" not in answer.headers


def test_verdicts_and_problems_are_not_kept(client: FlaskClient) -> None:
    for answer in (
        client.post("/v1/validate", json=HAND),
        client.post("/v1/validate", json={}),
        client.get("/v1/rulesets/nothing"),
        client.get("/v1/rulesets", headers={"Accept": "text/html"}),
        client.get("/crash"),
        client.get("/readyz"),
    ):
        assert answer.headers["Cache-Control"] == "no-store"


def test_an_answer_that_may_be_kept_still_says_so(client: FlaskClient) -> None:
    assert client.get("/v1/rulesets").headers["Cache-Control"].startswith("public, max-age=")
    etag = client.get("/openapi.yaml").headers["ETag"]
    kept = client.get("/openapi.yaml", headers={"If-None-Match": etag})
    assert (kept.status_code, kept.headers["Cache-Control"]) == (304, "no-cache")


def test_a_page_brings_its_own(client: FlaskClient) -> None:
    answer = client.get("/page")
    assert answer.headers.getlist("Content-Security-Policy") == [POLICY]
    assert answer.headers.getlist("Cache-Control") == ["no-cache"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
