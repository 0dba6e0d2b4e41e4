"""Written for speed: the patterns that a hand has the cards for, in the form the search reads."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from .._compiled import shim as cython

if not cython.compiled:
    from .packing import *
    from .tables import DealTables


class FittingPatterns:
    """The patterns that the hand in `counts` has the cards for, of the deal in `tables`."""

    tables: DealTables

    def __init__(self) -> None:
        self.counts = array("i", [0] * KINDS)
        self.place_of = array("i", [0] * KINDS)
        self.unit_of = array("Q", [0] * (KINDS + 1))
        self.barred = array("Q", [0, 0])
        self.kinds = array("i", [0] * (PLACES + 1))
        self.first_of = array("i", [0] * PLACES)
        self.loose_at = array("q", [0] * (PLACES + 1))
        self.outside_at = array("q", [0] * (PLACES + 1))
        self.start = array("i", [0] * (PLACES + 1))
        self.make_room(1)

    def make_room(self, size: int) -> None:
        """Make the arrays of patterns `size` long."""
        self.rows = array("i", [0] * size)
        self.infos = array("i", [0] * size)
        self.takes = array("Q", [0] * size)
        self.needs = array("Q", [0] * size)

    def choose_patterns(self) -> None:
        """Take the patterns that this hand has the cards for, and number the kinds they take."""
        self._choose()
        self._number_kinds()
        self._read_patterns()

    def _choose(self) -> None:
        """Take the patterns that this hand has the cards for."""
        unit = 1  # compiled it has the type of a word, and so has what is made of it
        present = 0
        jokers = self.counts[JOKER]
        self.kind_count = 0
        for kind in range(JOKER):
            # Without branches, here and below, where it is anyone's guess which way they go.
            held = 1 if self.counts[kind] else 0
            self.kinds[self.kind_count] = kind
            self.kind_count += held
            present |= (unit * held) << kind
            jokers += self.counts[kind] * self.tables.is_joker[kind]
        used = 0
        total = 0
        self.barred[0] = ~present & NATURALS_MASK
        self.barred[1] = self.barred[0] | self.tables.wild
        has_triples = self.tables.settings[HAS_TUNNELAS]
        first = min(jokers, self.tables.levels - 1) * (JOKER + 1)
        for step in range(self.kind_count):
            kind = self.kinds[step]
            self.first_of[step] = total
            place = first + kind
            for entry in range(self.tables.first[place], self.tables.first[place + 1]):
                mask = self.tables.masks[entry]
                row = self.tables.rows[entry]
                self.rows[total] = row
                fits = 1 if mask & self.barred[mask >> WILDS_AT] == 0 else 0
                if has_triples and self.tables.facts[row + INFO] & IS_TRIPLE:
                    fits = 1 if self.counts[kind] == 3 else 0
                used |= mask * fits
                total += fits
        self.used = used
        self.total = total

    def _number_kinds(self) -> None:
        """Number the kinds that any pattern takes, and note what a card of each costs outside."""
        unit = 1
        used = self.used
        place = 0
        for step in range(self.kind_count):
            kind = self.kinds[step]
            self.place_of[kind] = place
            self.unit_of[kind] = unit << 2 * place | (unit * self.tables.is_joker[kind]) << FACED_AT
            self.start[place] = self.first_of[step]
            loose = self.tables.card_points[kind] * POINT + CARD
            self.loose_at[place] = loose * (1 - self.tables.is_joker[kind])
            self.outside_at[place] = self.tables.card_points[kind] * OUTSIDE_POINT
            place += used >> kind & 1
        self.place_count = place
        self.start[place] = self.total

    def _read_patterns(self) -> None:
        """Note of each pattern what it takes of this hand, and which are the last to be needed."""
        unit = 1
        self.last_pure = -1
        self.last_sequence = -1
        for number in range(self.total):
            row = self.rows[number]
            takes = 0
            for step in range(row + NATURALS, row + self.tables.naturals):
                takes += self.unit_of[self.tables.facts[step]]
            # Wild cards at face value are jokers that are gone.
            info = self.tables.facts[row + INFO] + (takes >> FACED_AT)
            self.infos[number] = info
            takes &= TAKEN
            self.takes[number] = takes
            self.needs[number] = takes & LOW_BITS | (unit << (info & USES) >> 1) << JOKERS_AT
            if info & IS_SEQUENCE:
                self.last_sequence = number
                if info & IS_PURE:
                    self.last_pure = number
