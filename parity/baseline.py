"""What is known before a run: a baseline of differences, and globs of what to ask."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path

from parity.errors import BrokenKit
from parity.questions import Case, Json
from parity.results import Outcome, Status


@dataclass(frozen=True, slots=True)
class Choice:
    """Which questions are asked, by globs over ids; ``*`` matches slashes too."""

    run: Sequence[str] = ()
    """If there are any, only what matches one of these."""
    skip: Sequence[str] = ()
    """What matches one of these is not asked."""
    skip_must_fail: bool = False
    """Ask what is skipped all the same: it has to differ."""

    def wanted(self, cases: Iterable[Case]) -> Iterator[Case]:
        """Yield the cases that `run` lets through."""
        for case in cases:
            if not self.run or _matches(case, self.run):
                yield case

    def skips(self, case: Case) -> bool:
        """Return whether a case is on the skip list."""
        return _matches(case, self.skip)

    def unused(self, outcomes: Sequence[Outcome]) -> Iterator[str]:
        """Yield what is out of date in the skip list: globs that match nothing."""
        for glob in self.skip:
            if not any(_matches(outcome.case, (glob,)) for outcome in outcomes):
                yield f"--skip {glob} matches no question"


def read_baseline(path: Path) -> dict[str, Json | None]:
    """Return the differences of an earlier JSON report, those it knew itself included.

    Each is the id of a question and the client's answer; None where it said that it failed.

    :raises BrokenKit: when there is no such report.
    """
    try:
        report = json.loads(path.read_text(encoding="utf-8"))
        return {
            found["id"]: found["answer"]
            for found in report["differences"]
            if found["status"] in (Status.DIFFER, Status.KNOWN)
        }
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise BrokenKit(f"{path} is no report to compare with: {error!r}") from error


def apply_baseline(
    outcomes: Iterable[Outcome], baseline: Mapping[str, Json | None]
) -> list[Outcome]:
    """Return the outcomes with what the baseline has as known, or as stale where it is mended."""
    return [_known(outcome, baseline) for outcome in outcomes]


def gone(outcomes: Sequence[Outcome], baseline: Mapping[str, Json | None]) -> Iterator[str]:
    """Yield the ids of a baseline that no question has."""
    asked = {outcome.case.id for outcome in outcomes}
    for name in baseline:
        if name not in asked:
            yield f"the baseline has {name}, and there is no such question"


def _known(outcome: Outcome, baseline: Mapping[str, Json | None]) -> Outcome:
    name = outcome.case.id
    if name not in baseline:
        return outcome
    if outcome.status is Status.AGREE:
        text = "the baseline has a difference here, and the answer is right now"
        return replace(outcome, status=Status.STALE, details=(text,))
    if outcome.status is Status.DIFFER and outcome.answer == baseline[name]:
        return replace(outcome, status=Status.KNOWN)
    return outcome


def _matches(case: Case, globs: Sequence[str]) -> bool:
    return any(fnmatchcase(case.id, glob) for glob in globs)
