"""Sends fuzzed requests to the service in its own process, and says what is wrong with the answer.

What is wrong: a failure of the service, wherever in the answer it is told, and whatever is not as
openapi.yaml has it (`tests.contract.openapi_contract`). Times are taken, not judged.
"""

import json
import time
from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import unquote_to_bytes

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.contract.openapi_contract import CONTRACT, check_exchange, plain_body, template_of

SHOWN = 1_000
"""Most characters of a body that are shown."""


OTHER = "other"
"""What is no operation of openapi.yaml."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request as it goes over the wire."""

    method: str
    path: str
    query: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = field(default=b"", repr=False)

    def __str__(self) -> str:
        text = repr(self.body)[2:-1]
        cut = text if len(text) <= SHOWN else f"{text[:SHOWN]} … ({len(self.body)} bytes)"
        return f"{self.method} {self.path}?{self.query} {dict(self.headers)} {cut}"


@dataclass(frozen=True, slots=True)
class Exchange:
    """What became of a request."""

    operation: str
    """Method and path as in openapi.yaml, or `OTHER`."""
    status: int
    seconds: float
    """From sending the request to having the last byte of its answer."""
    cpu_seconds: float
    """The same, without the time in which the processor had other work."""
    faults: tuple[str, ...]
    """What is wrong with the answer."""


def send(app: Flask, request: Request) -> Exchange:
    """Returns what the application makes of a request."""
    client = FlaskClient(app)
    # As a server hands it on: the client would take the start of //a/b for a host.
    path = unquote_to_bytes(request.path).decode("latin-1")
    begun, begun_cpu = time.perf_counter(), time.process_time()
    answer = client.open(
        environ_overrides={"PATH_INFO": path, "REQUEST_URI": request.path, "RAW_URI": request.path},
        method=request.method,
        query_string=request.query,
        headers=list(request.headers),
        data=request.body,
    )
    answer.get_data()
    answer.close()
    seconds, cpu_seconds = time.perf_counter() - begun, time.process_time() - begun_cpu
    return Exchange(
        _operation_of(answer),
        answer.status_code,
        seconds,
        cpu_seconds,
        tuple(_faults_of(app, answer)),
    )


def check(app: Flask, request: Request) -> Exchange:
    """Returns what the application makes of a request.

    :raises AssertionError: when something is wrong with it.
    """
    exchange = send(app, request)
    assert not exchange.faults, f"{request}\n{exchange}"
    return exchange


def _operation_of(answer: TestResponse) -> str:
    template, method = template_of(answer.request.path), answer.request.method
    is_known = template is not None and method.lower() in CONTRACT["paths"][template]
    return f"{method} {template}" if is_known else OTHER


def _faults_of(app: Flask, answer: TestResponse) -> list[str]:
    # Documented for proxies and for what nobody has foreseen; no request may bring it about.
    if answer.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return [f"answered {answer.status_code}: {plain_body(answer)[:SHOWN]!r}"]
    try:
        check_exchange(app, answer)
    except AssertionError as error:
        return [str(error)]
    return [f"a line of a batch: {line}" for line in _failed_lines(answer)]


def _failed_lines(answer: TestResponse) -> list[str]:
    """Returns the refusals in a batch that tell of a failure of the service."""
    template = template_of(answer.request.path)
    if template != "/v1/validate/batch" or answer.status_code != HTTPStatus.OK:
        return []
    body = plain_body(answer)
    is_array = answer.mimetype == "application/json"
    lines = json.loads(body) if is_array else map(json.loads, body.splitlines())
    return [
        json.dumps(line)
        for line in lines
        if line.get("error", {}).get("status", 0) >= HTTPStatus.INTERNAL_SERVER_ERROR
    ]
