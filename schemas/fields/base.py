"""The base of every field: reads what JSON says literally, and says what is wrong as a `Flaw`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from marshmallow import ValidationError, fields


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing that is wrong with a value, seen from the field that reads it."""

    code: str
    """Stable snake_case name of the cause."""
    detail: str
    """One English sentence."""
    path: tuple[str | int, ...] = ()
    """The steps from the field to the wrong place in it."""


UNKNOWN_FIELD: Final = {
    "unknown": "unknown_field: there is no such field",
    "type": "wrong_type: a JSON object is wanted here",
}
"""The messages of a schema, each as code and detail."""

Value = TypeVar("Value")


class StrictField(fields.Field[Value]):
    """A field that takes what JSON says literally; a subclass reads the value in `_read`."""

    default_error_messages: dict[str, str | list[Any] | dict[Any, Any]] = {  # noqa: RUF012
        "required": "missing_field: this field is required",
        "null": "wrong_type: null is not allowed here",
    }

    def _read(self, value: object) -> Value:
        """Return what the value means.

        :raises ValidationError: made by `flaw`.
        """
        raise NotImplementedError

    def _deserialize(
        self, value: object, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> Value:
        del attr, data, kwargs  # a field is read by itself
        return self._read(value)


def flaw(code: str, detail: str, *path: str | int) -> ValidationError:
    """Return, to be raised by a field, an error with one flaw."""
    return ValidationError([Flaw(code, detail, path)])
