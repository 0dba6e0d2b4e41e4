"""What an arrange call sends."""

from typing import Any, Final

from marshmallow import Schema, post_load, validates_schema

from validator import CardList, Situation, find_situation_faults, read_situation

from ..fields import UNKNOWN_FIELD, CardField, CountField, HandField, SeenField
from ..rulesets import RulesetField
from ..validation_errors import input_flaws

MOST_ALTERNATIVES: Final = 20
"""Other arrangements that a request may ask for."""


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


_ARRANGE: Final = ArrangeRequestSchema()


def load_arrange_request(document: Any) -> tuple[Situation, int]:
    """Return the situation that the body of an arrange call describes, and how many alternatives.

    :raises ValidationError: with everything that is wrong; see
    `schemas.validation_errors.problem_errors`.
    """
    situation: tuple[Situation, int] = _ARRANGE.load(document)
    return situation
