"""Requests that Schemathesis makes from openapi.yaml: such as it allows, and such as it forbids."""

import json
import re
from typing import Any

import hypothesis.core
import schemathesis
from flask import Flask
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.core.result import Ok
from schemathesis.transport import SerializationContext
from werkzeug.test import EnvironBuilder

from tests.proof.fuzz.sending import Request

_ADDED = {"Accept", "Accept-Encoding", "Connection", "Content-Length", "User-Agent"}
_ADDED |= {"X-Schemathesis-TestCaseId"}
"""Headers that do not come from openapi.yaml."""

_MANY_VECTORS = re.compile(r"(?<!\w)(count=)[1-9]\d*(\d\d)(?!\d)")
"""A count of more than 99: how long that takes is a matter of how many vectors are wanted."""


@schemathesis.serializer("application/x-ndjson")
def _serialize_line(context: SerializationContext, value: Any) -> bytes:
    """Returns a body of lines; in openapi.yaml its schema is that of one line."""
    del context
    return b"" if isinstance(value, bytes) else json.dumps(value).encode() + b"\n"


def documented_requests(app: Flask) -> dict[str, st.SearchStrategy[Request]]:
    """Returns what draws requests for each operation, in each mode; by a name that says which."""
    # Schemathesis silences how Hypothesis shows a failing example, which other tests need.
    printer = vars(hypothesis.core)["RepresentationPrinter"]
    schema = schemathesis.openapi.from_wsgi("/openapi.yaml", app)
    requests = {}
    for result in schema.get_all_operations():
        assert isinstance(result, Ok), result
        operation = result.ok()
        for mode in GenerationMode:
            cases = operation.as_strategy(generation_mode=mode)
            requests[f"{operation.label}, {mode.value}"] = cases.map(as_sent)
    vars(hypothesis.core)["RepresentationPrinter"] = printer
    return requests


def as_sent(case: Case[Any]) -> Request:
    """Returns a case as it would go over the wire."""
    arguments: dict[str, Any] = case.operation.schema.transport.serialize_case(case)
    builder = EnvironBuilder(**arguments)
    try:
        environ = builder.get_environ()
        body = environ["wsgi.input"].read()
    finally:
        builder.close()
    headers = tuple((name, value) for name, value in builder.headers if name not in _ADDED)
    query = _MANY_VECTORS.sub(r"\1\2", builder.query_string)
    return Request(case.method, arguments["path"], query, headers, body)
