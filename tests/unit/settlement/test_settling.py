"""What a deal brings the players of a table, family by family."""

import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.docstrings import undocumented
from tests.support.house import house, names
from validator import (
    MalformedRequest,
    Ruleset,
    Seat,
    SettledPlayer,
    Settlement,
    UnknownRuleset,
    best_arrangement,
    settle,
)
from validator.rules.policies import (
    LayOffs,
    LoserArrangement,
    MatchWonBy,
    StockExhausted,
    WrongDeclaration,
)
from validator.settlement import deal_points as counting
from validator.settlement import lay_offs
from validator.settlement import settling as settlement

GROUPS = ["AH 2H 3H 4H", "7C 8C 9C", "10D 10S 10C", "KS KD KC"]
DECLARED = " ".join(GROUPS)
"""A hand that every 13-card ruleset lets declare."""
LOSER = "9H 10H JH 4S 4D 4C 6S 6C 6D AC KD 8C 2S"
"""30 by `pure_unlocks_all`, 60 by `lives_cascade`: one pure sequence, two sets, 30 left."""
THIRD = "2H 3H 4H 2S 3S 4S 5D 5C 5H 2D 2C 3D 6C"
"""13: two pure sequences, a set, four cards left."""

KNOCK_GROUPS = ["3S 4S 5S", "9C 9D 9H", "KS KD KH"]
KNOCKED = " ".join([*KNOCK_GROUPS, "10C"])
"""A knock with 10 points left."""
OPPONENT = "2S 2C 2D 6H 7H 8H QC QD QS JD"
"""10 points left as well."""

POOL = house(
    match_won_by=MatchWonBy.LAST_NOT_ELIMINATED, elimination_points=101, complete_hand_points=0
)
DEALS = house(
    match_won_by=MatchWonBy.MOST_CHIPS, deals_per_match=2, first_drop=None, middle_drop=None
)
GIN = house(
    "knock-52",
    hand_size_by_players=((2, 10),),
    gin_bonus=20,
    undercut_bonus=10,
    lay_offs=LayOffs.UNLESS_GIN,
)


def declared(groups: Sequence[str] | None = GROUPS, seat: str = "a") -> Seat:
    return Seat.of(seat, "declared", DECLARED, groups)


def playing(hand: str | None = LOSER, seat: str = "b", groups: list[str] | None = None) -> Seat:
    return Seat.of(seat, "playing", hand, groups)


def knock(ruleset: str | Ruleset, knocked: str, *hands: str, **how: Any) -> Settlement:
    seats = [Seat.of(str(n), "playing", hand) for n, hand in enumerate(hands, 1)]
    return settle([Seat.of("0", "knocked", knocked), *seats], ruleset, **how)


def points(found: Settlement) -> list[int | None]:
    return [player.points for player in found.players]


def ranks(found: Settlement) -> list[int | None]:
    return [player.rank for player in found.players]


# Declaring: who pays what


def test_the_winner_pays_nothing_and_the_others_their_best_arrangement() -> None:
    found = settle([declared(), playing(), playing(THIRD, "c")], "indian-reference-13")
    assert (found.settled, found.winner, points(found)) == (True, "a", [0, 30, 13])
    assert ranks(found) == [1, 3, 2]
    assert found.verdict is not None
    assert found.verdict.valid
    best = [player.best.penalty for player in found.players if player.best]
    assert best == [0, 30, 13]
    assert [player.deadwood_points for player in found.players] == [None] * 3


def test_a_loser_s_grouping_is_told_and_charged_where_the_ruleset_says_so() -> None:
    loser = playing(groups=["4S 4D 4C"])
    found = settle([declared(), loser], "points-13").players[1]
    assert (found.points, found.points_as_grouped) == (60, 80)
    as_grouped = house(loser_arrangement=LoserArrangement.AS_GROUPED)
    assert points(settle([declared(), loser], as_grouped)) == [0, 80]


def test_a_loser_without_a_grouping_is_charged_the_best_where_groupings_are_charged() -> None:
    as_grouped = house(loser_arrangement=LoserArrangement.AS_GROUPED)
    assert points(settle([declared(), playing()], as_grouped)) == [0, 60]


