"""A client that has answered already: a file of its answers, a line each.

It is what the client printed when the output of ``python -m parity questions`` was put into it, in
whatever order and place. Answers are found by ``id`` where they have one, else by ``seq``.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from parity.errors import Breach
from parity.protocol import (
    LONGEST_LINE,
    Introduction,
    Reply,
    decode,
    read_introduction,
    read_reply,
)
from parity.questions import Case, Json

MOST_LINES: Final = 1_000_000
"""Lines of a file that are read."""


class ReplayClient:
    """Answers from a file; the first line is the answer to ``start``."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._answers: dict[str | int, Json] = {}
        self._faults: list[str] = []
        self._seq = 0

    def start(self) -> Introduction:
        """Return what the client says of itself, all answers read.

        :raises Breach: when the first line does not say it.
        :raises OSError: when the file cannot be read.
        """
        introduction: Introduction | None = None
        for number, line in enumerate(self._lines(), 1):
            try:
                found = decode(line)
                if introduction is None:
                    introduction = read_introduction(found)
                else:
                    self._keep(found)
            except Breach as breach:
                if introduction is None:
                    raise
                self._faults.append(f"line {number}: {breach}")
        if introduction is None:
            raise Breach("the file is empty")
        return introduction

    def ask(self, cases: Iterable[Case]) -> Iterator[Reply]:
        """Yield what the file has of each question, in order."""
        for case in cases:
            self._seq += 1
            by_id = self._answers.pop(case.id, None)
            by_seq = self._answers.pop(self._seq, None)
            found = by_seq if by_id is None else by_id
            if found is None:
                yield Reply(breach="no answer in the file")
                continue
            try:
                yield read_reply({**found, "seq": self._seq}, self._seq, case.question.ask)
            except Breach as breach:
                yield Reply(breach=str(breach))

    def close(self) -> str | None:
        """Return what is in the file beside answers, if anything.

        Answers with an id may be of questions that are not asked this time.
        """
        unasked = [key for key in self._answers if isinstance(key, int)]
        if unasked:
            self._faults.append(f"{len(unasked)} answers more than questions, without an id")
        return "; ".join(self._faults[:5]) or None

    def _lines(self) -> Iterator[bytes]:
        with self._path.open("rb") as file:
            for _ in range(MOST_LINES):
                line = file.readline(LONGEST_LINE + 1)
                if not line:
                    return
                rest = line
                while rest and not rest.endswith(b"\n"):
                    rest = file.readline(LONGEST_LINE)
                if line.strip():
                    yield line

    def _keep(self, found: Json) -> None:
        key = found.get("id", found.get("seq"))
        if not isinstance(key, str | int) or isinstance(key, bool):
            raise Breach("neither id nor seq says what it answers")
        if key in self._answers:
            raise Breach(f"{key} is answered twice")
        self._answers[key] = found
