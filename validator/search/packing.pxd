# The constants of packing.py as C knows them. setup.py writes the list, and the header that it names.

ctypedef unsigned long long word

include "packing.pxi"
