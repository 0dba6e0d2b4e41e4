"""The answer to a settle call."""

from typing import Any, Final

from marshmallow import Schema, fields

from validator import Deal, LayOff, SettledPlayer, Settlement

from .parts import arrangement_object, codes, identity, melds
from .verdict_json import dump_verdict


def _lay_off(lay_off: LayOff, deal: Deal) -> dict[str, Any]:
    return {
        "melds": melds(lay_off.melds, deal),
        "laid_off": [{"card": str(laid.card), "group": laid.group} for laid in lay_off.laid_off],
        "deadwood": codes(lay_off.deadwood),
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
        "best": None if player.best is None else arrangement_object(player.best, deal),
        **{name: value for name, value in special.items() if value is not None},
        "total": player.total,
        "rank": player.rank,
        "eliminated": player.eliminated,
    }


class SettlementSchema(Schema):
    """The answer to a settle call; what only some rulesets have is left out of the others."""

    ruleset = fields.Function(lambda settlement: identity(settlement.deal.ruleset))
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
