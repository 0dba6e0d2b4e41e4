"""What happens around every request: its id, its access log line and metrics."""

import re
import time
from contextvars import copy_context
from functools import partial
from typing import Final
from uuid import uuid4

from flask import Flask, Response, current_app, g, request

from ..observability import log_access, metrics
from .negotiation import negotiate

REQUEST_ID_HEADER: Final = "X-Request-ID"

CALLS: Final = "/v1/"
"""Start of the routes that keys and the rate limit guard; what else there is stays open."""

_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,128}")


def register_request_hooks(app: Flask) -> None:
    """Makes `app` number, negotiate, log and count each of its requests."""
    app.before_request(_start)
    app.before_request(negotiate)
    app.after_request(_finish)


def note_ruleset(label: str) -> None:
    """Puts on the log line a built-in ruleset's id, or one fixed word for all house rules."""
    g.ruleset = label


def note_cards(cards: str) -> None:
    """Puts `cards` on the log line if LOG_CARDS is on; otherwise they are not kept."""
    if current_app.config["LOG_CARDS"]:
        g.cards = cards


def note_batch(lines: int, failed: int) -> None:
    """Puts on the log line how many lines a batch had, and how many of them were refused."""
    g.batch = {"lines": lines, "failed": failed}


def is_call() -> bool:
    """Return whether the current request is one to guard: no preflight, probe or wrong path."""
    rule = request.url_rule
    return rule is not None and rule.rule.startswith(CALLS) and request.method != "OPTIONS"


def _start() -> None:
    g.started = time.perf_counter()
    given = request.headers.get(REQUEST_ID_HEADER, "")
    g.request_id = given if _REQUEST_ID.fullmatch(given) else uuid4().hex


def _finish(response: Response) -> Response:
    response.headers[REQUEST_ID_HEADER] = g.request_id
    if response.is_streamed:
        # In a copy of the context, which has this request also when the answer has been sent.
        response.call_on_close(partial(copy_context().run, _record, response.status_code))
    else:
        _record(response.status_code)
    return response


def _record(status: int) -> None:
    if "is_recorded" in g:
        return  # an answer may be closed more than once
    g.is_recorded = True
    seconds = time.perf_counter() - g.started
    route = None if request.url_rule is None else request.url_rule.rule
    metrics.observe_request(request.method, route, status, seconds)
    log_access(route, status, seconds)
