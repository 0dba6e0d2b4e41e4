"""Whether a client's answer is right: every field that both sides give is compared.

An arrangement is never compared card by card, since a hand may have several best ones: it is
judged, and has to be worth what the client says.
"""

import json
from collections.abc import Iterator
from typing import Any, Final

from parity.protocol import own_text
from parity.questions import Ask, Case, Json, Question
from parity.referee import lay_out
from validator import MalformedRequest, Verdict

_MOST_FAULTS: Final = 10
"""Differences of one answer that are named."""


def compare(case: Case, answer: Json) -> tuple[str, ...]:
    """Return what is wrong with an answer, a sentence each; empty when nothing is.

    `answer` is as `parity.protocol.check_answer` wants it.
    """
    expect = case.expect
    if "refused" in expect or "refused" in answer:
        return tuple(_refusal(expect, answer))
    found = _settlement if case.question.ask is Ask.SETTLE else _plain
    faults = [*found(expect, answer)]
    if case.question.ask is Ask.BEST and "melds" in answer:
        faults += _arrangement(case.question, expect, answer)
    return tuple(faults[:_MOST_FAULTS])


def _refusal(expect: Json, answer: Json) -> Iterator[str]:
    if "refused" not in answer:
        codes = ", ".join(expect["refused"])
        yield f"the question is to be refused ({codes}), and was answered"
    elif "refused" not in expect:
        yield "the question was refused, and can be answered"
    elif answer["refused"] is not True and set(answer["refused"]) != set(expect["refused"]):
        yield _differs("refused", sorted(expect["refused"]), sorted(set(answer["refused"])))


def _plain(expect: Json, answer: Json) -> Iterator[str]:
    for name in ("kind", "valid", "penalty", "declarable", "points_as_grouped"):
        if name in expect and name in answer and expect[name] != answer[name]:
            yield _differs(name, expect[name], answer[name])
    wanted, told = expect.get("counts", {}), answer.get("counts", {})
    for name in sorted(wanted.keys() & told.keys()):
        if wanted[name] != told[name]:
            yield _differs(f"the number of {name}", wanted[name], told[name])
    if "violations" in expect and "violations" in answer:
        codes, named = set(expect["violations"]), set(answer["violations"])
        if codes != named:
            yield _differs("violations", sorted(codes), sorted(named))


def _settlement(expect: Json, answer: Json) -> Iterator[str]:
    for name in ("winner", "settled"):
        if name in answer and expect[name] != answer[name]:
            yield _differs(name, expect[name], answer[name])
    seats = {player["seat"]: player for player in answer["players"]}
    for wanted in expect["players"]:
        told = seats.get(wanted["seat"])
        if told is None:
            yield f"the seat {wanted['seat']} is missing"
            continue
        for name in ("points", "rank", "total"):
            if name in wanted and name in told and wanted[name] != told[name]:
                yield _differs(f"{name} of {wanted['seat']}", wanted[name], told[name])


def _arrangement(question: Question, expect: Json, answer: Json) -> Iterator[str]:
    """Yield what is wrong with the melds that a client calls the best."""
    try:
        verdict = lay_out(question, answer["melds"], answer.get("discard") or question.discard)
    except MalformedRequest as refused:
        yield f"its melds are not of this hand: {own_text(refused)}"
        return
    grouped = verdict.grouped
    assert grouped is not None  # melds, be there none of them, are a grouping
    for place, reason in _no_melds(verdict):
        yield f"its meld {' '.join(answer['melds'][place])} is none: {reason}"
    if grouped.penalty != expect["penalty"]:
        yield f"its melds cost {grouped.penalty}, the best ones {expect['penalty']}"
    if grouped.declarable != expect.get("declarable", grouped.declarable):
        yield f"its melds can{'' if grouped.declarable else 'not'} be declared"


def _no_melds(verdict: Verdict) -> Iterator[tuple[int, str]]:
    seen = set()
    for violation in verdict.violations:
        if violation.group is not None and violation.group not in seen:
            seen.add(violation.group)
            yield violation.group, violation.message


def _differs(name: str, wanted: Any, told: Any) -> str:
    return f"{name} is {_shown(wanted)}, not {_shown(told)}"


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return own_text(", ".join(map(str, value))) or "none"
    return own_text(value if isinstance(value, str) else json.dumps(value))
