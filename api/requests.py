"""What happens around every request: its id, content negotiation, access log line and metrics."""

import re
import time
from collections.abc import Callable
from contextvars import copy_context
from functools import partial
from http import HTTPStatus
from typing import Any, Final, TypeVar
from uuid import uuid4

from flask import Flask, Response, current_app, g, request

from api import metrics
from api.access_log import log_access
from api.problems import one_problem

REQUEST_ID_HEADER: Final = "X-Request-ID"

CALLS: Final = "/v1/"
"""Start of the routes that keys and the rate limit guard; what else there is stays open."""

_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,128}")
_JSON: Final = ("application/json",)

_View = TypeVar("_View", bound=Callable[..., Any])


def register_request_hooks(app: Flask) -> None:
    """Makes `app` number, negotiate, log and count each of its requests."""
    app.before_request(_start)
    app.before_request(_negotiate)
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


def produces(*media_types: str) -> Callable[[_View], _View]:
    """Declares, on a view, what it can answer instead of application/json alone.

    Without media types the view answers whatever the client accepts: probes and scrapers must not
    fail over a header.
    """

    def declare(view: _View) -> _View:
        view.produces = media_types  # type: ignore[attr-defined]
        return view

    return declare


def revalidated(response: Response) -> Response:
    """Return `response`, which has an ETag, or 304 when the client named that in If-None-Match."""
    etag, _ = response.get_etag()
    if etag is not None and request.if_none_match.contains_weak(etag):
        response.status_code = HTTPStatus.NOT_MODIFIED
        response.set_data(b"")
    return response


def _start() -> None:
    g.started = time.perf_counter()
    given = request.headers.get(REQUEST_ID_HEADER, "")
    g.request_id = given if _REQUEST_ID.fullmatch(given) else uuid4().hex


def _negotiate() -> None:
    """:raises ProblemException: 406 when the client accepts nothing that the view produces."""
    accept = request.headers.get("Accept")
    if accept is None or accept == "*/*":
        return
    # Without an endpoint the router's 404 or 405 follows.
    if request.endpoint is None or request.method == "OPTIONS":
        return
    view = current_app.view_functions[request.endpoint]
    offered: tuple[str, ...] = getattr(view, "produces", _JSON)
    # These are nearly all requests, and parsing the header costs more than the rest of this module.
    if accept in offered:
        return
    if offered and not any(_accepts(offer) for offer in offered):
        detail = f"This is answered as {' or '.join(offered)} only."
        raise one_problem(HTTPStatus.NOT_ACCEPTABLE, "not_acceptable", detail)


def _accepts(offer: str) -> bool:
    """Return whether the client takes the media type `offer`: its most specific range decides.

    Not Werkzeug's own match, in which "application/json; charset=utf-8" refuses application/json.
    """
    specificities = {"*/*": 0, f"{offer.partition('/')[0]}/*": 1, offer: 2}
    ranges = [
        (specificities[media_range], quality)
        for value, quality in request.accept_mimetypes
        if (media_range := value.partition(";")[0].strip().lower()) in specificities
    ]
    # A header without any range says nothing.
    return not request.accept_mimetypes or max(ranges, default=(0, 0.0))[1] > 0


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
