"""The search is worth what the reference is, on seeded hands; `prove.py` does more of the same."""

import random

import pytest

from tests.differential.compare import find_difference
from tests.differential.hands import MAKERS, deal_hand
from tests.differential.rulesets import VARIANTS
from validator.dialects import RULESETS
from validator.melds import is_joker
from validator.rulesets import Ruleset

HANDS = 32
"""Hands of each kind in each ruleset."""

MOST_JOKERS = 6
"""The reference takes seconds on a hand with more; `prove.py` has the patience."""


def differences(ruleset: Ruleset, kind: str, count: int) -> list[str]:
    rng = random.Random(f"{ruleset.id} {kind}")
    found = []
    for _ in range(count):
        deal, hand = deal_hand(rng, ruleset, MAKERS[kind], one_more=0.1)
        if sum(is_joker(card, deal.wild) for card in hand) <= MOST_JOKERS:
            found.append(find_difference(hand, deal))
    return [text for text in found if text is not None]


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_the_search_is_exact_in_every_built_in_ruleset(ruleset: Ruleset, kind: str) -> None:
    assert differences(ruleset, kind, HANDS) == []


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("ruleset", VARIANTS, ids=lambda ruleset: ruleset.id)
def test_the_search_is_exact_for_every_field_of_the_meld_rules(ruleset: Ruleset, kind: str) -> None:
    assert differences(ruleset, kind, HANDS // 4) == []
