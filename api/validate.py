"""POST /v1/validate: judges one declaration."""

import time
from http import HTTPStatus
from typing import Final

from flask import Blueprint, Response
from marshmallow import ValidationError

from api import metrics
from api.body import read_json
from api.problems import ProblemException
from api.requests import note_ruleset
from schemas.faults import problem_errors
from schemas.requests import load_validate_request
from schemas.verdict_text import write_verdict
from validator import RULESETS, Declaration, Ruleset, Verdict, find_best, judge_declaration

blueprint = Blueprint("validate", __name__)

HOUSE_RULE: Final = "house-rule"
"""Label of every house rule in logs and metrics: their names are the clients' to choose."""

_LABELS: Final = {id(ruleset): ruleset.id for ruleset in RULESETS}


@blueprint.post("/v1/validate")
def validate() -> Response:
    """Answers with validity and every violation, the best arrangement and the penalty."""
    document = read_json()
    try:
        declaration = load_validate_request(document)
    except ValidationError as error:
        raise refusal(error) from error
    label = ruleset_label(declaration.deal.ruleset)
    note_ruleset(label)
    verdict, seconds = judge(declaration)
    metrics.observe_search(seconds)
    codes = [violation.code.value for violation in verdict.violations]
    metrics.observe_verdict(label, verdict.outcome.value, codes)
    return Response(f"{write_verdict(verdict)}\n", content_type="application/json")


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
