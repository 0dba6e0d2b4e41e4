"""What a schema finds wrong: `Flaw`, and how marshmallow's messages become problem errors."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from marshmallow import ValidationError
from marshmallow.exceptions import SCHEMA

from validator import InputFault

from .fields import UNKNOWN_FIELD, Flaw
from .problems import ProblemError

MOST_ERRORS: Final = 100
"""Errors that one answer lists; a body made of nothing else could hold thousands."""

_LONGEST_NAME: Final = 64
"""Characters of a field's name that a pointer repeats."""

_UNKNOWN: Final = [UNKNOWN_FIELD["unknown"]]


def input_flaws(faults: list[InputFault]) -> ValidationError:
    """Return, to be raised by a schema, an error with a flaw for each fault of a request."""
    return ValidationError([Flaw(fault.code, fault.detail, fault.path) for fault in faults])


def problem_errors(error: ValidationError) -> list[ProblemError]:
    """Return everything that a schema found wrong, each with its JSON pointer, at most 100."""
    return _listed(dict.fromkeys(_flatten(error.messages, ())))


def parameter_errors(error: ValidationError) -> list[ProblemError]:
    """Return everything that the schema of a query found wrong, each with its parameter."""
    found = [
        ProblemError("", *_told(message), name[:_LONGEST_NAME])
        for name, messages in error.messages_dict.items()
        for message in messages
    ]
    # marshmallow keeps the unknown ones in a set, whose order is another in each process.
    return _listed(sorted(found, key=_unknown_last))


def _listed(errors: Iterable[ProblemError]) -> list[ProblemError]:
    """Return the errors, at most 100, and how many more there are."""
    found = list(errors)
    listed = found[:MOST_ERRORS]
    if len(found) > MOST_ERRORS:
        text = f"and {len(found) - MOST_ERRORS} more"
        listed.append(ProblemError("", "more_errors", text))
    return listed


def _unknown_last(error: ProblemError) -> str:
    return error.parameter or "" if error.code == "unknown_parameter" else ""


def _told(message: str | Flaw) -> tuple[str, str]:
    """Return the code and the detail of what marshmallow or a field says."""
    if isinstance(message, Flaw):
        return message.code, message.detail
    code, _, detail = message.partition(": ")
    return code, detail


def _flatten(messages: object, path: tuple[str | int, ...]) -> Iterator[ProblemError]:
    if isinstance(messages, dict):
        for key, value in _in_order(messages):
            yield from _flatten(value, (*path, key))
    elif isinstance(messages, list):
        for message in messages:
            yield from _flatten(message, path)
    elif isinstance(messages, str):
        code, detail = _told(messages)
        found = path if code == "unknown_field" else _field(path)
        yield ProblemError(_pointer(found), code, detail)
    else:
        assert isinstance(messages, Flaw)  # marshmallow passes on what fields raise
        pointer = _pointer((*_field(path), *messages.path))
        yield ProblemError(pointer, messages.code, messages.detail)


def _in_order(messages: dict[Any, Any]) -> Iterator[tuple[Any, Any]]:
    """Yield the messages of a schema, in their places those of unknown fields by name.

    marshmallow keeps the unknown ones in a set, whose order is another in each process.
    """
    unknown = iter(sorted(name for name in messages if messages[name] == _UNKNOWN))
    for name, found in messages.items():
        yield (next(unknown), found) if found == _UNKNOWN else (name, found)


def _field(path: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """Return the path without the name under which marshmallow keeps a schema's own errors.

    A client may call a field that: an unknown one.
    """
    return path[:-1] if path and path[-1] == SCHEMA else path


def _pointer(path: tuple[str | int, ...]) -> str:
    """Return the JSON pointer (RFC 6901) of a path; a name longer than any field's is cut."""
    steps = (str(step)[:_LONGEST_NAME] for step in path)
    escaped = (step.replace("~", "~0").replace("/", "~1") for step in steps)
    return "".join(f"/{step}" for step in escaped)
