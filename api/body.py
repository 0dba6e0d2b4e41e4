"""Reading a JSON body: strict, bounded and cheap.

JSON here is RFC 8259 narrowed as in I-JSON (RFC 7493): UTF-8, no duplicate keys, no lone
surrogates, no NaN or Infinity, numbers that fit. Every refusal is a `ProblemException`.

A sound body is parsed once by the C parser. Only a refused or suspicious one is parsed again by
`_faults_of`, which keeps what the first parse lost, to name each fault with its JSON pointer.
"""

import json
import re
from collections.abc import Callable, Iterator
from http import HTTPStatus
from math import isinf
from typing import IO, Final, NoReturn

from flask import current_app, request
from werkzeug.exceptions import ClientDisconnected

from api.cooperation import RequestTimedOut, allow, close_after_answer
from api.inflation import InflationError, inflate
from api.problems import ProblemException, one_problem
from schemas.problems import ProblemError

MAX_DEPTH: Final = 64
"""Arrays and objects that may be open at once; a request needs 4, a house rule 6."""

MAX_INTEGER_DIGITS: Final = 20
"""Characters of an integer, sign included: every 64-bit number fits."""

MAX_ERRORS: Final = 20
"""Faults listed in one answer; it must not grow with the body."""

MAX_TOKEN: Final = 32
"""Characters of input repeated in a message or in one step of a pointer."""

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

# A string, also one that never ends: each character is visited once, whatever the input.
_STRING: Final = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_NO_BRACKET: Final = bytes(byte for byte in range(256) if byte not in b"[]{}")
_SURROGATE_ESCAPE: Final = re.compile(rb"\\u[dD][89a-fA-F]")
_LONE_SURROGATE: Final = re.compile("[\ud800-\udfff]")


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


def parse_json(body: bytes) -> object:
    """Return the value that `body` holds: dict, list, str, int, float, bool or None.

    Also for one line of an NDJSON batch.

    :raises ProblemException: 400 when `body` is not JSON as the module docstring defines it.
    """
    text = _decode(body)
    if body.count(b"[") + body.count(b"{") > MAX_DEPTH:
        _refuse_deep_nesting(body)
    try:
        value = _strict_value(text)
    except json.JSONDecodeError as error:
        raise _malformed(error) from error
    except _Fault:
        _refuse_faults(text)
    if b"\\u" in body and _SURROGATE_ESCAPE.search(body):
        # May be a proper pair: then there is no fault and this returns.
        _refuse_faults(text)
    return value


def _decode(body: bytes) -> str:
    if not body or body.isspace():
        raise _not_json("The body is empty.")
    if body.startswith(b"\xef\xbb\xbf"):
        raise _not_json("The body starts with a byte order mark.")
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        raise _not_json(f"The body is not UTF-8 at byte {error.start}.") from error


def _refuse_deep_nesting(body: bytes) -> None:
    # Measured before parsing: Python's parser recurses, so the parse itself would be the attack.
    depth = 0
    for bracket in _STRING.sub(b"", body).translate(None, _NO_BRACKET):
        depth += 1 if bracket in b"[{" else -1
        if depth > MAX_DEPTH:
            detail = f"Arrays and objects are nested more than {MAX_DEPTH} deep."
            raise one_problem(HTTPStatus.BAD_REQUEST, "nesting_too_deep", detail)


class _Fault(ValueError):
    """The first parse met something that JSON's grammar allows and we do not."""


def _strict_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _Fault
    return members


def _strict_integer(token: str) -> int:
    if len(token) > MAX_INTEGER_DIGITS:
        raise _Fault
    return int(token)


def _strict_float(token: str) -> float:
    number = float(token)
    if isinf(number):
        raise _Fault
    return number


def _strict_constant(_token: str) -> NoReturn:
    raise _Fault


_STRICT: Final = json.JSONDecoder(
    object_pairs_hook=_strict_object,
    parse_int=_strict_integer,
    parse_float=_strict_float,
    parse_constant=_strict_constant,
)


