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
    state    the sequences still needed, the room, and the jokers left, in one number
    passed   the cost of the cards that it is too late to meld
    goal     the sequences that an arrangement must hold; decides what is charged
    cost     deadwood points * 64 + deadwood cards, so that comparing ints compares both; where
             only pure sequences save their points, all other points stand above that

How it goes
    Melds are placed in the order of their lowest cards. After one is placed, the next is any core
    of the same or a later card; the cards between are passed, and stay outside (a wild card passed
    plays joker). That tries every arrangement once, but for where spare jokers go, and that does
    not matter for its value, in the documented order: the first of the best is found by keeping
    only what is better. What has passed too much to be better is not followed, nor is a rest that
    was met before with no more passed. Cards that no core takes are settled before.

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

Bound: a rest that was met before is followed again only with less passed. A table of fixed size
remembers that, so memory never grows; docs/search.md gives the most nodes found.

Which of several best arrangements: see `best_arrangement`.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import count
from threading import Lock
from typing import Final

from .._compiled import make
from ..cards import ALL_KINDS, KIND_BY_NOTATION, NATURAL_KINDS, PRINTED_JOKER, Card, Kind
from ..deals import Deal
from ..melds import Meld, has_joker_groups, is_joker, meld_order, read_meld
from ..rules import LoserModel, MeldRules, NoPure
from ..scoring import Arrangement, arrange, preference
from .patterns import find_cores

try:
    import cython
except ImportError:
    from .._compiled import shim as cython

if not cython.compiled:  # else they are C constants, see search.pxd
    from .packing import (
        ANSWER,
        ANYTHING,
        ASCII,
        BUCKET,
        CAP,
        CARD,
        COMPLETE,
        COST_BITS,
        COUNT,
        FACED_AT,
        FEW_JOKERS,
        FEW_NODES,
        FIELD,
        FLAT,
        GOLDEN,
        HAS_TUNNELAS,
        HEAVY,
        IMPOSSIBLE,
        INFO,
        IS_LONG,
        IS_PURE,
        IS_SEQUENCE,
        IS_TRIPLE,
        JOKER,
        JOKER_BITS,
        JOKER_GROUP,
        JOKERS,
        JOKERS_AT,
        KINDS,
        KNOCK_LIMIT,
        LAST_GENERATION,
        LIFE_NEEDS,
        LIVES,
        LONG,
        LOOSE_BITS,
        LOW_BITS,
        MELD_BITS,
        MELDS,
        MODEL,
        NATURALS,
        NATURALS_MASK,
        NEEDS,
        NO_KIND,
        NO_WILDS,
        ONE_PURE,
        ONE_SEQUENCE,
        ORDER_CARDS,
        OUTSIDE_BITS,
        OUTSIDE_POINT,
        PENALTY,
        PENALTY_BITS,
        PLACES,
        POINT,
        POINT_BITS,
        PURE,
        PURES,
        ROOM,
        ROOM_BITS,
        ROOMS,
        ROW,
        SEEN_BITS,
        SEEN_SIZE,
        SEQUENCES,
        SETTINGS,
        STATE_BITS,
        TAKEN,
        UNDECLARABLE,
        UNLIMITED,
        USES,
        USES_BITS,
        WILDS_AT,
        WORD,
        WORST,
    )

COMPILED: Final[bool] = cython.compiled
"""Whether the compiled search is in use."""

_MODELS: Final = tuple(LoserModel)
_PURE_UNLOCKS_ALL = _MODELS.index(LoserModel.PURE_UNLOCKS_ALL)
_LIVES_CASCADE = _MODELS.index(LoserModel.LIVES_CASCADE)
_DEADWOOD_ONLY = _MODELS.index(LoserModel.DEADWOOD_ONLY)
_TWO_LIVES_OR_FULL = _MODELS.index(LoserModel.TWO_LIVES_OR_FULL)


_numbers = count()
"""A number for each `Cores` and each `Tables`."""

