"""What only matters where the package is compiled: fast frozen dataclasses, a Cython stand-in."""

from . import shim
from .frozen import fast_frozen, make

__all__ = ["fast_frozen", "make", "shim"]
