"""What a deal brings each player at a table: points, who has won, the ranking, the new totals.

A table is settled from the totals before the deal, so that settling it again changes nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ..deals import Deal
from ..questions import Table
from ..rules import GoesOutBy, MatchWonBy
from ..scoring import Arrangement
from ..verdicts import Verdict
from .deal_points import DealScore, ScoredHand, score_deal
from .lay_offs import LayOff


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledPlayer:
    """What the deal brings one player."""

    seat: str
    """What the caller calls the seat."""
    points: int | None
    """Points of this deal; None while they are open."""
    points_as_grouped: int | None
    """What the player's own grouping costs a loser; None without one."""
    best: Arrangement | None
    """The best arrangement of the hand; None when no hand was given."""
    deadwood_points: int | None
    """In knock rulesets, the deadwood that counts, after laying off; None without a hand."""
    lay_off: LayOff | None
    """The hand after laying off; None where nothing may be laid off."""
    chips: int | None
    """Chips won, or lost below 0, where the ruleset counts them; None elsewhere, or while open."""
    total: int | None
    """The total before the deal with what this deal brought; None while that is open."""
    rank: int | None
    """The place in this deal, from 1; equal points share one. None while the deal goes on."""
    eliminated: bool
    """Whether the total puts the player out of the match."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """The answer to a table."""

    deal: Deal
    """The ruleset by which it was settled, and the wild cards."""
    settled: bool
    """Whether the deal is over; it goes on after a declaration that is rejected, for example."""
    winner: str | None
    """The seat that has won the deal; None without a single one."""
    match_winner: str | None
    """The seat that has won the match by this deal, where totals tell; None without one."""
    verdict: Verdict | None
    """The verdict on the player who goes out; None when nobody does."""
    players: tuple[SettledPlayer, ...]
    """What the deal brings each player, in the caller's order."""


def settle_table(table: Table) -> Settlement:
    """Return what a deal brings the players of a table. Source: rules §4, §5; R23, R25."""
    score = score_deal(table)
    winner = score.first[0] if len(score.first) == 1 else None
    chips = _chips(table, score, winner)
    brought = chips if _counts_chips(table) else score.points
    totals = [
        None if more is None else player.total + more
        for player, more in zip(table.players, brought, strict=True)
    ]
    players = tuple(
        SettledPlayer(
            seat=player.seat,
            points=score.points[n],
            points_as_grouped=None if hand is None else hand.verdict.points_as_grouped,
            best=None if hand is None else hand.verdict.best,
            deadwood_points=None if hand is None else _deadwood_points(hand),
            lay_off=None if hand is None else hand.lay_off,
            chips=chips[n],
            total=totals[n],
            rank=_rank(n, table, score),
            eliminated=_is_eliminated(totals[n], table),
        )
        for n, (player, hand) in enumerate(zip(table.players, score.hands, strict=True))
    )
    shown = None if table.goes_out is None else score.hands[table.goes_out]
    return Settlement(
        deal=table.deal,
        settled=score.settled,
        winner=None if winner is None else table.players[winner].seat,
        match_winner=_match_winner(table, players) if score.settled else None,
        verdict=None if shown is None else shown.verdict,
        players=players,
    )


def _deadwood_points(hand: ScoredHand) -> int | None:
    return None if hand.verdict.knock is None else hand.deadwood_points


def _counts_chips(table: Table) -> bool:
    return table.deal.ruleset.settlement.match_won_by is MatchWonBy.MOST_CHIPS


def _chips(table: Table, score: DealScore, winner: int | None) -> list[int | None]:
    """Return the chips that change hands: the winner gets what the others lose. Source: R25."""
    if not _counts_chips(table):
        return [None for _ in score.points]
    if score.settled and winner is None:
        return [0 for _ in score.points]
    chips = [None if paid is None else -paid for paid in score.points]
    if winner is not None:
        chips[winner] = sum(paid or 0 for paid in score.points)
    return chips


def _rank(n: int, table: Table, score: DealScore) -> int | None:
    """Return a player's place in the deal: first place first, then by points. Source: R23."""
    if not score.settled:
        return None
    knocking = table.deal.ruleset.settlement.goes_out_by is GoesOutBy.KNOCKING
    keys = [
        (place not in score.first, -(points or 0) if knocking else points or 0)
        for place, points in enumerate(score.points)
    ]
    return 1 + sum(key < keys[n] for key in keys)


def _is_eliminated(total: int | None, table: Table) -> bool:
    limit = table.deal.ruleset.settlement.elimination_points
    return total is not None and limit is not None and total >= limit


def _match_winner(table: Table, players: Sequence[SettledPlayer]) -> str | None:
    """Return the seat that has won the match. Source: 003 §8; rules §6.

    Only where totals tell: how many deals have been played, the table does not know.
    """
    rules = table.deal.ruleset.settlement
    if rules.match_won_by is MatchWonBy.LAST_NOT_ELIMINATED:
        left = [player.seat for player in players if not player.eliminated]
        return left[0] if len(left) == 1 else None
    if rules.target_points is None:
        return None
    most = max(player.total or 0 for player in players)
    leading = [player.seat for player in players if player.total == most]
    return leading[0] if most >= rules.target_points and len(leading) == 1 else None
