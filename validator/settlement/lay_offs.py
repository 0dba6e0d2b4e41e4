"""Laying off: what an opponent's hand leaves when its cards may join the melds of a knock.

Rulesets with lay-offs play one deck without jokers (`Ruleset` refuses others), so every card is
there once. That makes the search small and exact: once it is chosen which ranks are melded as sets,
the suits have nothing to do with each other any more.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..cards import RANK_COUNT, Card, Kind, kind_of, rank_index, suit_index
from ..deals import Deal
from ..melds import Meld, is_set, meld_order, read_meld, sequence_positions
from ..rules import MeldRules

_Group = tuple[Kind, ...]
"""The cards of one meld."""
_Cost = tuple[int, int, int]
"""What is to be least, the first first: deadwood points, deadwood cards, cards laid off."""


@dataclass(frozen=True, slots=True)
class LaidOff:
    """A card that joins a meld of the player who knocked."""

    card: Card
    """The card."""
    group: int
    """The index of the meld among the groups of the knock."""


@dataclass(frozen=True, slots=True)
class LayOff:
    """A whole hand after laying off: its own melds, what joined others, and what is left."""

    melds: tuple[Meld, ...]
    """The hand's own melds."""
    laid_off: tuple[LaidOff, ...]
    """The cards laid off, in an order in which each fits when its turn comes."""
    deadwood: tuple[Card, ...]
    """The cards left, in card order."""
    deadwood_points: int
    """Points of the cards left."""


def lay_off(
    melds: Sequence[Meld], loose: Iterable[Card], onto: Sequence[Meld], deal: Deal
) -> LayOff:
    """Return a hand whose `loose` cards have joined the melds `onto`, as many as can.

    Runs grow first, since a card can open the place for the next one there. Source: rules §6.
    """
    left = sorted(card.kind for card in loose)
    grown = [[card.kind for card in meld.cards] for meld in onto]
    laid = []
    for is_sequence in (True, False):
        indices = [n for n, meld in enumerate(onto) if meld.kind.is_sequence is is_sequence]
        while fit := _first_fit(left, grown, indices, deal.ruleset.melds):
            kind, index = fit
            left.remove(kind)
            grown[index].append(kind)
            laid.append(LaidOff(Card(kind), index))
    deadwood = tuple(map(Card, left))
    return LayOff(tuple(melds), tuple(laid), deadwood, deal.sum_points(deadwood))


def best_lay_off(hand: Sequence[Kind], onto: Sequence[Meld], deal: Deal) -> LayOff:
    """Return the hand arranged so that least is left once its loose cards have joined `onto`.

    Ties: the fewest cards left, the fewest laid off, then always the same one. Source: rules §6.
    """
    suits = _Suits(onto, deal)
    best: tuple[_Cost, tuple[_Group, ...]] | None = None
    for sets in itertools.product(*_set_choices(hand, deal.ruleset.melds)):
        melded = {kind for group in sets for kind in group}
        left = sorted(kind for kind in hand if kind not in melded)
        cost, runs = suits.best_runs(left)
        if best is None or cost < best[0]:
            best = cost, (*runs, *(group for group in sets if group))
    assert best is not None  # melding no set at all is one of the choices
    melded = {kind for group in best[1] for kind in group}
    melds = [read_meld(group, deal.wild, deal.ruleset.melds) for group in best[1]]
    loose = (Card(kind) for kind in hand if kind not in melded)
    return lay_off(sorted(melds, key=meld_order), loose, onto, deal)


class _Suits:
    """The best runs of any cards of one suit, each found once."""

    def __init__(self, onto: Sequence[Meld], deal: Deal) -> None:
        self.onto = onto
        self.deal = deal
        self.known: dict[_Group, tuple[_Cost, tuple[_Group, ...]]] = {}

    def best_runs(self, cards: Iterable[Kind]) -> tuple[_Cost, tuple[_Group, ...]]:
        """Return the runs to meld of these cards, and what they leave."""
        points = count = laid = 0
        runs: tuple[_Group, ...] = ()
        for _, suit in itertools.groupby(cards, suit_index):
            (more_points, more_count, more_laid), more_runs = self._best_of_suit(tuple(suit))
            points, count, laid = points + more_points, count + more_count, laid + more_laid
            runs += more_runs
        return (points, count, laid), runs

    def _best_of_suit(self, cards: _Group) -> tuple[_Cost, tuple[_Group, ...]]:
        if cards not in self.known:
            choices = _run_choices(_runs_of(cards, self.deal.ruleset.melds), frozenset(cards))
            self.known[cards] = min((self._cost(cards, runs), runs) for runs in choices)
        return self.known[cards]

    def _cost(self, cards: _Group, runs: tuple[_Group, ...]) -> _Cost:
        melded = {kind for run in runs for kind in run}
        loose = (Card(kind) for kind in cards if kind not in melded)
        left = lay_off((), loose, self.onto, self.deal)
        return left.deadwood_points, len(left.deadwood), len(left.laid_off)


def _first_fit(
    left: Iterable[Kind], grown: Sequence[list[Kind]], indices: Iterable[int], rules: MeldRules
) -> tuple[Kind, int] | None:
    """Return the first card that a meld at one of these indices takes, and the index."""
    for kind in left:
        for index in indices:
            cards = (*grown[index], kind)
            if _is_run(cards, rules) or _is_set(cards, rules):
                return kind, index
    return None


def _is_run(cards: Sequence[Kind], rules: MeldRules) -> bool:
    return sequence_positions(cards, 0, rules) is not None


def _is_set(cards: Sequence[Kind], rules: MeldRules) -> bool:
    return is_set(cards, 0, rules)


def _set_choices(hand: Sequence[Kind], rules: MeldRules) -> Iterator[list[_Group]]:
    """Yield for each rank the sets that its cards can be, () for none of them first."""
    for rank in range(RANK_COUNT):
        held = sorted(kind for kind in hand if rank_index(kind) == rank)
        sizes = range(rules.meld_min_cards, len(held) + 1)
        groups = (group for size in sizes for group in itertools.combinations(held, size))
        yield [(), *(group for group in groups if _is_set(group, rules))]


def _runs_of(cards: _Group, rules: MeldRules) -> list[_Group]:
    """Return every run among cards of one suit."""
    suit = suit_index(cards[0])
    ring = [kind_of(position % RANK_COUNT, suit) for position in range(RANK_COUNT + 1)]
    windows = (
        tuple(ring[start:end])
        for start in range(len(ring))
        for end in range(start + rules.meld_min_cards, len(ring) + 1)
    )
    # The window of all fourteen positions has the one ace at both ends.
    held = (run for run in windows if set(run) <= set(cards) and len(set(run)) == len(run))
    return [run for run in held if _is_run(run, rules)]


def _run_choices(runs: Sequence[_Group], free: frozenset[Kind]) -> Iterator[tuple[_Group, ...]]:
    """Yield every choice of runs that share no card."""
    yield ()
    for place, run in enumerate(runs):
        if free.issuperset(run):
            for others in _run_choices(runs[place + 1 :], free.difference(run)):
                yield (run, *others)
