"""How does the cost of a hand grow from 7 cards to 21?

    python benchmarks/growth.py          # prints a table, writes growth.svg beside this file

The rules are those of points-13 but for the hand size, so that the two decks and the jokers stay
as they are. For every size there are hands of every kind of tests/proof/differential/hands.py,
always the same. A call of `validator.best_arrangement` is timed with tables made before, and the
nodes of the search are counted. A hand counts with the median of its passes; told are the median,
the 99th percentile and the greatest over all hands of a size.
"""

import argparse
import json
import math
import random
import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from time import perf_counter_ns
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.common import Core, Hand, deal_of, kinds_of, machine, percentile
from tests.proof.differential.hands import MAKERS, turn_up
from validator import Ruleset, best_arrangement, find_ruleset
from validator.cards import kind_name
from validator.deals import wild_kinds

SIZES: Final = range(7, 22)
CHART: Final = Path(__file__).parent / "growth.svg"


@dataclass(frozen=True, slots=True)
class Row:
    """What hands of one size take."""

    cards: int
    hands: int
    median_us: float
    p99_us: float
    max_us: float
    median_nodes: int
    p99_nodes: int
    max_nodes: int


def rules_of(size: int) -> Ruleset:
    """Return points-13 dealt with so many cards."""
    base = find_ruleset("points-13")
    melds = replace(base.melds, hand_size_by_players=((2, size),))
    return replace(base, id=f"points-{size}-cards", melds=melds)


def hands_of(size: int, count: int) -> list[Hand]:
    """Return hands of a size, so many of every kind."""
    rules = rules_of(size).melds
    hands = []
    for name, maker in MAKERS.items():
        rng = random.Random(f"growth {name} {size}")
        for _ in range(count):
            wild_card = turn_up(rng, rules)
            kinds = maker(rng, rules, wild_kinds(wild_card, rules), size)
            wild = None if wild_card is None else kind_name(wild_card)
            hands.append(Hand([kind_name(kind) for kind in kinds], wild))
    return hands


def measure(size: int, count: int, passes: int) -> Row:
    """Return what the hands of a size take."""
    rules = rules_of(size)
    hands = hands_of(size, count)
    core = Core()
    nodes = [core.run(kinds_of(hand), deal_of(hand, rules))[1] for hand in hands]
    times: list[list[int]] = [[] for _ in hands]
    for number in range(passes + 1):
        for hand, taken in zip(hands, times, strict=True):
            started = perf_counter_ns()
            best_arrangement(hand.cards, rules, wild_card=hand.wild_card)
            elapsed = perf_counter_ns() - started
            if number:  # the first pass makes what later ones find made
                taken.append(elapsed)
    each = [statistics.median(taken) / 1000 for taken in times]
    return Row(
        cards=size,
        hands=len(hands),
        median_us=round(statistics.median(each), 2),
        p99_us=round(percentile(each, 0.99), 2),
        max_us=round(max(each), 2),
        median_nodes=round(percentile(nodes, 0.5)),
        p99_nodes=round(percentile(nodes, 0.99)),
        max_nodes=max(nodes),
    )


def chart(rows: Sequence[Row]) -> str:
    """Return the microseconds by hand size as an SVG image, its vertical axis logarithmic."""
    width, height, left, top, right, bottom = 640, 400, 60, 30, 90, 50
    powers = range(len(str(int(max(row.max_us for row in rows)))) + 1)

    def across(cards: int) -> float:
        return left + (cards - rows[0].cards) / (len(rows) - 1) * (width - left - right)

    def down(power: float) -> float:
        return height - bottom - power / powers[-1] * (height - top - bottom)

    def place(row: Row, value: float) -> str:
        return f"{across(row.cards):.1f},{down(max(0.0, _log10(value))):.1f}"

    lines: list[tuple[str, str, Callable[[Row], float]]] = [
        ("median", "#1a6faf", lambda row: row.median_us),
        ("99 %", "#c77700", lambda row: row.p99_us),
        ("greatest", "#a3262a", lambda row: row.max_us),
    ]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">',
        "<style>text { font: 12px sans-serif }</style>",
        "<title>Microseconds of a call by the number of cards</title>",
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="{left}" y="18">best_arrangement, microseconds by cards of the hand</text>',
    ]
    parts += [
        f'<path d="M{left} {down(power):.1f}H{width - right}" stroke="#ddd"/>'
        f'<text x="{left - 8}" y="{down(power) + 4:.1f}" text-anchor="end">{10**power:,}</text>'
        for power in powers
    ]
    parts += [
        f'<text x="{across(row.cards):.1f}" y="{height - bottom + 20}" '
        f'text-anchor="middle">{row.cards}</text>'
        for row in rows
    ]
    for name, colour, value in lines:
        points = " ".join(place(row, value(row)) for row in rows)
        end = down(max(0.0, _log10(value(rows[-1]))))
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
            f'<text x="{width - right + 6}" y="{end + 4:.1f}" fill="{colour}">{name}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])


def _log10(value: float) -> float:
    return math.log10(value) if value > 0 else 0.0


def main() -> int:
    """Measure, print, draw, and return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hands", type=int, default=500, help="of each kind and size")
    parser.add_argument("--passes", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="print one object")
    options = parser.parse_args()
    rows = [measure(size, options.hands, options.passes) for size in SIZES]
    CHART.write_text(chart(rows), encoding="utf-8")
    if options.json:
        print(json.dumps({"machine": machine(), "rows": [asdict(row) for row in rows]}))
        return 0
    print("cards  hands  median us    p99 us    max us   median nodes  p99 nodes  max nodes")
    for row in rows:
        print(
            f"{row.cards:5}{row.hands:7}{row.median_us:11.2f}{row.p99_us:10.2f}{row.max_us:10.2f}"
            f"{row.median_nodes:15}{row.p99_nodes:11}{row.max_nodes:11}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
