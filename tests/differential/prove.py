"""The long comparison: search against reference on many hands of every ruleset.

Run it as ``make proof`` (``HANDS=20000`` a ruleset and kind by default four times less); results
are recorded in docs/proof.md. Exit status 1 when there is any difference.
"""

import argparse
import multiprocessing
import random
import sys
import time
from collections import Counter

from tests.differential.compare import find_difference
from tests.differential.hands import MAKERS, deal_hand
from tests.differential.reduced import joker_hands, knock_hands
from tests.differential.rulesets import VARIANTS
from validator.dialects import RULESETS
from validator.melds import is_joker

SHARES = {"random": 0.3, "near-complete": 0.4, "joker-heavy": 0.1, "dense": 0.2}
"""How many of a ruleset's hands are of each kind."""

Task = tuple[str, str, int, int]
"""Ruleset, kind of hand, number of hands, seed."""


def compare_hands(task: Task) -> tuple[Task, Counter[str], list[str]]:
    """Return what was compared, counted, and every difference found."""
    ruleset_id, kind, count, seed = task
    (ruleset,) = (ruleset for ruleset in (*RULESETS, *VARIANTS) if ruleset.id == ruleset_id)
    rng = random.Random(f"{ruleset_id} {kind} {seed}")
    counts: Counter[str] = Counter()
    differences = []
    for _ in range(count):
        deal, hand = deal_hand(rng, ruleset, MAKERS[kind], one_more=0.1)
        jokers = sum(is_joker(card, deal.wild) for card in hand)
        counts["hands"] += 1
        counts["one card more"] += len(hand) not in ruleset.melds.hand_sizes
        counts["eight or more jokers"] += jokers >= 8
        counts["most jokers"] = max(counts["most jokers"], jokers)
        difference = find_difference(hand, deal)
        if difference is not None:
            differences.append(difference)
    return task, counts, differences


def compare_reduced(name: str) -> tuple[str, int, list[str]]:
    """Return the number of hands of a reduced deck, and every difference found."""
    hands = knock_hands() if name == "knock-52" else joker_hands(name)
    found = [find_difference(hand, deal) for deal, hand in hands]
    return name, len(found), [text for text in found if text is not None]


def main() -> int:
    """Compare, print a row for each ruleset and kind, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000, help="hands of each built-in ruleset")
    parser.add_argument("--variants", type=int, default=1_000, help="hands of each other ruleset")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    tasks: list[Task] = [
        (ruleset.id, kind, round(count * share), options.seed)
        for rulesets, count in ((RULESETS, options.hands), (VARIANTS, options.variants))
        for ruleset in rulesets
        for kind, share in SHARES.items()
    ]
    started = time.monotonic()
    failed = 0
    total = 0
    with multiprocessing.Pool() as pool:
        reduced = pool.imap_unordered(compare_reduced, [ruleset.id for ruleset in RULESETS])
        for (ruleset_id, kind, _, _), counts, differences in pool.imap_unordered(
            compare_hands, tasks, chunksize=1
        ):
            total += counts["hands"]
            failed += len(differences)
            facts = ", ".join(f"{name} {count}" for name, count in counts.items())
            print(f"{ruleset_id} {kind}: {facts}, differences {len(differences)}", flush=True)
            print(*differences[:3], sep="\n", end="\n" if differences else "")
        for name, count, differences in reduced:
            total += count
            failed += len(differences)
            print(f"{name} every hand of a reduced deck: {count}, differences {len(differences)}")
    print(f"{total} hands, {failed} differences, {time.monotonic() - started:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
