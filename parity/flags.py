"""Flags of hands that are made: what is special about a question, read off its right answer.

The corpus flags its vectors by hand. A hand that is made gets its flags from here, by the reading
that the referee has of it; the names are those of the corpus where both have one.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

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

NOTES: Final = {
    "ace_high": Note("An ace stands above the king: Q-K-A.", "Q-K-A is missed."),
    "sequence_wraps_ace": Note("Ranks do not go on past the ace: K-A-2 is none.", "K-A-2 passes."),
    "two_aces": Note(
        "One group has an ace of one suit twice, at both ends or too often.",
        "The second ace is lost, or counted at the same end.",
    ),
    "wild_at_face_value": Note(
        "A wild card in its own place is natural, and keeps a sequence pure.",
        "Every wild card is taken for a joker, and the pure sequence is lost.",
    ),
    "joker_at_end": Note(
        "A joker goes on at an end of a sequence.", "Jokers fill gaps only, or pass the ace."
    ),
    "joker_in_gap": Note(
        "A joker stands for a card inside a sequence.", "The gap is not seen, or too wide."
    ),
    "one_natural_two_jokers": Note(
        "One card and two jokers are a sequence as well as a set; the sequence serves better.",
        "A set is reported where a second sequence was needed.",
    ),
    "no_natural_card": Note(
        "At least one card of a group stands at face value, unless the ruleset says otherwise.",
        "Jokers alone pass as a group, or a lone wild card at face value is refused.",
    ),
    "long_run": Note(
        "A sequence may have five cards and more.", "Groups are capped at four or five cards."
    ),
    "split_long_run": Note(
        "Two melds divide what could be one long run.",
        "The run is kept whole, and a sequence is missing.",
    ),
    "set_of_five": Note(
        "A set has no more cards than the ruleset allows, jokers included.",
        "A fifth card slips into a set, or is refused where sets are open.",
    ),
    "duplicate_suit": Note(
        "Naturals of a set are of different suits.", "Two decks let a doubled card pass as a set."
    ),
    "duplicate_rank_in_sequence": Note(
        "A sequence has each rank once.", "A doubled card counts as one more of a sequence."
    ),
    "sequence_has_gap": Note(
        "Ranks are missing, and no joker is left for them.", "A gap is jumped."
    ),
    "mixed_ranks_and_suits": Note(
        "The cards share neither suit nor rank.", "Any three cards pass."
    ),
    "group_too_small": Note("A meld has at least three cards.", "Two cards pass as a meld."),
    "too_many_jokers": Note(
        "The ruleset limits the jokers of a meld, or no rank is left for one.", "They all pass."
    ),
    "tunnela": Note(
        "Copies of one card are a tunnela or a dublee.", "They are taken for a set, or refused."
    ),
    "printed_joker_up": Note(
        "A printed joker is turned up, and there are aces: the ruleset says what is wild then.",
        "No ace, or only one, becomes wild.",
    ),
    "pure_sequence_missing": Note(
        "A declaration needs as many pure sequences as the ruleset says.",
        "Sequences with jokers are declared.",
    ),
    "second_sequence_missing": Note(
        "A declaration needs as many sequences as the ruleset says, pure ones included.",
        "One pure sequence and sets are declared.",
    ),
    "long_sequence": Note(
        "One sequence is as long as the ruleset asks.", "Short ones alone are declared."
    ),
    "card_left_out": Note("Every card has to be in a group.", "A loose card is overlooked."),
    "knock_limit": Note("A knock leaves at most so many points.", "The limit is off by one."),
    "whole_hand_without_pure": Note(
        "Without a pure sequence the ruleset may count the whole hand.",
        "Sets and impure sequences are counted off.",
    ),
    "loser_model": Note(
        "A pure sequence, but not every sequence that is needed: the loser model says what counts.",
        "One dialect is scored by the rule of another.",
    ),
    "cap": Note("The cards add up to more than the cap.", "More than the cap is charged."),
    "complete_hand": Note(
        "All is melded, with every sequence that is needed.",
        "A good show is refused, or a complete hand of a loser charged otherwise.",
    ),
    "zero_point_leftover": Note(
        "A joker is worth nothing and has to be melded all the same, for the hand to be declared.",
        "A search for points alone leaves it outside, and the hand undeclarable.",
    ),
    "greedy": Note(
        "A card is wanted in two melds.",
        "A greedy choice leaves too much outside, or the card serves both.",
    ),
    "discard_choice": Note(
        "One card more than is melded: the best one to set aside is found with the melds.",
        "The dearest card left over goes, after the melding.",
    ),
    "deadwood": Note("What is in no meld counts.", "Points of single cards are wrong."),
}
"""Every flag in words."""

_OF_CODE: Final = {
    ViolationCode.SEQUENCE_WRAPS_ACE: "sequence_wraps_ace",
    ViolationCode.DUPLICATE_SUIT_IN_SET: "duplicate_suit",
    ViolationCode.DUPLICATE_RANK_IN_SEQUENCE: "duplicate_rank_in_sequence",
    ViolationCode.SEQUENCE_HAS_GAP: "sequence_has_gap",
    ViolationCode.MIXED_RANKS_AND_SUITS: "mixed_ranks_and_suits",
    ViolationCode.GROUP_TOO_SMALL: "group_too_small",
    ViolationCode.TOO_MANY_JOKERS: "too_many_jokers",
    ViolationCode.SET_TOO_LARGE: "set_of_five",
    ViolationCode.NO_NATURAL_CARD: "no_natural_card",
    ViolationCode.NO_PURE_SEQUENCE: "pure_sequence_missing",
    ViolationCode.TOO_FEW_SEQUENCES: "second_sequence_missing",
    ViolationCode.LONG_SEQUENCE_MISSING: "long_sequence",
    ViolationCode.CARD_LEFT_OUT: "card_left_out",
    ViolationCode.KNOCK_ABOVE_LIMIT: "knock_limit",
}


def flags_of(question: Question, verdict: Verdict) -> tuple[str, ...]:
    """Return the flags of a question that is not refused, each once, in the order of `NOTES`."""
    found = set(_found(question, verdict))
    return tuple(flag for flag in NOTES if flag in found)


def _found(question: Question, verdict: Verdict) -> Iterator[str]:
    cards = question.group or question.hand
    if question.wild_card == "JK" and any(Card.parse(code).rank is Rank.ACE for code in cards):
        yield "printed_joker_up"
    if question.ask is Ask.BEST:
        yield from _of_melds(verdict.best.melds, verdict.deal)
        yield from _of_best(question, verdict.best, verdict.deal)
        return
    yield from _of_melds(verdict.groups, verdict.deal)
    for violation in verdict.violations:
        if question.ask is Ask.JUDGE or violation.group == 0:
            yield _OF_CODE[violation.code]
    if question.ask is Ask.JUDGE and verdict.valid:
        yield "complete_hand"


def _of_melds(melds: Sequence[Meld], deal: Deal) -> Iterator[str]:
    for meld in melds:
        aces = Counter(card for card in meld.cards if card.rank is Rank.ACE)
        if meld.kind is not MeldKind.TUNNELA and any(count > 1 for count in aces.values()):
            yield "two_aces"
        if meld.kind in (MeldKind.TUNNELA, MeldKind.DUBLEE):
            yield "tunnela"
        elif meld.kind is not MeldKind.INVALID:
            yield from _of_meld(meld, deal)
    runs = sorted(
        (meld.stands_for[0].kind, meld.stands_for[-1].kind)
        for meld in melds
        if meld.kind is MeldKind.PURE_SEQUENCE
    )
    if any(end + 1 == start for (_, end), (start, _) in pairwise(runs)):
        yield "split_long_run"


def _of_meld(meld: Meld, deal: Deal) -> Iterator[str]:
    stand_ins = [card != slot for card, slot in zip(meld.cards, meld.stands_for, strict=True)]
    naturals = [card for card, stands in zip(meld.cards, stand_ins, strict=True) if not stands]
    if any(card.kind in deal.wild for card in naturals):
        yield "wild_at_face_value"
    if meld.kind is MeldKind.JOKER_GROUP or all(_is_joker(c.kind, deal) for c in meld.cards):
        yield "no_natural_card"
    if len(naturals) == 1 and len(meld.cards) == 3:
        yield "one_natural_two_jokers"
    if meld.kind.is_sequence:
        if meld.cards[-1].rank is Rank.ACE and not stand_ins[-1]:
            yield "ace_high"
        if len(meld.cards) >= _LONG:
            yield "long_run"
        if stand_ins[0] or stand_ins[-1]:
            yield "joker_at_end"
        if any(stand_ins[1:-1]):
            yield "joker_in_gap"
    elif len(meld.cards) >= _LONG:
        yield "set_of_five"


def _of_best(question: Question, best: Arrangement, deal: Deal) -> Iterator[str]:
    rules, points = deal.ruleset.melds, deal.ruleset.settlement
    if best.discard is not None and question.discard is None:
        yield "discard_choice"
    if _competing([Card.parse(code) for code in question.hand], deal):
        yield "greedy"
    jokers = [card for meld in best.melds for card in meld.cards if _is_joker(card.kind, deal)]
    if best.declarable and jokers:
        yield "zero_point_leftover"
    if best.declarable:
        yield "complete_hand"
        return
    pure = sum(meld.kind.is_pure for meld in best.melds)
    if rules.min_pure_sequences and not pure:
        yield "whole_hand_without_pure"
    elif sum(meld.kind.is_sequence for meld in best.melds) < rules.min_sequences:
        yield "loser_model"
    else:
        yield "deadwood"
    if best.penalty == points.cap:
        yield "cap"


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
