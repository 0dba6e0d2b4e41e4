"""The cards that complete a hand when they are drawn."""

from typing import Any

import pytest

from tests.support.house import deal_of, house, kinds, names
from validator.cards import ALL_KINDS
from validator.prospects import completing_cards as completing
from validator.prospects.completing_cards import completing_kinds


def completed_by(hand: str, wild_card: str | None = None, **changes: Any) -> str:
    deal = deal_of(house(changes.pop("base", "points-13"), **changes), wild_card)
    return names(completing_kinds(kinds(hand), deal, ALL_KINDS))


def test_a_card_that_fills_the_last_gap_completes_the_hand() -> None:
    hand = "4H 5H 6H 8C 9C JC KS KH KD 3S 3D 3C 3C"
    assert completed_by(hand) == "10C JK"
    assert completed_by(hand, "10D") == "10S 10H 10D 10C JK"


def test_only_cards_that_are_asked_for_are_answered() -> None:
    hand = kinds("4H 5H 6H 8C 9C JC KS KH KD 3S 3D 3C 3C")
    assert names(completing_kinds(hand, deal_of(house()), kinds("JK 2C"))) == "JK"


def test_a_hand_that_lacks_two_cards_is_completed_by_none() -> None:
    assert completed_by("4H 5H 6H 8C 9C JC KS KH KD 3S 3D 7S QD") == ""


def test_every_card_completes_a_hand_that_is_complete() -> None:
    found = completed_by("4H 5H 6H 8C 9C 10C KS KH KD 3S 3D 3C 3H")
    assert len(found.split()) == len(ALL_KINDS)


def test_a_joker_that_has_no_place_is_no_completion() -> None:
    changes: dict[str, Any] = {"max_jokers_in_sequence": 0, "max_jokers_in_set": 0}
    hand = "4H 5H 6H 8C 9C 10C KS KH KD 3S 3D 3C JK"
    assert completed_by(hand, **changes) == "3H 7H 7C JC KC"


def test_a_whole_hand_with_one_card_more_may_have_none_to_spare() -> None:
    # Twelve cards in four melds of three: whichever is set aside, a meld is lost.
    hand = "4H 5H 6H 8C 9C 10C KS KH KD 3S 3D"
    assert completed_by(hand, cards=11, printed_jokers=0) == ""


def test_a_dublee_more_may_complete_a_hand() -> None:
    found = completed_by("4H 4H 9C 9C 2S 7D JD", cards=7, dublees_to_declare=3)
    assert found == "2S 7D JD"


def test_where_dublees_suffice_melds_do_too(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = "4H 5H 6H 8C 9C JC KS KH KD 3S 3D 3C 3C"
    # Each search for what is best tries every card set aside: with 22 cards, seconds for all kinds.
    monkeypatch.setattr(completing, "best_arrangement", None)
    assert completed_by(hand, dublees_to_declare=6) == "10C JK"
    assert completed_by("5H 5H 8C 8C 2S JD KD", cards=7, dublees_to_declare=3) == "2S JD KD"


def test_a_card_completes_a_knock() -> None:
    hand = "3S 4S 5S 6H 6D 6C 9H KD 2C AD"
    assert completed_by(hand, base="knock-52") == ""
    assert completed_by("3S 4S 5S 6H 6D 6C 7H KD 2C AD", base="knock-52").split()[:2] == [
        "2S",
        "6S",
    ]
