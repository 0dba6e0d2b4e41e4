"""GET /v1/rulesets and /v1/rulesets/{id}: the built-in dialects as data."""

import re
from http import HTTPStatus
from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from tests.contract.openapi_contract import CONTRACT
from validator import RULESETS

Json = dict[str, Any]

IDS: Final = [ruleset.id for ruleset in RULESETS]
PATHS: Final = ["/v1/rulesets", *(f"/v1/rulesets/{ruleset_id}" for ruleset_id in IDS)]
RULE_NAMES: Final[list[str]] = CONTRACT["components"]["schemas"]["HouseRule"]["required"]
HANDS: Final = {
    "21": "5H 6H 7H 9S 10S JS 4C 4D 4S QC QD QS KH 2H 2H 3D 3C 8D 8C AS 10D",
    "13": "5H 6H 7H 9S 10S JS 4C 4D 4S QC QD QS KH",
    "10": "5H 6H 7H 9S 10S JS 4C 4D 4S QC",
}


def get(client: FlaskClient, path: str) -> Json:
    answer = client.get(path)
    assert answer.status_code == HTTPStatus.OK
    document: Json = answer.get_json()
    return document


def judge(client: FlaskClient, ruleset: object, size: int = 13) -> Json:
    document = {"ruleset": ruleset, "hand": HANDS[str(size)]}
    answer = client.post("/v1/validate", json=document)
    assert answer.status_code == HTTPStatus.OK, answer.get_data(as_text=True)
    verdict: Json = answer.get_json()
    return verdict


def hand_size(ruleset: Json) -> int:
    return int(max(ruleset["hand_size_by_players"].values()))


def test_the_list_has_every_built_in_ruleset(client: FlaskClient) -> None:
    assert [ruleset["id"] for ruleset in get(client, "/v1/rulesets")["rulesets"]] == IDS


@pytest.mark.parametrize("ruleset_id", IDS)
def test_a_ruleset_is_the_same_alone_and_in_the_list(client: FlaskClient, ruleset_id: str) -> None:
    (listed,) = (
        ruleset
        for ruleset in get(client, "/v1/rulesets")["rulesets"]
        if ruleset["id"] == ruleset_id
    )
    assert get(client, f"/v1/rulesets/{ruleset_id}") == listed


@pytest.mark.parametrize("ruleset_id", IDS)
def test_a_ruleset_says_what_it_is_and_where_it_comes_from(
    client: FlaskClient, ruleset_id: str
) -> None:
    ruleset = get(client, f"/v1/rulesets/{ruleset_id}")
    assert ruleset["id"] == ruleset_id
    assert ruleset["version"] >= 1
    assert ruleset["title"]
    assert ruleset["source"]
    assert all(re.fullmatch("R[1-9][0-9]?", ruling) for ruling in ruleset["rulings"])


def test_a_ruleset_has_the_rules_of_its_source(client: FlaskClient) -> None:
    ruleset = get(client, "/v1/rulesets/knock-52")
    found = {name: ruleset[name] for name in ("decks", "ace", "knock_limit", "cap")}
    assert found == {"decks": 1, "ace": "low", "knock_limit": 10, "cap": None}
    assert ruleset["hand_size_by_players"] == {"2": 10, "3": 7, "4": 7}


def test_different_rules_have_different_digests(client: FlaskClient) -> None:
    rulesets = get(client, "/v1/rulesets")["rulesets"]
    rules = {str([ruleset[name] for name in RULE_NAMES]) for ruleset in rulesets}
    assert len({ruleset["digest"] for ruleset in rulesets}) == len(rules)


@pytest.mark.parametrize("ruleset_id", ["nothing", "Knock-52", "knock-52 ", "x" * 300, "🃏", "%00"])
def test_an_unknown_ruleset_is_not_found(client: FlaskClient, ruleset_id: str) -> None:
    answer = client.get(f"/v1/rulesets/{ruleset_id}")
    assert answer.status_code == HTTPStatus.NOT_FOUND
    assert answer.content_type == "application/problem+json"
    (error,) = answer.get_json(force=True)["errors"]
    assert (error["pointer"], error["code"]) == ("", "unknown_ruleset")
    assert all(known in error["detail"] for known in IDS)
    assert len(answer.data) < 1_000


