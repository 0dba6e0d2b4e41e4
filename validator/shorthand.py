"""From what a caller writes to an answer in one call: strings in, verdicts out."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from .cards import Card
from .deals import Deal
from .errors import MalformedRequest
from .questions import (
    Cards,
    Declaration,
    Reason,
    Seat,
    may_turn_up,
    read_cards,
    read_declaration,
    read_single,
    read_table,
    read_wild_card,
)
from .rules import Ruleset, find_ruleset
from .scoring import Arrangement
from .search import arrange_codes, tables_of
from .settlement import Settlement, settle_table
from .verdicts import Verdict, find_best, judge_declaration


def judge(
    hand: Cards,
    ruleset: str | Ruleset,
    *,
    wild_card: str | Card | None = None,
    groups: Sequence[Cards] | None = None,
    discard: str | Card | None = None,
) -> Verdict:
    """Return the verdict on a hand and the grouping proposed for it.

    Cards are written in any accepted notation (see `validator`). Without `groups` only the best
    arrangement is found. `discard` is the card set aside of a hand with one card more than is
    dealt.

    :raises UnknownRuleset: when no built-in ruleset has this id.
    :raises MalformedRequest: when the cards do not describe a hand; it names every fault.

    >>> verdict = judge(
    ...     "5H 6H 7H 9S 10S JK 4C 4D 4S QC QD QS QH", "yeeqia-13", wild_card="7D",
    ...     groups=["5H 6H 7H", "9S 10S JK", "4C 4D 4S", "QC QD QS QH"],
    ... )
    >>> verdict.valid, [str(meld.kind) for meld in verdict.groups]
    (True, ['pure_sequence', 'impure_sequence', 'set', 'set'])
    """
    declaration = _read(hand, ruleset, wild_card, groups, discard)
    return judge_declaration(declaration, find_best(declaration))


def best_arrangement(
    hand: Cards,
    ruleset: str | Ruleset,
    *,
    wild_card: str | Card | None = None,
    discard: str | Card | None = None,
) -> Arrangement:
    """Return the best arrangement of a hand; arguments and errors as of `judge`.

    >>> best = best_arrangement("9H 10H JH 4S 4D 4C 6S 6C 6D AC KD 8C 2S", "yeeqia-13")
    >>> best.penalty, [str(card) for card in best.deadwood]
    (30, ['2S', 'KD', 'AC', '8C'])
    """
    if discard is None:
        deal = _usual_deal(ruleset, wild_card)
        found = None if deal is None else arrange_codes(hand, tables_of(deal))
        if found is not None:
            return found
    # What is not the usual case is read with care, to name everything that is wrong with it.
    return find_best(_read(hand, ruleset, wild_card, None, discard))


def self_check() -> None:
    """Return when a known hand is judged as it has to be.

    :raises RuntimeError: when it is not: this installation must not judge players.
    """
    hand = "9H 10H JH 4S 4D 4C 6S 6C 6D AC KD 8C 2S"
    penalties = {ruleset: best_arrangement(hand, ruleset).penalty for ruleset in _KNOWN}
    if penalties != _KNOWN:
        raise RuntimeError(f"a known hand costs {penalties}, not {_KNOWN}")


_KNOWN = {"yeeqia-13": 30, "rummymates-13": 21, "points-13": 60, "points-13-full-count": 80}
"""What the known hand costs by each loser model. Source: rules §4, worked example."""


@lru_cache(maxsize=2048)
def _usual_deal(ruleset: str | Ruleset, wild_card: str | Card | None) -> Deal | None:
    """Return a deal; None where the card cannot be turned up in it, or the fast way is not its."""
    rules = find_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    try:
        turned_up = read_wild_card(wild_card)
    except MalformedRequest:
        return None
    if rules.melds.min_naturals > 1 or not may_turn_up(turned_up, rules):
        return None
    return Deal.of(rules, turned_up)


def _read(
    hand: Cards,
    ruleset: str | Ruleset,
    wild_card: str | Card | None,
    groups: Sequence[Cards] | None,
    discard: str | Card | None,
) -> Declaration:
    if isinstance(groups, str):
        raise TypeError("groups is a list of groups, not one string")
    rules = find_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    wild, faults = read_single(wild_card, "wild_card")
    aside, more = read_single(discard, "discard")
    if faults or more:
        raise MalformedRequest([*faults, *more])
    given = (
        None
        if groups is None
        else [read_cards(group, ("groups", index)) for index, group in enumerate(groups)]
    )
    return read_declaration(rules, read_cards(hand, ("hand",)), wild, given, aside)


def settle(
    seats: Sequence[Seat],
    ruleset: str | Ruleset,
    *,
    wild_card: str | Card | None = None,
    reason: str | None = None,
    totals: Mapping[str, int] | None = None,
) -> Settlement:
    """Return what a deal brings the players in these seats.

    `reason` is one of `Reason`; without it the deal ends as deals of the ruleset usually do.
    `totals` are those before the deal, 0 for a seat without one.

    :raises UnknownRuleset: when no built-in ruleset has this id.
    :raises ValueError: when there is no such reason.
    :raises MalformedRequest: when this is no table that can be settled; it names every fault.

    >>> settled = settle(
    ...     [
    ...         Seat.of("north", "declared", "AH 2H 3H 4H 7C 8C 9C 10D 10S 10C KS KD KC"),
    ...         Seat.of("south", "playing", "9H 10H JH 4S 4D 4C 6S 6C 6D AC KD 8C 2S"),
    ...         Seat.of("west", "first_drop"),
    ...     ],
    ...     "points-13",
    ... )
    >>> settled.winner, [(player.points, player.rank) for player in settled.players]
    ('north', [(0, 1), (60, 3), (20, 2)])
    """
    rules = find_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    wild = read_wild_card(wild_card)
    why = None if reason is None else Reason(reason)
    return settle_table(read_table(rules, wild, why, seats, totals or {}))
