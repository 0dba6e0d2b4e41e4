"""Face of this folder."""

from .explorer import (
    COMPILED,
    Searcher,
    Tables,
    arrange_codes,
    best_arrangement,
    find_lines,
    idle,
    sort_by_deal,
    tables_of,
    ways_that_suffice,
)
from .packing import ANSWER, PLACES
from .patterns import Core, find_cores_of

__all__ = [
    "ANSWER",
    "COMPILED",
    "PLACES",
    "Core",
    "Searcher",
    "Tables",
    "arrange_codes",
    "best_arrangement",
    "find_cores_of",
    "find_lines",
    "idle",
    "sort_by_deal",
    "tables_of",
    "ways_that_suffice",
]
