"""Face of this folder."""

from .frozen import make

__all__ = ["make"]
