"""Card points, loser models, cap and penalty: arithmetic on a given arrangement.

All amounts are points. Nothing here looks for an arrangement; see `validator.search`.
"""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Final

from ._compiled import fast_frozen
from .cards import PRINTED_JOKER, Card
from .deals import Deal
from .melds import Meld, MeldKind, is_joker
from .rules import GoesOutBy, LoserModel, MeldRules, NoPure, SettlementRules


@fast_frozen
class Arrangement:
    """A whole hand laid out: its melds, what is left, and what that costs."""

    melds: tuple[Meld, ...]
    """The melds; in a best arrangement in its documented order, otherwise as the caller gave."""
    deadwood: tuple[Card, ...]
    """The cards outside every meld, in card order."""
    discard: Card | None
    """The card set aside of a hand that holds one more than is melded; None of one that doesn't."""
    declarable: bool
    """Whether it may be declared; in knock rulesets, whether it may be knocked with."""
    penalty: int
    """Points that it costs a loser, after rules and cap."""
    deadwood_points: int
    """Points of the deadwood alone."""


def has_required_sequences(melds: Sequence[Meld], rules: MeldRules) -> bool:
    """Return whether the melds hold every sequence that a declaration needs. Source: rules §3."""
    sequences = [meld for meld in melds if meld.kind.is_sequence]
    pure = [meld for meld in sequences if meld.kind.is_pure]
    return (
        len(sequences) >= rules.min_sequences
        and len(pure) >= rules.min_pure_sequences
        and has_long_sequence(sequences, rules)
    )


def has_long_sequence(sequences: Sequence[Meld], rules: MeldRules) -> bool:
    """Return whether one of these sequences is as long as the ruleset asks of one."""
    least = rules.long_sequence_cards
    return least is None or any(len(meld.cards) >= least for meld in sequences)


def sufficient_melds(melds: Sequence[Meld], deal: Deal) -> list[Meld]:
    """Return the dublees, tunnelas or joker groups that suffice to declare; none if none do.

    Where they do, the other cards need no arrangement. Source: rules §6, `marriage-21`; R15, R41.
    """
    for way in deal.ruleset.melds.sufficient_ways:
        counts = _COUNTS_AMONG[way.groups]
        found = [meld for meld in melds if counts(meld, deal)]
        if sum(len(meld.cards) for meld in found) >= way.needed * way.size:
            return found
    return []


def _counts_as_dublee(meld: Meld, _deal: Deal) -> bool:
    return meld.kind is MeldKind.DUBLEE


def _counts_as_tunnela(meld: Meld, _deal: Deal) -> bool:
    """Three printed jokers do, though they are no pure sequence. Source: ruling R41."""
    printed = [card for card in meld.cards if card.kind == PRINTED_JOKER]
    return meld.kind is MeldKind.TUNNELA or len(printed) == len(meld.cards) == 3


def _counts_as_jokers(meld: Meld, deal: Deal) -> bool:
    is_meld = meld.kind not in (MeldKind.DUBLEE, MeldKind.INVALID)
    return is_meld and all(is_joker(card.kind, deal.wild) for card in meld.cards)


_COUNTS_AMONG: Final = {
    "dublees": _counts_as_dublee,
    "tunnelas": _counts_as_tunnela,
    "jokers": _counts_as_jokers,
}
"""Whether a meld is one of the groups of a `SufficientWay`."""


def capped(points: int, rules: SettlementRules) -> int:
    """Return the points, at most the cap. Source: 000 §scoring, 004 §scoring."""
    return points if rules.cap is None else min(points, rules.cap)


def whole_hand_penalty(hand_points: int, rules: SettlementRules) -> int:
    """Return what a hand pays that counts whole. Source: rules §4, `no_pure`."""
    if rules.no_pure is NoPure.FLAT:
        assert rules.cap is not None  # no contradiction in a Ruleset
        return rules.cap
    return capped(hand_points, rules)


def preference(arrangement: Arrangement) -> tuple[bool, int, int, int]:
    """Return a key that sorts the arrangements of a hand, the best first.

    Declarable ones first, then the least penalty, the fewest deadwood points, the fewest deadwood
    cards. Source: rules §4, ruling R13.
    """
    return (
        not arrangement.declarable,
        arrangement.penalty,
        arrangement.deadwood_points,
        len(arrangement.deadwood),
    )


def arrange(
    melds: Sequence[Meld], deadwood: Iterable[Card], discard: Card | None, deal: Deal
) -> Arrangement:
    """Return the arrangement of these melds and this deadwood, priced."""
    loose = tuple(sorted(deadwood, key=attrgetter("kind")))
    loose_points = deal.sum_points(loose)
    complete = has_required_sequences(melds, deal.ruleset.melds)
    declarable = _is_declarable(melds, loose, loose_points, complete, deal)
    if declarable and deal.ruleset.settlement.goes_out_by is GoesOutBy.DECLARING:
        penalty = deal.ruleset.settlement.complete_hand_points
    else:
        penalty = _loser_penalty(melds, loose_points, complete, deal)
    return Arrangement(
        melds=tuple(melds),
        deadwood=loose,
        discard=discard,
        declarable=declarable,
        penalty=penalty,
        deadwood_points=loose_points,
    )


def _is_declarable(
    melds: Sequence[Meld], loose: Sequence[Card], loose_points: int, complete: bool, deal: Deal
) -> bool:
    """Source: rules §3; 003 §5 for a knock."""
    limit = deal.ruleset.settlement.knock_limit
    if limit is not None:
        return loose_points <= limit
    if complete and not loose:
        return True
    return bool(melds) and sufficient_melds(melds, deal) == list(melds)


def _loser_penalty(melds: Sequence[Meld], loose_points: int, complete: bool, deal: Deal) -> int:
    """Source: rules §4, one line of its table after the other."""
    rules = deal.ruleset.settlement
    pure = [meld for meld in melds if meld.kind.is_pure]
    if rules.loser_model is LoserModel.DEADWOOD_ONLY:
        unlocked = True
    elif rules.loser_model is LoserModel.PURE_UNLOCKS_ALL:
        unlocked = bool(pure)
    else:
        unlocked = complete
    if unlocked:
        return capped(loose_points, rules)
    hand_points = loose_points + sum(deal.sum_points(meld.cards) for meld in melds)
    if pure and rules.loser_model is LoserModel.LIVES_CASCADE:
        return capped(hand_points - sum(deal.sum_points(meld.cards) for meld in pure), rules)
    return whole_hand_penalty(hand_points, rules)
