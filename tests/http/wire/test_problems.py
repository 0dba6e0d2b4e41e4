"""Every error answer is a problem document."""

import json

import pytest
from flask import Flask, abort
from flask.testing import FlaskClient

from api.http.problems import ProblemException, one_problem
from validator import InputFault

SECRET = "5H 6H 7H"


@pytest.fixture(autouse=True)
def failing_routes(app: Flask) -> None:
    def crash() -> str:
        raise RuntimeError(SECRET)

    def several() -> str:
        errors = [InputFault("unknown_card", ("hand", n), f"Card {n}.") for n in range(3)]
        raise ProblemException(422, errors)

    def single() -> str:
        raise one_problem(422, "hand_size", "The hand has 12 cards.")

    def summed_up() -> str:
        raise ProblemException(503, [], "Not now.", {"Retry-After": "1"})

    def nothing_said() -> str:
        raise ProblemException(400, [])

    def refuse(status: int) -> str:
        abort(status)

    app.add_url_rule("/crash", view_func=crash)
    app.add_url_rule("/several", view_func=several)
    app.add_url_rule("/single", view_func=single)
    app.add_url_rule("/summed-up", view_func=summed_up)
    app.add_url_rule("/nothing-said", view_func=nothing_said)
    app.add_url_rule("/refuse/<int:status>", view_func=refuse)
    app.add_url_rule("/folder/", view_func=single, endpoint="folder")


@pytest.mark.parametrize(
    ("method", "path", "status", "title", "code"),
    [
        ("GET", "/nothing/here", 404, "Not Found", "not_found"),
        ("POST", "/livez", 405, "Method Not Allowed", "method_not_allowed"),
        ("FOO", "/livez", 405, "Method Not Allowed", "method_not_allowed"),
        ("GET", "/refuse/400", 400, "Bad Request", "bad_request"),
        ("GET", "/refuse/403", 403, "Forbidden", "forbidden"),
        ("GET", "/refuse/413", 413, "Content Too Large", "body_too_large"),
        ("GET", "/refuse/422", 422, "Unprocessable Content", "unprocessable_content"),
        ("GET", "/refuse/429", 429, "Too Many Requests", "too_many_requests"),
        ("GET", "/refuse/503", 503, "Service Unavailable", "service_unavailable"),
        ("GET", "/crash", 500, "Internal Server Error", "internal_error"),
        ("GET", "/single", 422, "Unprocessable Content", "hand_size"),
    ],
)
def test_an_error_is_a_problem_document(
    client: FlaskClient, method: str, path: str, status: int, title: str, code: str
) -> None:
    answer = client.open(path, method=method)
    document = json.loads(answer.data)
    assert answer.status_code == status
    assert answer.content_type == "application/problem+json"
    assert list(document) == ["type", "title", "status", "detail", "instance", "errors"]
    assert document["type"] == "about:blank"
    assert (document["title"], document["status"]) == (title, status)
    assert document["instance"] == f"/requests/{answer.headers['X-Request-ID']}"
    assert [error["code"] for error in document["errors"]] == [code]


def test_a_wrong_method_is_told_the_right_ones(client: FlaskClient) -> None:
    allowed = client.post("/livez").headers["Allow"].split(", ")
    assert allowed == ["GET", "HEAD", "OPTIONS"]


def test_all_errors_are_listed_and_the_first_sums_them_up(client: FlaskClient) -> None:
    document = json.loads(client.get("/several").data)
    assert document["detail"] == "Card 0. (and 2 more)"
    assert [error["pointer"] for error in document["errors"]] == ["/hand/0", "/hand/1", "/hand/2"]


def test_a_problem_may_have_its_own_summary_and_headers(client: FlaskClient) -> None:
    answer = client.get("/summed-up")
    assert json.loads(answer.data)["detail"] == "Not now."
    assert answer.headers["Retry-After"] == "1"


def test_a_problem_always_has_a_detail(client: FlaskClient) -> None:
    assert json.loads(client.get("/nothing-said").data)["detail"]


def test_a_redirect_is_no_problem(client: FlaskClient) -> None:
    answer = client.get("/folder")
    assert answer.status_code == 308
    assert answer.headers["Location"].endswith("/folder/")


@pytest.mark.parametrize("path", ["/v1//rulesets", "/v1/rulesets//points-13", "/livez/", "/v1/"])
def test_a_path_that_is_nearly_one_of_ours_is_not_redirected(
    client: FlaskClient, path: str
) -> None:
    assert client.get(path).status_code == 404


def test_an_unforeseen_failure_tells_the_client_nothing_of_itself(client: FlaskClient) -> None:
    text = client.get("/crash").get_data(as_text=True)
    assert "Traceback" not in text
    assert "RuntimeError" not in text
    assert SECRET not in text


def test_an_unknown_path_is_not_repeated(client: FlaskClient) -> None:
    assert "secret-path" not in client.get("/secret-path").get_data(as_text=True)


def test_an_error_to_head_has_no_body(client: FlaskClient) -> None:
    answer = client.head("/nothing")
    assert (answer.status_code, answer.data) == (404, b"")
