"""HTTP caching: what the client has already is not sent again."""

from http import HTTPStatus

from flask import Response, request


def revalidated(response: Response) -> Response:
    """Return `response`, which has an ETag, or 304 when the client named that in If-None-Match."""
    etag, _ = response.get_etag()
    if etag is not None and request.if_none_match.contains_weak(etag):
        response.status_code = HTTPStatus.NOT_MODIFIED
        response.set_data(b"")
    return response
