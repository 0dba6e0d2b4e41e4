"""The definition of sequence, pure sequence and set, as predicates over a few cards.

The predicates take the cards of a group by role: `naturals`, the kinds that stand at face value,
and `jokers`, how many others stand in. Which wild cards stand at face value is the group's own
choice: `read_meld` tries every one and keeps the reading that serves a declaration best.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from ._compiled import make
from .cards import (
    CARDS,
    PRINTED_JOKER,
    RANK_COUNT,
    SUITS,
    Card,
    Kind,
    kind_of,
    rank_index,
    suit_index,
)
from .rules import Ace, MeldRules

_ACE = 0
"""Rank index of the ace; as the top of a sequence it stands at position `RANK_COUNT`."""


class MeldKind(StrEnum):
    """What a group is. Members stand in the order in which they serve a declaration."""

    PURE_SEQUENCE = "pure_sequence"
    """A sequence of cards at face value. Source: 000 §pure sequence; rules §2.2."""
    TUNNELA = "tunnela"
    """Three copies of one card, where the ruleset counts them as a pure sequence."""
    IMPURE_SEQUENCE = "impure_sequence"
    """A sequence in which a joker stands in. Source: 000 §sequence."""
    SET = "set"
    """Cards of one rank in different suits. Source: 000 §set."""
    JOKER_GROUP = "joker_group"
    """Jokers only, where the ruleset asks for no card at face value."""
    DUBLEE = "dublee"
    """Two copies of one card, where enough of them suffice to declare."""
    INVALID = "invalid"
    """No meld."""

    is_pure: bool
    """Whether it counts as a pure sequence."""
    is_sequence: bool
    """Whether it counts as a sequence."""

    def __init__(self, value: str) -> None:
        # Kept, not worked out: they are asked for several times with every group of every hand.
        self.is_pure = value in ("pure_sequence", "tunnela")
        self.is_sequence = self.is_pure or value == "impure_sequence"


@dataclass(frozen=True, slots=True)
class Meld:
    """A group of cards and what it was read as."""

    cards: tuple[Card, ...]
    """The cards: ascending in a sequence, by suit in a set, as given when invalid."""
    stands_for: tuple[Card, ...]
    """The card that each of `cards` stands for; itself unless it is a joker."""
    kind: MeldKind
    """What the group is."""


def sequence_positions(naturals: Sequence[Kind], jokers: int, rules: MeldRules) -> range | None:
    """Return the positions that these cards fill as a sequence; None when they are none.

    Positions count from 0 (ace low) to 12 (king) and 13 (ace high). Jokers beyond those that fill
    gaps go on at the high end, then at the low end, never past an end of the rank order.
    Source: rules §2.1.

    >>> from validator.rules.dialects import find_ruleset
    >>> from validator.cards import parse_kind
    >>> rules = find_ruleset("yeeqia-13").melds
    >>> sequence_positions([parse_kind(code) for code in ("QH", "KH", "AH")], 1, rules)
    range(10, 14)
    """
    size = len(naturals) + jokers
    if not _is_meld_size(naturals, jokers, rules.max_jokers_in_sequence, rules):
        return None
    if len({suit_index(kind) for kind in naturals}) != 1:
        return None
    top = RANK_COUNT if rules.ace is Ace.LOW_OR_HIGH else RANK_COUNT - 1
    for positions in _ace_choices([rank_index(kind) for kind in naturals], top):
        start = min(positions[0], top + 1 - size)
        if start >= 0 and positions[-1] < start + size and len(set(positions)) == len(positions):
            return range(start, start + size)
    return None


def is_set(naturals: Sequence[Kind], jokers: int, rules: MeldRules) -> bool:
    """Return whether these cards are a set. Source: rules §2.3; 000 §set, 004 §sets.

    >>> from validator.rules.dialects import find_ruleset
    >>> from validator.cards import parse_kind
    >>> rules = find_ruleset("yeeqia-13").melds
    >>> is_set([parse_kind("9S"), parse_kind("9H")], 1, rules)
    True
    """
    return (
        _is_meld_size(naturals, jokers, rules.max_jokers_in_set, rules)
        and (rules.set_max_cards is None or len(naturals) + jokers <= rules.set_max_cards)
        and len({rank_index(kind) for kind in naturals}) == 1
        and len(set(naturals)) == len(naturals)
    )


def meld_kind(naturals: Sequence[Kind], jokers: int, rules: MeldRules) -> MeldKind:
    """Return what these cards are; of several kinds, the one that serves a declaration best.

    Source: rules §2.4 for the choice, §2.5 (ruling R1) for groups of jokers only.
    """
    if sequence_positions(naturals, jokers, rules):
        return MeldKind.IMPURE_SEQUENCE if jokers else MeldKind.PURE_SEQUENCE
    if rules.identical_triplet and not jokers and len(naturals) == 3 and len(set(naturals)) == 1:
        return MeldKind.TUNNELA
    if is_set(naturals, jokers, rules):
        return MeldKind.SET
    if not naturals and may_be_joker_group(jokers, rules):
        return MeldKind.JOKER_GROUP
    return MeldKind.INVALID


def has_joker_groups(rules: MeldRules) -> bool:
    """Return whether jokers alone may be a group.

    They may where no natural is asked for, where enough jokers are a declaration, and where three
    printed ones count among the tunnelas that are. Source: rulings R41, R43.
    """
    counts = (rules.jokers_to_declare, rules.tunnelas_to_declare)
    return rules.min_naturals == 0 or any(counts)


def may_be_joker_group(count: int, rules: MeldRules) -> bool:
    """Return whether a group may be this many jokers and nothing else."""
    return count >= rules.meld_min_cards and has_joker_groups(rules)


def is_joker(kind: Kind, wild: frozenset[Kind]) -> bool:
    """Return whether a card may stand for another: a printed joker or a wild card."""
    return kind == PRINTED_JOKER or kind in wild


def read_meld(cards: Sequence[Kind], wild: frozenset[Kind], rules: MeldRules) -> Meld:
    """Return a group read the way that serves a declaration best, its cards put in order.

    Of equally good readings the one with the fewest jokers is taken.

    >>> from validator.rules.dialects import find_ruleset
    >>> from validator.cards import parse_kind
    >>> rules = find_ruleset("yeeqia-13").melds
    >>> read = read_meld([parse_kind(code) for code in ("JK", "3H", "5H")], frozenset(), rules)
    >>> [str(card) for card in read.stands_for], str(read.kind)
    (['3H', '4H', '5H'], 'impure_sequence')
    """
    if wild.isdisjoint(cards):
        only = _read_plain(tuple(sorted(cards)), rules)
        return only or _no_meld(cards, rules)
    readings = [
        (_ORDER[reading.meld.kind], len(jokers), naturals, jokers, reading)
        for naturals, jokers in _role_choices(cards, wild)
        if (reading := _read_roles(naturals, len(jokers), rules))
    ]
    if not readings:
        return _no_meld(cards, rules)
    _, _, naturals, jokers, reading = readings[0] if len(readings) == 1 else min(readings)
    return reading.of_cards(naturals + jokers) if jokers else reading.meld


def _no_meld(cards: Sequence[Kind], rules: MeldRules) -> Meld:
    given = tuple([CARDS[kind] for kind in cards])
    is_dublee = rules.dublees_to_declare is not None and len(cards) == 2
    kind = MeldKind.DUBLEE if is_dublee and cards[0] == cards[1] else MeldKind.INVALID
    return Meld(given, given, kind)


def meld_order(meld: Meld) -> tuple[int, tuple[Card, ...]]:
    """Return a key that sorts melds: pure sequences, impure ones, sets; then by their cards."""
    return _ORDER[meld.kind], meld.stands_for


_ORDER = {kind: place for place, kind in enumerate(MeldKind)}


def _is_meld_size(
    naturals: Sequence[Kind], jokers: int, most_jokers: int | None, rules: MeldRules
) -> bool:
    # No sequence or set is made of jokers alone, whatever min_naturals says: nothing would tell
    # which one it is. Such a group is a joker group where the ruleset has them.
    return (
        len(naturals) + jokers >= rules.meld_min_cards
        and len(naturals) >= max(1, rules.min_naturals)
        and (most_jokers is None or jokers <= most_jokers)
    )


def _ace_choices(ranks: list[int], top: int) -> Iterator[list[int]]:
    """Yield the sorted positions for every way to put the aces low or high, low first."""
    others = sorted(rank for rank in ranks if rank != _ACE)
    aces = len(ranks) - len(others)
    for high in range(aces + 1 if top == RANK_COUNT else 1):
        yield [_ACE] * (aces - high) + others + [top] * high


def _role_choices(
    cards: Sequence[Kind], wild: frozenset[Kind]
) -> list[tuple[tuple[Kind, ...], tuple[Kind, ...]]]:
    """Return (naturals, jokers) for every choice of the wild cards that stand at face value.

    All but those in which the naturals share neither a suit nor a rank, as those of any meld do.
    """
    naturals: list[Kind] = []
    jokers: list[Kind] = []
    wilds: list[Kind] = []
    for kind in cards:
        (wilds if kind in wild else jokers if kind == PRINTED_JOKER else naturals).append(kind)
    naturals.sort()
    if naturals:
        if not _share_suit_or_rank(naturals[0], naturals[-1]):
            return []
        jokers += [kind for kind in wilds if not _share_suit_or_rank(kind, naturals[0])]
        if len(naturals) + len(jokers) == len(cards):
            return [(tuple(naturals), tuple(sorted(jokers)))]
        wilds = [kind for kind in wilds if _share_suit_or_rank(kind, naturals[0])]
    choices = [(naturals, jokers)]
    for kind in set(wilds):
        count = wilds.count(kind)
        choices = [
            (naturals + [kind] * at_face, jokers + [kind] * (count - at_face))
            for naturals, jokers in choices
            for at_face in range(count + 1)
        ]
    return [(tuple(sorted(naturals)), tuple(sorted(jokers))) for naturals, jokers in choices]


def _share_suit_or_rank(one: Kind, other: Kind) -> bool:
    return suit_index(one) == suit_index(other) or rank_index(one) == rank_index(other)


@dataclass(frozen=True, slots=True)
class _Reading:
    """What naturals and a number of jokers are, whichever cards the jokers are."""

    meld: Meld
    """The meld, if all jokers are printed ones."""
    places: tuple[int, ...]
    """Its cards as indices into the naturals followed by the jokers."""

    def of_cards(self, roles: tuple[Kind, ...]) -> Meld:
        """Return the meld of these naturals followed by these jokers."""
        cards = tuple([CARDS[roles[place]] for place in self.places])
        stands_for = cards if self.meld.kind is MeldKind.JOKER_GROUP else self.meld.stands_for
        return make(Meld, cards, stands_for, self.meld.kind)


@lru_cache(maxsize=4096)
def _read_plain(cards: tuple[Kind, ...], rules: MeldRules) -> Meld | None:
    """Return the meld of sorted cards, none of them wild; None when they are none."""
    naturals = tuple([kind for kind in cards if kind != PRINTED_JOKER])
    reading = _read_roles(naturals, len(cards) - len(naturals), rules)
    return None if reading is None else reading.meld


@lru_cache(maxsize=4096)
def _read_roles(naturals: tuple[Kind, ...], jokers: int, rules: MeldRules) -> _Reading | None:
    """Return what these cards are; None when they are no meld.

    There are few of them, however many hands and wild cards.
    """
    kind = meld_kind(naturals, jokers, rules)
    if kind is MeldKind.INVALID:
        return None
    roles = naturals + (PRINTED_JOKER,) * jokers
    filled = list(enumerate(roles))
    if kind is MeldKind.SET:
        filled = _fill_set(naturals, jokers)
    elif kind.is_sequence and kind is not MeldKind.TUNNELA:
        filled = _fill_sequence(naturals, jokers, rules)
    cards = tuple([CARDS[roles[place]] for place, _ in filled])
    stands_for = tuple([CARDS[slot] for _, slot in filled]) if jokers else cards
    return _Reading(Meld(cards, stands_for, kind), tuple([place for place, _ in filled]))


def _fill_sequence(
    naturals: Sequence[Kind], jokers: int, rules: MeldRules
) -> list[tuple[int, Kind]]:
    """Return pairs (place among naturals and jokers, card that it stands for), ascending."""
    positions = sequence_positions(naturals, jokers, rules)
    assert positions is not None  # the caller has read these cards as a sequence
    suit = suit_index(naturals[0])
    left, spare = dict(enumerate(naturals)), itertools.count(len(naturals))
    filled = []
    for position in positions:
        slot = kind_of(position % RANK_COUNT, suit)
        place = next((place for place, kind in left.items() if kind == slot), None)
        if place is None:
            place = next(spare)
        else:
            del left[place]
        filled.append((place, slot))
    return filled


def _fill_set(naturals: Sequence[Kind], jokers: int) -> list[tuple[int, Kind]]:
    """Return such pairs by suit; jokers beyond four suits go round."""
    rank = rank_index(naturals[0])
    taken = {suit_index(kind) for kind in naturals}
    free = [suit for suit in range(len(SUITS)) if suit not in taken]
    suits = itertools.chain(free, itertools.cycle(range(len(SUITS))))
    stand_ins = [kind_of(rank, suit) for suit in itertools.islice(suits, jokers)]
    return sorted(enumerate([*naturals, *stand_ins]), key=lambda pair: pair[1])
