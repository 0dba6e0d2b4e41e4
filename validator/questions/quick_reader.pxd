# The C types of quick_reader.py, for where it is compiled. Read quick_reader.py; nothing here does anything.

cimport cython

cdef dict KIND_BY_NOTATION

cdef object _read_code(object code)

cdef tuple _read_codes(object codes)

@cython.locals(place=Py_ssize_t, decks=Py_ssize_t, jokers=Py_ssize_t)
cdef bint _is_plain_hand(list in_order, object rules) except -1

@cython.locals(left=list, met=Py_ssize_t)
cdef list _leave_out(list in_order, list used)
