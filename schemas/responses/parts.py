"""Parts that several answers have: cards, melds, arrangements."""

from collections.abc import Iterable
from typing import Any

from validator import Arrangement, Card, Deal, Meld, Ruleset


def identity(ruleset: Ruleset) -> dict[str, Any]:
    """Return what names a ruleset."""
    return {"id": ruleset.id, "version": ruleset.version, "digest": ruleset.digest}


def codes(cards: Iterable[Card]) -> list[str]:
    """Return the codes of cards."""
    return [str(card) for card in cards]


def melds(melds: Iterable[Meld], deal: Deal) -> list[dict[str, Any]]:
    """Return melds as objects."""
    return [
        {
            "cards": codes(meld.cards),
            "as": codes(meld.stands_for),
            "kind": meld.kind.value,
            "points": deal.sum_points(meld.cards),
        }
        for meld in melds
    ]


def arrangement_object(arrangement: Arrangement, deal: Deal) -> dict[str, Any]:
    """Return an arrangement as an object."""
    return {
        "declarable": arrangement.declarable,
        "penalty": arrangement.penalty,
        "discard": None if arrangement.discard is None else str(arrangement.discard),
        "melds": melds(arrangement.melds, deal),
        "deadwood": codes(arrangement.deadwood),
        "deadwood_points": arrangement.deadwood_points,
    }
