"""What completes the parts of a hand."""

from collections import Counter
from typing import Any

import pytest

from tests.support.house import deal_of, house, kinds, names
from validator.cards import ALL_KINDS
from validator.prospects.draw_plans import DrawPlanner, least_deadwood
from validator.prospects.kept_parts import find_parts
from validator.questions.hands import copies_held


class Steps:
    """Counts the steps of a planner."""

    def __init__(self) -> None:
        self.count = 0

    def step(self) -> None:
        self.count += 1


def filled(
    hand: str, melds: list[str], most: int, wild_card: str | None = None, **changes: Any
) -> str | None:
    """Return the hand that these parts are completed to, each the one that lacks least."""
    ruleset = house(changes.pop("base", "points-13"), cards=len(hand.split()), **changes)
    deal, held = deal_of(ruleset, wild_card), Counter(kinds(hand))
    spare = [copies_held(ruleset, None)[kind] - held[kind] for kind in ALL_KINDS]
    parts = find_parts([held[kind] for kind in ALL_KINDS], spare, deal, 5)
    chosen = [next(p for p in parts if p.kept == kinds(meld) and not p.pure) for meld in melds]
    found = DrawPlanner(kinds(hand), deal, spare, len(hand.split()), lambda: None).fill(
        chosen, most
    )
    return None if found is None else names(sorted(found))


ANY: dict[str, Any] = {"min_sequences": 0, "min_pure_sequences": 0}


def test_a_joker_of_the_hand_comes_before_a_card_drawn() -> None:
    assert filled("4H 5H JK", ["4H 5H"], 0, **ANY) == "4H 5H JK"
    assert filled("4H 5H 9S", ["4H 5H"], 0, **ANY) is None


def test_a_joker_is_drawn_before_another_card() -> None:
    assert filled("4H 6H 9S", ["4H 6H"], 1, **ANY) == "4H 6H JK"


def test_a_card_is_drawn_where_there_is_no_joker() -> None:
    assert filled("4H 6H 9S", ["4H 6H"], 1, printed_jokers=0, **ANY) == "4H 5H 6H"


def test_wild_cards_are_jokers() -> None:
    assert filled("4H 6H 9S", ["4H 6H"], 0, "9D", **ANY) == "9S 4H 6H"
    assert filled("4H 6H 2S", ["4H 6H"], 1, "9D", printed_jokers=0, **ANY) == "9S 4H 6H"


def test_what_melds_want_in_size_is_jokers_in_their_room() -> None:
    assert filled("4H 5H 6H 9S", ["4H 5H 6H"], 1, **ANY) == "4H 5H 6H JK"
    assert filled("4S 4H 4D 4C 9S", ["4S 4H 4D 4C"], 1, **ANY) is None


def test_jokers_may_be_a_group() -> None:
    groups: dict[str, Any] = {**ANY, "min_naturals": 0, "max_jokers_in_sequence": 0}
    groups |= {"printed_jokers": 3, "max_jokers_in_set": 0}
    hand = "4H 5H 6H JK JK JK"
    assert filled(hand, ["4H 5H 6H"], 0, **groups) == hand
    assert filled("4H 5H 6H JK JK", ["4H 5H 6H"], 0, **groups) is None


def test_a_card_is_not_drawn_more_often_than_the_decks_hold_it() -> None:
    one_deck: dict[str, Any] = {**ANY, "decks": 1, "printed_jokers": 0}
    found = filled("4H 6H 5S 5D JC QC", ["4H 6H", "5S 5D"], 2, **one_deck)
    assert found == "5S 4H 5H 6H 5D 5C"


def test_two_parts_do_not_draw_the_same_last_copy() -> None:
    one_deck: dict[str, Any] = {**ANY, "decks": 1, "printed_jokers": 0, "set_max_cards": 3}
    assert filled("4H 6H 5S 5C QD 9C", ["4H 6H", "5S 5C"], 2, **one_deck) == "5S 4H 5H 6H 5D 5C"


def test_every_step_is_counted() -> None:
    deal, steps = deal_of(house(cards=3, **ANY)), Steps()
    planner = DrawPlanner(kinds("4H 5H 6H"), deal, [1] * 53, 3, steps.step)
    assert planner.fill([], 0) is None
    assert steps.count == 1


def test_a_part_that_makes_the_hand_too_large_is_none() -> None:
    deal = deal_of(house(cards=3, **ANY))
    planner = DrawPlanner(kinds("4H 5H 6H"), deal, [1] * 53, 3, lambda: None)
    parts = find_parts([int(kind in kinds("4H 5H 6H")) for kind in ALL_KINDS], [1] * 53, deal, 5)
    large = [part for part in parts if part.lacking + len(part.kept) > 3]
    assert planner.fill(large[:1], 3) is None


def knocked(hand: str, melds: list[str], most: int, **changes: Any) -> str | None:
    return filled(hand, melds, most, base="knock-52", **changes)


def test_a_knock_keeps_the_deadwood_of_fewest_points() -> None:
    assert knocked("4H 5H 6H KS 2S", ["4H 5H 6H"], 1) == "AS 2S 4H 5H 6H"
    assert knocked("4H 5H 6H KS 2S", ["4H 5H 6H"], 0) is None
    assert knocked("4H 5H 6H 8S 2S", ["4H 5H 6H"], 0) == "2S 8S 4H 5H 6H"


def test_a_knock_may_draw_jokers_as_deadwood() -> None:
    hand = "4H 5H 6H KS QS"
    found = knocked(hand, ["4H 5H 6H"], 2, printed_jokers=2, knock_limit=0)
    assert found == "4H 5H 6H JK JK"
    assert knocked(hand, ["4H 5H 6H"], 1, printed_jokers=2, knock_limit=0) is None


@pytest.mark.parametrize(
    ("size", "loose", "others", "most", "expected"),
    [
        (2, [1, 5, 9], [1, 1], 0, (6, 0)),
        (2, [1, 5, 9], [1, 1], 1, (2, 1)),
        (2, [1, 5, 9], [1, 1], 2, (2, 1)),
        (0, [1], [], 3, (0, 0)),
        (3, [1], [0], 3, None),
    ],
)
def test_the_least_deadwood_draws_only_what_helps(
    size: int, loose: list[int], others: list[int], most: int, expected: tuple[int, int] | None
) -> None:
    assert least_deadwood(size, loose, others, most) == expected
