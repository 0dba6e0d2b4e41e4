"""`distance` and the completing cards are what trying finds; `prove_prospects.py` does more."""

import random
from collections import Counter
from typing import Any

import pytest

from tests.proof.differential.exchanges import DeclarableHands, is_declarable, least_exchanges
from tests.proof.differential.hands import MAKERS, is_large, near_complete_hand, turn_up
from tests.proof.differential.rulesets import VARIANTS
from tests.support.house import deal_of, house
from validator import reference
from validator.cards import ALL_KINDS, PRINTED_JOKER, Kind
from validator.deals import Deal
from validator.prospects.completing_cards import completing_kinds
from validator.prospects.distance import distance, nearest_hand
from validator.questions.hands import copies_held
from validator.rules.dialects import RULESETS
from validator.rules.policies import Ace
from validator.rules.rulesets import Ruleset

pytestmark = pytest.mark.compiled

HANDS = 4
"""Hands of each kind in each built-in ruleset."""

FAR = 2
"""Cards exchanged by trying, at most; every one more takes ten times as long."""


def dealt(rng: random.Random, ruleset: Ruleset, kind: str) -> tuple[Deal, list[Kind], list[int]]:
    """Return a deal, a hand, in one of four with a card to set aside, and the decks."""
    wild_card = turn_up(rng, ruleset.melds)
    deal = Deal.of(ruleset, wild_card)
    size = rng.choice(ruleset.melds.hand_sizes) + (rng.random() < 0.25)
    hand = MAKERS[kind](rng, ruleset.melds, deal.wild, size)
    return deal, hand, copies_held(ruleset, wild_card)


def deck_of(copies: list[int]) -> list[Kind]:
    return [kind for kind in ALL_KINDS for _ in range(copies[kind])]


SMALL: dict[str, dict[str, Any]] = {
    "a sequence": {"min_sequences": 1},
    "two sequences": {},
    "two pure sequences": {"min_pure_sequences": 2},
    "no sequence": {"min_sequences": 0, "min_pure_sequences": 0},
    "ace low": {"ace": Ace.LOW, "min_sequences": 1},
    "no jokers": {"printed_jokers": 0, "min_sequences": 1},
    "no joker in sets": {"min_sequences": 1, "max_jokers_in_set": 0},
    "no joker in sequences": {"min_sequences": 1, "max_jokers_in_sequence": 0},
    "two naturals": {"min_sequences": 1, "min_naturals": 2},
    "joker groups": {"min_sequences": 1, "min_naturals": 0, "printed_jokers": 4},
    "tunnelas": {"decks": 3, "identical_triplet": True, "printed_jokers": 0},
    "a long sequence": {"cards": 7, "long_sequence_cards": 4, "printed_jokers": 0},
}


@pytest.mark.parametrize("name", SMALL)
def test_the_distance_of_six_cards_is_that_to_the_nearest_of_all_hands(name: str) -> None:
    changes: dict[str, Any] = {"cards": 6, "decks": 1, "printed_jokers": 1, **SMALL[name]}
    ruleset = house(**changes)
    deal, copies = deal_of(ruleset), copies_held(ruleset, None)
    declarable = DeclarableHands(deal, copies, changes["cards"])
    rng = random.Random(name)
    for number in range(12):
        size = changes["cards"] + number % 2
        hand = rng.sample(deck_of(copies), size)
        if number % 3:
            hand = near_complete_hand(rng, ruleset.melds, frozenset(), size)
        assert distance(hand, deal, copies) == declarable.least_exchanges(hand), hand


