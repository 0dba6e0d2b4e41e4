"""What do all benchmarks say on this machine? Runs them and writes RESULTS.md beside this file.

    python benchmarks/results.py [--peers-python peers/bin/python]

`make bench` does it. The packages of other authors are measured by the interpreter that has them.
"""

import argparse
import json
import random
import subprocess
import sys
import zlib
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks import search
from benchmarks.common import (
    CORPORA,
    HOUSE_21,
    Spread,
    machine,
    read_corpus,
    ruleset_called,
    seconds,
)
from validator import COMPILED

HERE: Final = Path(__file__).parent
RESULTS: Final = HERE / "RESULTS.md"

FEW_JOKERS: Final = 3
"""Jokers of the hands of 21 cards that the reference is asked about; with more it takes minutes."""

RUNS: Final = (
    ("random-13", "points-13", 50, 13),
    ("near-complete-13", "points-13", 50, 13),
    ("joker-heavy-13", "points-13", 50, 13),
    ("adversarial-13", "points-13", 50, 13),
    ("gin-random", "knock-52", 50, 13),
    ("gin-near", "knock-52", 50, 13),
    ("jokers-21", HOUSE_21, 20, FEW_JOKERS),
    ("adversarial-21", HOUSE_21, 0, 0),
)
"""Corpus, ruleset, hands held against the reference, and the most jokers of those."""


def measure_corpora(passes: int) -> tuple[dict[str, search.Measurement], dict[str, Spread]]:
    """Return what was measured of every corpus, and what two threads gained just after.

    :raises SystemExit: when answers differ.
    """
    found, gains = {}, {}
    for corpus, ruleset, sample, most_jokers in RUNS:
        print(f"measuring {corpus}", file=sys.stderr)
        hands = read_corpus(CORPORA / f"{corpus}.ndjson")
        rules = ruleset_called(ruleset)
        differences = [*search.find_differences(hands, rules, sample, most_jokers)]
        if differences:
            raise SystemExit(f"{corpus}: {len(differences)} differences, first {differences[0]}")
        # The worst hands of 21 cards take seconds a pass.
        found[corpus] = search.measure(hands, ruleset, 3 if corpus == "adversarial-21" else passes)
        gains[corpus] = threads_gain()
    return found, gains


def run_script(python: str, script: str, *arguments: str) -> dict[str, Any]:
    """Return what another of these scripts prints; it runs in a process of its own."""
    print(f"running {script}", file=sys.stderr)
    command = [python, str(HERE / script), "--json", *arguments]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def run_bulk() -> str:
    """Return the table that `bulk.py` prints; it runs in a process of its own."""
    print("running bulk.py", file=sys.stderr)
    command = [sys.executable, str(HERE / "bulk.py")]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """Yield the lines of a Markdown table."""
    names = [*head]
    yield "| " + " | ".join(names) + " |"
    yield "|" + "---|" * len(names)
    for row in rows:
        yield "| " + " | ".join(map(str, row)) + " |"


def report(
    corpora: dict[str, search.Measurement],
    gains: dict[str, Spread],
    peers: dict[str, Any],
    growth: dict[str, Any],
    memory: dict[str, Any],
    many_hands: str,
    passes: int,
) -> Iterator[str]:
    """Yield the lines of the report."""
    yield "# Results"
    yield ""
    yield f"{machine()}. {datetime.now(UTC):%Y-%m-%d}. Written by `benchmarks/results.py`."
    yield ""
    yield (
        "The machine is shared and its clock speed is not fixed: trust ratios within one table, "
        f"not figures of different days. Every figure is the median of {passes} passes (three for "
        "`adversarial-21`), with the least and the greatest of them in brackets. The tables of "
        "each deal are made before; no answer is kept, each pass asks for each hand once. What "
        "the corpora are stands in [corpora/README.md](corpora/README.md)."
    )
    yield ""
    yield "## A hand"
    yield ""
    yield (
        "Microseconds. A call is `best_arrangement` on a list of codes; the search is the compiled "
        "core alone; `json.loads` reads the body of the matching request, in the same run."
    )
    yield ""
    yield from table(
        (
            *("corpus", "hands", "call p50", "p90", "p99", "slowest hand", "search p50"),
            *("`json.loads` p50", "call ÷ `json.loads`", "nodes p50", "most nodes"),
        ),
        (
            (
                name,
                f"{found.hands:,}",
                found.call["p50"].text(),
                found.call["p90"].text(),
                found.call["p99"].text(),
                f"{found.slowest_us:,.1f}",
                found.search["p50"].text(),
                found.json_loads.text(),
                f"{found.call['p50'].median / found.json_loads.median:.2f}",
                f"{found.median_nodes:,.0f}",
                f"{found.most_nodes:,}",
            )
            for name, found in corpora.items()
        ),
    )
    yield ""
    yield (
        "The slowest hand counts with its fastest pass, so that what else the machine does is "
        "left out. The greatest time of any call, with all that: "
        + ", ".join(f"{name} {found.call['max'].text(0)}" for name, found in corpora.items())
        + "."
    )
    yield ""
    yield "## Many hands in one call"
    yield ""
    yield "Hands a second of `best_arrangements`; by `benchmarks/bulk.py`:"
    yield ""
    yield many_hands
    yield ""
    yield (
        "The same on the small corpora, where the start of the threads counts, and with every "
        "answer made into an object. "
        "`best_arrangements`, hands a second. Two threads gain what the machine has to spare; "
        "`zlib` is what two threads of `zlib.compress` gained at the time."
    )
    yield ""
    yield from table(
        (
            "corpus",
            *(f"threads {n}" for n in search.THREADS),
            "ratio",
            "`zlib`",
            "every answer read, 1",
        ),
        (
            (
                name,
                *(spread.text(0) for spread in found.bulk.values()),
                f"{found.bulk[2].median / found.bulk[1].median:.2f}",
                gains[name].text(),
                found.bulk_read.text(0),
            )
            for name, found in corpora.items()
        ),
    )
    yield ""
    yield from report_peers(peers)
    yield from report_growth(growth)
    yield from report_memory(memory)


