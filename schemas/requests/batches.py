"""A line of a batch: a validate request with an `id`, or the defaults of all requests."""

from collections.abc import Mapping
from typing import Any, Final

from marshmallow import Schema, fields

from validator import Declaration

from ..fields import UNKNOWN_FIELD, CardField, IdField
from ..rulesets import RulesetField
from .declarations import ValidateRequestSchema, read_carefully, read_plain_request

_WRONG_TYPE: Final[dict[str, str | list[Any] | dict[Any, Any]]] = {"null": UNKNOWN_FIELD["type"]}


class BatchRequestSchema(ValidateRequestSchema):
    """A validate request of a batch; its `id` is for the answer only."""

    id = IdField(load_default=None, allow_none=True)


class DefaultsSchema(Schema):
    """What holds for every request of a batch that does not say otherwise."""

    error_messages = UNKNOWN_FIELD

    ruleset = RulesetField()
    wild_card = CardField(allow_none=True)


class DefaultsLineSchema(Schema):
    """The first line of a batch, if it has defaults."""

    error_messages = UNKNOWN_FIELD

    defaults = fields.Nested(DefaultsSchema, required=True, error_messages=_WRONG_TYPE)


_REQUEST: Final = BatchRequestSchema()
_NAMES: Final = frozenset(_REQUEST.fields)
_DEFAULTS_LINE: Final = DefaultsLineSchema()


def load_batch_request(document: Any, defaults: Mapping[str, Any]) -> Declaration:
    """Return the declaration of one request of a batch, with its defaults where it is silent.

    :raises ValidationError: with everything that is wrong with the request.
    """
    if isinstance(document, dict):
        if defaults:
            document = {**defaults, **document}
        if document.keys() <= _NAMES and not isinstance(document.get("id"), dict | list):
            declaration = read_plain_request(document)
            if declaration is not None:
                return declaration
    return read_carefully(document, _REQUEST)


def id_of(document: Any) -> Any:
    """Return the id of a request of a batch; None where it has none that can be one.

    >>> id_of({"id": "hand 7", "hand": "5H"}), id_of([])
    ('hand 7', None)
    """
    given = document.get("id") if isinstance(document, dict) else None
    return None if isinstance(given, dict | list) else given


def is_defaults(document: Any) -> bool:
    """Return whether this is meant to be the line of defaults."""
    return isinstance(document, dict) and "defaults" in document


def load_defaults(document: Any) -> dict[str, Any]:
    """Return what a line of defaults says: a ruleset, read already, and the code of a card.

    :raises ValidationError: with everything that is wrong with it.
    """
    read = _DEFAULTS_LINE.load(document)["defaults"]
    stated: dict[str, Any] = document["defaults"]
    return {name: read[name] if name == "ruleset" else stated[name] for name in read}
