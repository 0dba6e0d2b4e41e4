# The C types of laying_out.py, for where it is compiled. Read laying_out.py; nothing here does anything.

cimport cython

from .explorer cimport Explorer
from .packing cimport *
from .tables cimport DealTables

cdef word[::1] _meld_keys, _meld_deals
cdef long long[::1] _meld_orders
cdef list _melds
cdef tuple CARDS


@cython.locals(number=int, row=int, step=int, kind=int, spare=int, room=int, is_pure=int, turning=int,
               jokers=int, deadwood=list)
cpdef lay_out(Explorer explorer)

@cython.locals(slot=int, key=word, number=word, code=word, order="long long", place=int, step=int)
cdef int _add_meld(Explorer explorer, int row, int size) except -1

@cython.locals(wilds=int, step=int)
cdef int _faces_wilds(Explorer explorer, int row) noexcept nogil

@cython.locals(first=int, slot=int)
cdef int _find_meld(Explorer explorer, word number, word key) noexcept nogil

@cython.locals(kind=int, step=int, dealt=int, code=word)
cdef word _deal_jokers(Explorer explorer, int size) noexcept nogil
