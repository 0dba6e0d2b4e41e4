"""POST /v1/validate: judges one declaration."""

import time
from http import HTTPStatus
from typing import Any

from flask import Blueprint
from marshmallow import ValidationError

from api import metrics
from api.body import read_json
from api.problems import ProblemException
from api.requests import note_ruleset
from schemas.faults import problem_errors
from schemas.requests import load_validate_request
from schemas.responses import dump_verdict
from validator import RULESETS, Ruleset, find_best, judge_declaration

blueprint = Blueprint("validate", __name__)

HOUSE_RULE = "house-rule"
"""Label of every house rule in logs and metrics: their names are the clients' to choose."""


@blueprint.post("/v1/validate")
def validate() -> dict[str, Any]:
    """Answers with validity and every violation, the best arrangement and the penalty."""
    document = read_json()
    try:
        declaration = load_validate_request(document)
    except ValidationError as error:
        raise ProblemException(HTTPStatus.UNPROCESSABLE_ENTITY, problem_errors(error)) from error
    label = ruleset_label(declaration.deal.ruleset)
    note_ruleset(label)
    started = time.perf_counter()
    best = find_best(declaration)
    metrics.observe_search(time.perf_counter() - started)
    verdict = judge_declaration(declaration, best)
    codes = (violation.code.value for violation in verdict.violations)
    metrics.observe_verdict(label, verdict.outcome.value, codes)
    return dump_verdict(verdict)


def ruleset_label(ruleset: Ruleset) -> str:
    """Return a built-in ruleset's id, or one word for all house rules."""
    return ruleset.id if any(ruleset is built_in for built_in in RULESETS) else HOUSE_RULE