def test_a_declaration_without_a_grouping_is_the_best_arrangement() -> None:
    shown = settle([declared(None), playing()], "points-13")
    assert (shown.winner, points(shown)) == ("a", [0, 60])
    assert shown.verdict is not None
    assert shown.verdict.valid
    assert len(shown.verdict.groups) == 4
    wrong = settle([Seat.of("a", "declared", LOSER), playing(DECLARED)], "points-13")
    assert wrong.verdict is not None
    assert wrong.verdict.outcome == "wrong_declaration"
    assert (wrong.winner, points(wrong)) == ("b", [80, 0])


def test_a_declaration_of_fourteen_cards_without_a_grouping_sets_the_best_card_aside() -> None:
    seat = Seat.of("a", "declared", f"QD {DECLARED}")
    found = settle([seat, playing()], "points-13")
    assert (found.winner, found.players[0].best) == (
        "a",
        best_arrangement(f"QD {DECLARED}", "points-13"),
    )


def test_drops_cost_what_they_cost_whatever_the_hand_is_worth() -> None:
    seats = [declared(), Seat.of("b", "first_drop", THIRD), Seat.of("c", "middle_drop")]
    found = settle(seats, "indian-reference-13")
    assert (points(found), ranks(found)) == ([0, 20, 40], [1, 2, 3])
    assert found.players[1].best is not None
    assert found.players[1].best.penalty == 13
    assert found.players[2].best is None


def test_a_loser_with_a_complete_hand_pays_what_that_costs() -> None:
    complete = "3S 4S 5S 6S 6D 7D 8D QH QD QC 9S 9H 9D"
    assert points(settle([declared(), playing(complete)], "points-13")) == [0, 2]
    assert points(settle([declared(), playing(complete)], "indian-reference-13")) == [0, 0]


def test_a_loser_without_points_comes_after_the_winner() -> None:
    complete = "3S 4S 5S 6S 6D 7D 8D QH QD QC 9S 9H 9D"
    found = settle([playing(complete), declared()], "indian-reference-13")
    assert (points(found), ranks(found), found.winner) == ([0, 0], [2, 1], "a")


def test_equal_points_share_a_place_and_the_next_is_left_out() -> None:
    drops = [Seat.of(seat, "first_drop") for seat in "cd"]
    seats = [drops[0], declared(), drops[1], Seat.of("e", "middle_drop")]
    assert ranks(settle(seats, "points-13")) == [2, 1, 2, 4]


# Wrong and rejected declarations


def test_a_wrong_declaration_among_three_is_charged_and_play_goes_on() -> None:
    seats = [declared(GROUPS[:3]), playing(), playing(THIRD, "c")]
    found = settle(seats, "points-13", totals={"a": 10, "b": 20})
    assert (found.settled, found.winner, found.match_winner) == (False, None, None)
    assert (points(found), ranks(found)) == ([80, None, None], [None] * 3)
    assert [player.total for player in found.players] == [90, None, None]
    assert [player.eliminated for player in found.players] == [False] * 3


def test_a_wrong_declaration_of_two_lets_the_other_win() -> None:
    found = settle([declared(GROUPS[:3]), playing()], "points-13")
    assert (found.settled, found.winner, points(found)) == (True, "b", [80, 0])


def test_players_who_have_left_do_not_play_on() -> None:
    seats = [
        declared(GROUPS[:3]),
        playing(),
        Seat.of("c", "first_drop"),
        Seat.of("d", "wrong_declaration"),
    ]
    found = settle(seats, "points-13")
    assert (found.winner, points(found), ranks(found)) == ("b", [80, 0, 20, 80], [3, 1, 2, 3])


def test_a_wrong_declaration_earlier_in_the_deal_is_charged_at_its_end() -> None:
    seats = [declared(), playing(), Seat.of("c", "wrong_declaration", THIRD)]
    assert points(settle(seats, "points-13")) == [0, 60, 80]


