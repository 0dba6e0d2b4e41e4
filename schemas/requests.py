"""One schema for each request: `load` yields what the domain judges."""

from typing import Any, Final

from marshmallow import Schema, post_load, validates_schema

from schemas.faults import UNKNOWN_FIELD, input_flaws
from schemas.fields import (
    MOST_ALTERNATIVES,
    CardField,
    CountField,
    GroupsField,
    HandField,
    RulesetField,
    SeenField,
)
from validator import (
    CardList,
    Declaration,
    Situation,
    find_faults,
    find_situation_faults,
    read_declaration,
    read_situation,
)


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


class ArrangeRequestSchema(Schema):
    """A hand, and what its owner has seen; loads a `Situation` and how many alternatives."""

    error_messages = UNKNOWN_FIELD

    ruleset = RulesetField(required=True)
    hand = HandField(required=True)
    wild_card = CardField(load_default=None, allow_none=True)
    discard = CardField(load_default=None, allow_none=True)
    alternatives = CountField(MOST_ALTERNATIVES, load_default=0)
    seen = SeenField(load_default=None, allow_none=True)

    @validates_schema(skip_on_field_errors=False, pass_original=True)
    def check_cards(self, data: dict[str, Any], original: Any, **_: Any) -> None:
        """Report everything that keeps the cards from describing a hand, as far as they tell.

        :raises ValidationError: with a flaw for each fault.
        """
        if not isinstance(original, dict):
            return  # that is the fault, and marshmallow tells it
        hand: CardList | None = data.get("hand")
        seen: CardList | None = data.get("seen")
        if hand is None or "ruleset" not in data:
            faults = [fault for cards in (hand, seen) if cards for fault in cards.faults]
        else:
            faults = find_situation_faults(
                data["ruleset"], hand, data.get("wild_card"), data.get("discard"), seen
            )
        if faults:
            raise input_flaws(faults)

    @post_load
    def make_situation(self, data: dict[str, Any], **_: Any) -> tuple[Situation, int]:
        """Return the situation, whose cards have been checked, and how many alternatives."""
        most = data.pop("alternatives")
        return read_situation(**data), most


_VALIDATE: Final = ValidateRequestSchema()
_ARRANGE: Final = ArrangeRequestSchema()


def load_validate_request(document: Any) -> Declaration:
    """Return the declaration that the body of a validate call describes.

    :raises ValidationError: with everything that is wrong; see `schemas.faults.problem_errors`.
    """
    declaration: Declaration = _VALIDATE.load(document)
    return declaration


def load_arrange_request(document: Any) -> tuple[Situation, int]:
    """Return the situation that the body of an arrange call describes, and how many alternatives.

    :raises ValidationError: with everything that is wrong; see `schemas.faults.problem_errors`.
    """
    situation: tuple[Situation, int] = _ARRANGE.load(document)
    return situation
