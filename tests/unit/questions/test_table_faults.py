"""What keeps a request from being a table that can be settled."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.house import house, kinds
from validator import ErrorCode, MalformedRequest, Reason, Ruleset, Seat, find_ruleset
from validator.questions.table_faults import MOST_TOTAL, find_table_faults, read_table
from validator.rules.policies import MatchWonBy, StockExhausted

DECLARED = "AH 2H 3H 4H 7C 8C 9C 10D 10S 10C KS KD KC"
LOSER = "9H 10H JH 4S 4D 4C 6S 6C 6D AC KD 8C 2S"
THIRD = "2H 3H 4H 2S 3S 4S 5D 5C 5H 2D 2C 3D 6C"
KNOCKED = "3S 4S 5S 9C 9D 9H KS KD KH 10C"
OPPONENT = "2S 2C 2D 6H 7H 8H QC QD QS JD"

PAIR = (Seat.of("a", "declared", DECLARED), Seat.of("b", "playing", LOSER))
KNOCK = (Seat.of("a", "knocked", KNOCKED), Seat.of("b", "playing", OPPONENT))
CHIPS = house(match_won_by=MatchWonBy.MOST_CHIPS, deals_per_match=2)


def found(
    *seats: Seat,
    ruleset: str | Ruleset | None = "points-13",
    wild: str | None = None,
    reason: Reason | None = None,
    totals: dict[str, int] | None = None,
    **how: bool,
) -> list[tuple[str, str]]:
    rules = find_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    wild_card = None if wild is None else kinds(wild)[0]
    faults = find_table_faults(rules, wild_card, reason, seats, totals or {}, **how)
    return [("/".join(map(str, fault.path)), fault.code) for fault in faults]


def details(*seats: Seat, ruleset: str = "points-13", **parts: Any) -> list[str]:
    faults = find_table_faults(find_ruleset(ruleset), None, parts.get("reason"), seats, {})
    return [fault.detail for fault in faults]


@pytest.mark.parametrize(
    ("seats", "how"),
    [
        (PAIR, {}),
        (PAIR, {"reason": Reason.DECLARATION, "totals": {"a": MOST_TOTAL, "b": 0}}),
        (PAIR, {"ruleset": CHIPS, "totals": {"a": -MOST_TOTAL}}),
        (KNOCK, {"ruleset": "knock-52", "reason": Reason.KNOCK}),
        ((Seat.of("a", "playing"), Seat.of("b", "first_drop")), {}),
        ((Seat.of("a", "declared", DECLARED), Seat.of("b", "middle_drop", LOSER + " 3C")), {}),
        ((Seat.of("a", "wrong_declaration"), Seat.of("b", "playing")), {}),
        (
            (Seat.of("a", "playing"), Seat.of("b", "playing")),
            {"ruleset": "knock-52", "reason": Reason.STOCK_EXHAUSTED},
        ),
    ],
)
def test_a_table_that_can_be_settled_has_no_fault(
    seats: tuple[Seat, ...], how: dict[str, Any]
) -> None:
    assert found(*seats, **how) == []


def test_each_number_of_players_is_dealt_to_or_not() -> None:
    assert found(PAIR[0], *(Seat.of(str(n), "first_drop") for n in range(6))) == [
        ("players", "player_count")
    ]
    assert found(*PAIR, ruleset="yeeqia-13") == [("players", "player_count")]
    assert details(*PAIR[:1], ruleset="rummymates-13")[0] == (
        "rummymates-13 is played by 2 or 4 players; this table has 1"
    )


def test_no_player_is_too_few() -> None:
    assert found() == [("players", "player_count")]


def test_a_seat_is_taken_once() -> None:
    again = Seat.of("a", "first_drop")
    assert found(*PAIR, again, again) == [
        ("players/2/seat", "duplicate_seat"),
        ("players/3/seat", "duplicate_seat"),
    ]


@pytest.mark.parametrize(
    ("ruleset", "reason"),
    [
        ("points-13", Reason.KNOCK),
        ("points-13", Reason.DRAW_LIMIT),
        ("points-13", Reason.STOCK_EXHAUSTED),
        ("knock-52", Reason.DECLARATION),
        ("knock-52", Reason.DRAW_LIMIT),
    ],
)
def test_a_deal_ends_for_a_reason_of_its_ruleset(ruleset: str, reason: Reason) -> None:
    seats = KNOCK if ruleset == "knock-52" else PAIR
    assert ("reason", "reason_not_allowed") in found(*seats, ruleset=ruleset, reason=reason)


@pytest.mark.parametrize(
    ("ruleset", "status", "code"),
    [
        ("points-13", "knocked", "status_not_allowed"),
        ("knock-52", "declared", "status_not_allowed"),
        ("rummymates-13", "wrong_declaration", "status_not_allowed"),
        ("yeeqia-13", "first_drop", "no_drop_offered"),
        ("yeeqia-13", "middle_drop", "no_drop_offered"),
        ("knock-52", "first_drop", "no_drop_offered"),
    ],
)
def test_a_status_is_one_of_the_ruleset(ruleset: str, status: str, code: str) -> None:
    seats = (*PAIR, Seat.of("c", status, None), Seat.of("d", "playing", THIRD))
    assert ("players/2/status", code) in found(*seats, ruleset=ruleset)


def test_one_drop_may_be_offered_without_the_other() -> None:
    ruleset = house(first_drop=None)
    seats = (*PAIR, Seat.of("c", "first_drop"), Seat.of("d", "middle_drop"))
    assert found(*seats, ruleset=ruleset) == [("players/2/status", "no_drop_offered")]


def test_one_player_goes_out_where_several_are_in() -> None:
    playing = (Seat.of("a", "playing", DECLARED), PAIR[1])
    assert found(*playing) == [("players", "declarer_missing")]
    assert details(*playing) == ["2 players are in, and none of them goes out"]
    both = (PAIR[0], Seat.of("b", "declared", LOSER), Seat.of("c", "declared", THIRD))
    assert found(*both) == [
        ("players/1/status", "several_declarers"),
        ("players/2/status", "several_declarers"),
    ]


def test_not_everybody_can_have_left() -> None:
    left = (Seat.of("a", "first_drop"), Seat.of("b", "wrong_declaration"))
    assert found(*left) == [("players", "declarer_missing")]
    forced = house(draw_limit=100)
    assert found(*left, ruleset=forced, reason=Reason.DRAW_LIMIT) == [
        ("players", "declarer_missing")
    ]


def test_nobody_goes_out_where_the_deal_ends_by_itself() -> None:
    forced = house(draw_limit=100)
    assert found(*PAIR, ruleset=forced, reason=Reason.DRAW_LIMIT) == [
        ("players/0/status", "status_not_allowed")
    ]
    assert found(*KNOCK, ruleset="knock-52", reason=Reason.STOCK_EXHAUSTED) == [
        ("players/0/status", "status_not_allowed")
    ]


def test_a_hand_that_counts_is_needed() -> None:
    assert found(Seat.of("a", "declared"), Seat.of("b", "playing")) == [
        ("players/0/hand", "hand_missing"),
        ("players/1/hand", "hand_missing"),
    ]
    forced = house(draw_limit=100)
    playing = (Seat.of("a", "playing"), PAIR[1])
    assert found(*playing, ruleset=forced, reason=Reason.DRAW_LIMIT) == [
        ("players/0/hand", "hand_missing")
    ]


def test_who_goes_out_has_a_hand_also_as_the_last_one_in() -> None:
    alone = (Seat.of("a", "declared"), Seat.of("b", "first_drop"))
    assert found(*alone) == [("players/0/hand", "hand_missing")]


def test_a_grouping_and_a_card_set_aside_need_a_hand() -> None:
    seats = (
        *PAIR,
        Seat.of("c", "first_drop", groups=["5H 6H 7H", "ZZ"]),
        Seat.of("d", "first_drop", discard="5H"),
    )
    assert found(*seats) == [
        ("players/2/groups/1", "unknown_card"),
        ("players/2/hand", "hand_missing"),
        ("players/3/hand", "hand_missing"),
    ]


def test_every_hand_is_checked_as_any_hand() -> None:
    seats = (
        Seat.of("a", "declared", f"{DECLARED} QD", ["AH 2H 3H", "9H"], "QS"),
        Seat.of("b", "playing", [*LOSER.split()[1:], "ZZ"]),
        Seat.of("c", "first_drop", "5H 6H"),
    )
    assert found(*seats) == [
        ("players/0/discard", "discard_not_in_hand"),
        ("players/0/groups/1", "card_not_in_hand"),
        ("players/1/hand/12", "unknown_card"),
        ("players/2/hand", "hand_size"),
    ]


def test_the_wild_card_is_refused_once() -> None:
    assert found(*KNOCK, ruleset="knock-52", wild="7D") == [("wild_card", "wild_card_not_allowed")]


def test_hands_are_as_large_as_the_number_of_players_has_it() -> None:
    three = (*KNOCK, Seat.of("c", "playing", "AS 2H 3D 6C 7D 8D JC"))
    assert found(*three, ruleset="knock-52") == [
        ("players/0/hand", "hand_size"),
        ("players/1/hand", "hand_size"),
    ]
    assert details(*three, ruleset="knock-52")[0] == (
        "3 players hold 7 cards each, or one more; this one 10"
    )


def test_a_card_more_has_only_the_player_who_goes_out() -> None:
    seats = (Seat.of("a", "declared", f"{DECLARED} QD"), Seat.of("b", "playing", f"{LOSER} 3D"))
    assert found(*seats) == [("players/1/hand", "hand_size")]
    assert details(*seats) == ["14 cards: only the player whose turn it is holds one more than 13"]


def test_a_card_more_has_one_player_at_most_where_nobody_goes_out() -> None:
    forced = {"ruleset": house(draw_limit=100), "reason": Reason.DRAW_LIMIT}
    longer = (Seat.of("a", "playing", f"{DECLARED} QD"), Seat.of("b", "playing", f"{LOSER} 3D"))
    assert found(longer[0], PAIR[1], **forced) == []  # type: ignore[arg-type]
    assert found(*longer, **forced) == [  # type: ignore[arg-type]
        ("players/0/hand", "hand_size"),
        ("players/1/hand", "hand_size"),
    ]


def test_the_decks_hold_the_cards_of_all_players_together() -> None:
    third = Seat.of("c", "first_drop", THIRD.replace("5D", "KD"))
    listed = Seat.of("b", "playing", LOSER.split())
    assert found(PAIR[0], listed, third) == [
        ("players/0/hand", "too_many_copies"),
        ("players/1/hand/10", "too_many_copies"),
        ("players/2/hand", "too_many_copies"),
    ]
    assert (
        details(PAIR[0], listed, third)
        == ["KD is held 3 times, by 'a', 'b', 'c'; points-13 holds 2"] * 3
    )


def test_a_hand_that_holds_too_many_by_itself_is_told_so_once() -> None:
    alone = Seat.of("b", "playing", LOSER.replace("JH", "9H").replace("10H", "9H"))
    assert found(PAIR[0], alone) == [("players/1/hand", "too_many_copies")]
    with_other = Seat.of("b", "playing", LOSER.replace("JH", "KS").replace("10H", "KS"))
    third = Seat.of("c", "first_drop", THIRD.replace("5D", "KS"))
    assert found(PAIR[0], with_other, third) == [
        ("players/0/hand", "too_many_copies"),
        ("players/1/hand", "too_many_copies"),
        ("players/2/hand", "too_many_copies"),
    ]


def test_the_card_turned_up_counts_where_the_ruleset_says_so() -> None:
    removed = house(exposed_card_removed=True)
    assert found(*PAIR, wild="KD") == []
    assert found(*PAIR, ruleset=removed, wild="KD") == [
        ("players/0/hand", "too_many_copies"),
        ("players/1/hand", "too_many_copies"),
    ]


def test_a_total_belongs_to_a_seat_and_has_a_size() -> None:
    totals = {"c": 5, "a": -1, "b": MOST_TOTAL + 1, "x" * 99: -1}
    assert found(*PAIR, totals=totals) == [
        ("totals/c", "unknown_seat"),
        ("totals/a", "total_out_of_range"),
        ("totals/b", "total_out_of_range"),
        ("totals/" + "x" * 99, "unknown_seat"),
        ("totals/" + "x" * 99, "total_out_of_range"),
    ]
    assert found(*PAIR, ruleset=CHIPS, totals={"a": -MOST_TOTAL - 1}) == [
        ("totals/a", "total_out_of_range")
    ]


def test_the_names_of_seats_are_cut_in_messages() -> None:
    long = Seat.of("x" * 64, "playing", LOSER.replace("2S", "KS").replace("JH", "KS"))
    (text, *_) = details(PAIR[0], long)
    assert text == f"KS is held 3 times, by 'a', '{'x' * 12}…'; points-13 holds 2"


# What could not be read


def test_what_no_ruleset_decides_is_judged_without_one() -> None:
    seats = (
        Seat.of("a", "knocked", "ZZ", ["5H", "YY"]),
        Seat.of("a", "playing"),
        Seat.of("b", "declared", groups=["XX"]),
    )
    assert found(*seats, ruleset=None, totals={"z": 1}) == [
        ("players/0/hand", "unknown_card"),
        ("players/0/groups/1", "unknown_card"),
        ("players/2/groups/0", "unknown_card"),
        ("players/1/seat", "duplicate_seat"),
    ]


def test_who_goes_out_is_not_asked_where_the_reason_could_not_be_read() -> None:
    playing = (Seat.of("a", "playing"), Seat.of("b", "playing"))
    assert found(*playing, reason_read=False) == []


def test_a_player_who_could_not_be_read_is_not_judged_by_what_is_missing() -> None:
    nameless = Seat(None, None, None, None, None, cards_read=False)
    assert found(PAIR[0], nameless, totals={"b": 1, "a": -1}) == [
        ("totals/a", "total_out_of_range")
    ]
    unread_hand = Seat("b", PAIR[1].status, cards_read=False)
    assert found(PAIR[0], unread_hand) == []
    surplus = Seat(None, PAIR[1].status, Seat.of("", "playing", LOSER.replace("2S", "KS")).hand)
    third = Seat.of("c", "first_drop", THIRD.replace("5D", "KS"))
    assert found(PAIR[0], surplus, third)[:1] == [("players/0/hand", "too_many_copies")]


def test_all_faults_are_raised_together() -> None:
    with pytest.raises(MalformedRequest) as refusal:
        read_table(
            find_ruleset("points-13"),
            None,
            Reason.DRAW_LIMIT,
            [Seat.of("a", "knocked", "5H"), Seat.of("a", "playing")],
            {"c": -1},
        )
    assert [fault.code for fault in refusal.value.faults] == [
        "reason_not_allowed",
        "status_not_allowed",
        "duplicate_seat",
        "status_not_allowed",
        "hand_size",
        "hand_missing",
        "unknown_seat",
        "total_out_of_range",
    ]


def test_a_washout_may_be_of_any_ruleset() -> None:
    ruleset = house(stock_exhausted=StockExhausted.WASHOUT)
    assert found(*PAIR[1:], PAIR[1], ruleset=ruleset, reason=Reason.STOCK_EXHAUSTED) == [
        ("players/1/seat", "duplicate_seat")
    ]


def test_every_code_of_a_table_has_a_test_here() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    of_tables = list(ErrorCode)[list(ErrorCode).index(ErrorCode.PLAYER_COUNT) :]
    assert len(of_tables) == 10
    assert [code for code in of_tables if f'"{code.value}"' not in text] == []
