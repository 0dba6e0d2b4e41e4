"""Seeded hands for comparing the search with the reference: what each kind of hand is good for.

* random: a fresh deal; few of these can be declared, so they test little but are what comes most;
* near-complete: melds of every shape with up to two cards exchanged; these decide games;
* joker-heavy: up to ten wild cards and printed jokers, the rest near-complete;
* dense: cards of few neighbouring ranks, where many melds compete for the same card;
* identical: pairs and triplets of one card, where the ruleset has a use for them.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence

from validator.cards import NATURAL_KINDS, PRINTED_JOKER, Kind, kind_of, rank_index
from validator.deals import Deal, wild_kinds
from validator.rules.layers import MeldRules
from validator.rules.policies import Ace, WildScope
from validator.rules.rulesets import Ruleset

Maker = Callable[[random.Random, MeldRules, frozenset[Kind], int], list[Kind]]
"""Makes a hand of so many cards."""

MOST_JOKERS = 10


def full_deck(rules: MeldRules) -> list[Kind]:
    """Return every card of the ruleset's decks, in card order."""
    return sorted([*NATURAL_KINDS] * rules.decks + [PRINTED_JOKER] * rules.printed_jokers)


def turn_up(rng: random.Random, rules: MeldRules) -> Kind | None:
    """Return a card to be turned up: a printed joker in one deal of ten, none in one of twenty."""
    if rules.wild_scope is WildScope.NONE or rng.random() < 0.05:
        return None
    if rules.printed_jokers and rng.random() < 0.1:
        return PRINTED_JOKER
    return rng.choice(NATURAL_KINDS)


def random_hand(
    rng: random.Random, rules: MeldRules, wild: frozenset[Kind], size: int
) -> list[Kind]:
    """Return a fresh deal."""
    del wild
    return rng.sample(full_deck(rules), size)


def near_complete_hand(
    rng: random.Random, rules: MeldRules, wild: frozenset[Kind], size: int
) -> list[Kind]:
    """Return melds, one card in eight a joker, with up to two cards exchanged."""
    return _melded_hand(rng, rules, wild, size, _meld, jokers_of_eight=1)


def identical_hand(
    rng: random.Random, rules: MeldRules, wild: frozenset[Kind], size: int
) -> list[Kind]:
    """Return mostly pairs and triplets of one card, with up to two cards exchanged."""
    return _melded_hand(rng, rules, wild, size, _identical_or_meld, jokers_of_eight=0)


def _melded_hand(
    rng: random.Random,
    rules: MeldRules,
    wild: frozenset[Kind],
    size: int,
    make: Callable[[random.Random, MeldRules], list[Kind]],
    jokers_of_eight: int,
) -> list[Kind]:
    stock = Counter(full_deck(rules))
    hand: list[Kind] = []
    for _ in range(40):
        meld = make(rng, rules)
        for place in range(len(meld)):
            jokers = [kind for kind in sorted(wild | {PRINTED_JOKER}) if stock[kind]]
            if jokers and rng.random() < jokers_of_eight / 8:
                meld[place] = rng.choice(jokers)
        if len(hand) + len(meld) <= size and not Counter(meld) - stock:
            stock -= Counter(meld)
            hand += meld
    _fill(rng, hand, stock, size)
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        place = rng.randrange(size)
        drawn = rng.choice(sorted(stock.elements()))
        stock[drawn] -= 1
        stock[hand[place]] += 1
        hand[place] = drawn
    return hand


def joker_heavy_hand(
    rng: random.Random, rules: MeldRules, wild: frozenset[Kind], size: int
) -> list[Kind]:
    """Return up to ten jokers, the rest as of a near-complete hand."""
    stock = Counter(full_deck(rules))
    jokers = sorted(kind for kind in stock.elements() if kind in wild or kind == PRINTED_JOKER)
    count = min(len(jokers), rng.randint(2, MOST_JOKERS), size)
    hand = rng.sample(jokers, count)
    rest = near_complete_hand(rng, rules, frozenset(), size)
    rng.shuffle(rest)
    stock -= Counter(hand)
    for kind in rest:
        if len(hand) < size and stock[kind] and kind not in wild and kind != PRINTED_JOKER:
            stock[kind] -= 1
            hand.append(kind)
    plain = Counter({k: n for k, n in stock.items() if k not in wild and k != PRINTED_JOKER})
    _fill(rng, hand, plain, size)
    return hand


def dense_hand(
    rng: random.Random, rules: MeldRules, wild: frozenset[Kind], size: int
) -> list[Kind]:
    """Return cards of five neighbouring ranks, aces next to kings, with a joker now and then."""
    del wild
    first = rng.randrange(13)
    ranks = {(first + step) % 13 for step in range(5)}
    deck = full_deck(rules)
    near = [kind for kind in deck if kind == PRINTED_JOKER or rank_index(kind) in ranks]
    return rng.sample(near, min(size, len(near)))


MAKERS: dict[str, Maker] = {
    "random": random_hand,
    "near-complete": near_complete_hand,
    "joker-heavy": joker_heavy_hand,
    "dense": dense_hand,
}
"""The kinds of hand for every ruleset, by name."""

IDENTICAL = "identical"
"""The kind of hand for rulesets in which identical cards belong together."""


def is_large(ruleset: Ruleset) -> bool:
    """Return whether a hand has so many cards that the reference takes long."""
    return max(ruleset.melds.hand_sizes) > 13


def makers_for(ruleset: Ruleset) -> dict[str, Maker]:
    """Return the kinds of hand that suit a ruleset, by name."""
    rules = ruleset.melds
    counts = rules.identical_triplet or rules.dublees_to_declare is not None
    return {**MAKERS, IDENTICAL: identical_hand} if counts else MAKERS


def deal_hand(
    rng: random.Random, ruleset: Ruleset, maker: Maker, one_more: float = 0.0
) -> tuple[Deal, list[Kind]]:
    """Return a deal and a hand; with probability `one_more` it has one card to set aside."""
    rules = ruleset.melds
    wild_card = turn_up(rng, rules)
    size = rng.choice(rules.hand_sizes) + (rng.random() < one_more)
    return Deal.of(ruleset, wild_card), maker(rng, rules, wild_kinds(wild_card, rules), size)


def _meld(rng: random.Random, rules: MeldRules) -> list[Kind]:
    size = rng.choice((3, 3, 3, 4, 4, 5))
    if rng.random() < 0.6:
        last = 13 - size + (rules.ace is Ace.LOW_OR_HIGH)
        first, suit = rng.randint(0, last), rng.randrange(4)
        return [kind_of((first + step) % 13, suit) for step in range(size)]
    rank = rng.randrange(13)
    return [kind_of(rank, suit) for suit in rng.sample(range(4), min(size, 4))]


def _identical_or_meld(rng: random.Random, rules: MeldRules) -> list[Kind]:
    if rng.random() < 0.25:
        return _meld(rng, rules)
    kind = rng.choice((PRINTED_JOKER, *NATURAL_KINDS))
    return [kind] * rng.choice((2, 2, rules.decks))


def _fill(rng: random.Random, hand: list[Kind], stock: Counter[Kind], size: int) -> None:
    rest: Sequence[Kind] = sorted(stock.elements())
    for kind in rng.sample(rest, size - len(hand)):
        stock[kind] -= 1
        hand.append(kind)