def test_a_wrong_declaration_may_cost_nothing_and_still_ends_the_deal() -> None:
    free = house(wrong_declaration_points=0)
    found = settle([declared(GROUPS[:3]), playing()], free)
    assert (found.winner, points(found), ranks(found)) == ("b", [0, 0], [2, 1])


@pytest.mark.parametrize("others", [1, 3])
def test_a_rejected_declaration_costs_nothing_and_play_goes_on(others: int) -> None:
    seats = [declared(GROUPS[:3]), playing(), playing(THIRD, "c"), Seat.of("d", "playing", QUEENS)]
    found = settle(seats[: others + 1], "rummymates-13", totals={"a": 7})
    assert (found.settled, found.winner) == (False, None)
    assert points(found) == [0, *[None] * others]
    assert found.players[0].total == 7


QUEENS = "QH QC JS JD AS AD 9D 8H 7S 6H 3S KH 10H"


# The last one in


@pytest.mark.parametrize("hand", [None, LOSER])
def test_the_last_one_in_has_won_without_a_show(hand: str | None) -> None:
    seats = [Seat.of("a", "first_drop"), playing(hand), Seat.of("c", "wrong_declaration")]
    found = settle(seats, "points-13")
    assert (found.settled, found.winner, points(found)) == (True, "b", [20, 0, 80])
    assert found.verdict is None


def test_the_last_one_in_has_won_also_with_a_wrong_show() -> None:
    found = settle([declared(GROUPS[:3]), Seat.of("b", "first_drop")], "points-13")
    assert (found.settled, found.winner, points(found)) == (True, "a", [0, 20])
    assert found.verdict is not None
    assert not found.verdict.valid


# Deals that end by themselves


def test_at_the_draw_limit_everybody_pays_and_the_least_is_first() -> None:
    seats = [playing(), playing(THIRD, "c"), playing(QUEENS, "d"), playing(DECLARED, "a")]
    found = settle(seats, "yeeqia-13", reason="draw_limit")
    assert (points(found), ranks(found), found.winner) == ([30, 13, 80, 0], [3, 2, 4, 1], "a")
    assert found.verdict is None


def test_equal_hands_at_the_draw_limit_share_the_first_place_without_a_winner() -> None:
    forced = house("indian-reference-13", draw_limit=50)
    seats = [playing(THIRD), playing(THIRD, "c"), playing(QUEENS.replace("3S", "KD"), "d")]
    found = settle(seats, forced, reason="draw_limit")
    assert (points(found), ranks(found)) == ([13, 13, 80], [1, 1, 3])
    assert (found.settled, found.winner) == (True, None)


def test_who_has_dropped_is_not_first_at_the_draw_limit() -> None:
    forced = house("indian-reference-13", draw_limit=50)
    seats = [Seat.of("a", "first_drop"), playing(), playing(QUEENS, "c")]
    found = settle(seats, forced, reason="draw_limit")
    assert (points(found), ranks(found), found.winner) == ([20, 30, 80], [2, 1, 3], "b")


def test_a_washout_brings_nobody_anything() -> None:
    found = settle(
        [playing(None), playing(None, "c")],
        "knock-52",
        reason="stock_exhausted",
        totals={"b": 90},
    )
    assert (found.settled, found.winner, points(found)) == (True, None, [0, 0])
    assert ranks(found) == [1, 1]
    assert [player.total for player in found.players] == [90, 0]


def test_a_washout_forgives_drops() -> None:
    ruleset = house(stock_exhausted=StockExhausted.WASHOUT)
    seats = [playing(), Seat.of("c", "middle_drop"), playing(THIRD, "d")]
    assert points(settle(seats, ruleset, reason="stock_exhausted")) == [0, 0, 0]


# Pools, deals, totals


def test_a_total_that_reaches_the_limit_puts_a_player_out_of_the_pool() -> None:
    seats = [declared(), playing(THIRD), Seat.of("c", "first_drop"), Seat.of("d", "middle_drop")]
    found = settle(seats, POOL, totals={"a": 100, "b": 88, "c": 80, "d": 61})
    assert [player.total for player in found.players] == [100, 101, 100, 101]
    assert [player.eliminated for player in found.players] == [False, True, False, True]
    assert found.match_winner is None


