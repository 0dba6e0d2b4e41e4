"""The alternatives are all the arrangements that are as good as the best, in the documented order.

Held against trying every arrangement: of knock hands in order, of hands with jokers as a whole.
"""

import random
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

import pytest

from tests.proof.differential.compare import cards_of, judge_again
from tests.proof.differential.hands import MAKERS, deal_hand, dense_hand
from tests.proof.differential.reduced import joker_hands
from tests.proof.differential.rulesets import VARIANTS
from tests.proof.differential.test_tie_order import KNOCK, Placing, placings
from validator.cards import Card, Kind
from validator.deals import Deal
from validator.melds import Meld, MeldKind, is_joker, read_meld
from validator.prospects.alternatives import find_alternatives
from validator.rules.dialects import RULESETS
from validator.rules.rulesets import Ruleset
from validator.scoring import Arrangement, arrange, preference
from validator.search import best_arrangement

pytestmark = pytest.mark.compiled

ALL = 10_000
"""More than there are."""

Groups = list[list[Kind]]


def groups_of(arrangement: Arrangement) -> Groups:
    return sorted(sorted(card.kind for card in meld.cards) for meld in arrangement.melds)


@pytest.mark.parametrize("seed", range(60))
def test_a_knock_hand_has_all_its_best_arrangements_in_order(seed: int) -> None:
    deal = Deal.of(KNOCK, None)
    hand = dense_hand(random.Random(seed), KNOCK.melds, frozenset(), 10)
    best = best_arrangement(hand, deal)

    def deadwood(arrangement: tuple[Placing, ...]) -> tuple[int, int]:
        loose = [cards[0] for _, size, cards in arrangement if not size]
        return sum(deal.points[card] for card in loose), len(loose)

    every = sorted(placings(tuple(sorted(hand))))
    least = min(map(deadwood, every))
    expected: list[Groups] = []
    for arrangement in every:
        groups = sorted(sorted(cards) for _, size, cards in arrangement if size)
        if deadwood(arrangement) == least and groups not in expected:
            expected.append(groups)
    found = [best, *find_alternatives(hand, deal, best, ALL)]
    assert [groups_of(arrangement) for arrangement in found] == expected


@lru_cache(maxsize=100_000)
def read(group: tuple[Kind, ...], deal: Deal) -> Meld:
    return read_meld(group, deal.wild, deal.ruleset.melds)


def layouts(cards: tuple[Kind, ...], deal: Deal) -> Iterator[tuple[list[Meld], list[Kind]]]:
    """Yield every way to lay cards out as melds and deadwood."""
    if not cards:
        yield [], []
        return
    first, rest = cards[0], cards[1:]
    for melds, loose in layouts(rest, deal):
        yield melds, [first, *loose]
    for chosen in range(1 << len(rest)):
        if chosen.bit_count() < 2:
            continue
        others = [card for place, card in enumerate(rest) if chosen >> place & 1]
        meld = read((first, *others), deal)
        if meld.kind is not MeldKind.INVALID:
            left = tuple(card for place, card in enumerate(rest) if not chosen >> place & 1)
            for melds, loose in layouts(left, deal):
                yield [meld, *melds], loose


def without_jokers(melds: list[Meld], deal: Deal) -> tuple[tuple[Kind, ...], ...]:
    """Return what of the melds is no joker: in that alternatives differ."""
    groups = (
        tuple(sorted(card.kind for card in meld.cards if not is_joker(card.kind, deal.wild)))
        for meld in melds
    )
    return tuple(sorted(group for group in groups if group))


HANDS = [
    (ruleset_id, number)
    for ruleset_id in ("points-13", "yeeqia-13", "rummymates-13")
    for number in range(12)
]


@pytest.mark.parametrize(("ruleset_id", "number"), HANDS)
def test_a_hand_with_jokers_has_all_that_differ_in_other_cards(
    ruleset_id: str, number: int
) -> None:
    hands = list(joker_hands(ruleset_id, 6 + number % 2))
    deal, hand = random.Random(number).choice(hands)
    best = best_arrangement(hand, deal)
    expected = {
        without_jokers(melds, deal)
        for melds, loose in layouts(hand, deal)
        if preference(arrange(melds, map(Card, loose), None, deal)) == preference(best)
    }
    found = [best, *find_alternatives(hand, deal, best, ALL)]
    looks = [without_jokers([*arrangement.melds], deal) for arrangement in found]
    assert len(set(looks)) == len(looks)
    assert set(looks) == expected


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("ruleset", [*RULESETS, *VARIANTS], ids=lambda ruleset: ruleset.id)
def test_an_alternative_is_the_same_hand_and_worth_as_much(ruleset: Ruleset, kind: str) -> None:
    rng = random.Random(f"{ruleset.id} {kind} alternatives")
    for _ in range(3):
        deal, hand = deal_hand(rng, ruleset, MAKERS[kind], one_more=0.3)
        best = best_arrangement(hand, deal)
        found = find_alternatives(hand, deal, best, 20)
        for number, arrangement in enumerate(found):
            assert preference(arrangement) == preference(best)
            assert judge_again(arrangement, deal) == arrangement
            assert cards_of(arrangement) == Counter(hand)
            assert arrangement not in [best, *found[:number]]
