"""How far hands are from ones that can be declared, and which ones are nearest."""

from collections import Counter
from typing import Any

import pytest

from tests.support.house import deal_of, house, kinds, names
from validator.cards import ALL_KINDS
from validator.prospects import nearest_hand as nearest
from validator.prospects.distance import distance, nearest_hand
from validator.prospects.kept_parts import find_parts
from validator.questions.hands import copies_held
from validator.rules.policies import Ace

COMPLETE = "4H 5H 6H 8C 9C 10C KS KH KD 3S 3D 3C 3H"


def far(hand: str, wild_card: str | None = None, **changes: Any) -> int | None:
    ruleset = house(**changes)
    return distance(kinds(hand), deal_of(ruleset, wild_card), copies_held(ruleset, None))


def nearest_to(hand: str, wild_card: str | None = None, **changes: Any) -> str:
    ruleset = house(**changes)
    found = nearest_hand(kinds(hand), deal_of(ruleset, wild_card), copies_held(ruleset, None))
    assert found is not None
    return names(found)


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        pytest.param(COMPLETE, 0, id="declarable"),
        pytest.param(f"{COMPLETE} QD", 0, id="declarable after a discard"),
        pytest.param("4H 5H 6H 8C 9C 10C KS KH KD 3S 3D 3C QD", 1, id="a card left over"),
        pytest.param("4H 5H 6H 8C 9C 10C KS KH KD 3S 3D 7S QD", 2, id="half a set left"),
        pytest.param("4H 5H 6H 8C 9C 10C KS KH KD 3S 3D 7S QD 2C", 2, id="the same before discard"),
        pytest.param("4H 5H 8C 9C KS KH 3S 3D JD QD 2C 6S 10H", 5, id="nothing but pairs"),
    ],
)
def test_the_distance_counts_the_cards_to_exchange(hand: str, expected: int) -> None:
    assert far(hand) == expected


def test_a_joker_makes_no_sequence_pure() -> None:
    hand = "4H 5H JK 9C 10C JK KS KH KD KC 3S 3H 3D"
    assert far(hand) == 0  # 3H 4H 5H is pure
    assert far(hand.replace("3H", "3C")) == 1


def test_a_wild_card_is_drawn_as_a_joker_or_at_face_value() -> None:
    hand = "4H 5H 6H 8C 9C JC KS KH KD 3S 3D 3C 2D"
    assert far(hand, "10D") == 1
    assert len(set(kinds(nearest_to(hand, "10D"))) - set(kinds(hand))) == 1


def test_a_wild_card_of_the_hand_is_kept_as_a_joker() -> None:
    assert far("4H 5H 6H 8C 9C 10S KS KH KD 3S 3D 7D QS", "10D") == 2
    assert far("4H 5H 10H 8C 9C 10S KS KH KD 3S 3D 7D QS", "10D") == 2


def test_copies_that_the_decks_do_not_hold_are_not_drawn() -> None:
    # 4 5 6 of spades could go with 3S or 7S, the jacks with JD or JC. One deck, no jokers.
    hand = "4S 5S 6S 3H 3D 3C JS JH 9D 10D QD 7H"
    changes: dict[str, Any] = {"cards": 12, "decks": 1, "printed_jokers": 0, "min_sequences": 2}
    assert far(hand, **changes) == 2
    drawn = Counter(kinds(nearest_to(hand, **changes))) - Counter(kinds(hand))
    assert names(tuple(drawn)) in ("JD JC", "JC JD", "8D JD", "JD KD", "JD 8D")


def test_what_the_decks_hold_may_be_too_few() -> None:
    deal = deal_of(house(cards=3, min_sequences=1, printed_jokers=0))
    copies = [0] * 53
    for kind in kinds("4H 5H 9C 9S"):
        copies[kind] = 1
    assert distance(kinds("4H 5H 9C"), deal, copies) is None


def test_no_hand_of_two_cards_can_be_declared() -> None:
    changes: dict[str, Any] = {"min_sequences": 0, "min_pure_sequences": 0}
    assert far("4H 5H", cards=2, **changes) is None


def test_an_ace_that_is_low_only_stays_below_the_two() -> None:
    changes: dict[str, Any] = {"cards": 3, "min_sequences": 1}
    assert far("QH KH AH", **changes) == 0
    assert far("QH KH AH", ace=Ace.LOW, **changes) == 1


def test_a_meld_may_be_drawn_whole() -> None:
    hand = "4S 4H 4D 7S 7H 7D 9S 9H 9D JS JH JD 2C"
    assert far(hand, min_sequences=1, min_pure_sequences=1) == 3
    assert far(hand, min_sequences=0, min_pure_sequences=0) == 1


def test_a_long_sequence_that_is_missing_is_counted() -> None:
    hand = "4H 5H 6H 8C 9C 10C KS KH KD KC 3S 3D 3C"
    assert far(hand) == 0
    assert far(hand, long_sequence_cards=4) == 1
    assert far(hand, long_sequence_cards=5) == 3  # a run of five leaves no room for both sets


