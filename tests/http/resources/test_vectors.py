"""GET /v1/vectors: hands with their answers, a line each."""

import json
from http import HTTPStatus
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.resources import vectors
from tests.support.rulesets import BUILT_IN
from validator import COMPILED, MOST_VECTORS, Ruleset, VectorKind

Json = dict[str, Any]
PATH = "/v1/vectors"
COUNT = 40 if COMPILED else 8
"""Vectors of each kind."""


def lines(client: FlaskClient, query: str) -> list[Json]:
    answer = client.get(f"{PATH}?{query}")
    assert answer.status_code == HTTPStatus.OK, answer.get_data(as_text=True)
    assert answer.content_type == "application/x-ndjson"
    return [json.loads(line) for line in answer.data.splitlines()]


@pytest.mark.parametrize("kind", VectorKind)
@pytest.mark.parametrize("ruleset", BUILT_IN)
def test_the_service_answers_each_vector_as_it_says(
    client: FlaskClient, ruleset: Ruleset, kind: str
) -> None:
    for vector in lines(client, f"ruleset={ruleset.id}&kind={kind}&count={COUNT}&seed=3"):
        expect = vector.pop("expect")
        vector_id = vector.pop("id")
        answer = client.post("/v1/validate", json=vector).get_json()
        answer["kinds"] = [group["kind"] for group in answer["groups"]]
        for violation in answer["violations"]:
            del violation["cards"], violation["message"], violation["pointer"]
        best = expect.pop("best")
        assert {name: answer[name] for name in expect} == expect, vector_id
        assert {name: answer["best"][name] for name in best} == best, vector_id


def test_the_same_query_has_the_same_bytes(client: FlaskClient) -> None:
    query = f"{PATH}?ruleset=points-13&seed=5&count=60"
    first, second = (client.get(query) for _ in range(2))
    assert first.data == second.data
    assert first.headers["ETag"] == second.headers["ETag"]


def test_a_greater_count_adds_vectors(client: FlaskClient) -> None:
    few = lines(client, "ruleset=knock-52&count=7")
    assert lines(client, "ruleset=knock-52&count=60")[:7] == few


def test_without_more_there_are_a_hundred_of_every_kind_in_turn(client: FlaskClient) -> None:
    found = [vector["id"] for vector in lines(client, "ruleset=knock-52")]
    assert len(found) == 100
    assert [name.split("/")[1] for name in found[:5]] == [*VectorKind, VectorKind.RANDOM]
    assert len(set(found)) == 100


def test_an_answer_is_made_while_it_is_sent(app: Flask) -> None:
    query = f"{PATH}?ruleset=points-13&count={MOST_VECTORS}"
    answer = app.test_client().get(query, buffered=False)
    parts = iter(answer.response)
    first = next(parts)
    answer.close()
    assert first.count(b"\n") == vectors._PART
    assert len(first) < 100_000
    assert "Content-Length" not in answer.headers


def test_an_answer_may_be_kept(client: FlaskClient) -> None:
    answer = client.get(f"{PATH}?ruleset=points-13&count=1")
    assert answer.headers["Cache-Control"] == "public, max-age=86400, immutable"


def test_whatever_is_asked_for_decides_the_etag(client: FlaskClient) -> None:
    queries = ["ruleset=points-13", "ruleset=points-13-full-count"]
    queries += [f"ruleset=points-13&{more}" for more in ("kind=edge", "seed=1", "count=1")]
    etags = {client.head(f"{PATH}?{query}").headers["ETag"] for query in queries}
    assert len(etags) == len(queries)


def test_a_new_version_of_the_vectors_has_another_etag(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    query = f"{PATH}?ruleset=points-13"
    before = client.head(query).headers["ETag"]
    monkeypatch.setattr(vectors, "VECTORS_VERSION", 0)
    assert client.head(query).headers["ETag"] != before


def test_the_order_of_the_query_means_nothing(client: FlaskClient) -> None:
    etags = [
        client.head(f"{PATH}?{query}").headers["ETag"]
        for query in ("ruleset=knock-52&count=100", "seed=0&ruleset=knock-52")
    ]
    assert etags[0] == etags[1]


def test_vectors_that_the_client_has_are_not_made_again(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    query = f"{PATH}?ruleset=points-13&count={MOST_VECTORS}"
    monkeypatch.setattr(vectors, "dump_vector", None)  # making one would fail
    head = client.head(query)
    assert (head.status_code, head.data) == (HTTPStatus.OK, b"")
    again = client.get(query, headers={"If-None-Match": head.headers["ETag"]})
    assert (again.status_code, again.data) == (HTTPStatus.NOT_MODIFIED, b"")
    assert again.headers["ETag"] == head.headers["ETag"]


def test_every_fault_of_a_query_is_named_at_once(client: FlaskClient) -> None:
    answer = client.get(f"{PATH}?kind=hard&count=0&seed=1&seed=2&number=3")
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert answer.content_type == "application/problem+json"
    errors = answer.get_json(force=True)["errors"]
    assert [(error["parameter"], error["code"]) for error in errors] == [
        ("ruleset", "missing_parameter"),
        ("kind", "wrong_parameter"),
        ("seed", "repeated_parameter"),
        ("count", "wrong_parameter"),
        ("number", "unknown_parameter"),
    ]
    assert {error["pointer"] for error in errors} == {""}


@pytest.mark.parametrize("query", ["", "ruleset=%FF%00", "ruleset=" + "x" * 3_000, "&&&=&", "%"])
def test_any_query_is_answered(client: FlaskClient, query: str) -> None:
    answer = client.get(f"{PATH}?{query}")
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert len(answer.data) < 2_000


def test_a_refusal_has_no_etag(client: FlaskClient) -> None:
    answer = client.get(f"{PATH}?ruleset=gin", headers={"If-None-Match": "*"})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "ETag" not in answer.headers


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_vectors_are_only_read(client: FlaskClient, method: str) -> None:
    assert client.open(PATH, method=method).status_code == HTTPStatus.METHOD_NOT_ALLOWED


@pytest.mark.parametrize("accepted", ["text/html", "application/json"])
def test_who_accepts_no_ndjson_is_told(client: FlaskClient, accepted: str) -> None:
    answer = client.get(f"{PATH}?ruleset=knock-52", headers={"Accept": accepted})
    assert answer.status_code == HTTPStatus.NOT_ACCEPTABLE
