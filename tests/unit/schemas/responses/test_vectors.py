"""The wire shape of a vector (`schemas.responses.vectors`)."""

import pytest

from schemas.responses.vectors import dump_vector
from tests.contract.openapi_contract import faults_of, schema_validator
from tests.support.rulesets import BUILT_IN
from validator import Ruleset, VectorKind, find_ruleset, make_vector, make_vectors

POINTS, KNOCK = find_ruleset("points-13"), find_ruleset("knock-52")


@pytest.mark.parametrize("ruleset", BUILT_IN)
def test_every_vector_is_as_documented(ruleset: Ruleset) -> None:
    check = schema_validator("Vector")
    for vector in make_vectors(ruleset, count=100):
        assert not faults_of(check, dump_vector(vector))


def test_a_show_expects_its_verdict() -> None:
    vector = make_vector(POINTS, VectorKind.EDGE, 0, 2)
    assert dump_vector(vector)["expect"] == {
        "valid": False,
        "outcome": "wrong_declaration",
        "penalty": 80,
        "violations": [
            {"code": "sequence_wraps_ace", "group": 1},
            {"code": "card_left_out", "group": None},
        ],
        "kinds": ["impure_sequence", "invalid", "set", "pure_sequence"],
        "points_as_grouped": 31,
        "best": {"declarable": False, "penalty": 17, "deadwood_points": 17},
    }


def test_without_groups_the_best_arrangement_is_expected() -> None:
    vector = next(one for one in make_vectors(POINTS) if one.groups is None)
    document = dump_vector(vector)
    assert "groups" not in document
    assert list(document["expect"]) == ["best"]


def test_a_knock_is_expected_with_and_without_groups() -> None:
    for vector in make_vectors(KNOCK, count=40):
        knock = vector.verdict.knock
        assert knock is not None
        assert dump_vector(vector)["expect"]["knock"] == {
            "deadwood_points": knock.deadwood_points,
            "limit": 10,
            "gin": knock.gin,
        }


def test_what_is_absent_is_not_sent_and_what_is_not_turned_up_is_null() -> None:
    documents = [dump_vector(vector) for vector in make_vectors(POINTS, count=200)]
    assert {"discard" in document for document in documents} == {True, False}
    assert None in {document["wild_card"] for document in documents}
    assert all(document.get("discard", "") is not None for document in documents)
