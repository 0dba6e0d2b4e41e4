"""How fast are other Python packages on the same gin hands, in the same run?

    python -m venv peers && peers/bin/pip install -r benchmarks/requirements-peers.txt
    peers/bin/python benchmarks/peers.py

The peers are no dependencies of this project; each is measured if it is installed.

* OpenSpiel (PyPI open_spiel, C++): `pyspiel.gin_rummy.GinRummyUtils`, its `best_meld_group`, which
  returns the melds, and its `min_deadwood`, which returns the points;
* RLCard (PyPI rlcard, Python): `get_best_meld_clusters`, which returns the melds, and the deadwood
  count of the first of them.

Everybody is given the hands in the form that is cheapest for it, made beforehand: OpenSpiel lists
of ints, RLCard lists of its cards; this project's bulk entry texts, which it has to read, and its
single call lists of codes. Everybody must find the same deadwood on hands of ten cards; exit
status 1 when not. Hands of eleven cards are only counted: OpenSpiel melds the most and then drops
the dearest card left, which is not always best, and RLCard refuses them.

Measurements alternate within a pass; figures are medians over the passes with the least and the
greatest, in hands a second, and ratios of the medians.
"""

import argparse
import json
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.common import CORPORA, Hand, Spread, machine, read_corpus, seconds
from validator import COMPILED, best_arrangement, best_arrangements
from validator.cards import NATURAL_KINDS, kind_name

CORPORA_USED: Final = ("gin-random", "gin-near")
RULESET: Final = "knock-52"
OURS: Final = "bulk entry, answers found"
"""What the others are compared with."""
ELEVEN: Final = 20_000
"""Hands of eleven cards that answers are compared on."""


@dataclass(frozen=True, slots=True)
class Contender:
    """Somebody's way to find the best melds of many hands."""

    name: str
    returns: str
    run: Callable[[Any], object]
    """Finds them all."""
    take: Callable[[Sequence[Hand]], Any]
    """Makes of the hands what `run` takes; not measured."""
    deadwood: Callable[[Any], list[int]]
    """The deadwood points of every hand."""
    slowness: int = 1
    """It is given every so many hands only."""


def ours() -> list[Contender]:
    """Return this project's ways."""

    def texts(hands: Sequence[Hand]) -> list[str]:
        return [" ".join(hand.cards) for hand in hands]

    def lists(hands: Sequence[Hand]) -> list[list[str]]:
        return [hand.cards for hand in hands]

    def points(hands: list[str]) -> list[int]:
        return [best.deadwood_points for best in best_arrangements(hands, RULESET)]

    def one_by_one(hands: list[list[str]]) -> list[int]:
        return [best_arrangement(hand, RULESET).deadwood_points for hand in hands]

    return [
        Contender(OURS, "melds", lambda h: best_arrangements(h, RULESET), texts, points),
        Contender("bulk entry, every answer read", "melds and points", points, texts, points),
        Contender("single call", "melds and points", one_by_one, lists, one_by_one),
    ]


def open_spiel() -> list[Contender]:
    """Return OpenSpiel's ways; raises ImportError where it is not installed."""
    utils = import_module("pyspiel").gin_rummy.GinRummyUtils(13, 4, 10)

    def ints(hands: Sequence[Hand]) -> list[list[int]]:
        codes = {kind_name(kind): _open_spiel_code(kind_name(kind)) for kind in NATURAL_KINDS}
        number = {code: utils.card_int(theirs) for code, theirs in codes.items()}
        return [[number[code] for code in hand.cards] for hand in hands]

    def melds(hands: list[list[int]]) -> list[object]:
        best_meld_group = utils.best_meld_group
        return [best_meld_group(hand) for hand in hands]

    def points(hands: list[list[int]]) -> list[int]:
        min_deadwood = utils.min_deadwood
        return [min_deadwood(hand) for hand in hands]

    return [
        Contender("OpenSpiel best_meld_group", "melds", melds, ints, points),
        Contender("OpenSpiel min_deadwood", "points", points, ints, points),
    ]


def rlcard() -> list[Contender]:
    """Return RLCard's way; raises ImportError where it is not installed."""
    melding = import_module("rlcard.games.gin_rummy.utils.melding")
    utils = import_module("rlcard.games.gin_rummy.utils.utils")

    def cards(hands: Sequence[Hand]) -> list[list[object]]:
        return [
            [utils.card_from_text(code.replace("10", "T")) for code in hand.cards] for hand in hands
        ]

    def points(hands: list[list[object]]) -> list[int]:
        found = []
        for hand in hands:
            clusters = melding.get_best_meld_clusters(hand)
            found.append(utils.get_deadwood_count(hand, clusters[0] if clusters else []))
        return found

    return [
        Contender("RLCard get_best_meld_clusters", "melds and points", points, cards, points, 10)
    ]


