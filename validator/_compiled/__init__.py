"""What only matters where the package is compiled: fast frozen dataclasses, a Cython stand-in."""

from . import shim
from .frozen import fast_frozen

__all__ = ["fast_frozen", "shim"]
