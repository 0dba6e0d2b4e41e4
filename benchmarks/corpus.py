"""Which hands is speed measured on? Makes the corpora, always the same for the same search.

    python benchmarks/corpus.py            # everything; the mining takes some minutes
    python benchmarks/corpus.py --only gin-random gin-near

Hands come from the generators of tests/proof/differential/hands.py. Each corpus has its own seed,
its name, so that one can be made anew without the others. Two are mined: of a great number of hands
of every kind, those that the search takes the most nodes for are kept, then cards and wild card are
exchanged one at a time for as long as that makes a hand worse.
"""

import argparse
import heapq
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.common import CORPORA, HOUSE_21, Core, ruleset_called
from tests.proof.differential.hands import (
    MAKERS,
    dense_hand,
    full_deck,
    joker_heavy_hand,
    near_complete_hand,
    random_hand,
    turn_up,
)
from validator import COMPILED, Deal, Kind, Ruleset
from validator.cards import NATURAL_KINDS, kind_name
from validator.deals import wild_kinds
from validator.melds import is_joker
from validator.rules.layers import MeldRules

Dealt = tuple[Kind | None, list[Kind]]
"""The card turned up, and the hand."""

MOST_JOKERS = 12
"""Of the hands of 21 cards."""

COUNT = 2_000
"""Hands of a corpus that is not mined."""
COUNT_21 = 400
KEPT = 200
"""Hands of a mined corpus."""
CLIMBED = 50
"""How many of the worst are made worse."""
STEPS = 300
"""Exchanges tried with each of them."""
SHARES = {"random": 0.1, "near-complete": 0.2, "joker-heavy": 0.2, "dense": 0.5}
"""How many of the hands mined are of each kind."""


def points_13(maker: str, name: str) -> Iterator[Dealt]:
    """Yield hands of 13 cards of one kind, with their cards turned up."""
    rng = random.Random(name)
    rules = ruleset_called("points-13").melds
    for _ in range(COUNT):
        wild_card = turn_up(rng, rules)
        yield wild_card, MAKERS[maker](rng, rules, wild_kinds(wild_card, rules), 13)


def gin(maker: str, name: str) -> Iterator[Dealt]:
    """Yield hands of ten cards of one deck, without jokers."""
    rng = random.Random(name)
    rules = ruleset_called("knock-52").melds
    for _ in range(COUNT):
        yield None, MAKERS[maker](rng, rules, frozenset(), 10)


def jokers_21(name: str) -> Iterator[Dealt]:
    """Yield hands of 21 cards with up to twelve jokers, the rest of every kind."""
    rng = random.Random(name)
    rules = ruleset_called(HOUSE_21).melds
    for _ in range(COUNT_21):
        yield _with_jokers(rng, rules)


def _with_jokers(rng: random.Random, rules: MeldRules) -> Dealt:
    """Return a near-complete, dense or random hand of 21 cards, up to twelve made jokers."""
    wild_card = turn_up(rng, rules)
    wild = wild_kinds(wild_card, rules)
    maker = rng.choice((near_complete_hand, near_complete_hand, dense_hand, random_hand))
    hand = maker(rng, rules, wild, 21)
    # The others of the hand give way; what was a joker in it counts among the twelve.
    jokers = [kind for kind in hand if is_joker(kind, wild)]
    others = [kind for kind in hand if not is_joker(kind, wild)]
    stock = Counter(kind for kind in full_deck(rules) if is_joker(kind, wild))
    stock -= Counter(jokers)
    wanted = min(rng.randint(0, MOST_JOKERS), len(jokers) + stock.total())
    rng.shuffle(others)
    rng.shuffle(jokers)
    jokers += rng.sample(sorted(stock.elements()), max(0, wanted - len(jokers)))
    jokers = jokers[: max(wanted, 21 - len(others))]
    return wild_card, [*jokers, *others[: 21 - len(jokers)]]


def every_kind_13(rng: random.Random) -> Iterator[Dealt]:
    """Yield hands of 13 cards of every kind, without end."""
    rules = ruleset_called("points-13").melds
    while True:
        (name,) = rng.choices([*SHARES], [*SHARES.values()])
        wild_card = turn_up(rng, rules)
        wild = wild_kinds(wild_card, rules)
        if name == "dense" and rng.random() < 0.5:
            yield wild_card, _dense_with_jokers(rng, rules, wild)
        else:
            yield wild_card, MAKERS[name](rng, rules, wild, 13)


def _dense_with_jokers(rng: random.Random, rules: MeldRules, wild: frozenset[Kind]) -> list[Kind]:
    """Return a dense hand some cards of which are made jokers."""
    jokers = joker_heavy_hand(rng, rules, wild, 13)
    jokers = [kind for kind in jokers if is_joker(kind, wild)][: rng.randint(1, 6)]
    others = [kind for kind in dense_hand(rng, rules, wild, 13) if not is_joker(kind, wild)]
    hand = [*jokers, *others][:13]
    stock = Counter(full_deck(rules)) - Counter(hand)
    return [*hand, *rng.sample(sorted(stock.elements()), 13 - len(hand))]


def every_kind_21(rng: random.Random) -> Iterator[Dealt]:
    """Yield hands of 21 cards with up to twelve jokers, without end."""
    rules = ruleset_called(HOUSE_21).melds
    while True:
        yield _with_jokers(rng, rules)


