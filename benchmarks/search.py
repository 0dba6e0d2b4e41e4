"""How long does the best arrangement of one hand take, beside reading the request that asks for it?

    python benchmarks/search.py --hands benchmarks/corpora/near-complete.ndjson --ruleset points-13

Measured on every hand of a corpus, in blocks that alternate within one run:

* a call: `validator.best_arrangement` on a list of codes, reading the cards included;
* the search alone: from counts of cards to the value, inside the compiled core;
* `json.loads` on the body that a client would send to /v1/validate, as compact text;

then, alternating as well, `validator.best_arrangements` on all hands in one call with 1 and 2
threads: with answers left where they are, and with every answer made into an `Arrangement`.

First, answers are checked: those of a sample against `validator.reference`, and those of the bulk
entry against the single call. Exit status 1 when any differ. That pass also makes the tables of
each deal (a ruleset and a card turned up), which a service keeps; it isn't measured. No answer is
kept: a measured pass asks for each hand once. Figures are medians over the passes of the median,
the percentiles and the greatest of each pass, in microseconds, the clock's own cost (some 0.05)
included. The collector of garbage is left on.
"""

import argparse
import json
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter_ns

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.common import (
    Core,
    Hand,
    Spread,
    deal_of,
    kinds_of,
    percentile,
    read_corpus,
    ruleset_called,
    seconds,
    wire_ruleset,
)
from validator import COMPILED, Ruleset, best_arrangement, best_arrangements, reference
from validator.melds import is_joker
from validator.scoring import preference

BLOCK = 100
"""Hands of a block, before it is the next measurement's turn."""

CALL_FIGURES = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "max": 1.0}
"""What is told of the calls."""

THREADS = (1, 2)
"""Threads that the bulk entry is tried with."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """What was measured on one corpus."""

    hands: int
    search: dict[str, Spread]
    """Microseconds of the search alone, for each of `CALL_FIGURES`."""
    call: dict[str, Spread]
    """Microseconds of a call, for each of `CALL_FIGURES`."""
    slowest_us: float
    """The slowest hand, when each hand counts with its fastest pass: without what other work on
    the machine adds."""
    json_loads: Spread
    """Microseconds of `json.loads`, its median."""
    body_bytes: int
    """Median size of a request body."""
    bulk: dict[int, Spread]
    """Hands a second of the bulk entry, for each of `THREADS`."""
    bulk_read: Spread
    """Hands a second with every answer made into an `Arrangement`, one thread."""
    most_nodes: int
    median_nodes: float


def find_differences(
    hands: Sequence[Hand], ruleset: Ruleset, sample: int, most_jokers: int
) -> Iterator[str]:
    """Yield every hand for which two ways to ask disagree.

    The reference is asked about a sample of the hands with at most so many jokers.
    """
    bulk = ask_in_bulk(hands, ruleset, 1)
    bulk_threads = ask_in_bulk(hands, ruleset, max(THREADS))
    for number, hand in enumerate(hands):
        single = best_arrangement(hand.cards, ruleset, wild_card=hand.wild_card)
        if bulk[number] != single or bulk_threads[number] != single:
            yield f"hand {number + 1}: the bulk entry says {bulk[number]}, the call {single}"
    few = [number for number, hand in enumerate(hands) if _jokers(hand, ruleset) <= most_jokers]
    for number in random.Random(1).sample(few, min(sample, len(few))):
        hand = hands[number]
        single = best_arrangement(hand.cards, ruleset, wild_card=hand.wild_card)
        slow = reference.best_arrangement(kinds_of(hand), deal_of(hand, ruleset))
        if preference(single) != preference(slow):
            yield f"hand {number + 1}: {preference(single)}, by the reference {preference(slow)}"


def _jokers(hand: Hand, ruleset: Ruleset) -> int:
    wild = deal_of(hand, ruleset).wild
    return sum(is_joker(kind, wild) for kind in kinds_of(hand))


def ask_in_bulk(hands: Sequence[Hand], ruleset: Ruleset, threads: int) -> Sequence[object]:
    """Return the bulk entry's answers."""
    texts, wild_cards = bulk_input(hands)
    return best_arrangements(texts, ruleset, wild_cards=wild_cards, threads=threads)


def bulk_input(hands: Sequence[Hand]) -> tuple[list[str], list[str | None]]:
    """Return the hands as the bulk entry takes them: texts, and the cards turned up."""
    return [" ".join(hand.cards) for hand in hands], [hand.wild_card for hand in hands]


def request_body(hand: Hand, ruleset_name: str, ruleset: Ruleset) -> str:
    """Return the body with which a client would declare the hand's best arrangement."""
    best = best_arrangement(hand.cards, ruleset, wild_card=hand.wild_card)
    body = {
        "ruleset": wire_ruleset(ruleset_name),
        "hand": hand.cards,
        "wild_card": hand.wild_card,
        "groups": [[str(card) for card in meld.cards] for meld in best.melds],
    }
    return json.dumps(body, separators=(",", ":"))


