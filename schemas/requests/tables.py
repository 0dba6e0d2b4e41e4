"""What a settle call sends."""

from typing import Any, Final

from marshmallow import Schema, ValidationError

from validator import Reason, Seat, Status, Table, find_table_faults, read_table

from ..fields import (
    UNKNOWN_FIELD,
    CardField,
    ChoiceField,
    GroupsField,
    HandField,
    SeatField,
    StrictField,
    TotalsField,
    field_error,
)
from ..rulesets import RulesetField
from ..validation_errors import with_faults
from .parts import ask, load_parts

MOST_PLAYERS: Final = 21
"""Players that a request may have; no ruleset deals to more."""


class PlayerSchema(Schema):
    """A player at a table: how the deal ended for it, and its hand if that is known."""

    error_messages = UNKNOWN_FIELD

    seat = SeatField(required=True)
    status = ChoiceField(Status, required=True)
    hand = HandField(load_default=None, allow_none=True)
    groups = GroupsField(load_default=None, allow_none=True)
    discard = CardField(load_default=None, allow_none=True)


_PLAYER: Final = PlayerSchema()

_Player = tuple[Seat, dict[Any, Any]]
"""A player as far as it could be read, and the messages about what could not."""


class PlayersField(StrictField[tuple[_Player, ...]]):
    """A list of players, each with what is wrong in it: the others are still judged."""

    def _read(self, value: object) -> tuple[_Player, ...]:
        if not isinstance(value, list):
            raise field_error("wrong_type", "must be a list of players")
        if len(value) > MOST_PLAYERS:
            text = f"{len(value)} players are more than the {MOST_PLAYERS} allowed"
            raise field_error("too_long", text)
        return tuple(map(_read_player, value))


def _read_player(document: Any) -> _Player:
    parts, messages = load_parts(_PLAYER, document)
    seat = Seat(
        parts.get("seat"),
        parts.get("status"),
        parts.get("hand"),
        parts.get("groups"),
        parts.get("discard"),
        # One that is absent has a default, so one that is missing could not be read.
        cards_read=parts.keys() >= {"hand", "groups", "discard"},
    )
    return seat, messages


class SettleRequestSchema(Schema):
    """A deal at a table: the parts of a `Table`."""

    error_messages = UNKNOWN_FIELD

    ruleset = RulesetField(required=True)
    wild_card = CardField(load_default=None, allow_none=True)
    reason = ChoiceField(Reason, load_default=None, allow_none=True)
    players = PlayersField(required=True)
    totals = TotalsField(load_default=None, allow_none=True)


_SETTLE: Final = SettleRequestSchema()


def load_settle_request(document: Any) -> Table:
    """Return the table that the body of a settle call describes.

    :raises ValidationError: with everything that is wrong; see
    `schemas.validation_errors.problem_errors`.
    """
    parts, messages = load_parts(_SETTLE, document)
    if "players" not in parts:
        raise ValidationError(messages)  # the field has said why
    of_players = {place: found for place, (_, found) in enumerate(parts["players"]) if found}
    seats = [seat for seat, _ in parts["players"]]
    of_table = (parts.get("ruleset"), parts.get("wild_card"), parts.get("reason"))
    totals = parts.get("totals") or {}
    if not (messages or of_players):
        return ask(read_table, *of_table, seats, totals)
    faults = find_table_faults(*of_table, seats, totals, reason_read="reason" in parts)
    raise with_faults({**messages, "players": of_players}, faults)
