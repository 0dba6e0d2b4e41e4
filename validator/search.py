"""The fast exact best arrangement; `validator.reference` is its oracle and shares no code with it.

Glossary (short names are used in this module only)
    core     the cards of a meld that stand at face value, and the jokers it cannot do without:
             those that fill gaps, and those that bring it up to the fewest cards of a meld
    room     how many more jokers a meld can take in
    spare    jokers that no core needs; they go into the room of the melds, or stay loose
    left     the naturals not yet placed: a count in two bits for every kind of this hand
    goal     the sequences that an arrangement must hold, which decides what is charged
    cost     deadwood points * 64 + deadwood cards, so that comparing ints compares both; a goal
             that charges for every card outside the pure sequences adds those points above that

How it goes
    The lowest card not yet placed is either the lowest card of some core, or left out (a wild card
    left out plays joker). That enumerates every arrangement once, but for where spare jokers go,
    and that does not matter for its value. Values are memoised on what the rest can depend on:
    what is left, the jokers and the room, the sequences still needed.

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

Which of several best arrangements: see `best_arrangement`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from validator.cards import Card, Kind
from validator.cores import BITS, Core, HandCores
from validator.melds import Meld, has_joker_groups, is_joker, meld_order, read_meld
from validator.policies import LoserModel
from validator.scoring import Arrangement, Deal, arrange, capped, preference, whole_hand_penalty

_CARD: Final = 1
_POINT: Final = 64
"""Cost of a deadwood card and of a deadwood point; no hand has 64 cards."""
_OUTSIDE_PURE: Final = 1 << 20
"""Cost of a point outside the pure sequences; no hand has 2 ** 14 points."""
_IMPOSSIBLE: Final = 1 << 60
"""Cost of a goal that cannot be met."""
_COUNT: Final = (1 << BITS) - 1
"""The bits of one count."""
_NEVER: Final = 99
"""More jokers than any hand has."""


@dataclass(frozen=True, slots=True)
class _Goal:
    """What an arrangement must hold, and whether only pure sequences save their points."""

    pure: int
    sequences: int
    long: int
    outside_pure: int


@dataclass(frozen=True, slots=True)
class _Placed:
    """A core in a finished arrangement."""

    core: Core
    room: int
    """Its room there: none while it has to stay pure."""


_State = tuple[int, int, int, int, int, int, int]
"""Left, jokers, room; pure sequences, sequences and long ones still needed; cost outside pure."""


class _Search:
    """The memo of what the cores of one hand reach."""

    def __init__(self, hand: Sequence[Kind], deal: Deal) -> None:
        self.hand = HandCores(hand, deal)
        self.cores = self.hand.cores
        self.is_wild = [kind in deal.wild for kind in self.hand.kinds]
        self.points = [deal.points[kind] for kind in self.hand.kinds]
        self.guard = sum(1 << place * BITS + BITS - 1 for place in self.hand.place.values())
        rules = deal.ruleset.melds
        self.joker_group = rules.meld_min_cards if has_joker_groups(rules) else _NEVER
        self.memo: dict[_State, int] = {}
        taken = 0
        for core in (core for cores in self.cores for core in cores):
            taken |= core.takes
        places = self.hand.place.values()
        self.single_places = [place for place in places if not taken >> place * BITS & _COUNT]

    def cost(self, left: int, jokers: int, goal: _Goal) -> int:
        """Return the least cost of arrangements that meet the goal."""
        single, charged = self._split(left, goal.outside_pure)
        state = (jokers, 0, goal.pure, goal.sequences, goal.long, goal.outside_pure)
        return self._cost(left - single, *state) + charged

    def _split(self, left: int, outside: int) -> tuple[int, int]:
        """Return the cards that no core takes, and what they cost; they need no searching."""
        single, charged = 0, 0
        for place in self.single_places:
            mask = _COUNT << place * BITS
            count = (left & mask) >> place * BITS
            single |= left & mask
            if not self.is_wild[place]:
                charged += count * (self.points[place] * (_POINT + outside) + _CARD)
        return single, charged

    def _cost(
        self, left: int, jokers: int, room: int, pure: int, sequences: int, long: int, outside: int
    ) -> int:
        if not left:
            if pure or sequences or long:
                return _IMPOSSIBLE
            loose = jokers - room
            return loose * _CARD if loose > 0 and jokers < self.joker_group else 0
        key = (left, jokers, room, pure, sequences, long, outside)
        known = self.memo.get(key)
        if known is not None:
            return known
        place = _lowest_place(left)
        best = _IMPOSSIBLE
        for core, after in self._ways(place, *key):
            reached = self._cost(*after)
            if outside and not core.pure:
                reached += outside * core.points
            if reached < best:
                best = reached
                if not best:
                    break
        if best:
            rest = left - (1 << place * BITS)
            reached = self._cost(rest, jokers, room, pure, sequences, long, outside)
            if not self.is_wild[place]:
                reached += self.points[place] * (_POINT + outside) + _CARD
            best = min(best, reached)
        self.memo[key] = best
        return best

    def _ways(
        self,
        place: int,
        left: int,
        jokers: int,
        room: int,
        pure: int,
        sequences: int,
        long: int,
        outside: int,
    ) -> list[tuple[Core, _State]]:
        """Return, for each core there are cards for, the state after it.

        A pure core gives up its room while it is needed as a pure sequence, and where only pure
        sequences save their points.
        """
        guard = self.guard
        guarded = left | guard
        ways: list[tuple[Core, _State]] = []
        for core in self.cores[place]:
            if core.uses > jokers or (guarded - core.takes) & guard != guard:
                continue
            spare = jokers - core.uses
            rest = left - core.takes
            still = sequences - core.sequence if sequences else 0
            long_after = long & ~core.long
            stays = core.pure and (pure or outside)
            to_room = room if stays else room + core.room
            to_pure = pure - 1 if core.pure and pure else pure
            to_room = min(to_room, spare)
            ways.append((core, (rest, spare, to_room, to_pure, still, long_after, outside)))
            # Sequences have room for the jokers of any usual hand, so it does not matter which
            # pure core stays pure; where room is short, each may be the one.
            if core.pure and pure and not outside and jokers > core.room:
                to_room = min(room + core.room, spare)
                ways.append((core, (rest, spare, to_room, pure, still, long_after, outside)))
        return ways

    def trace(self, left: int, jokers: int, goal: _Goal) -> tuple[list[_Placed], int]:
        """Return the first of the best arrangements in the documented order, and the spare jokers.

        Every step takes the first way that still reaches the least cost.
        """
        outside = goal.outside_pure
        single, _ = self._split(left, outside)
        state = (left - single, jokers, 0, goal.pure, goal.sequences, goal.long, outside)
        placed: list[_Placed] = []
        while state[0]:
            wanted = self._cost(*state)
            place = _lowest_place(state[0])
            for core, after in self._ways(place, *state):
                charged = outside * core.points if not core.pure else 0
                if self._cost(*after) + charged == wanted:
                    stays = core.pure and (outside or after[3] < state[3])
                    placed.append(_Placed(core, 0 if stays else core.room))
                    state = after
                    break
            else:
                state = (state[0] - (1 << place * BITS), *state[1:])
        return placed, state[1]


def _lowest_place(left: int) -> int:
    return ((left & -left).bit_length() - 1) // BITS


_Key = tuple[bool, int, int, int]
"""As of `validator.scoring.preference`."""


def best_arrangement(hand: Sequence[Kind], deal: Deal, discard: Kind | None = None) -> Arrangement:
    """Return the best arrangement of a legal hand, the same for every order of its cards.

    A hand with one card more than is dealt sets one aside: `discard`, or the one that is best.
    Best is what `validator.scoring.preference` puts first. Where several are equally good:

    1. the card set aside has the most points, then comes first in card order (AS … KS, AH … KH,
       AD … KD, AC … KC, JK);
    2. the cards are then placed in card order, each as the lowest of what is left of the hand.
       It goes into a pure sequence before an impure one, a set, and no meld at all; into the meld
       with more cards at face value; with fewer jokers; with lower cards. An ace is the lowest
       card of its suit, also at the top of a sequence.
    3. Jokers that no meld needs go into impure sequences and sets, in that order of placing, then
       into pure sequences that need not stay pure, the last placed first.

    Source: rules §4.
    """
    search = _Search(hand, deal)
    best: tuple[_Key, Kind | None, list[Kind], list[_Goal]] | None = None
    for aside in _asides(hand, deal, discard):
        cards = list(hand)
        if aside is not None:
            cards.remove(aside)
        key, goals = _best_goals(search, cards, deal)
        if best is None or key < best[0]:
            best = key, aside, cards, goals
        if not key[0] and deal.ruleset.settlement.knock_limit is None:
            break  # no other card set aside can do better than a declaration
    assert best is not None  # _asides yields at least once
    key, aside, cards, goals = best
    left, jokers = search.hand.pack(cards), _count_jokers(cards, deal)
    traces = (search.trace(left, jokers, goal) for goal in goals)
    placed, spare = min(traces, key=lambda trace: [core.core.order for core in trace[0]])
    found = _lay_out(placed, spare, cards, aside, deal)
    return min(
        (found, *_ways_that_suffice(hand, discard, deal)),
        key=preference,
    )


def _asides(hand: Sequence[Kind], deal: Deal, discard: Kind | None) -> list[Kind | None]:
    """Return the cards that may be set aside, in the documented order; None for none."""
    if discard is not None or len(hand) in deal.ruleset.melds.hand_sizes:
        return [discard]
    return [*sorted(set(hand), key=lambda kind: (-deal.points[kind], kind))]


def _count_jokers(cards: Sequence[Kind], deal: Deal) -> int:
    return sum(is_joker(kind, deal.wild) for kind in cards)


def _best_goals(search: _Search, cards: list[Kind], deal: Deal) -> tuple[_Key, list[_Goal]]:
    """Return the key of the best arrangement of these cards, and the goals that reach it.

    Each goal overestimates: an arrangement that meets it is charged no more than the goal says.
    And each arrangement meets the goal that says what it is charged. So the least is exact.
    """
    rules, points = deal.ruleset.melds, deal.ruleset.settlement
    left, jokers = search.hand.pack(cards), _count_jokers(cards, deal)
    found: list[tuple[_Key, _Goal]] = []

    def try_goal(goal: _Goal, penalty: int | None) -> None:
        """Note the least key of the goal; `penalty` None: its cards outside count, capped."""
        cost = search.cost(left, jokers, goal)
        if cost < _IMPOSSIBLE:
            outside, loose = divmod(cost, _OUTSIDE_PURE)
            loose_points, loose_cards = divmod(loose, _POINT)
            counted = outside if goal.outside_pure else loose_points
            charged = capped(counted, points) if penalty is None else penalty
            found.append(((True, charged, loose_points, loose_cards), goal))

    anything = _Goal(0, 0, 0, 0)
    if points.knock_limit is not None:
        try_goal(anything, None)
        (_, *rest), goal = found[0]
        return (rest[1] > points.knock_limit, rest[0], rest[1], rest[2]), [goal]
    lives = _Goal(
        rules.min_pure_sequences,
        rules.min_sequences,
        int(rules.long_sequence_cards is not None),
        0,
    )
    try_goal(lives, None)
    if found and found[0][0][2:] == (0, 0):
        return (False, points.complete_hand_points, 0, 0), [lives]
    model = points.loser_model
    if model is LoserModel.DEADWOOD_ONLY:
        try_goal(anything, None)
    else:
        if model is LoserModel.PURE_UNLOCKS_ALL:
            try_goal(_Goal(1, 1, 0, 0), None)
        elif model is LoserModel.LIVES_CASCADE:
            try_goal(_Goal(1, 1, 0, _OUTSIDE_PURE), None)
        whole = whole_hand_penalty(sum(deal.points[kind] for kind in cards), points)
        if all(charged >= whole for (_, charged, _, _), _ in found):
            try_goal(anything, whole)
    best = min(key for key, _ in found)
    return best, [goal for key, goal in found if key == best]


def _lay_out(
    placed: list[_Placed], spare: int, cards: list[Kind], aside: Kind | None, deal: Deal
) -> Arrangement:
    """Deal the jokers out to the cores, and the spare ones to whatever has room for them."""
    jokers = sorted(kind for kind in cards if is_joker(kind, deal.wild))
    loose = sorted(kind for kind in cards if not is_joker(kind, deal.wild))
    for natural in (natural for core in placed for natural in core.core.naturals):
        (jokers if natural in deal.wild else loose).remove(natural)
    impure = [core for core in placed if not core.core.pure]
    may_turn = [core for core in reversed(placed) if core.core.pure]
    extra = {id(core): 0 for core in placed}
    for core in (*impure, *may_turn):
        extra[id(core)] = min(core.room, spare)
        spare -= extra[id(core)]
    groups = []
    for core in placed:
        size = core.core.jokers + extra[id(core)]
        groups.append([*core.core.naturals, *jokers[:size]])
        del jokers[:size]
    rules = deal.ruleset.melds
    if has_joker_groups(rules) and len(jokers) >= rules.meld_min_cards:
        groups.append(jokers)
        jokers = []
    melds = [read_meld(group, deal.wild, rules) for group in groups]
    return _arrange(melds, loose + jokers, aside, deal)


def _arrange(melds: list[Meld], loose: list[Kind], aside: Kind | None, deal: Deal) -> Arrangement:
    discard = None if aside is None else Card(aside)
    return arrange(sorted(melds, key=meld_order), map(Card, loose), discard, deal)


def _ways_that_suffice(
    hand: Sequence[Kind], discard: Kind | None, deal: Deal
) -> Iterator[Arrangement]:
    """Yield the hand declared by its dublees, tunnelas or jokers alone, where that is enough."""
    rules = deal.ruleset.melds
    for aside in _asides(hand, deal, discard):
        counts = {kind: hand.count(kind) - (kind == aside) for kind in sorted(set(hand))}
        jokers = [k for k, n in counts.items() if is_joker(k, deal.wild) for _ in range(n)]
        for needed, size in ((rules.dublees_to_declare, 2), (rules.tunnelas_to_declare, 3)):
            groups = [[kind] * size for kind, n in counts.items() for _ in range(n // size)]
            if needed is not None and len(groups) >= needed:
                yield _showing(groups, counts, aside, deal)
        if rules.jokers_to_declare is not None and len(jokers) >= rules.jokers_to_declare:
            yield _showing([jokers], counts, aside, deal)


def _showing(
    groups: list[list[Kind]], counts: dict[Kind, int], aside: Kind | None, deal: Deal
) -> Arrangement:
    loose = [kind for kind, count in counts.items() for _ in range(count)]
    for kind in (kind for group in groups for kind in group):
        loose.remove(kind)
    melds = [read_meld(group, deal.wild, deal.ruleset.melds) for group in groups]
    return _arrange(melds, loose, aside, deal)
