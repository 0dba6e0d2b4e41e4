"""Puts questions to a client and says what came of each."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, Protocol

from parity.baseline import Choice
from parity.comparison import compare
from parity.errors import Breach
from parity.protocol import Introduction, Reply
from parity.questions import Ask, Case
from parity.results import Outcome, Report, Shrunk, Status
from parity.shrinking import shrink

_SHRUNK_OF_EACH_ASK: Final = 3
"""Differences of each sort of question that are made small."""


class Client(Protocol):
    """Whatever answers."""

    def start(self) -> Introduction:
        """Return what it says of itself. :raises Breach: when it does not start properly."""

    def ask(self, cases: Iterable[Case]) -> Iterator[Reply]:
        """Yield one reply a question, in order."""

    def close(self) -> str | None:
        """End it, and return what it did wrong apart from any question."""


class Progress(Protocol):
    """Is told how far the run is."""

    def __call__(self, done: int, differ: int) -> None:
        """Say how many questions are done, and how many of them differ."""


@dataclass(slots=True)
class Run:
    """Asks a client, and keeps what it does wrong apart from any question in `breaches`."""

    client: Client
    choice: Choice
    progress: Progress
    introduction: Introduction | None = None
    breaches: list[str] = field(default_factory=list)

    def start(self) -> None:
        """Start the client. :raises OSError: when there is none."""
        try:
            self.introduction = self.client.start()
        except Breach as breach:
            self.breaches.append(f"the client did not start: {breach}")

    def outcomes(self, cases: Iterable[Case]) -> Iterator[Outcome]:
        """Yield what came of each question, in order."""
        if self.introduction is None:
            return
        waiting: deque[tuple[Case, Outcome | None]] = deque()

        def asked() -> Iterator[Case]:
            for case in self.choice.wanted(cases):
                unasked = self._unasked(case)
                waiting.append((case, unasked))
                if unasked is None:
                    yield case

        differ = done = 0
        replies = self.client.ask(asked())
        for reply in replies:
            for outcome in _answered(waiting, reply):
                found = self._expected(outcome)
                done += 1
                differ += found.status is Status.DIFFER
                self.progress(done, differ)
                yield found
        yield from (outcome for _, outcome in waiting if outcome is not None)

    def shrunk(self, report: Report) -> Iterator[Shrunk]:
        """Yield some of the differences as small as they get, those first that tell most.

        What tells most is what has the report's first flag. Of those that come down to the same
        sort of question with the same flags one is enough.
        """
        first = next((count.flag for count in report.flags()), "")
        seen: set[tuple[Ask, tuple[str, ...]]] = set()
        for ask in Ask:
            differ = [o for o in report.having(Status.DIFFER) if o.case.question.ask is ask]
            differ.sort(key=lambda outcome: first not in outcome.case.flags)
            for outcome in differ[:_SHRUNK_OF_EACH_ASK]:
                small = shrink(outcome, self._judge)
                told = (ask, small.outcome.case.flags)
                if told not in seen:
                    seen.add(told)
                    yield small

    def _judge(self, case: Case) -> Outcome:
        (reply,) = self.client.ask([case])
        outcome = _outcome(case, reply)
        if outcome.status is Status.FAILED:
            self.breaches.append(f"while {case.id} was made small: {outcome.details[0]}")
        return outcome

    def _unasked(self, case: Case) -> Outcome | None:
        """Return what comes of a question that is not asked; None of one that is."""
        assert self.introduction is not None
        ask = case.question.ask
        if ask not in self.introduction.asks:
            return Outcome(case, Status.SKIPPED, None, (f"the client does not answer {ask}",))
        if self.choice.skips(case) and not self.choice.skip_must_fail:
            return Outcome(case, Status.SKIPPED, None, ("it is on the skip list",))
        return None

    def _expected(self, outcome: Outcome) -> Outcome:
        """Return what came of a question, seen by the skip list."""
        case = outcome.case
        if not self.choice.skip_must_fail or not self.choice.skips(case):
            return outcome
        if outcome.status is Status.DIFFER:
            return Outcome(
                case, Status.SKIPPED, outcome.answer, ("it differs, as the skip list says",)
            )
        if outcome.status is Status.AGREE:
            text = "it is on the skip list, and the answer is right"
            return Outcome(case, Status.STALE, outcome.answer, (text,))
        return outcome


def _answered(waiting: deque[tuple[Case, Outcome | None]], reply: Reply) -> Iterator[Outcome]:
    """Yield the outcomes up to that of the first question that was asked, which has this reply."""
    while True:
        case, unasked = waiting.popleft()
        if unasked is None:
            yield _outcome(case, reply)
            return
        yield unasked


def _outcome(case: Case, reply: Reply) -> Outcome:
    if reply.answer is not None:
        details = compare(case, reply.answer)
        status = Status.DIFFER if details else Status.AGREE
        return Outcome(case, status, reply.answer, details)
    for status, text in (
        (Status.SKIPPED, reply.skip),
        (Status.DIFFER, None if reply.error is None else f"the client failed: {reply.error}"),
        (Status.FAILED, reply.breach),
        (Status.NOT_ASKED, reply.not_asked),
    ):
        if text is not None:
            return Outcome(case, status, None, (text,))
    raise AssertionError("a reply says one thing")
