# The C types of search.py, for where it is compiled. Read search.py; nothing here does anything.

cimport cython

ctypedef unsigned long long word

cdef int _KINDS, _JOKER, _PLACES, _MELDS, _LEFT_OUT
cdef int _LOOSE, _OUTSIDE, _COVER, _ANYTHING, _LIVES, _PURE, _HEAVY, _DECLARABLE, _GOALS
cdef int _PURE_UNLOCKS_ALL, _LIVES_CASCADE, _DEADWOOD_ONLY
cdef int _MEMO_BITS, _MEMO_SIZE, _PROBES, _CARD, _POINT, _BY_COST
cdef int _USES, _IS_PURE, _IS_SEQUENCE, _IS_LONG, _ROOM, _POINTS, _IS_TRIPLE, _JOKERS, _COUNT
cdef int _NATURALS, _ROW
cdef int _MIN_PURE, _MIN_SEQUENCES, _NEEDS_LONG, _JOKER_GROUP, _MODEL, _KNOCK_LIMIT, _CAP, _FLAT
cdef int _COMPLETE, _HAS_TUNNELAS, _SETTINGS
cdef word _GOLDEN, _WORD, _COST_BITS, _LAST_GENERATION
cdef long long _OUTSIDE_POINT, _IMPOSSIBLE
cdef long long _LOOSE_POINT, _PENALTY, _UNDECLARABLE, _WORST


cdef class Tables:
    cdef readonly object deal
    cdef readonly int size
    cdef readonly long long hand_sizes
    cdef readonly int[::1] first, facts, card_points, is_joker, by_points, copies, settings
    cdef readonly word[::1] masks


cdef class Searcher:
    cdef readonly Tables tables
    cdef int[::1] first, facts, card_points, is_joker, by_points, settings
    cdef word[::1] masks
    cdef readonly int[::1] counts
    cdef int[::1] place_of, first_of, kind_at, start, chosen
    cdef int[::1] steps, best_steps, placed, rooms, best_placed, best_rooms
    cdef word[::1] takes, memo_keys, memo_values
    cdef dict memo
    cdef word generation, low_bits, used, left
    cdef readonly long long nodes, key
    cdef readonly int aside
    cdef int places, goals, spare, trace_spare
    cdef int joker_count, hand_points, single_points, single_cards
    cdef int pure, sequences, long, mode
    cdef int step_count, best_step_count, placed_count, best_placed_count

    cpdef attach(self, Tables tables)

    @cython.locals(best="long long", step=int, kind=int)
    cdef void search(self, int named, int free) noexcept nogil

    @cython.locals(unit=word, present=word, mask=word, takes=word, jokers=int, total=int,
                   kind=int, core=int, row=int, number=int, step=int)
    cdef void _choose_cores(self) noexcept nogil

    @cython.locals(slot=int)
    cdef void _forget(self) noexcept nogil

    @cython.locals(cost="long long", undeclarable="long long", whole=int)
    cdef void _solve(self, int aside) noexcept nogil

    @cython.locals(unit=word, kind=int, count=int, points=int)
    cdef void _enter(self, int aside) noexcept nogil

    @cython.locals(cost="long long", outside="long long", loose="long long")
    cdef void _try(self, int goal, long long penalty) noexcept nogil

    @cython.locals(key="long long")
    cdef void _note(
        self, int goal, long long undeclarable, long long loose, long long penalty
    ) noexcept nogil

    @cython.locals(cost="long long")
    cdef long long _goal_cost(self, int goal) noexcept nogil

    cdef void _aim(self, int goal) noexcept nogil

    @cython.locals(key=word, present=word, takes=word, unit=word, slot=int, known="long long",
                   best="long long", reached="long long", number=int, row=int, spare=int,
                   is_pure=int, to_room=int, to_pure=int, still=int, to_long=int, loose=int,
                   kind=int, wild=int)
    cdef long long _cost(
        self, int place, word left, int jokers, int room, int pure, int sequences, int long,
        int mode
    ) noexcept nogil

    @cython.locals(slot=int, step=int, probe=int)
    cdef int _slot(self, word key) noexcept nogil

    @cython.locals(first=int, goal=int)
    cdef void _trace_goals(self) noexcept nogil

    @cython.locals(unit=word, left=word, present=word, takes=word, place=int,
                   jokers=int, room=int, pure=int, sequences=int, long=int, mode=int,
                   wanted="long long", cost="long long", charged="long long", step=int, number=int,
                   row=int, spare=int, is_pure=int, still=int, to_long=int, stays=int, gained=int,
                   to_room=int, to_pure=int)
    cdef void _trace(self) noexcept nogil

    @cython.locals(step=int)
    cdef int _comes_before(self) noexcept nogil

    @cython.locals(step=int, number=int)
    cdef void _keep_trace(self) noexcept nogil

    @cython.locals(key="long long")
    cpdef lay_out(self)

    @cython.locals(number=int, row=int, step=int, kind=int, spare=int, turning=int, size=int, room=int,
                   dealt=int, left=list, extra=list, jokers=list, loose=list, melds=list)
    cdef tuple _deal_out(self)


@cython.locals(searcher=Searcher, named=int, free=int, kind=int, card=int)
cpdef best_arrangement(object hand, object deal, object discard=*)
