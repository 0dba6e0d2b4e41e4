"""Stand in for the `cython` module where Cython is not installed.

In compiled modules the compiler's own takes its place.
"""

import contextlib
from typing import Final

compiled: Final = False
"""Whether the module that asks is compiled."""

nogil: Final = contextlib.nullcontext()
"""Releases the interpreter lock, in compiled code only."""
