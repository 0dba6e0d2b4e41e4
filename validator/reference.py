"""The slow, obviously exact best arrangement: the oracle that the search is held against.

It tries everything: every card that may be set aside, every choice of the wild cards that stand at
face value, every group of the remaining cards that `validator.melds` accepts, or leaving a card
out. Of arrangements that agree in what a penalty can depend on (the required sequences, and the
points in pure ones) only the one with the least deadwood is kept; nothing else is pruned.
"""

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence

from .cards import Card, Kind
from .deals import Deal
from .melds import MeldKind, has_joker_groups, is_joker, meld_kind, read_meld
from .rules import LoserModel
from .scoring import Arrangement, arrange, preference

_Plan = tuple[tuple[tuple[Kind, ...], int], ...]
"""The melds of an arrangement, each as its naturals and its number of jokers."""
_Lives = tuple[int, int, bool, int]
"""Pure sequences, sequences, whether one is long, and the points in pure sequences."""
_Outcomes = dict[_Lives, tuple[int, int, _Plan]]
"""For each `_Lives`: the least (deadwood points, deadwood cards), and melds that reach it."""


def best_arrangement(hand: Sequence[Kind], deal: Deal, discard: Kind | None = None) -> Arrangement:
    """Return a best arrangement of a legal hand. Its value is unique; its melds need not be."""
    return min(_candidates(tuple(hand), deal, discard), key=preference)


def _candidates(hand: tuple[Kind, ...], deal: Deal, discard: Kind | None) -> Iterator[Arrangement]:
    sizes = deal.ruleset.melds.hand_sizes
    asides = {discard} if discard is not None or len(hand) in sizes else set(hand)
    for aside in asides:
        cards = list(hand)
        if aside is not None:
            cards.remove(aside)
        yield from _ways_that_suffice(cards, aside, deal)
        plain = [kind for kind in cards if not is_joker(kind, deal.wild)]
        wild = [kind for kind in cards if kind in deal.wild]
        for size in range(len(wild) + 1):
            for at_face in set(itertools.combinations(sorted(wild), size)):
                naturals = tuple(sorted((*plain, *at_face)))
                found = _Arranger(deal).outcomes(naturals, len(cards) - len(naturals))
                for _, _, plan in found.values():
                    yield _lay_out(plan, cards, naturals, aside, deal)


class _Arranger:
    """Every arrangement of naturals and interchangeable jokers, memoised on what remains."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.rules = deal.ruleset.melds
        self.counts_pure = deal.ruleset.settlement.loser_model is LoserModel.LIVES_CASCADE
        self.memo: dict[tuple[tuple[Kind, ...], int], _Outcomes] = {}

    def outcomes(self, naturals: tuple[Kind, ...], jokers: int) -> _Outcomes:
        if not naturals:
            is_group = has_joker_groups(self.rules) and jokers >= self.rules.meld_min_cards
            return {(0, 0, False, 0): (0, 0, (((), jokers),)) if is_group else (0, jokers, ())}
        if (naturals, jokers) in self.memo:
            return self.memo[naturals, jokers]
        best: _Outcomes = {}
        first, rest = naturals[0], naturals[1:]
        for lives, (points, cards, plan) in self.outcomes(rest, jokers).items():
            _keep(best, lives, (points + self.deal.points[first], cards + 1, plan))
        related = [k for k in rest if k // 13 == first // 13 or k % 13 == first % 13]
        for size in range(len(related) + 1):
            for others in set(itertools.combinations(related, size)):
                for used in range(jokers + 1):
                    kind = meld_kind((first, *others), used, self.rules)
                    if kind is not MeldKind.INVALID:
                        self.add_meld(best, kind, (first, *others), used, (naturals, jokers))
        self.memo[naturals, jokers] = best
        return best

    def add_meld(
        self,
        best: _Outcomes,
        kind: MeldKind,
        meld: tuple[Kind, ...],
        used: int,
        left: tuple[tuple[Kind, ...], int],
    ) -> None:
        rest = tuple(sorted((Counter(left[0]) - Counter(meld)).elements()))
        long_cards = self.rules.long_sequence_cards
        is_long = kind.is_sequence and long_cards is not None and len(meld) + used >= long_cards
        in_pure = sum(self.deal.points[k] for k in meld) if kind.is_pure and self.counts_pure else 0
        for (pure, sequences, long, pure_points), (points, cards, plan) in self.outcomes(
            rest, left[1] - used
        ).items():
            lives = (
                pure + kind.is_pure,
                sequences + kind.is_sequence,
                long or is_long,
                pure_points + in_pure,
            )
            _keep(best, lives, (points, cards, (*plan, (meld, used))))


def _keep(best: _Outcomes, lives: _Lives, found: tuple[int, int, _Plan]) -> None:
    if lives not in best or found[:2] < best[lives][:2]:
        best[lives] = found


def _lay_out(
    plan: _Plan, cards: list[Kind], naturals: tuple[Kind, ...], aside: Kind | None, deal: Deal
) -> Arrangement:
    """Deal the actual jokers out to the planned melds; any joker will do anywhere."""
    jokers = list((Counter(cards) - Counter(naturals)).elements())
    left = Counter(cards)
    melds = []
    for meld, used in plan:
        group = [*meld, *(jokers.pop() for _ in range(used))]
        left -= Counter(group)
        melds.append(read_meld(group, deal.wild, deal.ruleset.melds))
    return arrange(melds, map(Card, left.elements()), None if aside is None else Card(aside), deal)


def _ways_that_suffice(cards: list[Kind], aside: Kind | None, deal: Deal) -> Iterator[Arrangement]:
    """Yield the hand laid out as all its dublees, all its tunnelas, all its jokers."""
    rules = deal.ruleset.melds
    jokers = [kind for kind in cards if is_joker(kind, deal.wild)]
    ways = (
        (rules.dublees_to_declare, _identical(cards, 2)),
        (rules.tunnelas_to_declare, _identical(cards, 3)),
        (rules.jokers_to_declare, [jokers]),
    )
    for needed, groups in ways:
        if needed is not None:
            left = Counter(cards) - Counter(kind for group in groups for kind in group)
            melds = [read_meld(group, deal.wild, rules) for group in groups]
            found = arrange(
                melds, map(Card, left.elements()), None if aside is None else Card(aside), deal
            )
            if found.declarable:
                yield found


def _identical(cards: list[Kind], size: int) -> list[list[Kind]]:
    return [[k] * size for k, count in Counter(cards).items() for _ in range(count // size)]
