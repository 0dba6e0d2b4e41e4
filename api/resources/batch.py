"""POST /v1/validate/batch: judges many declarations, each as POST /v1/validate does.

As lines (NDJSON) they are read, judged and answered step by step, so that memory does not grow with
the body. As a JSON array they are read whole and answered step by step.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from http import HTTPStatus
from itertools import chain
from json import JSONEncoder
from typing import Any, Final

from flask import Blueprint, Response, current_app, request, stream_with_context
from marshmallow import ValidationError

from schemas.requests import id_of, is_defaults, load_batch_request, load_defaults
from schemas.responses import write_verdict

from ..config import Settings
from ..http import (
    Line,
    ProblemException,
    ReadAhead,
    body_chunks,
    one_problem,
    parse_json,
    read_body,
    read_lines,
    require_json_content,
    unforeseen,
    unprocessable,
)
from ..middleware import note_batch, produces
from ..observability import metrics
from ..server import bulk_slot
from ..turns import pause
from .common import judge, ruleset_label

blueprint = Blueprint("batch", __name__)

JSON: Final = "application/json"
NDJSON: Final = "application/x-ndjson"

MOST_ENTRIES: Final = 10_000
"""Entries that one array may have."""

STEP: Final = 64
"""Requests that are judged before their answers are written; more would not be faster."""

HANDS_OF_A_TURN: Final = 16
"""Requests that are judged, in about a millisecond, before others have their turn."""

Entry = tuple[int, Any]
"""A line, or an entry of an array, with its number from 1."""

_encode: Final = JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a batch may ask for."""

    line_bytes: int
    """Longest line."""
    body_bytes: int
    """Longest body of lines."""
    array_bytes: int
    """Longest body that is one array."""
    seconds: float
    """Longest time for all of it."""
    idle_seconds: float
    """Longest time in which a client neither reads its answers nor sends anything."""

    @classmethod
    def of(cls, settings: Settings) -> "Limits":
        """Return what the settings allow."""
        return cls(
            line_bytes=settings.max_body_bytes,
            body_bytes=settings.max_batch_bytes,
            array_bytes=settings.max_batch_array_bytes,
            # Before the connection is cut, so that the client is told.
            seconds=max(settings.bulk_timeout - 1, settings.bulk_timeout / 2),
            idle_seconds=settings.request_timeout / 3,
        )


@blueprint.post("/v1/validate/batch")
@produces(JSON, NDJSON)
def validate_batch() -> Response:
    """Answer each request of a batch in its order, in the form in which they were sent."""
    require_json_content(NDJSON)
    limits: Limits = current_app.config["BATCH_LIMITS"]
    is_lines = request.mimetype == NDJSON
    with bulk_slot() as slot:
        return slot.until_sent(_answer(limits, is_lines))


def _answer(limits: "Limits", is_lines: bool) -> Response:
    body = body_chunks(limits.body_bytes) if is_lines else iter(())
    ahead = ReadAhead(body, request.environ.get("gunicorn.socket"), limits.idle_seconds)
    try:
        if is_lines:
            lines = read_lines(ahead, limits.line_bytes)
            batch = Batch.start(_steps_of_lines(lines), _read_line, limits)
        else:
            batch = Batch.start(_steps_of_array(limits.array_bytes), lambda entry: entry, limits)
    except BaseException:
        ahead.close()
        raise
    answers = batch.answer_lines() if is_lines else batch.answer_array()
    pieces = stream_with_context(_write(batch, answers, ahead))
    return Response(pieces, content_type=NDJSON if is_lines else JSON)


def _write(batch: "Batch", answers: Iterator[str], ahead: ReadAhead) -> Iterator[bytes]:
    """Yield the answer piece by piece; all work on a batch is done in here."""
    try:
        for text in answers:
            yield from ahead.pieces(text.encode())
    finally:
        # Also when the client has gone.
        ahead.close()
        note_batch(batch.hands, batch.refused)
        metrics.observe_batch(batch.hands, batch.refused)


def _steps_of_lines(parts: Iterable[list[Line]]) -> Iterator[list[Entry]]:
    """Yield the lines that are not blank, of at most `STEP` at a time."""
    number = 1
    for lines in parts:
        for start in range(0, len(lines), STEP):
            step = lines[start : start + STEP]
            numbered = enumerate(step, number)
            yield [(at, line) for at, line in numbered if line is None or line.strip()]
            number += len(step)


def _read_line(line: Line) -> object:
    """:raises ProblemException: when the line is too long or no JSON."""
    if line is None:
        most = current_app.config["MAX_BODY_BYTES"]
        detail = f"The line is longer than {most} bytes."
        raise one_problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "body_too_large", detail)
    return parse_json(line)


