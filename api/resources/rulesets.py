"""GET /v1/rulesets and /v1/rulesets/{id}: the built-in dialects as data; and checks of others."""

from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, jsonify
from flask.blueprints import BlueprintSetupState
from werkzeug.routing import BaseConverter

from schemas.responses import check_house_rule
from schemas.rulesets import dump_ruleset
from validator import RULESETS, UnknownRuleset, find_ruleset

from ..http import cacheable, one_problem, read_json

blueprint = Blueprint("rulesets", __name__)

_CHECK = "check"
"""In place of an id; no ruleset has this one."""


class _IdConverter(BaseConverter):
    """An id in a path; `check` is not one, so that the router knows the methods of its path."""

    regex = rf"(?!{_CHECK}\Z)[^/]+"


@blueprint.record
def _register_converter(state: BlueprintSetupState) -> None:
    state.app.url_map.converters["id"] = _IdConverter


@blueprint.get("/v1/rulesets")
def list_rulesets() -> Response:
    """Answer with every built-in ruleset, whole."""
    rulesets = [dump_ruleset(ruleset) for ruleset in RULESETS]
    etag = "+".join(ruleset.digest[7:19] for ruleset in RULESETS)
    return cacheable(jsonify(rulesets=rulesets), etag)


@blueprint.get("/v1/rulesets/<id:ruleset_id>")
def show_ruleset(ruleset_id: str) -> Response:
    """Answer with one built-in ruleset.

    :raises ProblemException: 404 when there is none with this id.
    """
    try:
        ruleset = find_ruleset(ruleset_id)
    except UnknownRuleset as error:
        raise one_problem(HTTPStatus.NOT_FOUND, error.code.value, str(error)) from error
    return cacheable(jsonify(dump_ruleset(ruleset)), f"{ruleset.version}-{ruleset.digest[7:]}")


@blueprint.post(f"/v1/rulesets/{_CHECK}")
def check_ruleset() -> dict[str, Any]:
    """Answer with a house rule in full and what it changes, or with all its contradictions."""
    return check_house_rule(read_json())
