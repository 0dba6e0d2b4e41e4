"""Makes a question on which a client differs as small as it can be while the client still differs.

A group may have any size; a hand has one that its ruleset deals, so beyond that its cards give way
to others that meld with nothing. What is left is what the fault needs. This is delta debugging
(Zeller and Hildebrandt, 2002): large parts first, and each step asks the client again.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final

from parity.generated import case_of
from parity.questions import Ask, Cards, Case, Question
from parity.results import Outcome, Shrunk, Status

MOST_CALLS: Final = 400
"""Questions that making one question small may take."""

Judge = Callable[[Case], Outcome]
"""Asks the client one question, and says what came of it."""

_DULL: Final = tuple(
    f"{rank}{suit}"
    for suits in ("SHDC", "HDCS")
    for suit, ranks in zip(
        suits, (("2", "5", "8", "J"), ("3", "6", "9", "Q"), ("4", "7", "10", "K"), ()), strict=True
    )
    for rank in ranks
)
"""Cards of which the first twelve are all of different ranks, and of one suit only three apart."""


def shrink(outcome: Outcome, judge: Judge) -> Shrunk:
    """Return the smallest question found on which the client still differs."""
    origin = outcome.case.id
    calls = 0
    best = outcome
    tried = {best.case.question}
    improved = True
    while improved:
        improved = False
        for question in _smaller(best.case.question):
            if calls == MOST_CALLS:
                break
            if question in tried or _size(question) >= _size(best.case.question):
                continue
            tried.add(question)
            case = case_of(f"{origin}/shrunk", outcome.case.vector, question)
            if "refused" in case.expect:
                continue
            calls += 1
            found = judge(case)
            if found.status is Status.DIFFER:
                best, improved = found, True
                break
    return Shrunk(origin, best, calls)


def _size(question: Question) -> tuple[int, ...]:
    """Return how large a question is: cards, groups, cards that matter, jokers, a wild card."""
    dull = _dull_cards(question)
    cards = question.group or question.hand
    in_groups = sum(map(len, question.groups))
    return (
        len(cards),
        len(question.groups),
        in_groups,
        sum(card not in dull for card in cards),
        sum(card == "JK" for card in cards),
        question.wild_card is not None,
        question.discard is not None,
    )


def _smaller(question: Question) -> Iterator[Question]:
    """Yield questions that may be smaller, those first that would be much smaller."""
    if question.ask is Ask.CLASSIFY:
        for kept in _without_parts(question.group):
            yield replace(question, group=kept)
    else:
        yield from _fewer_cards(question)
        yield from _fewer_groups(question)
        yield from _duller(question)
        if question.discard is not None:
            yield replace(question, discard=None)
    if question.wild_card is not None:
        yield replace(question, wild_card=None)


def _without_parts(cards: Cards) -> Iterator[Cards]:
    """Yield the cards without one half, one quarter …, one card."""
    for part in _parts(len(cards)):
        if len(part) < len(cards):
            yield tuple(card for place, card in enumerate(cards) if place not in part)


def _parts(count: int) -> Iterator[range]:
    size = (count + 1) // 2
    while size:
        for start in range(0, count, size):
            yield range(start, min(start + size, count))
        size //= 2


def _fewer_cards(question: Question) -> Iterator[Question]:
    """Yield the hand cut down to each size that is dealt, loose cards going first."""
    sizes = question.ruleset.melds.hand_sizes
    grouped = Counter(card for group in question.groups for card in group)
    loose = [*(Counter(question.hand) - grouped).elements()]
    order = [*loose, *(card for group in reversed(question.groups) for card in group)]
    for size in sorted({*sizes, *(size + 1 for size in sizes)}):
        count = len(question.hand) - size
        if count > 0:
            for start in range(len(order) - count + 1):
                yield _exchange(question, order[start : start + count], ())


def _fewer_groups(question: Question) -> Iterator[Question]:
    """Yield the grouping with one group alone, without one, and with a card less in one."""
    groups = question.groups
    for place in range(len(groups)):
        yield _grouped(question, groups[place : place + 1])
    for place in range(len(groups)):
        yield _grouped(question, groups[:place] + groups[place + 1 :])
    for place, group in enumerate(groups):
        for kept in _without_parts(group):
            yield _grouped(question, (*groups[:place], kept, *groups[place + 1 :]))


def _duller(question: Question) -> Iterator[Question]:
    """Yield the hand with some of its cards exchanged for dull ones."""
    dull = _dull_cards(question)
    telling = [card for card in question.hand if card not in dull]
    spare = [card for card in dull if card not in question.hand]
    for part in _parts(len(telling)):
        taken = telling[part.start : part.stop]
        if len(spare) >= len(taken):
            yield _exchange(question, taken, spare[: len(taken)])


def _dull_cards(question: Question) -> list[str]:
    """Return the dull cards that are no jokers in this deal."""
    wild_card = question.wild_card or ""
    wild_ranks = {"A"} if wild_card == "JK" else {wild_card[:-1]}
    return [card for card in _DULL if card[:-1] not in wild_ranks]


def _exchange(question: Question, taken: Iterable[str], given: Iterable[str]) -> Question:
    """Return the question with other cards in the hand; those in groups fall out of them."""
    gone = Counter(taken)
    hand = [*(Counter(question.hand) - gone).elements(), *given]
    loose = Counter(question.hand) - Counter(card for g in question.groups for card in g)
    # A copy outside the groups goes before one inside.
    gone -= loose
    groups = []
    for group in question.groups:
        kept = []
        for card in group:
            if gone[card] > 0:
                gone[card] -= 1
            else:
                kept.append(card)
        groups.append(tuple(kept))
    return _grouped(replace(question, hand=tuple(hand)), tuple(groups))


def _grouped(question: Question, groups: tuple[Cards, ...]) -> Question:
    """Return the question with these groups; the card set aside is named where it has to be."""
    groups = tuple(group for group in groups if group)
    one_more = len(question.hand) not in question.ruleset.melds.hand_sizes
    left = Counter(question.hand) - Counter(card for group in groups for card in group)
    discard = question.discard if one_more and left[question.discard or ""] else None
    if one_more and discard is None and question.ask is Ask.JUDGE and left.total() > 1:
        discard = next(iter(left))
    return replace(question, groups=groups, discard=discard)
