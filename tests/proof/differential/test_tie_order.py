"""Which of several best arrangements is returned, held against trying all of them.

Knock hands have no jokers and need no sequences, so an arrangement is a way to place each card in
turn: into a group with higher ones, or into none.
"""

import itertools
import random
from collections.abc import Iterator

import pytest

from tests.proof.differential.hands import dense_hand
from validator.cards import Kind
from validator.deals import Deal
from validator.melds import MeldKind, meld_kind
from validator.rules.dialects import find_ruleset
from validator.search import best_arrangement

KNOCK = find_ruleset("knock-52")
LONGEST = 5
"""A longer sequence is laid out as several: see docs/search.md."""

Group = tuple[Kind, ...]
Placing = tuple[int, int, Group]


def placings(cards: Group) -> Iterator[tuple[Placing, ...]]:
    """Yield every arrangement as the placings of its cards, in the documented order of each."""
    if not cards:
        yield ()
        return
    first, rest = cards[0], cards[1:]
    groups = [
        (first, *others)
        for size in range(2, LONGEST)
        for others in itertools.combinations(rest, size)
        if meld_kind((first, *others), 0, KNOCK.melds) is not MeldKind.INVALID
    ]
    ways = [
        (list(MeldKind).index(meld_kind(group, 0, KNOCK.melds)), -len(group), group)
        for group in groups
    ]
    for way in ways:
        for others in placings(tuple(card for card in rest if card not in way[2])):
            yield (way, *others)
    for others in placings(rest):
        yield ((len(MeldKind), 0, (first,)), *others)


@pytest.mark.parametrize("seed", range(150))
def test_the_first_of_the_best_in_the_documented_order_is_returned(seed: int) -> None:
    deal = Deal.of(KNOCK, None)
    hand = dense_hand(random.Random(seed), KNOCK.melds, frozenset(), 10)
    found = best_arrangement(hand, deal)

    def deadwood(arrangement: tuple[Placing, ...]) -> tuple[int, int]:
        loose = [cards[0] for _, size, cards in arrangement if not size]
        return sum(deal.points[card] for card in loose), len(loose)

    first = min(placings(tuple(sorted(hand))), key=lambda placed: (deadwood(placed), placed))
    groups = sorted(sorted(cards) for _, size, cards in first if size)
    assert sorted(sorted(card.kind for card in meld.cards) for meld in found.melds) == groups
    assert [card.kind for card in found.deadwood] == [c[0] for _, size, c in first if not size]