def test_the_last_one_below_the_limit_has_won_the_pool() -> None:
    found = settle([declared(), playing()], POOL, totals={"a": 60, "b": 90})
    assert (found.match_winner, [player.total for player in found.players]) == ("a", [60, 150])


def test_a_wrong_declaration_can_put_a_player_out_before_the_deal_is_over() -> None:
    seats = [declared(GROUPS[:3]), playing(), playing(THIRD, "c")]
    found = settle(seats, POOL, totals={"a": 21, "b": 100, "c": 100})
    assert [player.eliminated for player in found.players] == [True, False, False]
    assert found.match_winner is None


def chips(found: Settlement) -> list[int | None]:
    return [player.chips for player in found.players]


def test_the_winner_of_a_deal_gets_the_chips_that_the_others_lose() -> None:
    seats = [playing(), declared(), playing(THIRD, "c")]
    found = settle(seats, DEALS, totals={"a": -5, "b": 40})
    assert (points(found), chips(found)) == ([60, 0, 13], [-60, 73, -13])
    assert [player.total for player in found.players] == [-20, 68, -13]
    assert (found.match_winner, found.players[0].eliminated) == (None, False)


def test_chips_of_a_wrong_declaration_go_to_whom_wins_the_deal() -> None:
    assert chips(settle([declared(GROUPS[:3]), playing()], DEALS)) == [-80, 80]
    open_deal = settle([declared(GROUPS[:3]), playing(), playing(THIRD, "c")], DEALS)
    assert chips(open_deal) == [-80, None, None]
    assert [player.total for player in open_deal.players] == [-80, None, None]


def test_without_a_winner_no_chips_change_hands() -> None:
    forced = house(match_won_by=MatchWonBy.MOST_CHIPS, deals_per_match=2, draw_limit=50)
    found = settle([playing(THIRD), playing(THIRD, "c")], forced, reason="draw_limit")
    assert (found.winner, chips(found)) == (None, [0, 0])


def test_the_first_alone_to_reach_the_target_has_won_the_match() -> None:
    totals = {"0": 98, "1": 75}
    found = knock("knock-52", KNOCKED, OPPONENT, totals=totals)
    assert (found.match_winner, found.players[1].total) == ("1", 100)
    assert knock("knock-52", KNOCKED, OPPONENT, totals={"1": 74}).match_winner is None
    tied = knock("knock-52", KNOCKED, OPPONENT, totals={"0": 100, "1": 75})
    assert tied.match_winner is None


# Knocking


def test_a_knock_scores_the_difference() -> None:
    found = knock("knock-52", KNOCKED, "2S 2C 2D 6H 7H 8H QC QD KC JD")
    assert (found.winner, points(found)) == ("0", [30, 0])
    assert [player.deadwood_points for player in found.players] == [10, 40]
    assert [player.lay_off for player in found.players] == [None, None]


def test_an_opponent_with_no_more_deadwood_undercuts() -> None:
    assert points(knock("knock-52", KNOCKED, OPPONENT)) == [0, 25]
    assert points(knock("knock-52", KNOCKED, OPPONENT.replace("JD", "6C"))) == [0, 29]


def test_equal_deadwood_is_no_undercut_where_the_ruleset_says_so() -> None:
    strict = house("knock-52", undercut_on_tie=False)
    found = knock(strict, KNOCKED, OPPONENT)
    assert (points(found), found.winner, ranks(found)) == ([0, 0], "0", [1, 2])
    assert points(knock(strict, KNOCKED, OPPONENT.replace("JD", "9S"))) == [0, 26]


def test_without_undercuts_a_knocker_scores_no_less_than_nothing() -> None:
    found = knock(house("knock-52", undercut_max_players=None), KNOCKED, OPPONENT[:-2] + "6C")
    assert (points(found), found.winner) == ([0, 0], "0")


GIN_HAND = " ".join([*KNOCK_GROUPS, "KC"])


def test_gin_adds_the_bonus_and_is_not_undercut() -> None:
    assert points(knock("knock-52", GIN_HAND, OPPONENT)) == [35, 0]
    assert points(knock("knock-52", GIN_HAND, OPPONENT.replace("JD", "QH"))) == [25, 0]


