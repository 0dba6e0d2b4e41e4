"""Hands that are declared by their dublees, tunnelas or jokers alone."""

from collections.abc import Sequence

from ..cards import CARDS, Kind
from ..deals import Deal
from ..melds import is_joker, meld_order, read_meld
from ..scoring import Arrangement, arrange


def ways_that_suffice(hand: Sequence[Kind], discard: Kind | None, deal: Deal) -> list[Arrangement]:
    """Return the hand declared by its dublees, tunnelas or jokers alone, where that is enough.

    A hand with one card more than is dealt sets one aside: `discard`, or any. Source: R15.
    """
    rules = deal.ruleset.melds
    ways = ((rules.dublees_to_declare, 2), (rules.tunnelas_to_declare, 3))
    found = []
    free = discard is None and len(hand) not in rules.hand_sizes
    asides = sorted(set(hand), key=deal.discard_order) if free else [discard]
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
