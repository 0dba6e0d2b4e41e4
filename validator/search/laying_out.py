"""Written for speed: lays out what the search has found as melds and deadwood.

Melds made before are used again.
"""

from __future__ import annotations

from array import array

from ..cards import CARDS, Card, Kind
from ..melds import Meld, meld_order, read_meld
from ..scoring import Arrangement

try:
    import cython
except ImportError:
    from .._compiled import shim as cython

if not cython.compiled:
    from .explorer import Explorer
    from .packing import *
    from .tables import DealTables

_meld_keys = array("Q", bytes(8 << MELD_BITS))
_meld_deals = array("Q", bytes(8 << MELD_BITS))
_meld_orders = array("q", bytes(8 << MELD_BITS))
_melds: list[Meld | None] = [None] * (1 << MELD_BITS)
"""The melds that were made last; where none stands, the key is 0."""


def lay_out(explorer: Explorer) -> Arrangement:
    """Return the arrangement that `search` has found, of the hand in `counts`.

    The jokers are dealt out to the patterns, the spare ones to whatever has room for them.
    """
    for kind in range(KINDS):
        explorer.loose[kind] = explorer.counts[kind]
    if explorer.aside >= 0:
        explorer.loose[explorer.aside] -= 1
    room = 0
    for number in range(explorer.best_count):
        row = explorer.best_placed[number]
        room += explorer.best_rooms[number]
        for step in range(explorer.tables.facts[row + COUNT]):
            explorer.loose[explorer.tables.facts[row + NATURALS + step]] -= 1
    spare = explorer.best_spare
    if spare > room and spare >= explorer.tables.settings[JOKER_GROUP]:
        spare = 0  # they are a group of their own
    for number in range(explorer.best_count):
        explorer.extra[number] = 0
    for turning in range(2 if spare else 0):
        # First what has jokers anyway or is a set, then pure sequences, the last placed first.
        for step in range(explorer.best_count):
            number = explorer.best_count - 1 - step if turning else step
            is_pure = (
                1 if explorer.tables.facts[explorer.best_placed[number] + INFO] & IS_PURE else 0
            )
            if is_pure == turning:
                explorer.extra[number] = min(explorer.best_rooms[number], spare)
                spare -= explorer.extra[number]
    explorer.melds = []
    explorer.meld_count = 0
    for number in range(explorer.best_count):
        row = explorer.best_placed[number]
        _add_meld(explorer, row, explorer.tables.facts[row + JOKERS] + explorer.extra[number])
    jokers = 0
    for step in range(explorer.tables.joker_kind_count):
        jokers += explorer.loose[explorer.tables.joker_kinds[step]]
    if jokers >= explorer.tables.settings[JOKER_GROUP]:
        _add_meld(explorer, -1, jokers)
    deadwood: list[Card] = []
    for kind in range(KINDS):
        if explorer.loose[kind]:
            deadwood += [CARDS[kind]] * explorer.loose[kind]
    return Arrangement(
        melds=tuple(explorer.melds),
        deadwood=tuple(deadwood),
        discard=None if explorer.aside < 0 else CARDS[explorer.aside],
        declarable=explorer.key < UNDECLARABLE,
        penalty=explorer.key >> PENALTY_BITS & FIELD,
        deadwood_points=explorer.key >> LOOSE_BITS & FIELD,
    )


def _add_meld(explorer: Explorer, row: int, size: int) -> None:
    """Put a pattern with `size` of the loose jokers among the melds, in their order.

    No pattern, -1, makes a group of the jokers. Melds are values, so those made last are used
    again: there are few, however many hands. With no wild card at face value it is the same
    in all deals, since only jokers could then be read in another way.
    """
    code = _deal_jokers(explorer, size)
    key = 0
    number = explorer.tables.number
    if row >= 0 and size <= FEW_JOKERS:
        key = row + 1  # first on its own: it has the type of a word
        key = key << 6 * FEW_JOKERS | code
        if not _faces_wilds(explorer, row):
            number = explorer.tables.patterns.number
    slot = _find_meld(explorer, number, key)
    if key and _meld_keys[slot] == key and _meld_deals[slot] == number:
        meld = _melds[slot]
        assert meld is not None  # it stands where its key does
        order = _meld_orders[slot]
    else:
        jokers = [explorer.jokers[step] for step in range(size)]
        meld = _make_meld(explorer.tables, row, jokers)
        order = _order_of(meld)
        _meld_keys[slot] = key
        _meld_deals[slot] = number
        _meld_orders[slot] = order
        _melds[slot] = meld
    place = explorer.meld_count
    while place and explorer.orders[place - 1] > order:
        explorer.orders[place] = explorer.orders[place - 1]
        place -= 1
    explorer.orders[place] = order
    explorer.melds.insert(place, meld)
    explorer.meld_count += 1


def _faces_wilds(explorer: Explorer, row: int) -> int:
    """Return how many wild cards a pattern has at face value."""
    wilds = 0
    for step in range(row + NATURALS, row + NATURALS + explorer.tables.facts[row + COUNT]):
        wilds += explorer.tables.is_joker[explorer.tables.facts[step]]
    return wilds


def _find_meld(explorer: Explorer, number: int, key: int) -> int:
    """Return the place of the meld that is kept under this key, or where to keep it."""
    first = ((key ^ number << 50) * GOLDEN & WORD) >> 64 - MELD_BITS & ~(BUCKET - 1)
    for slot in range(first, first + BUCKET):
        if not _meld_keys[slot] or (_meld_keys[slot] == key and _meld_deals[slot] == number):
            return slot
    return first + (explorer.nodes & BUCKET - 1)


def _deal_jokers(explorer: Explorer, size: int) -> int:
    """Take `size` jokers from the loose cards, in card order, into `jokers`.

    The number returned tells them in six bits each, as long as they are few.
    """
    code = 0
    dealt = 0
    for step in range(explorer.tables.joker_kind_count):
        kind = explorer.tables.joker_kinds[step]
        while explorer.loose[kind] and dealt < size:
            explorer.loose[kind] -= 1
            explorer.jokers[dealt] = kind
            dealt += 1
            code = code << 6 & WORD | kind + 1
    return code


def _make_meld(tables: DealTables, row: int, jokers: list[int]) -> Meld:
    """Return a pattern with these jokers as a meld; the jokers alone where the row is -1."""
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
