"""The cards that complete a hand: drawn, they make it one that can be declared.

Whether one does is a question for the best arrangement of the hand with the card, one card set
aside. To answer it for every kind would take a search for each kind and card set aside. So the hand
with the card is first searched once, by rules that charge a point a card and two at most: whether
all required sequences leave at most one card out. Only where that is not clear by itself, because
jokers are left over or no card is, the question is asked in full. Dublees, tunnelas and jokers
that suffice by themselves are counted before. In knock rulesets it is always asked in full.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from ..cards import ALL_KINDS, Kind
from ..deals import Deal
from ..melds import is_joker
from ..rules import LoserModel, NoPure
from ..search import (
    Borrowed,
    DealTables,
    best_arrangement,
    lay_out,
    tables_of,
    ways_that_suffice,
)

_LEFT_OUT: Final = 2
"""Cards left out that are too many, and what the search is to charge for them at most."""


def completing_kinds(hand: Sequence[Kind], deal: Deal, drawable: Sequence[Kind]) -> list[Kind]:
    """Return the kinds whose drawing makes a hand of the dealt size one that can be declared.

    One card is then set aside. Asked are the `drawable` kinds, and returned in their order. In
    knock rulesets the hand is then one to knock with.

    >>> from validator.cards import kind_name, parse_kind
    >>> from validator.rules.dialects import find_ruleset
    >>> hand = [parse_kind(code) for code in "4H 5H 6H 8C 9C 10C KS KH KD 2S 3S 2D 2C".split()]
    >>> deal = Deal.of(find_ruleset("points-13"), None)
    >>> [kind_name(kind) for kind in completing_kinds(hand, deal, ALL_KINDS)]
    ['2H', '3H', '7H', '7C', 'JC', 'KC', 'JK']
    """
    return [kind for kind in drawable if _can_be_declared((*hand, kind), deal)]


def _can_be_declared(hand: tuple[Kind, ...], deal: Deal) -> bool:
    """Return whether a hand with one card more than is dealt can be declared."""
    if deal.ruleset.settlement.knock_limit is None:
        tables = _tables_by_cards(deal)
        if tables.has_other_ways and ways_that_suffice(hand, None, deal):
            return True
        with Borrowed(tables) as explorer:
            for kind in ALL_KINDS:
                explorer.counts[kind] = hand.count(kind)
            explorer.find(-1, 0)
            found = lay_out(explorer)
        if found.penalty >= _LEFT_OUT:
            return False
        if len(found.deadwood) == 1:
            return True
    return best_arrangement(hand, deal).declarable


@lru_cache(maxsize=256)
def _tables_by_cards(deal: Deal) -> DealTables:
    """Return the tables of the same deal by the rules that charge cards, not their points."""
    settlement = replace(
        deal.ruleset.settlement,
        loser_model=LoserModel.TWO_LIVES_OR_FULL,
        no_pure=NoPure.FLAT,
        cap=_LEFT_OUT,
        complete_hand_points=0,
        first_drop=None,
        middle_drop=None,
        missed_turns_for_middle_drop=None,
    )
    points = tuple(int(not is_joker(kind, deal.wild)) for kind in ALL_KINDS)
    return tables_of(Deal(replace(deal.ruleset, settlement=settlement), deal.wild, points))
