"""What an arrange call sends."""

from typing import Any, Final

from marshmallow import Schema

from validator import CardList, InputFault, Situation, find_situation_faults, read_situation

from ..fields import UNKNOWN_FIELD, CardField, CountField, HandField, SeenField
from ..rulesets import RulesetField
from ..validation_errors import with_faults
from .parts import ask, load_parts

MOST_ALTERNATIVES: Final = 20
"""Other arrangements that a request may ask for."""


class ArrangeRequestSchema(Schema):
    """A hand, what its owner has seen, and how many alternatives to show."""

    error_messages = UNKNOWN_FIELD

    ruleset = RulesetField(required=True)
    hand = HandField(required=True)
    wild_card = CardField(load_default=None, allow_none=True)
    discard = CardField(load_default=None, allow_none=True)
    alternatives = CountField(MOST_ALTERNATIVES, load_default=0)
    seen = SeenField(load_default=None, allow_none=True)


_ARRANGE: Final = ArrangeRequestSchema()
_PARTS: Final = ("ruleset", "hand", "wild_card", "discard", "seen")
"""The parts of a situation, as the domain takes them."""


def load_arrange_request(document: Any) -> tuple[Situation, int]:
    """Return the situation that the body of an arrange call describes, and how many alternatives.

    :raises ValidationError: with everything that is wrong; see
    `schemas.validation_errors.problem_errors`.
    """
    parts, messages = load_parts(_ARRANGE, document)
    if messages:
        raise with_faults(messages, _find_faults(parts))
    return ask(read_situation, *(parts[name] for name in _PARTS)), parts["alternatives"]


def _find_faults(parts: dict[str, Any]) -> list[InputFault]:
    """Return what is wrong with the cards, as far as those that could be read tell."""
    hand: CardList | None = parts.get("hand")
    seen: CardList | None = parts.get("seen")
    if hand is None or "ruleset" not in parts:
        return [fault for cards in (hand, seen) if cards for fault in cards.faults]
    others = (parts.get("wild_card"), parts.get("discard"), seen)
    return find_situation_faults(parts["ruleset"], hand, *others)