def test_gin_is_undercut_where_the_ruleset_says_so() -> None:
    ruleset = house("knock-52", gin_can_be_undercut=True)
    assert points(knock(ruleset, GIN_HAND, OPPONENT.replace("JD", "QH"))) == [0, 25]
    assert points(knock(ruleset, GIN_HAND, OPPONENT)) == [35, 0]


SEVEN = ("2H 3H 4H 5S 5D 5C 8C", "9S 9D 9C KH QD 3S 2C", "AS 2S 3D 6H 7H 8H JC")
"""Hands for three: 8, 25 and 16 points left."""


def test_with_three_players_the_knocker_scores_what_all_hold() -> None:
    found = knock("knock-52", *SEVEN)
    assert (points(found), ranks(found), found.winner) == ([33, 0, 0], [1, 2, 2], "0")


def test_with_three_players_nobody_undercuts() -> None:
    found = knock("knock-52", SEVEN[0], "9S 9D 9C 10H JH QH KH", "6S 6D 6C 7H 8H 9H AD")
    assert (points(found), found.winner) == ([0, 0, 0], "0")


def test_where_several_may_undercut_the_least_deadwood_does() -> None:
    ruleset = house("knock-52", undercut_max_players=4)
    found = knock(ruleset, SEVEN[0], "9S 9D 9C 10H JH QH KH", "6S 6D 6C 7H 8H 9H AD")
    assert (points(found), found.winner) == ([0, 33, 0], "1")
    found = knock(ruleset, SEVEN[0], "9S 9D 9C 10H JH QH AH", "6S 6D 6C 7H 8H 9H AD")
    assert (points(found), found.winner, ranks(found)) == ([0, 32, 32], None, [3, 1, 1])


def test_a_knock_above_the_limit_is_rejected() -> None:
    found = knock("knock-52", OPPONENT.replace("JD", "JS").replace("8H", "AC"), KNOCKED)
    assert found.verdict is not None
    assert found.verdict.outcome == "rejected"
    assert (found.settled, points(found)) == (False, [0, None])
    assert found.players[0].deadwood_points == 24


def test_a_knocker_is_charged_what_it_shows_and_not_its_best() -> None:
    shown = Seat.of("0", "knocked", "AS 2S 3S 3H 3D 9C 9D 9H 9S 4S", ["3S 3H 3D", "9C 9D 9H 9S"])
    found = settle([shown, Seat.of("1", "playing", OPPONENT.replace("2S", "2H"))], "knock-52")
    assert (points(found), found.players[0].deadwood_points) == ([3, 0], 7)


def test_the_cap_limits_what_a_hand_counts_for() -> None:
    capped = house("knock-52", cap=15)
    assert points(knock(capped, KNOCKED, "2S 2C 2D 6H 7H 8H QC QD KC JD")) == [5, 0]


def test_deadwood_is_counted_as_grouped_where_the_ruleset_says_so() -> None:
    as_grouped = house("knock-52", loser_arrangement=LoserArrangement.AS_GROUPED)
    opponent = Seat.of("1", "playing", OPPONENT, ["2S 2C 2D", "6H 7H 8H"])
    found = settle([Seat.of("0", "knocked", KNOCKED), opponent], as_grouped)
    assert (points(found), found.players[1].deadwood_points) == ([30, 0], 40)


# Laying off

CHAIN = ("AS AC AD 2H 10C 10D 10H JS QS KS", "4S 5S 9S 10S 4C 5C 4D 5D 4H 5H")
"""The ten of spades joins the knocker's run and opens a place for the nine."""


def test_an_opponent_lays_off_and_may_undercut_by_that() -> None:
    assert points(knock("knock-52", *CHAIN)) == [17, 0]
    found = knock(GIN, *CHAIN)
    assert (points(found), found.winner) == ([0, 12], "1")
    opponent = found.players[1]
    assert opponent.lay_off is not None
    assert [str(laid.card) for laid in opponent.lay_off.laid_off] == ["10S", "9S"]
    assert (opponent.deadwood_points, opponent.lay_off.deadwood) == (0, ())
    assert (opponent.best and opponent.best.deadwood_points) == 19
    assert found.players[0].lay_off is None