def test_jokers_that_no_meld_takes_are_exchanged() -> None:
    hand = "4H 5H 6H 8C 9C 10C KS KH KD 3S 3D JK JK"
    assert far(hand) == 0
    assert far(hand, max_jokers_in_sequence=0, max_jokers_in_set=0) == 2
    assert far(hand, max_jokers_in_sequence=0, max_jokers_in_set=1) == 0


def test_jokers_may_be_a_group_of_their_own() -> None:
    hand = "4H 5H 6H 8C 9C 10C KS KH KD JK JK JK 2D"
    changes: dict[str, Any] = {"printed_jokers": 4, "set_max_cards": 3, "max_jokers_in_sequence": 0}
    assert far(hand, max_jokers_in_set=0, min_naturals=0, **changes) == 1
    assert far(hand, max_jokers_in_set=0, **changes) == 3


def test_tunnelas_are_pure_sequences_where_there_are_any() -> None:
    changes: dict[str, Any] = {"cards": 6, "decks": 3, "min_pure_sequences": 2}
    assert far("4H 4H 4H 9C 9C 2S", identical_triplet=True, **changes) == 1
    assert far("4H 4H 4H 9C 9C 2S", identical_triplet=False, **changes) == 4


@pytest.mark.parametrize(
    ("hand", "changes", "expected"),
    [
        pytest.param("4H 4H 9C 9C 2S 7D JD KS", {"dublees_to_declare": 3}, 1, id="a dublee more"),
        pytest.param("4H 4H 9C 9C 2S 2S JD KS", {"dublees_to_declare": 3}, 0, id="dublees enough"),
        pytest.param("4H 5H 9C JC 2S 7D JD KS", {"dublees_to_declare": 3}, 3, id="three halves"),
        pytest.param("4H 4H 4H 9C 9C 7D JD KS", {"tunnelas_to_declare": 2}, 1, id="a tunnela more"),
        pytest.param("JK JK 5H 9C 2S 7D JD KS", {"jokers_to_declare": 3}, 1, id="a joker more"),
        pytest.param("3H 4C 6H 6C 2S 8D JD KS", {"jokers_to_declare": 3}, 1, id="wild cards count"),
        pytest.param("JK 6S 6H 6C 2S 7D JD KS", {"jokers_to_declare": 3}, 0, id="jokers enough"),
    ],
)
def test_what_suffices_to_declare_may_be_nearer_than_melds(
    hand: str, changes: dict[str, Any], expected: int
) -> None:
    identical = {"cards": 8, "decks": 3, "identical_triplet": True, "printed_jokers": 6}
    assert far(hand, "6D", **identical, **changes) == expected


def test_a_way_that_the_decks_do_not_allow_is_none() -> None:
    melds: dict[str, Any] = {"cards": 6, "decks": 1, "printed_jokers": 1, "min_sequences": 1}
    assert far("4H 5H 6H 9C 9S 2D", dublees_to_declare=2, **melds) == 1


def test_with_a_knock_the_distance_is_that_to_a_knock() -> None:
    ruleset = house("knock-52")
    copies = copies_held(ruleset, None)

    def knock(hand: str, **changes: Any) -> int | None:
        return distance(kinds(hand), deal_of(house("knock-52", **changes)), copies)

    hand = "3S 4S 5S 6H 6D 6C 9H KD 2C AD"
    assert knock(hand) == 2  # without the king 12 points are left
    assert knock(f"{hand} QC") == 2
    assert knock(f"{hand} QD") == 1  # with JD there are three of diamonds
    assert knock(hand, knock_limit=13) == 1
    assert knock(hand, knock_limit=22) == 0
    assert knock(hand, knock_limit=0) == 3  # AC and 3C beside the 2C, and 2S or 6S


def test_a_joker_of_a_knock_is_no_deadwood_points() -> None:
    changes: dict[str, Any] = {"printed_jokers": 2, "cards": 7, "knock_limit": 0}
    ruleset = house("knock-52", **changes)
    hand = kinds("3S 4S 5S JK JK 9H KD")
    assert distance(hand, deal_of(ruleset), copies_held(ruleset, None)) == 1


def test_a_search_that_takes_too_long_gives_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = "4H 5H 8C 9C KS KH 3S 3D JD QD 2C 6S 10H"
    monkeypatch.setattr(nearest, "MAX_STEPS", 20)
    assert far(hand) is None
    assert far(COMPLETE) == 0


def test_a_card_may_be_the_lowest_of_no_part() -> None:
    # One deck, no jokers: whatever KC goes with is in the hand, and lower.
    limits: dict[str, Any] = {"max_jokers_in_sequence": 0, "max_jokers_in_set": 0}
    ruleset = house("knock-52", cards=9, knock_limit=0, **limits)
    hand = kinds("KS KH KD KC JC QC 2H 5D 9S")
    deal, copies = deal_of(ruleset), copies_held(ruleset, None)
    held = [hand.count(kind) for kind in ALL_KINDS]
    spare = [total - mine for total, mine in zip(copies, held, strict=True)]
    lowest = {part.kept[0] for part in find_parts(held, spare, deal, 9) if part.kept}
    assert kinds("KC")[0] not in lowest
    assert distance(hand, deal, copies) == 2
