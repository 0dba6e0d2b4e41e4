"""A table at the end of a deal."""

import pytest

from tests.support.docstrings import undocumented
from tests.support.house import kinds
from validator import Reason, Seat, Status, UnknownCard
from validator.questions import tables as table
from validator.questions.table_faults import read_table
from validator.rules.dialects import find_ruleset

HAND = "AH 2H 3H 4H 7C 8C 9C 10D 10S 10C KS KD KC"


def test_a_seat_is_written_the_way_a_player_writes_it() -> None:
    seat = Seat.of("north", "declared", f"{HAND} QD", ["AH 2H 3H 4H", ["7C", "8C", "9C"]], "♦Q")
    assert (seat.name, seat.status) == ("north", Status.DECLARED)
    assert seat.hand is not None
    assert seat.hand.known == kinds(f"{HAND} QD")
    assert seat.groups is not None
    assert [group.known for group in seat.groups] == [kinds("AH 2H 3H 4H"), kinds("7C 8C 9C")]
    assert seat.groups[1].paths == (("groups", 1, 0), ("groups", 1, 1), ("groups", 1, 2))
    assert seat.discard == kinds("QD")[0]
    assert seat.cards_read


def test_a_seat_needs_no_cards() -> None:
    seat = Seat.of("north", "first_drop")
    assert (seat.hand, seat.groups, seat.discard) == (None, None, None)


def test_a_seat_of_no_status_or_no_card_set_aside_is_refused() -> None:
    with pytest.raises(ValueError, match="asleep"):
        Seat.of("north", "asleep")
    with pytest.raises(UnknownCard):
        Seat.of("north", "declared", HAND, discard="XX")


@pytest.mark.parametrize(
    ("status", "goes_out", "is_in"),
    [
        ("declared", True, True),
        ("knocked", True, True),
        ("playing", False, True),
        ("first_drop", False, False),
        ("middle_drop", False, False),
        ("wrong_declaration", False, False),
    ],
)
def test_a_status_says_who_goes_out_and_who_is_in(status: str, goes_out: bool, is_in: bool) -> None:
    assert (Status(status).goes_out, Status(status).is_in) == (goes_out, is_in)


@pytest.mark.parametrize(
    ("ruleset", "status", "reason"),
    [
        ("points-13", "declared", Reason.DECLARATION),
        ("knock-52", "knocked", Reason.KNOCK),
    ],
)
def test_without_a_reason_a_deal_ends_as_deals_of_its_ruleset_do(
    ruleset: str, status: str, reason: Reason
) -> None:
    hands = (HAND, "9H 10H JH 4S 4D 4C 6S 6C 6D AC KD 8C 2S")
    if ruleset == "knock-52":
        hands = ("AS AC AD 2H 10C 10D 10H JS QS KS", "4S 5S 9S 10S 4C 5C 4D 5D 4H 5H")
    seats = [Seat.of("a", "playing", hands[1]), Seat.of("b", status, hands[0])]
    read = read_table(find_ruleset(ruleset), None, None, seats, {"b": 7})
    assert (read.reason, read.goes_out) == (reason, 1)
    assert [(player.seat, player.total) for player in read.players] == [("a", 0), ("b", 7)]


def test_nobody_goes_out_at_the_end_of_the_stock() -> None:
    seats = [Seat.of("a", "playing"), Seat.of("b", "playing")]
    read = read_table(find_ruleset("knock-52"), None, Reason.STOCK_EXHAUSTED, seats, {})
    assert read.goes_out is None
    assert [player.declaration for player in read.players] == [None, None]


def test_everything_is_documented() -> None:
    assert undocumented(table) == []
