"""Does memory grow with the number of hands searched?

    python benchmarks/memory.py            # a million hands, resident memory after each 100,000

Every hand is another one. The first 100,000 fill what is kept on purpose: the tables of each deal
and the melds read last, both of bounded number. Whatever comes after should be level. Single calls
and calls of the bulk entry take turns, 1,000 hands each. Linux only: it reads /proc.
"""

import argparse
import json
import os
import random
import sys
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.common import machine
from tests.proof.differential.hands import dense_hand, full_deck, turn_up
from validator import best_arrangement, best_arrangements, find_ruleset
from validator.cards import kind_name
from validator.deals import wild_kinds

TURN: Final = 1_000
"""Hands before it is the other entry's turn."""
STEP: Final = 100_000
"""Hands between two readings."""


def resident_kib() -> int:
    """Return the resident memory of this process in KiB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024


def search_some(rng: random.Random, ruleset: str, in_bulk: bool) -> int:
    """Search hands of `TURN`, half of them dense, and return the sum of their penalties."""
    rules = find_ruleset(ruleset).melds
    deck = full_deck(rules)
    hands, wild_cards = [], []
    for number in range(TURN):
        wild_card = turn_up(rng, rules)
        wild = wild_kinds(wild_card, rules)
        kinds = dense_hand(rng, rules, wild, 13) if number % 2 else rng.sample(deck, 13)
        hands.append([kind_name(kind) for kind in kinds])
        wild_cards.append(None if wild_card is None else kind_name(wild_card))
    if in_bulk:
        texts = [" ".join(hand) for hand in hands]
        found = best_arrangements(texts, ruleset, wild_cards=wild_cards, threads=2)
        return sum(best.penalty for best in found)
    pairs = zip(hands, wild_cards, strict=True)
    return sum(best_arrangement(h, ruleset, wild_card=wild).penalty for h, wild in pairs)


def measure(count: int) -> list[tuple[int, int]]:
    """Return pairs of the hands searched so far and the resident memory in KiB."""
    rng = random.Random("memory")
    readings = [(0, resident_kib())]
    for done in range(TURN, count + 1, TURN):
        search_some(rng, "points-13", in_bulk=done // TURN % 2 == 0)
        if done % STEP == 0:
            readings.append((done, resident_kib()))
    return readings


def main() -> int:
    """Measure, print, and return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--json", action="store_true", help="print one object")
    options = parser.parse_args()
    readings = measure(options.hands)
    if options.json:
        print(json.dumps({"machine": machine(), "resident_kib": readings}))
        return 0
    for done, resident in readings:
        print(f"{done:>9,} hands {resident:>9,} KiB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