def test_nobody_lays_off_on_gin() -> None:
    gin = CHAIN[0].replace("2H", "AH")
    found = knock(GIN, gin, CHAIN[1])
    assert (points(found), found.players[1].lay_off) == ([39, 0], None)


def test_a_grouping_lays_off_what_it_leaves_loose() -> None:
    as_grouped = house(
        "knock-52", lay_offs=LayOffs.UNLESS_GIN, loser_arrangement=LoserArrangement.AS_GROUPED
    )
    shown = Seat.of("1", "playing", CHAIN[1], ["4S 4C 4D 4H"])
    found = settle([Seat.of("0", "knocked", CHAIN[0]), shown], as_grouped).players[1]
    assert found.lay_off is not None
    assert names(found.lay_off.deadwood) == "5S 5H 5D 5C"
    assert [names(meld.cards) for meld in found.lay_off.melds] == ["4S 4H 4D 4C"]
    free = settle(
        [Seat.of("0", "knocked", CHAIN[0]), Seat.of("1", "playing", CHAIN[1])], as_grouped
    )
    assert free.players[1].deadwood_points == 0


@pytest.mark.parametrize(
    ("groups", "laid_off"), [(["3S 3H 3D", "9C 9D 9H"], ""), (["AS 2S 3S", "9C 9D 9H"], "4S")]
)
def test_lay_offs_are_made_on_the_melds_as_knocked(groups: list[str], laid_off: str) -> None:
    shown = Seat.of("0", "knocked", "AS 2S 3S 3H 3D 9C 9D 9H AH AD", groups)
    opponent = Seat.of("1", "playing", "4S KS QS 8H 7C 6D JC JH 5H 10D")
    found = settle([shown, opponent], GIN).players[1].lay_off
    assert found is not None
    assert names([laid.card.kind for laid in found.laid_off]) == laid_off


def test_each_opponent_lays_off_as_if_alone() -> None:
    ruleset = house("knock-52", lay_offs=LayOffs.UNLESS_GIN)
    found = knock(ruleset, "2H 3H 4H 5S 5D 5C 8C", "9S 9D 9C KH QD 5H KC", "AS AH 3D 6H 7H JS JC")
    laid = [player.lay_off for player in found.players[1:]]
    assert [[str(one.card) for one in lay.laid_off] for lay in laid if lay] == [["5H"], ["AH"]]


# The way in


def test_a_house_rule_a_wild_card_and_a_reason_are_taken() -> None:
    found = settle([declared(), playing()], house(cap=45), wild_card="QD", reason="declaration")
    assert points(found) == [0, 45]


def test_what_is_wrong_with_the_question_is_raised() -> None:
    with pytest.raises(UnknownRuleset):
        settle([declared()], "bridge")
    with pytest.raises(ValueError, match="boredom"):
        settle([declared(), playing()], "points-13", reason="boredom")
    with pytest.raises(MalformedRequest, match="not a card"):
        settle([declared(), playing()], "points-13", wild_card="ZZ")
    with pytest.raises(MalformedRequest, match="played by 2 or 3"):
        settle([declared()], "points-13")


@pytest.mark.parametrize("module", [settlement, counting, lay_offs])
def test_everything_is_documented(module: Any) -> None:
    assert undocumented(module) == []


# What holds whatever is dealt

TWO_DECKS = [
    rank + suit
    for rank in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    for suit in "SHDC"
] * 2
TWO_DECKS += ["JK", "JK"]
LEFT = ["playing", "playing", "first_drop", "middle_drop", "wrong_declaration"]


