"""The search for the nearest hand that can be declared, for a hand that cannot.

How it goes
    It asks whether drawing 1, 2, 3 … cards suffices. A hand that can be declared is melds, and the
    cards kept of each are a part (`validator.prospects.kept_parts`). So parts are taken from the
    hand in the order of their lowest cards, and the cards between are passed. What a part lacks
    will be drawn or be a joker; which, is left open until the parts are complete. Then each of them
    is filled: with the jokers there are, and with cards that the decks still hold.

Why nothing nearer is overlooked
    1. Every hand that can be declared is made of patterns and spare jokers
       (`validator.search.explorer`, arguments 2 to 4). The cards kept of each pattern are a part
       for which that pattern is a plan, and parts are taken in every combination.
    2. Where n cards are drawn, n cards and the one set aside are passed and no more, unless they
       are deadwood of a knock. Every card kept brings a share of what its part lacks: at least the
       least share that any part with this card has. When the least shares of the cards still to be
       kept make the melds too large for the hand, nothing follows. The same goes for the pure
       sequences still needed, in which no joker stands in.
    3. A rest from which no complete parts were reached is not followed again. Where complete
       parts were reached that could not be filled, what came before may be the cause, so such a
       rest is not remembered.

Bound: `MAX_STEPS`. Hands of the built-in rulesets take far fewer (docs/proof.md has the most that
were found); a house rule with hands of 21 cards may take more, and then it gives up: no guess.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from ..cards import ALL_KINDS, NATURAL_KINDS, Kind
from ..deals import Deal
from ..melds import has_joker_groups, is_joker
from .draw_plans import DrawPlanner, least_deadwood
from .kept_parts import KeptPart, find_parts

MAX_STEPS: Final = 100_000
"""Steps for one hand after which the search gives up; they take about half a second."""

_SHARE: Final = 840
"""Cards are shared in 840ths: a part keeps at most eight cards, so its shares are whole."""

_NEVER: Final = 99 * _SHARE
"""Share of a card that no part keeps."""

_BITS: Final = 3
"""Bits of a count in `left`: two for up to three copies, and one to borrow from."""
_COUNT: Final = 3
_GUARD: Final = 4


class TooManySteps(Exception):
    """The search gave up: see `MAX_STEPS`."""


class _State(NamedTuple):
    """The parts taken so far, in numbers."""

    size: int
    """Cards of the melds."""
    kept: int
    """Cards kept that are no jokers."""
    lacking: int
    """Cards lacking."""
    lacking_pure: int
    """Those of them in which no joker can stand in."""
    jokers: int
    """Jokers of the hand that the melds could take in."""
    pure: int
    sequences: int
    long: int
    """Pure sequences, sequences and long ones still needed."""


class NearestSearch:
    """Look for the nearest hand of `size` cards that melds, or a knock, make declarable.

    `hand` has that many cards or one more; `copies` are those of each kind in the decks.
    """

    def __init__(self, hand: Sequence[Kind], deal: Deal, copies: Sequence[int], size: int) -> None:
        rules = deal.ruleset.melds
        counts = Counter(hand)
        self.hand, self.deal, self.size = hand, deal, size
        self.limit = deal.ruleset.settlement.knock_limit
        self.held = [counts[kind] for kind in ALL_KINDS]
        self.spare = [copies[kind] - counts[kind] for kind in ALL_KINDS]
        self.jokers = [kind for kind in hand if is_joker(kind, deal.wild)]
        self.kinds = [kind for kind in NATURAL_KINDS if counts[kind]]
        self.smallest = 3 if rules.identical_triplet else rules.meld_min_cards
        self.fewest_kept = size - self._most_jokers()
        self.places = {kind: place for place, kind in enumerate(self.kinds)}
        self.left = sum(counts[kind] << _BITS * place for kind, place in self.places.items())
        self.guard = sum(_GUARD << _BITS * place for place in self.places.values())
        needs = (
            rules.min_pure_sequences,
            rules.min_sequences,
            rules.long_sequence_cards is not None,
        )
        self.needs = (0, 0, 0) if self.limit is not None else needs
        self.planner = DrawPlanner(hand, deal, self.spare, size, self._count_step)
        self.points = [deal.points[k] if self.limit is not None else 0 for k in self.kinds]
        others = sorted(deal.points[k] for k in ALL_KINDS for _ in range(self.spare[k]))
        self.spare_points = others[:size]
        self.has_joker_groups = has_joker_groups(rules)
        self.steps = 0

    def _most_jokers(self) -> int:
        """Return how many jokers of the hand can be in a hand that is declared, at most."""
        rules = self.deal.ruleset.melds
        limits = (rules.max_jokers_in_sequence, rules.max_jokers_in_set)
        if None in limits or has_joker_groups(rules):
            return len(self.jokers)
        standing_in = max(filter(None, limits), default=0) * (self.size // self.smallest)
        return min(len(self.jokers), standing_in + sum(kind in self.kinds for kind in self.jokers))

    def _take_stock(self) -> None:
        """Find the parts that lack no more than may be drawn."""
        self.parts = find_parts(self.held, self.spare, self.deal, self.drawn)
        places = self.places
        self.takes = [sum(1 << _BITS * places[kind] for kind in p.kept) for p in self.parts]
        lowest = [places[p.kept[0]] if p.kept else len(places) for p in self.parts]
        self.start = [bisect_left(lowest, place) for place in range(len(places) + 2)]
        self.shares = self._least_shares(pure=False)
        self.pure_shares = self._least_shares(pure=True)

    def _least_shares(self, *, pure: bool) -> list[list[int]]:
        """Return, for the cards from each place on, the sums of the least shares of 0, 1, 2 …

        Of a meld's size among the cards kept; `pure`, of what is lacking in a pure sequence.
        """
        wild = frozenset[Kind]() if pure else self.deal.wild
        least = dict.fromkeys(self.kinds, _NEVER)
        for part in self.parts:
            sharing = [kind for kind in part.kept if kind not in wild]
            if sharing and part.pure >= pure:
                cards = part.lacking + (0 if pure else len(part.kept))
                for kind in sharing:
                    least[kind] = min(least[kind], cards * _SHARE // len(sharing))
        sums = []
        for place in range(len(self.kinds) + 1):
            kinds = [kind for kind in self.kinds[place:] if kind not in wild]
            shares = sorted(least[kind] for kind in kinds for _ in range(self.held[kind]))
            sums.append([*accumulate(shares, initial=0)])
        return sums

    def reach(self, drawn: int) -> list[Kind] | None:
        """Return a hand that can be declared with at most `drawn` cards drawn; None if none can.

        :raises TooManySteps: when that takes too long to tell.
        """
        self.drawn = drawn
        self._take_stock()
        self.passes = len(self.hand) - self.size + drawn
        self.dead: set[tuple[object, ...]] = set()
        self.unfilled = 0
        self.chosen: list[KeptPart] = []
        return self._explore(0, 0, self.left, _State(0, 0, 0, 0, 0, *self.needs), ())

    def _explore(
        self, place: int, number: int, left: int, state: _State, passed: tuple[int, ...]
    ) -> list[Kind] | None:
        """Try every way to go on with the parts chosen so far; return the hand that one leads to.

        The next part is the one of this number, whose lowest card is at `place`, or a later one.
        `passed` are the points of the cards passed, the most first.
        """
        self._count_step()
        key = (place, number, left, state, passed)
        if key in self.dead or self._is_hopeless(place, state):
            return None
        unfilled = self.unfilled
        if place == len(self.kinds):
            # Melds that are drawn whole are parts too, and are tried last.
            found = self._fill(state, passed)
            count = 1
        else:
            found = None
            count = left >> _BITS * place & _COUNT
        for later in range(number, self.start[place + 1] if count and not found else 0):
            takes, part = self.takes[later], self.parts[later]
            after = self._take(part, state)
            if after is None or (left | self.guard) - takes & self.guard != self.guard:
                continue
            self.chosen.append(part)
            found = self._explore(place, later, left - takes, after, passed)
            if found:
                return found
            self.chosen.pop()
        if place < len(self.kinds):
            found = self._pass(place, count, left, state, passed)
        if not found and self.unfilled == unfilled:
            self.dead.add(key)
        return found

    def _count_step(self) -> None:
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise TooManySteps

    def _is_hopeless(self, place: int, state: _State) -> bool:
        """Return whether cards from this place on cannot be enough: argument 2."""
        missing = self.fewest_kept - self.drawn - state.kept
        if self.limit is None and missing > 0:
            room = (self.size - state.size) * _SHARE
            if _least(self.shares[place], missing) > room:
                return True
        lacking = self.drawn - state.lacking_pure
        missing = self.smallest * state.pure - lacking
        return missing > 0 and _least(self.pure_shares[place], missing) > lacking * _SHARE

    def _take(self, part: KeptPart, state: _State) -> _State | None:
        """Return the state with one part more; None where that is too much."""
        size = state.size + len(part.kept) + part.lacking
        lacking = state.lacking + part.lacking
        lacking_pure = state.lacking_pure + part.lacking * part.pure
        if size > self.size or part.pure > state.pure:
            return None
        if lacking > len(self.jokers) + self.drawn or lacking_pure > self.drawn:
            return None
        faces = sum(kind in self.deal.wild for kind in part.kept)
        return _State(
            size,
            state.kept + len(part.kept) - faces,
            lacking,
            lacking_pure,
            min(len(self.jokers), state.jokers + part.jokers),
            max(0, state.pure - part.pure),
            max(0, state.sequences - part.sequence),
            state.long and not part.long,
        )

    def _pass(
        self, place: int, count: int, left: int, state: _State, passed: tuple[int, ...]
    ) -> list[Kind] | None:
        """Go on without the copies that are left of the card at this place."""
        kind = self.kinds[place]
        if kind not in self.deal.wild:
            passed = tuple(sorted((*passed, *[self.points[place]] * count), reverse=True))
            # The cards with the most points are exchanged; the rest is deadwood of a knock.
            deadwood = passed[self.passes :]
            if deadwood and (self.limit is None or sum(deadwood) > self.limit):
                return None
        left -= count << _BITS * place
        return self._explore(place + 1, self.start[place + 1], left, state, passed)

    def _fill(self, state: _State, passed: tuple[int, ...]) -> list[Kind] | None:
        """Return the hand that the parts chosen are completed to."""
        if state.pure or state.sequences or state.long:
            return None
        if not (self._may_declare(state) if self.limit is None else self._may_knock(state, passed)):
            return None
        found = self.planner.fill(self.chosen, self.drawn)
        self.unfilled += not found
        return found

    def _may_declare(self, state: _State) -> bool:
        """Return whether the hand's own jokers could be placed so that few enough are drawn."""
        naturals = state.size - state.lacking
        jokers = len(self.jokers) - (naturals - state.kept)
        if not self.has_joker_groups:
            jokers = min(jokers, state.jokers)
        return self.size - naturals - jokers <= self.drawn

    def _may_knock(self, state: _State, passed: tuple[int, ...]) -> bool:
        """Return whether the deadwood could be within the limit, whatever the plans are."""
        most = self.drawn - max(0, state.lacking - len(self.jokers))
        loose = [*[0] * len(self.jokers), *reversed(passed)]
        found = least_deadwood(self.size - state.size, loose, self.spare_points, most)
        return found is not None and self.limit is not None and found[0] <= self.limit


def _least(sums: Sequence[int], count: int) -> int:
    """Return the sum of the `count` smallest shares; if there are fewer, more than fits a hand."""
    return sums[count] if count < len(sums) else _NEVER
