"""gzip for long answers, where the client accepts it.

Short answers stay as they are: with their headers they fit into one packet either way. So do
streamed ones: compressed, a line would wait in the compressor until more follow.
"""

import re
import zlib
from http import HTTPStatus
from typing import Final

from flask import Flask, Response, request

from ..config import Settings

LEAST_BYTES: Final = 1_024
"""Shortest body that is compressed."""

# The fastest: a wrong show of 1.7 KB shrinks to 41 % in 12 µs, to 39 % in 15 µs at level 6;
# the contract of 62 KB to 25 % in a third of the time that level 6 takes for 21 %.
_LEVEL: Final = 1
_GZIP: Final = 16 + zlib.MAX_WBITS

_TEXT: Final = re.compile(
    r"(?:text/[^;]+|application/(?:[^;]+\+)?(?:json|x-ndjson|yaml|javascript))(?:;|$)"
)


def register(app: Flask, settings: Settings) -> None:
    """Makes `app` compress its answers, unless COMPRESS is off."""
    if settings.compress:
        app.after_request(_compress)


def _compress(response: Response) -> Response:
    is_kept = response.status_code == HTTPStatus.NOT_MODIFIED
    if not is_kept and not _is_worth_it(response):
        return response
    # A line more, where there is one already, means the same and is far cheaper than joining them.
    response.headers.add("Vary", "Accept-Encoding")
    if not accepts_gzip():
        return response
    if not is_kept:
        response.set_data(_gzipped(response.get_data()))
        response.headers["Content-Encoding"] = "gzip"
    etag, is_weak = response.get_etag()
    if etag is not None and not is_weak:
        # Two sequences of bytes, one state: what a weak tag says. If-None-Match takes either.
        response.set_etag(etag, weak=True)
    return response


def _is_worth_it(response: Response) -> bool:
    # A streamed body is no list, and its length is not known.
    return (
        isinstance(response.response, list)
        and sum(map(len, response.response)) >= LEAST_BYTES
        and _TEXT.match(response.headers.get("Content-Type", "")) is not None
        and "Content-Encoding" not in response.headers
    )


def accepts_gzip() -> bool:
    """Return whether the client takes gzip at least as gladly as the bare answer."""
    header = request.headers.get("Accept-Encoding")
    if header is None:
        return False
    codings = request.accept_encodings
    quality = codings.quality("gzip")
    # Not quality("identity"): "*" would answer for it.
    bare = max((value for name, value in codings if name.lower() == "identity"), default=0)
    return quality > 0 and quality >= bare


def _gzipped(body: bytes) -> bytes:
    compressor = zlib.compressobj(_LEVEL, zlib.DEFLATED, _GZIP)
    return compressor.compress(body) + compressor.flush()