def _steps_of_array(most_bytes: int) -> Iterator[list[Entry]]:
    """Yield the entries of the body, `STEP` at a time.

    :raises ProblemException: when it is no array, or one of too many entries.
    """
    entries = parse_json(read_body(most_bytes))
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    if not isinstance(entries, list):
        raise one_problem(status, "wrong_type", "must be a JSON array")
    if len(entries) > MOST_ENTRIES:
        detail = f"{len(entries)} entries are more than {MOST_ENTRIES}"
        raise one_problem(status, "too_long", detail)
    for start in range(0, len(entries), STEP):
        yield list(enumerate(entries[start : start + STEP], start + 1))


class Batch:
    """The requests of a batch, and what has become of them."""

    def __init__(
        self, steps: Iterator[list[Entry]], read: Callable[[Any], object], limits: Limits
    ) -> None:
        """Take the entries in steps, and what makes a document of one; none is read yet."""
        self.hands = 0
        self.refused = 0
        self._read = read
        self._most_seconds = limits.seconds
        self._ends = time.monotonic() + limits.seconds
        self._number = 0
        self._defaults: dict[str, Any] = {}
        self._seconds: list[float] = []
        self._verdicts: list[tuple[str, str]] = []
        self._codes: list[str] = []
        self._steps = steps

    @classmethod
    def start(
        cls, steps: Iterator[list[Entry]], read: Callable[[Any], object], limits: Limits
    ) -> "Batch":
        """Return the batch of these entries, its defaults read, if it starts with some.

        :raises ProblemException: when the first step cannot be read at all.
        :raises ValidationError: when the defaults are wrong: no entry could be judged as meant.
        """
        batch = cls(steps, read, limits)
        first = next(filter(None, steps), [])
        if first and batch._take_defaults(*first[0]):
            del first[0]
        batch._steps = chain([first], steps)
        return batch

    def answer_lines(self) -> Iterator[str]:
        """Yield the answers of each step, each with the end of its line."""
        for answers in self._answers():
            yield "".join([f"{answer}\n" for answer in answers])

    def answer_array(self) -> Iterator[str]:
        """Yield the answers as one array."""
        before = "["
        for answers in self._answers():
            yield before + ",".join(answers)
            before = ","
        yield "]\n" if before == "," else "[]\n"

    def _answers(self) -> Iterator[list[str]]:
        """Yield the answers of each step; what ends a batch early is the last one."""
        try:
            for step in self._steps:
                if step:
                    answers = []
                    for place, (number, entry) in enumerate(step):
                        answers.append(self._answer(number, entry))
                        if place % HANDS_OF_A_TURN == 0:
                            pause()
                    self._count()
                    yield answers
                if time.monotonic() > self._ends:
                    detail = f"The batch has taken longer than {self._most_seconds} s."
                    raise one_problem(HTTPStatus.REQUEST_TIMEOUT, "batch_timeout", detail)
        except ProblemException as problem:
            yield [self._refuse(None, self._number + 1, problem)]

    def _take_defaults(self, number: int, entry: Any) -> bool:
        try:
            document = self._read(entry)
        except ProblemException:
            return False
        if not is_defaults(document):
            return False
        self._defaults = load_defaults(document)
        self._number = number
        return True

    def _answer(self, number: int, entry: Any) -> str:
        self.hands += 1
        self._number = number
        document: Any = None
        try:
            document = self._read(entry)
            declaration = load_batch_request(document, self._defaults)
            verdict, seconds = judge(declaration)
        except ProblemException as problem:
            return self._refuse(None, number, problem)
        except ValidationError as error:
            return self._refuse(id_of(document), number, unprocessable(error))
        except Exception as error:  # noqa: BLE001 - the other requests are answered
            return self._refuse(id_of(document), number, unforeseen(error))
        self._seconds.append(seconds)
        self._verdicts.append((ruleset_label(declaration.deal.ruleset), verdict.outcome.value))
        self._codes += [violation.code.value for violation in verdict.violations]
        has_id = isinstance(document, dict) and "id" in document
        return write_verdict(verdict, _encode(document["id"]) if has_id else None)

    def _count(self) -> None:
        """Count the verdicts of a step together: each by itself costs a fifth of judging it."""
        metrics.observe_searches(self._seconds)
        metrics.observe_verdicts(Counter(self._verdicts), Counter(self._codes))
        self._seconds.clear()
        self._verdicts.clear()
        self._codes.clear()

    def _refuse(self, name: object, number: int, problem: ProblemException) -> str:
        self.refused += 1
        return _encode({"id": name, "line": number, "error": problem.document()})
