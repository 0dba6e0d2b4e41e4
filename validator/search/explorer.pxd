# The C types of search.py, for where it is compiled. Read search.py; nothing here does anything.

cimport cython

ctypedef unsigned long long word

# Written by setup.py, from layout.py.
cdef extern from "layout.h":
    const long long KINDS, JOKER, PLACES, MELDS, POINT_BITS, POINT, OUTSIDE_BITS, OUTSIDE_POINT
    const long long IMPOSSIBLE, ANYTHING, LIVES, PURE, HEAVY, COST_BITS, LAST_GENERATION
    const long long JOKERS_AT, ANSWER, FEW_JOKERS, MELD_BITS, BUCKET, ORDER_CARDS, FEW_NODES
    const long long SEEN_BITS, SEEN_SIZE, CARD, LOOSE_BITS, PENALTY_BITS, PENALTY, FIELD
    const long long UNDECLARABLE, WORST, UNLIMITED, LONG, ONE_SEQUENCE, SEQUENCES, ONE_PURE
    const long long PURES, NEEDS, ROOM_BITS, ROOMS, JOKER_BITS, STATE_BITS, INFO, JOKERS, NO_KIND
    const long long COUNT, NATURALS, ROW, USES_BITS, USES, ROOM, IS_PURE, IS_SEQUENCE, IS_LONG
    const long long IS_TRIPLE, LIFE_NEEDS, JOKER_GROUP, MODEL, KNOCK_LIMIT, CAP, FLAT, COMPLETE
    const long long HAS_TUNNELAS, SETTINGS, ASCII, NATURALS_MASK, TAKEN, WILDS_AT, FACED_AT
    const word GOLDEN, WORD, LOW_BITS, NO_WILDS

cdef int _PURE_UNLOCKS_ALL, _LIVES_CASCADE, _DEADWOOD_ONLY, _TWO_LIVES_OR_FULL
cdef int _BLANK, _LINE_END, _0, _1, _T
cdef signed char[::1] _kind_of_pair
cdef word[::1] _meld_keys, _meld_deals
cdef long long[::1] _meld_orders
cdef list _melds
cdef dict _kept, _kept_cores
cdef tuple CARDS


@cython.final
cdef class Cores:
    cdef readonly word number
    cdef readonly int size, levels, naturals, bytes
    cdef readonly word[::1] masks
    cdef readonly short[::1] facts
    cdef readonly int[::1] first, rows, copies


@cython.final
cdef class Tables:
    cdef readonly object deal
    cdef readonly Cores cores
    cdef readonly word number, wild
    cdef readonly int levels, naturals, joker_kind_count, has_other_ways, is_special
    cdef readonly long long hand_sizes
    cdef readonly word[::1] masks
    cdef readonly short[::1] facts
    cdef readonly int[::1] first, rows, copies
    cdef readonly int[::1] card_points, is_joker, by_points, settings, joker_kinds


@cython.final
cdef class Searcher:
    cdef readonly Tables tables
    cdef list melds
    cdef int meld_count
    cdef readonly int[::1] counts
    cdef int[::1] place_of, kinds, first_of, start, rows, infos
    cdef int[::1] placed, rooms, goal_placed, goal_rooms, best_placed, best_rooms, extra, loose, jokers
    cdef long long[::1] cost_at, loose_at, outside_at, orders
    cdef word[::1] takes, needs, unit_of, barred, seen_at
    cdef dict seen
    cdef word generation, used, left
    cdef readonly long long nodes, key
    cdef long long enough_nodes
    cdef readonly int aside
    cdef long long cost
    cdef int outside
    cdef int total, kind_count, place_count, last_pure, last_sequence
    cdef int joker_count, hand_points, single_points, single_cards
    cdef int spare, best_spare, goal_count, best_count

    cpdef attach(self, Tables tables)

    cpdef long long find(self, int named, int free)

    @cython.locals(step=int, kind=int)
    cdef void search(self, int named, int free) noexcept nogil

    @cython.locals(unit=word, present=word, mask=word, takes=word, used=word,
                   jokers=int, total=int, kind=int, held=int, entry=int, first=int, row=int,
                   fits=int, has_triples=int, loose="long long", number=int, info=int, step=int, place=int)
    cdef void _choose_cores(self) noexcept nogil

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

    @cython.locals(number=int, row=int, step=int, kind=int, spare=int, room=int, is_pure=int,
                   turning=int, jokers=int, deadwood=list)
    cpdef lay_out(self)

    cdef int is_hand_size(self, int size) noexcept nogil

    @cython.locals(kind=int, size=int)
    cdef int take_codes(self, object codes)

    cpdef int work(
        self, const unsigned char[::1] text, int[::1] lines, int[::1] order, int start, int end,
        signed char[::1] kinds, int[::1] sizes, long long[::1] answers
    )

    @cython.locals(step=int, number=int, size=int, place=int, meld=int, plain=int)
    cdef int _work(
        self, const unsigned char[::1] text, int[::1] lines, int[::1] order, int start, int end,
        signed char[::1] kinds, int[::1] sizes, long long[::1] answers
    ) noexcept nogil

    @cython.locals(kind=int, size=int, letter=int, following=int)
    cdef int _take_line(
        self, const unsigned char[::1] text, int place, int end, signed char[::1] kinds, int number
    ) noexcept nogil

    @cython.locals(kind=int, place=int)
    cdef void _read_back(self, signed char[::1] kinds, int size, int number) noexcept nogil

    @cython.locals(place=int, meld=int)
    cpdef recall(self, signed char[::1] kinds, int[::1] sizes, long long[::1] answers, int number)

    @cython.locals(slot=int, key=word, number=word, code=word, order="long long", place=int, step=int)
    cdef int _add_meld(self, int row, int size) except -1

    @cython.locals(wilds=int, step=int)
    cdef int _faces_wilds(self, int row) noexcept nogil

    @cython.locals(first=int, slot=int)
    cdef int _find_meld(self, word number, word key) noexcept nogil

    @cython.locals(kind=int, step=int, dealt=int, code=word)
    cdef word _deal_jokers(self, int size) noexcept nogil


@cython.locals(kind=int, size=int, first=int, second=int)
cdef int _kind_of_code(str code) except -2


@cython.locals(tables=Tables)
cpdef Tables tables_of(object deal)


@cython.locals(searcher=Searcher, named=int, free=int, kind=int, card=int)
cpdef best_arrangement(object hand, object deal, object discard=*)


@cython.locals(searcher=Searcher, size=int, is_hand=int)
cpdef arrange_codes(object hand, Tables tables)


@cython.locals(line=int, place=int)
cpdef find_lines(const unsigned char[::1] text, int[::1] lines)


@cython.locals(number=int, deal=int, place=int)
cpdef sort_by_deal(unsigned int[::1] deal_of, int[::1] firsts, int[::1] order)
