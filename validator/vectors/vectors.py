"""Vectors: hands with their answers, by which a client's own rules are held against these.

A vector is decided by its id alone: ruleset, kind, seed and number. The same id has the same hand
and answer on every machine, as long as neither `VECTORS_VERSION` nor the ruleset changes.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ..cards import Card, Kind
from ..deals import Deal
from ..questions import Declaration
from ..rules import GoesOutBy, Ruleset
from ..scoring import Arrangement
from ..verdicts import Verdict, find_best, judge_declaration
from .hands import Dealt, Stock, VectorKind, deal_hand, turn_up
from .splitmix import SeededDraws

VECTORS_VERSION: Final = 1
"""Goes up whenever the vector of any id changes, while its ruleset does not."""

MOST_VECTORS: Final = 10_000
"""Most vectors that are made at a time."""

LAST_SEED: Final = 4_294_967_295
"""Greatest seed; the least is 0."""


@dataclass(frozen=True, slots=True)
class Vector:
    """A question and its answer."""

    id: str
    """Ruleset, kind, seed and number, such as ``points-13/edge/1/7``."""
    hand: tuple[Card, ...]
    """The cards held, in no order."""
    wild_card: Card | None
    """The card turned up; None when none was."""
    groups: tuple[tuple[Card, ...], ...] | None
    """The groups shown; None when none are."""
    discard: Card | None
    """The card set aside, where it is named."""
    verdict: Verdict
    """The answer."""


def make_vectors(
    ruleset: Ruleset, kind: VectorKind | None = None, *, seed: int = 0, count: int = 100
) -> Iterator[Vector]:
    """Yield the first `count` vectors of a kind; of every kind in turn where none is named.

    Nothing is kept: each is made when it is asked for.

    >>> from validator import find_ruleset
    >>> [vector.id for vector in make_vectors(find_ruleset("knock-52"), seed=7, count=2)]
    ['knock-52/random/7/0', 'knock-52/near_complete/7/0']
    """
    kinds = [*VectorKind] if kind is None else [kind]
    for place in range(count):
        yield make_vector(ruleset, kinds[place % len(kinds)], seed, place // len(kinds))


def make_vector(ruleset: Ruleset, kind: VectorKind, seed: int, number: int) -> Vector:
    """Return one vector; `seed` and `number` count from 0.

    >>> from validator import find_ruleset
    >>> vector = make_vector(find_ruleset("points-13"), VectorKind.EDGE, 0, 2)
    >>> [str(card) for card in vector.groups[1]]
    ['AD', 'KD', '2D']
    >>> [violation.code.value for violation in vector.verdict.violations]
    ['sequence_wraps_ace', 'card_left_out']
    """
    name = f"{ruleset.id}/{kind}/{seed}/{number}"
    draws = SeededDraws(name)
    wild_card = turn_up(draws, ruleset.melds)
    size = draws.one(ruleset.melds.hand_sizes)
    aside = draws.happens(1, 2)
    stock = Stock(ruleset.melds, wild_card)
    dealt = deal_hand(kind, draws, stock, size + aside, number)
    hand = draws.some(dealt.hand, size + aside)
    question = Declaration(Deal.of(ruleset, wild_card), tuple(hand), None, None, None)
    if kind is VectorKind.EDGE or draws.happens(3, 4):
        # What an edge is about is in the groups as they were dealt.
        as_dealt = 5 if kind is VectorKind.EDGE else 2
        question = _show(draws, question, dealt, aside=aside, as_dealt=as_dealt)
    elif aside and draws.happens(1, 2):
        named = draws.one(hand)
        question = Declaration(question.deal, question.hand, None, named, named)
    return Vector(
        id=name,
        hand=_cards(question.hand),
        wild_card=_card(wild_card),
        groups=None if question.groups is None else tuple(map(_cards, question.groups)),
        discard=_card(question.named_discard),
        verdict=judge_declaration(question, find_best(question)),
    )


def _show(
    draws: SeededDraws, question: Declaration, dealt: Dealt, *, aside: bool, as_dealt: int
) -> Declaration:
    """Return the question with groups: `as_dealt` times in six those dealt, else the best ones.

    The best ones are disturbed half the time.
    """
    deal, hand = question.deal, question.hand
    named: Kind | None = None
    if aside:
        best = find_best(question)
        assert best.discard is not None  # a hand with one card more than is melded
        named = best.discard.kind if draws.happens(2, 3) else draws.one(hand)
    best = find_best(Declaration(deal, hand, None, named, named))
    groups = _groups_of(best)
    if dealt.groups and draws.happens(as_dealt, 6):
        groups = _without(dealt.groups, named)
    elif groups and draws.happens(1, 2):
        groups = _disturb(draws, groups)
    left = Counter(hand) - Counter(kind for group in groups for kind in group)
    if named is not None:
        left[named] -= 1
    loose = sorted(left.elements())
    knocking = deal.ruleset.settlement.goes_out_by is GoesOutBy.KNOCKING
    if loose and draws.happens(1, 6 if knocking else 2):
        groups.append(loose)
        loose = []
    shown = tuple(tuple(draws.some(group, len(group))) for group in draws.some(groups, len(groups)))
    # Elsewhere than in a knock, groups that leave out one card say by that which is set aside.
    is_implied = not knocking and not loose and draws.happens(1, 2)
    return Declaration(deal, hand, shown, named, None if is_implied else named)


def _groups_of(arrangement: Arrangement) -> list[list[Kind]]:
    return [[card.kind for card in meld.cards] for meld in arrangement.melds]


def _without(groups: list[list[Kind]], named: Kind | None) -> list[list[Kind]]:
    """Return the groups without one copy of the card set aside, and none of them empty."""
    found = [[*group] for group in groups]
    holder = next((group for group in found if named in group), None)
    if holder is not None and named is not None:
        holder.remove(named)
    return [group for group in found if group]


def _disturb(draws: SeededDraws, groups: list[list[Kind]]) -> list[list[Kind]]:
    """Return the groups with one card put elsewhere, and one time in three two of them joined."""
    giver = draws.one(groups)
    card = giver.pop(draws.below(len(giver)))
    if draws.happens(1, 2):
        draws.one(groups).append(card)
    else:
        groups.append([card])
    if draws.happens(1, 3):
        groups[:2] = [[kind for group in groups[:2] for kind in group]]
    return [group for group in groups if group]


def _card(kind: Kind | None) -> Card | None:
    return None if kind is None else Card(kind)


def _cards(kinds: Sequence[Kind]) -> tuple[Card, ...]:
    return tuple(map(Card, kinds))
