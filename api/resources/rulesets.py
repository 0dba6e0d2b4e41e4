"""GET /v1/rulesets and /v1/rulesets/{id}: the built-in dialects as data. And checks of others."""

from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, jsonify
from flask.blueprints import BlueprintSetupState
from marshmallow import ValidationError
from werkzeug.routing import BaseConverter

from schemas.responses import check_house_rule
from schemas.rulesets import dump_ruleset
from schemas.validation_errors import problem_errors
from validator import RULESETS, UnknownRuleset, find_ruleset

from ..http import ProblemException, one_problem, read_json, revalidated

blueprint = Blueprint("rulesets", __name__)

_CHECK = "check"
"""In place of an id; no ruleset has this one."""


class _IdConverter(BaseConverter):
    """What may be an id in a path. The check is none: for its path the router knows the methods."""

    regex = rf"(?!{_CHECK}\Z)[^/]+"


@blueprint.record
def _register_converter(state: BlueprintSetupState) -> None:
    state.app.url_map.converters["id"] = _IdConverter


_A_DAY = 86_400
"""Seconds for which an answer may be kept; a new version of the service may bring a new one."""


@blueprint.get("/v1/rulesets")
def list_rulesets() -> Response:
    """Answers with every built-in ruleset, whole."""
    rulesets = [dump_ruleset(ruleset) for ruleset in RULESETS]
    return _cacheable(
        {"rulesets": rulesets}, "+".join(ruleset.digest[7:19] for ruleset in RULESETS)
    )


@blueprint.get("/v1/rulesets/<id:ruleset_id>")
def show_ruleset(ruleset_id: str) -> Response:
    """Answers with one built-in ruleset.

    :raises ProblemException: 404 when there is none with this id.
    """
    try:
        ruleset = find_ruleset(ruleset_id)
    except UnknownRuleset as error:
        raise one_problem(HTTPStatus.NOT_FOUND, error.code.value, str(error)) from error
    return _cacheable(dump_ruleset(ruleset), f"{ruleset.version}-{ruleset.digest[7:]}")


@blueprint.post(f"/v1/rulesets/{_CHECK}")
def check_ruleset() -> dict[str, Any]:
    """Answers with a house rule in full and what it changes, or with all its contradictions."""
    document = read_json()
    try:
        return check_house_rule(document)
    except ValidationError as error:
        raise ProblemException(HTTPStatus.UNPROCESSABLE_ENTITY, problem_errors(error)) from error


def _cacheable(document: dict[str, Any], etag: str) -> Response:
    answer = jsonify(document)
    answer.set_etag(etag)
    answer.cache_control.public = True
    answer.cache_control.max_age = _A_DAY
    answer.cache_control.immutable = True
    return revalidated(answer)