class Mine:
    """Keeps the hands of which the search takes the most nodes."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.core = Core()
        self.kept: list[tuple[int, tuple[Kind, ...], Kind]] = []
        self.known: set[tuple[tuple[Kind, ...], frozenset[Kind]]] = set()

    def nodes(self, dealt: Dealt) -> int:
        """Return the nodes of a hand."""
        return self.core.run(dealt[1], Deal.of(self.ruleset, dealt[0]))[1]

    def offer(self, dealt: Dealt, nodes: int) -> None:
        """Keep the hand, if it is among the worst so far and new with these wild cards."""
        wild_card, hand = dealt
        if len(self.kept) == KEPT and nodes <= self.kept[0][0]:
            return
        cards = tuple(sorted(hand))
        wild = Deal.of(self.ruleset, wild_card).wild
        if (cards, wild) in self.known:
            return
        self.known.add((cards, wild))
        # -1 for no card turned up: entries are compared, and None has no order.
        entry = (nodes, cards, Kind(-1) if wild_card is None else wild_card)
        if len(self.kept) < KEPT:
            heapq.heappush(self.kept, entry)
        else:
            heapq.heappushpop(self.kept, entry)

    def worst(self) -> list[tuple[Dealt, int]]:
        """Return what is kept with its nodes, the worst first."""
        ordered = sorted(self.kept, reverse=True)
        return [((None if w < 0 else w, list(cards)), nodes) for nodes, cards, w in ordered]


def mine(
    hands: Iterator[Dealt], ruleset: Ruleset, count: int, name: str
) -> list[tuple[Dealt, int]]:
    """Return the worst hands with their nodes, the worst first."""
    found = Mine(ruleset)
    for number, dealt in enumerate(islice(hands, count), 1):
        found.offer(dealt, found.nodes(dealt))
        if number % 100_000 == 0:
            print(f"  {number} hands, worst {max(found.kept)[0]} nodes", file=sys.stderr)
    rng = random.Random(f"{name} climbing")
    for dealt, nodes in found.worst()[:CLIMBED]:
        found.offer(*climb(rng, found, dealt, nodes))
    print(f"  after climbing {max(found.kept)[0]} nodes", file=sys.stderr)
    return found.worst()


def climb(rng: random.Random, found: Mine, dealt: Dealt, nodes: int) -> tuple[Dealt, int]:
    """Exchange a card, or the one turned up, as long as that takes more nodes; return the end."""
    rules = found.ruleset.melds
    for _ in range(STEPS):
        wild_card, hand = dealt
        tried = list(hand)
        if rng.random() < 0.1:
            wild_card = rng.choice(NATURAL_KINDS)
        else:
            stock = Counter(full_deck(rules)) - Counter(hand)
            tried[rng.randrange(len(hand))] = rng.choice(sorted(stock.elements()))
        wild = wild_kinds(wild_card, rules)
        if sum(is_joker(kind, wild) for kind in tried) <= MOST_JOKERS:
            more = found.nodes((wild_card, tried))
            if more >= nodes:
                dealt, nodes = (wild_card, tried), more
    return dealt, nodes


PLAIN: Final[dict[str, Callable[[str], Iterator[Dealt]]]] = {
    "random-13": partial(points_13, "random"),
    "near-complete-13": partial(points_13, "near-complete"),
    "joker-heavy-13": partial(points_13, "joker-heavy"),
    "gin-random": partial(gin, "random"),
    "gin-near": partial(gin, "near-complete"),
    "jokers-21": jokers_21,
}
"""The corpora that are made and not searched for."""

MINED: Final = {
    "adversarial-13": (every_kind_13, "points-13", 1_000_000),
    "adversarial-21": (every_kind_21, HOUSE_21, 100_000),
}
"""The corpora that are searched for: among which hands, by which rules, and among how many."""


def write(name: str, hands: Iterable[tuple[Dealt, int | None]]) -> None:
    """Write a corpus, a line for each hand."""
    lines = []
    for (wild_card, hand), nodes in hands:
        row: dict[str, object] = {
            "hand": [kind_name(kind) for kind in hand],
            "wild_card": None if wild_card is None else kind_name(wild_card),
        }
        if nodes is not None:
            row["nodes"] = nodes
        lines.append(json.dumps(row, separators=(",", ":")) + "\n")
    CORPORA.mkdir(exist_ok=True)
    (CORPORA / f"{name}.ndjson").write_text("".join(lines), encoding="utf-8")


def main() -> int:
    """Make the corpora and return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = [*PLAIN, *MINED]
    parser.add_argument("--only", nargs="+", choices=names, default=names)
    parser.add_argument("--share", type=float, default=1.0, help="part of the hands to look at")
    options = parser.parse_args()
    if not COMPILED:
        print("mining needs the compiled search: python setup.py build_ext --inplace")
        return 1
    for name in options.only:
        started = time.monotonic()
        if name in PLAIN:
            write(name, ((dealt, None) for dealt in PLAIN[name](name)))
        else:
            hands, ruleset, count = MINED[name]
            rules = ruleset_called(ruleset)
            write(name, mine(hands(random.Random(name)), rules, round(count * options.share), name))
        print(f"{name}: {time.monotonic() - started:.0f} s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
