"""What a validate call sends."""

from typing import Any, Final

from marshmallow import Schema, post_load, validates_schema

from validator import (
    RULESETS,
    CardList,
    Declaration,
    Ruleset,
    find_faults,
    read_declaration,
    read_plainly,
)

from ..fields import UNKNOWN_FIELD, CardField, GroupsField, HandField
from ..rulesets import RulesetField
from ..validation_errors import input_flaws


class ValidateRequestSchema(Schema):
    """A hand, and the grouping proposed for it; loads a `Declaration`."""

    error_messages = UNKNOWN_FIELD

    ruleset = RulesetField(required=True)
    hand = HandField(required=True)
    wild_card = CardField(load_default=None, allow_none=True)
    groups = GroupsField(load_default=None, allow_none=True)
    discard = CardField(load_default=None, allow_none=True)

    @validates_schema(skip_on_field_errors=False, pass_original=True)
    def check_cards(self, data: dict[str, Any], original: Any, **_: Any) -> None:
        """Report everything that keeps the cards from describing a hand.

        Also beside errors of single fields, as far as those that could be read tell.

        :raises ValidationError: with a flaw for each fault.
        """
        if not isinstance(original, dict):
            return  # that is the fault, and marshmallow tells it
        hand: CardList | None = data.get("hand")
        groups: tuple[CardList, ...] = data.get("groups") or ()
        if hand is None or "ruleset" not in data:
            faults = [fault for cards in (hand, *groups) if cards for fault in cards.faults]
        else:
            faults = find_faults(
                data["ruleset"],
                hand,
                data.get("wild_card"),
                data.get("groups"),
                data.get("discard"),
                all_read=self.fields.keys() & original.keys() <= data.keys(),
            )
        if faults:
            raise input_flaws(faults)

    @post_load
    def make_declaration(self, data: dict[str, Any], **_: Any) -> Declaration:
        """Return the declaration; its cards have been checked."""
        return read_declaration(**data)


_VALIDATE: Final = ValidateRequestSchema()
_NAMES: Final = frozenset(_VALIDATE.fields)
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
    loaded: Declaration = _VALIDATE.load(document)
    return loaded


def read_plain_request(document: dict[str, Any]) -> Declaration | None:
    """Return the declaration of a request that is written plainly; None where it is not.

    The caller has looked for members that are none of a validate request.

    The schema reads the others, and tells what is wrong with them. Plain is what nearly all
    requests are: one without faults, by a built-in ruleset or one that has been read already.
    """
    ruleset = document.get("ruleset")
    if isinstance(ruleset, str):
        ruleset = _BUILT_IN.get(ruleset)
    if not isinstance(ruleset, Ruleset):
        return None
    get = document.get
    return read_plainly(ruleset, get("hand"), get("wild_card"), get("groups"), get("discard"))
