"""Parts that several answers have: cards, melds, violations, arrangements."""

from collections.abc import Iterable
from typing import Any

from validator import Arrangement, Card, Deal, Knock, Meld, Ruleset, Violation


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


def violation_object(violation: Violation) -> dict[str, Any]:
    """Return a violation as an object."""
    return {
        "code": violation.code.value,
        "group": violation.group,
        "cards": codes(violation.cards),
        "message": violation.message,
        "pointer": "/groups" if violation.group is None else f"/groups/{violation.group}",
    }


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


def knock_object(knock: Knock | None) -> dict[str, Any] | None:
    """Return a knock as an object; None for none."""
    if knock is None:
        return None
    return {"deadwood_points": knock.deadwood_points, "limit": knock.limit, "gin": knock.gin}
