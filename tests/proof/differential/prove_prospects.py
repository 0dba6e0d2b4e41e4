"""The long comparison: distance and completing cards against trying, on many hands.

``python -m tests.proof.differential.prove_prospects`` prints a row for each ruleset and kind of
hand; results are recorded in docs/proof.md. Exit status 1 when there is any difference. Of every
hand:

* the distance is that of `exchanges.least_exchanges`, however far; where rules are such that
  trying takes too long, up to two cards, and farther where trying finds none;
* the nearest hand is in the decks, can be declared, and is as far away as the distance says;
* the completing cards are those with which some card can be left out of a hand to declare.
"""

import argparse
import multiprocessing
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence

from tests.proof.differential.exchanges import is_declarable, is_eased, least_exchanges
from tests.proof.differential.hands import MAKERS, turn_up
from tests.proof.differential.rulesets import VARIANTS
from validator.cards import ALL_KINDS, Kind, kind_name
from validator.deals import Deal
from validator.prospects import distance
from validator.prospects.completing_cards import completing_kinds
from validator.prospects.nearest_hand import NearestSearch
from validator.questions.hands import copies_held
from validator.rules.dialects import RULESETS
from validator.rules.rulesets import Ruleset

SHARES = {"random": 0.25, "near-complete": 0.4, "joker-heavy": 0.15, "dense": 0.2}
"""How many of a ruleset's hands are of each kind."""

FAR_WITHOUT_EASE = 2
"""Cards exchanged by trying, at most, where nothing tells beforehand that trying is in vain."""

Task = tuple[str, str, int, int]
"""Ruleset, kind of hand, number of hands, seed."""


class CountingSearch(NearestSearch):
    """Keeps the most steps that any hand has taken."""

    most_steps = 0

    def reach(self, drawn: int) -> list[Kind] | None:
        found = super().reach(drawn)
        CountingSearch.most_steps = max(CountingSearch.most_steps, self.steps)
        return found


def compare(task: Task) -> tuple[Task, Counter[str], list[str]]:
    """Return what was compared, counted, and every fault found."""
    ruleset_id, kind, count, seed = task
    ruleset = next(rules for rules in (*RULESETS, *VARIANTS) if rules.id == ruleset_id)
    rng = random.Random(f"prospects {ruleset_id} {kind} {seed}")
    vars(distance)["NearestSearch"] = CountingSearch
    CountingSearch.most_steps = 0
    counts: Counter[str] = Counter()
    faults = []
    for _ in range(count):
        wild_card = turn_up(rng, ruleset.melds)
        size = rng.choice(ruleset.melds.hand_sizes) + (rng.random() < 0.25)
        deal, copies = Deal.of(ruleset, wild_card), copies_held(ruleset, wild_card)
        hand = MAKERS[kind](rng, ruleset.melds, deal.wild, size)
        counts["hands"] += 1
        for fault in faults_of(hand, deal, copies, counts):
            shown = f"{' '.join(map(kind_name, hand))}, wild {sorted(deal.wild)}"
            faults.append(f"{ruleset_id}: {shown}: {fault}")
    counts["most steps"] = CountingSearch.most_steps
    return task, counts, faults


def faults_of(
    hand: list[Kind], deal: Deal, copies: Sequence[int], counts: Counter[str]
) -> list[str]:
    """Return what is wrong with the answers for one hand; count how far it is."""
    faults = []
    size = len(hand) - (len(hand) not in deal.ruleset.melds.hand_sizes)
    nearest = distance.nearest_hand(hand, deal, copies)
    if nearest is None:
        return ["undetermined"]
    found = size - (Counter(nearest) & Counter(hand)).total()
    counts[f"distance {found}"] += 1
    if len(nearest) != size or not is_declarable(nearest, deal):
        faults.append(f"{nearest} is no hand that can be declared")
    if any(count > copies[kind] for kind, count in Counter(nearest).items()):
        faults.append(f"{nearest} is not in the decks")
    most = size if is_eased(deal) else FAR_WITHOUT_EASE
    tried = least_exchanges(hand, deal, copies, most)
    if tried != (found if found <= most else None):
        faults.append(f"distance {found}, by trying {tried}")
    base = hand[:size]
    drawable = [kind for kind in ALL_KINDS if base.count(kind) < copies[kind]]
    completing = completing_kinds(base, deal, drawable)
    expected = [kind for kind in drawable if _completes(kind, base, deal)]
    counts["completing cards"] += len(expected)
    if completing != expected:
        faults.append(f"completed by {completing}, by trying {expected}")
    return faults


def _completes(kind: Kind, hand: list[Kind], deal: Deal) -> bool:
    cards = [*hand, kind]
    rests = ([*cards[:place], *cards[place + 1 :]] for place in range(len(cards)))
    return any(is_declarable(rest, deal) for rest in rests)


def tasks_for(rulesets: Sequence[Ruleset], hands: int, seed: int) -> list[Task]:
    return [
        (ruleset.id, kind, round(hands * share), seed)
        for ruleset in rulesets
        for kind, share in SHARES.items()
    ]


def main() -> int:
    """Compare, print a row for each ruleset and kind, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=900, help="hands of each built-in ruleset")
    parser.add_argument("--variants", type=int, default=60, help="hands of each other ruleset")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=None, help="one a core, if not given")
    options = parser.parse_args()
    tasks = tasks_for(RULESETS, options.hands, options.seed)
    tasks += tasks_for(VARIANTS, options.variants, options.seed)
    started = time.monotonic()
    total, failed = 0, 0
    with multiprocessing.Pool(options.processes) as pool:
        for task, counts, faults in pool.imap(compare, tasks):
            total += counts["hands"]
            failed += len(faults)
            facts = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
            print(f"{task[0]} {task[1]}: {facts}, differences {len(faults)}", flush=True)
            print(*faults[:3], sep="\n", end="\n" if faults else "")
    print(f"{total} hands, {failed} differences, {time.monotonic() - started:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
