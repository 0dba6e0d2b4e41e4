"""Best arrangements of many hands in one call, without a Python object for each card.

While compiled code searches, other threads run: see `best_arrangements`.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Final, overload

from .cards import Card, Kind
from .deals import Deal
from .errors import InputFault, MalformedRequest
from .questions import may_turn_up, read_cards, read_declaration, read_wild_card
from .rules import Ruleset, find_ruleset
from .scoring import Arrangement
from .search import (
    ANSWER,
    PLACES,
    Borrowed,
    DealTables,
    best_arrangement,
    find_lines,
    recalled_arrangement,
    sort_by_deal,
    tables_of,
    work,
)

_PART: Final = 256
"""Hands that are searched at a time; all of one deal."""

Hand = str
"""A hand as one string of codes."""


class Arrangements(Sequence[Arrangement]):
    """The best arrangements of many hands, each made when it is asked for.

    `deals` are the tables of the deals, and `deal_of` says which of them is each hand's. `kinds`,
    `sizes` and `answers` are what the search writes: of each hand its cards and how many they are
    (0 where the answer is in `others`), and the numbers for `recalled_arrangement`.
    """

    def __init__(self, deals: Sequence[DealTables], deal_of: array[int]) -> None:
        self.deals = deals
        self.deal_of = deal_of
        hands = len(deal_of)
        self.kinds = array("b", [0]) * (hands * PLACES)
        self.sizes = array("i", [0]) * hands
        self.answers = array("q", [0]) * (hands * ANSWER)
        self.others: dict[int, Arrangement] = {}

    def __len__(self) -> int:
        return len(self.deal_of)

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
        tables = self.deals[self.deal_of[number]]
        return recalled_arrangement(tables, self.kinds, self.sizes, self.answers, number)


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
    if wild_cards is None or isinstance(wild_cards, str | Card):
        distinct = [wild_cards]
        deal_of = array("I", [0]) * len(hands)
    else:
        if len(wild_cards) != len(hands):
            raise ValueError(f"{len(wild_cards)} wild cards for {len(hands)} hands")
        distinct = [*dict.fromkeys(wild_cards)]
        numbers = {card: number for number, card in enumerate(distinct)}
        deal_of = array("I", map(numbers.__getitem__, wild_cards))
    turned_up = [read_wild_card(card) for card in distinct]
    deals = [tables_of(Deal.of(rules, wild_card)) for wild_card in turned_up]
    found = Arrangements(deals, deal_of)
    usual = rules.melds.min_naturals < 2 and not any(deal.is_special for deal in deals)
    usual = usual and all(may_turn_up(wild_card, rules) for wild_card in turned_up)
    if hands and not (usual and _search_all(hands, found, threads)):
        _look_closer(hands, turned_up, rules, found)
    return found


def _search_all(hands: Sequence[Hand], found: Arrangements, threads: int) -> bool:
    """Search every hand that is written plainly, and return whether all are.

    The size of the others stays 0.
    """
    # One text for all of them: what reads it needs no object, and no lock, for any of them.
    text = "\n".join(hands).encode(errors="replace") + b"\n"
    if text.count(b"\n") != len(hands):
        return False  # a hand has lines of its own; whoever looks closer will tell
    lines = array("i", [0]) * (len(hands) + 1)
    order = array("i", [0]) * len(hands)
    firsts = array("i", [0]) * (len(found.deals) + 2)
    find_lines(text, lines)
    sort_by_deal(found.deal_of, firsts, order)
    parts = [
        (tables, start, min(start + _PART, end))
        for tables, first, end in zip(found.deals, firsts, firsts[1:], strict=False)
        for start in range(first, end, _PART)
    ]

    # Each thread takes the next part when it has done one: some deals take longer than others.
    remaining = iter(parts)

    def work_on_parts() -> int:
        plain = 0
        written = found.kinds, found.sizes, found.answers
        for tables, start, end in remaining:
            with Borrowed(tables) as explorer:
                plain += work(explorer, text, lines, order, start, end, *written)
        return plain

    if threads == 1 or len(parts) == 1:
        return work_on_parts() == len(hands)
    with ThreadPoolExecutor(threads) as pool:
        shares = [pool.submit(work_on_parts) for _ in range(threads)]
        return sum(share.result() for share in shares) == len(hands)


def _look_closer(
    hands: Sequence[Hand],
    turned_up: Sequence[Kind | None],
    rules: Ruleset,
    found: Arrangements,
) -> None:
    """Arrange the hands that need more than the fast way knows; name those that are none."""
    faults: list[InputFault] = []
    for number in [number for number, size in enumerate(found.sizes) if not size]:
        wild_card = turned_up[found.deal_of[number]]
        try:
            cards = read_cards(hands[number], ("hands", number))
            declaration = read_declaration(rules, cards, wild_card, None, None)
        except MalformedRequest as error:
            faults += [replace(fault, path=("hands", number)) for fault in error.faults]
        else:
            found.others[number] = best_arrangement(declaration.hand, declaration.deal)
    if faults:
        raise MalformedRequest(faults)