def report_peers(peers: dict[str, Any]) -> Iterator[str]:
    """Yield the lines on other packages."""
    yield "## Beside other packages"
    yield ""
    versions = ", ".join(f"{name} {number}" for name, number in peers["versions"].items())
    yield (
        f"Hands of ten cards by `knock-52`, hands a second, one thread, in turns within "
        f"{peers['passes']} passes: {versions or 'none is installed'}. All find the same points."
    )
    yield from (f"\n{sentence}." for sentence in peers["missing"])
    for corpus, rows in peers["corpora"].items():
        yield ""
        yield from table(
            (corpus, "returns", "hands/s", "bulk entry is … times as fast"),
            (
                (
                    row["name"],
                    row["returns"],
                    f"{row['hands_per_s']:,} ({row['least']:,}–{row['greatest']:,})",
                    row["bulk_entry_is_times_as_fast"],
                )
                for row in rows
            ),
        )
    eleven = peers["eleven_cards"]
    for name, count in eleven["other_points"].items():
        yield ""
        yield f"Of {eleven['hands']:,} hands of eleven cards {name} values {count} otherwise."
    yield ""


def report_growth(growth: dict[str, Any]) -> Iterator[str]:
    """Yield the lines on hand sizes."""
    yield "## From 7 cards to 21"
    yield ""
    yield "The rules of `points-13` but for the hand size; microseconds of a call, and nodes."
    yield ""
    names = (
        "cards",
        "hands",
        *(f"{a} {b}" for b in ("us", "nodes") for a in ("p50", "p99", "max")),
    )
    yield from table(names, (row.values() for row in growth["rows"]))
    yield ""
    yield "![Microseconds of a call by the number of cards](growth.svg)"
    yield ""


def report_memory(memory: dict[str, Any]) -> Iterator[str]:
    """Yield the lines on memory."""
    yield "## Memory"
    yield ""
    yield "Resident memory of one process after so many different hands; the first fill the tables."
    yield ""
    rows = ((f"{done:,}", f"{kib:,}") for done, kib in memory["resident_kib"])
    yield from table(("hands", "KiB"), rows)


def threads_gain() -> Spread:
    """Return how many times as fast two threads do work that is known to let others run."""
    data = random.Random(1).randbytes(1_000_000)

    def compress(threads: int) -> float:
        with ThreadPoolExecutor(threads) as pool:
            return seconds(lambda: list(pool.map(zlib.compress, [data] * 8)))

    return Spread.of(compress(1) / compress(2) for _ in range(5))


def main() -> int:
    """Run everything, write the report, and return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--passes", type=int, default=9)
    parser.add_argument("--peers-python", default=sys.executable, help="has open_spiel and rlcard")
    options = parser.parse_args()
    if not COMPILED:
        print("the search is not compiled; results would not tell of the one that is shipped")
        return 1
    corpora, gains = measure_corpora(options.passes)
    lines = report(
        corpora,
        gains,
        run_script(options.peers_python, "peers.py"),
        run_script(sys.executable, "growth.py"),
        run_script(sys.executable, "memory.py"),
        run_bulk(),
        options.passes,
    )
    RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
