"""Hands for the vectors: a fresh deal, nearly complete ones, many jokers, and the edges of rules.

Each maker takes `SeededDraws` and the `Stock` it deals from. It returns a hand in groups as its
owner may have meant them, and loose cards; the same for the same draws.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from ..cards import NATURAL_KINDS, PRINTED_JOKER, RANK_COUNT, SUITS, Kind, kind_of, rank_index
from ..deals import wild_kinds
from ..melds import is_joker
from ..rules import Ace, MeldRules, WildScope
from .splitmix import SeededDraws

_MAX_JOKERS = 10
"""Of a hand with many jokers."""
_TRIES = 40
"""Melds that are tried, until a hand has no more room for one."""


class VectorKind(StrEnum):
    """What a vector's hand is good for."""

    RANDOM = "random"
    """A fresh deal: what comes most, and hardly ever complete."""
    NEAR_COMPLETE = "near_complete"
    """Melds of every shape, a joker here and there, up to two cards exchanged: these decide."""
    JOKER_HEAVY = "joker_heavy"
    """Two to ten jokers; the rest is nearly complete."""
    EDGE = "edge"
    """A group at the edge of a rule, such as K-A-2 or a set of five, beside whole melds."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A hand, in groups as they may be shown, and what is in none."""

    groups: list[list[Kind]]
    """The groups, none of them empty."""
    loose: list[Kind]
    """The other cards."""

    @property
    def hand(self) -> list[Kind]:
        """All the cards."""
        return [*(kind for group in self.groups for kind in group), *self.loose]


class Stock:
    """The cards of a deal that nobody has taken yet, with its rules and wild cards."""

    def __init__(self, rules: MeldRules, wild_card: Kind | None) -> None:
        self.rules = rules
        self.wild = wild_kinds(wild_card, rules)
        self.copies = Counter(dict.fromkeys(NATURAL_KINDS, rules.decks))
        self.copies[PRINTED_JOKER] = rules.printed_jokers
        if wild_card is not None and rules.exposed_card_removed:
            self.copies[wild_card] -= 1

    def take(self, kinds: list[Kind]) -> list[Kind]:
        """Take these cards from the stock, and return those that it still had."""
        taken = []
        for kind in kinds:
            if self.copies[kind]:
                self.copies[kind] -= 1
                taken.append(kind)
        return taken

    def jokers(self, draws: SeededDraws, count: int) -> list[Kind]:
        """Take `count` jokers from the stock and return them; fewer if it has no more."""
        left = [kind for kind in self.left() if is_joker(kind, self.wild)]
        return self.take(draws.some(left, min(count, len(left))))

    def left(self) -> list[Kind]:
        """Return the cards of the stock, in card order."""
        return sorted(self.copies.elements())


def turn_up(draws: SeededDraws, rules: MeldRules) -> Kind | None:
    """Return a card turned up; a printed joker in one deal of ten, and none in one of twenty."""
    if rules.wild_scope is WildScope.NONE or draws.happens(1, 20):
        return None
    if rules.printed_jokers and draws.happens(1, 10):
        return PRINTED_JOKER
    return draws.one(NATURAL_KINDS)


def deal_hand(kind: VectorKind, draws: SeededDraws, stock: Stock, size: int, number: int) -> Dealt:
    """Return a hand of `size` cards; the edges come in turn, by `number`."""
    if kind is VectorKind.RANDOM:
        return Dealt([], stock.take(draws.some(stock.left(), size)))
    if kind is VectorKind.JOKER_HEAVY:
        jokers = stock.jokers(draws, min(size, draws.between(2, _MAX_JOKERS)))
        for joker in {*stock.wild, PRINTED_JOKER}:
            stock.copies[joker] = 0
        return _complete(draws, stock, size, Dealt([], jokers), jokers_of=0)
    if kind is VectorKind.EDGE:
        edge = _EDGES[number % len(_EDGES)]
        return _complete(draws, stock, size, Dealt([edge(draws, stock)[:size]], []), jokers_of=8)
    return _exchange(draws, stock, _complete(draws, stock, size, Dealt([], []), jokers_of=8))


def _complete(draws: SeededDraws, stock: Stock, size: int, dealt: Dealt, jokers_of: int) -> Dealt:
    """Return a hand filled up to `size` with melds, then with whatever the stock has.

    One card of `jokers_of` gives way to a joker; none where that is 0.
    """
    groups, loose = [group for group in dealt.groups if group], [*dealt.loose]
    room = size - len(dealt.hand)
    for _ in range(_TRIES):
        if room < stock.rules.meld_min_cards:
            break
        meld = _meld(draws, stock.rules)
        if len(meld) > room or Counter(meld) - stock.copies:
            continue
        stock.take(meld)
        for place, kind in enumerate(meld):
            if jokers_of and draws.happens(1, jokers_of) and (taken := stock.jokers(draws, 1)):
                stock.copies[kind] += 1
                meld[place] = taken[0]
        groups.append(meld)
        room -= len(meld)
    return Dealt(groups, [*loose, *stock.take(draws.some(stock.left(), room))])