def measure(hands: Sequence[Hand], ruleset_name: str, passes: int) -> Measurement:
    """Return what so many passes over the hands take. Tables are made before, by the check."""
    ruleset = ruleset_called(ruleset_name)
    bodies = [request_body(hand, ruleset_name, ruleset) for hand in hands]
    texts, wild_cards = bulk_input(hands)
    # A caller names a built-in ruleset by its id.
    asked = ruleset_name if isinstance(wire_ruleset(ruleset_name), str) else ruleset
    searches, calls, loads = [], [], []
    bulk: dict[int, list[float]] = {threads: [] for threads in THREADS}
    bulk_read = []
    nodes: list[int] = []
    for _ in range(passes):
        times = _time_in_blocks(hands, asked, ruleset, bodies)
        call, alone, load, nodes = times
        calls.append(call)
        searches.append(alone)
        loads.append(load)
        for threads in THREADS:
            took = seconds(
                lambda threads=threads: best_arrangements(  # type: ignore[misc]
                    texts, asked, wild_cards=wild_cards, threads=threads
                )
            )
            bulk[threads].append(len(hands) / took)
        took = seconds(lambda: list(best_arrangements(texts, asked, wild_cards=wild_cards)))
        bulk_read.append(len(hands) / took)
    return Measurement(
        hands=len(hands),
        search=_figures(searches),
        call=_figures(calls),
        slowest_us=max(map(min, zip(*calls, strict=True))) / 1000,
        json_loads=_figures(loads)["p50"],
        body_bytes=round(percentile([len(body.encode()) for body in bodies], 0.5)),
        bulk={threads: Spread.of(values) for threads, values in bulk.items()},
        bulk_read=Spread.of(bulk_read),
        most_nodes=max(nodes),
        median_nodes=percentile(nodes, 0.5),
    )


def _time_in_blocks(
    hands: Sequence[Hand], asked: str | Ruleset, ruleset: Ruleset, bodies: Sequence[str]
) -> tuple[list[int], list[int], list[int], list[int]]:
    """Return the nanoseconds of every call, search and `json.loads`, and the nodes."""
    calls, searches, loads, nodes = [], [], [], []
    core = Core()
    for first in range(0, len(hands), BLOCK):
        block = hands[first : first + BLOCK]
        for hand in block:
            started = perf_counter_ns()
            best_arrangement(hand.cards, asked, wild_card=hand.wild_card)
            calls.append(perf_counter_ns() - started)
        for hand in block:
            took, count = core.run(kinds_of(hand), deal_of(hand, ruleset))
            searches.append(took)
            nodes.append(count)
        for body in bodies[first : first + BLOCK]:
            started = perf_counter_ns()
            json.loads(body)
            loads.append(perf_counter_ns() - started)
    return calls, searches, loads, nodes


def _figures(passes: Sequence[Sequence[int]]) -> dict[str, Spread]:
    return {
        name: Spread.of(percentile(times, share) / 1000 for times in passes)
        for name, share in CALL_FIGURES.items()
    }


def as_json(found: Measurement) -> dict[str, object]:
    """Return the figures as the object that ``--json`` prints."""
    return {
        "hands": found.hands,
        "compiled": COMPILED,
        "search_us": {"p50": round(found.search["p50"].median, 3)},
        "call_us": {name: round(spread.median, 3) for name, spread in found.call.items()},
        "json_loads_us_p50": round(found.json_loads.median, 3),
        "bulk_hands_per_s": {str(n): round(spread.median) for n, spread in found.bulk.items()},
    }


def print_text(found: Measurement) -> None:
    """Print the figures with their spread over the passes."""
    kind = "compiled" if COMPILED else "not compiled"
    print(f"hands          {found.hands}, search {kind}; median of passes (least-greatest)")
    for name, spread in found.call.items():
        print(f"call {name:10}{spread.text()} us")
    print(f"slowest hand   {found.slowest_us:.2f} us, each hand at its fastest")
    print(f"search p50     {found.search['p50'].text()} us, max {found.search['max'].text()} us")
    print(f"nodes          median {found.median_nodes:.0f}, most {found.most_nodes}")
    print(f"json.loads p50 {found.json_loads.text()} us, {found.body_bytes} bytes")
    for threads, spread in found.bulk.items():
        print(f"bulk           {spread.text(0)} hands/s, threads {threads}")
    print(f"bulk, all read {found.bulk_read.text(0)} hands/s, threads 1")


def main() -> int:
    """Check, measure, print, and return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hands", type=Path, required=True, metavar="FILE")
    parser.add_argument("--ruleset", required=True, metavar="ID")
    parser.add_argument("--json", action="store_true", help="print one object")
    parser.add_argument("--passes", type=int, default=9)
    parser.add_argument("--sample", type=int, default=50, help="hands checked by the reference")
    parser.add_argument(
        "--most-jokers",
        type=int,
        default=13,
        help="jokers of a hand so checked; at 21 cards the reference takes a minute for eight",
    )
    options = parser.parse_args()
    hands = read_corpus(options.hands)
    rules = ruleset_called(options.ruleset)
    differences = [*find_differences(hands, rules, options.sample, options.most_jokers)]
    if differences:
        print(*differences[:10], sep="\n", file=sys.stderr)
        print(f"{len(differences)} differences", file=sys.stderr)
        return 1
    found = measure(hands, options.ruleset, options.passes)
    if options.json:
        print(json.dumps(as_json(found)))
    else:
        print_text(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
