"""The answer to an arrange call."""

from typing import Any, Final

from marshmallow import Schema, fields

from validator import CompletingCard, DiscardChoice, Prospects

from .parts import arrangement_object, identity


def _discard_choice(choice: DiscardChoice) -> dict[str, Any]:
    written: dict[str, Any] = {
        "card": str(choice.card),
        "penalty": choice.penalty,
        "declarable": choice.declarable,
    }
    if choice.gin is not None:
        written |= {"knock": choice.declarable, "gin": choice.gin}
    return written


def _completing_card(completing: CompletingCard) -> dict[str, Any]:
    return {"card": str(completing.card), "unseen": completing.unseen}


class ProspectsSchema(Schema):
    """The answer to an arrange call; ``knock`` and ``gin`` are there in knock rulesets only."""

    ruleset = fields.Function(lambda found: identity(found.deal.ruleset))
    best = fields.Function(lambda found: arrangement_object(found.best, found.deal))
    alternatives = fields.Function(
        lambda found: [arrangement_object(other, found.deal) for other in found.alternatives]
    )
    discards = fields.Function(lambda found: [_discard_choice(c) for c in found.discards])
    distance = fields.Integer()
    completing_cards = fields.Function(
        lambda found: [_completing_card(card) for card in found.completing_cards]
    )


_PROSPECTS: Final = ProspectsSchema()


def dump_prospects(prospects: Prospects) -> dict[str, Any]:
    """Return prospects as the object that is sent."""
    document: dict[str, Any] = _PROSPECTS.dump(prospects)
    return document
