# The C types of tables.py, for where it is compiled. Read tables.py; nothing here does anything.

cimport cython

from .packing cimport *

cdef dict _kept, _kept_patterns


@cython.final
cdef class PatternTables:
    cdef readonly word number
    cdef readonly int size, levels, naturals, bytes
    cdef readonly word[::1] masks
    cdef readonly short[::1] facts
    cdef readonly int[::1] first, rows, copies


@cython.final
cdef class DealTables:
    cdef readonly object deal
    cdef readonly PatternTables patterns
    cdef readonly word number, wild
    cdef readonly int levels, naturals, joker_kind_count, has_other_ways, is_special
    cdef readonly long long hand_sizes
    cdef readonly word[::1] masks
    cdef readonly short[::1] facts
    cdef readonly int[::1] first, rows, copies
    cdef readonly int[::1] card_points, is_joker, discard_order, settings, joker_kinds

    cdef int is_hand_size(self, int size) noexcept nogil


@cython.locals(tables=DealTables)
cpdef DealTables tables_of(object deal)

cdef DealTables _make_tables(object deal)

cpdef DealTables tables_for(object hand, object deal)
