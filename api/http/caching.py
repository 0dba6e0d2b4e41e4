"""HTTP caching: an answer that the client already has is not sent again."""

from http import HTTPStatus
from typing import Final

from flask import Response, request

_A_DAY: Final = 86_400
"""Seconds for which an answer may be kept; a new version of the service may bring a new one."""


def cacheable(response: Response, etag: str) -> Response:
    """Return `response`, which anyone may keep for a day, or 304 when the client has it."""
    response.set_etag(etag)
    response.cache_control.public = True
    response.cache_control.max_age = _A_DAY
    response.cache_control.immutable = True
    return revalidated(response)


def revalidated(response: Response) -> Response:
    """Return `response`, which has an ETag, or 304 when the client named that in If-None-Match."""
    etag, _ = response.get_etag()
    if etag is not None and request.if_none_match.contains_weak(etag):
        response.status_code = HTTPStatus.NOT_MODIFIED
        response.set_data(b"")
    return response
