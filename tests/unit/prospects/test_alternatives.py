"""Other arrangements that are as good as the best one."""

from typing import Any

import pytest

from tests.support.house import deal_of, house, kinds, melds_of
from validator.cards import parse_kind
from validator.prospects import alternatives
from validator.prospects.alternatives import find_alternatives
from validator.rules.policies import LoserModel
from validator.scoring import Arrangement, preference
from validator.search import best_arrangement


def others(
    hand: str,
    wild_card: str | None = None,
    *,
    most: int = 20,
    discard: str | None = None,
    base: str = "points-13",
    **changes: Any,
) -> list[Arrangement]:
    deal = deal_of(house(base, **changes), wild_card)
    aside = None if discard is None else parse_kind(discard)
    best = best_arrangement(kinds(hand), deal, aside)
    found = find_alternatives(kinds(hand), deal, best, most, aside)
    assert all(preference(other) == preference(best) for other in found)
    assert best not in found
    return found


def melded(found: list[Arrangement]) -> list[list[str]]:
    return [[cards for _, cards in melds_of(arrangement)] for arrangement in found]


def test_a_card_that_fits_twice_gives_two_arrangements() -> None:
    found = others("4S 5S 6S 7S 7H 7D 7C KH QD 2C", base="knock-52")
    assert melded(found) == [["4S 5S 6S", "7S 7H 7D 7C"]]


def test_no_more_are_returned_than_are_wanted() -> None:
    hand = "4S 5S 6S 7S 4H 5H 6H 7H 4D 5D 6D 7D JK"
    assert len(others(hand)) == 8
    assert others(hand, most=3) == others(hand)[:3]
    assert others(hand, most=0) == []


def test_they_come_card_by_card_and_a_pure_sequence_before_a_set() -> None:
    assert melded(others("4S 5S 6S 7S 4H 5H 6H 7H 4D 5D 6D 7D JK", most=2)) == [
        ["4S 5S 6S 7S", "4H 5H 6H", "4D 5D 6D", "JK 7H 7D"],
        ["4S 5S 6S 7S", "5H 6H 7H", "5D 6D 7D", "JK 4H 4D"],
    ]


def test_a_hand_that_is_melded_in_one_way_has_no_other() -> None:
    assert others("4H 5H 6H 8C 9C 10C KS KH KD 3S 3D 3C QD") == []


def test_another_card_set_aside_is_another_arrangement() -> None:
    found = others("4H 5H 6H 8C 9C 10C JC KS KH KD KC 3S 3D 3C")
    asides = [str(arrangement.discard) for arrangement in found]
    assert asides == ["KH", "KD", "JC", "KC", "8C"]


def test_a_card_that_the_caller_sets_aside_stays_aside() -> None:
    found = others("4S 5S 6S 7S 7H 7D 7C KH QD 2C JD", base="knock-52", discard="2C")
    assert [str(arrangement.discard) for arrangement in found] == ["2C"]


def test_where_jokers_are_makes_no_difference() -> None:
    assert others("4H 5H 6H 8C 9C 10C KS KH KD 3S 3D 3C JK") == []
    assert others("4H 5H 6H 8C 9C JK KS KH KD 3S 3D 3C 7S", "7D") == []


def test_what_is_worth_less_is_no_alternative() -> None:
    hand = "9H 10H JH 4S 4D 4C 6S 6C 6D AC KD 8C 2S"
    assert others(hand) == []


def test_jokers_that_no_meld_takes_are_deadwood_or_a_group() -> None:
    changes: dict[str, Any] = {
        "printed_jokers": 3,
        "max_jokers_in_sequence": 0,
        "max_jokers_in_set": 0,
        "loser_model": LoserModel.PURE_UNLOCKS_ALL,
    }
    hand = "4H 5H 6H 7H 7S 7D 7C 2S JK JK JK KC 9D"
    (loose,) = others(hand, **changes)
    assert melded([loose]) == [["4H 5H 6H 7H", "7S 7D 7C"]]
    assert [str(card) for card in loose.deadwood].count("JK") == 3
    (grouped,) = others(hand, min_naturals=0, **changes)
    assert melded([grouped]) == [["4H 5H 6H 7H", "7S 7D 7C", "JK JK JK"]]


def test_spare_jokers_leave_the_sequence_pure_that_saves_its_points() -> None:
    # Sets of three have room for one joker each, and there are three jokers.
    hand = "4H 5H 6H 7H 7S 7D 7C JK JK JK KC 9D 2S"
    changes: dict[str, Any] = {"printed_jokers": 3, "max_jokers_in_sequence": 2}
    for found in others(hand, loser_model=LoserModel.PURE_UNLOCKS_ALL, **changes):
        assert any(meld.kind.is_pure for meld in found.melds)


def test_another_sequence_may_be_the_long_one() -> None:
    hand = "9H 10H JH QH 10C JC QC KC QS QD KS KD 2C"
    found = others(hand, long_sequence_cards=4)
    assert melded(found) == [["9H 10H JH QH", "10C JC QC", "KS KD KC"]]


def test_a_way_that_suffices_has_alternatives_too() -> None:
    found = others("4H 4H 9C 9C 2S 2S 7D 7S", cards=7, dublees_to_declare=3)
    assert [str(arrangement.discard) for arrangement in found] == ["7D"]
    assert melded(found) == [["2S 2S", "4H 4H", "9C 9C"]]


def test_after_too_many_steps_no_more_are_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = "4S 5S 6S 7S 4H 5H 6H 7H 4D 5D 6D 7D JK"
    monkeypatch.setattr(alternatives, "MAX_STEPS", 30)
    assert len(others(hand)) < 8