def test_the_distance_of_a_small_knock_hand_is_that_to_the_nearest_of_all_hands() -> None:
    ruleset = house("knock-52", cards=3, knock_limit=4)
    deal, copies = deal_of(ruleset), copies_held(ruleset, None)
    knocks = DeclarableHands(deal, copies, 3)
    rng = random.Random(3)
    for number in range(60):
        hand = rng.sample(deck_of(copies), 3 + number % 2)
        assert distance(hand, deal, copies) == knocks.least_exchanges(hand), hand


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_the_distance_is_exact_in_every_built_in_ruleset(ruleset: Ruleset, kind: str) -> None:
    rng = random.Random(f"{ruleset.id} {kind}")
    for _ in range(1 if is_large(ruleset) else HANDS):
        deal, hand, copies = dealt(rng, ruleset, kind)
        found = distance(hand, deal, copies)
        if found is None:  # ruling R30: limits on jokers, and many of them
            assert (ruleset.melds.max_jokers_in_sequence, kind) == (1, "joker-heavy")
            continue
        tried = least_exchanges(hand, deal, copies, FAR)
        assert tried == (found if found <= FAR else None), hand


@pytest.mark.parametrize("ruleset", VARIANTS, ids=lambda ruleset: ruleset.id)
def test_the_distance_is_exact_for_every_field_of_the_meld_rules(ruleset: Ruleset) -> None:
    rng = random.Random(ruleset.id)
    for kind in MAKERS:
        deal, hand, copies = dealt(rng, ruleset, kind)
        found = distance(hand, deal, copies)
        assert found is not None
        assert least_exchanges(hand, deal, copies, 1) == (found if found <= 1 else None), hand


@pytest.mark.parametrize("ruleset", [*RULESETS, *VARIANTS], ids=lambda ruleset: ruleset.id)
def test_the_nearest_hand_is_in_the_decks_and_can_be_declared(ruleset: Ruleset) -> None:
    rng = random.Random(ruleset.id)
    for kind in ("random", "dense"):
        deal, hand, copies = dealt(rng, ruleset, kind)
        nearest = nearest_hand(hand, deal, copies)
        assert nearest is not None
        assert len(nearest) in ruleset.melds.hand_sizes
        assert not Counter(nearest) - Counter(deck_of(copies))
        assert is_declarable(nearest, deal)


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_a_hand_is_no_farther_than_the_cards_that_were_exchanged(ruleset: Ruleset) -> None:
    rng = random.Random(ruleset.id)
    for exchanged in (1, 2, 3, 4):
        deal, hand, copies = dealt(rng, ruleset, "near-complete")
        complete = nearest_hand(hand, deal, copies)
        assert complete is not None
        kept = rng.sample(complete, len(complete) - exchanged)
        stock = Counter(deck_of(copies)) - Counter(kept)
        changed = [*kept, *rng.sample(sorted(stock.elements()), exchanged)]
        found = distance(changed, deal, copies)
        assert found is not None
        assert found <= exchanged


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("ruleset", [*RULESETS, *VARIANTS], ids=lambda ruleset: ruleset.id)
def test_a_card_completes_a_hand_that_can_be_declared_without_another(
    ruleset: Ruleset, kind: str
) -> None:
    rng = random.Random(f"{ruleset.id} {kind} completing")
    deal, hand, copies = dealt(rng, ruleset, kind)
    hand = hand[: len(hand) - (len(hand) not in ruleset.melds.hand_sizes)]
    drawable = [card for card in ALL_KINDS if hand.count(card) < copies[card]]
    expected = [
        card
        for card in drawable
        if any(is_declarable(rest, deal) for rest in without_one([*hand, card]))
    ]
    assert completing_kinds(hand, deal, drawable) == expected, hand


def test_a_card_completes_a_small_hand_by_the_reference_too() -> None:
    ruleset = house(cards=7, min_sequences=2)
    deal, copies = deal_of(ruleset, "2S"), copies_held(ruleset, None)
    deck = [Kind(k) for k in (11, 12, 0, 1, 2, 24, 25, 13, 14, 15) * 2] + [PRINTED_JOKER] * 2
    rng = random.Random(7)
    for _ in range(4):
        hand = rng.sample(deck, 7)
        drawable = [card for card in ALL_KINDS if hand.count(card) < copies[card]]
        expected = [
            card for card in drawable if reference.best_arrangement([*hand, card], deal).declarable
        ]
        assert completing_kinds(hand, deal, drawable) == expected, hand


def without_one(cards: list[Kind]) -> list[list[Kind]]:
    return [[*cards[:place], *cards[place + 1 :]] for place in range(len(cards))]
