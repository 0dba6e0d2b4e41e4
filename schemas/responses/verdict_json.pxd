# The C types of verdict_json.py, for where it is compiled. Read verdict_json.py; nothing here does anything.

cimport cython

cdef tuple _CODES
cdef dict _CONSTANTS

cdef str _best(object best, list melds, str deadwood)
cdef str _meld(object meld, object deal)
cdef str _violation(object violation)
cdef str _knock(object knock)

@cython.locals(kind=Py_ssize_t)
cdef str _codes(tuple cards)
