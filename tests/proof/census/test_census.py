"""The second witness: every value and every count of the corpus that can be tried in time.

The counts are the perft of this game. `tests.proof.census.plain` makes them by trying everything;
the library is then asked for the same arrangements, and for no other.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from tests.proof.census.plain import Layout, Table
from validator import Card, Deal, Ruleset, find_ruleset
from validator.prospects.alternatives import find_alternatives
from validator.search import best_arrangement

Json = dict[str, Any]

ROOT = Path(__file__).parents[2] / "vectors"
LARGEST: Final = 14
"""Cards of a hand that is tried in a second; those of marriage-21 take longer."""
MOST_JOKERS: Final = 1
"""Jokers of such a hand."""
MOST_LISTED: Final = 100
"""Arrangements that are listed in a second."""

VECTORS = [
    (content["ruleset"], vector)
    for path in sorted(ROOT.glob("*/*.json"))
    for content in [json.loads(path.read_text(encoding="utf-8"))]
    for vector in content["vectors"]
]


def table_of(ruleset: str, vector: Json) -> Table:
    return Table(find_ruleset(ruleset), vector["wild"])


def deal_of(ruleset: str, vector: Json) -> Deal:
    wild = None if vector["wild"] is None else Card.parse(vector["wild"]).kind
    return Deal.of(find_ruleset(ruleset), wild)


def longest_sequence(ruleset: Ruleset) -> int:
    """Return how many cards a sequence has that cannot be laid out as two."""
    fewest, long = ruleset.melds.meld_min_cards, ruleset.melds.long_sequence_cards or 0
    return max(fewest, long) + fewest - 1


@cache
def best_of(ruleset: str, turned_up: str | None, hand: str) -> list[Layout]:
    """Return every best layout; rulesets share hands, and a count is asked for twice."""
    return Table(find_ruleset(ruleset), turned_up).best(hand.split())


def layouts_of(ruleset: str, vector: Json) -> list[Layout]:
    return best_of(ruleset, vector["wild"], " ".join(vector["hand"]))


def is_small(ruleset: str, vector: Json) -> bool:
    table = table_of(ruleset, vector)
    jokers = sum(map(table.may_stand_in, vector["hand"]))
    return len(vector["hand"]) <= LARGEST and jokers <= MOST_JOKERS and "discard" not in vector


def each(vectors: list[tuple[str, Json]]) -> pytest.MarkDecorator:
    cases = [pytest.param(*entry, id=entry[1]["id"]) for entry in vectors]
    return pytest.mark.parametrize(("ruleset", "vector"), cases)


COUNTED = [(r, v) for r, v in VECTORS if "counts" in v["expect"]]
TRIED = [(r, v) for r, v in COUNTED if v["expect"]["counts"]["arrangements"] <= MOST_LISTED]
LEFT_OUT = [(r, v) for r, v in COUNTED if v["expect"]["counts"]["arrangements"] > MOST_LISTED]


@each([(r, v) for r, v in VECTORS if v["expect"].get("kind", "dublee") != "dublee"])
def test_a_group_is_what_the_rules_page_says(ruleset: str, vector: Json) -> None:
    kind = table_of(ruleset, vector).kind_of(tuple(sorted(vector["group"])))
    assert (kind or "invalid") == vector["expect"]["kind"]


@each([(r, v) for r, v in VECTORS if "best" in v["expect"] and is_small(r, v)])
def test_the_best_is_the_least_of_everything(ruleset: str, vector: Json) -> None:
    loose, penalty, points, _ = layouts_of(ruleset, vector)[0].value
    best = vector["expect"]["best"]
    assert (not loose, penalty, points) == (
        best["declarable"],
        best["penalty"],
        best["deadwood_points"],
    )


@each(TRIED)
def test_counts_are_those_of_trying_everything(ruleset: str, vector: Json) -> None:
    melds, best = table_of(ruleset, vector).melds(vector["hand"]), layouts_of(ruleset, vector)
    assert vector["expect"]["counts"] == {"melds": len(melds), "arrangements": len(best)}


@each(LEFT_OUT)
def test_melds_of_a_large_hand_are_counted(ruleset: str, vector: Json) -> None:
    melds = table_of(ruleset, vector).melds(vector["hand"])
    assert vector["expect"]["counts"]["melds"] == len(melds)


@each(TRIED)
def test_the_library_lists_the_same_arrangements(ruleset: str, vector: Json) -> None:
    """All but those with a sequence that is long enough to be laid out as several."""
    deal = deal_of(ruleset, vector)
    longest, every = longest_sequence(deal.ruleset), layouts_of(ruleset, vector)
    short = [one for one in every if max(map(len, one.melds), default=0) <= longest]
    hand = [Card.parse(code).kind for code in vector["hand"]]
    best = best_arrangement(hand, deal)
    assert len(short) == 1 + len(find_alternatives(hand, deal, best, 10 * len(short)))


def test_every_ruleset_has_counts() -> None:
    assert {ruleset for ruleset, _ in COUNTED} == {ruleset for ruleset, _ in VECTORS}
