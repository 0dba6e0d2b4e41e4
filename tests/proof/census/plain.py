"""The game once more, from the rules page alone: what a group is, and every way to lay out a hand.

Nothing of the search, nor of the definitions that it stands on, is used here: cards, melds and
penalties are written again, as plainly as can be, so that counts and values of the corpus have a
second witness. Only the fields of the ruleset come from the library. Declarations by dublees,
tunnelas or jokers alone are left out (ruling R15).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product

from validator import Ruleset

Cards = tuple[str, ...]
"""Canonical codes, sorted."""

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
HIGH_ACE = 14
"""Place of an ace above the king; the king stands at 13, a low ace at 1."""
ORDER = ("pure_sequence", "tunnela", "impure_sequence", "set", "joker_group")
"""Kinds of melds, the one that serves a declaration best first. Source: rules §2.4."""
SEQUENCES = ORDER[:3]
PURE = ORDER[:2]


def rank_of(card: str) -> int:
    """Return 1 for an ace to 13 for a king."""
    return RANKS.index(card[:-1]) + 1


def wild_cards(turned_up: str | None, ruleset: Ruleset) -> set[str]:
    """Return the cards that are wild. Source: rules §2.6, ruling R40."""
    rules = ruleset.melds
    if turned_up is None or rules.wild_scope == "none":
        return set()
    if turned_up == "JK" and rules.printed_joker_up == "none":
        return set()
    shown = "AS" if turned_up == "JK" else turned_up
    suits = "SHDC"
    if rules.wild_scope == "rank_and_colour" and turned_up != "JK":
        suits = "HD" if shown[-1] in "HD" else "SC"
    wild = {shown[:-1] + suit for suit in suits}
    if rules.neighbour_wilds:
        wild |= {RANKS[(rank_of(shown) - 1 + step) % 13] + shown[-1] for step in (-1, 1)}
    return wild


def is_run(naturals: Sequence[str], jokers: int, ruleset: Ruleset) -> bool:
    """Return whether these fill consecutive places of one suit. Source: rules §2.1."""
    if len({card[-1] for card in naturals}) != 1:
        return False
    last = HIGH_ACE if ruleset.melds.ace == "low_or_high" else HIGH_ACE - 1
    size = len(naturals) + jokers
    choices = [(1, HIGH_ACE) if rank_of(card) == 1 else (rank_of(card),) for card in naturals]
    return any(
        len(set(places)) == len(places) and set(places) <= set(range(first, first + size))
        for first in range(1, last + 2 - size)
        for places in product(*choices)
    )


def is_set(naturals: Sequence[str], jokers: int, ruleset: Ruleset) -> bool:
    """Return whether these are of one rank in different suits. Source: rules §2.3."""
    most = ruleset.melds.set_max_cards
    return (
        len({card[:-1] for card in naturals}) == 1
        and len(set(naturals)) == len(naturals)
        and (most is None or len(naturals) + jokers <= most)
    )


def kinds_of(naturals: Sequence[str], jokers: int, ruleset: Ruleset) -> Iterator[str]:
    """Yield everything that these cards are, when so many of them stand in. Source: rules §2."""
    rules = ruleset.melds
    if len(naturals) + jokers < rules.meld_min_cards:
        return
    if not naturals:
        others = (rules.jokers_to_declare, rules.tunnelas_to_declare)
        if rules.min_naturals == 0 or any(others):
            yield "joker_group"
        return
    if len(naturals) < rules.min_naturals:
        return
    in_run, in_set = rules.max_jokers_in_sequence, rules.max_jokers_in_set
    if (in_run is None or jokers <= in_run) and is_run(naturals, jokers, ruleset):
        yield "impure_sequence" if jokers else "pure_sequence"
    if rules.identical_triplet and not jokers and naturals == (naturals[0],) * 3:
        yield "tunnela"
    if (in_set is None or jokers <= in_set) and is_set(naturals, jokers, ruleset):
        yield "set"


@dataclass(frozen=True)
class Layout:
    """A hand laid out; it sorts by how good it is, the best first."""

    value: tuple[bool, int, int, int]
    """Not declarable, penalty, points of the deadwood, cards of the deadwood."""
    melds: tuple[Cards, ...]
    discard: str | None


@dataclass(frozen=True)
class Table:
    """A ruleset, and the card turned up."""

    ruleset: Ruleset
    turned_up: str | None

    @cached_property
    def wild(self) -> set[str]:
        """The cards that are wild."""
        return wild_cards(self.turned_up, self.ruleset)

    def may_stand_in(self, card: str) -> bool:
        """Return whether a card may stand for another."""
        return card == "JK" or card in self.wild

    def kind_of(self, group: Cards) -> str | None:
        """Return what serves a declaration best; None for no meld. Source: rules §2.2, §2.4."""
        at_choice = [place for place, card in enumerate(group) if card in self.wild]
        plain = [p for p, card in enumerate(group) if card != "JK" and card not in self.wild]
        found = set()
        for count in range(len(at_choice) + 1):
            for at_face in combinations(at_choice, count):
                naturals = tuple(group[place] for place in sorted([*plain, *at_face]))
                found |= {*kinds_of(naturals, len(group) - len(naturals), self.ruleset)}
        return min(found, key=ORDER.index) if found else None

    def points(self, cards: Sequence[str]) -> int:
        """Return what cards count. Source: rules §2.7, §5."""
        rules = self.ruleset.settlement
        values = {1: rules.ace_points, 11: rules.court_points, 12: rules.court_points}
        values[13] = rules.court_points
        counting = (rank_of(card) for card in cards if not self.may_stand_in(card))
        return sum(values.get(rank, rank) for rank in counting)

    def melds(self, hand: Sequence[str]) -> dict[Cards, str]:
        """Return every meld that the hand holds, each once, and what it is."""
        plain = [card for card in hand if not self.may_stand_in(card)]
        others = [card for card in hand if self.may_stand_in(card)]
        families = [[card for card in plain if card[-1] == suit] for suit in "SHDC"]
        families += [[card for card in plain if card[:-1] == rank] for rank in RANKS]
        found = {}
        for cards in {
            (*some, *more) for f in families for some in parts(f) for more in parts(others)
        }:
            group = tuple(sorted(cards))
            kind = self.kind_of(group)
            if kind is not None:
                found[group] = kind
        return found

    def layouts(self, hand: Sequence[str]) -> Iterator[Layout]:
        """Yield every way to lay out a hand, and every card that may be set aside."""
        melds = self.melds(hand)
        sizes = {cards for _, cards in self.ruleset.melds.hand_size_by_players}
        asides = {None} if len(hand) in sizes else set(hand)
        for aside in asides:
            cards = Counter(hand) - Counter([] if aside is None else [aside])
            for chosen in {*self._choices(cards, tuple(melds))}:
                left = cards - Counter(card for meld in chosen for card in meld)
                kinds = [(melds[meld], meld) for meld in chosen]
                yield Layout(self._value(kinds, [*left.elements()]), chosen, aside)

    def best(self, hand: Sequence[str]) -> list[Layout]:
        """Return the best layouts, each once. Source: rules §4; ruling R28 for what is the same."""
        found: dict[object, Layout] = {}
        least: tuple[bool, int, int, int] | None = None
        for layout in self.layouts(hand):
            if least is None or layout.value < least:
                least, found = layout.value, {}
            if layout.value == least:
                told = (tuple(c for c in m if not self.may_stand_in(c)) for m in layout.melds)
                found[layout.discard, tuple(sorted(filter(None, told)))] = layout
        return [*found.values()]

    def _choices(
        self, cards: Counter[str], melds: tuple[Cards, ...]
    ) -> Iterator[tuple[Cards, ...]]:
        """Yield the sets of melds that can be laid out together, in the order of `melds`."""
        yield ()
        for place, meld in enumerate(melds):
            left = cards.copy()
            left.subtract(meld)
            if min(left.values()) >= 0:
                for more in self._choices(left, melds[place:]):
                    yield (meld, *more)

    def _value(self, melds: list[tuple[str, Cards]], left: list[str]) -> tuple[bool, int, int, int]:
        rules, points = self.ruleset.melds, self.ruleset.settlement
        sequences = [meld for kind, meld in melds if kind in SEQUENCES]
        pure = [meld for kind, meld in melds if kind in PURE]
        long = rules.long_sequence_cards
        lives = (
            len(sequences) >= rules.min_sequences
            and len(pure) >= rules.min_pure_sequences
            and (long is None or any(len(meld) >= long for meld in sequences))
        )
        dead = self.points(left)
        if points.knock_limit is not None:
            return dead > points.knock_limit, dead, dead, len(left)
        if lives and not left:
            return False, points.complete_hand_points, 0, 0
        whole = dead + sum(self.points(meld) for _, meld in melds)
        cap = points.cap if points.cap is not None else whole
        full = cap if points.no_pure == "flat" else min(whole, cap)
        charged = {
            "deadwood_only": dead,
            "pure_unlocks_all": dead if pure else full,
            "two_lives_or_full": dead if lives else full,
            "lives_cascade": dead
            if lives
            else whole - sum(map(self.points, pure))
            if pure
            else full,
        }
        return True, min(charged[points.loser_model], cap), dead, len(left)


def parts(cards: Sequence[str]) -> set[Cards]:
    """Return every part of these cards, each once."""
    return {
        tuple(sorted(some)) for size in range(len(cards) + 1) for some in combinations(cards, size)
    }
