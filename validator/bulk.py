"""Best arrangements of many hands in one call, without a Python object for each card.

While compiled code searches, other threads run: see `best_arrangements`.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Final, overload

from validator.cards import Card, Kind
from validator.declaration import read_wild_card
from validator.dialects import find_ruleset
from validator.errors import InputFault, MalformedRequest
from validator.layout import ANSWER, PLACES
from validator.legality import may_turn_up, read_cards, read_declaration
from validator.rulesets import Ruleset
from validator.scoring import Arrangement, Deal
from validator.search import (
    Searcher,
    Tables,
    best_arrangement,
    find_lines,
    idle,
    tables_of,
)

_PART: Final = 512
"""Hands that are searched at a time; all of one deal."""
_SHARES: Final = 3
"""Shares of the work for each thread, so that a slow one does not keep the others waiting."""

Hand = str
"""A hand as one string of codes."""


class Arrangements(Sequence[Arrangement]):
    """The best arrangements of many hands, each made when it is asked for.

    `kinds`, `sizes` and `answers` are what the search writes: of each hand its cards and how many
    they are (0 where the answer is in `others`), and the numbers of `Searcher.recall`.
    """

    def __init__(self, tables: list[Tables]) -> None:
        self.tables = tables
        self.kinds = array("b", bytes(len(tables) * PLACES))
        self.sizes = array("i", bytes(4 * len(tables)))
        self.answers = array("q", bytes(8 * ANSWER * len(tables)))
        self.others: dict[int, Arrangement] = {}

    def __len__(self) -> int:
        return len(self.tables)

    @overload
    def __getitem__(self, index: int) -> Arrangement: ...

    @overload
    def __getitem__(self, index: slice) -> list[Arrangement]: ...

    def __getitem__(self, index: int | slice) -> Arrangement | list[Arrangement]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        number = index + len(self) if index < 0 else index
        if not 0 <= number < len(self):
            raise IndexError(f"there are {len(self)} arrangements, none is number {index}")
        if number in self.others:
            return self.others[number]
        searcher = take_searcher(self.tables[number])
        searcher.recall(self.kinds, self.sizes, self.answers, number)
        found = searcher.lay_out()
        idle.append(searcher)
        return found


def best_arrangements(
    hands: Sequence[Hand],
    ruleset: str | Ruleset,
    *,
    wild_cards: Sequence[str | Card | None] | str | Card | None = None,
    threads: int = 1,
) -> Sequence[Arrangement]:
    """Return the best arrangement of every hand, in their order.

    A hand is one string of codes. `wild_cards` is the card turned up for all of them, or one for
    each. Compiled, the search lets other threads run, so `threads` of them share the work;
    uncompiled, more than one gain nothing.

    :raises UnknownRuleset: when no built-in ruleset has this id.
    :raises MalformedRequest: when a text is no hand; it names every fault of every hand.

    >>> found = best_arrangements(
    ...     ["9H 10H JH 4S 4D 4C 6S 6C 6D AC KD 8C 2S", "5H 6H 7H 9S 10S JK 4C 4D 4S QC QD QS QH"],
    ...     "points-13", wild_cards="3H",
    ... )
    >>> [best.penalty for best in found]
    [60, 2]
    """
    rules = find_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    turned_up = _wild_cards_of(hands, wild_cards)
    one = wild_cards is None or isinstance(wild_cards, str | Card)
    distinct = set(turned_up[:1] if one else turned_up)
    deals = {wild_card: tables_of(Deal.of(rules, wild_card)) for wild_card in distinct}
    found = Arrangements(
        [*deals.values()] * len(hands) if one else [deals[wild_card] for wild_card in turned_up]
    )
    usual = rules.melds.min_naturals < 2 and not any(deal.is_special for deal in deals.values())
    usual = usual and all(may_turn_up(wild_card, rules) for wild_card in deals)
    if hands and not (usual and _search_all(hands, found, threads)):
        doubtful = [number for number, size in enumerate(found.sizes) if not size]
        _look_closer(hands, turned_up, rules, doubtful, found)
    return found


def take_searcher(tables: Tables) -> Searcher:
    """Return a searcher that nobody uses, for hands of this deal; put it back into `idle` after."""
    searcher = idle.pop() if idle else Searcher()
    searcher.attach(tables)
    return searcher


def _search_all(hands: Sequence[Hand], found: Arrangements, threads: int) -> bool:
    """Search every hand that is written plainly, and return whether all are.

    The size of the others stays 0.
    """
    # One text for all of them: what reads it needs no object, and no lock, for any of them.
    text = "\n".join(hands).encode(errors="replace") + b"\n"
    if text.count(b"\n") != len(hands):
        return False  # a hand has lines of its own; whoever looks closer will tell
    lines = array("i", bytes(4 * (len(hands) + 1)))
    find_lines(text, lines)
    parts = [
        array("i", group[start : start + _PART])
        for group in _by_deal(found.tables)
        for start in range(0, len(group), _PART)
    ]

    def work(share: int) -> int:
        plain = 0
        for part in parts[share::shares]:
            searcher = take_searcher(found.tables[part[0]])
            plain += searcher.work(text, lines, part, found.kinds, found.sizes, found.answers)
            idle.append(searcher)
        return plain

    if threads == 1 or len(parts) == 1:
        shares = 1
        return work(0) == len(hands)
    shares = threads * _SHARES
    with ThreadPoolExecutor(threads) as pool:
        return sum(pool.map(work, range(shares))) == len(hands)


def _by_deal(tables: list[Tables]) -> list[Sequence[int]]:
    """Return the numbers of the hands of each deal."""
    if tables.count(tables[0]) == len(tables):
        return [range(len(tables))]
    groups: dict[int, list[int]] = {}
    for number, of_deal in enumerate(tables):
        groups.setdefault(of_deal.number, []).append(number)
    return [*groups.values()]


def _look_closer(
    hands: Sequence[Hand],
    turned_up: Sequence[Kind | None],
    rules: Ruleset,
    numbers: Sequence[int],
    found: Arrangements,
) -> None:
    """Arrange the hands that need more than the fast way knows; name those that are none."""
    faults: list[InputFault] = []
    for number in sorted(numbers):
        try:
            cards = read_cards(hands[number], ("hands", number))
            declaration = read_declaration(rules, cards, turned_up[number], None, None)
        except MalformedRequest as error:
            faults += [replace(fault, path=("hands", number)) for fault in error.faults]
        else:
            found.others[number] = best_arrangement(declaration.hand, declaration.deal)
    if faults:
        raise MalformedRequest(faults)


def _wild_cards_of(
    hands: Sequence[Hand], wild_cards: Sequence[str | Card | None] | str | Card | None
) -> list[Kind | None]:
    if wild_cards is None or isinstance(wild_cards, str | Card):
        return [read_wild_card(wild_cards)] * len(hands)
    if len(wild_cards) != len(hands):
        raise ValueError(f"{len(wild_cards)} wild cards for {len(hands)} hands")
    known = {card: read_wild_card(card) for card in set(wild_cards)}
    return [known[card] for card in wild_cards]
