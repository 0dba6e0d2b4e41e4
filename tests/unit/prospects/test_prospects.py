"""What may become of a hand."""

from typing import Any

import pytest

from tests.support.house import house
from validator import (
    CardList,
    ErrorCode,
    Kind,
    MalformedRequest,
    Prospects,
    Situation,
    find_prospects,
    find_ruleset,
    find_situation_faults,
    read_cards,
    read_situation,
)
from validator.cards import parse_kind
from validator.rules.rulesets import Ruleset

COMPLETE = "4H 5H 6H 8C 9C 10C KS KH KD 3S 3D 3C 3H"
NEAR = "4H 5H 6H 8C 9C JC KS KH KD 3S 3D 3C 3C"
KNOCK = "3S 4S 5S 6H 6D 6C 7H KD 2C AD"


def card_or_none(code: str | None) -> Kind | None:
    return None if code is None else parse_kind(code)


def situation(
    hand: str,
    ruleset: Ruleset | None = None,
    *,
    wild_card: str | None = None,
    discard: str | None = None,
    seen: str | None = None,
) -> Situation:
    return read_situation(
        ruleset or find_ruleset("points-13"),
        read_cards(hand, ("hand",)),
        card_or_none(wild_card),
        card_or_none(discard),
        None if seen is None else read_cards(seen, ("seen",)),
    )


def prospects_of(hand: str, ruleset: Ruleset | None = None, **more: Any) -> Prospects:
    most = more.pop("most", 0)
    return find_prospects(situation(hand, ruleset, **more), most)


def completing(found: Prospects) -> list[tuple[str, int]]:
    return [(str(each.card), each.unseen) for each in found.completing_cards]


def test_a_hand_without_a_card_to_set_aside_has_no_discards() -> None:
    assert prospects_of(NEAR).discards == ()
    assert prospects_of(f"{NEAR} QD", discard="QD").discards == ()


def test_every_card_that_may_be_set_aside_is_there_once_the_best_first() -> None:
    found = prospects_of(f"{NEAR} QD")
    cards = [str(choice.card) for choice in found.discards]
    assert sorted(cards) == sorted({*NEAR.split(), "QD"})
    assert found.best.discard == found.discards[0].card
    penalties = [choice.penalty for choice in found.discards]
    assert penalties == sorted(penalties)
    assert {choice.gin for choice in found.discards} == {None}


def test_of_cards_that_are_equally_good_to_set_aside_the_dearer_comes_first() -> None:
    found = prospects_of("4H 5H 6H 8C 9C 10C JC KS KH KD KC 3S 3D 3C")
    declarable = [str(choice.card) for choice in found.discards if choice.declarable]
    assert declarable == ["KS", "KH", "KD", "JC", "KC", "8C"]


def test_the_first_discard_is_that_of_the_best_where_dublees_suffice_too() -> None:
    ruleset = house(cards=7, dublees_to_declare=3)
    found = prospects_of("4H 4H 9C 9C 2S 2S 7D 7S", ruleset)
    assert found.discards[0].card == found.best.discard


def test_in_knock_rulesets_a_discard_tells_whether_it_is_gin() -> None:
    found = prospects_of("3S 4S 5S 6H 6D 6C KD KS KH KC QD", find_ruleset("knock-52"))
    assert [(str(c.card), c.declarable, c.gin) for c in found.discards[:2]] == [
        ("QD", True, True),
        ("KS", True, False),
    ]


def test_copies_in_the_hand_or_seen_cannot_be_drawn() -> None:
    assert completing(prospects_of(NEAR)) == [("10C", 2), ("JK", 2)]
    assert completing(prospects_of(NEAR, seen="JK 10C 2S")) == [("10C", 1), ("JK", 1)]
    assert completing(prospects_of(NEAR, seen="JK 10C JK")) == [("10C", 1)]


def test_the_card_turned_up_cannot_be_drawn_where_it_is_gone_from_the_decks() -> None:
    removed = house(exposed_card_removed=True)
    assert ("10C", 1) in completing(prospects_of(NEAR, removed, wild_card="10C"))
    assert ("10C", 2) in completing(prospects_of(NEAR, wild_card="10C"))


def test_a_card_seen_changes_no_distance() -> None:
    assert prospects_of(NEAR).distance == 1
    assert prospects_of(NEAR, seen="10C 10C JK JK").distance == 1
    assert completing(prospects_of(NEAR, seen="10C 10C JK JK")) == []


def test_a_hand_that_can_be_declared_is_completed_by_whatever_is_drawn() -> None:
    found = prospects_of(COMPLETE)
    assert found.distance == 0
    assert len(found.completing_cards) == 53


def test_a_hand_that_is_farther_away_is_completed_by_no_card() -> None:
    found = prospects_of("4H 5H 6H 8C 9C JC KS KH KD 3S 3D 7S QD")
    assert (found.distance, found.completing_cards) == (2, ())


def test_a_hand_with_a_card_too_many_is_completed_after_its_best_discard() -> None:
    found = prospects_of(f"{NEAR} QD")
    assert str(found.best.discard) == "QD"
    assert (found.distance, completing(found)) == (1, [("10C", 2), ("JK", 2)])


def test_the_card_that_the_caller_sets_aside_is_gone() -> None:
    found = prospects_of(f"{NEAR} QD", discard="9C")
    assert (found.distance, found.completing_cards) == (2, ())
    assert prospects_of(f"{COMPLETE} QD", discard="QD").distance == 0


def test_where_the_distance_is_undetermined_the_completing_cards_are_still_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("validator.prospects.nearest_hand.MAX_STEPS", 0)
    found = prospects_of(NEAR)
    assert found.distance is None
    assert completing(found) == [("10C", 2), ("JK", 2)]


def test_alternatives_are_as_many_as_are_wanted() -> None:
    hand = "4S 5S 6S 7S 4H 5H 6H 7H 4D 5D 6D 7D JK"
    assert len(prospects_of(hand, most=20).alternatives) == 8
    assert len(prospects_of(hand, most=3).alternatives) == 3
    assert prospects_of(hand).alternatives == ()


def test_a_knock_has_prospects_too() -> None:
    found = prospects_of(KNOCK, find_ruleset("knock-52"))
    assert found.distance == 1
    assert completing(found)[:2] == [("2S", 1), ("6S", 1)]


def test_a_situation_knows_the_decks_and_what_is_unseen_of_them() -> None:
    found = situation(NEAR, seen="3D")
    three = parse_kind("3D")
    assert (found.copies[three], found.unseen[three]) == (2, 0)
    assert sum(found.copies) - sum(found.unseen) == 14


def test_faults_of_the_hand_and_of_the_cards_seen_are_listed_together() -> None:
    ruleset = find_ruleset("points-13")
    hand = read_cards("4H 4H 5X", ("hand",))
    seen = read_cards(["4H", "KS", "5X"], ("seen",))
    faults = find_situation_faults(ruleset, hand, None, parse_kind("9S"), seen)
    assert [(fault.path, fault.code) for fault in faults] == [
        (("hand",), ErrorCode.UNKNOWN_CARD),
        (("hand",), ErrorCode.HAND_SIZE),
        (("seen", 2), ErrorCode.UNKNOWN_CARD),
        (("seen", 0), ErrorCode.TOO_MANY_COPIES),
    ]
    with pytest.raises(MalformedRequest):
        read_situation(ruleset, hand, None, None, seen)


def test_without_cards_seen_only_the_hand_is_judged() -> None:
    hand: CardList = read_cards(NEAR, ("hand",))
    assert find_situation_faults(find_ruleset("points-13"), hand, None, None, None) == []
