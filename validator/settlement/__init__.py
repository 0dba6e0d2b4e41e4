"""What a deal brings each player at a table."""

from .lay_offs import LaidOff, LayOff
from .settling import SettledPlayer, Settlement, settle_table

__all__ = ["LaidOff", "LayOff", "SettledPlayer", "Settlement", "settle_table"]
