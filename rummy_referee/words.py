"""Answers in words, for people at a terminal."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from validator import (
    Arrangement,
    Card,
    Deal,
    Meld,
    Outcome,
    Prospects,
    SettledPlayer,
    Settlement,
    Verdict,
)

_VERDICTS: Final = {
    Outcome.VALID: "VALID: the declaration stands",
    Outcome.WRONG_DECLARATION: "WRONG DECLARATION",
    Outcome.REJECTED: "REJECTED",
    Outcome.NOT_DECLARED: "NOT DECLARED: no groups were given",
}

_DASH: Final = "-"


def verdict_in_words(verdict: Verdict) -> str:
    """Return a verdict: what becomes of it, why, the groups as read, and the best arrangement.

    >>> from validator import judge
    >>> told = verdict_in_words(judge("2H 3H 4H 5S 6S 7S KC KD KH 9C", "knock-52"))
    >>> print(told.splitlines()[0])
    NOT DECLARED: no groups were given (knock-52), 9 points
    """
    lines = [
        f"{_VERDICTS[verdict.outcome]} ({verdict.deal.ruleset.id}), {_points(verdict.penalty)}"
    ]
    lines += [f"  {_whose(found.group)}{found.message}" for found in verdict.violations]
    if verdict.groups:
        lines += ["Groups", *_numbered(verdict.groups, verdict.deal)]
    if verdict.grouped is not None and verdict.points_as_grouped is not None:
        left, points = verdict.grouped.deadwood, verdict.grouped.deadwood_points
        lines.append(f"  left over: {_codes(left)}, {_points(points)}")
        lines.append(f"  as grouped, a loser pays {_points(verdict.points_as_grouped)}")
    if verdict.knock is not None:
        gin = ", gin" if verdict.knock.gin else ""
        knock = verdict.knock
        lines.append(f"Knock: {_points(knock.deadwood_points)} of at most {knock.limit}{gin}")
    return _text(lines, _arrangement("Best arrangement", verdict.best, verdict.deal))


def prospects_in_words(prospects: Prospects) -> str:
    """Return what may become of a hand: the best arrangement, others, discards, what helps."""
    deal = prospects.deal
    parts = [[*_arrangement("Best arrangement", prospects.best, deal)]]
    for number, other in enumerate(prospects.alternatives, 1):
        parts.append([*_arrangement(f"As good, {number}", other, deal)])
    if prospects.discards:
        parts.append(["Discards, the best first"])
        parts[-1] += [
            f"  {choice.card}: {_points(choice.penalty)}{_may(choice.declarable)}"
            for choice in prospects.discards
        ]
    distance = prospects.distance
    far = "undetermined" if distance is None else str(distance)
    parts.append([f"Cards to exchange until it can be declared: {far}"])
    drawn = [f"{found.card} ({found.unseen} unseen)" for found in prospects.completing_cards]
    parts.append([f"Cards that complete it when drawn: {', '.join(drawn) or _DASH}"])
    return _text(*parts)


def settlement_in_words(settlement: Settlement) -> str:
    """Return what a deal brings each player, as a table, and the verdict on who goes out."""
    lines = [_ending(settlement)]
    rows = [("seat", "points", "total", "rank", ""), *map(_row, settlement.players)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        lines.append("  " + "  ".join(cells).rstrip())
    if settlement.match_winner is not None:
        lines.append(f"The match is won by {settlement.match_winner}")
    if settlement.verdict is not None:
        lines.append(verdict_in_words(settlement.verdict).rstrip("\n"))
    return _text(lines)


def _ending(settlement: Settlement) -> str:
    name = settlement.deal.ruleset.id
    if not settlement.settled:
        return f"NOT SETTLED: the deal goes on ({name})"
    return f"SETTLED ({name}), winner: {settlement.winner or 'nobody'}"


def _row(player: SettledPlayer) -> tuple[str, str, str, str, str]:
    numbers = (player.points if player.chips is None else player.chips, player.total, player.rank)
    points, total, rank = (_DASH if number is None else str(number) for number in numbers)
    return player.seat, points, total, rank, "out" if player.eliminated else ""


def _arrangement(title: str, arrangement: Arrangement, deal: Deal) -> Iterator[str]:
    yield f"{title}: {_points(arrangement.penalty)}{_may(arrangement.declarable)}"
    yield from _numbered(arrangement.melds, deal)
    yield f"  left over: {_codes(arrangement.deadwood)}, {_points(arrangement.deadwood_points)}"
    if arrangement.discard is not None:
        yield f"  set aside: {arrangement.discard}"


def _numbered(melds: Iterable[Meld], deal: Deal) -> Iterator[str]:
    for number, meld in enumerate(melds, 1):
        same = meld.stands_for == meld.cards
        stands_for = "" if same else f" as {_codes(meld.stands_for)}"
        kind = meld.kind.value.replace("_", " ")
        points = _points(deal.sum_points(meld.cards))
        yield f"  {number}. {_codes(meld.cards)}{stands_for}: {kind}, {points}"


def _whose(group: int | None) -> str:
    return "" if group is None else f"group {group + 1}: "


def _may(declarable: bool) -> str:
    return ", can be declared" if declarable else ""


def _points(points: int) -> str:
    return f"{points} point" if points == 1 else f"{points} points"


def _codes(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards)) or _DASH


def _text(*parts: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in chain.from_iterable(parts))