@st.composite
def tables(draw: st.DrawFn, drops: bool = True) -> list[Seat]:
    """Tables of two to six players, of whom one shows all or three of its groups."""
    rest = [*TWO_DECKS]
    for card in DECLARED.split():
        rest.remove(card)
    random.Random(draw(st.integers(0, 10**6))).shuffle(rest)
    statuses = draw(st.lists(st.sampled_from(LEFT if drops else LEFT[:1]), min_size=1, max_size=5))
    seats = [
        Seat.of(str(n), status, rest[13 * n : 13 * n + 13]) for n, status in enumerate(statuses)
    ]
    shown = GROUPS[: draw(st.sampled_from([3, 4, 4, 4]))]
    seats.insert(draw(st.integers(0, len(seats))), declared(shown))
    return seats


def by_seat(found: Settlement) -> dict[str, SettledPlayer]:
    return {player.seat: player for player in found.players}


@settings(deadline=None, max_examples=60)
@given(tables(), st.sampled_from(["points-13", "indian-reference-13", "points-13-full-count"]))
def test_the_order_of_the_players_means_nothing(seats: list[Seat], ruleset: str) -> None:
    found = settle(seats, ruleset, wild_card="3S")
    turned = settle(seats[::-1], ruleset, wild_card="3S")
    assert by_seat(found) == by_seat(turned)
    assert (found.winner, found.settled, found.verdict) == (
        turned.winner,
        turned.settled,
        turned.verdict,
    )


@settings(deadline=None, max_examples=60)
@given(tables(), st.dictionaries(st.sampled_from("a01"), st.integers(0, 200)))
def test_a_settled_deal_has_one_winner_ranks_and_new_totals(
    seats: list[Seat], totals: dict[str, int]
) -> None:
    known = {seat.name for seat in seats}
    totals = {seat: total for seat, total in totals.items() if seat in known}
    found = settle(seats, POOL, totals=totals)
    for player in found.players:
        if player.points is None:
            assert not found.settled
            assert (player.total, player.eliminated) == (None, False)
            continue
        assert 0 <= player.points <= 80
        assert player.total == totals.get(player.seat, 0) + player.points
        assert player.eliminated == (player.total >= 101)
    assert found.settled == (found.winner is not None)
    if found.settled:
        winner = by_seat(found)[found.winner or ""]
        assert (winner.points, winner.rank) == (0, 1)
        others = [player for player in found.players if player is not winner]
        for one in others:
            better = [other for other in others if (other.points or 0) < (one.points or 0)]
            assert one.rank == 2 + len(better)


@settings(deadline=None, max_examples=60)
@given(tables(drops=False))
def test_chips_are_neither_made_nor_lost(seats: list[Seat]) -> None:
    found = settle(seats, DEALS)
    if found.settled:
        assert sum(player.chips or 0 for player in found.players) == 0
        winner = by_seat(found)[found.winner or ""]
        assert winner.chips == sum(player.points or 0 for player in found.players)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6), st.integers(2, 4))
def test_a_legal_knock_brings_points_to_one_player_at_most(seed: int, players: int) -> None:
    size = 10 if players == 2 else 7
    knocked = (KNOCKED if players == 2 else SEVEN[0]).split()
    rest = [card for card in TWO_DECKS[:52] if card not in knocked]
    random.Random(seed).shuffle(rest)
    hands = [" ".join(rest[size * n : size * (n + 1)]) for n in range(players - 1)]
    for ruleset in ("knock-52", house("knock-52", lay_offs=LayOffs.UNLESS_GIN)):
        found = knock(ruleset, " ".join(knocked), *hands)
        scores = {player.seat: player.points for player in found.players}
        assert found.settled
        assert min(scores.values(), key=lambda n: n or 0) == 0
        assert all(n == 0 for seat, n in scores.items() if seat != found.winner)
        held = [player.deadwood_points or 0 for player in found.players]
        if found.winner == "0":
            assert scores["0"] == max(0, sum(held[1:]) - held[0])
        else:
            assert players == 2
            assert scores["1"] == held[0] - held[1] + 25


def test_rejecting_rulesets_reject_whatever_is_dealt() -> None:
    ruleset = house(wrong_declaration=WrongDeclaration.REJECTED, wrong_declaration_points=0)
    found = settle([declared(GROUPS[:3]), playing(), playing(THIRD, "c")], ruleset)
    assert (found.settled, points(found)) == (False, [0, None, None])
