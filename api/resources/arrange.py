"""POST /v1/arrange: what to do with a hand."""

from http import HTTPStatus
from typing import Any

from flask import Blueprint
from marshmallow import ValidationError

from schemas.requests import load_arrange_request
from schemas.responses import dump_prospects
from schemas.validation_errors import problem_errors
from validator import find_prospects

from ..http import ProblemException, read_json
from ..middleware import note_ruleset
from .common import ruleset_label

blueprint = Blueprint("arrange", __name__)


@blueprint.post("/v1/arrange")
def arrange() -> dict[str, Any]:
    """Answers with the best arrangement, what to set aside and what to draw."""
    document = read_json()
    try:
        situation, most_alternatives = load_arrange_request(document)
    except ValidationError as error:
        raise ProblemException(HTTPStatus.UNPROCESSABLE_ENTITY, problem_errors(error)) from error
    note_ruleset(ruleset_label(situation.deal.ruleset))
    return dump_prospects(find_prospects(situation, most_alternatives))
