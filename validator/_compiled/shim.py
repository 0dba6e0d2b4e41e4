"""What this package uses of Cython, for where Cython is not installed and nothing compiled.

Compiling replaces the module of that name by the compiler's own.
"""

import contextlib
from typing import Final

compiled: Final = False
"""Whether the module that asks is compiled."""

nogil: Final = contextlib.nullcontext()
"""Releases the interpreter lock, in compiled code only."""
