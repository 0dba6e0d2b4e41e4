"""How everything that marshmallow and the fields find wrong becomes a list of `InputFault`s."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from marshmallow import ValidationError
from marshmallow.exceptions import SCHEMA

from validator import InputFault

from .fields import UNKNOWN_FIELD
from .problems import MAX_NAME, ParameterFault

MAX_ERRORS: Final = 100
"""Errors that one answer lists; a body made of nothing else could hold thousands.

More than of a text that is not JSON (`api.http.strict_json`): there one mistake of a client's
writer shows in many places; here each error is another thing to put right.
"""

_UNKNOWN: Final = [UNKNOWN_FIELD["unknown"]]

Path = tuple[str | int, ...]


def with_faults(messages: dict[Any, Any], faults: list[InputFault]) -> ValidationError:
    """Return, to be raised, marshmallow's messages and the faults of the request as a whole."""
    if not faults:
        return ValidationError(messages)
    # A client may have an unknown field of the name that marshmallow has for the whole.
    in_order = dict(_in_order(messages))
    return ValidationError({**in_order, SCHEMA: [*in_order.get(SCHEMA, ()), *faults]})


def problem_errors(error: ValidationError) -> list[InputFault]:
    """Return everything that a schema found wrong, at most `MAX_ERRORS` and how many more."""
    found = list(dict.fromkeys(_flatten(error.messages, ())))
    listed = found[:MAX_ERRORS]
    if len(found) > MAX_ERRORS:
        listed.append(InputFault("more_errors", (), f"and {len(found) - MAX_ERRORS} more"))
    return listed


def parameter_faults(error: ValidationError) -> list[ParameterFault]:
    """Return everything that the schema of a query found wrong."""
    found = []
    for name, messages in error.messages_dict.items():
        for code, detail in map(_code_and_detail, messages):
            found.append(ParameterFault(code, (), detail, name))
    # marshmallow keeps the unknown ones in a set, whose order is another in each process.
    return sorted(found, key=_unknown_last)


def _unknown_last(fault: ParameterFault) -> str:
    return fault.name if fault.code == "unknown_parameter" else ""


def _code_and_detail(message: str | InputFault) -> tuple[str, str]:
    """Return the code and the detail of what marshmallow or a field says."""
    if isinstance(message, InputFault):
        return message.code, message.detail
    code, _, detail = message.partition(": ")
    return code, detail


def _flatten(messages: object, path: Path) -> Iterator[InputFault]:
    """Yield the faults of marshmallow's messages, which are dictionaries and lists in each other.

    `path` leads to them; fields state their faults' paths from themselves on.
    """
    if isinstance(messages, dict):
        for key, value in _in_order(messages):
            yield from _flatten(value, (*path, key))
    elif isinstance(messages, list):
        for message in messages:
            yield from _flatten(message, path)
    elif isinstance(messages, str):
        code, detail = _code_and_detail(messages)
        # A client may call a field what marshmallow calls the whole; it is unknown then.
        found = path if code == "unknown_field" else _without_schema(path)
        yield InputFault(code, _cut(found), detail)
    else:
        assert isinstance(messages, InputFault)  # marshmallow passes on what fields raise
        yield replace(messages, path=_cut((*_without_schema(path), *messages.path)))


def _in_order(messages: dict[Any, Any]) -> Iterator[tuple[Any, Any]]:
    """Yield the messages of a schema, in their places those of unknown fields by name.

    marshmallow keeps the unknown ones in a set, whose order is another in each process.
    """
    unknown = iter(sorted(name for name in messages if messages[name] == _UNKNOWN))
    for name, found in messages.items():
        yield (next(unknown), found) if found == _UNKNOWN else (name, found)


def _without_schema(path: Path) -> Path:
    """Return the path without the name under which marshmallow keeps a schema's own errors."""
    return path[:-1] if path and path[-1] == SCHEMA else path


def _cut(path: Path) -> Path:
    """Return the path with names that are longer than any field's cut."""
    return tuple(step[:MAX_NAME] if isinstance(step, str) else step for step in path)
