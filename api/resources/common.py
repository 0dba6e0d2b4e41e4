"""What several resources do: judge a declaration, refuse a request, label a ruleset."""

import time
from http import HTTPStatus
from typing import Final

from marshmallow import ValidationError

from schemas.validation_errors import problem_errors
from validator import RULESETS, Declaration, Ruleset, Verdict, find_best, judge_declaration

from ..http import ProblemException

HOUSE_RULE: Final = "house-rule"
"""Label of every house rule in logs and metrics: their names are the clients' to choose."""

_LABELS: Final = {id(ruleset): ruleset.id for ruleset in RULESETS}


def judge(declaration: Declaration) -> tuple[Verdict, float]:
    """Return the verdict, and how many seconds the search took."""
    started = time.perf_counter()
    best = find_best(declaration)
    seconds = time.perf_counter() - started
    return judge_declaration(declaration, best), seconds


def refusal(error: ValidationError) -> ProblemException:
    """Return, to be raised, what a schema found wrong."""
    return ProblemException(HTTPStatus.UNPROCESSABLE_ENTITY, problem_errors(error))


def ruleset_label(ruleset: Ruleset) -> str:
    """Return a built-in ruleset's id, or one word for all house rules."""
    return _LABELS.get(id(ruleset), HOUSE_RULE)
