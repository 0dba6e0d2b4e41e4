"""The report as text: what differs, by flag and question, and the differences themselves."""

import json
from collections.abc import Iterator, Sequence
from typing import Final

from parity.explanations import explain
from parity.protocol import own_text
from parity.questions import Case, Json
from parity.results import Exit, Outcome, Report, Status

MOST_SHOWN: Final = 20
"""Differences that are shown in full; the other forms of report have more."""

_MOST_FLAGS: Final = 8

_VERDICTS: Final = {
    Exit.AGREE: "The client agrees with the referee.",
    Exit.DIFFER: "The client differs from the referee.",
    Exit.USAGE: "Nothing was compared.",
    Exit.BROKE: "The client crashed, was late or broke the protocol.",
    Exit.STALE: "The client agrees, and the baseline or the skip list is out of date.",
}


def write_text(report: Report) -> str:
    """Return the report as text, lines of any length."""
    return "\n".join(_lines(report)) + "\n"


def verdict_of(report: Report) -> str:
    """Return what came of the run in a sentence."""
    return _VERDICTS[report.exit_code]


def counts_of(report: Report) -> str:
    """Return how many questions came to what."""
    counts = report.counts
    told = [f"{counts[status]} {_words(status)}" for status in Status if counts[status]]
    return f"{len(report.outcomes)} questions: {', '.join(told) or 'none was asked'}"


def client_of(report: Report) -> str:
    """Return the client's name and version."""
    if report.client is None:
        return "the client"
    return f"{report.client.name} {report.client.version}".strip()


def hand_of(case: Case) -> Iterator[str]:
    """Yield what is asked, a line for each part of it."""
    question = case.question
    if question.wild_card is not None:
        yield f"turned up: {question.wild_card}"
    if question.group:
        yield f"group: {' '.join(question.group)}"
    if question.hand:
        yield f"hand: {' '.join(question.hand)}"
    if question.groups:
        yield f"groups: {' | '.join(' '.join(group) for group in question.groups)}"
    if question.discard is not None:
        yield f"set aside: {question.discard}"
    for player in question.players:
        cards = " ".join(player.get("hand") or ())
        groups = " | ".join(" ".join(group) for group in player.get("groups") or ())
        yield " ".join(
            filter(None, (player["seat"], player["status"], cards, groups and f"as {groups}"))
        )


def answer_of(answer: Json | None) -> str:
    """Return an answer in words, cut to a length that can be read."""
    if answer is None:
        return "none"
    return own_text(", ".join(f"{name} {_value(value)}" for name, value in answer.items()))


def _lines(report: Report) -> Iterator[str]:
    yield f"{client_of(report)} · {report.ruleset.id} · {report.origin}"
    yield verdict_of(report)
    yield counts_of(report)
    yield from report.breaches
    yield from report.stale
    yield from _summary(report)
    differ = [small.outcome for small in report.shrunk]
    if differ:
        yield from ("", "Smallest questions that show it:")
        yield from _differences(report, differ)
        total = report.counts[Status.DIFFER]
        yield from ("", f"All {total} differences are in the JSON and HTML reports.")
    else:
        yield from _differences(report, report.having(Status.DIFFER))
    yield from _differences(report, report.having(Status.FAILED, Status.STALE))


def _summary(report: Report) -> Iterator[str]:
    yield from ("", "By question:")
    for ask, counts in report.asks():
        told = [f"{counts[status]} {_words(status)}" for status in Status if counts[status]]
        yield f"  {ask:<10}{', '.join(told)}"
    telling = [count for count in report.flags() if count.differ]
    if telling:
        yield from ("", "By flag, the most telling first:")
    for count in telling[:_MOST_FLAGS]:
        note = report.notes.get(count.flag)
        yield f"  {count.flag}: {count.differ} of {count.asked} differ"
        if note is not None:
            yield f"    {note.text} {note.effect}".rstrip()
    if len(telling) > _MOST_FLAGS:
        yield f"  and {len(telling) - _MOST_FLAGS} more flags"


def _differences(report: Report, outcomes: Sequence[Outcome]) -> Iterator[str]:
    for outcome in outcomes[:MOST_SHOWN]:
        yield ""
        yield from _difference(report, outcome)
    if len(outcomes) > MOST_SHOWN:
        yield from ("", f"and {len(outcomes) - MOST_SHOWN} more")


def _difference(report: Report, outcome: Outcome) -> Iterator[str]:
    case = outcome.case
    flags = f"  [{', '.join(case.flags)}]" if case.flags else ""
    yield f"{_words(outcome.status)}: {case.id}{flags}"
    if case.description:
        yield f"  {case.description}"
    for line in hand_of(case):
        yield f"  {own_text(line)}"
    yield f"  {client_of(report)}: {answer_of(outcome.answer)}"
    yield f"  referee: {answer_of(case.expect)}"
    for detail in outcome.details:
        yield f"  - {detail}"
    yield f"  {explain(case)}"
    if case.source:
        yield f"  source: {'; '.join(case.source)}"


def _words(status: Status) -> str:
    return {Status.NOT_ASKED: "not asked", Status.KNOWN: "known from the baseline"}.get(
        status, status.value
    )


def _value(value: object) -> str:
    if isinstance(value, list):
        between = " | " if any(isinstance(item, list) for item in value) else " "
        return between.join(map(_value, value)) or "none"
    if isinstance(value, dict):
        return " ".join(f"{name} {_value(item)}" for name, item in value.items()) + ";"
    return str(value) if isinstance(value, str) else json.dumps(value)
