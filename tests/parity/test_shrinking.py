"""A question is made small, within bounds, and never leaves the ruleset."""

from collections.abc import Callable

import pytest

from parity.questions import Case, Question
from parity.results import Outcome, Shrunk, Status
from parity.shrinking import MOST_CALLS, shrink
from tests.parity.questions import GROUPS, HAND, case

Fault = Callable[[Question], bool]


def shrunk(asked: Case, fault: Fault) -> Shrunk:
    """Return what becomes of a question that a client gets wrong where `fault` says so."""

    def judge(small: Case) -> Outcome:
        status = Status.DIFFER if fault(small.question) else Status.AGREE
        return Outcome(small, status, None, ())

    return shrink(judge(asked), judge)


def test_a_group_comes_down_to_the_cards_that_matter() -> None:
    asked = case("classify", group="3S 4S 5S 6S 7S 8S JK", wild_card="9D")
    small = shrunk(asked, lambda question: {"5S", "JK"} <= {*question.group})
    assert small.outcome.case.question.group == ("5S", "JK")
    assert small.outcome.case.question.wild_card is None
    assert small.origin == "made/classify"


def test_a_card_turned_up_stays_where_it_matters() -> None:
    asked = case("classify", group="6H 7H 8H 9H", wild_card="7D")
    small = shrunk(asked, lambda question: question.wild_card == "7D" and "7H" in question.group)
    assert small.outcome.case.question.group == ("7H",)
    assert small.outcome.case.question.wild_card == "7D"


def test_the_fourteenth_card_goes() -> None:
    asked = case("judge", hand=f"{HAND} KC", groups=GROUPS, discard="KC")
    small = shrunk(asked, lambda question: ("QC", "QD", "QS", "QH") in question.groups)
    question = small.outcome.case.question
    assert len(question.hand) == 13
    assert question.groups == (("QC", "QD", "QS", "QH"),)
    assert question.discard is None


def test_the_card_set_aside_is_named_once_others_are_loose_too() -> None:
    asked = case("judge", hand=f"{HAND} KC", groups=GROUPS)
    small = shrunk(asked, lambda question: len(question.hand) == 14)
    question = small.outcome.case.question
    assert question.groups == ()
    assert question.discard in question.hand


def test_a_hand_of_ten_comes_down_to_seven_where_seven_are_dealt() -> None:
    asked = case("best", hand="7S 7H 7D 8D 9D JC 2H 4C AS KD 3C", ruleset="knock-52")
    small = shrunk(asked, lambda question: {"7S", "7H", "7D", "8D", "9D"} <= {*question.hand})
    hand = small.outcome.case.question.hand
    assert len(hand) == 7
    assert {"7S", "7H", "7D", "8D", "9D"} <= {*hand}


def test_cards_that_do_not_matter_give_way_to_dull_ones() -> None:
    asked = case("best", hand="AC AD 6H 7H 8H 9S 10S JS 4C 4D 4S QC QD")
    small = shrunk(asked, lambda question: {"AC", "AD"} <= {*question.hand})
    hand = small.outcome.case.question.hand
    assert len(hand) == 13
    assert {"AC", "AD"} <= {*hand}
    assert small.outcome.case.expect["melds"] == []


def test_what_cannot_be_made_smaller_is_left_as_it_is() -> None:
    asked = case("classify", group="QH KH AH")
    small = shrunk(asked, lambda question: question == asked.question)
    assert small.outcome.case == asked


@pytest.mark.parametrize("ruleset", ["points-13", "knock-52", "marriage-21"])
def test_the_client_is_asked_a_bounded_number_of_times(ruleset: str) -> None:
    size = {"points-13": 13, "knock-52": 10, "marriage-21": 21}[ruleset]
    cards = [f"{rank}{suit}" for suit in "SHDC" for rank in ("A", "3", "4", "5", "7", "9")]
    asked = case("best", hand=" ".join(cards[:size]), ruleset=ruleset)
    asked_about = []

    def fault(question: Question) -> bool:
        asked_about.append(question)
        return len(asked_about) % 3 == 1

    assert shrunk(asked, fault).calls <= MOST_CALLS
    assert len({*asked_about}) == len(asked_about) <= MOST_CALLS + 1
