"""marshmallow fields for cards and rulesets. A hand is one field: a nested schema costs more."""

from typing import Final

from schemas.faults import StrictField, flaw
from schemas.rulesets import load_ruleset
from validator import (
    CardList,
    Kind,
    Ruleset,
    UnknownRuleset,
    find_ruleset,
    read_cards,
)

MOST_CARDS: Final = 60
"""Entries that a hand or a group may have; the largest hand has 22 cards."""

MOST_GROUPS: Final = 30
"""Groups that a request may have."""


class CardField(StrictField[Kind]):
    """One card code, read to its kind."""

    def _read(self, value: object) -> Kind:
        if not isinstance(value, str):
            raise flaw("wrong_type", "a card code is wanted here, such as 10H")
        (kind,) = read_cards([value], ()).kinds
        if kind is None:
            (fault,) = read_cards([value], ()).faults
            raise flaw(fault.code, fault.detail)
        return kind


class HandField(StrictField[CardList]):
    """A list of card codes, or one string of them. Codes that are no card are kept as faults."""

    def _read(self, value: object) -> CardList:
        return _read_list(value, (), (str(self.name),))


class GroupsField(StrictField[tuple[CardList, ...]]):
    """A list of groups, each as `HandField` reads it."""

    def _read(self, value: object) -> tuple[CardList, ...]:
        if not isinstance(value, list):
            raise flaw("wrong_type", "a list of groups is wanted here")
        if len(value) > MOST_GROUPS:
            raise flaw("too_long", f"{len(value)} groups are more than the {MOST_GROUPS} allowed")
        return tuple(
            _read_list(group, (index,), (str(self.name), index))
            for index, group in enumerate(value)
        )


class RulesetField(StrictField[Ruleset]):
    """The id of a built-in ruleset, or a house rule as an object."""

    def _read(self, value: object) -> Ruleset:
        if isinstance(value, dict):
            return load_ruleset(value)
        if not isinstance(value, str):
            raise flaw("wrong_type", "the id of a ruleset or an object is wanted here")
        try:
            return find_ruleset(value)
        except UnknownRuleset as error:
            raise flaw(error.code, str(error)) from error


def _read_list(value: object, step: tuple[int, ...], path: tuple[str | int, ...]) -> CardList:
    """Return the cards of a hand or group; `step` leads to it from the field, `path` from the top.

    :raises ValidationError: when it has the wrong shape.
    """
    if isinstance(value, str):
        cards = read_cards(value, path)
    elif isinstance(value, list):
        if len(value) > MOST_CARDS:
            raise flaw("too_long", f"{len(value)} cards are more than {MOST_CARDS}", *step)
        for index, entry in enumerate(value):
            if not isinstance(entry, str):
                raise flaw("wrong_type", "a card code is wanted here", *step, index)
        cards = read_cards(value, path)
    else:
        raise flaw("wrong_type", "a list of card codes or one string is wanted here", *step)
    if len(cards.kinds) > MOST_CARDS:
        raise flaw("too_long", f"{len(cards.kinds)} cards are more than {MOST_CARDS}", *step)
    return cards
