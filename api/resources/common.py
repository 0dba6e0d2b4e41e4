"""What several resources do: judge a declaration, label a ruleset, count a verdict."""

import time
from typing import Final

from validator import RULESETS, Declaration, Ruleset, Verdict, find_best, judge_declaration

from ..middleware import note_ruleset
from ..observability import metrics

HOUSE_RULE: Final = "house-rule"
"""Label of every house rule in logs and metrics: clients choose their ids."""

_LABELS: Final = {ruleset: ruleset.id for ruleset in RULESETS}


def judge(declaration: Declaration) -> tuple[Verdict, float]:
    """Return the verdict, and how many seconds the search took."""
    started = time.perf_counter()
    best = find_best(declaration)
    seconds = time.perf_counter() - started
    return judge_declaration(declaration, best), seconds


def note_label(ruleset: Ruleset) -> str:
    """Return the label of the current request's ruleset, and note it for the access log."""
    label = ruleset_label(ruleset)
    note_ruleset(label)
    return label


def observe_verdict(label: str, verdict: Verdict) -> None:
    """Count a verdict, and each of its violations, in the metrics."""
    codes = [violation.code.value for violation in verdict.violations]
    metrics.observe_verdict(label, verdict.outcome.value, codes)


def ruleset_label(ruleset: Ruleset) -> str:
    """Return a built-in ruleset's id, or "house-rule" for every other: labels must stay few."""
    return _LABELS.get(ruleset, HOUSE_RULE)
