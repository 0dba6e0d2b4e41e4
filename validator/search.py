"""The fast exact best arrangement; `validator.reference` is its oracle and shares no code with it.

This file is the search, compiled or not: where it is compiled, `search.pxd` beside it gives the
C types, and nothing else differs. docs/search.md tells the idea from the beginning.

Glossary (short names are used in this module only)
    core     the cards of a meld that stand at face value, and the jokers it cannot do without:
             those that fill gaps, and those that bring it up to the fewest cards of a meld
    room     how many more jokers a meld can take in
    spare    jokers that no core needs; they go into the room of the melds, or stay loose
    place    the number of a kind among those of the hand that any core takes, lowest kind first
    left     the cards not yet placed: a count in two bits for every place
    mode     what a card outside a meld costs: see `_LOOSE`, `_OUTSIDE`, `_COVER`
    goal     the sequences that an arrangement must hold, and the mode; decides what is charged
    cost     deadwood points * 64 + deadwood cards, so that comparing ints compares both; in mode
             `_OUTSIDE` the points outside pure sequences stand above that

How it goes
    The lowest card not yet placed is either the lowest card of some core, or left out (a wild card
    left out plays joker). That enumerates every arrangement once, but for where spare jokers go,
    and that does not matter for its value. Values are memoised on what the rest can depend on:
    what is left, the jokers and the room, the sequences still needed. Cards that no core takes are
    settled before.

Why no optimum is lost
    1. Copies of a card, and cards that play joker, are interchangeable: counts suffice.
    2. A sequence of more cards than two shortest ones splits in two, each with its own naturals,
       and splitting never loses a required sequence. So no core spans more cards than
       2 * fewest - 1, or, where one sequence has to be long, than that length and fewest - 1.
       Jokers between two halves that neither needs become spare, and the halves have room for
       them: a sequence can grow to the whole rank order. (Where two naturals are asked for, a
       split may leave a half one short; cores then span the whole order, with as few cards.)
    3. A wild card at face value in a meld that holds a joker and another natural could as well be
       one of its jokers. So cores have wild cards at face value only if they are pure, or have
       no other natural, or if the ruleset limits jokers or asks for two naturals.
    4. Spare jokers can all be placed exactly when there is room for all of them, whatever the
       order, because room in one meld does not depend on the others.

Bound: a state of the memo is one of at most 4 ** places counts, but every step takes the lowest
card, so far fewer come up; docs/search.md gives the worst found. Each state looks at the cores of
one card. A memo that is full forgets; nothing then grows but time.

Which of several best arrangements: see `best_arrangement`.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final

try:
    import cython
except ImportError:
    from validator import uncompiled as cython

from validator.cards import ALL_KINDS, NATURAL_KINDS, PRINTED_JOKER, Card, Kind
from validator.cores import MOST_NATURALS, find_cores
from validator.melds import Meld, has_joker_groups, is_joker, meld_order, read_meld
from validator.policies import LoserModel, NoPure
from validator.rulesets import MAX_HAND_CARDS
from validator.scoring import Arrangement, Deal, arrange, preference

COMPILED: Final[bool] = cython.compiled
"""Whether the compiled search is in use."""

_KINDS = 53
_JOKER = 52
_PLACES = MAX_HAND_CARDS + 1
"""Most kinds of a hand."""
_MELDS = 8
"""More melds than any hand has: three cards each, of at most 22."""

_POINT = 64
"""Cost of a deadwood point, as against 1 for a deadwood card; no hand has 64 cards."""
_OUTSIDE_POINT = 1 << 20
"""Cost of a point outside the pure sequences; no hand has 2 ** 14 points."""
_IMPOSSIBLE = 1 << 39
"""Cost of a goal that cannot be met."""

_LOOSE = 0
"""Mode: a card outside a meld costs its points."""
_OUTSIDE = 1
"""Mode: in addition, every point outside a pure sequence costs `_OUTSIDE_POINT`."""
_COVER = 2
"""Mode: no card may be outside a meld; the cost is 0 or `_IMPOSSIBLE`."""

_ANYTHING = 0
"""Goal: any arrangement."""
_LIVES = 1
"""Goal: every sequence that a declaration needs."""
_PURE = 2
"""Goal: a pure sequence."""
_HEAVY = 3
"""Goal: a pure sequence, and the most points in pure ones."""
_DECLARABLE = 4
"""Goal: every sequence that a declaration needs, and no card left over."""
_GOALS = 5

_LEFT_OUT = 1 << 30
"""Stands in a trace for a card that is the lowest of no meld; after every core."""

_GOLDEN = 0x9E3779B97F4A7C15
_WORD = (1 << 64) - 1
_COST_BITS = (1 << 40) - 1
_LAST_GENERATION = (1 << 24) - 1
_MEMO_BITS = 14
_MEMO_SIZE = 1 << _MEMO_BITS
_PROBES = 8

_CARD = 1
_LOOSE_POINT = 1 << 15
_PENALTY = 1 << 30
_UNDECLARABLE = 1 << 45
"""What deadwood cards, deadwood points, penalty and being undeclarable add to a key."""
_WORST = 1 << 60
"""Above every key."""
_BY_COST = -1
"""Stands for the penalty of a goal that charges what is left outside."""

_MODELS: Final = tuple(LoserModel)
_PURE_UNLOCKS_ALL = _MODELS.index(LoserModel.PURE_UNLOCKS_ALL)
_LIVES_CASCADE = _MODELS.index(LoserModel.LIVES_CASCADE)
_DEADWOOD_ONLY = _MODELS.index(LoserModel.DEADWOOD_ONLY)
_UNLIMITED = 1 << 13
"""More points than any hand has."""

_USES = 0
_IS_PURE = 1
_IS_SEQUENCE = 2
_IS_LONG = 3
_ROOM = 4
_POINTS = 5
_IS_TRIPLE = 6
_JOKERS = 7
_COUNT = 8
_NATURALS = 9
_ROW = _NATURALS + MOST_NATURALS
"""Columns of what is known of a core; the last are its naturals."""

_MIN_PURE = 0
_MIN_SEQUENCES = 1
_NEEDS_LONG = 2
_JOKER_GROUP = 3
_MODEL = 4
_KNOCK_LIMIT = 5
_CAP = 6
_FLAT = 7
_COMPLETE = 8
_HAS_TUNNELAS = 9
_SETTINGS = 10
"""Places of a ruleset's fields, as ints."""