_SCAN: Final[Callable[[str, int], tuple[object, int]]] = _STRICT.scan_once  # type: ignore[attr-defined]


def _strict_value(text: str) -> object:
    try:
        value, end = _SCAN(text, 0)
    except StopIteration:
        end = -1
    # What has blanks around it, or is no JSON, is decoded again, for the sake of the others.
    return value if end == len(text) else _STRICT.decode(text)


class _Members(list[tuple[str, object]]):
    """An object with all its members, repeated keys too."""


class _WrongNumber(str):
    """The text of a number that is out of range."""


class _NoNumber(str):
    """NaN, Infinity or -Infinity, which Python's parser accepts."""


def _lenient_integer(token: str) -> object:
    return int(token) if len(token) <= MAX_INTEGER_DIGITS else _WrongNumber(token)


def _lenient_float(token: str) -> object:
    return _WrongNumber(token) if isinf(float(token)) else 0.0


_LENIENT: Final = json.JSONDecoder(
    object_pairs_hook=_Members,
    parse_int=_lenient_integer,
    parse_float=_lenient_float,
    parse_constant=_NoNumber,
)


def _refuse_faults(text: str) -> None:
    """Raises 400 with the first `MAX_ERRORS` faults of `text`; returns when there are none."""
    try:
        value: object = _LENIENT.decode(text)
    except json.JSONDecodeError as error:
        # Behind the fault there is worse: the text is no JSON at all.
        raise _malformed(error) from error
    errors = [error for error, _ in zip(_faults_of(value, ""), range(MAX_ERRORS), strict=False)]
    if errors:
        raise ProblemException(HTTPStatus.BAD_REQUEST, errors)


def _faults_of(value: object, pointer: str) -> Iterator[ProblemError]:
    """Yields the faults of a leniently parsed `value` in reading order; `MAX_DEPTH` bounds it."""
    if isinstance(value, _NoNumber):
        yield ProblemError(pointer, "not_json", f"{value} is not JSON.")
    elif isinstance(value, _WrongNumber):
        yield ProblemError(pointer, "number_out_of_range", f"{_shown(value)} is too large.")
    elif isinstance(value, str):
        yield from _surrogate_faults(value, pointer, "string")
    elif isinstance(value, _Members):
        seen: set[str] = set()
        for key, member in value:
            place = f"{pointer}/{_pointer_step(key)}"
            if key in seen:
                yield ProblemError(place, "duplicate_key", f'The key "{_shown(key)}" is repeated.')
            seen.add(key)
            yield from _surrogate_faults(key, place, "key")
            yield from _faults_of(member, place)
    elif isinstance(value, list):
        for index, entry in enumerate(value):
            yield from _faults_of(entry, f"{pointer}/{index}")


def _surrogate_faults(text: str, pointer: str, role: str) -> Iterator[ProblemError]:
    if found := _LONE_SURROGATE.search(text):
        detail = f"The {role} has the lone surrogate \\u{ord(found[0]):04x}."
        yield ProblemError(pointer, "lone_surrogate", detail)


def _shown(token: str) -> str:
    """Return `token` fit for an answer: at most `MAX_TOKEN` characters, encodable."""
    cut = token if len(token) <= MAX_TOKEN else token[:MAX_TOKEN] + "…"
    return _LONE_SURROGATE.sub("\N{REPLACEMENT CHARACTER}", cut)


def _pointer_step(key: str) -> str:
    return _shown(key).replace("~", "~0").replace("/", "~1")


def _malformed(error: json.JSONDecodeError) -> ProblemException:
    # error.msg is one of Python's fixed sentences, without input.
    return _not_json(f"{error.msg} at line {error.lineno}, column {error.colno}.")


def _not_json(detail: str) -> ProblemException:
    return one_problem(HTTPStatus.BAD_REQUEST, "not_json", detail)


def _unsupported(detail: str) -> ProblemException:
    return one_problem(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", detail)


def _ended_early() -> ProblemException:
    return _not_json("The body ended before its announced length.")


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
