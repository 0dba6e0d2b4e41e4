"""The long comparison: search against reference on many hands of every ruleset.

``make proof`` does both steps. The reference takes hours, so its answers are kept in a
folder: the first step makes those that are missing, the second holds the search against them. A
kept answer depends on the reference, the rules and the seed alone, never on the search.
Results are recorded in docs/proof.md. Exit status 1 when there is any difference.
"""

import argparse
import json
import multiprocessing
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from tests.proof.differential.compare import find_fault
from tests.proof.differential.hands import IDENTICAL, deal_hand, is_large, makers_for
from tests.proof.differential.reduced import reduced_hands
from tests.proof.differential.rulesets import COMPARED, VARIANTS
from validator import reference
from validator.cards import Kind
from validator.deals import Deal
from validator.melds import is_joker
from validator.rules.rulesets import Ruleset
from validator.scoring import preference

SHARES = {"random": 0.3, "near-complete": 0.4, "joker-heavy": 0.06, "dense": 0.24, IDENTICAL: 0.3}
"""How many hands of each kind there are, of the number asked for; the last only where it suits."""

MOST_JOKERS_OF_21 = 4
"""Large hands with more are left out, and those with one card more: the reference takes minutes."""

REDUCED = "reduced deck"
"""The kind of hand that stands for every hand of a reduced deck."""

Task = tuple[str, str, int, int]
"""Ruleset, kind of hand, number of hands, seed."""


def hands_of(task: Task) -> Iterator[tuple[Deal, list[Kind]]]:
    """Yield the hands of a task, always the same."""
    ruleset_id, kind, count, seed = task
    ruleset = _find(ruleset_id)
    if kind == REDUCED:
        yield from ((deal, list(hand)) for deal, hand in reduced_hands(ruleset))
        return
    rng = random.Random(f"{ruleset_id} {kind} {seed}")
    maker, large = makers_for(ruleset)[kind], is_large(ruleset)
    while count:
        deal, hand = deal_hand(rng, ruleset, maker, one_more=0.0 if large else 0.1)
        if not large or sum(is_joker(card, deal.wild) for card in hand) <= MOST_JOKERS_OF_21:
            yield deal, hand
            count -= 1


def answer(task: Task, folder: Path) -> Task:
    """Write what the reference says of the hands of a task, unless that is there already."""
    path = _path(task, folder)
    if not path.exists():
        keys = [preference(reference.best_arrangement(hand, deal)) for deal, hand in hands_of(task)]
        partial_path = path.with_suffix(".partial")
        partial_path.write_text(json.dumps(keys), encoding="utf-8")
        partial_path.rename(path)
    return task


def compare(task: Task, folder: Path) -> tuple[Task, Counter[str], list[str]]:
    """Return what was compared, counted, and every fault of the search."""
    keys = json.loads(_path(task, folder).read_text(encoding="utf-8"))
    counts: Counter[str] = Counter()
    faults = []
    for (deal, hand), key in zip(hands_of(task), keys, strict=True):
        jokers = sum(is_joker(card, deal.wild) for card in hand)
        counts["hands"] += 1
        counts["one card more"] += len(hand) not in deal.ruleset.melds.hand_sizes
        counts["eight or more jokers"] += jokers >= 8
        counts["most jokers"] = max(counts["most jokers"], jokers)
        counts["declarable"] += not key[0]
        fault = find_fault(hand, deal, tuple(key))
        if fault is not None:
            faults.append(fault)
    return task, counts, faults


def main() -> int:
    """Answer, compare, print a row for each ruleset and kind, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000, help="hands of each built-in ruleset")
    parser.add_argument("--knock-hands", type=int, default=60_000, help="hands of knock-52")
    parser.add_argument("--large-hands", type=int, default=1_000, help="hands of marriage-21")
    parser.add_argument("--variants", type=int, default=1_000, help="hands of each other ruleset")
    parser.add_argument("--rulesets", nargs="+", help="only these; else all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path(".proof"), help="the kept answers")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    tasks = _tasks(options)
    started = time.monotonic()
    total, failed = 0, 0
    with multiprocessing.Pool() as pool:
        for task in pool.imap_unordered(partial(answer, folder=options.folder), tasks):
            print(f"answered {task} at {time.monotonic() - started:.0f} s", file=sys.stderr)
        for task, counts, faults in pool.imap(partial(compare, folder=options.folder), tasks):
            total += counts["hands"]
            failed += len(faults)
            facts = ", ".join(f"{name} {count}" for name, count in counts.items())
            print(f"{task[0]} {task[1]}: {facts}, differences {len(faults)}", flush=True)
            print(*faults[:3], sep="\n", end="\n" if faults else "")
    print(f"{total} hands, {failed} differences, {time.monotonic() - started:.0f} s")
    return 1 if failed else 0


def _tasks(options: argparse.Namespace) -> list[Task]:
    sizes = {
        **{ruleset.id: options.hands for ruleset in COMPARED},
        "knock-52": options.knock_hands,
        "marriage-21": options.large_hands,
        **{ruleset.id: options.variants for ruleset in VARIANTS},
    }
    chosen = options.rulesets or sizes
    tasks = [
        (ruleset_id, kind, round(sizes[ruleset_id] * SHARES[kind]), options.seed)
        for ruleset_id in chosen
        for kind in makers_for(_find(ruleset_id))
    ]
    return tasks + [(ruleset.id, REDUCED, 0, 0) for ruleset in COMPARED if ruleset.id in chosen]


def _find(ruleset_id: str) -> Ruleset:
    return next(rules for rules in (*COMPARED, *VARIANTS) if rules.id == ruleset_id)


def _path(task: Task, folder: Path) -> Path:
    return folder / f"{'-'.join(map(str, task)).replace(' ', '-')}.json"


if __name__ == "__main__":
    sys.exit(main())