class Tables:
    """The cores of one deal and what its points are, as arrays; made once and never changed."""

    def __init__(self, deal: Deal, kinds: Sequence[Kind]) -> None:
        rules, points = deal.ruleset.melds, deal.ruleset.settlement
        lists = dict(zip(kinds, find_cores(kinds, deal), strict=True))
        cores = [core for kind in NATURAL_KINDS for core in lists.get(kind, [])]
        ends = [0, *accumulate(len(lists.get(kind, [])) for kind in NATURAL_KINDS)]
        self.deal = deal
        self.size = len(cores)
        self.first = array("i", ends)
        self.masks = array("Q", [sum(1 << k for k in set(core.naturals)) for core in cores])
        facts = [0] * (_ROW * len(cores))
        for number, core in enumerate(cores):
            row = number * _ROW
            facts[row + _USES] = core.uses
            facts[row + _IS_PURE] = core.pure
            facts[row + _IS_SEQUENCE] = core.sequence
            facts[row + _IS_LONG] = core.long
            facts[row + _ROOM] = core.room
            facts[row + _POINTS] = core.points
            facts[row + _IS_TRIPLE] = len(set(core.naturals)) < len(core.naturals)
            facts[row + _JOKERS] = core.jokers
            facts[row + _COUNT] = len(core.naturals)
            facts[row + _NATURALS : row + _NATURALS + len(core.naturals)] = core.naturals
        self.facts = array("i", facts)
        self.card_points = array("i", deal.points)
        self.is_joker = array("i", [is_joker(kind, deal.wild) for kind in ALL_KINDS])
        by_points = sorted(ALL_KINDS, key=lambda kind: (-deal.points[kind], kind))
        self.by_points = array("i", by_points)
        self.hand_sizes = sum(1 << size for size in rules.hand_sizes)
        self.copies = array("i", [rules.decks] * _JOKER + [rules.printed_jokers])
        settings = [0] * _SETTINGS
        settings[_MIN_PURE] = rules.min_pure_sequences
        settings[_MIN_SEQUENCES] = rules.min_sequences
        settings[_NEEDS_LONG] = int(rules.long_sequence_cards is not None)
        settings[_JOKER_GROUP] = rules.meld_min_cards if has_joker_groups(rules) else _POINT
        settings[_MODEL] = _MODELS.index(points.loser_model)
        settings[_KNOCK_LIMIT] = -1 if points.knock_limit is None else points.knock_limit
        settings[_CAP] = _UNLIMITED if points.cap is None else points.cap
        settings[_FLAT] = int(points.no_pure is NoPure.FLAT)
        settings[_HAS_TUNNELAS] = int(rules.identical_triplet)
        settings[_COMPLETE] = points.complete_hand_points
        self.settings = array("i", settings)


