"""POST /v1/rulesets/check: a house rule in full, or everything that is wrong with it."""

from http import HTTPStatus
from typing import Any

import pytest
from flask.testing import FlaskClient

from validator import RULESETS

Json = dict[str, Any]
PATH = "/v1/rulesets/check"


def check(client: FlaskClient, house_rule: object) -> Json:
    answer = client.post(PATH, json=house_rule)
    assert answer.status_code == HTTPStatus.OK, answer.get_data(as_text=True)
    document: Json = answer.get_json()
    return document


def refused(client: FlaskClient, house_rule: object) -> list[tuple[str, str]]:
    answer = client.post(PATH, json=house_rule)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    errors = answer.get_json(force=True)["errors"]
    return [(error["pointer"], error["code"]) for error in errors]


def test_a_house_rule_comes_back_in_full_with_what_it_changes(client: FlaskClient) -> None:
    answer = check(client, {"base": "points-13", "id": "club-night", "cap": 100})
    assert answer["ruleset"]["id"] == "club-night"
    assert (answer["ruleset"]["cap"], answer["ruleset"]["first_drop"]) == (100, 20)
    assert answer["differences"] == [{"field": "cap", "base_value": 80, "value": 100}]


def test_what_comes_back_is_judged_by_as_what_was_sent(client: FlaskClient) -> None:
    house_rule = {"base": "rummymates-13", "set_max_cards": None, "cap": None}
    full = check(client, house_rule)["ruleset"]
    hand = "5H 6H 7H 9S 10S JK 4C 4D 4S QC QD QS QH"
    answers = [
        client.post("/v1/validate", json={"ruleset": ruleset, "hand": hand}).get_json()
        for ruleset in (house_rule, full)
    ]
    assert answers[0] == answers[1]
    assert answers[0]["ruleset"]["digest"] == full["digest"]


@pytest.mark.parametrize("ruleset_id", [ruleset.id for ruleset in RULESETS])
def test_a_built_in_ruleset_passes_its_own_check(client: FlaskClient, ruleset_id: str) -> None:
    ruleset = client.get(f"/v1/rulesets/{ruleset_id}").get_json()
    answer = check(client, ruleset)
    assert answer == {"ruleset": ruleset, "base": None, "differences": [], "same_as": [ruleset_id]}


def test_all_contradictions_are_named_at_once(client: FlaskClient) -> None:
    house_rule = {
        "base": "points-13",
        "decks": 9,
        "min_pure_sequences": 3,
        "cap": 10,
        "hand_size_by_players": {"2": 21},
        "max_jokers_in_set": 1,
    }
    assert refused(client, house_rule) == [
        ("/decks", "ruleset_contradiction"),
        ("/min_pure_sequences", "ruleset_contradiction"),
        ("/max_jokers_in_set", "ruleset_contradiction"),
        ("/first_drop", "ruleset_contradiction"),
        ("/middle_drop", "ruleset_contradiction"),
    ]


def test_all_wrong_fields_are_named_at_once(client: FlaskClient) -> None:
    house_rule = {"base": "gin", "decks": "2", "jokers": 3, "ace": None}
    assert sorted(refused(client, house_rule)) == [
        ("/ace", "wrong_type"),
        ("/base", "unknown_ruleset"),
        ("/decks", "wrong_type"),
        ("/jokers", "unknown_field"),
    ]


@pytest.mark.parametrize("body", [[], "points-13", 5, False])
def test_a_body_that_is_no_object_is_refused(client: FlaskClient, body: object) -> None:
    assert refused(client, body) == [("", "wrong_type")]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "not_json"),
        (b'{"base": NaN}', 400, "not_json"),
        (b'{"cap": 1, "cap": 2}', 400, "duplicate_key"),
        (b" " * 70_000, 413, "body_too_large"),
    ],
    ids=["empty", "NaN", "key twice", "too large"],
)
def test_a_body_that_cannot_be_read_is_refused(
    client: FlaskClient, body: bytes, status: int, code: str
) -> None:
    answer = client.post(PATH, data=body, content_type="application/json")
    assert answer.status_code == status
    assert answer.get_json(force=True)["errors"][0]["code"] == code


def test_a_body_of_another_type_is_refused(client: FlaskClient) -> None:
    answer = client.post(PATH, data=b"{}", content_type="text/plain")
    assert answer.status_code == HTTPStatus.UNSUPPORTED_MEDIA_TYPE


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE"])
@pytest.mark.parametrize("accepted", ["*/*", "text/html"])
def test_a_check_is_only_posted_to(client: FlaskClient, method: str, accepted: str) -> None:
    answer = client.open(PATH, method=method, headers={"Accept": accepted})
    assert answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED
    assert answer.headers["Allow"] == "OPTIONS, POST"
