"""POST /v1/validate: judges one declaration."""

from flask import Blueprint, Response

from schemas.requests import load_validate_request
from schemas.responses import write_verdict

from ..http import read_json
from ..middleware import note_ruleset
from ..observability import metrics
from .common import judge, ruleset_label

blueprint = Blueprint("validate", __name__)


@blueprint.post("/v1/validate")
def validate() -> Response:
    """Answer with validity and every violation, the best arrangement and the penalty."""
    declaration = load_validate_request(read_json())
    label = ruleset_label(declaration.deal.ruleset)
    note_ruleset(label)
    verdict, seconds = judge(declaration)
    metrics.observe_search(seconds)
    codes = [violation.code.value for violation in verdict.violations]
    metrics.observe_verdict(label, verdict.outcome.value, codes)
    return Response(f"{write_verdict(verdict)}\n", content_type="application/json")
