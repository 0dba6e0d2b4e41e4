"""Reading the body of a request: bounded, inflated where it is gzip, and as JSON.

Every refusal is a `ProblemException`.
"""

from collections.abc import Iterator
from http import HTTPStatus
from typing import IO, Final, NoReturn

from flask import current_app, request
from werkzeug.exceptions import ClientDisconnected

from ..turns import RequestTimedOut, allow, close_after_answer
from .gzip import InflationError, inflate
from .problems import ProblemException, one_problem
from .strict_json import not_json, parse_json

CHUNK_BYTES: Final = 65_536
"""Most bytes of a body that are held at once by who reads it in chunks."""

_DRAIN_FACTOR: Final = 16
"""How many times the limit is read and thrown away before a 413.

Closing a connection with unread data resets it, and the client would never see the answer.
"""

_ANSWER_SECONDS: Final = 2
"""Seconds for sending the answer to a request whose own time is up."""
_MOST_DRAINED: Final = 64 * 2**20
"""Bytes read and thrown away at most, whatever the limit is."""

_GZIP_CODINGS: Final = ("gzip", "x-gzip")


def read_json() -> object:
    """Return the current request's body, parsed: dict, list, str, int, float, bool or None.

    :raises ProblemException: 415 unless it is plain application/json in UTF-8, 413 when it is
        longer than MAX_BODY_BYTES, 400 when it is not JSON as the module docstring defines it.
    """
    require_json_content()
    return parse_json(read_body(current_app.config["MAX_BODY_BYTES"]))


def require_json_content(*others: str) -> None:
    """Return when the body is declared as JSON, or as one of the media types in `others`.

    :raises ProblemException: 415 for another type, charset or content coding.
    """
    # Compared as a whole first: nearly every client sends exactly this.
    if request.content_type != "application/json":
        accepted = ("application/json", *others)
        if request.mimetype not in accepted:
            raise _unsupported(f"Send the body as {' or '.join(accepted)}.")
        if request.mimetype_params.get("charset", "utf-8").lower() not in ("utf-8", "utf8"):
            raise _unsupported("Send the body in UTF-8.")
    if _content_coding() not in ("identity", *_GZIP_CODINGS):
        problem = _unsupported("Send the body as it is, or in the content coding gzip.")
        problem.headers["Accept-Encoding"] = "gzip"
        raise problem


def read_body(limit: int) -> bytes:
    """Return the request's body, whole; see `body_chunks`."""
    return b"".join(body_chunks(limit))


def body_chunks(limit: int | None = None) -> Iterator[bytes]:
    """Yields the request's body, with or without Content-Length, as it comes; gzip is inflated.

    A chunk has at most `CHUNK_BYTES`, and no more than one is held. `limit` is the most bytes that
    the body may have, both as sent and inflated; none: it may go on for ever.

    :raises ProblemException: while reading: 413 when it is longer, 408 when it takes too long,
        400 when the client went away in between or what should be gzip is not.
    """
    sent = _sent_chunks(limit)
    return _inflated(sent, limit) if _content_coding() in _GZIP_CODINGS else sent


def _content_coding() -> str:
    return request.headers.get("Content-Encoding", "identity").strip().lower()


def _sent_chunks(limit: int | None) -> Iterator[bytes]:
    announced = request.content_length
    if limit is not None and (announced or 0) > limit:
        _refuse_length(limit)
    # One byte more than is allowed: get_data() would silently cut a chunked body at the limit.
    most = None if limit is None else limit + 1
    request.max_content_length = most
    stream = request.stream
    received = 0
    while part := _read(stream, CHUNK_BYTES if most is None else min(CHUNK_BYTES, most - received)):
        received += len(part)
        if limit is not None and received > limit:
            _refuse_length(limit)
        yield part
    if announced is not None and received < announced:
        raise _ended_early()


def _read(stream: IO[bytes], size: int) -> bytes:
    try:
        return stream.read(size)
    except RequestTimedOut as error:
        close_after_answer()
        allow(_ANSWER_SECONDS)
        detail = "The body took too long to arrive."
        raise one_problem(HTTPStatus.REQUEST_TIMEOUT, "request_timeout", detail) from error
    except (ClientDisconnected, OSError) as error:
        raise _ended_early() from error


def _inflated(sent: Iterator[bytes], limit: int | None) -> Iterator[bytes]:
    length = 0
    try:
        for piece in inflate(sent):
            length += len(piece)
            if limit is not None and length > limit:
                _refuse_length(limit, " when inflated")
            yield piece
    except InflationError as error:
        raise one_problem(HTTPStatus.BAD_REQUEST, "not_gzip", str(error)) from error


def _unsupported(detail: str) -> ProblemException:
    return one_problem(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", detail)


def _ended_early() -> ProblemException:
    return not_json("The body ended before its announced length.")


def _refuse_length(limit: int, when: str = "") -> NoReturn:
    close_after_answer()
    _drain(min(limit * _DRAIN_FACTOR, _MOST_DRAINED))
    detail = f"The body is longer than {limit} bytes{when}."
    raise one_problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "body_too_large", detail)


def _drain(limit: int) -> None:
    if not request.environ.get("wsgi.input_terminated"):
        # Nobody says where this body ends: reading on could wait for ever.
        return
    stream = request.environ["wsgi.input"]
    try:
        while limit > 0 and (part := stream.read(min(limit, 65_536))):
            limit -= len(part)
    except OSError:
        # The client has gone; so has the need to drain.
        return
