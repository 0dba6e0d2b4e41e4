"""How far a hand is from one that can be declared, found by trying; the oracle of the distance.

Two ways, neither of which knows of parts or patterns:

* for small hands, `DeclarableHands` are all there are: every hand of melds that the decks hold,
  made by asking `validator.melds` about every group. The distance is then a count of cards.
* for hands of any size, `least_exchanges` takes every few cards out and tries every card for each.
  Whether the rest can still be completed is asked of the search with jokers in place of the cards
  to come, which may do all that a card can; where it says no, no card is tried.
"""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from validator import reference
from validator.cards import ALL_KINDS, NATURAL_KINDS, PRINTED_JOKER, Kind, rank_index, suit_index
from validator.deals import Deal
from validator.melds import MeldKind, has_joker_groups, is_joker, meld_kind
from validator.search import Explorer, best_arrangement, tables_of

Hand = tuple[Kind, ...]


class DeclarableHands:
    """All hands of so many cards that the decks hold and that can be declared."""

    def __init__(self, deal: Deal, copies: Sequence[int], size: int) -> None:
        self.size = size
        self.first_bit = [0, *itertools.accumulate(copies)]
        knocking = deal.ruleset.settlement.knock_limit is not None
        found = _knocks(deal, copies, size) if knocking else _of_melds(deal, copies, size)
        self.hands = {self.bits(hand) for hand in found}

    def bits(self, hand: Iterable[Kind]) -> int:
        """Return a hand as bits, one for each copy, so that common bits are common cards."""
        bits = 0
        for kind, count in Counter(hand).items():
            bits |= ((1 << count) - 1) << self.first_bit[kind]
        return bits

    def least_exchanges(self, hand: Sequence[Kind]) -> int | None:
        """Return the fewest cards that a hand that can be declared has beside those of this one."""
        mine = self.bits(hand)
        shared = max(((mine & other).bit_count() for other in self.hands), default=None)
        return None if shared is None else self.size - shared


def _groups(deal: Deal, most: int) -> Iterator[tuple[Hand, MeldKind]]:
    """Yield every meld of at most so many cards, and as what it counts."""
    rules = deal.ruleset.melds
    jokers = [kind for kind in ALL_KINDS if is_joker(kind, deal.wild)]
    lines: list[list[Kind]] = [
        *([k for k in NATURAL_KINDS if suit_index(k) == suit] for suit in range(4)),
        *([k for k in NATURAL_KINDS if rank_index(k) == rank] for rank in range(13)),
    ]
    naturals = {
        chosen
        for line in lines
        for size in range(1, most + 1)
        for chosen in itertools.combinations(line, size)
    }
    naturals |= {(kind,) * 3 for kind in NATURAL_KINDS if rules.identical_triplet}
    if has_joker_groups(rules):
        naturals.add(())
    for chosen in naturals:
        for count in range(most - len(chosen) + 1):
            kind = meld_kind(chosen, count, rules)
            if kind is not MeldKind.INVALID:
                for used in itertools.combinations_with_replacement(jokers, count):
                    yield tuple(sorted((*chosen, *used))), kind


def _of_melds(deal: Deal, copies: Sequence[int], size: int) -> Iterator[Hand]:
    """Yield every hand of melds with the sequences that a declaration needs."""
    rules = deal.ruleset.melds
    long = rules.long_sequence_cards or 0
    by_size: dict[int, set[tuple[Hand, int, int, int]]] = {}
    for group, kind in _groups(deal, size):
        facts = (group, int(kind.is_pure), int(kind.is_sequence), len(group) * kind.is_sequence)
        by_size.setdefault(len(group), set()).add(facts)
    sizes = [number for number in sorted(by_size) for _ in range(size // number)]
    for split in {
        chosen for count in range(1, 8) for chosen in itertools.combinations(sizes, count)
    }:
        if sum(split) != size:
            continue
        for melds in itertools.product(*(by_size[number] for number in split)):
            cards = Counter(kind for meld in melds for kind in meld[0])
            if (
                sum(meld[1] for meld in melds) >= rules.min_pure_sequences
                and sum(meld[2] for meld in melds) >= rules.min_sequences
                and max(meld[3] for meld in melds) >= long
                and all(count <= copies[kind] for kind, count in cards.items())
            ):
                yield tuple(cards.elements())


def _knocks(deal: Deal, copies: Sequence[int], size: int) -> Iterator[Hand]:
    """Yield every hand that can be knocked with, by the reference."""
    deck = [kind for kind in ALL_KINDS for _ in range(copies[kind])]
    for hand in sorted(set(itertools.combinations(deck, size))):
        if reference.best_arrangement(hand, deal).declarable:
            yield hand


def least_exchanges(
    hand: Sequence[Kind], deal: Deal, copies: Sequence[int], most: int
) -> int | None:
    """Return the fewest cards to exchange, at most so many; None when that takes more."""
    size = len(hand) - (len(hand) not in deal.ruleset.melds.hand_sizes)
    for drawn in range(most + 1):
        for kept in sorted(set(itertools.combinations(sorted(hand), size - drawn))):
            if _can_be_completed([*kept], drawn, 0, deal, copies):
                return drawn
    return None


def _can_be_completed(
    cards: list[Kind], wanting: int, lowest: int, deal: Deal, copies: Sequence[int]
) -> bool:
    """Return whether so many more cards of these kinds or later ones make the hand complete."""
    if not wanting:
        return is_declarable(cards, deal)
    eased = _eased(deal, wanting)
    if eased is not None and not is_declarable([*cards, *[PRINTED_JOKER] * wanting], eased):
        return False
    return any(
        _can_be_completed([*cards, kind], wanting - 1, kind, deal, copies)
        for kind in ALL_KINDS[lowest:]
        if cards.count(kind) < copies[kind]
    )


def is_eased(deal: Deal) -> bool:
    """Return whether it can be told beforehand where trying is in vain; else it takes long."""
    rules = deal.ruleset.melds
    limited = rules.long_sequence_cards is not None and rules.max_jokers_in_sequence is not None
    return _eased(deal, 1) is not None and not limited


@lru_cache(maxsize=1024)
def _eased(deal: Deal, count: int) -> Deal | None:
    """Return the deal in which so many jokers may do all that as many unknown cards may do.

    They make a sequence impure, so none need be pure; they may be whole melds of their own, which
    might be sequences; and no limit is for jokers. None where identical cards count: a joker
    is no copy.
    """
    rules = deal.ruleset.melds
    if rules.identical_triplet or any(
        (rules.dublees_to_declare, rules.tunnelas_to_declare, rules.jokers_to_declare)
    ):
        return None
    eased = replace(
        rules,
        min_naturals=0,
        max_jokers_in_sequence=None,
        max_jokers_in_set=None,
        min_pure_sequences=0,
        min_sequences=max(0, rules.min_sequences - count // rules.meld_min_cards),
        long_sequence_cards=None,
    )
    return Deal(replace(deal.ruleset, melds=eased), deal.wild, deal.points)


_explorer = Explorer()


def is_declarable(cards: Sequence[Kind], deal: Deal) -> bool:
    """Return whether all of these cards are a hand that can be declared."""
    if tables_of(deal).has_other_ways:
        return best_arrangement(cards, deal).declarable
    _explorer.attach(tables_of(deal))
    for kind in ALL_KINDS:
        _explorer.counts[kind] = 0
    for kind in cards:
        _explorer.counts[kind] += 1
    return _explorer.find(-1, 0) >> 45 == 0  # what being undeclarable adds to a key
