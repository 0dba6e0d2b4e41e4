"""The patterns of a ruleset: every way to meld cards that a best arrangement can need.

A pattern is the cards of a meld that stand at face value and the jokers it cannot do without; a
meld is a pattern and the spare jokers that it takes into its room. `validator.search` says why
longer melds than these are never needed. What is a meld is asked of `validator.melds`.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from ..cards import RANK_COUNT, SUITS, Kind, kind_of, rank_index, suit_index
from ..deals import Deal
from ..melds import MeldKind, is_set, sequence_positions
from ..rules import MAX_HAND_CARDS, Ace, MeldRules

MOST_NATURALS: Final = 8
"""Most naturals of a pattern: where one sequence has to have six cards, and three are fewest."""

_ORDER: Final = {kind: place for place, kind in enumerate(MeldKind)}


class MeldPattern(NamedTuple):
    """One way to meld its lowest card. An ace is the lowest card of its suit at both ends."""

    order: tuple[int, int, int, tuple[Kind, ...]]
    """The documented order among the ways to place a card."""
    naturals: tuple[Kind, ...]
    """The cards at face value, its lowest card first."""
    jokers: int
    """Jokers that stand in."""
    faces_wilds: bool
    """Whether wild cards among its naturals are worth trying at face value.

    See argument 3 in `validator.search`."""
    pure: int
    sequence: int
    long: int
    """1 where it counts as a pure sequence, a sequence, a long one; else 0."""
    room: int
    """How many more jokers it can take in."""

    def uses(self, wild: frozenset[Kind]) -> int:
        """Return the jokers that are gone: those that stand in, and wild cards at face value."""
        return self.jokers + sum([natural in wild for natural in self.naturals])


def find_patterns(kinds: Sequence[Kind], rules: MeldRules) -> list[list[MeldPattern]]:
    """Return every pattern of one copy of each kind, in lists by lowest card, each in order.

    `kinds` are naturals, ascending; the lists are as many and stand in the same order.
    """
    finder = _Finder(kinds, rules)
    return [finder.patterns_from(kind) for kind in kinds]


def find_patterns_of(kinds: Sequence[Kind], deal: Deal) -> list[list[MeldPattern]]:
    """Return those of `find_patterns` that are worth trying with the wild cards of the deal."""
    return [
        [
            pattern
            for pattern in patterns
            if pattern.faces_wilds or deal.wild.isdisjoint(pattern.naturals)
        ]
        for patterns in find_patterns(kinds, deal.ruleset.melds)
    ]


class _Finder:
    def __init__(self, kinds: Sequence[Kind], rules: MeldRules) -> None:
        self.rules = rules
        self.kinds = frozenset(kinds)
        fewest, long = rules.meld_min_cards, rules.long_sequence_cards or 0
        self.most = max(2 * fewest - 1, long + fewest - 1)
        self.span = RANK_COUNT + 1 if rules.min_naturals > 1 else self.most
        self.top = RANK_COUNT if rules.ace is Ace.LOW_OR_HIGH else RANK_COUNT - 1

    def patterns_from(self, lowest: Kind) -> list[MeldPattern]:
        found = [*self.sequence_patterns(lowest), *self.set_patterns(lowest)]
        if self.rules.identical_triplet:
            found.append(self.pattern((lowest,) * 3, 0, MeldKind.TUNNELA, 0))
        return sorted(found)

    def sequence_patterns(self, lowest: Kind) -> Iterator[MeldPattern]:
        low, suit = rank_index(lowest), suit_index(lowest)
        above = [rank for rank in range(low + 1, RANK_COUNT) if kind_of(rank, suit) in self.kinds]
        ends = [low] if low or self.top < RANK_COUNT else [low, self.top]
        for end in ends:
            near = [rank for rank in above if abs(rank - end) < self.span]
            for size in range(min(self.most, len(near) + 1)):
                for chosen in combinations(near, size):
                    if end == RANK_COUNT and not chosen:
                        continue  # the ace alone: the same as from the low end
                    reach = max((end, *chosen)) - min((end, *chosen)) + 1
                    naturals = (lowest, *(kind_of(rank, suit) for rank in chosen))
                    yield from self.with_lengths(naturals, reach)

    def with_lengths(self, naturals: tuple[Kind, ...], reach: int) -> Iterator[MeldPattern]:
        """Yield the sequence in its least length, and in the length that makes it a long one."""
        rules = self.rules
        least = max(reach, rules.meld_min_cards)
        for length in sorted({least, max(least, rules.long_sequence_cards or 0)}):
            jokers = length - len(naturals)
            if sequence_positions(naturals, jokers, rules):
                kind = MeldKind.IMPURE_SEQUENCE if jokers else MeldKind.PURE_SEQUENCE
                room = _limited(self.top + 1 - length, jokers, rules.max_jokers_in_sequence)
                yield self.pattern(naturals, jokers, kind, room)

    def set_patterns(self, lowest: Kind) -> Iterator[MeldPattern]:
        rules = self.rules
        rank, suit = rank_index(lowest), suit_index(lowest)
        others = [
            kind
            for higher in range(suit + 1, len(SUITS))
            if (kind := kind_of(rank, higher)) in self.kinds
        ]
        for size in range(len(others) + 1):
            for chosen in combinations(others, size):
                naturals = (lowest, *chosen)
                jokers = max(0, rules.meld_min_cards - len(naturals))
                if is_set(naturals, jokers, rules):
                    most = rules.set_max_cards
                    room = MAX_HAND_CARDS if most is None else most - len(naturals) - jokers
                    room = _limited(room, jokers, rules.max_jokers_in_set)
                    yield self.pattern(naturals, jokers, MeldKind.SET, room)

    def pattern(
        self, naturals: tuple[Kind, ...], jokers: int, kind: MeldKind, room: int
    ) -> MeldPattern:
        long = self.rules.long_sequence_cards
        is_sequence = kind is not MeldKind.SET
        pure = is_sequence and kind is not MeldKind.IMPURE_SEQUENCE
        return MeldPattern(
            order=(_ORDER[kind], -len(naturals), jokers, naturals),
            naturals=naturals,
            jokers=jokers,
            faces_wilds=pure or len(naturals) == 1 or _counts_jokers(self.rules),
            pure=int(pure),
            sequence=int(is_sequence),
            long=int(is_sequence and long is not None and len(naturals) + jokers >= long),
            room=room,
        )


def _counts_jokers(rules: MeldRules) -> bool:
    """Return whether it matters how many cards of a meld are jokers, beyond one natural."""
    limits = rules.max_jokers_in_sequence is not None or rules.max_jokers_in_set is not None
    return limits or rules.min_naturals > 1


def _limited(room: int, jokers: int, most_jokers: int | None) -> int:
    return room if most_jokers is None else min(room, most_jokers - jokers)
