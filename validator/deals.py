"""A deal: a ruleset together with the card turned up, and what that makes wild and worth."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from .cards import (
    ALL_KINDS,
    NATURAL_KINDS,
    PRINTED_JOKER,
    RANK_COUNT,
    RANKS,
    SUITS,
    Card,
    Kind,
    Rank,
    Suit,
    is_red,
    kind_of,
    rank_index,
    suit_index,
)
from .melds import ACE, is_joker
from .rules import MeldRules, PrintedJokerUp, Ruleset, SettlementRules, WildScope

_ACE_OF_SPADES = kind_of(ACE, SUITS.index(Suit.SPADES))
"""What a printed joker that is turned up stands for. Source: ruling R40."""


def wild_kinds(wild_card: Kind | None, rules: MeldRules) -> frozenset[Kind]:
    """Return the natural kinds that are wild when this card is turned up.

    Source: rules §2.6; 000 §wild joker, 004 §jokers; ruling R40 for neighbours of a printed joker.

    >>> from validator.rules.dialects import find_ruleset
    >>> from validator.cards import kind_name, parse_kind
    >>> rules = find_ruleset("yeeqia-13").melds
    >>> sorted(map(kind_name, wild_kinds(parse_kind("7D"), rules)))
    ['7D', '7H']
    """
    if wild_card is None or rules.wild_scope is WildScope.NONE:
        return frozenset()
    printed = wild_card == PRINTED_JOKER
    if printed and rules.printed_joker_up is PrintedJokerUp.NONE:
        return frozenset()
    shown = _ACE_OF_SPADES if printed else wild_card
    rank = rank_index(shown)
    colour_counts = rules.wild_scope is WildScope.RANK_AND_COLOUR and not printed
    wild = {
        kind
        for kind in NATURAL_KINDS
        if rank_index(kind) == rank and (not colour_counts or is_red(kind) == is_red(shown))
    }
    if rules.neighbour_wilds:
        # Ranks go round here: the neighbours of a king are the queen and the ace.
        neighbours = ((rank + step) % RANK_COUNT for step in (-1, 1))
        wild |= {kind_of(neighbour, suit_index(shown)) for neighbour in neighbours}
    return frozenset(wild)


_FIRST_COURT = RANKS.index(Rank.JACK)


def card_points(kind: Kind, wild: frozenset[Kind], rules: SettlementRules) -> int:
    """Return the points of a card as deadwood. Source: 000 §scoring, 001, 003, 004; rules §2.7.

    >>> from validator.cards import parse_kind
    >>> from validator.rules.dialects import find_ruleset
    >>> rules = find_ruleset("rummymates-13").settlement
    >>> [card_points(parse_kind(code), frozenset(), rules) for code in ("AS", "7S", "QS", "JK")]
    [1, 7, 10, 0]
    """
    if is_joker(kind, wild):
        return 0
    rank = rank_index(kind)
    if rank >= _FIRST_COURT:
        return rules.court_points
    return rank + 1 if rank else rules.ace_points


@dataclass(frozen=True, slots=True, eq=False)
class Deal:
    """A ruleset together with the card turned up in one deal; `of` makes one of each only."""

    ruleset: Ruleset
    """The ruleset."""
    wild: frozenset[Kind]
    """The natural kinds that are wild."""
    points: tuple[int, ...]
    """The points of every kind as deadwood, indexed by `Kind`."""

    @staticmethod
    @lru_cache(maxsize=1024)
    def of(ruleset: Ruleset, wild_card: Kind | None) -> "Deal":
        """Return the deal in which this card was turned up; None when none was."""
        wild = wild_kinds(wild_card, ruleset.melds)
        points = (card_points(kind, wild, ruleset.settlement) for kind in ALL_KINDS)
        return Deal(ruleset, wild, tuple(points))

    def sum_points(self, cards: Iterable[Card]) -> int:
        """Return the points of these cards together."""
        return sum(self.points[card.kind] for card in cards)

    def discard_order(self, kind: Kind) -> tuple[int, Kind]:
        """Return what sorts the cards that may be set aside: most points first, then card order."""
        return (-self.points[kind], kind)
