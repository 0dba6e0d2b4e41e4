"""What a validate call sends."""

from typing import Any, Final

from marshmallow import Schema

from validator import (
    RULESETS,
    CardList,
    Declaration,
    InputFault,
    Ruleset,
    find_faults,
    read_declaration,
    read_plainly,
)

from ..fields import UNKNOWN_FIELD, CardField, GroupsField, HandField
from ..rulesets import RulesetField
from ..validation_errors import with_faults
from .parts import ask, load_parts


class ValidateRequestSchema(Schema):
    """A hand, and the grouping proposed for it: the parts of a `Declaration`."""

    error_messages = UNKNOWN_FIELD

    ruleset = RulesetField(required=True)
    hand = HandField(required=True)
    wild_card = CardField(load_default=None, allow_none=True)
    groups = GroupsField(load_default=None, allow_none=True)
    discard = CardField(load_default=None, allow_none=True)


_VALIDATE: Final = ValidateRequestSchema()
_NAMES: Final = frozenset(_VALIDATE.fields)
_PARTS: Final = ("ruleset", "hand", "wild_card", "groups", "discard")
"""The parts of a declaration, as the domain takes them."""
_BUILT_IN: Final = {ruleset.id: ruleset for ruleset in RULESETS}


def load_validate_request(document: Any) -> Declaration:
    """Return the declaration that the body of a validate call describes.

    :raises ValidationError: with everything that is wrong; see
    `schemas.validation_errors.problem_errors`.
    """
    if isinstance(document, dict) and document.keys() <= _NAMES:
        declaration = read_plain_request(document)
        if declaration is not None:
            return declaration
    return read_carefully(document)


def read_carefully(document: Any, schema: Schema = _VALIDATE) -> Declaration:
    """Return the declaration of a request, read part by part as `schema` says.

    :raises ValidationError: with everything that is wrong.
    """
    parts, messages = load_parts(schema, document)
    if messages:
        # A part that is absent has a default, so a part that is missing could not be read.
        faults = _find_faults(parts, all_read=schema.fields.keys() <= parts.keys())
        raise with_faults(messages, faults)
    return ask(read_declaration, *(parts[name] for name in _PARTS))


def _find_faults(parts: dict[str, Any], *, all_read: bool) -> list[InputFault]:
    """Return what is wrong with the cards, as far as those that could be read tell."""
    hand: CardList | None = parts.get("hand")
    groups: tuple[CardList, ...] | None = parts.get("groups")
    if hand is None or "ruleset" not in parts:
        return [fault for cards in (hand, *(groups or ())) if cards for fault in cards.faults]
    others = (parts.get("wild_card"), groups, parts.get("discard"))
    return find_faults(parts["ruleset"], hand, *others, all_read=all_read)


def read_plain_request(document: dict[str, Any]) -> Declaration | None:
    """Return the declaration of a request that is written plainly; None where it is not.

    The caller has made sure that it has no unknown members.

    `read_carefully` reads the others, and says what is wrong with them. Nearly all requests are
    plain: without faults, by a built-in ruleset or one that has been read already.
    """
    ruleset = document.get("ruleset")
    if isinstance(ruleset, str):
        ruleset = _BUILT_IN.get(ruleset)
    if not isinstance(ruleset, Ruleset):
        return None
    get = document.get
    return read_plainly(ruleset, get("hand"), get("wild_card"), get("groups"), get("discard"))
