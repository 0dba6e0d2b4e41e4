"""Face of this folder."""

from .frozen import fast_frozen, make

__all__ = ["fast_frozen", "make"]
