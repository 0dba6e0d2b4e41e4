"""Answers as JSON objects, member for member those of the service.

The service writes its own with marshmallow, which a library without dependencies has not got. A
test holds the two against each other.
"""

from collections.abc import Iterable
from typing import Any, Final

from validator import (
    Arrangement,
    Card,
    CompletingCard,
    Deal,
    DiscardChoice,
    Knock,
    LayOff,
    Meld,
    Prospects,
    Ruleset,
    SettledPlayer,
    Settlement,
    Vector,
    Verdict,
    Violation,
)

Json = dict[str, Any]
"""A JSON object."""

_EXPECTED_OF_BEST: Final = ("declarable", "penalty", "deadwood_points")
_EXPECTED_OF_GROUPS: Final = (
    "valid",
    "outcome",
    "penalty",
    "violations",
    "kinds",
    "points_as_grouped",
)


def verdict_document(verdict: Verdict) -> Json:
    """Return a verdict as ``POST /v1/validate`` answers it."""
    grouped = verdict.grouped
    document: Json = {
        "ruleset": _identity(verdict.deal.ruleset),
        "valid": verdict.valid,
        "outcome": verdict.outcome.value,
        "penalty": verdict.penalty,
        "violations": [_violation(found) for found in verdict.violations],
        "groups": _melds(verdict.groups, verdict.deal),
        "deadwood": [] if grouped is None else codes(grouped.deadwood),
        "deadwood_points": None if grouped is None else grouped.deadwood_points,
        "points_as_grouped": verdict.points_as_grouped,
        "best": _arrangement(verdict.best, verdict.deal),
    }
    if verdict.knock is not None:
        document["knock"] = _knock(verdict.knock)
    return document


def prospects_document(prospects: Prospects) -> Json:
    """Return prospects as ``POST /v1/arrange`` answers them."""
    deal = prospects.deal
    return {
        "ruleset": _identity(deal.ruleset),
        "best": _arrangement(prospects.best, deal),
        "alternatives": [_arrangement(other, deal) for other in prospects.alternatives],
        "discards": [_discard_choice(choice) for choice in prospects.discards],
        "distance": prospects.distance,
        "completing_cards": [_completing_card(card) for card in prospects.completing_cards],
    }


def settlement_document(settlement: Settlement) -> Json:
    """Return a settlement as ``POST /v1/settle`` answers it."""
    verdict = settlement.verdict
    return {
        "ruleset": _identity(settlement.deal.ruleset),
        "settled": settlement.settled,
        "winner": settlement.winner,
        "match_winner": settlement.match_winner,
        "verdict": None if verdict is None else verdict_document(verdict),
        "players": [_settled_player(one, settlement.deal) for one in settlement.players],
    }


def vector_document(vector: Vector) -> Json:
    """Return a vector as a line of ``GET /v1/vectors`` holds it."""
    answer = verdict_document(vector.verdict)
    document: Json = {
        "id": vector.id,
        "ruleset": vector.verdict.deal.ruleset.id,
        "hand": codes(vector.hand),
        "wild_card": None if vector.wild_card is None else str(vector.wild_card),
    }
    expect: Json = {}
    if vector.groups is not None:
        document["groups"] = [codes(group) for group in vector.groups]
        answer["violations"] = [
            {name: found[name] for name in ("code", "group")} for found in answer["violations"]
        ]
        answer["kinds"] = [group["kind"] for group in answer["groups"]]
        expect = {name: answer[name] for name in _EXPECTED_OF_GROUPS}
    if vector.discard is not None:
        document["discard"] = str(vector.discard)
    if "knock" in answer:
        expect["knock"] = answer["knock"]
    expect["best"] = {name: answer["best"][name] for name in _EXPECTED_OF_BEST}
    return {**document, "expect": expect}


def codes(cards: Iterable[Card]) -> list[str]:
    """Return the codes of cards."""
    return [str(card) for card in cards]


def _identity(ruleset: Ruleset) -> Json:
    return {"id": ruleset.id, "version": ruleset.version, "digest": ruleset.digest}


def _melds(melds: Iterable[Meld], deal: Deal) -> list[Json]:
    return [
        {
            "cards": codes(meld.cards),
            "as": codes(meld.stands_for),
            "kind": meld.kind.value,
            "points": deal.sum_points(meld.cards),
        }
        for meld in melds
    ]


def _violation(violation: Violation) -> Json:
    return {
        "code": violation.code.value,
        "group": violation.group,
        "cards": codes(violation.cards),
        "message": violation.message,
        "pointer": "/groups" if violation.group is None else f"/groups/{violation.group}",
    }


def _arrangement(arrangement: Arrangement, deal: Deal) -> Json:
    return {
        "declarable": arrangement.declarable,
        "penalty": arrangement.penalty,
        "discard": None if arrangement.discard is None else str(arrangement.discard),
        "melds": _melds(arrangement.melds, deal),
        "deadwood": codes(arrangement.deadwood),
        "deadwood_points": arrangement.deadwood_points,
    }


def _knock(knock: Knock) -> Json:
    return {"deadwood_points": knock.deadwood_points, "limit": knock.limit, "gin": knock.gin}


def _discard_choice(choice: DiscardChoice) -> Json:
    document: Json = {
        "card": str(choice.card),
        "penalty": choice.penalty,
        "declarable": choice.declarable,
    }
    if choice.gin is not None:
        document |= {"knock": choice.declarable, "gin": choice.gin}
    return document


def _completing_card(completing: CompletingCard) -> Json:
    return {"card": str(completing.card), "unseen": completing.unseen}


def _lay_off(lay_off: LayOff, deal: Deal) -> Json:
    return {
        "melds": _melds(lay_off.melds, deal),
        "laid_off": [{"card": str(laid.card), "group": laid.group} for laid in lay_off.laid_off],
        "deadwood": codes(lay_off.deadwood),
        "deadwood_points": lay_off.deadwood_points,
    }


def _settled_player(player: SettledPlayer, deal: Deal) -> Json:
    special = {
        "deadwood_points": player.deadwood_points,
        "lay_off": None if player.lay_off is None else _lay_off(player.lay_off, deal),
        "chips": player.chips,
    }
    return {
        "seat": player.seat,
        "points": player.points,
        "points_as_grouped": player.points_as_grouped,
        "best": None if player.best is None else _arrangement(player.best, deal),
        **{name: value for name, value in special.items() if value is not None},
        "total": player.total,
        "rank": player.rank,
        "eliminated": player.eliminated,
    }
