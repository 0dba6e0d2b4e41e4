"""Written for speed: what the search knows of a deal before it sees a hand, as arrays."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import count
from threading import Lock
from typing import Final

from ..cards import ALL_KINDS, NATURAL_KINDS, PRINTED_JOKER, Kind
from ..deals import Deal
from ..melds import has_joker_groups, is_joker
from ..rules import LoserModel, MeldRules, NoPure
from .patterns import find_patterns

try:
    import cython
except ImportError:
    from .._compiled import shim as cython

if not cython.compiled:  # else they are C constants, see packing.pxd
    from .packing import *

MODELS: Final = tuple(LoserModel)
"""The loser models by the number that stands for them among the settings."""

KEPT_BYTES: Final = 8 << 20
"""Bytes of the patterns that are kept; those of all built-in rulesets take an eighth."""
KEPT_DEALS: Final = 2048
"""Deals whose tables are kept, of some 3 KiB each; the built-in rulesets have fewer than half."""

_numbers = count()
"""A number for each `PatternTables` and each `DealTables`."""


class PatternTables:
    """The patterns of a ruleset's melds as arrays.

    They are the same in every deal, whichever cards are wild. So what a search reads of them stays
    in the processor's cache, however the deals change.
    """

    def __init__(self, rules: MeldRules, kinds: Sequence[Kind]) -> None:
        by_kind = dict(zip(kinds, find_patterns(kinds, rules), strict=True))
        lists = [by_kind.get(kind, []) for kind in NATURAL_KINDS]
        patterns = [pattern for same_lowest in lists for pattern in same_lowest]
        self.size = len(patterns)
        self.naturals = NATURALS + max((len(pattern.naturals) for pattern in patterns), default=0)
        # Once for each number of jokers: a hand looks only at the patterns that it has jokers for.
        self.levels = 1 + max((pattern.jokers for pattern in patterns), default=0)
        first: list[int] = []
        rows: list[int] = []
        masks: list[int] = []
        for level in range(self.levels):
            number = 0
            for same_lowest in lists:
                first.append(len(rows))
                for pattern in same_lowest:
                    if pattern.jokers <= level:
                        rows.append(number * ROW)
                        mask = sum(1 << natural for natural in set(pattern.naturals))
                        masks.append(mask + (0 if pattern.faces_wilds else NO_WILDS))
                    number += 1
            first.append(len(rows))
        self.first = array("i", first)
        self.rows = array("i", rows)
        self.masks = array("Q", masks)
        facts = [0] * (ROW * len(patterns))
        for number, pattern in enumerate(patterns):
            row = number * ROW
            is_triple = len(set(pattern.naturals)) < len(pattern.naturals)
            facts[row + INFO] = (
                pattern.jokers
                + (pattern.room << USES_BITS)
                + pattern.pure * IS_PURE
                + pattern.sequence * IS_SEQUENCE
                + pattern.long * IS_LONG
                + is_triple * IS_TRIPLE
            )
            facts[row + JOKERS] = pattern.jokers
            facts[row + COUNT] = len(pattern.naturals)
            padding = [NO_KIND] * (ROW - NATURALS - len(pattern.naturals))
            facts[row + NATURALS : row + ROW] = [*pattern.naturals, *padding]
        self.facts = array("h", facts)
        self.copies = array("i", [rules.decks] * JOKER + [rules.printed_jokers])
        self.number = next(_numbers)
        self.bytes = 8 * len(masks) + 4 * (len(rows) + len(first)) + 2 * len(facts)


class DealTables:
    """What the search knows of one deal, as arrays; made once and never changed."""

    def __init__(self, deal: Deal, patterns: PatternTables) -> None:
        rules, points = deal.ruleset.melds, deal.ruleset.settlement
        self.deal = deal
        self.patterns = patterns
        self.number = next(_numbers)
        # Aliases of the arrays of `patterns`: they save the search one dereference.
        self.naturals = patterns.naturals
        self.levels = patterns.levels
        self.first = patterns.first
        self.rows = patterns.rows
        self.masks = patterns.masks
        self.facts = patterns.facts
        self.copies = patterns.copies
        self.wild = sum(1 << kind for kind in deal.wild)
        self.card_points = array("i", deal.points)
        self.is_joker = array("i", [is_joker(kind, deal.wild) for kind in ALL_KINDS])
        joker_kinds = [kind for kind in ALL_KINDS if is_joker(kind, deal.wild)]
        self.joker_kinds = array("i", joker_kinds)
        self.joker_kind_count = len(joker_kinds)
        by_discard_order = sorted(ALL_KINDS, key=deal.discard_order)
        self.discard_order = array("i", by_discard_order)
        self.hand_sizes = sum(1 << size for size in rules.hand_sizes)
        self.has_other_ways = any(
            (rules.dublees_to_declare, rules.tunnelas_to_declare, rules.jokers_to_declare)
        )
        # What the fast ways in do not know of: they leave it to the others.
        self.is_special = self.has_other_ways or rules.exposed_card_removed
        settings = [0] * SETTINGS
        settings[LIFE_NEEDS] = (
            rules.min_pure_sequences * ONE_PURE
            + rules.min_sequences * ONE_SEQUENCE
            + (rules.long_sequence_cards is not None) * LONG
        )
        settings[JOKER_GROUP] = rules.meld_min_cards if has_joker_groups(rules) else POINT
        settings[MODEL] = MODELS.index(points.loser_model)
        settings[KNOCK_LIMIT] = -1 if points.knock_limit is None else points.knock_limit
        settings[CAP] = UNLIMITED if points.cap is None else points.cap
        settings[FLAT] = int(points.no_pure is NoPure.FLAT)
        settings[HAS_TUNNELAS] = int(rules.identical_triplet)
        settings[COMPLETE] = points.complete_hand_points
        self.settings = array("i", settings)

    def is_hand_size(self, size: int) -> int:
        """Return 1 for a number of cards, from 1 up, that is dealt or one more."""
        return (self.hand_sizes >> size | self.hand_sizes >> size - 1) & 1


_kept: dict[Deal, DealTables] = {}
_kept_patterns: dict[MeldRules, PatternTables] = {}
_making = Lock()


def tables_of(deal: Deal) -> DealTables:
    """Return the tables of a deal, made once as long as they are among those made last.

    `KEPT_BYTES` and `KEPT_DEALS` limit what is kept: house rules may be new with every request.
    """
    tables = _kept.get(deal)
    return _make_tables(deal) if tables is None else tables


def _make_tables(deal: Deal) -> DealTables:
    """Make the tables of a deal and keep them, instead of those made first where too many are."""
    rules = deal.ruleset.melds
    patterns = _kept_patterns.get(rules) or PatternTables(rules, NATURAL_KINDS)
    with _making:
        # Another thread may have made the same just now.
        patterns = _kept_patterns.setdefault(rules, patterns)
        tables = _kept.setdefault(deal, DealTables(deal, patterns))
        while len(_kept_patterns) > 1 and _kept_bytes() > KEPT_BYTES:
            dropped = _kept_patterns.pop(next(iter(_kept_patterns)))
            for old in [old for old, kept in _kept.items() if kept.patterns is dropped]:
                del _kept[old]
        while len(_kept) > KEPT_DEALS:
            del _kept[next(iter(_kept))]
    return tables


def _kept_bytes() -> int:
    return sum([patterns.bytes for patterns in _kept_patterns.values()])


def tables_for(hand: Sequence[Kind], deal: Deal) -> DealTables:
    """Return the tables of a deal; where patterns are many, only those of the hand's kinds."""
    rules = deal.ruleset.melds
    if rules.min_naturals > 1:
        kinds = sorted({kind for kind in hand if kind != PRINTED_JOKER})
        return DealTables(deal, PatternTables(rules, kinds))
    return tables_of(deal)
