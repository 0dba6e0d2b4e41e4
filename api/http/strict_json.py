"""JSON, read strictly: RFC 8259 narrowed as in I-JSON (RFC 7493).

UTF-8, no duplicate keys, no lone surrogates, no NaN or Infinity, numbers that fit. Every refusal
is a `ProblemException`. A sound text is parsed once by the C parser; only a refused or suspicious
one is parsed again, keeping what the first parse lost, to name each fault with its JSON pointer.
"""

import json
import re
from collections.abc import Callable, Iterator
from http import HTTPStatus
from itertools import islice
from math import isinf
from typing import Final, NoReturn

from validator import InputFault

from .problems import ProblemException, one_problem

MAX_DEPTH: Final = 64
"""Arrays and objects that may be open at once; a request needs 4, a house rule 6."""

MAX_INTEGER_DIGITS: Final = 20
"""Characters of an integer, sign included: every 64-bit number fits."""

MAX_JSON_ERRORS: Final = 20
"""Errors listed in one answer, which must not grow with the body.

Fewer than of a request that is JSON (`schemas.validation_errors.MAX_ERRORS`): what writes a bad
text writes all of it alike, so a few errors show the mistake.
"""

MAX_TOKEN: Final = 32
"""Characters of input repeated in a message or in one step of a pointer."""

# A string, also one that never ends: each character is visited once, whatever the input.
_STRING: Final = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_NO_BRACKET: Final = bytes(byte for byte in range(256) if byte not in b"[]{}")
_SURROGATE_ESCAPE: Final = re.compile(rb"\\u[dD][89a-fA-F]")
_LONE_SURROGATE: Final = re.compile("[\ud800-\udfff]")


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
        raise not_json("The body is empty.")
    if body.startswith(b"\xef\xbb\xbf"):
        raise not_json("The body starts with a byte order mark.")
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        raise not_json(f"The body is not UTF-8 at byte {error.start}.") from error


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
    """Raise 400 with the first `MAX_JSON_ERRORS` faults of `text`; return when there are none."""
    try:
        value: object = _LENIENT.decode(text)
    except json.JSONDecodeError as error:
        # Behind the fault there is worse: the text is no JSON at all.
        raise _malformed(error) from error
    errors = list(islice(_faults_of(value, ()), MAX_JSON_ERRORS))
    if errors:
        raise ProblemException(HTTPStatus.BAD_REQUEST, errors)


Path = tuple[str | int, ...]


def _faults_of(value: object, path: Path) -> Iterator[InputFault]:
    """Yields the faults of a leniently parsed `value` in reading order; `MAX_DEPTH` bounds it."""
    if isinstance(value, _NoNumber):
        yield InputFault("not_json", path, f"{value} is not JSON.")
    elif isinstance(value, _WrongNumber):
        yield InputFault("number_out_of_range", path, f"{_shown(value)} is too large.")
    elif isinstance(value, str):
        yield from _surrogate_faults(value, path, "string")
    elif isinstance(value, _Members):
        seen: set[str] = set()
        for key, member in value:
            place = (*path, _shown(key))
            if key in seen:
                yield InputFault("duplicate_key", place, f'The key "{_shown(key)}" is repeated.')
            seen.add(key)
            yield from _surrogate_faults(key, place, "key")
            yield from _faults_of(member, place)
    elif isinstance(value, list):
        for index, entry in enumerate(value):
            yield from _faults_of(entry, (*path, index))


def _surrogate_faults(text: str, path: Path, role: str) -> Iterator[InputFault]:
    if found := _LONE_SURROGATE.search(text):
        detail = f"The {role} has the lone surrogate \\u{ord(found[0]):04x}."
        yield InputFault("lone_surrogate", path, detail)


def _shown(token: str) -> str:
    """Return `token` fit for an answer: at most `MAX_TOKEN` characters, encodable."""
    cut = token if len(token) <= MAX_TOKEN else token[:MAX_TOKEN] + "…"
    return _LONE_SURROGATE.sub("\N{REPLACEMENT CHARACTER}", cut)


def _malformed(error: json.JSONDecodeError) -> ProblemException:
    # error.msg is one of Python's fixed sentences, without input.
    return not_json(f"{error.msg} at line {error.lineno}, column {error.colno}.")


def not_json(detail: str) -> ProblemException:
    """Return, to be raised, the refusal of a text that is not JSON."""
    return one_problem(HTTPStatus.BAD_REQUEST, "not_json", detail)
