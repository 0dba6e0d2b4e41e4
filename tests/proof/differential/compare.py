"""Holds the search against the reference on one hand; says in what they differ."""

from collections import Counter
from collections.abc import Sequence

from validator import reference, search
from validator.cards import Kind, kind_name
from validator.deals import Deal
from validator.melds import read_meld
from validator.scoring import Arrangement, arrange, preference


def find_difference(hand: Sequence[Kind], deal: Deal) -> str | None:
    """Return what is wrong with the search's answer for this hand; None when nothing is."""
    return find_fault(hand, deal, preference(reference.best_arrangement(hand, deal)))


def find_fault(
    hand: Sequence[Kind], deal: Deal, expected: tuple[bool, int, int, int]
) -> str | None:
    """Return what is wrong with the search's answer, given the `preference` it has to reach.

    It has to be worth that, and be the hand itself: judged again from its cards alone, it has to
    have the value that it promises.
    """
    found = search.best_arrangement(hand, deal)
    names = f"{deal.ruleset.id}: {' '.join(map(kind_name, hand))}, wild {sorted(deal.wild)}"
    if preference(found) != expected:
        return f"{names}: {preference(found)}, by the reference {expected}"
    if judge_again(found, deal) != found:
        return f"{names}: judged again it is {judge_again(found, deal)}, promised {found}"
    if cards_of(found) != Counter(hand):
        return f"{names}: {found} is not this hand"
    return None


def judge_again(arrangement: Arrangement, deal: Deal) -> Arrangement:
    """Return the arrangement as its groups of cards are read and priced from nothing."""
    melds = [
        read_meld([card.kind for card in meld.cards], deal.wild, deal.ruleset.melds)
        for meld in arrangement.melds
    ]
    return arrange(melds, arrangement.deadwood, arrangement.discard, deal)


def cards_of(arrangement: Arrangement) -> Counter[Kind]:
    """Return all cards of an arrangement, the one set aside included."""
    cards = [card for meld in arrangement.melds for card in meld.cards]
    cards += [*arrangement.deadwood, *filter(None, [arrangement.discard])]
    return Counter(card.kind for card in cards)
