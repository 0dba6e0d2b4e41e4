"""How far a hand is from one that can be declared: the fewest cards to exchange.

`validator.search` finds what a hand is worth; here the hand may change. Wanted is, of all
hands of the dealt size that the decks hold and that can be declared, one that shares the most cards
with the hand held. In knock rulesets it is one to knock with (ruling R29).
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from ..cards import ALL_KINDS, NATURAL_KINDS, Kind
from ..deals import Deal
from ..melds import is_joker
from ..scoring import Arrangement
from ..search import best_arrangement
from .nearest_hand import NearestSearch, TooManySteps


def distance(
    hand: Sequence[Kind], deal: Deal, copies: Sequence[int], best: Arrangement | None = None
) -> int | None:
    """Return the fewest cards of a legal hand to exchange until it can be declared.

    A hand with one card more than is dealt sets one aside, which is no exchange. `copies` are
    those of every kind in the decks, of which the hand is a part; `best` is its best arrangement,
    where that is known: then it is not searched for. None where no hand at all can be declared,
    or where a house rule is such that a bounded search does not tell (ruling R30).

    Source: the MinDist of arXiv 2601.00024; ruling R29.

    >>> from validator.cards import parse_kind
    >>> from validator.rules.dialects import find_ruleset
    >>> hand = [parse_kind(code) for code in "4H 5H 6H 8C 9C 10C KS KH KD 2S 3S 7D 9D".split()]
    >>> distance(hand, Deal.of(find_ruleset("points-13"), None), [2] * 53)
    2
    """
    nearest = nearest_hand(hand, deal, copies, best)
    return None if nearest is None else len(nearest) - _shared(nearest, hand)


def nearest_hand(
    hand: Sequence[Kind], deal: Deal, copies: Sequence[int], best: Arrangement | None = None
) -> tuple[Kind, ...] | None:
    """Return a hand that can be declared and shares the most cards with this one, in card order.

    Arguments, and when it is None, as of `distance`.
    """
    best = best_arrangement(hand, deal) if best is None else best
    if best.declarable:
        aside = [] if best.discard is None else [best.discard.kind]
        return tuple(sorted((Counter(hand) - Counter(aside)).elements()))
    size = len(hand) - (len(hand) not in deal.ruleset.melds.hand_sizes)
    nearest = max(
        _ways_that_suffice(hand, deal, copies, size),
        key=lambda way: _shared(way, hand),
        default=None,
    )
    most = size if nearest is None else size - _shared(nearest, hand) - 1
    search = NearestSearch(hand, deal, copies, size)
    try:
        reached = next(filter(None, map(search.reach, range(1, most + 1))), None)
    except TooManySteps:
        return None
    return nearest if reached is None else tuple(sorted(reached))


def _shared(one: Sequence[Kind], other: Sequence[Kind]) -> int:
    return (Counter(one) & Counter(other)).total()


def _ways_that_suffice(
    hand: Sequence[Kind], deal: Deal, copies: Sequence[int], size: int
) -> Iterator[tuple[Kind, ...]]:
    """Yield the nearest hands that dublees, tunnelas or jokers alone declare. Source: R15."""
    rules = deal.ruleset.melds
    jokers = [kind for kind in ALL_KINDS if is_joker(kind, deal.wild)]
    held = Counter(hand)
    for needed, kinds, count in (
        (rules.dublees_to_declare, ALL_KINDS, 2),
        (rules.tunnelas_to_declare, NATURAL_KINDS, 3),
        (rules.jokers_to_declare, jokers, 1),
    ):
        if needed is None:
            continue
        # The groups that the decks hold, with how many of their cards are drawn, fewest first.
        groups = sorted(
            (max(0, min(count, count * number - held[kind])), kind)
            for kind in kinds
            for number in range(1, copies[kind] // count + 1)
        )[:needed]
        if len(groups) == needed:
            cards = Counter(kind for _, kind in groups for _ in range(count))
            others = sorted((held - cards).elements())[: size - needed * count]
            yield tuple(sorted([*cards.elements(), *others]))
