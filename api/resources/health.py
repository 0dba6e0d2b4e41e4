"""What operators and their tools ask: liveness, readiness, metrics and the contract."""

import logging
from hashlib import sha256
from http import HTTPStatus
from typing import Final

from flask import Blueprint, Flask, Response, current_app

import validator
from validator import COMPILED

from ..config import Settings, shipped_place
from ..http import one_problem, revalidated
from ..middleware import produces
from ..observability import metrics

logger = logging.getLogger("rummy.operations")

blueprint = Blueprint("operations", __name__)

_CONTRACT: Final = shipped_place("openapi.yaml")


def load_contract(app: Flask, settings: Settings) -> None:
    """Reads the contract once, for /openapi.yaml.

    :raises FileNotFoundError: when it is not where it belongs: half an installation must not start.
    """
    place = settings.openapi_file or _CONTRACT
    if not place.is_file():
        raise FileNotFoundError(f"no openapi.yaml at {place}")
    contract = place.read_bytes()
    app.config["CONTRACT"] = contract
    app.config["CONTRACT_ETAG"] = sha256(contract).hexdigest()[:32]


@blueprint.get("/livez")
@produces()
def live() -> dict[str, str]:
    """Answers 200 as long as this worker answers at all."""
    return {"status": "ok"}


@blueprint.get("/readyz")
@produces()
def ready() -> dict[str, object]:
    """Answers 200 when hands can be judged, told by judging one.

    :raises ProblemException: 503 when they cannot.
    """
    try:
        validator.self_check()
    except Exception as error:
        logger.exception("not ready")
        detail = "The self-check of the rules failed; it has been logged."
        raise one_problem(HTTPStatus.SERVICE_UNAVAILABLE, "not_ready", detail) from error
    return {"status": "ready", "search": {"compiled": search_is_compiled()}}


@blueprint.get("/metrics")
@produces()
def read_metrics() -> Response:
    """Answers with what all workers have counted."""
    text, content_type = metrics.render()
    return Response(text, content_type=content_type)


@blueprint.get("/openapi.yaml")
@produces()
def contract() -> Response:
    """Answers with the contract, or 304 when the client has it already."""
    answer = Response(current_app.config["CONTRACT"], content_type="application/yaml")
    answer.set_etag(current_app.config["CONTRACT_ETAG"])
    answer.cache_control.no_cache = True
    return revalidated(answer)


def search_is_compiled() -> bool:
    """Return whether the compiled search is in use, not the plain Python one."""
    return COMPILED
