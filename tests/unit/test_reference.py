"""The oracle is right about hands whose best arrangement is known by hand."""

from typing import Any

import pytest

from tests.support.house import deal_of, house, kinds, melds_of, names
from validator import Arrangement, Ruleset, find_ruleset
from validator.reference import best_arrangement
from validator.rules.policies import LoserModel


def best(
    hand: str, ruleset: Ruleset, wild_card: str | None = None, discard: str | None = None
) -> Arrangement:
    aside = None if discard is None else kinds(discard)[0]
    return best_arrangement(kinds(hand), deal_of(ruleset, wild_card), aside)


@pytest.mark.parametrize(
    ("ruleset", "penalty"),
    [
        ("yeeqia-13", 30),
        ("indian-reference-13", 30),
        ("rummymates-13", 21),
        ("points-13", 60),
        ("points-13-full-count", 80),
    ],
)
def test_the_worked_example_of_the_rules(ruleset: str, penalty: int) -> None:
    found = best("9H 10H JH 4S 4D 4C 6S 6C 6D AC KD 8C 2S", find_ruleset(ruleset))
    assert (found.declarable, found.penalty) == (False, penalty)


def test_a_complete_hand_is_declarable() -> None:
    hand = "5H 6H 7H 9S 10S JK 4C 4D 4S QC QD QS QH"
    found = best(hand, find_ruleset("points-13"))
    assert (found.declarable, found.penalty, found.deadwood) == (True, 2, ())


def test_gin_is_found_by_setting_three_of_spades_aside() -> None:
    found = best("AS 2S 3S 4S AC 2C 4C AD 2D 2H 4H", find_ruleset("knock-52"))
    assert (found.penalty, str(found.discard)) == (0, "3S")


def test_a_card_named_is_set_aside() -> None:
    rules = house(cards=6)
    found = best("5H 6H 7H 9S 10S JS 2D", rules, discard="5H")
    assert (str(found.discard), found.declarable) == ("5H", False)
    assert str(best("5H 6H 7H 9S 10S JS 2D", rules).discard) == "2D"


@pytest.mark.parametrize(
    ("hand", "wild_card", "changes", "kinds_found"),
    [
        ("6H 7H 8H 9S 10S JK", "7D", {}, ["impure_sequence", "pure_sequence"]),
        ("AS AH AD 5H 6H 7H", "JK", {}, ["impure_sequence", "pure_sequence"]),
        (
            "5H 5H 5H 9S 9S 9S",
            None,
            {"decks": 3, "identical_triplet": True},
            ["tunnela", "tunnela"],
        ),
        (
            "5H 6H 7H 8H 9S 10S JS JK JK JK",
            None,
            {"min_naturals": 0, "printed_jokers": 3, "long_sequence_cards": 4},
            None,
        ),
        ("5H 5H KS KS QD QD", None, {"dublees_to_declare": 3}, ["dublee"] * 3),
        (
            "5H 5H 5H KS KS KS 2D",
            None,
            {
                "decks": 3,
                "identical_triplet": True,
                "tunnelas_to_declare": 2,
                "min_sequences": 2,
                "min_pure_sequences": 2,
            },
            ["tunnela", "tunnela"],
        ),
        (
            "5H 5H 5H JK JK JK 2D KS",
            None,
            {
                "decks": 3,
                "printed_jokers": 3,
                "identical_triplet": True,
                "tunnelas_to_declare": 2,
                "min_sequences": 2,
                "min_pure_sequences": 2,
            },
            ["joker_group", "tunnela"],
        ),
        (
            "JK JK JK JK KS QD",
            None,
            {"jokers_to_declare": 4, "printed_jokers": 4},
            ["joker_group"],
        ),
    ],
)
def test_a_hand_is_declarable(
    hand: str, wild_card: str | None, changes: dict[str, Any], kinds_found: list[str] | None
) -> None:
    found = best(hand, house(cards=len(hand.split()), **changes), wild_card)
    assert found.declarable
    if kinds_found is not None:
        assert sorted(kind for kind, _ in melds_of(found)) == kinds_found


def test_too_few_dublees_do_not_suffice() -> None:
    found = best("5H 5H KS KS QD 2D", house(cards=6, dublees_to_declare=3))
    assert (found.declarable, found.melds) == (False, ())


def test_the_cascade_counts_what_is_outside_the_pure_sequences() -> None:
    rules = house(cards=7, loser_model=LoserModel.LIVES_CASCADE, cap=None)
    found = best("5H 6H 7H KS KD KC 2D", rules)
    assert found.penalty == 32
    assert names(found.deadwood) == "2D"
