"""How many hands a second does one bulk call arrange, with one thread and with two?

    python benchmarks/bulk.py [--hands 40000] [--passes 7]

Every hand is another, made by the seeded generators of `tests/proof/differential/hands.py`: a
corpus asked over again would measure what the processor remembers of it. One and two threads take
turns within each pass. What `zlib.compress` gains with two threads in the same pass tells what a
second thread could gain on this machine at the time.
"""

import argparse
import random
import statistics
import sys
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.proof.differential.hands import MAKERS, turn_up
from validator import COMPILED, best_arrangements, find_ruleset
from validator.cards import kind_name
from validator.deals import wild_kinds

CORPORA = (
    ("points-13", "random"),
    ("points-13", "near-complete"),
    ("points-13", "joker-heavy"),
    ("knock-52", "random"),
    ("knock-52", "near-complete"),
)


def make_hands(ruleset_id: str, kind: str, count: int) -> tuple[list[str], list[str | None]]:
    """Return so many different hands of the largest size dealt, and the cards turned up."""
    rules = find_ruleset(ruleset_id).melds
    rng = random.Random(f"bulk {ruleset_id} {kind}")
    hands, wild_cards = [], []
    for _ in range(count):
        wild_card = turn_up(rng, rules)
        hand = MAKERS[kind](rng, rules, wild_kinds(wild_card, rules), max(rules.hand_sizes))
        hands.append(" ".join(map(kind_name, hand)))
        wild_cards.append(None if wild_card is None else kind_name(wild_card))
    return hands, wild_cards


def seconds(work: Callable[[], object]) -> float:
    """Return how long a piece of work takes."""
    started = perf_counter()
    work()
    return perf_counter() - started


def zlib_gain() -> float:
    """Return how much faster two threads compress two texts than one does."""
    text = random.Random(1).randbytes(1 << 20)
    alone = seconds(lambda: [zlib.compress(text) for _ in range(2)])
    with ThreadPoolExecutor(2) as pool:
        both = seconds(lambda: list(pool.map(zlib.compress, [text, text])))
    return alone / both


def spread(values: list[float], digits: int = 0) -> str:
    """Return the median, and the least and the greatest in brackets."""
    low, middle, high = min(values), statistics.median(values), max(values)
    return f"{middle:,.{digits}f} ({low:,.{digits}f}–{high:,.{digits}f})"


def main() -> None:
    """Print a row for each kind of hand."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=40_000)
    parser.add_argument("--passes", type=int, default=7)
    options = parser.parse_args()
    print(
        f"{options.hands:,} different hands a call, search {'' if COMPILED else 'not '}compiled\n"
    )
    print("| ruleset, hands | threads 1 | threads 2 | ratio | `zlib` |\n|---|---|---|---|---|")
    for ruleset_id, kind in CORPORA:
        hands, wild_cards = make_hands(ruleset_id, kind, options.hands)
        asked = wild_cards if any(wild_cards) else None
        best_arrangements(hands, ruleset_id, wild_cards=asked)  # makes the tables of each deal
        rates: dict[int, list[float]] = {1: [], 2: []}
        gains = []
        for _ in range(options.passes):
            for threads in rates:
                call = partial(
                    best_arrangements, hands, ruleset_id, wild_cards=asked, threads=threads
                )
                took = seconds(call)
                rates[threads].append(len(hands) / took)
            gains.append(zlib_gain())
        ratios = [two / one for one, two in zip(rates[1], rates[2], strict=True)]
        row = [spread(rates[1]), spread(rates[2]), spread(ratios, 2), spread(gains, 2)]
        print(f"| {ruleset_id}, {kind} | {' | '.join(row)} |")


if __name__ == "__main__":
    main()
