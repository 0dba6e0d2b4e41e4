"""One schema for each answer: `dump` takes what the domain returns.

Cards, melds and violations are plain functions of the verdict: a nested schema for every meld
would cost more than judging the hand.
"""

from collections.abc import Iterable
from typing import Any, Final

from marshmallow import Schema, fields, post_dump

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
    Verdict,
    Violation,
)


def _identity(ruleset: Ruleset) -> dict[str, Any]:
    return {"id": ruleset.id, "version": ruleset.version, "digest": ruleset.digest}


def _codes(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]


def _melds(melds: Iterable[Meld], deal: Deal) -> list[dict[str, Any]]:
    return [
        {
            "cards": _codes(meld.cards),
            "as": _codes(meld.stands_for),
            "kind": meld.kind.value,
            "points": deal.sum_points(meld.cards),
        }
        for meld in melds
    ]


def _violation(violation: Violation) -> dict[str, Any]:
    return {
        "code": violation.code.value,
        "group": violation.group,
        "cards": _codes(violation.cards),
        "message": violation.message,
        "pointer": "/groups" if violation.group is None else f"/groups/{violation.group}",
    }


def _arrangement(arrangement: Arrangement, deal: Deal) -> dict[str, Any]:
    return {
        "declarable": arrangement.declarable,
        "penalty": arrangement.penalty,
        "discard": None if arrangement.discard is None else str(arrangement.discard),
        "melds": _melds(arrangement.melds, deal),
        "deadwood": _codes(arrangement.deadwood),
        "deadwood_points": arrangement.deadwood_points,
    }


def _knock(knock: Knock | None) -> dict[str, Any] | None:
    if knock is None:
        return None
    return {"deadwood_points": knock.deadwood_points, "limit": knock.limit, "gin": knock.gin}


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


class VerdictSchema(Schema):
    """The answer to a validate call; what speaks of a grouping is empty or null without one."""

    ruleset = fields.Function(lambda verdict: _identity(verdict.deal.ruleset))
    valid = fields.Boolean()
    outcome = fields.Function(lambda verdict: verdict.outcome.value)
    penalty = fields.Integer()
    violations = fields.Function(lambda verdict: [_violation(v) for v in verdict.violations])
    groups = fields.Function(lambda verdict: _melds(verdict.groups, verdict.deal))
    deadwood = fields.Function(
        lambda verdict: [] if verdict.grouped is None else _codes(verdict.grouped.deadwood)
    )
    deadwood_points = fields.Function(
        lambda verdict: None if verdict.grouped is None else verdict.grouped.deadwood_points
    )
    points_as_grouped = fields.Integer()
    best = fields.Function(lambda verdict: _arrangement(verdict.best, verdict.deal))
    knock = fields.Function(lambda verdict: _knock(verdict.knock))

    @post_dump
    def leave_out_knock(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Return the answer without ``knock`` where the ruleset has no knocking."""
        if data["knock"] is None:
            del data["knock"]
        return data


class ProspectsSchema(Schema):
    """The answer to an arrange call; ``knock`` and ``gin`` are there in knock rulesets only."""

    ruleset = fields.Function(lambda found: _identity(found.deal.ruleset))
    best = fields.Function(lambda found: _arrangement(found.best, found.deal))
    alternatives = fields.Function(
        lambda found: [_arrangement(other, found.deal) for other in found.alternatives]
    )
    discards = fields.Function(lambda found: [_discard_choice(c) for c in found.discards])
    distance = fields.Integer()
    completing_cards = fields.Function(
        lambda found: [_completing_card(card) for card in found.completing_cards]
    )


_VERDICT: Final = VerdictSchema()
_PROSPECTS: Final = ProspectsSchema()


def dump_verdict(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as the object that is sent."""
    document: dict[str, Any] = _VERDICT.dump(verdict)
    return document


def _lay_off(lay_off: LayOff, deal: Deal) -> dict[str, Any]:
    return {
        "melds": _melds(lay_off.melds, deal),
        "laid_off": [{"card": str(laid.card), "group": laid.group} for laid in lay_off.laid_off],
        "deadwood": _codes(lay_off.deadwood),
        "deadwood_points": lay_off.deadwood_points,
    }


def _settled_player(player: SettledPlayer, deal: Deal) -> dict[str, Any]:
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


class SettlementSchema(Schema):
    """The answer to a settle call; what only some rulesets have is left out of the others."""

    ruleset = fields.Function(lambda settlement: _identity(settlement.deal.ruleset))
    settled = fields.Boolean()
    winner = fields.String()
    match_winner = fields.String()
    verdict = fields.Function(
        lambda settlement: None if settlement.verdict is None else dump_verdict(settlement.verdict)
    )
    players = fields.Function(
        lambda settlement: [_settled_player(one, settlement.deal) for one in settlement.players]
    )


_SETTLEMENT: Final = SettlementSchema()


def dump_settlement(settlement: Settlement) -> dict[str, Any]:
    """Return a settlement as the object that is sent."""
    document: dict[str, Any] = _SETTLEMENT.dump(settlement)
    return document


def dump_prospects(prospects: Prospects) -> dict[str, Any]:
    """Return prospects as the object that is sent."""
    document: dict[str, Any] = _PROSPECTS.dump(prospects)
    return document
