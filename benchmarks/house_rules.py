"""Which house rule is the worst? Climbs over hands and rules together for a while.

    python benchmarks/house_rules.py --cards 21 --seconds 60 --seed 1

A hand has one card more than is dealt. Cards or one of the rules are exchanged for as long as that
makes the search take more nodes; after many exchanges in vain it begins anew.
"""

import argparse
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, get_type_hints

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.common import Core
from tests.proof.differential.hands import full_deck
from validator import Deal, Kind, MeldRules, Ruleset, RulesetContradiction, find_ruleset
from validator.cards import NATURAL_KINDS, rank_index
from validator.deals import wild_kinds
from validator.melds import is_joker
from validator.rules.layers import MAX_HAND_CARDS
from validator.rules.policies import LoserModel, WildScope

BASE: Final = find_ruleset("points-13")
IN_VAIN: Final = 250
"""Exchanges without gain before a new beginning."""
VALUES: Final[dict[str, list[Any]]] = {
    "decks": [1, 2, 3],
    "printed_jokers": list(range(9)),
    "wild_scope": [*WildScope],
    "neighbour_wilds": [False, True],
    "printed_joker_up": [*get_type_hints(MeldRules)["printed_joker_up"]],
    "ace": [*get_type_hints(MeldRules)["ace"]],
    "meld_min_cards": [3, 4],
    "set_max_cards": [None, 3, 4, 5, 8],
    "min_naturals": [0, 1, 2],
    "max_jokers_in_sequence": [None, 0, 1, 2, 3, 4],
    "max_jokers_in_set": [None, 0, 1, 2, 3, 4],
    "min_sequences": list(range(6)),
    "min_pure_sequences": list(range(6)),
    "long_sequence_cards": [None, 4, 5, 6],
    "identical_triplet": [False, True],
}
POINTS: Final[dict[str, list[Any]]] = {"loser_model": [*LoserModel], "cap": [80, 1000, None]}


@dataclass(frozen=True, slots=True)
class Found:
    """A house rule, a deal and a hand, and what the search takes for it."""

    nodes: int
    ruleset: Ruleset
    wild_card: Kind | None
    hand: list[Kind]
    milliseconds: float


class Climber:
    """Looks for the worst hand of so many cards and one more."""

    def __init__(self, cards: int, seed: int) -> None:
        self.sizes = ((2, cards),)
        self.rng = random.Random(seed)
        self.core = Core()

    def climb(self, seconds: float) -> Found:
        """Return the worst that was found."""
        until = time.monotonic() + seconds
        worst = found = self.begin()
        in_vain = 0
        while time.monotonic() < until:
            tried = self.begin() if in_vain == IN_VAIN else self.exchange(found)
            better = tried is not None and (in_vain == IN_VAIN or tried.nodes > found.nodes)
            in_vain = 0 if better else in_vain + 1
            if tried is not None and better:
                found = tried
                worst = max(worst, found, key=lambda one: one.nodes)
        return worst

    def begin(self) -> Found:
        """Return a house rule with a dense hand, jokers in it."""
        while True:
            melds = {name: self.rng.choice(values) for name, values in VALUES.items()}
            points = {name: self.rng.choice(values) for name, values in POINTS.items()}
            if (ruleset := self._house_rule(BASE, melds, points)) is None:
                continue
            wild_card = self._turn_up(ruleset)
            hand = self._dense_hand(ruleset.melds, wild_card)
            return self._measure(ruleset, wild_card, hand)

    def exchange(self, found: Found) -> Found | None:
        """Return the same with a rule or up to two cards exchanged; None if it cannot be."""
        ruleset: Ruleset | None = found.ruleset
        wild_card, hand = found.wild_card, [*found.hand]
        if self.rng.random() < 0.15:
            name = self.rng.choice([*VALUES, *POINTS])
            melds = {name: self.rng.choice(VALUES[name])} if name in VALUES else {}
            points = {name: self.rng.choice(POINTS[name])} if name in POINTS else {}
            ruleset = self._house_rule(found.ruleset, melds, points)
            if ruleset is not None and self.rng.random() < 0.3:
                wild_card = self._turn_up(ruleset)
        else:
            left = Counter(full_deck(found.ruleset.melds)) - Counter(hand)
            for _ in range(self.rng.choice((1, 1, 2))):
                hand[self.rng.randrange(len(hand))] = self.rng.choice([*left.elements()])
        if ruleset is None or Counter(hand) - Counter(full_deck(ruleset.melds)):
            return None
        if ruleset.melds.wild_scope is WildScope.NONE:
            wild_card = None
        return self._measure(ruleset, wild_card, hand)

    def _house_rule(
        self, base: Ruleset, melds: dict[str, Any], points: dict[str, Any]
    ) -> Ruleset | None:
        try:
            return replace(
                base,
                id="house-rule",
                melds=replace(base.melds, **{**melds, "hand_size_by_players": self.sizes}),
                settlement=replace(base.settlement, **points),
            )
        except RulesetContradiction:
            return None

    def _turn_up(self, ruleset: Ruleset) -> Kind | None:
        scope = ruleset.melds.wild_scope
        return None if scope is WildScope.NONE else self.rng.choice([None, *NATURAL_KINDS])

    def _dense_hand(self, rules: MeldRules, wild_card: Kind | None) -> list[Kind]:
        wild = wild_kinds(wild_card, rules)
        size = self.sizes[0][1] + 1
        deck = full_deck(rules)
        jokers = [kind for kind in deck if is_joker(kind, wild)]
        hand = self.rng.sample(jokers, min(len(jokers), self.rng.choice((0, 1, 2, 3, 4, 6, 8))))
        first, width = self.rng.randrange(13), self.rng.choice((3, 4, 5, 6, 7, 8, 13))
        ranks = {(first + step) % 13 for step in range(width)}
        near = [k for k in deck if not is_joker(k, wild) and rank_index(k) in ranks]
        hand += self.rng.sample(near, min(size - len(hand), len(near)))
        left = [*(Counter(deck) - Counter(hand)).elements()]
        return [*hand, *self.rng.sample(left, size - len(hand))]

    def _measure(self, ruleset: Ruleset, wild_card: Kind | None, hand: list[Kind]) -> Found:
        deal = Deal.of(ruleset, wild_card)
        started = time.perf_counter()
        nodes = self.core.run(hand, deal)[1]
        milliseconds = (time.perf_counter() - started) * 1000
        return Found(nodes, ruleset, wild_card, hand, milliseconds)


def main() -> None:
    """Climb, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=MAX_HAND_CARDS)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    found = Climber(options.cards, options.seed).climb(options.seconds)
    melds = found.ruleset.melds
    changes = {name: getattr(melds, name) for name in VALUES}
    print(f"{found.nodes} nodes, {found.milliseconds:.0f} ms with the tables of the deal")
    shown = {n: str(v) if isinstance(v, StrEnum) else v for n, v in changes.items()}
    print(shown, found.ruleset.settlement.loser_model, found.ruleset.settlement.cap)
    print("turned up", found.wild_card, "hand", sorted(found.hand))


if __name__ == "__main__":
    main()
