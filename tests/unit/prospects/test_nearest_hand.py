"""The search for a near hand that can be declared, asked for so many cards drawn."""

from collections import Counter
from typing import Any

import pytest

from tests.support.house import deal_of, house, kinds
from validator.prospects import nearest_hand as nearest
from validator.prospects.nearest_hand import NearestSearch, TooManySteps
from validator.questions.hands import copies_held
from validator.search import best_arrangement

LOST = "4H 5H 8C 9C KS KH 3S 3D JD QD 2C 6S 10H"


def search_from(hand: str, **changes: Any) -> NearestSearch:
    ruleset = house(**changes)
    return NearestSearch(kinds(hand), deal_of(ruleset), copies_held(ruleset, None), 13)


def test_as_many_cards_are_drawn_as_are_needed_and_no_fewer() -> None:
    search = search_from(LOST)
    reached = [search.reach(drawn) for drawn in range(6)]
    assert [found is not None for found in reached] == [False] * 5 + [True]
    nearest_hand = reached[5]
    assert nearest_hand is not None
    assert (Counter(nearest_hand) & Counter(kinds(LOST))).total() == 8
    assert best_arrangement(nearest_hand, deal_of(house())).declarable


def test_a_card_more_than_is_dealt_is_left_out_for_nothing() -> None:
    hand = "4H 5H 6H 8C 9C 10C KS KH KD 3S 3D 3C 2C QD"
    search = NearestSearch(kinds(hand), deal_of(house()), [2] * 53, 13)
    assert search.reach(0) is None
    assert search.reach(1) is not None


def test_the_same_question_has_the_same_answer_again() -> None:
    search = search_from(LOST)
    assert search.reach(5) == search.reach(5)


def test_it_gives_up_after_so_many_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nearest, "MAX_STEPS", 5)
    with pytest.raises(TooManySteps):
        search_from(LOST).reach(5)
