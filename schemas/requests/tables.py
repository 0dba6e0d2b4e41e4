"""What a settle call sends."""

from typing import Any, Final

from marshmallow import Schema, ValidationError, post_load, validates_schema
from marshmallow.exceptions import SCHEMA

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
    flaw,
)
from ..rulesets import RulesetField
from ..validation_errors import input_flaws

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

_Player = tuple[Seat, dict[str, Any]]
"""A player as far as it could be read, and the messages about what could not."""


class PlayersField(StrictField[tuple[_Player, ...]]):
    """A list of players. What is wrong with one is kept beside it: the others are still judged."""

    def _read(self, value: object) -> tuple[_Player, ...]:
        if not isinstance(value, list):
            raise flaw("wrong_type", "a list of players is wanted here")
        if len(value) > MOST_PLAYERS:
            text = f"{len(value)} players are more than the {MOST_PLAYERS} allowed"
            raise flaw("too_long", text)
        return tuple(map(_read_player, value))


def _read_player(document: Any) -> _Player:
    messages: dict[str, Any] = {}
    try:
        parts = _PLAYER.load(document)
    except ValidationError as error:
        messages, parts = error.messages_dict, error.valid_data
    given = document.keys() if isinstance(document, dict) else ()
    seat = Seat(
        parts.get("seat"),
        parts.get("status"),
        parts.get("hand"),
        parts.get("groups"),
        parts.get("discard"),
        cards_read={"hand", "groups", "discard"} & set(given) <= parts.keys(),
    )
    return seat, messages


class SettleRequestSchema(Schema):
    """A deal at a table; loads a `Table`."""

    error_messages = UNKNOWN_FIELD

    ruleset = RulesetField(required=True)
    wild_card = CardField(load_default=None, allow_none=True)
    reason = ChoiceField(Reason, load_default=None, allow_none=True)
    players = PlayersField(required=True)
    totals = TotalsField(load_default=None, allow_none=True)

    @validates_schema(skip_on_field_errors=False)
    def check_table(self, data: dict[str, Any], **_: Any) -> None:
        """Report everything that keeps the players from being a table that can be settled.

        Also beside errors of single fields, as far as those that could be read tell.

        :raises ValidationError: with the messages about single players, and a flaw for each fault.
        """
        if "players" not in data:
            return  # that is the fault, and the field tells it
        faults = find_table_faults(
            data.get("ruleset"),
            data.get("wild_card"),
            data.get("reason"),
            [seat for seat, _ in data["players"]],
            data.get("totals") or {},
            reason_read="reason" in data,
        )
        messages = {place: found for place, (_, found) in enumerate(data["players"]) if found}
        if faults or messages:
            raise ValidationError({"players": messages, SCHEMA: input_flaws(faults).messages})

    @post_load
    def make_table(self, data: dict[str, Any], **_: Any) -> Table:
        """Return the table; it has been checked."""
        seats = [seat for seat, _ in data["players"]]
        parts = (data["ruleset"], data["wild_card"], data["reason"])
        return read_table(*parts, seats, data["totals"] or {})


_SETTLE: Final = SettleRequestSchema()


def load_settle_request(document: Any) -> Table:
    """Return the table that the body of a settle call describes.

    :raises ValidationError: with everything that is wrong; see
    `schemas.validation_errors.problem_errors`.
    """
    table: Table = _SETTLE.load(document)
    return table
