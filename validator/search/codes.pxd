# The C types of codes.py, for where it is compiled. Read codes.py; nothing here does anything.

cimport cython

from .explorer cimport Explorer
from .packing cimport *

cdef int _BLANK, _LINE_END, _0, _1, _T
cdef signed char[::1] _kind_of_pair


@cython.locals(kind=int, size=int)
cdef int take_codes(Explorer explorer, object codes)

@cython.locals(kind=int, size=int, first=int, second=int)
cdef int _kind_of_code(str code) except -2

@cython.locals(line=int, place=int)
cpdef find_lines(const unsigned char[::1] text, int[::1] lines)

@cython.locals(number=int, deal=int, place=int)
cpdef sort_by_deal(unsigned int[::1] deal_of, int[::1] firsts, int[::1] order)

cpdef int work(
    Explorer explorer, const unsigned char[::1] text, int[::1] lines, int[::1] order, int start, int end,
    signed char[::1] kinds, int[::1] sizes, long long[::1] answers
)

@cython.locals(step=int, number=int, size=int, place=int, meld=int, plain=int)
cdef int _work(
    Explorer explorer, const unsigned char[::1] text, int[::1] lines, int[::1] order, int start, int end,
    signed char[::1] kinds, int[::1] sizes, long long[::1] answers
) noexcept nogil

@cython.locals(kind=int, size=int, letter=int, following=int)
cdef int _take_line(
    Explorer explorer, const unsigned char[::1] text, int place, int end, signed char[::1] kinds, int number
) noexcept nogil

@cython.locals(place=int, meld=int)
cdef recall(Explorer explorer, signed char[::1] kinds, int[::1] sizes, long long[::1] answers, int number)

@cython.locals(kind=int, place=int)
cdef void _read_back(Explorer explorer, signed char[::1] kinds, int size, int number) noexcept nogil
