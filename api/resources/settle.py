"""POST /v1/settle: settles one deal at a table."""

from typing import Any

from flask import Blueprint

from schemas.requests import load_settle_request
from schemas.responses import dump_settlement
from validator import settle_table

from ..http import read_json
from .common import note_label, observe_verdict

blueprint = Blueprint("settle", __name__)


@blueprint.post("/v1/settle")
def settle() -> dict[str, Any]:
    """Answer with the verdict, each player's points, the winner, the ranking and the totals."""
    table = load_settle_request(read_json())
    label = note_label(table.deal.ruleset)
    settlement = settle_table(table)
    if settlement.verdict is not None:
        observe_verdict(label, settlement.verdict)
    return dump_settlement(settlement)
