"""Calls from scripts of other origins (CORS): refused by browsers unless CORS_ORIGINS is set.

No cookie and no other credential of the browser is ever used here, so none is allowed: a script
that has a key sends it as a header.
"""

from functools import partial
from typing import Final

from flask import Flask, Response, request

from ..config import ANY_ORIGIN, Settings
from .api_keys import KEY_HEADER
from .lifecycle import REQUEST_ID_HEADER

_READABLE: Final = ", ".join(
    ("ETag", "RateLimit", "RateLimit-Policy", "Retry-After", REQUEST_ID_HEADER)
)
"""Headers of answers that a script may read beside those it always may."""

_SENDABLE: Final = ", ".join(
    (
        "Authorization",
        "Content-Encoding",
        "Content-Type",
        "If-None-Match",
        KEY_HEADER,
        REQUEST_ID_HEADER,
    )
)
"""Headers of requests that a script may set beside those it always may."""

_PREFLIGHT_VARY: Final = "Access-Control-Request-Method, Access-Control-Request-Headers"

_AN_HOUR: Final = "3600"
"""Seconds for which a browser may remember the answer to a preflight."""


def register(app: Flask, settings: Settings) -> None:
    """Makes `app` answer preflights and mark its answers, if any origin is allowed."""
    if settings.cors_origins:
        app.after_request(partial(_allow, settings.cors_origins))


def _allow(origins: tuple[str, ...], response: Response) -> Response:
    any_origin = origins == (ANY_ORIGIN,)
    if not any_origin:
        # Also on answers to other origins: a cache must not hand one to both.
        response.headers.add("Vary", "Origin")
    is_preflight = (
        request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
    )
    if is_preflight:
        response.headers.add("Vary", _PREFLIGHT_VARY)
    origin = request.headers.get("Origin")
    if origin is None or not (any_origin or origin in origins):
        return response
    response.headers["Access-Control-Allow-Origin"] = ANY_ORIGIN if any_origin else origin
    if is_preflight:
        # What Flask has found for OPTIONS: the methods of the route.
        response.headers["Access-Control-Allow-Methods"] = response.headers.get("Allow", "")
        response.headers["Access-Control-Allow-Headers"] = _SENDABLE
        response.headers["Access-Control-Max-Age"] = _AN_HOUR
    else:
        response.headers["Access-Control-Expose-Headers"] = _READABLE
    return response