_BLANK = ord(" ")
_LINE_END = ord("\n")
_0 = ord("0")
_1 = ord("1")
_T = ord("T")
_pairs = {
    code: kind for code, kind in KIND_BY_NOTATION.items() if len(code) == 2 and code.isascii()
}
_kind_of_pair = array(
    "b", [_pairs.get(chr(pair // ASCII) + chr(pair % ASCII), -1) for pair in range(ASCII**2)]
)
"""The kind of a code of two ASCII characters, -1 for none."""

KEPT_BYTES: Final = 8 << 20
"""Bytes of the cores that are kept; those of all built-in rulesets take an eighth."""
KEPT_DEALS: Final = 2048
"""Deals whose tables are kept, of some 3 KiB each; the built-in rulesets have fewer than half."""


class Cores:
    """The cores of a ruleset's melds as arrays: the same in every deal, whichever cards are wild.

    So what a search reads of them stays in the processor's cache, however the deals change.
    """

    def __init__(self, rules: MeldRules, kinds: Sequence[Kind]) -> None:
        lists = dict(zip(kinds, find_cores(kinds, rules), strict=True))
        cores = [core for kind in NATURAL_KINDS for core in lists.get(kind, [])]
        self.size = len(cores)
        self.naturals = NATURALS + max((len(core.naturals) for core in cores), default=0)
        # Once for each number of jokers: a hand looks only at the cores that it has jokers for.
        self.levels = 1 + max((core.jokers for core in cores), default=0)
        first: list[int] = []
        rows: list[int] = []
        masks: list[int] = []
        for level in range(self.levels):
            number = 0
            for kind in NATURAL_KINDS:
                first.append(len(rows))
                for core in lists.get(kind, []):
                    if core.jokers <= level:
                        rows.append(number * ROW)
                        mask = sum(1 << natural for natural in set(core.naturals))
                        masks.append(mask + (0 if core.faces_wilds else NO_WILDS))
                    number += 1
            first.append(len(rows))
        self.first = array("i", first)
        self.rows = array("i", rows)
        self.masks = array("Q", masks)
        facts = [0] * (ROW * len(cores))
        for number, core in enumerate(cores):
            row = number * ROW
            is_triple = len(set(core.naturals)) < len(core.naturals)
            facts[row + INFO] = (
                core.jokers
                + (core.room << USES_BITS)
                + core.pure * IS_PURE
                + core.sequence * IS_SEQUENCE
                + core.long * IS_LONG
                + is_triple * IS_TRIPLE
            )
            facts[row + JOKERS] = core.jokers
            facts[row + COUNT] = len(core.naturals)
            padding = [NO_KIND] * (ROW - NATURALS - len(core.naturals))
            facts[row + NATURALS : row + ROW] = [*core.naturals, *padding]
        self.facts = array("h", facts)
        self.copies = array("i", [rules.decks] * JOKER + [rules.printed_jokers])
        self.number = next(_numbers)
        self.bytes = 8 * len(masks) + 4 * (len(rows) + len(first)) + 2 * len(facts)


class Tables:
    """What the search knows of one deal, as arrays; made once and never changed."""

    def __init__(self, deal: Deal, cores: Cores) -> None:
        rules, points = deal.ruleset.melds, deal.ruleset.settlement
        self.deal = deal
        self.cores = cores
        self.number = next(_numbers)
        # Those of the cores, a step nearer for the search.
        self.naturals = cores.naturals
        self.levels = cores.levels
        self.first = cores.first
        self.rows = cores.rows
        self.masks = cores.masks
        self.facts = cores.facts
        self.copies = cores.copies
        self.wild = sum(1 << kind for kind in deal.wild)
        self.card_points = array("i", deal.points)
        self.is_joker = array("i", [is_joker(kind, deal.wild) for kind in ALL_KINDS])
        joker_kinds = [kind for kind in ALL_KINDS if is_joker(kind, deal.wild)]
        self.joker_kinds = array("i", joker_kinds)
        self.joker_kind_count = len(joker_kinds)
        by_points = sorted(ALL_KINDS, key=lambda kind: (-deal.points[kind], kind))
        self.by_points = array("i", by_points)
        self.hand_sizes = sum(1 << size for size in rules.hand_sizes)
        self.has_other_ways = any(
            (rules.dublees_to_declare, rules.tunnelas_to_declare, rules.jokers_to_declare)
        )
        # What the fast ways in do not know of: they leave it to the others.
        self.is_special = self.has_other_ways or rules.exposed_card_removed
        settings = [0] * SETTINGS
        settings[LIFE_NEEDS] = (
            rules.min_pure_sequences * ONE_PURE
            + rules.min_sequences * ONE_SEQUENCE
            + (rules.long_sequence_cards is not None) * LONG
        )
        settings[JOKER_GROUP] = rules.meld_min_cards if has_joker_groups(rules) else POINT
        settings[MODEL] = _MODELS.index(points.loser_model)
        settings[KNOCK_LIMIT] = -1 if points.knock_limit is None else points.knock_limit
        settings[CAP] = UNLIMITED if points.cap is None else points.cap
        settings[FLAT] = int(points.no_pure is NoPure.FLAT)
        settings[HAS_TUNNELAS] = int(rules.identical_triplet)
        settings[COMPLETE] = points.complete_hand_points
        self.settings = array("i", settings)


class Searcher:
    """Searches one hand after another; holds what a search writes to, so it serves one at a time.

    A hand is put into `counts`; `search` finds its best arrangement, `lay_out` returns it.
    """

    def __init__(self) -> None:
        self.counts = array("i", [0] * KINDS)
        self.place_of = array("i", [0] * KINDS)
        self.unit_of = array("Q", [0] * (KINDS + 1))
        self.barred = array("Q", [0, 0])
        self.kinds = array("i", [0] * (PLACES + 1))
        self.first_of = array("i", [0] * PLACES)
        self.cost_at = array("q", [0] * PLACES)
        self.loose_at = array("q", [0] * (PLACES + 1))
        self.outside_at = array("q", [0] * (PLACES + 1))
        self.start = array("i", [0] * (PLACES + 1))
        self._make_room(1)
        self.placed = array("i", [0] * MELDS)
        self.rooms = array("i", [0] * MELDS)
        self.goal_placed = array("i", [0] * MELDS)
        self.goal_rooms = array("i", [0] * MELDS)
        self.best_placed = array("i", [0] * MELDS)
        self.best_rooms = array("i", [0] * MELDS)
        self.extra = array("i", [0] * MELDS)
        self.loose = array("i", [0] * KINDS)
        self.jokers = array("i", [0] * PLACES)
        self.orders = array("q", [0] * (MELDS + 1))
        self.melds: list[Meld] = []
        self.meld_count = 0
        self.seen_at = array("Q", bytes(16 * SEEN_SIZE if cython.compiled else 16))
        self.seen: dict[int, int] = {}
        self.generation = 0
        self.nodes = 0
        self.key = 0
        self.aside = -1
        self.spare = 0

    def attach(self, tables: Tables) -> None:
        """Take the deal of the hands that follow."""
        self.tables = tables
        if len(self.rows) < tables.cores.size:
            self._make_room(tables.cores.size)

    def _make_room(self, size: int) -> None:
        """Make the arrays of cores long enough for so many."""
        self.rows = array("i", [0] * size)
        self.infos = array("i", [0] * size)
        self.takes = array("Q", [0] * size)
        self.needs = array("Q", [0] * size)

    def find(self, named: int, free: int) -> int:
        """Return the key of the best arrangement: `search` for callers that are not compiled."""
        self.search(named, free)
        return self.key

    def search(self, named: int, free: int) -> None:
        """Find the best arrangement of the hand in `counts`.

        `named` is the kind set aside, -1 for none; where `free` is 1, any kind may be.
        """
        self._choose_cores()
        self.key = WORST
        if not free:
            self._solve(named)
            return
        for step in range(KINDS):
            kind = self.tables.by_points[step]
            if self.counts[kind]:
                self._solve(kind)
                if self.key < UNDECLARABLE and self.tables.settings[KNOCK_LIMIT] < 0:
                    return  # no other card set aside can do better than a declaration

    def _choose_cores(self) -> None:
        """Take the cores that this hand has the cards for, and number the kinds they take."""
        unit = 1
        present = 0
        jokers = self.counts[JOKER]
        self.kind_count = 0
        for kind in range(JOKER):
            # Without branches, here and below, where it is anyone's guess which way they go.
            held = 1 if self.counts[kind] else 0
            self.kinds[self.kind_count] = kind
            self.kind_count += held
            present |= (unit * held) << kind
            jokers += self.counts[kind] * self.tables.is_joker[kind]
        used = 0
        total = 0
        self.barred[0] = ~present & NATURALS_MASK
        self.barred[1] = self.barred[0] | self.tables.wild
        has_triples = self.tables.settings[HAS_TUNNELAS]
        first = min(jokers, self.tables.levels - 1) * (JOKER + 1)
        for step in range(self.kind_count):
            kind = self.kinds[step]
            self.first_of[step] = total
            place = first + kind
            for entry in range(self.tables.first[place], self.tables.first[place + 1]):
                mask = self.tables.masks[entry]
                row = self.tables.rows[entry]
                self.rows[total] = row
                fits = 1 if mask & self.barred[mask >> WILDS_AT] == 0 else 0
                if has_triples and self.tables.facts[row + INFO] & IS_TRIPLE:
                    fits = 1 if self.counts[kind] == 3 else 0
                used |= mask * fits
                total += fits
        self.used = used
        self.total = total
        place = 0
        for step in range(self.kind_count):
            kind = self.kinds[step]
            self.place_of[kind] = place
            self.unit_of[kind] = unit << 2 * place | (unit * self.tables.is_joker[kind]) << FACED_AT
            self.start[place] = self.first_of[step]
            loose = self.tables.card_points[kind] * POINT + CARD
            self.loose_at[place] = loose * (1 - self.tables.is_joker[kind])
            self.outside_at[place] = self.tables.card_points[kind] * OUTSIDE_POINT
            place += used >> kind & 1
        self.place_count = place
        self.start[place] = total
        self.last_pure = -1
        self.last_sequence = -1
        for number in range(total):
            row = self.rows[number]
            takes = 0
            for step in range(row + NATURALS, row + self.tables.naturals):
                takes += self.unit_of[self.tables.facts[step]]
            # Wild cards at face value are jokers that are gone.
            info = self.tables.facts[row + INFO] + (takes >> FACED_AT)
            self.infos[number] = info
            takes &= TAKEN
            self.takes[number] = takes
            self.needs[number] = takes & LOW_BITS | (unit << (info & USES) >> 1) << JOKERS_AT
            if info & IS_SEQUENCE:
                self.last_sequence = number
                if info & IS_PURE:
                    self.last_pure = number

    def _solve(self, aside: int) -> None:
        """Find the best arrangement without the card `aside`; keep it if it beats the one kept.

        Each goal overestimates: an arrangement that meets it is charged no more than the goal
        says. And each arrangement meets the goal that says what it is charged. So the least is
        exact. A goal is searched only for what beats the goals before; of goals that are equally
        good the arrangement that comes first is kept. A key compares as
        `validator.scoring.preference` does.
        """
        self._enter(aside)
        limit = self.tables.settings[KNOCK_LIMIT]
        if limit >= 0:
            self._reach(ANYTHING, IMPOSSIBLE)
            points = self.cost >> POINT_BITS
            self._keep(aside, UNDECLARABLE if points > limit else 0, points)
            return
        model = self.tables.settings[MODEL]
        goal = LIVES if model in (_LIVES_CASCADE, _TWO_LIVES_OR_FULL) else PURE
        if goal == PURE and not self.single_cards and self._reach(LIVES, 1):
            self._keep(aside, 0, self.tables.settings[COMPLETE])
            return
        whole = self.tables.settings[CAP]
        if not self.tables.settings[FLAT]:
            whole = min(whole, self.hand_points)
        least = whole
        if model == _DEADWOOD_ONLY:
            least = -1
            self._reach(ANYTHING, IMPOSSIBLE)
            self._keep(aside, UNDECLARABLE, self.cost >> POINT_BITS)
        elif self._reach(goal, max(whole * POINT, 1 if goal == LIVES else 0)):
            if goal == LIVES and self.cost == 0:
                self._keep(aside, 0, self.tables.settings[COMPLETE])
                return
            least = self.cost >> POINT_BITS
            self._keep(aside, UNDECLARABLE, least)
        if model == _LIVES_CASCADE and self._reach(HEAVY, min(whole, least + 1) * OUTSIDE_POINT):
            least = self.cost >> OUTSIDE_BITS
            self.cost &= OUTSIDE_POINT - 1
            self._keep(aside, UNDECLARABLE, least)
        if least == whole:
            self._reach(ANYTHING, IMPOSSIBLE)
            self._keep(aside, UNDECLARABLE, whole)

    def _enter(self, aside: int) -> None:
        """Split the hand without `aside` into what is searched and what no core takes."""
        unit = 1
        if aside >= 0:
            self.counts[aside] -= 1
        self.left = 0
        self.hand_points = 0
        self.single_points = 0
        self.single_cards = 0
        self.joker_count = self.counts[JOKER]
        for step in range(self.kind_count):
            kind = self.kinds[step]
            count = self.counts[kind]
            points = count * self.tables.card_points[kind]
            self.hand_points += points
            if self.tables.is_joker[kind]:
                self.joker_count += count
            if self.used >> kind & 1:
                self.left |= (unit * count) << 2 * self.place_of[kind]
            elif not self.tables.is_joker[kind]:
                self.single_points += points
                self.single_cards += count
        if aside >= 0:
            self.counts[aside] += 1

    def _reach(self, goal: int, bound: int) -> int:
        """Return 1 when arrangements meeting the goal cost less than `bound`; find the first best.

        `cost` is then what it costs, in points outside pure sequences too where the goal is
        `HEAVY`.
        """
        needs = 0
        if goal == LIVES:
            needs = self.tables.settings[LIFE_NEEDS]
        elif goal != ANYTHING:
            needs = ONE_PURE + ONE_SEQUENCE
        if needs & PURES and self.last_pure < 0:
            return 0
        passed = self.single_points * POINT + self.single_cards
        self.outside = goal == HEAVY
        if self.outside:
            passed += self.single_points * OUTSIDE_POINT
        if passed >= bound:
            return 0
        for place in range(self.place_count):
            self.cost_at[place] = self.loose_at[place]
            if self.outside:
                self.cost_at[place] += self.outside_at[place]
        self.cost = bound
        self.enough_nodes = self.nodes + FEW_NODES
        self._forget()
        self._explore(0, 0, self.left, (self.joker_count << JOKER_BITS) + needs, passed, 0)
        return self.cost < bound

    def _explore(
        self, place: int, number: int, left: int, state: int, passed: int, depth: int
    ) -> None:
        """Try every way to go on with the melds placed so far, in the documented order.

        The next meld is the core `number`, of the card at `place`, or a later one; `passed` is the
        cost of the cards below, which it is too late to meld.
        """
        self.nodes += 1
        jokers = state >> JOKER_BITS
        at_least_one = 1
        lacking = ~((left | left >> 1) & LOW_BITS | ((at_least_one << jokers) - 1) << JOKERS_AT)
        while place < self.place_count:
            if state & SEQUENCES and number > self.last_sequence:
                return
            if state & PURES and number > self.last_pure:
                return
            count = left >> 2 * place & 3
            if count:
                end = self.start[place + 1]
                while number < end:
                    if self.needs[number] & lacking == 0:
                        self._place(place, number, left, state, passed, depth)
                        if passed >= self.cost:
                            return
                    number += 1
                passed += count * self.cost_at[place]
                if passed >= self.cost:
                    return
                left -= count << 2 * place
            place += 1
            number = self.start[place]
        if state & NEEDS:
            return
        # No further meld comes last in the documented order; every card is passed by now.
        loose = jokers - ((state & ROOMS) >> ROOM_BITS)
        if loose > 0 and jokers < self.tables.settings[JOKER_GROUP]:
            passed += loose
        if passed < self.cost:
            self.cost = passed
            self.spare = jokers
            self.goal_count = depth
            for step in range(depth):
                self.goal_placed[step] = self.placed[step]
                self.goal_rooms[step] = self.rooms[step]

    def _place(
        self, place: int, number: int, left: int, state: int, passed: int, depth: int
    ) -> None:
        """Go on with the core `number` placed, once for each use it may be put to."""
        info = self.infos[number]
        takes = self.takes[number]
        if info & IS_TRIPLE and left & takes != takes:
            return
        left -= takes
        state -= (info & USES) << JOKER_BITS
        if info & IS_SEQUENCE and state & SEQUENCES:
            state -= ONE_SEQUENCE
        if info & IS_LONG:
            state &= ~LONG
        is_pure = info & IS_PURE
        if self.outside and not is_pure:
            passed += self._points_of(self.rows[number]) * OUTSIDE_POINT
            if passed >= self.cost:
                return
        self.placed[depth] = self.rows[number]
        has_room = (info & ROOM) >> USES_BITS
        copies = left >> 2 * place & 3
        if not copies:
            # The next core is one of a later card; otherwise this one again or a later one.
            place += 1
            number = self.start[place]
        stays = is_pure and (state & PURES or self.outside)
        self.rooms[depth] = 0 if stays else has_room
        after = self._with_room(state, self.rooms[depth])
        if stays and state & PURES:
            after -= ONE_PURE
        if copies or self._is_new(left, after, passed):
            self._explore(place, number, left, after, passed, depth + 1)
        # Sequences have room for the jokers of any usual hand, so it does not matter which pure
        # core stays pure. Where room is short, and where tunnelas, which have none, are pure as
        # well, each may be the one.
        if not stays or self.outside:
            return
        if state >> JOKER_BITS > has_room or self.tables.settings[HAS_TUNNELAS]:
            self.rooms[depth] = has_room
            after = self._with_room(state, has_room)
            if copies or self._is_new(left, after, passed):
                self._explore(place, number, left, after, passed, depth + 1)

    def _points_of(self, row: int) -> int:
        """Return the points of a core's naturals as deadwood."""
        points = 0
        for step in range(row + NATURALS, row + NATURALS + self.tables.facts[row + COUNT]):
            points += self.tables.card_points[self.tables.facts[step]]
        return points

    def _with_room(self, state: int, room: int) -> int:
        """Return the state with so much more room, but no more than there are jokers for."""
        room = min(((state & ROOMS) >> ROOM_BITS) + room, state >> JOKER_BITS)
        return (state & ~ROOMS) + (room << ROOM_BITS)

    def _is_new(self, left: int, state: int, passed: int) -> int:
        """Return 0 when the same rest was met before with no more passed over; note it otherwise.

        What was found from there then is at least as good, and comes first. Only where no copy of
        the last core's lowest card is left does `left` tell which cores may follow.
        """
        if self.nodes < self.enough_nodes:
            return 1  # so far looking up costs more than going there again
        key = left << STATE_BITS | state
        if not cython.compiled:
            before = self.seen.get(key, IMPOSSIBLE)
            if before <= passed:
                return 0
            self.seen[key] = passed
            return 1
        slot = (key * GOLDEN & WORD) >> 64 - SEEN_BITS << 1
        known = self.seen_at[slot + 1]
        is_this = self.seen_at[slot] == key and known >> 40 == self.generation
        if is_this and known & COST_BITS <= passed:
            return 0
        self.seen_at[slot] = key
        self.seen_at[slot + 1] = self.generation << 40 | passed
        return 1

    def _forget(self) -> None:
        """Begin with nothing seen: what stands there of an older generation does not count."""
        if not cython.compiled:
            self.seen.clear()
        elif self.generation == LAST_GENERATION:
            for slot in range(2 * SEEN_SIZE):
                self.seen_at[slot] = 0
            self.generation = 1
        else:
            self.generation += 1

    def _keep(self, aside: int, undeclarable: int, penalty: int) -> None:
        """Keep what a goal has reached, if it is better than what is kept, or as good and first."""
        penalty = min(penalty, self.tables.settings[CAP])
        loose = ((self.cost >> POINT_BITS) << LOOSE_BITS) + (self.cost & POINT - 1)
        key = undeclarable + penalty * PENALTY + loose
        if key > self.key or (key == self.key and not self._comes_before(aside)):
            return
        self.key = key
        self.aside = aside
        self.best_spare = self.spare
        self.best_count = self.goal_count
        for step in range(self.goal_count):
            self.best_placed[step] = self.goal_placed[step]
            self.best_rooms[step] = self.goal_rooms[step]

    def _comes_before(self, aside: int) -> int:
        """Return 1 when the arrangement reached comes before the one kept, which is as good."""
        if aside != self.aside:
            return 0  # cards to be set aside are tried in their order
        for step in range(min(self.goal_count, self.best_count)):
            if self.goal_placed[step] != self.best_placed[step]:
                return self.goal_placed[step] < self.best_placed[step]
        return self.goal_count > self.best_count

    def lay_out(self) -> Arrangement:
        """Return the arrangement that `search` has found, of the hand in `counts`.

        The jokers are dealt out to the cores, the spare ones to whatever has room for them.
        """
        for kind in range(KINDS):
            self.loose[kind] = self.counts[kind]
        if self.aside >= 0:
            self.loose[self.aside] -= 1
        room = 0
        for number in range(self.best_count):
            row = self.best_placed[number]
            room += self.best_rooms[number]
            for step in range(self.tables.facts[row + COUNT]):
                self.loose[self.tables.facts[row + NATURALS + step]] -= 1
        spare = self.best_spare
        if spare > room and spare >= self.tables.settings[JOKER_GROUP]:
            spare = 0  # they are a group of their own
        for number in range(self.best_count):
            self.extra[number] = 0
        for turning in range(2 if spare else 0):
            # First what has jokers anyway or is a set, then pure sequences, the last placed first.
            for step in range(self.best_count):
                number = self.best_count - 1 - step if turning else step
                is_pure = 1 if self.tables.facts[self.best_placed[number] + INFO] & IS_PURE else 0
                if is_pure == turning:
                    self.extra[number] = min(self.best_rooms[number], spare)
                    spare -= self.extra[number]
        self.melds = []
        self.meld_count = 0
        for number in range(self.best_count):
            row = self.best_placed[number]
            self._add_meld(row, self.tables.facts[row + JOKERS] + self.extra[number])
        jokers = 0
        for step in range(self.tables.joker_kind_count):
            jokers += self.loose[self.tables.joker_kinds[step]]
        if jokers >= self.tables.settings[JOKER_GROUP]:
            self._add_meld(-1, jokers)
        deadwood: list[Card] = []
        for kind in range(KINDS):
            if self.loose[kind]:
                deadwood += [CARDS[kind]] * self.loose[kind]
        return make(
            Arrangement,
            tuple(self.melds),
            tuple(deadwood),
            None if self.aside < 0 else CARDS[self.aside],
            self.key < UNDECLARABLE,
            self.key >> PENALTY_BITS & FIELD,
            self.key >> LOOSE_BITS & FIELD,
        )

    def is_hand_size(self, size: int) -> int:
        """Return 1 for a number of cards, from 1 up, that is dealt or one more."""
        return (self.tables.hand_sizes >> size | self.tables.hand_sizes >> size - 1) & 1

    def take_codes(self, codes: Sequence[object]) -> int:
        """Put a hand into `counts` and return its size, or -1 when it is no hand of the deal."""
        for kind in range(KINDS):
            self.counts[kind] = 0
        size = 0
        for code in codes:
            kind = _kind_of_code(code) if isinstance(code, str) else -1
            if kind < 0 or self.counts[kind] == self.tables.copies[kind] or size == PLACES:
                return -1
            self.counts[kind] += 1
            size += 1
        return size

    def work(
        self,
        text: bytes,
        lines: array[int],
        order: array[int],
        start: int,
        end: int,
        kinds: array[int],
        sizes: array[int],
        answers: array[int],
    ) -> int:
        """Find the best arrangements of the lines that `order` names from `start` to `end`.

        They are hands of the deal attached. `lines` tells where each line begins in `text`, and
        where the next would. Written down, as of `validator.bulk.Arrangements`, are the cards,
        their number and the answer; 0 for the number where a closer look is needed. Returned is
        how many need none.
        """
        with cython.nogil:
            return self._work(text, lines, order, start, end, kinds, sizes, answers)

    def _work(
        self,
        text: bytes,
        lines: array[int],
        order: array[int],
        start: int,
        end: int,
        kinds: array[int],
        sizes: array[int],
        answers: array[int],
    ) -> int:
        plain = 0
        for step in range(start, end):
            number = order[step]
            size = self._take_line(text, lines[number], lines[number + 1] - 1, kinds, number)
            if size < 1 or not self.is_hand_size(size):
                sizes[number] = 0
                continue
            sizes[number] = size
            plain += 1
            self.search(-1, 0 if self.tables.hand_sizes >> size & 1 else 1)
            place = number * ANSWER
            answers[place] = self.key
            answers[place + 1] = self.aside
            answers[place + 2] = self.best_spare
            answers[place + 3] = self.best_count
            for meld in range(self.best_count):
                answers[place + 4 + meld] = self.best_placed[meld] * POINT + self.best_rooms[meld]
        return plain

    def _take_line(self, text: bytes, place: int, end: int, kinds: array[int], number: int) -> int:
        """Do as `take_codes`, of codes in ASCII separated by single blanks; write `kinds` down."""
        for kind in range(KINDS):
            self.counts[kind] = 0
        size = 0
        while place < end:
            letter = text[place]
            following = text[place + 1] if place + 1 < end else _BLANK
            place += 2
            if letter == _1 and following == _0:
                letter = _T
                following = text[place] if place < end else _BLANK
                place += 1
            if letter >= ASCII or following >= ASCII:
                return -1
            kind = _kind_of_pair[letter * ASCII + following]
            if kind < 0:
                return -1
            if self.counts[kind] == self.tables.copies[kind] or size == PLACES:
                return -1
            if place < end and text[place] != _BLANK:
                return -1
            place += 1
            self.counts[kind] += 1
            kinds[number * PLACES + size] = kind
            size += 1
        return size

    def _read_back(self, kinds: array[int], size: int, number: int) -> None:
        for kind in range(KINDS):
            self.counts[kind] = 0
        for place in range(number * PLACES, number * PLACES + size):
            self.counts[kinds[place]] += 1

    def recall(
        self, kinds: array[int], sizes: array[int], answers: array[int], number: int
    ) -> None:
        """Take a hand and its answer as they were written down, for `lay_out`."""
        self._read_back(kinds, sizes[number], number)
        place = number * ANSWER
        self.key = answers[place]
        self.aside = answers[place + 1]
        self.best_spare = answers[place + 2]
        self.best_count = answers[place + 3]
        for meld in range(self.best_count):
            self.best_placed[meld] = answers[place + 4 + meld] // POINT
            self.best_rooms[meld] = answers[place + 4 + meld] % POINT

    def _add_meld(self, row: int, size: int) -> None:
        """Put a core with so many of the loose jokers among the melds, in their order.

        No core, -1, makes a group of the jokers. Melds are values, so those made last are used
        again: there are few, however many hands. With no wild card at face value it is the same
        in all deals, since only jokers could then be read in another way.
        """
        code = self._deal_jokers(size)
        key = 0
        number = self.tables.number
        if row >= 0 and size <= FEW_JOKERS:
            key = row + 1  # first on its own: it has the type of a word
            key = key << 6 * FEW_JOKERS | code
            if not self._faces_wilds(row):
                number = self.tables.cores.number
        slot = self._find_meld(number, key)
        if key and _meld_keys[slot] == key and _meld_deals[slot] == number:
            meld = _melds[slot]
            assert meld is not None  # it stands where its key does
            order = _meld_orders[slot]
        else:
            jokers = [self.jokers[step] for step in range(size)]
            meld = _make_meld(self.tables, row, jokers)
            order = _order_of(meld)
            _meld_keys[slot] = key
            _meld_deals[slot] = number
            _meld_orders[slot] = order
            _melds[slot] = meld
        place = self.meld_count
        while place and self.orders[place - 1] > order:
            self.orders[place] = self.orders[place - 1]
            place -= 1
        self.orders[place] = order
        self.melds.insert(place, meld)
        self.meld_count += 1

    def _faces_wilds(self, row: int) -> int:
        """Return how many wild cards a core has at face value."""
        wilds = 0
        for step in range(row + NATURALS, row + NATURALS + self.tables.facts[row + COUNT]):
            wilds += self.tables.is_joker[self.tables.facts[step]]
        return wilds

    def _find_meld(self, number: int, key: int) -> int:
        """Return the place of the meld that is kept under this key, or where to keep it."""
        first = ((key ^ number << 50) * GOLDEN & WORD) >> 64 - MELD_BITS & ~(BUCKET - 1)
        for slot in range(first, first + BUCKET):
            if not _meld_keys[slot] or (_meld_keys[slot] == key and _meld_deals[slot] == number):
                return slot
        return first + (self.nodes & BUCKET - 1)

    def _deal_jokers(self, size: int) -> int:
        """Take so many jokers from the loose cards, in card order, into `jokers`.

        The number returned tells them in six bits each, as long as they are few.
        """
        code = 0
        dealt = 0
        for step in range(self.tables.joker_kind_count):
            kind = self.tables.joker_kinds[step]
            while self.loose[kind] and dealt < size:
                self.loose[kind] -= 1
                self.jokers[dealt] = kind
                dealt += 1
                code = code << 6 & WORD | kind + 1
        return code


CARDS: Final = tuple(Card(kind) for kind in ALL_KINDS)
"""The card of every kind; cards are values, so one of each is enough."""

_meld_keys = array("Q", bytes(8 << MELD_BITS))
_meld_deals = array("Q", bytes(8 << MELD_BITS))
_meld_orders = array("q", bytes(8 << MELD_BITS))
_melds: list[Meld | None] = [None] * (1 << MELD_BITS)
"""The melds that were made last; where none stands, the key is 0."""


def _make_meld(tables: Tables, row: int, jokers: list[int]) -> Meld:
    """Return a core with these jokers as a meld; the jokers alone where the row is -1."""
    count = tables.facts[row + COUNT] if row >= 0 else 0
    naturals = [tables.facts[row + NATURALS + step] for step in range(count)]
    cards = [Kind(kind) for kind in [*naturals, *jokers]]
    return read_meld(cards, tables.deal.wild, tables.deal.ruleset.melds)


def _order_of(meld: Meld) -> int:
    """Return what sorts as `validator.melds.meld_order` does, the kind first, in 62 bits."""
    order, cards = meld_order(meld)
    for place in range(ORDER_CARDS):
        order = order << 6 | (cards[place].kind + 1 if place < len(cards) else 0)
    return order << 5 | len(cards)


def _kind_of_code(code: str) -> int:
    """Return the kind that a code names in any notation, -1 for none."""
    kind = -1
    size = len(code)
    if size == 2:
        first = ord(code[0])
        second = ord(code[1])
        if first < ASCII and second < ASCII:
            kind = _kind_of_pair[first * ASCII + second]
    elif size == 3 and code[0] == "1" and code[1] == "0" and ord(code[2]) < ASCII:
        kind = _kind_of_pair[_T * ASCII + ord(code[2])]
    return kind if kind >= 0 else KIND_BY_NOTATION.get(code, -1)


_kept: dict[Deal, Tables] = {}
_kept_cores: dict[MeldRules, Cores] = {}
_making = Lock()


def tables_of(deal: Deal) -> Tables:
    """Return the tables of a deal, made once as long as they are among those made last.

    So many are kept as `KEPT_BYTES` and `KEPT_DEALS` say: house rules may be new with every
    request.
    """
    tables = _kept.get(deal)
    return _make_tables(deal) if tables is None else tables


def _make_tables(deal: Deal) -> Tables:
    rules = deal.ruleset.melds
    cores = _kept_cores.get(rules) or Cores(rules, NATURAL_KINDS)
    with _making:
        # Another thread may have made the same just now.
        cores = _kept_cores.setdefault(rules, cores)
        tables = _kept.setdefault(deal, Tables(deal, cores))
        while len(_kept_cores) > 1 and sum(c.bytes for c in _kept_cores.values()) > KEPT_BYTES:
            dropped = _kept_cores.pop(next(iter(_kept_cores)))
            for old in [old for old, kept in _kept.items() if kept.cores is dropped]:
                del _kept[old]
        while len(_kept) > KEPT_DEALS:
            del _kept[next(iter(_kept))]
    return tables


idle: list[Searcher] = []
"""Searchers that nobody uses just now; a thread takes one out and puts it back."""


def find_lines(text: bytes, lines: array[int]) -> None:
    """Write down where each line of the text begins, and where the next one would."""
    line = 0
    for place in range(len(text)):
        # Written at every character, so that nothing has to be guessed.
        lines[line + 1] = place + 1
        line += text[place] == _LINE_END


def sort_by_deal(deal_of: array[int], firsts: array[int], order: array[int]) -> None:
    """Write the numbers of the hands into `order`, deal by deal.

    `firsts` then tells where each deal begins, and where the next one would; it is zero before,
    and has one place more than that.
    """
    for number in range(len(deal_of)):
        firsts[deal_of[number] + 2] += 1
    for deal in range(1, len(firsts)):
        firsts[deal] += firsts[deal - 1]
    for number in range(len(deal_of)):
        place = firsts[deal_of[number] + 1]
        order[place] = number
        firsts[deal_of[number] + 1] = place + 1


def _tables_for(hand: Sequence[Kind], deal: Deal) -> Tables:
    """Return the tables of a deal; where cores are many, only those of the hand's kinds."""
    rules = deal.ruleset.melds
    if rules.min_naturals > 1:
        return Tables(deal, Cores(rules, sorted({kind for kind in hand if kind != PRINTED_JOKER})))
    return tables_of(deal)


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
    searcher = idle.pop() if idle else Searcher()
    searcher.attach(_tables_for(hand, deal))
    for kind in range(KINDS):
        searcher.counts[kind] = 0
    for card in hand:
        searcher.counts[card] += 1
    named = -1 if discard is None else discard
    free = discard is None and not searcher.tables.hand_sizes >> len(hand) & 1
    searcher.search(named, free)
    found = searcher.lay_out()
    idle.append(searcher)
    if searcher.tables.has_other_ways:
        found = min([found, *ways_that_suffice(hand, discard, deal)], key=preference)
    return found


def arrange_codes(hand: Sequence[object] | str, tables: Tables) -> Arrangement | None:
    """Return the best arrangement of a hand written in codes; None where a closer look is needed.

    That is where an entry is no card, or the cards are no hand of this deal.
    """
    searcher = idle.pop() if idle else Searcher()
    searcher.attach(tables)
    size = searcher.take_codes(hand.replace(",", " ").split() if isinstance(hand, str) else hand)
    if size < 1 or tables.is_special or not searcher.is_hand_size(size):
        idle.append(searcher)
        return None
    searcher.search(-1, 0 if tables.hand_sizes >> size & 1 else 1)
    found = searcher.lay_out()
    idle.append(searcher)
    return found


def ways_that_suffice(hand: Sequence[Kind], discard: Kind | None, deal: Deal) -> list[Arrangement]:
    """Return the hand declared by its dublees, tunnelas or jokers alone, where that is enough.

    A hand with one card more than is dealt sets one aside: `discard`, or any. Source: R15.
    """
    rules = deal.ruleset.melds
    ways = ((rules.dublees_to_declare, 2), (rules.tunnelas_to_declare, 3))
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
