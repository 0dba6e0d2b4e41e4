"""What a check of a house rule answers."""

import pytest
from marshmallow import ValidationError

from schemas.responses.ruleset_checks import check_house_rule
from schemas.rulesets import dump_ruleset, load_ruleset
from schemas.validation_errors import problem_errors
from validator import RULESETS, Ruleset, find_ruleset


def test_a_house_rule_is_shown_in_full() -> None:
    house_rule = {"base": "points-13", "cap": 100, "title": "Club"}
    assert check_house_rule(house_rule)["ruleset"] == dump_ruleset(load_ruleset(house_rule))


def test_differences_stand_in_the_order_of_the_fields() -> None:
    answer = check_house_rule({"base": "points-13", "cap": 100, "decks": 3, "first_drop": 20})
    assert answer["base"] == "points-13"
    assert answer["differences"] == [
        {"field": "decks", "base_value": 2, "value": 3},
        {"field": "cap", "base_value": 80, "value": 100},
    ]
    assert answer["same_as"] == []


def test_hand_sizes_are_compared_as_they_are_sent() -> None:
    sizes = {"2": 7}
    answer = check_house_rule({"base": "knock-52", "hand_size_by_players": sizes})
    assert answer["differences"] == [
        {
            "field": "hand_size_by_players",
            "base_value": {"2": 10, "3": 7, "4": 7},
            "value": sizes,
        }
    ]


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_a_house_rule_that_changes_nothing_is_the_same_as_its_base(ruleset: Ruleset) -> None:
    answer = check_house_rule({"base": ruleset.id, "id": "mine", "title": "Mine"})
    assert answer["differences"] == []
    assert answer["same_as"] == [ruleset.id]


def test_without_a_base_there_is_nothing_to_differ_from() -> None:
    answer = check_house_rule({**dump_ruleset(find_ruleset("knock-52")), "knock_limit": 5})
    assert (answer["base"], answer["differences"], answer["same_as"]) == (None, [], [])


@pytest.mark.parametrize("document", [None, [], "points-13", 5, True])
def test_what_is_no_object_is_refused(document: object) -> None:
    with pytest.raises(ValidationError) as caught:
        check_house_rule(document)
    (error,) = problem_errors(caught.value)
    assert (error.path, error.code) == ((), "wrong_type")
