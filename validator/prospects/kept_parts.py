"""The parts of melds that a hand holds: what of it another hand could keep, and what that lacks.

A part is the cards of one meld that come from the hand; a plan says what completes it: cards drawn
from the decks, and jokers. What is a meld is asked of `validator.search.patterns`, for
every kind that the decks hold, so each field of the meld rules counts here as it does there.
"""

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from ..cards import NATURAL_KINDS, PRINTED_JOKER, Kind
from ..deals import Deal
from ..search import MeldPattern, find_patterns_of


class DrawPlan(NamedTuple):
    """One way to make a meld of a part."""

    lacking: int
    """Cards that the part lacks: those drawn and the jokers."""
    drawn: tuple[Kind, ...]
    """Cards drawn to stand at face value."""
    jokers: int
    """Jokers that stand in, drawn or not."""
    room: int
    """How many more jokers the meld can take in."""


class KeptPart(NamedTuple):
    """Cards of the hand that stay together, as a meld that counts as one thing."""

    kept: tuple[Kind, ...]
    """The cards of the hand at face value, ascending; none for a meld that is drawn whole."""
    lacking: int
    """The fewest cards that it lacks."""
    pure: int
    """1 where it is to be a pure sequence, and stay one; else 0."""
    sequence: int
    """1 where it is a sequence."""
    long: int
    """1 where it is a long sequence."""
    jokers: int
    """The most jokers that it can take in."""
    plans: tuple[DrawPlan, ...]
    """What completes it, the fewest cards first."""


def find_parts(
    held: Sequence[int], spare: Sequence[int], deal: Deal, most_drawn: int
) -> list[KeptPart]:
    """Return every part of a hand, those drawn whole last, otherwise by their lowest cards.

    `held` and `spare` are counts of every kind, in the hand and not in it. At most
    `most_drawn` cards are drawn; no part lacks more than those and the jokers of the hand.
    """
    most_lacking = most_drawn + sum(held[kind] for kind in (*deal.wild, PRINTED_JOKER))
    knocking = deal.ruleset.settlement.knock_limit is not None
    needs_pure = not knocking and deal.ruleset.melds.min_pure_sequences > 0
    found: dict[tuple[tuple[Kind, ...], int, int, int, int], set[DrawPlan]] = defaultdict(set)
    for pattern in _patterns_of(deal):
        for kept, drawn in _ways_to_keep(pattern.naturals, held, spare, most_drawn):
            lacking = len(drawn) + pattern.jokers
            if lacking > most_lacking:
                continue
            # A knock counts what is left over, so there it matters exactly how many are lacking.
            exactly = lacking if knocking else 0
            plan = DrawPlan(lacking, drawn, pattern.jokers, pattern.room)
            found[kept, exactly, 0, pattern.sequence, pattern.long].add(plan)
            if needs_pure and pattern.pure:
                found[kept, exactly, 1, 1, pattern.long].add(plan._replace(room=0))
    parts = []
    for (kept, _, pure, sequence, long), plans in found.items():
        # Jokers first: there are nearly always some, and they conflict with nothing.
        ordered = sorted(plans, key=lambda plan: (plan.lacking, len(plan.drawn), plan.drawn))
        jokers = max(plan.jokers + plan.room for plan in ordered)
        parts.append(
            KeptPart(kept, ordered[0].lacking, pure, sequence, long, jokers, tuple(ordered))
        )
    return sorted(parts, key=_order)


def _order(part: KeptPart) -> tuple[object, ...]:
    """Return the sort key: lowest card, fewest cards lacking, most cards kept."""
    lowest = part.kept[0] if part.kept else len(NATURAL_KINDS)
    return lowest, part.lacking, -len(part.kept), -part.pure, -part.sequence, part.kept, part.long


@lru_cache(maxsize=256)
def _patterns_of(deal: Deal) -> tuple[MeldPattern, ...]:
    return tuple(
        pattern for patterns in find_patterns_of(NATURAL_KINDS, deal) for pattern in patterns
    )


def _ways_to_keep(
    naturals: tuple[Kind, ...], held: Sequence[int], spare: Sequence[int], most: int
) -> list[tuple[tuple[Kind, ...], tuple[Kind, ...]]]:
    """Return every way to take cards from the hand and to draw the others, `most` at most."""
    lowest, size = naturals[0], len(naturals)
    if naturals[-1] == lowest and size > 1:  # copies of one card
        return [
            ((lowest,) * count, (lowest,) * (size - count))
            for count in range(min(size, held[lowest]) + 1)
            if size - count <= min(most, spare[lowest])
        ]
    missing = [kind for kind in naturals if not held[kind]]
    if len(missing) > most or not all(spare[kind] for kind in missing):
        return []
    # Held and not in the decks: kept in any case. Held and in the decks: perhaps kept elsewhere.
    either = [kind for kind in naturals if held[kind] and spare[kind]]
    certain = [kind for kind in naturals if held[kind] and not spare[kind]]
    return [
        (kept, tuple(kind for kind in naturals if kind not in kept))
        for count in range(max(0, size - len(certain) - most), len(either) + 1)
        for chosen in combinations(either, count)
        for kept in [tuple(sorted((*certain, *chosen)))]
    ]
