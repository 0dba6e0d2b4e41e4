"""Written for speed: the best arrangement of a hand, and the explorers that find it."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final

from ..cards import Kind
from ..deals import Deal
from ..scoring import Arrangement, preference
from .special_hands import ways_that_suffice

try:
    import cython
except ImportError:
    from .._compiled import shim as cython

if not cython.compiled:
    from .codes import recall, take_codes
    from .explorer import Explorer
    from .laying_out import lay_out
    from .packing import *
    from .tables import DealTables, tables_for

COMPILED: Final[bool] = cython.compiled
"""Whether the compiled search is in use."""

_idle: list[Explorer] = []
"""Explorers that nobody uses just now; a thread takes one out and puts it back."""


def _take(tables: DealTables) -> Explorer:
    """Return an explorer that nobody uses, for hands of this deal."""
    explorer = _idle.pop() if _idle else Explorer()
    explorer.attach(tables)
    return explorer


class Borrowed:
    """An explorer for the hands of one deal, as long as the block of a `with` runs."""

    def __init__(self, tables: DealTables) -> None:
        self.explorer = _take(tables)

    def __enter__(self) -> Explorer:
        return self.explorer

    def __exit__(self, *_error: object) -> None:
        _idle.append(self.explorer)


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
    explorer = _take(tables_for(hand, deal))
    try:
        for kind in range(KINDS):
            explorer.counts[kind] = 0
        for card in hand:
            explorer.counts[card] += 1
        named = -1 if discard is None else discard
        free = discard is None and not explorer.tables.hand_sizes >> len(hand) & 1
        explorer.search(named, free)
        found = lay_out(explorer)
        has_other_ways = explorer.tables.has_other_ways
    finally:
        _idle.append(explorer)
    if has_other_ways:
        found = min([found, *ways_that_suffice(hand, discard, deal)], key=preference)
    return found


def arrange_codes(hand: Sequence[object] | str, tables: DealTables) -> Arrangement | None:
    """Return the best arrangement of a hand written in codes; None where a closer look is needed.

    That is where an entry is not a card, or the cards are not a hand of this deal.
    """
    codes = hand.replace(",", " ").split() if isinstance(hand, str) else hand
    explorer = _take(tables)
    try:
        size = take_codes(explorer, codes)
        if size < 1 or tables.is_special or not tables.is_hand_size(size):
            return None
        explorer.search(-1, 0 if tables.hand_sizes >> size & 1 else 1)
        return lay_out(explorer)
    finally:
        _idle.append(explorer)


def recalled_arrangement(
    tables: DealTables, kinds: array[int], sizes: array[int], answers: array[int], number: int
) -> Arrangement:
    """Return the arrangement of a hand whose answer `work` has written down."""
    explorer = _take(tables)
    try:
        recall(explorer, kinds, sizes, answers, number)
        return lay_out(explorer)
    finally:
        _idle.append(explorer)
