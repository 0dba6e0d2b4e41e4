"""One schema for each request: `load` yields what the domain judges."""

from typing import Any, Final

from marshmallow import Schema, ValidationError, post_load, validates_schema
from marshmallow.exceptions import SCHEMA

from schemas.faults import UNKNOWN_FIELD, StrictField, flaw, input_flaws
from schemas.fields import (
    MOST_ALTERNATIVES,
    CardField,
    CountField,
    GroupsField,
    HandField,
    RulesetField,
    SeatField,
    SeenField,
    TotalsField,
)
from schemas.rulesets import ChoiceField
from validator import (
    RULESETS,
    CardList,
    Declaration,
    Reason,
    Ruleset,
    Seat,
    Situation,
    Status,
    Table,
    find_faults,
    find_situation_faults,
    find_table_faults,
    read_declaration,
    read_plainly,
    read_situation,
    read_table,
)

MOST_PLAYERS: Final = 21
"""Players that a request may have; no ruleset deals to more."""


class ValidateRequestSchema(Schema):
    """A hand, and the grouping proposed for it; loads a `Declaration`."""

    error_messages = UNKNOWN_FIELD

    ruleset = RulesetField(required=True)
    hand = HandField(required=True)
    wild_card = CardField(load_default=None, allow_none=True)
    groups = GroupsField(load_default=None, allow_none=True)
    discard = CardField(load_default=None, allow_none=True)

    @validates_schema(skip_on_field_errors=False, pass_original=True)
    def check_cards(self, data: dict[str, Any], original: Any, **_: Any) -> None:
        """Report everything that keeps the cards from describing a hand.

        Also beside errors of single fields, as far as those that could be read tell.

        :raises ValidationError: with a flaw for each fault.
        """
        if not isinstance(original, dict):
            return  # that is the fault, and marshmallow tells it
        hand: CardList | None = data.get("hand")
        groups: tuple[CardList, ...] = data.get("groups") or ()
        if hand is None or "ruleset" not in data:
            faults = [fault for cards in (hand, *groups) if cards for fault in cards.faults]
        else:
            faults = find_faults(
                data["ruleset"],
                hand,
                data.get("wild_card"),
                data.get("groups"),
                data.get("discard"),
                all_read=self.fields.keys() & original.keys() <= data.keys(),
            )
        if faults:
            raise input_flaws(faults)

    @post_load
    def make_declaration(self, data: dict[str, Any], **_: Any) -> Declaration:
        """Return the declaration; its cards have been checked."""
        return read_declaration(**data)


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


_VALIDATE: Final = ValidateRequestSchema()
_ARRANGE: Final = ArrangeRequestSchema()
_NAMES: Final = frozenset(_VALIDATE.fields)
_BUILT_IN: Final = {ruleset.id: ruleset for ruleset in RULESETS}


def load_validate_request(document: Any) -> Declaration:
    """Return the declaration that the body of a validate call describes.

    :raises ValidationError: with everything that is wrong; see `schemas.faults.problem_errors`.
    """
    if isinstance(document, dict) and document.keys() <= _NAMES:
        declaration = read_plain_request(document)
        if declaration is not None:
            return declaration
    loaded: Declaration = _VALIDATE.load(document)
    return loaded


def read_plain_request(document: dict[str, Any]) -> Declaration | None:
    """Return the declaration of a request that is written plainly; None where it is not.

    The caller has looked for members that are none of a validate request.

    The schema reads the others, and tells what is wrong with them. Plain is what nearly all
    requests are: one without faults, by a built-in ruleset or one that has been read already.
    """
    ruleset = document.get("ruleset")
    if isinstance(ruleset, str):
        ruleset = _BUILT_IN.get(ruleset)
    if not isinstance(ruleset, Ruleset):
        return None
    get = document.get
    return read_plainly(ruleset, get("hand"), get("wild_card"), get("groups"), get("discard"))


def load_arrange_request(document: Any) -> tuple[Situation, int]:
    """Return the situation that the body of an arrange call describes, and how many alternatives.

    :raises ValidationError: with everything that is wrong; see `schemas.faults.problem_errors`.
    """
    situation: tuple[Situation, int] = _ARRANGE.load(document)
    return situation


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

    :raises ValidationError: with everything that is wrong; see `schemas.faults.problem_errors`.
    """
    table: Table = _SETTLE.load(document)
    return table
