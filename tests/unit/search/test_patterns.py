"""Melds that a best arrangement must not overlook: each hand here needs one particular pattern."""

from typing import Any

import pytest

from tests.support.house import deal_of, house, kinds, melds_of
from validator.rules.policies import Ace
from validator.search import best_arrangement

SEQUENCE_ONLY: dict[str, Any] = {"min_sequences": 1, "min_pure_sequences": 0}


@pytest.mark.parametrize(
    ("hand", "wild_card", "changes", "meld"),
    [
        pytest.param(
            "4H 5H 6H 7H 8H", None, {}, ("pure_sequence", "4H 5H 6H 7H 8H"), id="five at face value"
        ),
        pytest.param(
            "4H JK 6H JK 8H", None, {}, ("impure_sequence", "4H JK 6H JK 8H"), id="two gaps"
        ),
        pytest.param("QH KH AH", None, {}, ("pure_sequence", "QH KH AH"), id="ace at the top"),
        pytest.param("AH 2H 3H", None, {}, ("pure_sequence", "AH 2H 3H"), id="ace at the bottom"),
        pytest.param("QH JK AH", None, {}, ("impure_sequence", "QH JK AH"), id="gap below the ace"),
        pytest.param("AH JK JK", None, {}, ("impure_sequence", "AH JK JK"), id="ace alone"),
        pytest.param("KH JK JK", None, {}, ("impure_sequence", "JK KH JK"), id="king alone"),
        pytest.param(
            "KH JK JK", None, {"ace": Ace.LOW}, ("impure_sequence", "JK JK KH"), id="king, ace low"
        ),
        pytest.param(
            "JK JK 7D", "7S", {}, ("impure_sequence", "7D JK JK"), id="wild card alone at face"
        ),
        pytest.param(
            "7D 8D 9D", "7S", {}, ("pure_sequence", "7D 8D 9D"), id="wild card at face, pure"
        ),
        pytest.param(
            "7D 7S 9D", "7S", {}, ("impure_sequence", "7D 7S 9D"), id="wild cards, one stands in"
        ),
        pytest.param(
            "7D 9D JK",
            "7S",
            {"max_jokers_in_sequence": 1},
            ("impure_sequence", "7D JK 9D"),
            id="wild card at face where jokers are limited",
        ),
        pytest.param(
            "7D 9D JK",
            "7S",
            {"min_naturals": 2},
            ("impure_sequence", "7D JK 9D"),
            id="wild card at face where two naturals are needed",
        ),
        pytest.param(
            "4H JK JK JK JK 9H",
            None,
            {"min_naturals": 2, "printed_jokers": 4},
            ("impure_sequence", "4H JK JK JK JK 9H"),
            id="naturals five apart",
        ),
        pytest.param(
            "4H 5H JK JK JK JK",
            None,
            {"long_sequence_cards": 6, "printed_jokers": 4},
            ("impure_sequence", "4H 5H JK JK JK JK"),
            id="long by jokers",
        ),
        pytest.param(
            "4H 5H 6H 7H 8H 9H",
            None,
            {"long_sequence_cards": 6},
            ("pure_sequence", "4H 5H 6H 7H 8H 9H"),
            id="long and pure",
        ),
        pytest.param(
            "5H 5H 5H",
            None,
            {"identical_triplet": True, "decks": 3},
            ("tunnela", "5H 5H 5H"),
            id="tunnela",
        ),
    ],
)
def test_a_sequence_of_the_whole_hand_is_found(
    hand: str, wild_card: str | None, changes: dict[str, Any], meld: tuple[str, str]
) -> None:
    rules = house(cards=len(hand.split()), **SEQUENCE_ONLY, **changes)
    found = best_arrangement(kinds(hand), deal_of(rules, wild_card))
    assert found.declarable
    assert melds_of(found) == [meld]


@pytest.mark.parametrize(
    ("hand", "wild_card", "changes", "meld"),
    [
        pytest.param("5S 5H 5D", None, {}, "5S 5H 5D", id="three naturals"),
        pytest.param("5S 5H 5D 5C", None, {}, "5S 5H 5D 5C", id="four naturals"),
        pytest.param("5S 5D JK", None, {}, "5S JK 5D", id="a joker"),
        pytest.param("5S 5D JK JK", None, {}, "5S JK 5D JK", id="two jokers"),
        pytest.param("5S 7H 5D", "7S", {}, "5S 7H 5D", id="a wild card as joker"),
        pytest.param(
            "7S 7H JK",
            "7S",
            {"max_jokers_in_set": 1, "max_jokers_in_sequence": 0},
            "7S 7H JK",
            id="wild cards at face value where jokers are limited",
        ),
        pytest.param(
            "5S 5H JK JK JK JK",
            None,
            {"set_max_cards": None, "printed_jokers": 4},
            "5S JK 5H JK JK JK",
            id="jokers without limit",
        ),
        pytest.param(
            "5S 5H 5D 5C", None, {"meld_min_cards": 4}, "5S 5H 5D 5C", id="four cards at least"
        ),
    ],
)
def test_a_set_of_the_whole_hand_is_found(
    hand: str, wild_card: str | None, changes: dict[str, Any], meld: str
) -> None:
    limits = {"max_jokers_in_sequence": 0, **changes}
    rules = house(cards=len(hand.split()), min_sequences=0, min_pure_sequences=0, **limits)
    found = best_arrangement(kinds(hand), deal_of(rules, wild_card))
    assert found.declarable
    ((kind, melded),) = melds_of(found)
    assert kind == "set"
    assert sorted(melded.split()) == sorted(meld.split())


@pytest.mark.parametrize(
    ("hand", "changes"),
    [
        pytest.param("5S 5S JK", {}, id="one suit twice"),
        pytest.param("5S 5H 5D 5C JK", {"max_jokers_in_sequence": 0}, id="a set of five"),
        pytest.param("KH AH 2H", {}, id="round the corner"),
        pytest.param("KH AH JK", {"ace": Ace.LOW}, id="king and low ace"),
        pytest.param("4H JK JK", {"min_naturals": 2}, id="one natural where two are needed"),
        pytest.param("4H 5H 6H", {"meld_min_cards": 4}, id="three cards where four are needed"),
        pytest.param("JK JK JK", {"printed_jokers": 3}, id="jokers alone"),
    ],
)
def test_what_is_no_meld_is_not_found(hand: str, changes: dict[str, Any]) -> None:
    rules = house(cards=len(hand.split()), min_sequences=0, min_pure_sequences=0, **changes)
    found = best_arrangement(kinds(hand), deal_of(rules))
    assert not found.declarable
    assert found.deadwood
