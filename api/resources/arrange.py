"""POST /v1/arrange: what to do with a hand."""

from typing import Any

from flask import Blueprint

from schemas.requests import load_arrange_request
from schemas.responses import dump_prospects
from validator import find_prospects

from ..http import read_json
from .common import note_label

blueprint = Blueprint("arrange", __name__)


@blueprint.post("/v1/arrange")
def arrange() -> dict[str, Any]:
    """Answer with the best arrangement, what to set aside and what to draw."""
    situation, most_alternatives = load_arrange_request(read_json())
    note_label(situation.deal.ruleset)
    return dump_prospects(find_prospects(situation, most_alternatives))