class Searcher:
    """Searches one hand after another; holds what a search writes to, so it serves one at a time.

    A hand is put into `counts`; `search` finds its best arrangement, `lay_out` returns it.
    """

    def __init__(self) -> None:
        self.counts = array("i", [0] * _KINDS)
        self.place_of = array("i", [0] * _KINDS)
        self.first_of = array("i", [0] * _KINDS)
        self.kind_at = array("i", [0] * _PLACES)
        self.start = array("i", [0] * (_PLACES + 1))
        self.chosen = array("i", [0])
        self.takes = array("Q", [0])
        self.steps = array("i", [0] * _PLACES)
        self.best_steps = array("i", [0] * _PLACES)
        self.placed = array("i", [0] * _MELDS)
        self.rooms = array("i", [0] * _MELDS)
        self.best_placed = array("i", [0] * _MELDS)
        self.best_rooms = array("i", [0] * _MELDS)
        self.memo_keys = array("Q", bytes(8 * _MEMO_SIZE if cython.compiled else 8))
        self.memo_values = array("Q", bytes(8 * _MEMO_SIZE if cython.compiled else 8))
        self.memo: dict[int, int] = {}
        self.generation = 0
        self.places = 0
        self.low_bits = 0
        self.used = 0
        self.nodes = 0
        self.key = 0
        self.goals = 0
        self.aside = -1
        self.spare = 0

    def attach(self, tables: Tables) -> None:
        """Take the deal of the hands that follow."""
        self.tables = tables
        self.first = tables.first
        self.masks = tables.masks
        self.facts = tables.facts
        self.card_points = tables.card_points
        self.is_joker = tables.is_joker
        self.by_points = tables.by_points
        self.settings = tables.settings
        if len(self.chosen) < tables.size:
            self.chosen = array("i", [0] * tables.size)
            self.takes = array("Q", [0] * tables.size)

    def search(self, named: int, free: int) -> None:
        """Find the best arrangement of the hand in `counts`.

        `named` is the kind set aside, -1 for none; where `free` is 1, any kind may be.
        """
        self._choose_cores()
        self.aside = named
        if free:
            best = -1
            for step in range(_KINDS):
                kind = self.by_points[step]
                if self.counts[kind]:
                    self._solve(kind)
                    if best < 0 or self.key < best:
                        best = self.key
                        self.aside = kind
                    if self.key < _UNDECLARABLE and self.settings[_KNOCK_LIMIT] < 0:
                        break  # no other card set aside can do better than a declaration
        self._solve(self.aside)
        self._trace_goals()

    def _choose_cores(self) -> None:
        """Take the cores that this hand has the cards for, and number the kinds they take."""
        unit = 1
        present = 0
        jokers = self.counts[_JOKER]
        for kind in range(_JOKER):
            if self.counts[kind]:
                present |= unit << kind
                if self.is_joker[kind]:
                    jokers += self.counts[kind]
        self.used = 0
        total = 0
        for kind in range(_JOKER):
            self.first_of[kind] = total
            if self.counts[kind]:
                for core in range(self.first[kind], self.first[kind + 1]):
                    mask = self.masks[core]
                    if mask & present != mask:
                        continue
                    row = core * _ROW
                    if self.facts[row + _USES] > jokers:
                        continue
                    if self.facts[row + _IS_TRIPLE] and self.counts[kind] < 3:
                        continue
                    self.chosen[total] = row
                    self.used |= mask
                    total += 1
        self.places = 0
        self.low_bits = 0
        for kind in range(_JOKER):
            if self.used >> kind & 1:
                self.place_of[kind] = self.places
                self.kind_at[self.places] = kind
                self.start[self.places] = self.first_of[kind]
                self.low_bits |= unit << 2 * self.places
                self.places += 1
        self.start[self.places] = total
        for number in range(total):
            row = self.chosen[number]
            takes = 0
            for step in range(self.facts[row + _COUNT]):
                kind = self.facts[row + _NATURALS + step]
                takes += unit << 2 * self.place_of[kind]
            self.takes[number] = takes
        self._forget()

    def _forget(self) -> None:
        """Empty the memo: what stands in it of an older generation counts as free."""
        if not cython.compiled:
            self.memo.clear()
        elif self.generation == _LAST_GENERATION:
            for slot in range(_MEMO_SIZE):
                self.memo_values[slot] = 0
            self.generation = 1
        else:
            self.generation += 1

    def _solve(self, aside: int) -> None:
        """Find the key of the best arrangement without the card `aside`, and the goals reaching it.

        Each goal overestimates: an arrangement that meets it is charged no more than the goal
        says. And each arrangement meets the goal that says what it is charged. So the least is
        exact. A key compares as `validator.scoring.preference` does.
        """
        self._enter(aside)
        self.goals = 0
        self.key = _WORST
        if self.settings[_KNOCK_LIMIT] >= 0:
            cost = self._goal_cost(_ANYTHING)
            undeclarable = cost // _POINT > self.settings[_KNOCK_LIMIT]
            self._note(_ANYTHING, _UNDECLARABLE * undeclarable, cost, cost // _POINT)
            return
        if not self.single_cards and self._goal_cost(_DECLARABLE) == 0:
            self.goals = 1 << _DECLARABLE
            self.key = self.settings[_COMPLETE] * _PENALTY
            return
        if self.settings[_MODEL] == _DEADWOOD_ONLY:
            self._try(_ANYTHING, _BY_COST)
            return
        if self.settings[_MODEL] == _PURE_UNLOCKS_ALL:
            self._try(_PURE, _BY_COST)
        else:
            self._try(_LIVES, _BY_COST)
            if self.settings[_MODEL] == _LIVES_CASCADE:
                self._try(_HEAVY, _BY_COST)
        whole = (
            self.settings[_CAP]
            if self.settings[_FLAT]
            else min(self.hand_points, self.settings[_CAP])
        )
        if self.key >= _UNDECLARABLE + whole * _PENALTY:
            self._try(_ANYTHING, whole)

    def _enter(self, aside: int) -> None:
        """Split the hand without `aside` into what is searched and what no core takes."""
        unit = 1
        if aside >= 0:
            self.counts[aside] -= 1
        self.left = 0
        self.joker_count = 0
        self.hand_points = 0
        self.single_points = 0
        self.single_cards = 0
        for kind in range(_KINDS):
            count = self.counts[kind]
            if not count:
                continue
            points = count * self.card_points[kind]
            self.hand_points += points
            if self.is_joker[kind]:
                self.joker_count += count
            if kind != _JOKER and self.used >> kind & 1:
                self.left |= (unit * count) << 2 * self.place_of[kind]
            elif not self.is_joker[kind]:
                self.single_points += points
                self.single_cards += count
        if aside >= 0:
            self.counts[aside] += 1

    def _try(self, goal: int, penalty: int) -> None:
        """Note what the goal costs; `penalty` `_BY_COST`: its cards outside count, capped."""
        cost = self._goal_cost(goal)
        if cost < _IMPOSSIBLE:
            if penalty == _BY_COST:
                outside = cost // _OUTSIDE_POINT
                loose = cost % _OUTSIDE_POINT // _POINT
                penalty = min(outside if goal == _HEAVY else loose, self.settings[_CAP])
            self._note(goal, _UNDECLARABLE, cost % _OUTSIDE_POINT, penalty)

    def _note(self, goal: int, undeclarable: int, loose: int, penalty: int) -> None:
        penalty = min(penalty, self.settings[_CAP])
        key = undeclarable + penalty * _PENALTY + loose // _POINT * _LOOSE_POINT + loose % _POINT
        if key < self.key:
            self.key = key
            self.goals = 0
        if key == self.key:
            self.goals |= 1 << goal

    def _goal_cost(self, goal: int) -> int:
        """Return the least cost of arrangements of the whole hand that meet the goal."""
        self._aim(goal)
        cost = self._cost(
            0, self.left, self.joker_count, 0, self.pure, self.sequences, self.long, self.mode
        )
        if cost >= _IMPOSSIBLE:
            return _IMPOSSIBLE
        cost += self.single_points * _POINT + self.single_cards
        if goal == _HEAVY:
            cost += self.single_points * _OUTSIDE_POINT
        return cost

    def _aim(self, goal: int) -> None:
        """Set what the goal needs, and its mode."""
        self.pure = 0
        self.sequences = 0
        self.long = 0
        self.mode = _LOOSE
        if goal in (_LIVES, _DECLARABLE):
            self.pure = self.settings[_MIN_PURE]
            self.sequences = self.settings[_MIN_SEQUENCES]
            self.long = self.settings[_NEEDS_LONG]
            if goal == _DECLARABLE:
                self.mode = _COVER
        elif goal != _ANYTHING:
            self.pure = 1
            self.sequences = 1
            if goal == _HEAVY:
                self.mode = _OUTSIDE

    def _cost(
        self,
        place: int,
        left: int,
        jokers: int,
        room: int,
        pure: int,
        sequences: int,
        long: int,
        mode: int,
    ) -> int:
        """Return the least cost of what is left; no place below `place` has any cards left."""
        if not left:
            if pure or sequences or long:
                return _IMPOSSIBLE
            loose = jokers - room
            if loose <= 0 or jokers >= self.settings[_JOKER_GROUP]:
                return 0
            return _IMPOSSIBLE if mode == _COVER else loose
        while not left >> 2 * place & 3:
            place += 1
        key = (
            (left << 19) | jokers << 14 | room << 9 | pure << 6 | sequences << 3 | long << 2 | mode
        )
        if cython.compiled:
            slot = self._slot(key)
            if self.memo_keys[slot] == key and self.memo_values[slot] >> 40 == self.generation:
                return self.memo_values[slot] & _COST_BITS
        else:
            known = self.memo.get(key)
            if known is not None:
                return known
        self.nodes += 1
        best = _IMPOSSIBLE
        present = (left | left >> 1) & self.low_bits
        for number in range(self.start[place], self.start[place + 1]):
            takes = self.takes[number]
            row = self.chosen[number]
            spare = jokers - self.facts[row + _USES]
            if spare < 0:
                continue
            if self.facts[row + _IS_TRIPLE]:
                if left & takes != takes:
                    continue
            elif takes & present != takes:
                continue
            is_pure = self.facts[row + _IS_PURE]
            to_room = room
            if not is_pure or not (pure or mode == _OUTSIDE):
                to_room = min(room + self.facts[row + _ROOM], spare)
            elif room > spare:
                to_room = spare
            to_pure = pure - 1 if is_pure and pure else pure
            still = sequences - 1 if self.facts[row + _IS_SEQUENCE] and sequences else sequences
            to_long = 0 if self.facts[row + _IS_LONG] else long
            reached = self._cost(place, left - takes, spare, to_room, to_pure, still, to_long, mode)
            if mode == _OUTSIDE and not is_pure:
                reached += _OUTSIDE_POINT * self.facts[row + _POINTS]
            if reached < best:
                best = reached
                if not best:
                    break
            # Sequences have room for the jokers of any usual hand, so it does not matter which
            # pure core stays pure. Where room is short, and where tunnelas, which have none, are
            # pure as well, each may be the one.
            if is_pure and pure and mode != _OUTSIDE:
                if jokers <= self.facts[row + _ROOM] and not self.settings[_HAS_TUNNELAS]:
                    continue
                to_room = min(room + self.facts[row + _ROOM], spare)
                reached = self._cost(
                    place, left - takes, spare, to_room, pure, still, to_long, mode
                )
                if reached < best:
                    best = reached
        if best:
            kind = self.kind_at[place]
            wild = self.is_joker[kind]
            if wild or mode != _COVER:
                unit = 1
                reached = self._cost(
                    place, left - (unit << 2 * place), jokers, room, pure, sequences, long, mode
                )
                if not wild:
                    reached += self.card_points[kind] * _POINT + _CARD
                    if mode == _OUTSIDE:
                        reached += _OUTSIDE_POINT * self.card_points[kind]
                if reached < best:
                    best = reached
        best = min(best, _IMPOSSIBLE)
        if cython.compiled:
            slot = self._slot(key)
            self.memo_keys[slot] = key
            self.memo_values[slot] = self.generation << 40 | best
        else:
            self.memo[key] = best
        return best

    def _slot(self, key: int) -> int:
        """Return where the memo has this key, or where it may be put: the first free of a few."""
        slot = (key * _GOLDEN & _WORD) >> 64 - _MEMO_BITS
        for step in range(_PROBES):
            probe = (slot + step) & _MEMO_SIZE - 1
            if self.memo_values[probe] >> 40 != self.generation or self.memo_keys[probe] == key:
                return probe
        return slot

    def _trace_goals(self) -> None:
        """Of the goals that reach the best key, keep the arrangement first in documented order."""
        self._enter(self.aside)
        first = 1
        for goal in range(_GOALS):
            if self.goals >> goal & 1:
                self._aim(goal)
                self._trace()
                if first or self._comes_before():
                    self._keep_trace()
                first = 0

    def _trace(self) -> None:
        """Follow the costs from the whole hand: each card takes the first way that is as good."""
        unit = 1
        place = 0
        left, jokers, room = self.left, self.joker_count, 0
        pure, sequences, long, mode = self.pure, self.sequences, self.long, self.mode
        self.step_count = 0
        self.placed_count = 0
        while left:
            while not left >> 2 * place & 3:
                place += 1
            wanted = self._cost(place, left, jokers, room, pure, sequences, long, mode)
            present = (left | left >> 1) & self.low_bits
            step = _LEFT_OUT
            for number in range(self.start[place], self.start[place + 1]):
                takes = self.takes[number]
                row = self.chosen[number]
                spare = jokers - self.facts[row + _USES]
                if spare < 0:
                    continue
                if self.facts[row + _IS_TRIPLE]:
                    if left & takes != takes:
                        continue
                elif takes & present != takes:
                    continue
                is_pure = self.facts[row + _IS_PURE]
                still = sequences - 1 if self.facts[row + _IS_SEQUENCE] and sequences else sequences
                to_long = 0 if self.facts[row + _IS_LONG] else long
                charged = 0
                if mode == _OUTSIDE and not is_pure:
                    charged = _OUTSIDE_POINT * self.facts[row + _POINTS]
                for stays in range(1, -1, -1):
                    if stays and not (is_pure and (pure or mode == _OUTSIDE)):
                        continue
                    if not stays and is_pure and mode == _OUTSIDE:
                        continue
                    gained = 0 if stays else self.facts[row + _ROOM]
                    to_room = min(room + gained, spare)
                    to_pure = pure - 1 if stays and pure else pure
                    cost = self._cost(
                        place, left - takes, spare, to_room, to_pure, still, to_long, mode
                    )
                    if cost + charged == wanted:
                        step = row
                        break
                if step == row:
                    self.placed[self.placed_count] = row
                    self.rooms[self.placed_count] = gained
                    self.placed_count += 1
                    left -= takes
                    jokers, room, pure = spare, to_room, to_pure
                    sequences, long = still, to_long
                    break
            if step == _LEFT_OUT:
                left -= unit << 2 * place
            self.steps[self.step_count] = step
            self.step_count += 1
        self.trace_spare = jokers

    def _comes_before(self) -> int:
        """Return 1 when the trace comes before the one kept, which is as good."""
        for step in range(min(self.step_count, self.best_step_count)):
            if self.steps[step] != self.best_steps[step]:
                return self.steps[step] < self.best_steps[step]
        return 0

    def _keep_trace(self) -> None:
        self.best_step_count = self.step_count
        for step in range(self.step_count):
            self.best_steps[step] = self.steps[step]
        self.best_placed_count = self.placed_count
        for number in range(self.placed_count):
            self.best_placed[number] = self.placed[number]
            self.best_rooms[number] = self.rooms[number]
        self.spare = self.trace_spare

    def lay_out(self) -> Arrangement:
        """Return the arrangement that `search` has found, of the hand in `counts`."""
        key = self.key
        melds, loose = self._deal_out()
        return Arrangement(
            tuple([meld for _, meld in sorted(melds, key=_first)]),
            tuple([CARDS[kind] for kind in loose]),
            None if self.aside < 0 else CARDS[self.aside],
            key < _UNDECLARABLE,
            key % _UNDECLARABLE // _PENALTY,
            key % _PENALTY // _LOOSE_POINT,
        )

    def _deal_out(self) -> tuple[list[tuple[_Order, Meld]], list[int]]:
        """Deal the jokers out to the cores, the spare ones to whatever has room for them."""
        left = [self.counts[kind] for kind in range(_KINDS)]
        if self.aside >= 0:
            left[self.aside] -= 1
        for number in range(self.best_placed_count):
            row = self.best_placed[number]
            for step in range(self.facts[row + _COUNT]):
                left[self.facts[row + _NATURALS + step]] -= 1
        jokers: list[int] = []
        loose: list[int] = []
        for kind in range(_KINDS):
            if left[kind]:
                if self.is_joker[kind]:
                    jokers += [kind] * left[kind]
                else:
                    loose += [kind] * left[kind]
        spare = self.spare
        room = sum([self.best_rooms[number] for number in range(self.best_placed_count)])
        if spare > room and spare >= self.settings[_JOKER_GROUP]:
            spare = 0  # they are a group of their own
        extra = [0] * self.best_placed_count
        for turning in range(2):
            # First what has jokers anyway or is a set, then pure sequences, the last placed first.
            for step in range(self.best_placed_count):
                number = self.best_placed_count - 1 - step if turning else step
                if spare and self.facts[self.best_placed[number] + _IS_PURE] == turning:
                    extra[number] = min(self.best_rooms[number], spare)
                    spare -= extra[number]
        melds: list[tuple[_Order, Meld]] = []
        dealt = 0
        for number in range(self.best_placed_count):
            row = self.best_placed[number]
            size = self.facts[row + _JOKERS] + extra[number]
            melds.append(_read_core(self.tables, row, tuple(jokers[dealt : dealt + size])))
            dealt += size
        jokers = jokers[dealt:]
        if len(jokers) >= self.settings[_JOKER_GROUP]:
            melds.append(_read_group(self.tables.deal, tuple(jokers)))
            jokers = []
        return melds, sorted(loose + jokers)


CARDS: Final = tuple(Card(kind) for kind in ALL_KINDS)
"""The card of every kind; cards are values, so one of each is enough."""

_Order = tuple[int, tuple[int, ...]]
"""As of `validator.melds.meld_order`, in ints."""


def _first(pair: tuple[_Order, Meld]) -> _Order:
    return pair[0]


def _read_group(deal: Deal, kinds: tuple[int, ...]) -> tuple[_Order, Meld]:
    meld = read_meld([Kind(kind) for kind in kinds], deal.wild, deal.ruleset.melds)
    order, cards = meld_order(meld)
    return (order, tuple(card.kind for card in cards)), meld


@lru_cache(maxsize=1 << 15)
def _read_core(tables: Tables, row: int, jokers: tuple[int, ...]) -> tuple[_Order, Meld]:
    """Return a core with these jokers as a meld, and its place among the melds of a hand."""
    naturals = [tables.facts[row + _NATURALS + step] for step in range(tables.facts[row + _COUNT])]
    return _read_group(tables.deal, (*naturals, *jokers))


@lru_cache(maxsize=512)
def _tables_of(deal: Deal) -> Tables:
    return Tables(deal, NATURAL_KINDS)


_idle: list[Searcher] = []
"""Searchers that nobody uses just now; a thread takes one out and puts it back."""


def _tables_for(hand: Sequence[Kind], deal: Deal) -> Tables:
    """Return the tables of a deal; where cores are many, only those of the hand's kinds."""
    if deal.ruleset.melds.min_naturals > 1:
        return Tables(deal, sorted({kind for kind in hand if kind != PRINTED_JOKER}))
    return _tables_of(deal)


def best_arrangement(hand: Sequence[Kind], deal: Deal, discard: Kind | None = None) -> Arrangement:
    """Return the best arrangement of a legal hand, the same for every order of its cards.

    A hand with one card more than is dealt sets one aside: `discard`, or the one that is best.
    Best is what `validator.scoring.preference` puts first. Where several are equally good:

    1. the card set aside has the most points, then comes first in card order (AS … KS, AH … KH,
       AD … KD, AC … KC, JK);
    2. the cards are then placed in card order, each as the lowest of what is left of the hand.
       It goes into a pure sequence before an impure one, a set, and no meld at all; into the meld
       with more cards at face value; with fewer jokers; with lower cards. An ace is the lowest
       card of its suit, also at the top of a sequence. A long sequence is laid out in pieces of
       at most five cards and spare jokers.
    3. Jokers that no meld needs go into impure sequences and sets, in that order of placing, then
       into pure sequences that need not stay pure, the last placed first.

    Source: rules §4.
    """
    searcher = _idle.pop() if _idle else Searcher()
    searcher.attach(_tables_for(hand, deal))
    for kind in range(_KINDS):
        searcher.counts[kind] = 0
    for card in hand:
        searcher.counts[card] += 1
    named = -1 if discard is None else discard
    free = discard is None and not searcher.tables.hand_sizes >> len(hand) & 1
    searcher.search(named, free)
    found = searcher.lay_out()
    _idle.append(searcher)
    others = _ways_that_suffice(hand, discard, deal)
    return min([found, *others], key=preference) if others else found


def _ways_that_suffice(hand: Sequence[Kind], discard: Kind | None, deal: Deal) -> list[Arrangement]:
    """Return the hand declared by its dublees, tunnelas or jokers alone, where that is enough."""
    rules = deal.ruleset.melds
    ways = ((rules.dublees_to_declare, 2), (rules.tunnelas_to_declare, 3))
    if rules.jokers_to_declare is None and not any(needed for needed, _ in ways):
        return []
    found = []
    free = discard is None and len(hand) not in rules.hand_sizes
    asides = sorted(set(hand), key=lambda kind: (-deal.points[kind], kind)) if free else [discard]
    for aside in asides:
        counts = {kind: hand.count(kind) - (kind == aside) for kind in sorted(set(hand))}
        jokers = [k for k, n in counts.items() if is_joker(k, deal.wild) for _ in range(n)]
        for needed, size in ways:
            groups = [[kind] * size for kind, n in counts.items() for _ in range(n // size)]
            if needed is not None and len(groups) >= needed:
                found.append(_showing(groups, counts, aside, deal))
        if rules.jokers_to_declare is not None and len(jokers) >= rules.jokers_to_declare:
            found.append(_showing([jokers], counts, aside, deal))
    return found


def _showing(
    groups: list[list[Kind]], counts: dict[Kind, int], aside: Kind | None, deal: Deal
) -> Arrangement:
    loose = [kind for kind, count in counts.items() for _ in range(count)]
    for kind in (kind for group in groups for kind in group):
        loose.remove(kind)
    melds = [read_meld(group, deal.wild, deal.ruleset.melds) for group in groups]
    discard = None if aside is None else CARDS[aside]
    return arrange(sorted(melds, key=meld_order), [CARDS[k] for k in loose], discard, deal)