def _meld(draws: SeededDraws, rules: MeldRules) -> list[Kind]:
    """Return a meld without jokers: three sequences for every two sets."""
    size = max(rules.meld_min_cards, draws.one((3, 3, 3, 4, 4, 5)))
    if draws.happens(3, 5):
        first = draws.between(0, RANK_COUNT - size + (rules.ace is Ace.LOW_OR_HIGH))
        suit = draws.below(len(SUITS))
        return [kind_of((first + step) % RANK_COUNT, suit) for step in range(size)]
    rank = draws.below(RANK_COUNT)
    return [kind_of(rank, suit) for suit in draws.some(range(len(SUITS)), min(size, 4))]


def _exchange(draws: SeededDraws, stock: Stock, dealt: Dealt) -> Dealt:
    """Return the hand with none, one or two of its cards exchanged for others of the stock."""
    for _ in range(draws.one((0, 0, 1, 1, 2))):
        group = draws.one([*dealt.groups, dealt.loose] if dealt.loose else dealt.groups)
        (drawn,) = stock.take([draws.one(stock.left())])
        place = draws.below(len(group))
        stock.copies[group[place]] += 1
        group[place] = drawn
    return dealt


_Edge = Callable[[SeededDraws, Stock], list[Kind]]
"""Takes a group at the edge of a rule from the stock; cards that it lacks are left out."""


def _run(*ranks: int, jokers: int = 0, slides: bool = False) -> _Edge:
    """Return the maker of cards of one suit: with `slides`, as far up as there is room."""

    def take(draws: SeededDraws, stock: Stock) -> list[Kind]:
        suit = draws.below(len(SUITS))
        start = draws.below(RANK_COUNT - max(ranks)) if slides else 0
        naturals = stock.take([kind_of(start + rank, suit) for rank in ranks])
        return naturals + stock.jokers(draws, jokers)

    return take


def _set(*suits: int, jokers: int = 0) -> _Edge:
    """Return the maker of cards of one rank, in these of the suits in random order."""

    def take(draws: SeededDraws, stock: Stock) -> list[Kind]:
        rank = draws.below(RANK_COUNT)
        order = draws.some(range(len(SUITS)), len(SUITS))
        naturals = stock.take([kind_of(rank, order[suit]) for suit in suits])
        return naturals + stock.jokers(draws, jokers)

    return take


def _only_jokers(draws: SeededDraws, stock: Stock) -> list[Kind]:
    return stock.jokers(draws, 3)


def _wild_at_face(draws: SeededDraws, stock: Stock) -> list[Kind]:
    """Return a wild card and its neighbours in rank, where there are wild cards."""
    wild = draws.one(sorted(stock.wild) or NATURAL_KINDS)
    suit, rank = wild // RANK_COUNT, rank_index(wild)
    near = [kind_of((rank + step) % RANK_COUNT, suit) for step in (-1, 0, 1)]
    return stock.take(near)


def _mixed(draws: SeededDraws, stock: Stock) -> list[Kind]:
    """Return three cards of three ranks and three suits."""
    ranks = draws.some(range(RANK_COUNT), 3)
    suits = draws.some(range(len(SUITS)), 3)
    return stock.take([kind_of(rank, suit) for rank, suit in zip(ranks, suits, strict=True)])


_EDGES: Final[tuple[_Edge, ...]] = (
    _run(11, 12, 0),
    _run(0, 1, 2),
    _run(12, 0, 1),
    _run(12, 1, jokers=1),
    _run(11, 12, jokers=1),
    _run(0, 1, 3, slides=True),
    _run(0, 1, 3, jokers=1, slides=True),
    _run(0, 3, 4, jokers=1, slides=True),
    _run(0, 2, 4, jokers=2, slides=True),
    _run(0, 1, 1, 2, slides=True),
    _run(0, 1, 2, 3, 4, 5, 6, slides=True),
    _run(0, 1, slides=True),
    _run(0, jokers=2, slides=True),
    _run(0, 0, 0, slides=True),
    _run(0, 0, slides=True),
    _set(0, 1, 1),
    _set(0, 1, 2, 3),
    _set(0, 1, 2, 3, jokers=1),
    _set(0, 1, 2, jokers=2),
    _set(0, 1, jokers=1),
    _only_jokers,
    _wild_at_face,
    _mixed,
)
"""What a vector of the kind `edge` is about, in turn: where the ace stands, gaps and jokers in
them, cards twice, long and short groups, sets of five, jokers alone, wild cards at face value."""
