# The C types of fitting.py, for where it is compiled. Read fitting.py; nothing here does anything.

cimport cython

from .packing cimport *
from .tables cimport DealTables


cdef class FittingPatterns:
    cdef readonly DealTables tables
    cdef readonly int[::1] counts
    cdef int[::1] place_of, kinds, first_of, start, rows, infos
    cdef long long[::1] loose_at, outside_at
    cdef word[::1] takes, needs, unit_of, barred
    cdef word used
    cdef int total, kind_count, place_count, last_pure, last_sequence

    @cython.final
    cdef make_room(self, int size)

    @cython.final
    cdef void choose_patterns(self) noexcept nogil

    @cython.final
    @cython.locals(unit=word, present=word, mask=word, used=word, jokers=int, total=int, kind=int,
                   held=int, entry=int, first=int, row=int, fits=int, has_triples=int, step=int,
                   place=int)
    cdef void _choose(self) noexcept nogil

    @cython.final
    @cython.locals(unit=word, used=word, kind=int, step=int, place=int, loose="long long")
    cdef void _number_kinds(self) noexcept nogil

    @cython.final
    @cython.locals(unit=word, takes=word, number=int, row=int, step=int, info=int)
    cdef void _read_patterns(self) noexcept nogil
