"""The search is worth what the reference is, on seeded hands; `prove.py` does more of the same."""

import random

import pytest

from tests.proof.differential.compare import find_difference
from tests.proof.differential.hands import IDENTICAL, MAKERS, deal_hand, is_large, makers_for
from tests.proof.differential.rulesets import COMPARED, STAND_FOR, VARIANTS, worth
from validator import COMPILED
from validator.deals import Deal
from validator.melds import is_joker
from validator.rules.dialects import RULESETS
from validator.rules.rulesets import Ruleset
from validator.search import best_arrangement

HANDS = 32 if COMPILED else 12
"""Hands of each kind in each of the first rulesets."""

FEWER = {
    "points-13-open-sets": 6,
    "pool-61": 6,
    "octro-13": 8,
    "ten-card-10": 12,
    "gin-classic": 12,
    "marriage-21": 3,
}
"""Hands of each kind in the others: they share most of their rules, or take the reference long."""

MOST_JOKERS = 6
"""The reference takes seconds on a hand with more; `prove.py` has the patience."""

MOST_JOKERS_OF_21 = 3
"""The same of 21 cards; and with another card to be set aside they are not tried here."""

WITH_IDENTICAL = [one for one in (*COMPARED, *VARIANTS) if IDENTICAL in makers_for(one)]
"""Rulesets in which identical cards belong together."""

SETTLED_OTHERWISE = [ruleset for ruleset in RULESETS if ruleset not in COMPARED]
"""Built-in rulesets for which another one stands."""


def differences(ruleset: Ruleset, kind: str, count: int) -> list[str]:
    rng = random.Random(f"{ruleset.id} {kind}")
    most, one_more = (MOST_JOKERS_OF_21, 0.0) if is_large(ruleset) else (MOST_JOKERS, 0.1)
    maker = makers_for(ruleset)[kind]
    found = []
    for _ in range(count):
        deal, hand = deal_hand(rng, ruleset, maker, one_more)
        if sum(is_joker(card, deal.wild) for card in hand) <= most:
            found.append(find_difference(hand, deal))
    return [text for text in found if text is not None]


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("ruleset", COMPARED, ids=lambda ruleset: ruleset.id)
def test_the_search_is_exact_in_every_built_in_ruleset(ruleset: Ruleset, kind: str) -> None:
    assert differences(ruleset, kind, FEWER.get(ruleset.id, HANDS)) == []


@pytest.mark.parametrize("ruleset", SETTLED_OTHERWISE, ids=lambda ruleset: ruleset.id)
def test_a_ruleset_that_only_settles_otherwise_has_the_same_arrangements(ruleset: Ruleset) -> None:
    rng = random.Random(ruleset.id)
    for _ in range(20):
        deal, hand = deal_hand(rng, ruleset, MAKERS["near-complete"])
        other = Deal(STAND_FOR[worth(ruleset)], deal.wild, deal.points)
        assert best_arrangement(hand, deal) == best_arrangement(hand, other)


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("ruleset", VARIANTS, ids=lambda ruleset: ruleset.id)
def test_the_search_is_exact_for_every_field_of_the_meld_rules(ruleset: Ruleset, kind: str) -> None:
    assert differences(ruleset, kind, HANDS // 4) == []


@pytest.mark.parametrize("ruleset", WITH_IDENTICAL, ids=lambda ruleset: ruleset.id)
def test_the_search_is_exact_where_identical_cards_belong_together(ruleset: Ruleset) -> None:
    assert differences(ruleset, IDENTICAL, HANDS // 4) == []
