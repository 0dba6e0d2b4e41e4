"""Why an answer is right, in a sentence or two that a player understands."""

from collections.abc import Iterator
from typing import Final

from parity.questions import Ask, Case
from parity.referee import Opinion, consult
from validator import Arrangement, Deal, Meld, MeldKind, Ruleset, Settlement, Verdict

_MOST_REASONS: Final = 4
"""Violations of one grouping that are told."""

_KIND_NAMES: Final = {
    MeldKind.PURE_SEQUENCE: "a pure sequence",
    MeldKind.TUNNELA: "a tunnela",
    MeldKind.IMPURE_SEQUENCE: "an impure sequence",
    MeldKind.SET: "a set",
    MeldKind.JOKER_GROUP: "a group of jokers",
    MeldKind.DUBLEE: "a dublee",
    MeldKind.INVALID: "no meld",
}

_UNLOCKED: Final = {
    "pure_unlocks_all": "With a pure sequence the deadwood counts, without one the whole hand.",
    "lives_cascade": (
        "With every sequence that is needed the deadwood counts; with a pure one alone, all but "
        "the pure ones; without any, the whole hand."
    ),
    "two_lives_or_full": (
        "With every sequence that is needed the deadwood counts, otherwise the whole hand."
    ),
    "deadwood_only": "The deadwood counts.",
}
"""What a losing hand pays, by loser model."""


def explain(case: Case) -> str:
    """Return why the answer to a question is what it is."""
    opinion = consult(case.question)
    return " ".join(_sentences(case.question.ask, opinion))


def _rule_of(ruleset: Ruleset) -> str:
    """Return what a losing hand pays in this ruleset."""
    points = ruleset.settlement
    cap = "" if points.cap is None else f" At most {points.cap} are charged."
    return _UNLOCKED[points.loser_model] + cap


def _sentences(ask: Ask, opinion: Opinion) -> Iterator[str]:
    if opinion.refusal:
        yield f"This is no hand to be judged: {opinion.refusal}."
    elif opinion.settlement is not None:
        yield from _of_settlement(opinion.settlement)
    elif opinion.verdict is not None and ask is Ask.BEST:
        yield from _of_best(opinion.verdict.best, opinion.verdict.deal)
    elif opinion.verdict is not None and ask is Ask.JUDGE:
        yield from _of_judgement(opinion.verdict)
    elif opinion.verdict is not None:
        yield from _of_group(opinion.verdict)


def _of_group(verdict: Verdict) -> Iterator[str]:
    meld = verdict.groups[0]
    reasons = [found.message for found in verdict.violations if found.group == 0]
    yield f"{_reading(meld, verdict.deal)}."
    yield from reasons


def _of_judgement(verdict: Verdict) -> Iterator[str]:
    rules = verdict.deal.ruleset.settlement
    if verdict.valid:
        readings = "; ".join(_reading(meld, verdict.deal) for meld in verdict.groups)
        yield f"It stands: {readings}."
    else:
        for found in verdict.violations[:_MOST_REASONS]:
            where = "" if found.group is None else f"Group {found.group + 1}: "
            yield where + found.message
        more = len(verdict.violations) - _MOST_REASONS
        if more > 0:
            yield f"And {more} more."
        yield f"That costs {rules.wrong_declaration_points}."


def _of_best(best: Arrangement, deal: Deal) -> Iterator[str]:
    if best.discard is not None:
        yield f"With {best.discard} set aside:"
    melds = "; ".join(_reading(meld, deal) for meld in best.melds) or "nothing is melded"
    left = " ".join(map(str, best.deadwood))
    yield f"{melds}; outside {left} ({best.deadwood_points})." if left else f"{melds}."
    if best.declarable and deal.ruleset.settlement.knock_limit is None:
        costs = deal.ruleset.settlement.complete_hand_points
        yield f"It can be declared; a loser pays {costs} for it."
    else:
        yield f"{_rule_of(deal.ruleset)} That makes {best.penalty}."


def _of_settlement(settled: Settlement) -> Iterator[str]:
    if settled.verdict is not None and settled.verdict.violations:
        yield settled.verdict.violations[0].message
    winner = "nobody alone has won" if settled.winner is None else f"{settled.winner} has won"
    state = "The deal is over" if settled.settled else "Play goes on"
    yield f"{state}; {winner}."
    told = (f"{one.seat} {'open' if one.points is None else one.points}" for one in settled.players)
    yield f"Points: {', '.join(told)}."


def _reading(meld: Meld, deal: Deal) -> str:
    """Return a group as what it is, with what its jokers stand for."""
    pairs = list(zip(meld.cards, meld.stands_for, strict=True))
    stand_ins = [f"{card} as {slot}" for card, slot in pairs if card != slot]
    at_face = [str(card) for card, slot in pairs if card == slot and card.kind in deal.wild]
    told = [*stand_ins, *(f"{card} wild, and in its own place" for card in at_face)]
    is_meld = meld.kind is not MeldKind.INVALID
    aside = f" ({', '.join(told)})" if told and is_meld else ""
    return f"{' '.join(map(str, meld.cards))} is {_KIND_NAMES[meld.kind]}{aside}"
