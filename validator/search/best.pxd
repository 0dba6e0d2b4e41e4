# The C types of best.py, for where it is compiled. Read best.py; nothing here does anything.

cimport cython

from .codes cimport recall, take_codes
from .explorer cimport Explorer
from .laying_out cimport lay_out
from .packing cimport *
from .tables cimport DealTables, tables_for

cdef list _idle

cdef Explorer _take(DealTables tables)


@cython.final
cdef class Borrowed:
    cdef Explorer explorer


@cython.locals(explorer=Explorer, named=int, free=int, kind=int, card=int)
cpdef best_arrangement(object hand, object deal, object discard=*)


@cython.locals(explorer=Explorer, size=int)
cpdef arrange_codes(object hand, DealTables tables)


@cython.locals(explorer=Explorer)
cpdef recalled_arrangement(
    DealTables tables, signed char[::1] kinds, int[::1] sizes, long long[::1] answers, int number
)
