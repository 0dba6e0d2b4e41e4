"""GET /v1/vectors: hands with their answers, for a client's own tests."""

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from flask import Blueprint, Response, request

from schemas.requests import VectorsQuery, load_vectors_query
from schemas.responses import dump_vector
from validator import VECTORS_VERSION, make_vectors

from ..http import cacheable
from ..middleware import note_ruleset, produces
from ..server import bulk_slot
from ..turns import pause

blueprint = Blueprint("vectors", __name__)

NDJSON: Final = "application/x-ndjson"

_PART: Final = 50
"""Lines sent at a time: some 30,000 bytes, whatever the count."""


@blueprint.get("/v1/vectors")
@produces(NDJSON)
def list_vectors() -> Response:
    """Answer with the vectors that the query asks for, a line each, made while they are sent."""
    query = load_vectors_query(dict(request.args.lists()))
    note_ruleset(query.ruleset.id)
    with bulk_slot() as slot:
        answer = slot.until_sent(Response(_parts(query), content_type=NDJSON))
    return cacheable(answer, _etag(query))


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
