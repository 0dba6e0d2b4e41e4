"""Flags of hands that are made: what is special about a question, read off its right answer.

The corpus flags its vectors by hand. A hand that is made gets its flags from here, by the reading
that the referee has of it; they are those of the corpus, and few of its own.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from parity.corpus import SHIPPED, read_notes
from parity.questions import Ask, Note, Question
from validator import (
    Arrangement,
    Card,
    Deal,
    Kind,
    Meld,
    MeldKind,
    Rank,
    Verdict,
    ViolationCode,
)

_LONG: Final = 5
"""Cards of a sequence that a client may have no room for."""

OWN: Final = {
    "no-natural-card": Note(
        "At least one card of a group stands at face value, unless the ruleset says otherwise.",
        "Jokers alone pass as a group, or a lone wild card at face value is refused.",
    ),
    "complete-hand": Note(
        "All is melded, with every sequence that is needed.",
        "A good show is refused, or a complete hand of a loser charged otherwise.",
    ),
    "deadwood": Note("What is in no meld counts.", "Points of single cards are wrong."),
}
"""Flags that made hands alone have, in words."""

_OF_CODE: Final = {
    ViolationCode.DUPLICATE_SUIT_IN_SET: "duplicate-suit",
    ViolationCode.SET_TOO_LARGE: "set-of-five",
    ViolationCode.TOO_FEW_SEQUENCES: "second-sequence-missing",
}
"""Violations that have another flag than the one named after them."""

_USUAL_CAP: Final = 80
"""The cap whose flag has no number."""


def notes_of_made_hands() -> dict[str, Note]:
    """Return the flags in words: those of the corpus, and those that made hands alone have.

    :raises BrokenKit: when the corpus has none that can be read.
    """
    return read_notes(SHIPPED) | OWN


def flags_of(question: Question, verdict: Verdict) -> tuple[str, ...]:
    """Return the flags of a question that is not refused, each once."""
    return tuple(dict.fromkeys(_found(question, verdict)))


def _found(question: Question, verdict: Verdict) -> Iterator[str]:
    cards = question.group or question.hand
    if question.wild_card == "JK" and any(Card.parse(code).rank is Rank.ACE for code in cards):
        yield "printed-joker-up"
    if question.ask is Ask.BEST:
        yield from _of_melds(verdict.best.melds, verdict.deal)
        yield from _of_best(question, verdict.best, verdict.deal)
        return
    yield from _of_melds(verdict.groups, verdict.deal)
    for violation in verdict.violations:
        if question.ask is Ask.JUDGE or violation.group == 0:
            code = violation.code
            yield _OF_CODE.get(code, f"code-{code.replace('_', '-')}")
    if question.ask is Ask.JUDGE and verdict.valid:
        yield "complete-hand"


def _of_melds(melds: Sequence[Meld], deal: Deal) -> Iterator[str]:
    for meld in melds:
        aces = Counter(card for card in meld.cards if card.rank is Rank.ACE)
        if meld.kind is not MeldKind.TUNNELA and any(count > 1 for count in aces.values()):
            yield "two-aces"
        if meld.kind in (MeldKind.TUNNELA, MeldKind.DUBLEE):
            yield meld.kind.value
        elif meld.kind is not MeldKind.INVALID:
            yield from _of_meld(meld, deal)
    runs = sorted(
        (meld.stands_for[0].kind, meld.stands_for[-1].kind)
        for meld in melds
        if meld.kind is MeldKind.PURE_SEQUENCE
    )
    if any(end + 1 == start for (_, end), (start, _) in pairwise(runs)):
        yield "split-long-run"


def _of_meld(meld: Meld, deal: Deal) -> Iterator[str]:
    stand_ins = [card != slot for card, slot in zip(meld.cards, meld.stands_for, strict=True)]
    naturals = [card for card, stands in zip(meld.cards, stand_ins, strict=True) if not stands]
    if any(card.kind in deal.wild for card in naturals):
        yield "wild-at-face-value"
    if meld.kind is MeldKind.JOKER_GROUP or all(_is_joker(c.kind, deal) for c in meld.cards):
        yield "no-natural-card"
    if len(naturals) == 1 and len(meld.cards) == 3:
        yield "one-natural-two-jokers"
    if meld.kind.is_sequence:
        if meld.cards[-1].rank is Rank.ACE and not stand_ins[-1]:
            yield "ace-high"
        if len(meld.cards) >= _LONG:
            yield "long-run"
        if stand_ins[0] or stand_ins[-1]:
            yield "joker-at-end"
        if any(stand_ins[1:-1]):
            yield "joker-in-gap"
    elif len(meld.cards) >= _LONG:
        yield "set-of-five"


def _of_best(question: Question, best: Arrangement, deal: Deal) -> Iterator[str]:
    rules, points = deal.ruleset.melds, deal.ruleset.settlement
    if best.discard is not None and question.discard is None:
        yield "discard-choice"
    if _competing([Card.parse(code) for code in question.hand], deal):
        yield "greedy"
    jokers = [card for meld in best.melds for card in meld.cards if _is_joker(card.kind, deal)]
    if best.declarable and jokers:
        yield "zero-point-leftover"
    if best.declarable:
        yield "complete-hand"
        return
    pure = sum(meld.kind.is_pure for meld in best.melds)
    if rules.min_pure_sequences and not pure:
        yield "whole-hand-without-pure"
    elif sum(meld.kind.is_sequence for meld in best.melds) < rules.min_sequences:
        yield "loser-model"
    else:
        yield "deadwood"
    if best.penalty == points.cap:
        yield "cap" if points.cap == _USUAL_CAP else f"cap-{points.cap}"


def _competing(hand: Sequence[Card], deal: Deal) -> bool:
    """Return whether a card that is held once belongs to a run of three and to a set of three."""
    held = Counter(card.kind for card in hand if not _is_joker(card.kind, deal))
    suits_of_rank = Counter(kind % 13 for kind in held)
    return any(
        count == 1 and suits_of_rank[kind % 13] >= 3 and _in_run(kind, held)
        for kind, count in held.items()
    )


def _in_run(kind: Kind, held: Counter[Kind]) -> bool:
    """Return whether the cards held have three in a row with this one; an ace counts as low."""
    start = kind - kind % 13
    return any(
        start <= first and first + 2 < start + 13 and all(held[Kind(first + n)] for n in range(3))
        for first in range(kind - 2, kind + 1)
    )


def _is_joker(kind: Kind, deal: Deal) -> bool:
    return kind in deal.wild or Card(kind).is_printed_joker
