"""The parts of melds that a hand holds, and what completes them."""

from collections import Counter
from typing import Any

import pytest

from tests.support.house import deal_of, house, kinds, names
from validator.cards import ALL_KINDS, NATURAL_KINDS
from validator.prospects.kept_parts import KeptPart, find_parts
from validator.questions.hands import copies_held


def parts_of(
    hand: str, wild_card: str | None = None, most: int = 5, **changes: Any
) -> list[KeptPart]:
    ruleset = house(changes.pop("base", "points-13"), **changes)
    held = Counter(kinds(hand))
    copies = copies_held(ruleset, None)
    spare = [copies[kind] - held[kind] for kind in ALL_KINDS]
    return find_parts([held[kind] for kind in ALL_KINDS], spare, deal_of(ruleset, wild_card), most)


def keeping(parts: list[KeptPart], kept: str, *, pure: int = 0, sequence: int = 1) -> KeptPart:
    (found,) = (
        part
        for part in parts
        if (names(part.kept), part.pure, part.sequence) == (kept, pure, sequence)
    )
    return found


def completed(part: KeptPart) -> list[tuple[str, int]]:
    """Return what is drawn at face value, and how many jokers, for the fewest cards lacking."""
    return [(names(plan.drawn), plan.jokers) for plan in part.plans if plan.lacking == part.lacking]


def test_a_part_of_a_sequence_lacks_a_joker_or_a_card() -> None:
    part = keeping(parts_of("4H 6H"), "4H 6H")
    assert (part.lacking, part.long) == (1, 0)
    assert completed(part) == [("", 1), ("5H", 0)]


def test_a_part_that_is_to_be_pure_lacks_cards_only_and_has_no_room() -> None:
    part = keeping(parts_of("4H 5H"), "4H 5H", pure=1)
    assert completed(part) == [("3H", 0), ("6H", 0)]
    assert part.jokers == 0


def test_a_part_of_a_set_lacks_other_suits() -> None:
    part = keeping(parts_of("4H 4S"), "4S 4H", sequence=0)
    assert completed(part) == [("", 1), ("4D", 0), ("4C", 0)]
    assert part.jokers == 2


def test_a_card_that_is_held_need_not_be_kept_where_the_decks_have_another() -> None:
    parts = parts_of("4H 5H 6H")
    assert keeping(parts, "4H 6H").plans[0].jokers == 1
    assert ("5H", 0) in completed(keeping(parts, "4H 6H"))
    assert completed(keeping(parts_of("4H 5H 5H 6H"), "4H 6H")) == [("", 1)]


def test_a_card_that_the_decks_have_no_more_is_not_drawn() -> None:
    parts = parts_of("4H 6H 6S", decks=1, printed_jokers=0, hand_size_by_players=((2, 13),))
    assert completed(keeping(parts, "4H 6H")) == [("", 1), ("5H", 0)]
    drawn = {kind for part in parts for plan in part.plans for kind in plan.drawn}
    assert drawn == set(NATURAL_KINDS) - set(kinds("4H 6H 6S"))


def test_a_meld_that_is_drawn_whole_comes_last() -> None:
    *_, last = parts_of("4H")
    assert last.kept == ()
    assert last.lacking == 3


def test_parts_come_by_their_lowest_cards_and_what_lacks_least_comes_first() -> None:
    parts = parts_of("4H 5H 6H 9C")
    lowest = [part.kept[0] if part.kept else 99 for part in parts]
    assert lowest == sorted(lowest)
    assert parts[0].lacking == 0


def test_a_tunnela_is_kept_in_part() -> None:
    parts = parts_of("4H 4H", decks=3, identical_triplet=True)
    part = keeping(parts, "4H 4H", pure=1)
    assert completed(part) == [("4H", 0)]
    assert not [part for part in parts_of("4H 4H") if part.kept == kinds("4H 4H")]


def test_a_tunnela_needs_as_many_copies_as_the_decks_hold() -> None:
    ruleset = house(decks=3, identical_triplet=True)
    held, spare = [0] * 53, [2] * 53
    parts = find_parts(held, spare, deal_of(ruleset), 3)
    assert not [p for p in parts for f in p.plans if len(set(f.drawn)) < len(f.drawn)]


@pytest.mark.parametrize(("base", "pure"), [("points-13", 1), ("knock-52", 0)])
def test_nothing_has_to_be_pure_in_a_knock(base: str, pure: int) -> None:
    found = parts_of("4H 5H", base=base, hand_size_by_players=((2, 10),))
    assert max(part.pure for part in found) == pure


def test_for_a_knock_parts_tell_exactly_how_many_cards_are_lacking() -> None:
    found = parts_of("4H 5H", base="knock-52", hand_size_by_players=((2, 10),))
    lacking = [part.lacking for part in found if part.kept == kinds("4H 5H")]
    assert lacking == [1, 2, 3]
    for part in found:
        assert {plan.lacking for plan in part.plans} == {part.lacking}


def test_no_part_lacks_more_than_may_be_drawn_and_the_jokers_of_the_hand() -> None:
    for most in range(4):
        for part in parts_of("4H 5H 5H 9C 9S JK 7D", "7S", most):
            assert part.lacking <= most + 2
            assert all(len(plan.drawn) <= most for plan in part.plans)


def test_a_hand_as_it_is_has_the_parts_that_lack_nothing_but_its_jokers() -> None:
    found = [names(part.kept) for part in parts_of("4H 5H 6H 9C 9S JK", most=0) if part.sequence]
    assert set(found) == {"4H 5H 6H", "4H 5H", "4H 6H", "5H 6H"}