PEERS: Final = {"open_spiel": open_spiel, "rlcard": rlcard}
"""By the name of the package."""


def _open_spiel_code(code: str) -> str:
    return code[:-1].replace("10", "T") + code[-1].lower()


def contenders() -> tuple[list[Contender], list[str]]:
    """Return everybody who is there, and a sentence on each who is not."""
    found, missing = ours(), []
    for package, make in PEERS.items():
        try:
            found += make()
        except ImportError as error:
            missing.append(f"{package} is not measured ({error}): pip install {package}")
    return found, missing


def compare(hands: Sequence[Hand], entries: Sequence[Contender], passes: int) -> dict[str, Spread]:
    """Return the hands a second of everybody.

    :raises SystemExit: when somebody finds other points than this project's bulk entry.
    """
    inputs = {entry.name: entry.take(hands[:: entry.slowness]) for entry in entries}
    expected = entries[0].deadwood(inputs[entries[0].name])
    for entry in entries:
        if entry.deadwood(inputs[entry.name]) != expected[:: entry.slowness]:
            raise SystemExit(f"{entry.name} finds other deadwood points than the bulk entry")
    rates: dict[str, list[float]] = {entry.name: [] for entry in entries}
    for _ in range(passes):
        for entry in entries:
            given = inputs[entry.name]
            took = seconds(lambda entry=entry, given=given: entry.run(given))  # type: ignore[misc]
            rates[entry.name].append(len(given) / took)
    return {name: Spread.of(values) for name, values in rates.items()}


def count_eleven(entries: Sequence[Contender]) -> dict[str, int]:
    """Return on how many hands of eleven cards somebody finds other points than this project."""
    rng = random.Random("eleven cards")
    near = read_corpus(CORPORA / "gin-near.ndjson")
    hands = []
    for _ in range(ELEVEN):
        cards = rng.choice(near).cards
        others = [kind_name(kind) for kind in NATURAL_KINDS if kind_name(kind) not in cards]
        hands.append(Hand([*cards, rng.choice(others)], None))
    expected = entries[0].deadwood(entries[0].take(hands))
    counts = {}
    for entry in entries:
        if entry.name == "OpenSpiel min_deadwood":
            theirs = entry.deadwood(entry.take(hands))
            counts[entry.name] = sum(a != b for a, b in zip(theirs, expected, strict=True))
    return counts


def main() -> int:
    """Compare, print, and return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--passes", type=int, default=15)
    parser.add_argument("--json", action="store_true", help="print one object")
    options = parser.parse_args()
    if not COMPILED:
        print("the compiled search is not there for this interpreter", file=sys.stderr)
        return 1
    entries, missing = contenders()
    tables: dict[str, list[dict[str, object]]] = {}
    for corpus in CORPORA_USED:
        rates = compare(read_corpus(CORPORA / f"{corpus}.ndjson"), entries, options.passes)
        tables[corpus] = [
            {
                "name": entry.name,
                "returns": entry.returns,
                "hands_per_s": round(rates[entry.name].median),
                "least": round(rates[entry.name].least),
                "greatest": round(rates[entry.name].greatest),
                "bulk_entry_is_times_as_fast": round(
                    rates[OURS].median / rates[entry.name].median, 2
                ),
            }
            for entry in entries
        ]
    result = {
        "machine": machine(),
        "versions": _versions(),
        "missing": missing,
        "passes": options.passes,
        "corpora": tables,
        "eleven_cards": {"hands": ELEVEN, "other_points": count_eleven(entries)},
    }
    if options.json:
        print(json.dumps(result))
        return 0
    print(result["machine"], result["versions"])
    print(*missing, sep="\n", end="\n" if missing else "")
    for corpus, rows in tables.items():
        print(corpus)
        for row in rows:
            print(
                f"  {row['name']:32}{row['hands_per_s']:>12,} hands/s "
                f"({row['least']:,}–{row['greatest']:,}), {row['returns']}; "
                f"ours ×{row['bulk_entry_is_times_as_fast']}"
            )
    print("hands of eleven cards with other points than ours:", result["eleven_cards"])
    return 0


def _versions() -> dict[str, str]:
    found = {}
    for package in PEERS:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


if __name__ == "__main__":
    sys.exit(main())
