"""The referee's own answers, in the form in which a client gives them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from parity.questions import Ask, Json, Question
from validator import (
    Arrangement,
    Deal,
    Declaration,
    Kind,
    MalformedRequest,
    MeldKind,
    Ruleset,
    Seat,
    Settlement,
    UnknownCard,
    Verdict,
    judge,
    judge_declaration,
    read_cards,
    read_declaration,
    settle,
)

_UNSEARCHED: Final = Arrangement((), (), None, declarable=False, penalty=0, deadwood_points=0)
"""Stands for the best arrangement where nobody asks for it."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """The right answer to a question, and the judgement behind it."""

    answer: Json
    """As a client gives it, with every field that a client may give."""
    verdict: Verdict | None = None
    """For `classify`, `judge` and `best` what is said of the cards; None when refused."""
    settlement: Settlement | None = None
    """For `settle`."""
    refusal: str = ""
    """What is wrong with a question that is refused."""


def consult(question: Question) -> Opinion:
    """Return the right answer to any question."""
    try:
        if question.ask is Ask.SETTLE:
            return _settle(question)
        verdict = _classify(question) if question.ask is Ask.CLASSIFY else _judge(question)
        return opinion_of(question.ask, verdict)
    except MalformedRequest as refused:
        codes = sorted({str(fault.code) for fault in refused.faults})
        return Opinion({"refused": codes}, refusal=str(refused))
    except UnknownCard as refused:
        return Opinion({"refused": [refused.code.value]}, refusal=str(refused))


def opinion_of(ask: Ask, verdict: Verdict) -> Opinion:
    """Return what a verdict says in answer to `classify`, `judge` or `best`."""
    if ask is Ask.CLASSIFY:
        codes = [found.code.value for found in verdict.violations if found.group == 0]
        answer: Json = {"kind": verdict.groups[0].kind.value, "violations": codes}
    elif ask is Ask.JUDGE:
        answer = {
            "valid": verdict.valid,
            "penalty": verdict.penalty,
            "violations": [found.code.value for found in verdict.violations],
            "points_as_grouped": verdict.points_as_grouped,
        }
    else:
        best = verdict.best
        answer = {
            "penalty": best.penalty,
            "declarable": best.declarable,
            "melds": [[str(card) for card in meld.cards] for meld in best.melds],
            "discard": None if best.discard is None else str(best.discard),
        }
    return Opinion(answer, verdict)


def opinion_of_group(verdict: Verdict, place: int) -> Opinion | None:
    """Return what a verdict says of one of its groups; None where it says too little.

    Where enough dublees or the like are shown, the groups beside them are not judged.
    """
    meld = verdict.groups[place]
    found = [replace(one, group=0) for one in verdict.violations if one.group == place]
    if not found and meld.kind in (MeldKind.INVALID, MeldKind.DUBLEE):
        return None
    alone = replace(verdict, groups=(meld,), violations=tuple(found))
    return opinion_of(Ask.CLASSIFY, alone)


def lay_out(question: Question, melds: Sequence[Sequence[str]], discard: str | None) -> Verdict:
    """Return the verdict on a client's own arrangement of a hand.

    Of its `best` nothing can be said: the hand is not searched.

    :raises MalformedRequest: when the melds are not made of the hand's cards, each used once, or a
        card set aside is missing or no card.
    """
    groups = [read_cards(meld, ("melds", place)) for place, meld in enumerate(melds)]
    given = read_cards([] if discard is None else [discard], ("discard",))
    if given.faults:
        raise MalformedRequest(given.faults)
    aside = given.known[0] if given.known else None
    hand = read_cards(question.hand, ("hand",))
    wild = _kind(question.wild_card)
    return judge_declaration(
        read_declaration(question.ruleset, hand, wild, groups, aside), _UNSEARCHED
    )


def rules_of(ruleset: Ruleset) -> Json:
    """Return every field of a ruleset, as a client gets them when it is started."""
    layers = (ruleset.melds, ruleset.settlement)
    fields: Json = {
        name: getattr(layer, name) for layer in layers for name in layer.__dataclass_fields__
    }
    sizes = {str(players): cards for players, cards in ruleset.melds.hand_size_by_players}
    return {**fields, "hand_size_by_players": sizes}


def _kind(code: str | None) -> Kind | None:
    """:raises MalformedRequest: when it is no card."""
    if code is None:
        return None
    read = read_cards([code], ("wild_card",))
    if read.faults:
        raise MalformedRequest(read.faults)
    return read.known[0]


def _classify(question: Question) -> Verdict:
    """Return a verdict whose only group, and violations of group 0, are the answer."""
    group = read_cards(question.group, ("group",)).known
    deal = Deal.of(question.ruleset, _kind(question.wild_card))
    return judge_declaration(Declaration(deal, group, (group,), None, None), _UNSEARCHED)


def _judge(question: Question) -> Verdict:
    return judge(
        question.hand,
        question.ruleset,
        wild_card=question.wild_card,
        groups=question.groups if question.ask is Ask.JUDGE else None,
        discard=question.discard,
    )


def _settle(question: Question) -> Opinion:
    seats = [
        Seat.of(
            player["seat"],
            player["status"],
            player.get("hand"),
            player.get("groups"),
            player.get("discard"),
        )
        for player in question.players
    ]
    settled = settle(
        seats,
        question.ruleset,
        wild_card=question.wild_card,
        reason=question.reason,
        totals=question.totals,
    )
    players: list[Json] = [
        {"seat": player.seat, "points": player.points, "rank": player.rank, "total": player.total}
        for player in settled.players
    ]
    answer = {"settled": settled.settled, "winner": settled.winner, "players": players}
    return Opinion(answer, settlement=settled)
