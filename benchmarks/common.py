"""What the benchmarks share: corpora, rulesets by name, order statistics, a clock, the machine."""

import json
import math
import os
import platform
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter_ns
from typing import Any, Final

from validator import Card, Deal, Kind, Ruleset, find_ruleset, search

CORPORA: Final = Path(__file__).parent / "corpora"
"""Where `benchmarks.corpus` writes the hands."""

HOUSE_21: Final = "house-21"
"""The name by which the benchmarks know their house rule of 21 cards."""

_HOUSE_21_MELDS: Final[dict[str, Any]] = {
    "decks": 3,
    "printed_jokers": 3,
    "hand_size_by_players": ((2, 21), (3, 21), (4, 21), (5, 21), (6, 21)),
    "identical_triplet": True,
    "min_sequences": 3,
    "min_pure_sequences": 3,
}
"""What it says other than `points-13`."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A line of a corpus."""

    cards: list[str]
    """Codes of the cards held."""
    wild_card: str | None
    """Code of the card turned up; None when none was."""


def read_corpus(path: Path) -> list[Hand]:
    """Return the hands of a file: on every line ``{"hand": [codes], "wild_card": code | null}``."""
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    return [Hand(row["hand"], row.get("wild_card")) for row in rows]


def ruleset_called(name: str) -> Ruleset:
    """Return a built-in ruleset, or the house rule of 21 cards."""
    if name != HOUSE_21:
        return find_ruleset(name)
    base = find_ruleset("points-13")
    return replace(base, id=HOUSE_21, title=HOUSE_21, melds=replace(base.melds, **_HOUSE_21_MELDS))


def wire_ruleset(name: str) -> str | dict[str, Any]:
    """Return the ruleset as a request names it: an id, or an object that states what differs."""
    if name != HOUSE_21:
        return name
    sizes = {str(players): cards for players, cards in _HOUSE_21_MELDS["hand_size_by_players"]}
    return {"base": "points-13", **_HOUSE_21_MELDS, "hand_size_by_players": sizes}


def deal_of(hand: Hand, ruleset: Ruleset) -> Deal:
    """Return the deal that a hand comes from."""
    wild = None if hand.wild_card is None else Card.parse(hand.wild_card).kind
    return Deal.of(ruleset, wild)


def kinds_of(hand: Hand) -> list[Kind]:
    """Return the kinds of a hand's cards."""
    return [Card.parse(code).kind for code in hand.cards]


class Core:
    """The search alone: from counts of cards to a key, without reading or laying out a hand."""

    def __init__(self) -> None:
        self.explorer = search.Explorer()

    def run(self, kinds: Sequence[Kind], deal: Deal) -> tuple[int, int]:
        """Return the nanoseconds that the search of one hand takes, and its nodes."""
        explorer = self.explorer
        explorer.attach(search.tables_for(kinds, deal))
        counts = explorer.counts
        for kind in range(len(counts)):
            counts[kind] = 0
        for kind in kinds:
            counts[kind] += 1
        free = int(len(kinds) not in deal.ruleset.melds.hand_sizes)
        nodes = explorer.nodes
        started = perf_counter_ns()
        explorer.find(-1, free)
        return perf_counter_ns() - started, explorer.nodes - nodes


@dataclass(frozen=True, slots=True)
class Spread:
    """The median of several passes, and the least and greatest of them."""

    median: float
    least: float
    greatest: float

    @classmethod
    def of(cls, values: Iterable[float]) -> "Spread":
        """Return the spread of at least one value."""
        ordered = sorted(values)
        return cls(statistics.median(ordered), ordered[0], ordered[-1])

    def text(self, digits: int = 2) -> str:
        """Return ``median (least-greatest)``."""
        numbers = (f"{n:,.{digits}f}" for n in (self.median, self.least, self.greatest))
        return "{} ({}–{})".format(*numbers)


def percentile(values: Sequence[float], share: float) -> float:
    """Return the nearest-rank percentile of values in any order; a share of 1 is the greatest."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def seconds(work: Callable[[], object]) -> float:
    """Return how long this takes; what it returns is kept until the clock has stopped."""
    started = perf_counter_ns()
    result = work()
    elapsed = perf_counter_ns() - started
    del result
    return elapsed / 1e9


def machine() -> str:
    """Return one line on the processor, its cores, the system, Python and the search."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    kind = "compiled" if search.COMPILED else "not compiled"
    return (
        f"{model}, {os.cpu_count()} cores, {platform.system()}, "
        f"{platform.python_implementation()} {platform.python_version()}, search {kind}"
    )
