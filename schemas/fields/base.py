"""The base of every field: takes JSON literally and says what is wrong as `InputFault`s."""

from collections.abc import Mapping
from typing import Any, Final, TypeVar

from marshmallow import ValidationError, fields

from validator import InputFault

UNKNOWN_FIELD: Final = {
    "unknown": "unknown_field: unknown field",
    "type": "wrong_type: must be a JSON object",
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

        :raises ValidationError: as `field_error` makes it.
        """
        raise NotImplementedError

    def _deserialize(
        self, value: object, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> Value:
        del attr, data, kwargs  # a field is read by itself
        return self._read(value)


def field_error(code: str, detail: str, *path: str | int) -> ValidationError:
    """Return, to be raised by a field, an error with one fault; `path` starts at the field."""
    return ValidationError([InputFault(code, path, detail)])
