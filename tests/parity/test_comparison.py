"""What is right in an answer, and what is wrong."""

from dataclasses import replace
from typing import Any

import pytest

from parity.comparison import compare
from tests.parity.questions import GROUPS, HAND, case

MELDS = [group.split() for group in GROUPS]
NOT_COMPLETE = "9H 10H JH 4S 4D 4C 6S 6C 6D AC KD 8C 2S"


def test_a_kind_is_compared() -> None:
    asked = case("classify", group="KS AS 2S")
    assert compare(asked, {"kind": "invalid"}) == ()
    assert compare(asked, {"kind": "pure_sequence"}) == ("kind is invalid, not pure_sequence",)


def test_codes_are_compared_in_any_order_where_they_are_given() -> None:
    asked = case("judge", hand=HAND, groups=["5H 6H", *GROUPS[2:]])
    codes = ["group_too_small", "no_pure_sequence", "too_few_sequences", "card_left_out"]
    answer = {"valid": False, "penalty": 80}
    assert compare(asked, answer) == ()
    assert compare(asked, {**answer, "violations": codes[::-1]}) == ()
    (fault,) = compare(asked, {**answer, "violations": codes[:1]})
    assert fault.endswith("not group_too_small")


def test_validity_and_penalty_are_compared() -> None:
    asked = case("judge", hand=HAND, groups=GROUPS)
    assert compare(asked, {"valid": True, "penalty": 0}) == ()
    assert compare(asked, {"valid": False, "penalty": 80}) == (
        "valid is true, not false",
        "penalty is 0, not 80",
    )
    assert compare(asked, {"valid": True, "points_as_grouped": 0}) == (
        "points_as_grouped is 2, not 0",
    )


def test_counts_are_compared_where_both_have_them() -> None:
    asked = case("best", hand=HAND)
    counts = {"melds": 24, "arrangements": 1}
    counted = replace(asked, expect={**asked.expect, "counts": counts})
    answer = {"penalty": 2, "declarable": True}
    assert compare(counted, answer) == compare(counted, {**answer, "counts": counts}) == ()
    assert compare(asked, {**answer, "counts": {"melds": 3}}) == ()
    assert compare(counted, {**answer, "counts": {"melds": 23, "arrangements": 1}}) == (
        "the number of melds is 24, not 23",
    )
    assert compare(counted, {**answer, "counts": {"arrangements": 2}}) == (
        "the number of arrangements is 1, not 2",
    )


def test_any_best_arrangement_will_do() -> None:
    # The nine of hearts serves the run or the set.
    hand = "9H 10H JH QH 9S 9D 9C 3S 4S 5S 2C 2D 2H"
    asked = case("best", hand=hand)
    answer = {"penalty": 2, "declarable": True}
    for melds in (
        ["9H 10H JH QH", "9S 9D 9C", "3S 4S 5S", "2C 2D 2H"],
        ["10H JH QH", "9H 9S 9D 9C", "5S 4S 3S", "2H 2C 2D"],
    ):
        assert compare(asked, {**answer, "melds": [meld.split() for meld in melds]}) == ()


@pytest.mark.parametrize(
    ("melds", "told"),
    [
        ([*MELDS, ["5H"]], "its melds are not of this hand: 5H is in the groups more often"),
        ([*MELDS, ["KH"]], "its melds are not of this hand: KH is in a group but not in the hand"),
        ([["5X"]], "its melds are not of this hand: entry 1: '5X' is not a card"),
        (
            [*MELDS[:2], [*MELDS[2], "QC"], MELDS[3][1:]],
            "its meld 4C 4D 4S QC is none: ",
        ),
        (MELDS[:3], "its melds cost 40, the best ones 2"),
        (MELDS[:3], "its melds cannot be declared"),
    ],
)
def test_an_arrangement_is_judged(melds: list[list[str]], told: str) -> None:
    asked = case("best", hand=HAND)
    faults = compare(asked, {"penalty": 2, "declarable": True, "melds": melds})
    assert any(fault.startswith(told) for fault in faults), faults


def test_a_joker_left_outside_makes_a_hand_undeclarable() -> None:
    hand = "5H 6H 7H 9S 10S JS 4C 4D 4S QC QD QS JK"
    asked = case("best", "yeeqia-13", hand=hand)
    melds = [*MELDS[:3], ["QC", "QD", "QS"]]
    assert compare(asked, {"penalty": 0, "melds": melds}) == ("its melds cannot be declared",)
    assert compare(asked, {"penalty": 0, "melds": [*melds[:3], ["QC", "QD", "QS", "JK"]]}) == ()


def test_the_card_set_aside_belongs_to_an_arrangement() -> None:
    asked = case("best", hand=f"{HAND} KC")
    answer: dict[str, Any] = {"penalty": 2, "declarable": True, "melds": MELDS}
    assert compare(asked, {**answer, "discard": "KC"}) == ()
    assert compare(asked, answer) == ()  # one card is left out, so it is that one
    (fault,) = compare(asked, {**answer, "discard": "KD"})
    assert fault.startswith("its melds are not of this hand: KD is set aside but not in the hand")
    (fault, *_) = compare(asked, {**answer, "melds": MELDS[1:]})
    assert fault.startswith("its melds are not of this hand: of 14 cards one is set aside")


def test_a_hand_to_be_refused_has_to_be_refused() -> None:
    asked = case("judge", hand=HAND, groups=[*GROUPS, "5H"])
    assert asked.expect == {"refused": ["card_used_twice"]}
    assert compare(asked, {"refused": True}) == ()
    assert compare(asked, {"refused": ["card_used_twice"]}) == ()
    assert compare(asked, {"refused": ["hand_size"]}) == (
        "refused is card_used_twice, not hand_size",
    )
    (fault,) = compare(asked, {"valid": False})
    assert fault == "the question is to be refused (card_used_twice), and was answered"


def test_a_hand_that_can_be_judged_is_not_refused() -> None:
    asked = case("best", hand=NOT_COMPLETE)
    assert compare(asked, {"refused": True}) == ("the question was refused, and can be answered",)


def test_a_settlement_is_compared_seat_by_seat() -> None:
    asked = case(
        "settle",
        players=(
            {"seat": "n", "status": "declared", "hand": HAND.split(), "groups": MELDS},
            {"seat": "s", "status": "first_drop"},
        ),
        totals={"s": 40},
    )
    players = [
        {"seat": "s", "points": 20, "total": 60, "rank": 2},
        {"seat": "n", "points": 0},
    ]
    answer = {"winner": "n", "settled": True, "players": players}
    assert compare(asked, answer) == ()
    wrong = {"winner": None, "settled": False, "players": [{**players[0], "points": 40}]}
    assert compare(asked, wrong) == (
        "winner is n, not null",
        "settled is true, not false",
        "the seat n is missing",
        "points of s is 20, not 40",
    )
