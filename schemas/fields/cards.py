"""marshmallow fields for cards. A hand is one field: a nested schema costs more."""

from dataclasses import replace
from typing import Final

from marshmallow import ValidationError

from validator import CardList, InputFault, Kind, read_cards, split_codes

from .base import StrictField, field_error

MOST_CARDS: Final = 60
"""Entries that a hand or a group may have; the largest hand has 22 cards."""

MOST_SEEN: Final = 164
"""Entries that the cards seen may have; three decks and eight printed jokers are 164 cards."""

MOST_GROUPS: Final = 30
"""Groups that a request may have."""


class CardField(StrictField[Kind]):
    """One card code, read to its kind."""

    def _read(self, value: object) -> Kind:
        if not isinstance(value, str):
            raise field_error("wrong_type", "must be a card code, such as 10H")
        read = read_cards([value], ())
        (kind,) = read.kinds
        if kind is None:
            (fault,) = read.faults
            raise field_error(fault.code, fault.detail)
        return kind


class HandField(StrictField[CardList]):
    """A list of card codes, or one string of them. Codes that are not cards are kept as faults."""

    most_cards = MOST_CARDS
    """Entries that the list may have."""

    def _read(self, value: object) -> CardList:
        cards, faults = _read_list(value, (str(self.name),), self.most_cards)
        _refuse(faults, [cards])
        return cards


class SeenField(HandField):
    """The cards that a player has seen, read as a hand is; nearly all cards may have been."""

    most_cards = MOST_SEEN


class GroupsField(StrictField[tuple[CardList, ...]]):
    """A list of groups, each as `HandField` reads it."""

    def _read(self, value: object) -> tuple[CardList, ...]:
        if not isinstance(value, list):
            raise field_error("wrong_type", "must be a list of groups")
        if len(value) > MOST_GROUPS:
            raise field_error(
                "too_long", f"{len(value)} groups are more than the {MOST_GROUPS} allowed"
            )
        groups, faults = [], []
        for index, group in enumerate(value):
            cards, found = _read_list(group, (str(self.name), index), MOST_CARDS)
            groups.append(cards)
            faults += found
        _refuse(faults, groups)
        return tuple(groups)


def _read_list(
    value: object, path: tuple[str | int, ...], most: int
) -> tuple[CardList, list[InputFault]]:
    """Return the cards of a hand or group that stands at `path`, and what is wrong in its shape.

    The paths of the cards start at the request, those of the faults found here at the field.
    """
    step = path[1:]
    entries = split_codes(value) if isinstance(value, str) else value
    if not isinstance(entries, list):
        text = "must be a list of card codes or one string"
        return read_cards("", path), [InputFault("wrong_type", step, text)]
    if len(entries) > most:
        text = f"{len(entries)} cards are more than {most}"
        return read_cards("", path), [InputFault("too_long", step, text)]
    if isinstance(value, str):
        return read_cards(value, path), []
    wrong = [index for index, entry in enumerate(entries) if not isinstance(entry, str)]
    text = "must be a card code"
    faults = [InputFault("wrong_type", (*step, index), text) for index in wrong]
    cards = read_cards([entry if isinstance(entry, str) else "" for entry in entries], path)
    unknown = tuple(fault for fault in cards.faults if fault.path[-1] not in wrong)
    return replace(cards, faults=unknown), faults


def _refuse(faults: list[InputFault], lists: list[CardList]) -> None:
    """Raise the faults, if any, with the codes that are not cards: they would be lost otherwise."""
    if faults:
        unknown = [fault for cards in lists for fault in cards.faults]
        raise ValidationError(faults + [replace(fault, path=fault.path[1:]) for fault in unknown])
