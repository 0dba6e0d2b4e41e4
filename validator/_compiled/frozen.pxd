# The part of frozen.py that is C, for where it is compiled. Read frozen.py first.

cdef extern from *:
    """
    /* What `cls(**values)` or `cls(*values)` calls: one allocation, and one store a field.

       Everything else, mistakes among it, goes the usual way of a class. */
    static PyObject *call_the_usual_way(PyObject *cls, PyObject *const *values, Py_ssize_t placed,
                                        PyObject *names) {
        Py_ssize_t place, named = names ? PyTuple_GET_SIZE(names) : 0;
        PyObject *made = NULL, *by_name = PyDict_New(), *by_place = PyTuple_New(placed);
        if (!by_name || !by_place) goto done;
        for (place = 0; place < placed; place++) {
            Py_INCREF(values[place]);
            PyTuple_SET_ITEM(by_place, place, values[place]);
        }
        for (place = 0; place < named; place++)
            if (PyDict_SetItem(by_name, PyTuple_GET_ITEM(names, place), values[placed + place]))
                goto done;
        made = PyType_Type.tp_call(cls, by_place, by_name);
    done:
        Py_XDECREF(by_name);
        Py_XDECREF(by_place);
        return made;
    }

    static PyObject *call_fast(PyObject *cls, PyObject *const *values, size_t flagged,
                               PyObject *names) {
        static PyObject *match_args = NULL;
        Py_ssize_t place, count, placed = PyVectorcall_NARGS(flagged);
        PyObject *fields, *made = NULL;
        if (!match_args && !(match_args = PyUnicode_InternFromString("__match_args__")))
            return NULL;
        if (!(fields = PyObject_GetAttr(cls, match_args))) return NULL;
        count = PyTuple_GET_SIZE(fields);
        if (names && PyTuple_GET_SIZE(names) == 0) names = NULL;
        if (names ? placed == 0 && PyTuple_GET_SIZE(names) == count : placed == count) {
            made = PyType_GenericAlloc((PyTypeObject *)cls, 0);
            for (place = 0; made && place < count; place++) {
                PyObject *name = PyTuple_GET_ITEM(names ? names : fields, place);
                if (PyObject_GenericSetAttr(made, name, values[place])) {
                    PyErr_Clear(); /* no such field: the usual way says so */
                    Py_CLEAR(made);
                }
            }
        }
        Py_DECREF(fields);
        return made ? made : call_the_usual_way(cls, values, placed, names);
    }

    static void call_fast_from_now_on(PyObject *cls) {
        ((PyTypeObject *)cls)->tp_vectorcall = call_fast;
    }
    """
    void _call_fast "call_fast_from_now_on" (object)
