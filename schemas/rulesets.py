"""The wire shape of a ruleset: one flat object of all its fields.

The schema is derived from the dataclasses, so that a field and its type are stated once; ranges
and contradictions are found by `Ruleset` itself, all of them together.
"""

import re
import types
from dataclasses import replace
from typing import Any, Final, get_args, get_origin, get_type_hints

from marshmallow import Schema, ValidationError, fields

from validator import (
    InputFault,
    MeldRules,
    Ruleset,
    RulesetContradiction,
    SettlementRules,
    UnknownRuleset,
    find_ruleset,
)

from .fields import UNKNOWN_FIELD, ChoiceField, StrictField, field_error


class RulesetField(StrictField[Ruleset]):
    """The id of a built-in ruleset, or a house rule as an object."""

    def _read(self, value: object) -> Ruleset:
        if isinstance(value, Ruleset):
            return value  # the default of a batch, which has been read already
        if isinstance(value, dict):
            return load_ruleset(value)
        if not isinstance(value, str):
            raise field_error("wrong_type", "must be the id of a ruleset or an object")
        try:
            return find_ruleset(value)
        except UnknownRuleset as error:
            raise field_error(error.code, str(error)) from error


_PLAYERS: Final = re.compile("[1-9][0-9]?")
_LONGEST_TEXT: Final = 200


class _PlayersField(StrictField[tuple[tuple[int, int], ...]]):
    """An object of hand sizes by number of players: ``{"2": 10, "3": 7}``."""

    def _serialize(
        self, value: tuple[tuple[int, int], ...] | None, attr: str | None, obj: Any, **kwargs: Any
    ) -> dict[str, int]:
        del attr, obj, kwargs  # a field is written by itself
        return {str(players): cards for players, cards in value or ()}

    def _read(self, value: object) -> tuple[tuple[int, int], ...]:
        if not isinstance(value, dict):
            raise field_error("wrong_type", 'must be an object such as {"2": 13, "4": 13}')
        faults = [
            InputFault("wrong_type", (players,), "the name is a number of players")
            for players in value
            if not _PLAYERS.fullmatch(players)
        ] + [
            InputFault("wrong_type", (players,), "must be a number of cards")
            for players, cards in value.items()
            if type(cards) is not int
        ]
        if faults:
            raise ValidationError(faults)
        return tuple(sorted((int(players), cards) for players, cards in value.items()))


class _IntegerField(StrictField[int]):
    """A JSON integer; no string, boolean or fraction is taken for one."""

    def _read(self, value: object) -> int:
        if type(value) is not int:
            raise field_error("wrong_type", "must be an integer")
        return value


class _BooleanField(StrictField[bool]):
    """A JSON boolean; nothing else is taken for one."""

    def _read(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise field_error("wrong_type", "must be true or false")
        return value


class _TextField(StrictField[str]):
    """A short text."""

    def _read(self, value: object) -> str:
        if not isinstance(value, str) or len(value) > _LONGEST_TEXT:
            raise field_error("wrong_type", f"must be a text of at most {_LONGEST_TEXT} characters")
        return value


class _IdField(StrictField[str]):
    """An id as of the built-in rulesets."""

    def _read(self, value: object) -> str:
        if not isinstance(value, str) or not _ID.fullmatch(value):
            raise field_error(
                "wrong_type", "must be at most 64 lower-case letters, digits and hyphens"
            )
        return value


_ID: Final = re.compile("[a-z0-9][a-z0-9-]{0,63}")


def _field_for(layer: type[MeldRules | SettlementRules], name: str) -> StrictField[Any]:
    """Return the field for one rule, by the type that its dataclass states."""
    hint = get_type_hints(layer)[name]
    optional = isinstance(hint, types.UnionType)
    kind = get_args(hint)[0] if optional else hint
    attribute = f"{'melds' if layer is MeldRules else 'settlement'}.{name}"
    shared: dict[str, Any] = {"required": True, "allow_none": optional, "attribute": attribute}
    if get_origin(kind) is tuple:
        return _PlayersField(**shared)
    if kind is bool:
        return _BooleanField(**shared)
    if kind is int:
        return _IntegerField(**shared)
    return ChoiceField(kind, **shared)


class _RulesetSchema(Schema):
    """A ruleset as one flat object; the rule fields are added from the two layers."""

    error_messages = UNKNOWN_FIELD

    id = _IdField(load_default="house-rule")
    version = _IntegerField(load_default=1)
    digest = _TextField()
    title = _TextField(load_default="a house rule")
    source = _TextField(load_default="the request")
    rulings = fields.List(
        _TextField(),
        load_default=list,
        error_messages={
            "invalid": "wrong_type: must be a list of texts",
            "null": "wrong_type: null is not allowed here",
        },
    )
    base = _IdField(load_only=True)


RulesetSchema = _RulesetSchema.from_dict(
    {
        name: _field_for(layer, name)
        for layer in (MeldRules, SettlementRules)
        for name in layer.__dataclass_fields__
    },
    name="RulesetSchema",
)
"""Reads and writes a ruleset with every rule field of `MeldRules` and `SettlementRules`."""

_SCHEMA: Final = RulesetSchema()


def dump_ruleset(ruleset: Ruleset) -> dict[str, Any]:
    """Return a ruleset as the flat object that is sent.

    >>> dump_ruleset(find_ruleset("knock-52"))["hand_size_by_players"]
    {'2': 10, '3': 7, '4': 7}
    """
    document: dict[str, Any] = _SCHEMA.dump(ruleset)
    return document


def load_ruleset(document: dict[str, Any]) -> Ruleset:
    """Return the house rule that an object describes.

    With ``base``, the id of a built-in ruleset, the fields left out are as there; without it none
    may be left out. ``digest`` is recomputed, whatever the object says.

    :raises ValidationError: when fields are missing, unknown, of the wrong type or contradictory.
    """
    base, problems = _find_base(document)
    try:
        loaded = _SCHEMA.load(document, partial="base" in document)
    except ValidationError as error:
        # Without its valid_data, which marshmallow would pass on as the ruleset.
        raise ValidationError({**error.messages_dict, **problems}) from error
    if problems:
        raise ValidationError(problems)
    loaded.pop("digest", None)
    loaded.pop("base", None)
    if "rulings" in loaded:
        loaded["rulings"] = tuple(loaded["rulings"])
    melds, settlement = loaded.pop("melds", {}), loaded.pop("settlement", {})
    try:
        if base is None:
            return Ruleset(
                **loaded, melds=MeldRules(**melds), settlement=SettlementRules(**settlement)
            )
        return replace(
            base,
            **{"id": "house-rule", "title": "a house rule", "source": base.id, **loaded},
            melds=replace(base.melds, **melds),
            settlement=replace(base.settlement, **settlement),
        )
    except RulesetContradiction as error:
        faults = [
            InputFault(error.code, (found.fields[0],), found.detail)
            for found in error.contradictions
        ]
        raise ValidationError(faults) from error


def _find_base(document: dict[str, Any]) -> tuple[Ruleset | None, dict[str, Any]]:
    """Return the ruleset that a house rule starts from, and what is wrong with its name."""
    base = document.get("base")
    if not isinstance(base, str):
        return None, {}  # absent, or of the wrong type, which the schema says
    try:
        return find_ruleset(base), {}
    except UnknownRuleset as error:
        return None, {"base": [InputFault(error.code, (), str(error))]}
