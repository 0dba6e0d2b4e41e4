"""Score a deal: each player's points, and who is first.

Where one declares, points are penalties, and the fewest are best; where one knocks, they are
scores (`GoesOutBy`). Totals and the ranking are those of `validator.settlement.settling`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..melds import Meld
from ..questions import Player, Reason, Status, Table
from ..rules import GoesOutBy, LayOffs, LoserArrangement, SettlementRules
from ..scoring import Arrangement, capped
from ..verdicts import Outcome, Verdict, find_best, judge_declaration
from .lay_offs import LayOff, best_lay_off, lay_off


@dataclass(frozen=True, slots=True)
class ScoredHand:
    """A hand, and the deadwood that counts in its deal."""

    verdict: Verdict
    """The verdict on the hand and its grouping."""
    deadwood_points: int
    """The deadwood that counts, after laying off."""
    lay_off: LayOff | None = None
    """The hand after laying off; None where nothing may be laid off."""


_Hands = Sequence[ScoredHand | None]
"""The hands in the table's order; None for one that was not given."""


@dataclass(frozen=True, slots=True)
class DealScore:
    """The points of a deal; every tuple is in the table's order."""

    hands: tuple[ScoredHand | None, ...]
    """The hands; None for one that was not given."""
    points: tuple[int | None, ...]
    """Points of this deal; None while they are open."""
    first: tuple[int, ...] = ()
    """The indices of the players in first place: none, the winner, or several that share it."""
    settled: bool = True
    """Whether the deal is over."""


def score_deal(table: Table) -> DealScore:
    """Return the points of a deal. Source: rules §4, §5; 003 §6, §7; rulings R19 to R22."""
    hands = tuple(map(_judge, table.players))
    players_in = [n for n, player in enumerate(table.players) if player.status.is_in]
    if table.reason is Reason.STOCK_EXHAUSTED:
        return DealScore(hands, (0,) * len(hands))
    if len(players_in) == 1:
        return _charge(table, hands, players_in[0])
    out = table.goes_out
    if out is None:
        return _force(table, hands, players_in)
    shown = hands[out]
    assert shown is not None  # a player who goes out has a hand
    if shown.verdict.valid:
        knocking = table.deal.ruleset.settlement.goes_out_by is GoesOutBy.KNOCKING
        return _score_knock(table, hands, out) if knocking else _charge(table, hands, out)
    if shown.verdict.outcome is Outcome.REJECTED or len(players_in) > 2:
        points = tuple(shown.verdict.penalty if n == out else None for n in range(len(hands)))
        return DealScore(hands, points, settled=False)
    (other,) = set(players_in) - {out}
    return _charge(table, hands, other)


def _judge(player: Player) -> ScoredHand | None:
    """Return a player's hand; who goes out without groups shows the best. Source: ruling R22."""
    declaration = player.declaration
    if declaration is None:
        return None
    best = find_best(declaration)
    if player.status.goes_out and declaration.groups is None:
        groups = tuple(tuple(card.kind for card in meld.cards) for meld in best.melds)
        aside = None if best.discard is None else best.discard.kind
        declaration = replace(declaration, groups=groups, discard=aside)
    verdict = judge_declaration(declaration, best)
    return ScoredHand(verdict, _counted(verdict, player.status).deadwood_points)


def _counted(verdict: Verdict, status: Status) -> Arrangement:
    """Return the arrangement of a hand that counts: what was shown, or what the ruleset charges."""
    rules = verdict.deal.ruleset.settlement
    as_grouped = status.goes_out or rules.loser_arrangement is LoserArrangement.AS_GROUPED
    return verdict.grouped if as_grouped and verdict.grouped is not None else verdict.best


def _charge(table: Table, hands: _Hands, winner: int | None) -> DealScore:
    """Return the penalties of a deal that this player has won; of a forced one without a winner."""
    points = [
        0 if n == winner else _penalty(table, player, hand)
        for n, (player, hand) in enumerate(zip(table.players, hands, strict=True))
    ]
    return DealScore(tuple(hands), tuple(points), () if winner is None else (winner,))


def _penalty(table: Table, player: Player, hand: ScoredHand | None) -> int:
    rules = table.deal.ruleset.settlement
    fixed = {
        Status.FIRST_DROP: rules.first_drop,
        Status.MIDDLE_DROP: rules.middle_drop,
        Status.WRONG_DECLARATION: rules.wrong_declaration_points,
    }.get(player.status)
    if fixed is not None:
        return fixed
    assert hand is not None  # a player in has a hand
    verdict = hand.verdict
    if player.status.goes_out:
        return verdict.penalty
    as_grouped = rules.loser_arrangement is LoserArrangement.AS_GROUPED
    if as_grouped and verdict.points_as_grouped is not None:
        return verdict.points_as_grouped
    return verdict.best.penalty


def _force(table: Table, hands: _Hands, players_in: Sequence[int]) -> DealScore:
    """Return the penalties of a deal in which nobody goes out. Source: 000; ruling R19."""
    score = _charge(table, hands, None)
    least = min(score.points[n] or 0 for n in players_in)
    return replace(score, first=tuple(n for n in players_in if score.points[n] == least))


def _score_knock(table: Table, hands: _Hands, knocker: int) -> DealScore:
    """Return the scores of a deal with a legal knock. Source: 003 §6, §7; rulings R10, R12, R26."""
    rules = table.deal.ruleset.settlement
    held = [hand for hand in hands if hand is not None]
    assert len(held) == len(hands)  # no player leaves a deal in which one knocks
    shown = held[knocker].verdict
    gin = shown.knock is not None and shown.knock.gin
    if rules.lay_offs is LayOffs.UNLESS_GIN and not gin:
        held = [
            hand if n == knocker else _lay_off(table.players[n], hand, shown.groups)
            for n, hand in enumerate(held)
        ]
    deadwood = [capped(hand.deadwood_points, rules) for hand in held]
    points = [0] * len(held)
    first = () if gin and not rules.gin_can_be_undercut else _undercutters(deadwood, knocker, rules)
    for n in first:
        points[n] = deadwood[knocker] - deadwood[n] + rules.undercut_bonus
    if not first:
        first = (knocker,)
        difference = sum(deadwood) - 2 * deadwood[knocker]
        points[knocker] = max(0, difference) + (rules.gin_bonus if gin else 0)
    return DealScore(tuple(held), tuple(points), first)


def _undercutters(deadwood: Sequence[int], knocker: int, rules: SettlementRules) -> tuple[int, ...]:
    """Return the opponents who undercut: those with the least deadwood, if it is little enough."""
    if rules.undercut_max_players is None or len(deadwood) > rules.undercut_max_players:
        return ()
    least = min(points for n, points in enumerate(deadwood) if n != knocker)
    enough = deadwood[knocker] - (0 if rules.undercut_on_tie else 1)
    return tuple(
        n for n, points in enumerate(deadwood) if n != knocker and points == least <= enough
    )


def _lay_off(player: Player, hand: ScoredHand, onto: Sequence[Meld]) -> ScoredHand:
    """Return an opponent's hand after laying off on the melds of a knock. Source: ruling R27."""
    assert player.declaration is not None  # it is the hand's
    verdict = hand.verdict
    as_grouped = verdict.deal.ruleset.settlement.loser_arrangement is LoserArrangement.AS_GROUPED
    if as_grouped and verdict.grouped is not None:
        laid = lay_off(verdict.grouped.melds, verdict.grouped.deadwood, onto, verdict.deal)
    else:
        laid = best_lay_off(player.declaration.hand, onto, verdict.deal)
    return ScoredHand(verdict, laid.deadwood_points, laid)
