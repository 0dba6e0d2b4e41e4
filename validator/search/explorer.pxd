# The C types of explorer.py, for where it is compiled. Read explorer.py; nothing here does anything.

cimport cython

from .fitting cimport FittingPatterns
from .packing cimport *
from .tables cimport DealTables

cdef int _LIVES_CASCADE, _DEADWOOD_ONLY, _TWO_LIVES_OR_FULL


@cython.final
cdef class Explorer(FittingPatterns):
    cdef list melds
    cdef int meld_count
    cdef int[::1] placed, rooms, goal_placed, goal_rooms, best_placed, best_rooms, extra, loose, jokers
    cdef long long[::1] cost_at, orders
    cdef word[::1] seen_at
    cdef word generation, left
    cdef readonly long long nodes
    cdef readonly long long key
    cdef long long enough_nodes
    cdef readonly int aside
    cdef long long cost
    cdef int outside
    cdef int joker_count, hand_points, single_points, single_cards
    cdef int spare, best_spare, goal_count, best_count

    cpdef attach(self, DealTables tables)

    cpdef long long find(self, int named, int free)

    @cython.locals(step=int, kind=int)
    cdef void search(self, int named, int free) noexcept nogil

    @cython.locals(limit=int, points="long long", model=int, goal=int,
                   whole="long long", least="long long")
    cdef void _solve(self, int aside) noexcept nogil

    @cython.locals(unit=word, step=int, kind=int, count=int, points=int)
    cdef void _enter(self, int aside) noexcept nogil

    @cython.locals(needs=int, passed="long long", place=int)
    cdef int _reach(self, int goal, long long bound) noexcept nogil

    @cython.locals(at_least_one=word, lacking=word, end=int, jokers=int, loose=int, count=word, step=int)
    cdef void _explore(
        self, int place, int number, word left, int state, long long passed, int depth
    ) noexcept nogil

    @cython.locals(takes=word, info=int, is_pure=int, has_room=int, copies=int, stays=int,
                   after=int)
    cdef void _place(
        self, int place, int number, word left, int state, long long passed, int depth
    ) noexcept nogil

    @cython.locals(points=int, step=int)
    cdef int _points_of(self, int row) noexcept nogil

    cdef int _with_room(self, int state, int room) noexcept nogil

    @cython.locals(key=word, slot=int, known=word, is_this=int, before="long long")
    cdef int _is_new(self, word left, int state, word passed) noexcept nogil

    @cython.locals(slot=int)
    cdef void _forget(self) noexcept nogil

    @cython.locals(loose="long long", key="long long", step=int)
    cdef void _keep(self, int aside, long long undeclarable, long long penalty) noexcept nogil

    @cython.locals(step=int)
    cdef int _comes_before(self, int aside) noexcept nogil
