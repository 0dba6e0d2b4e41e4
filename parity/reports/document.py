"""The report as JSON; `parity/schemas/report.json` describes it. It serves as a baseline too."""

import json

from parity.explanations import explain
from parity.questions import Json
from parity.results import Outcome, Report, Shrunk, Status

FORMAT_VERSION = 1
"""Goes up when a field of the report changes its meaning or goes."""


def write_json(report: Report) -> str:
    """Return the report as a JSON document."""
    return json.dumps(as_json(report), indent=1) + "\n"


def as_json(report: Report) -> Json:
    """Return the report as an object: everything but the questions that agree."""
    ruleset = report.ruleset
    client = report.client
    return {
        "report": FORMAT_VERSION,
        "ruleset": {"id": ruleset.id, "version": ruleset.version, "digest": ruleset.digest},
        "client": None if client is None else {"name": client.name, "version": client.version},
        "questions": report.origin,
        "exit_code": int(report.exit_code),
        "seconds": round(report.seconds, 3),
        "counts": _counts(report.counts),
        "by_question": {ask.value: _counts(counts) for ask, counts in report.asks()},
        "by_flag": [
            _flag(report, count.flag, count.asked, count.differ) for count in report.flags()
        ],
        "shrunk": [_shrunk(small) for small in report.shrunk],
        "differences": [
            _outcome(outcome)
            for outcome in report.outcomes
            if outcome.status not in (Status.AGREE, Status.SKIPPED)
        ],
        "skipped": [
            {"id": outcome.case.id, "reason": outcome.details[0]}
            for outcome in report.having(Status.SKIPPED)
        ],
        "breaches": list(report.breaches),
        "stale": list(report.stale),
    }


def _counts(counts: "dict[Status, int]") -> dict[str, int]:
    return {status.value: counts.get(status, 0) for status in Status}


def _flag(report: Report, flag: str, asked: int, differ: int) -> Json:
    note = report.notes.get(flag)
    text = "" if note is None else f"{note.text} {note.effect}".rstrip()
    return {"flag": flag, "asked": asked, "differ": differ, "rule": text}


def _shrunk(small: Shrunk) -> Json:
    return {"origin": small.origin, "calls": small.calls, **_outcome(small.outcome)}


def _outcome(outcome: Outcome) -> Json:
    case = outcome.case
    return {
        "id": case.id,
        "status": outcome.status.value,
        "flags": list(case.flags),
        "question": case.question.as_json(),
        "answer": outcome.answer,
        "expect": case.expect,
        "details": list(outcome.details),
        "explanation": explain(case),
        "source": list(case.source),
    }
