"""What came of a run: an `Outcome` a question, and the `Report` with its exit code."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

from parity.protocol import Introduction
from parity.questions import Ask, Case, Json, Note
from validator import Ruleset


class Status(StrEnum):
    """What came of one question."""

    AGREE = "agree"
    """The answer is right."""
    DIFFER = "differ"
    """The answer is wrong, or the client says that it failed."""
    KNOWN = "known"
    """The answer is wrong in the way that the baseline has it."""
    STALE = "stale"
    """The answer is right, and the baseline or the skip list says that it is not."""
    SKIPPED = "skipped"
    """The client does not answer, or was not asked because of the skip list."""
    FAILED = "failed"
    """No answer came: the client crashed, was late or broke the protocol."""
    NOT_ASKED = "not_asked"
    """The client had failed too often before."""


class Exit(IntEnum):
    """Exit codes, the same for every form of report; of several the first in this order counts."""

    BROKE = 3
    """The client crashed, was late or broke the protocol."""
    DIFFER = 1
    """The client differs from the referee."""
    STALE = 4
    """The baseline or the skip list names what is no longer so."""
    AGREE = 0
    """The client agrees, but for what the baseline has."""
    USAGE = 2
    """The kit was called wrongly or is broken, or nothing was compared."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one question."""

    case: Case
    """The question and its right answer."""
    status: Status
    """What came of it."""
    answer: Json | None
    """The client's answer; None when there is none."""
    details: tuple[str, ...]
    """Sentences: what is wrong with the answer, or why there is none."""


@dataclass(frozen=True, slots=True)
class Shrunk:
    """A difference on a hand that was made, brought to as few cards as show it."""

    origin: str
    """Id of the question that it came from."""
    outcome: Outcome
    """The small question and what came of it."""
    calls: int
    """Questions that it took to find."""


@dataclass(frozen=True, slots=True)
class FlagCount:
    """How the vectors with one flag went."""

    flag: str
    """The flag."""
    asked: int
    """Vectors with this flag that were answered."""
    differ: int
    """Those of them that differ; such that the baseline knows do not count."""
    weight: float
    """How well the flag tells what differs, from 0 to 1: see `Report.flags`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A run as a whole."""

    ruleset: Ruleset
    """The rules."""
    origin: str
    """Where the questions are from, in words."""
    client: Introduction | None
    """What the client says of itself; None when it did not start."""
    outcomes: Sequence[Outcome]
    """What came of each question, in the order asked."""
    notes: Mapping[str, Note]
    """The flags in words."""
    shrunk: Sequence[Shrunk] = ()
    """Differences on made hands, made small."""
    stale: Sequence[str] = ()
    """What else is out of date in the baseline or the skip list."""
    breaches: Sequence[str] = ()
    """What the client did wrong apart from any question."""
    seconds: float = 0.0
    """Time that the questions took, shrinking not counted."""
    counts: Counter[Status] = field(init=False)
    """Questions by what came of them."""

    def __post_init__(self) -> None:
        counts = Counter(outcome.status for outcome in self.outcomes)
        object.__setattr__(self, "counts", counts)

    def having(self, *statuses: Status) -> list[Outcome]:
        """Return the outcomes with one of these statuses, in order."""
        return [outcome for outcome in self.outcomes if outcome.status in statuses]

    @property
    def exit_code(self) -> Exit:
        """The exit code of the run."""
        counts = self.counts
        if self.breaches or counts[Status.FAILED] or counts[Status.NOT_ASKED]:
            return Exit.BROKE
        if counts[Status.DIFFER]:
            return Exit.DIFFER
        if self.stale or counts[Status.STALE]:
            return Exit.STALE
        return Exit.AGREE if counts[Status.AGREE] or counts[Status.KNOWN] else Exit.USAGE

    def asks(self) -> Iterator[tuple[Ask, Counter[Status]]]:
        """Yield how the questions of each sort went."""
        for ask in Ask:
            counts = Counter(o.status for o in self.outcomes if o.case.question.ask is ask)
            if counts:
                yield ask, counts

    def flags(self) -> list[FlagCount]:
        """Return how each flag went, the most telling one first.

        A flag tells much when most vectors with it differ, and when most of what differs has it;
        its weight is the harmonic mean of the two shares. One that names no trap has half of that.
        """
        asked = _vectors_by_flag(self.having(Status.AGREE, Status.DIFFER))
        differ = _vectors_by_flag(self.having(Status.DIFFER))
        total = len({outcome.case.vector for outcome in self.having(Status.DIFFER)})
        found = []
        for flag, vectors in asked.items():
            wrong = len(differ.get(flag, ()))
            note = self.notes.get(flag)
            share = 1 if note is not None and not note.effect else 2
            weight = share * wrong / (len(vectors) + total)
            found.append(FlagCount(flag, len(vectors), wrong, weight))
        return sorted(found, key=lambda one: (-one.weight, one.flag))


def _vectors_by_flag(outcomes: Iterable[Outcome]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for outcome in outcomes:
        for flag in outcome.case.flags:
            found.setdefault(flag, set()).add(outcome.case.vector)
    return found