@pytest.mark.parametrize("path", ["/v1/rulesets/", "/v1/rulesets/knock-52/", "/v1/rulesets/a/b"])
def test_a_longer_path_is_not_found(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == HTTPStatus.NOT_FOUND
    assert answer.get_json(force=True)["errors"][0]["code"] == "not_found"


@pytest.mark.parametrize("path", PATHS[:2])
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_rulesets_are_only_read(client: FlaskClient, path: str, method: str) -> None:
    answer = client.open(path, method=method, json={})
    assert answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED
    assert answer.headers["Allow"] == "GET, HEAD, OPTIONS"


@pytest.mark.parametrize("path", PATHS[:2])
def test_who_accepts_no_json_is_told(client: FlaskClient, path: str) -> None:
    answer = client.get(path, headers={"Accept": "text/html"})
    assert answer.status_code == HTTPStatus.NOT_ACCEPTABLE


@pytest.mark.parametrize("path", PATHS)
def test_an_answer_may_be_kept(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.headers["Cache-Control"] == "public, max-age=86400, immutable"
    assert answer.headers["ETag"] == client.get(path).headers["ETag"]


def test_every_answer_has_its_own_etag(client: FlaskClient) -> None:
    assert len({client.get(path).headers["ETag"] for path in PATHS}) == len(PATHS)


@pytest.mark.parametrize("path", PATHS)
def test_an_answer_that_the_client_has_is_not_sent_again(client: FlaskClient, path: str) -> None:
    etag = client.get(path).headers["ETag"]
    for given in (etag, f'"other", {etag}', f"W/{etag}", "*"):
        answer = client.get(path, headers={"If-None-Match": given})
        assert (answer.status_code, answer.data) == (HTTPStatus.NOT_MODIFIED, b"")
        assert answer.headers["ETag"] == etag
        assert answer.headers["X-Request-ID"]


@pytest.mark.parametrize("given", ['"other"', 'W/"other"', "", "nonsense"])
def test_an_answer_that_the_client_has_not_is_sent(client: FlaskClient, given: str) -> None:
    answer = client.get("/v1/rulesets", headers={"If-None-Match": given})
    assert answer.status_code == HTTPStatus.OK
    assert answer.get_json()["rulesets"]


@pytest.mark.parametrize("path", PATHS[:2])
def test_the_head_of_an_answer_is_the_same_without_a_body(client: FlaskClient, path: str) -> None:
    head, whole = client.head(path), client.get(path)
    assert (head.status_code, head.data) == (HTTPStatus.OK, b"")
    for name in ("ETag", "Content-Type", "Content-Length", "Cache-Control"):
        assert head.headers[name] == whole.headers[name]


def test_a_precondition_that_fails_is_a_problem_or_is_ignored(client: FlaskClient) -> None:
    answer = client.get("/v1/rulesets", headers={"If-Match": '"other"'})
    assert answer.status_code == HTTPStatus.OK or answer.mimetype == "application/problem+json"


@pytest.mark.parametrize("ruleset_id", IDS)
def test_a_ruleset_sent_back_has_the_same_digest_and_judges_the_same(
    client: FlaskClient, ruleset_id: str
) -> None:
    ruleset = get(client, f"/v1/rulesets/{ruleset_id}")
    size = hand_size(ruleset)
    by_object = judge(client, ruleset, size)
    assert by_object["ruleset"]["digest"] == ruleset["digest"]
    assert by_object == judge(client, ruleset_id, size)


def values_of(ruleset: Json, name: str) -> list[Any]:
    """Returns values that a rule may have; some contradict the other rules."""
    schema = CONTRACT["components"]["schemas"]["RulesetFields"]["properties"][name]
    if name == "hand_size_by_players":
        return [ruleset[name], {"5": 13}]
    types = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
    values: list[Any] = [None] if "null" in types else []
    values += schema.get("enum", [True, False] if "boolean" in types else [])
    if "integer" in types:
        values += range(schema["minimum"], min(schema["maximum"], schema["minimum"] + 20) + 1)
    return values


KNOCKING: Final = {
    "goes_out_by": "knocking",
    "knock_limit": 10,
    "first_drop": None,
    "middle_drop": None,
    "min_sequences": 0,
    "min_pure_sequences": 0,
    "loser_model": "deadwood_only",
    "wrong_declaration": "rejected",
    "wrong_declaration_points": 0,
}
BESIDE: Final[dict[str, Json]] = {
    # What other rules have to say lest a change contradicts them.
    "goes_out_by": KNOCKING,
    "knock_limit": KNOCKING,
    "wild_scope": {"printed_joker_up": "none"},
    "min_sequences": {"min_pure_sequences": 0},
    "wrong_declaration": {"wrong_declaration_points": 0},
    "identical_triplet": {"decks": 3},
    "tunnelas_to_declare": {"decks": 3, "identical_triplet": True},
    "cap": {"first_drop": None, "middle_drop": None, "complete_hand_points": 0},
    "match_won_by": {"target_points": 100},
    "target_points": {"match_won_by": "first_to_target"},
    "elimination_points": {"match_won_by": "last_not_eliminated"},
    "deals_per_match": {"match_won_by": "most_chips"},
}
BOUND: Final = {"goes_out_by", "match_won_by"}
"""Rules that cannot change alone."""


@pytest.mark.parametrize("name", RULE_NAMES)
def test_a_changed_rule_changes_the_digest(client: FlaskClient, name: str) -> None:
    ruleset = get(client, "/v1/rulesets/points-13")
    digests = [ruleset["digest"]] if name in BOUND else []
    for value in values_of(ruleset, name):
        house_rule = {**ruleset, **BESIDE.get(name, {}), name: value}
        answer = client.post("/v1/validate", json={"ruleset": house_rule, "hand": HANDS["13"]})
        if answer.status_code == HTTPStatus.OK:
            digests.append(answer.get_json()["ruleset"]["digest"])
    assert len(digests) >= 2
    assert len(set(digests)) == len(digests)


@pytest.mark.parametrize(
    ("name", "value"),
    [("id", "other"), ("version", 9), ("title", "x"), ("source", "x"), ("rulings", ["R1"])],
)
def test_what_is_said_about_the_rules_does_not_change_the_digest(
    client: FlaskClient, name: str, value: object
) -> None:
    ruleset = get(client, "/v1/rulesets/points-13")
    judged = judge(client, {**ruleset, name: value})
    assert judged["ruleset"]["digest"] == ruleset["digest"]
    assert judged["best"] == judge(client, "points-13")["best"]
