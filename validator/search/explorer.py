"""Written for speed: explores the arrangements of a hand for the best one.

The argument why it finds it, and a glossary, stand in `validator.search`.
"""

from __future__ import annotations

from array import array

from ..melds import Meld
from ..rules import LoserModel
from .tables import MODELS

try:
    import cython
except ImportError:
    from .._compiled import shim as cython

if not cython.compiled:
    from .fitting import FittingPatterns
    from .packing import *
    from .tables import DealTables

_LIVES_CASCADE = MODELS.index(LoserModel.LIVES_CASCADE)
_DEADWOOD_ONLY = MODELS.index(LoserModel.DEADWOOD_ONLY)
_TWO_LIVES_OR_FULL = MODELS.index(LoserModel.TWO_LIVES_OR_FULL)


class Explorer(FittingPatterns):
    """Searches one hand after another; holds what a search writes to, so it serves one at a time.

    A hand is put into `counts`; `search` finds its best arrangement, `lay_out` returns it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.cost_at = array("q", [0] * PLACES)
        self.placed = array("i", [0] * MELDS)
        self.rooms = array("i", [0] * MELDS)
        self.goal_placed = array("i", [0] * MELDS)
        self.goal_rooms = array("i", [0] * MELDS)
        self.best_placed = array("i", [0] * MELDS)
        self.best_rooms = array("i", [0] * MELDS)
        self.seen_at = array("Q", bytes(16 * SEEN_SIZE))
        self.generation = 0
        self.nodes = 0
        self.key = 0
        self.aside = -1
        self.spare = 0
        # What `lay_out` writes to.
        self.extra = array("i", [0] * MELDS)
        self.loose = array("i", [0] * KINDS)
        self.jokers = array("i", [0] * PLACES)
        self.orders = array("q", [0] * (MELDS + 1))
        self.melds: list[Meld] = []
        self.meld_count = 0

    def attach(self, tables: DealTables) -> None:
        """Take the deal of the hands that follow."""
        self.tables = tables
        if len(self.rows) < tables.patterns.size:
            self.make_room(tables.patterns.size)

    def find(self, named: int, free: int) -> int:
        """Return the key of the best arrangement: `search` for callers that are not compiled."""
        self.search(named, free)
        return self.key

    def search(self, named: int, free: int) -> None:
        """Find the best arrangement of the hand in `counts`.

        `named` is the kind set aside, -1 for none; where `free` is 1, any kind may be.
        """
        self.choose_patterns()
        self.key = WORST
        if not free:
            self._solve(named)
            return
        for step in range(KINDS):
            kind = self.tables.discard_order[step]
            if self.counts[kind]:
                self._solve(kind)
                if self.key < UNDECLARABLE and self.tables.settings[KNOCK_LIMIT] < 0:
                    return  # no other card set aside can do better than a declaration

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
        """Split the hand without `aside` into what is searched and what no pattern takes."""
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

        The next meld is the pattern `number`, of the card at `place`, or a later one; `passed` is
        the cost of the cards below, which it is too late to meld.
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
        """Go on with the pattern `number` placed, once for each use it may be put to."""
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
            # The next pattern is one of a later card; otherwise this one again or a later one.
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
        # pattern stays pure. Where room is short, and where tunnelas, which have none, are pure as
        # well, each may be the one.
        if not stays or self.outside:
            return
        if state >> JOKER_BITS > has_room or self.tables.settings[HAS_TUNNELAS]:
            self.rooms[depth] = has_room
            after = self._with_room(state, has_room)
            if copies or self._is_new(left, after, passed):
                self._explore(place, number, left, after, passed, depth + 1)

    def _points_of(self, row: int) -> int:
        """Return the points of a pattern's naturals as deadwood."""
        points = 0
        for step in range(row + NATURALS, row + NATURALS + self.tables.facts[row + COUNT]):
            points += self.tables.card_points[self.tables.facts[step]]
        return points

    def _with_room(self, state: int, room: int) -> int:
        """Return the state with more room, but no more than there are jokers for."""
        room = min(((state & ROOMS) >> ROOM_BITS) + room, state >> JOKER_BITS)
        return (state & ~ROOMS) + (room << ROOM_BITS)

    def _is_new(self, left: int, state: int, passed: int) -> int:
        """Return 0 when the same rest was met before with no more passed over; note it otherwise.

        What was found from there then is at least as good, and comes first. Only where no copy of
        the last pattern's lowest card is left does `left` tell which patterns may follow.
        """
        if self.nodes < self.enough_nodes:
            return 1  # so far looking up costs more than going there again
        key = left << STATE_BITS | state
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
        if self.generation == LAST_GENERATION:
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
