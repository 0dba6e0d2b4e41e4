"""The cores of a hand: every way to meld its cards that a best arrangement can need.

A core is the cards of a meld that stand at face value and the jokers it cannot do without; a meld
is a core and the spare jokers that it takes into its room. `validator.search` says why longer
melds than these are never needed. What is a meld is asked of `validator.melds`.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from validator.cards import (
    PRINTED_JOKER,
    RANK_COUNT,
    SUITS,
    Kind,
    kind_of,
    rank_index,
    suit_index,
)
from validator.melds import MeldKind, is_joker, is_set, sequence_positions
from validator.policies import Ace
from validator.scoring import Deal

BITS: Final = 3
"""Bits of a count: two hold up to three copies, the third guards a subtraction."""


class Core(NamedTuple):
    """One way to meld its lowest card."""

    order: tuple[int, int, int, tuple[Kind, ...]]
    """The documented order among the ways to place a card."""
    naturals: tuple[Kind, ...]
    """The cards at face value, its lowest card first."""
    jokers: int
    """Jokers that stand in."""
    uses: int
    """Jokers that are gone: those that stand in, and wild cards at face value."""
    takes: int
    """Its naturals as counts, to be subtracted from those of a hand."""
    pure: int
    sequence: int
    long: int
    """1 where it counts as a pure sequence, a sequence, a long one; else 0."""
    room: int
    """How many more jokers it can take in."""
    points: int
    """Points of its naturals as deadwood."""


_ORDER: Final = {kind: place for place, kind in enumerate(MeldKind)}


class HandCores:
    """The cores of one hand, by lowest card, and its counts packed into one integer."""

    def __init__(self, hand: Sequence[Kind], deal: Deal) -> None:
        self.deal = deal
        self.rules = deal.ruleset.melds
        self.kinds = sorted({kind for kind in hand if kind != PRINTED_JOKER})
        self.place = {kind: place for place, kind in enumerate(self.kinds)}
        self.unit = {kind: 1 << place * BITS for kind, place in self.place.items()}
        self.count = {kind: hand.count(kind) for kind in self.kinds}
        self.joker_count = sum(is_joker(kind, deal.wild) for kind in hand)
        self.cores = [self._cores_from(kind) for kind in self.kinds]

    def pack(self, cards: Sequence[Kind]) -> int:
        """Return the counts of the naturals among these cards, the lowest kind in the low bits."""
        return sum([self.unit[kind] for kind in cards if kind != PRINTED_JOKER])

    def _cores_from(self, lowest: Kind) -> list[Core]:
        """Return every core whose lowest card is this one, in the documented order."""
        found = [*self._sequence_cores(lowest), *self._set_cores(lowest)]
        if self.rules.identical_triplet and self.count[lowest] == 3:
            found.append(self._core((lowest,) * 3, 0, MeldKind.TUNNELA, 0))
        return sorted(found, key=lambda core: core.order)

    def _sequence_cores(self, lowest: Kind) -> Iterator[Core]:
        rules = self.rules
        fewest, long = rules.meld_min_cards, rules.long_sequence_cards or 0
        most = max(2 * fewest - 1, long + fewest - 1)
        span = RANK_COUNT + 1 if rules.min_naturals > 1 else most
        top = RANK_COUNT if rules.ace is Ace.LOW_OR_HIGH else RANK_COUNT - 1
        suit = suit_index(lowest)
        ranks = [rank_index(kind) for kind in self.kinds if suit_index(kind) == suit]
        low = rank_index(lowest)
        above = [rank for rank in ranks if rank > low]
        # An ace is the lowest card of its suit also where it is the top of the sequence.
        starts = [(low, above)] if low or top < RANK_COUNT else [(low, above), (top, above)]
        for position, others in starts:
            near = [rank for rank in others if abs(rank - position) < span]
            for size in range(min(most, len(near) + 1)):
                for chosen in combinations(near, size):
                    if low == 0 and position and not chosen:
                        continue  # the ace alone: the same as from the low end
                    reach = max((position, *chosen)) - min((position, *chosen)) + 1
                    kinds = (lowest, *(kind_of(rank, suit) for rank in chosen))
                    yield from self._with_lengths(kinds, reach, span, top)

    def _with_lengths(
        self, kinds: tuple[Kind, ...], reach: int, span: int, top: int
    ) -> Iterator[Core]:
        """Yield the sequence in its least length, and in the length that makes it a long one."""
        if reach > span:
            return
        least = max(reach, self.rules.meld_min_cards)
        for length in sorted({least, max(least, self.rules.long_sequence_cards or 0)}):
            jokers = length - len(kinds)
            most = self.rules.max_jokers_in_sequence
            if jokers > self.joker_count or not self._may_stand(kinds, jokers):
                continue
            if sequence_positions(kinds, jokers, self.rules):
                room = top + 1 - length
                kind = MeldKind.IMPURE_SEQUENCE if jokers else MeldKind.PURE_SEQUENCE
                yield self._core(kinds, jokers, kind, self._limited(room, jokers, most))

    def _set_cores(self, lowest: Kind) -> Iterator[Core]:
        rules = self.rules
        rank, suit = rank_index(lowest), suit_index(lowest)
        others = [
            kind
            for higher in range(suit + 1, len(SUITS))
            if (kind := kind_of(rank, higher)) in self.place
        ]
        for size in range(len(others) + 1):
            for chosen in combinations(others, size):
                kinds = (lowest, *chosen)
                jokers = max(0, rules.meld_min_cards - len(kinds))
                if jokers > self.joker_count or not self._may_stand(kinds, jokers):
                    continue
                if is_set(kinds, jokers, rules):
                    most = self.joker_count if rules.set_max_cards is None else rules.set_max_cards
                    room = most if rules.set_max_cards is None else most - len(kinds) - jokers
                    limit = rules.max_jokers_in_set
                    yield self._core(
                        kinds, jokers, MeldKind.SET, self._limited(room, jokers, limit)
                    )

    def _may_stand(self, kinds: tuple[Kind, ...], jokers: int) -> bool:
        """Return whether wild cards among them are worth trying at face value: see argument 3."""
        rules = self.rules
        limits = rules.max_jokers_in_sequence is not None or rules.max_jokers_in_set is not None
        is_pure = not jokers and suit_index(kinds[0]) == suit_index(kinds[-1])
        if is_pure or len(kinds) == 1 or limits or rules.min_naturals > 1:
            return True
        return self.deal.wild.isdisjoint(kinds)

    def _limited(self, room: int, jokers: int, most_jokers: int | None) -> int:
        return room if most_jokers is None else min(room, most_jokers - jokers)

    def _core(self, kinds: tuple[Kind, ...], jokers: int, kind: MeldKind, room: int) -> Core:
        long = self.rules.long_sequence_cards
        is_sequence = kind is not MeldKind.SET
        return Core(
            order=(_ORDER[kind], -len(kinds), jokers, kinds),
            naturals=kinds,
            jokers=jokers,
            uses=jokers + len([natural for natural in kinds if natural in self.deal.wild]),
            takes=sum([self.unit[natural] for natural in kinds]),
            pure=int(is_sequence and kind is not MeldKind.IMPURE_SEQUENCE),
            sequence=int(is_sequence),
            long=int(is_sequence and long is not None and len(kinds) + jokers >= long),
            room=room,
            points=sum([self.deal.points[natural] for natural in kinds]),
        )
