# The C types of frozen.py, for where it is compiled. Read frozen.py; nothing here does anything.

cimport cython

cdef extern from "Python.h":
    int _set_attribute "PyObject_GenericSetAttr" (object, object, object) except -1
    object _allocate "PyType_GenericAlloc" (type, Py_ssize_t)


@cython.locals(place=Py_ssize_t)
cdef int _fill(object made, tuple names, tuple values) except -1
