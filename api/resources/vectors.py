"""GET /v1/vectors: hands with their answers, for a client's own tests."""

import json
from collections.abc import Iterator
from hashlib import sha256
from http import HTTPStatus
from typing import Final

from flask import Blueprint, Response, request
from marshmallow import ValidationError

from schemas.requests import VectorsQuery, load_vectors_query
from schemas.responses import dump_vector
from schemas.validation_errors import parameter_errors
from validator import VECTORS_VERSION, make_vectors

from ..http import ProblemException, revalidated
from ..middleware import note_ruleset, produces
from ..server import bulk_slot
from ..turns import pause

blueprint = Blueprint("vectors", __name__)

NDJSON: Final = "application/x-ndjson"

_A_DAY: Final = 86_400
"""Seconds for which an answer may be kept; a new version of the service may bring a new one."""

_PART: Final = 50
"""Lines that are sent at a time: some 30,000 bytes, whatever the count."""


@blueprint.get("/v1/vectors")
@produces(NDJSON)
def list_vectors() -> Response:
    """Answers with as many vectors as the query asks for, a line each, made while it is sent."""
    try:
        query = load_vectors_query(dict(request.args.lists()))
    except ValidationError as error:
        raise ProblemException(HTTPStatus.UNPROCESSABLE_ENTITY, parameter_errors(error)) from error
    note_ruleset(query.ruleset.id)
    with bulk_slot() as slot:
        answer = slot.until_sent(Response(_parts(query), content_type=NDJSON))
    answer.set_etag(_etag(query))
    answer.cache_control.public = True
    answer.cache_control.max_age = _A_DAY
    answer.cache_control.immutable = True
    return revalidated(answer)


def _parts(query: VectorsQuery) -> Iterator[str]:
    vectors = make_vectors(query.ruleset, query.kind, seed=query.seed, count=query.count)
    lines = (
        json.dumps(dump_vector(vector), separators=(",", ":"), ensure_ascii=False) + "\n"
        for vector in vectors
    )
    part: list[str] = []
    for line in lines:
        part.append(line)
        pause()
        if len(part) == _PART:
            yield "".join(part)
            part.clear()
    yield "".join(part)


def _etag(query: VectorsQuery) -> str:
    """Return what names the answer: all that its bytes depend on."""
    rules = f"{query.ruleset.id} {query.ruleset.digest}"
    asked = f"{VECTORS_VERSION} {rules} {query.kind} {query.seed} {query.count}"
    return sha256(asked.encode()).hexdigest()[:32]
