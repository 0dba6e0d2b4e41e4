"""marshmallow fields for cards and rulesets. A hand is one field: a nested schema costs more."""

from dataclasses import replace
from typing import Any, Final

from marshmallow import ValidationError

from schemas.faults import Flaw, StrictField, flaw
from schemas.rulesets import load_ruleset
from validator import (
    CardList,
    Kind,
    Ruleset,
    UnknownRuleset,
    find_ruleset,
    read_cards,
    split_codes,
)

MOST_CARDS: Final = 60
"""Entries that a hand or a group may have; the largest hand has 22 cards."""

MOST_SEEN: Final = 164
"""Entries that the cards seen may have; three decks and eight printed jokers are 164 cards."""

MOST_ALTERNATIVES: Final = 20
"""Other arrangements that a request may ask for."""

MOST_GROUPS: Final = 30
"""Groups that a request may have."""

LONGEST_SEAT: Final = 64
"""Characters that the name of a seat may have."""


class IdField(StrictField[None]):
    """Whatever a client calls a hand of a batch: a text, a number, true, false or null."""

    def _read(self, value: object) -> None:
        if isinstance(value, dict | list):
            raise flaw("wrong_type", "a text, a number, true, false or null is wanted here")


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

    most_cards = MOST_CARDS
    """Entries that the list may have."""

    def _read(self, value: object) -> CardList:
        cards, flaws = _read_list(value, (str(self.name),), self.most_cards)
        _refuse(flaws, [cards])
        return cards


class SeenField(HandField):
    """The cards that a player has seen, read as a hand is; nearly all cards may have been."""

    most_cards = MOST_SEEN


class CountField(StrictField[int]):
    """A whole number from 0 to `most`; no string, boolean or fraction is taken for one."""

    def __init__(self, most: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.most = most

    def _read(self, value: object) -> int:
        if type(value) is not int:
            raise flaw("wrong_type", "an integer is wanted here")
        if not 0 <= value <= self.most:
            raise flaw("out_of_range", f"a number from 0 to {self.most} is wanted here")
        return value


class GroupsField(StrictField[tuple[CardList, ...]]):
    """A list of groups, each as `HandField` reads it."""

    def _read(self, value: object) -> tuple[CardList, ...]:
        if not isinstance(value, list):
            raise flaw("wrong_type", "a list of groups is wanted here")
        if len(value) > MOST_GROUPS:
            raise flaw("too_long", f"{len(value)} groups are more than the {MOST_GROUPS} allowed")
        groups, flaws = [], []
        for index, group in enumerate(value):
            cards, found = _read_list(group, (str(self.name), index), MOST_CARDS)
            groups.append(cards)
            flaws += found
        _refuse(flaws, groups)
        return tuple(groups)


class SeatField(StrictField[str]):
    """What a client calls a seat: a text that is not empty."""

    def _read(self, value: object) -> str:
        if not isinstance(value, str) or not 1 <= len(value) <= LONGEST_SEAT:
            raise flaw("wrong_type", f"a text of 1 to {LONGEST_SEAT} characters is wanted here")
        return value


class TotalsField(StrictField[dict[str, int]]):
    """An object of totals by seat: ``{"north": 20, "south": 0}``."""

    def _read(self, value: object) -> dict[str, int]:
        if not isinstance(value, dict):
            raise flaw("wrong_type", "an object of totals by seat is wanted here")
        flaws = [
            Flaw("wrong_type", "an integer is wanted here", (seat,))
            for seat, total in value.items()
            if type(total) is not int
        ]
        if flaws:
            raise ValidationError(flaws)
        return value


class RulesetField(StrictField[Ruleset]):
    """The id of a built-in ruleset, or a house rule as an object."""

    def _read(self, value: object) -> Ruleset:
        if isinstance(value, Ruleset):
            return value  # the default of a batch, which has been read already
        if isinstance(value, dict):
            return load_ruleset(value)
        if not isinstance(value, str):
            raise flaw("wrong_type", "the id of a ruleset or an object is wanted here")
        try:
            return find_ruleset(value)
        except UnknownRuleset as error:
            raise flaw(error.code, str(error)) from error


def _read_list(
    value: object, path: tuple[str | int, ...], most: int
) -> tuple[CardList, list[Flaw]]:
    """Return the cards of a hand or group that stands at `path`, and the flaws of its shape."""
    step = path[1:]
    entries = split_codes(value) if isinstance(value, str) else value
    if not isinstance(entries, list):
        text = "a list of card codes or one string is wanted here"
        return read_cards("", path), [Flaw("wrong_type", text, step)]
    if len(entries) > most:
        text = f"{len(entries)} cards are more than {most}"
        return read_cards("", path), [Flaw("too_long", text, step)]
    if isinstance(value, str):
        return read_cards(value, path), []
    wrong = [index for index, entry in enumerate(entries) if not isinstance(entry, str)]
    flaws = [Flaw("wrong_type", "a card code is wanted here", (*step, index)) for index in wrong]
    cards = read_cards([entry if isinstance(entry, str) else "" for entry in entries], path)
    faults = tuple(fault for fault in cards.faults if fault.path[-1] not in wrong)
    return replace(cards, faults=faults), flaws


def _refuse(flaws: list[Flaw], lists: list[CardList]) -> None:
    """Raise the flaws, if any, with the codes that are no card: they would be lost otherwise."""
    if flaws:
        faults = [fault for cards in lists for fault in cards.faults]
        raise ValidationError(
            flaws + [Flaw(fault.code, fault.detail, fault.path[1:]) for fault in faults]
        )
