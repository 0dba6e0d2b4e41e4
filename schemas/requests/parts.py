"""Reads a request in two steps: its parts one by one, then what they mean together, once.

Where every part could be read, the domain reads them together and says what is wrong. Where some
could not, its faults in the others are found, so that a client hears of everything in one answer.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from marshmallow import Schema, ValidationError

from validator import MalformedRequest

Question = TypeVar("Question")


def load_parts(schema: Schema, document: Any) -> tuple[dict[str, Any], dict[Any, Any]]:
    """Return the parts that could be read, by name, and marshmallow's messages about the others."""
    try:
        return schema.load(document), {}
    except ValidationError as error:
        parts: Any = error.valid_data  # a dictionary: no schema of a request loads many
        return parts, error.messages_dict


def ask(read: Callable[..., Question], *parts: Any) -> Question:
    """Return the question that the domain reads in parts that could all be read.

    :raises ValidationError: with every fault.
    """
    try:
        return read(*parts)
    except MalformedRequest as error:
        raise ValidationError(list(error.faults)) from error
