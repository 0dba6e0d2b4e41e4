"""POST /v1/validate: judges one declaration."""

from flask import Blueprint, Response

from schemas.requests import load_validate_request
from schemas.responses import write_verdict

from ..http import read_json
from ..observability import metrics
from .common import judge, note_label, observe_verdict

blueprint = Blueprint("validate", __name__)


@blueprint.post("/v1/validate")
def validate() -> Response:
    """Answer with validity and every violation, the best arrangement and the penalty."""
    declaration = load_validate_request(read_json())
    label = note_label(declaration.deal.ruleset)
    verdict, seconds = judge(declaration)
    metrics.observe_search(seconds)
    observe_verdict(label, verdict)
    return Response(f"{write_verdict(verdict)}\n", content_type="application/json")
