"""What a house rule may not ask for, lest the search takes too long."""

from typing import Any

import pytest

from tests.support.house import house
from validator import RulesetContradiction
from validator.rules.search_bounds import MAX_CARDS_TRIED_FREELY, MAX_SPAN
from validator.search.patterns import MOST_NATURALS

LARGE = MAX_CARDS_TRIED_FREELY + 1


def contradictions(**changes: Any) -> list[tuple[str, ...]]:
    """Return the fields of every contradiction that these changes of points-13 make."""
    try:
        house("points-13", **changes)
    except RulesetContradiction as error:
        return [found.fields for found in error.contradictions]
    return []


FREE = [
    ("long_sequence_cards", 4),
    ("max_jokers_in_sequence", 1),
    ("max_jokers_in_set", 0),
    ("min_naturals", 2),
]


@pytest.mark.parametrize(("name", "value"), FREE)
def test_a_rule_that_costs_much_is_for_hands_of_usual_size(name: str, value: int) -> None:
    assert contradictions(cards=LARGE - 1, **{name: value}) == []
    assert contradictions(cards=LARGE, **{name: value}) == [(name, "hand_size_by_players")]


def test_the_largest_hand_decides() -> None:
    sizes = ((2, 21), (5, 13))
    found = contradictions(hand_size_by_players=sizes, max_jokers_in_set=2)
    assert found == [("max_jokers_in_set", "hand_size_by_players")]


def test_the_sentence_says_what_is_allowed() -> None:
    with pytest.raises(RulesetContradiction) as caught:
        house("points-13", cards=21, min_naturals=2, max_jokers_in_set=1)
    assert [found.detail for found in caught.value.contradictions] == [
        "min_naturals is at most 1 where a hand has more than 16 cards",
        "max_jokers_in_set is null where a hand has more than 16 cards",
    ]


@pytest.mark.parametrize(
    ("fewest", "long", "clash"),
    [(3, 6, False), (4, 5, False), (4, 6, True), (4, None, False), (3, None, False)],
)
def test_a_long_sequence_is_not_much_longer_than_others(
    fewest: int, long: int | None, clash: bool
) -> None:
    found = contradictions(meld_min_cards=fewest, long_sequence_cards=long)
    assert found == ([("long_sequence_cards", "meld_min_cards")] if clash else [])


def test_the_span_is_the_one_that_cores_have_room_for() -> None:
    assert MAX_SPAN - 1 == MOST_NATURALS


@pytest.mark.parametrize(
    "changes", [{"meld_min_cards": 4}, {"long_sequence_cards": 4}], ids=["fewest", "long"]
)
def test_two_naturals_go_with_short_melds(changes: dict[str, int]) -> None:
    assert contradictions(min_naturals=2) == []
    assert contradictions(min_naturals=2, **changes) == [
        ("min_naturals", "meld_min_cards", "long_sequence_cards")
    ]


def test_the_game_of_21_cards_is_playable() -> None:
    changes = {"decks": 3, "printed_jokers": 3, "neighbour_wilds": True, "identical_triplet": True}
    assert contradictions(cards=21, min_sequences=3, min_pure_sequences=3, **changes) == []
