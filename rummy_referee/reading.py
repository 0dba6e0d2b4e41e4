"""Reads what the command line is given: hands in options, and a table as JSON.

Everything that is wrong is found before anything is refused, each with where it stands.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, TypeVar

from validator import (
    CardList,
    Declaration,
    InputFault,
    Kind,
    Reason,
    Ruleset,
    Seat,
    Situation,
    Status,
    Table,
    UnknownRuleset,
    find_faults,
    find_ruleset,
    find_situation_faults,
    find_table_faults,
    read_cards,
    read_declaration,
    read_situation,
    read_table,
)

Place = tuple[str | int, ...]
"""The steps from the top of what is read to one of its values."""

LONGEST_SEAT: Final = 64
"""Characters that the name of a seat may have."""

Choice = TypeVar("Choice", bound=StrEnum)

_TABLE: Final = ("ruleset", "wild_card", "reason", "players", "totals")
_PLAYER: Final = ("seat", "status", "hand", "groups", "discard")
_CARDS: Final = ("hand", "groups", "discard")


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with the input, and where."""

    place: Place
    """Where."""
    code: str
    """Why, as the service names it."""
    detail: str
    """One English sentence."""

    @staticmethod
    def of(fault: InputFault) -> "Fault":
        """Return a fault that the library has found."""
        return Fault(fault.path, fault.code, fault.detail)


class Refused(Exception):
    """Input that means nothing; ``faults`` holds everything that is wrong with it."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(fault.detail for fault in faults))
        self.faults = tuple(faults)


@dataclass(slots=True)
class _Notes:
    """Faults while something is read, in order and none of them twice."""

    found: dict[Fault, None] = field(default_factory=dict)

    def add(self, place: Place, code: str, detail: str) -> None:
        self.found[Fault(place, code, detail)] = None

    def add_all(self, faults: Collection[InputFault]) -> None:
        self.found.update((Fault.of(fault), None) for fault in faults)

    def refuse(self) -> None:
        """:raises Refused: when there are any."""
        if self.found:
            raise Refused([*self.found])


def hand_to_judge(
    ruleset: str,
    hand: str,
    wild_card: str | None,
    groups: Sequence[str] | None,
    discard: str | None,
) -> Declaration:
    """Return the declaration that the options of ``judge`` describe.

    :raises Refused: when they describe none; it names every fault.
    """
    notes = _Notes()
    rules = _ruleset(ruleset, notes)
    turned_up = _card(wild_card, ("wild_card",), notes)
    named = _card(discard, ("discard",), notes)
    held = read_cards(hand, ("hand",))
    given = (
        None
        if groups is None
        else [read_cards(group, ("groups", place)) for place, group in enumerate(groups)]
    )
    if rules is None:
        for cards in (held, *(given or ())):
            notes.add_all(cards.faults)
    else:
        known = not any(fault.place in {("discard",), ("wild_card",)} for fault in notes.found)
        notes.add_all(find_faults(rules, held, turned_up, given, named, all_read=known))
    notes.refuse()
    assert rules is not None  # or it is a fault
    return read_declaration(rules, held, turned_up, given, named)


def hand_to_arrange(
    ruleset: str, hand: str, wild_card: str | None, discard: str | None, seen: str | None
) -> Situation:
    """Return the situation that the options of ``arrange`` describe.

    :raises Refused: when they describe none; it names every fault.
    """
    notes = _Notes()
    rules = _ruleset(ruleset, notes)
    turned_up = _card(wild_card, ("wild_card",), notes)
    named = _card(discard, ("discard",), notes)
    held = read_cards(hand, ("hand",))
    gone = None if seen is None else read_cards(seen, ("seen",))
    if rules is None:
        for cards in (held, *(() if gone is None else (gone,))):
            notes.add_all(cards.faults)
    else:
        notes.add_all(find_situation_faults(rules, held, turned_up, named, gone))
    notes.refuse()
    assert rules is not None  # or it is a fault
    return read_situation(rules, held, turned_up, named, gone)


def ruleset_of(ruleset: str) -> Ruleset:
    """Return a built-in ruleset. :raises Refused: when there is none of this id."""
    notes = _Notes()
    found = _ruleset(ruleset, notes)
    notes.refuse()
    assert found is not None  # or it is a fault
    return found


def table_of(text: str) -> Table:
    """Return the table that JSON text describes, in the shape of ``POST /v1/settle``.

    :raises Refused: when it describes none; it names every fault.
    """
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refused([Fault((), "invalid_json", f"this is no JSON: {error}")]) from error
    notes = _Notes()
    if not _is_object(document, _TABLE, (), notes):
        notes.refuse()
    rules = None
    if _has(document, "ruleset", (), notes):
        rules = _ruleset(document["ruleset"], notes)
    turned_up = _card(document.get("wild_card"), ("wild_card",), notes)
    given = document.get("reason")
    reason = None if given is None else _choice(Reason, given, ("reason",), notes)
    seats = _seats(document, notes)
    totals = _totals(document.get("totals"), notes)
    reason_read = given is None or reason is not None
    if seats is not None:
        parts = (rules, turned_up, reason, seats, totals)
        notes.add_all(find_table_faults(*parts, reason_read=reason_read))
    notes.refuse()
    assert rules is not None  # or it is a fault
    assert seats is not None  # the same
    return read_table(rules, turned_up, reason, seats, totals)


def _seats(document: Mapping[str, Any], notes: _Notes) -> list[Seat] | None:
    if not _has(document, "players", (), notes):
        return None
    players = document["players"]
    if not isinstance(players, list):
        notes.add(("players",), "wrong_type", "a list of players is wanted here")
        return None
    return [_seat(player, ("players", number), notes) for number, player in enumerate(players)]


def _seat(player: Any, place: Place, notes: _Notes) -> Seat:
    if not _is_object(player, _PLAYER, place, notes):
        return Seat(None, None, cards_read=False)
    name = status = None
    if _has(player, "seat", place, notes):
        name = _seat_name(player["seat"], (*place, "seat"), notes)
    if _has(player, "status", place, notes):
        status = _choice(Status, player["status"], (*place, "status"), notes)
    hand, groups, discard = (player.get(part) for part in _CARDS)
    held = None if hand is None else _cards(hand, place, ("hand",), notes)
    shown = None if groups is None else _groups(groups, place, notes)
    aside = _card(discard, (*place, "discard"), notes)
    wanted = [part is not None for part in (hand, groups, discard)]
    read = [part is not None for part in (held, shown, aside)]
    return Seat(name, status, held, shown, aside, cards_read=wanted == read)


def _seat_name(value: Any, place: Place, notes: _Notes) -> str | None:
    if isinstance(value, str) and 1 <= len(value) <= LONGEST_SEAT:
        return value
    notes.add(place, "wrong_type", f"a text of 1 to {LONGEST_SEAT} characters is wanted here")
    return None


def _groups(value: Any, place: Place, notes: _Notes) -> tuple[CardList, ...] | None:
    if not isinstance(value, list):
        notes.add((*place, "groups"), "wrong_type", "a list of groups is wanted here")
        return None
    groups = [_cards(one, place, ("groups", number), notes) for number, one in enumerate(value)]
    read = tuple(group for group in groups if group is not None)
    return read if len(read) == len(groups) else None


def _cards(value: Any, place: Place, inner: Place, notes: _Notes) -> CardList | None:
    """Return cards; `inner` is where they stand within a player, as the library names it."""
    entries = value if isinstance(value, list) else [value]
    if all(isinstance(entry, str) for entry in entries):
        return read_cards(value, inner)
    detail = "a list of card codes or one string is wanted here"
    notes.add((*place, *inner), "wrong_type", detail)
    return None


def _card(code: Any, place: Place, notes: _Notes) -> Kind | None:
    if code is None:
        return None
    if not isinstance(code, str):
        notes.add(place, "wrong_type", "a card code is wanted here, such as 10H")
        return None
    read = read_cards([code], place)
    for fault in read.faults:
        # The only entry of a list is not worth its number.
        notes.add(place, fault.code, fault.detail.removeprefix("entry 1: "))
    return read.kinds[0]


def _ruleset(value: Any, notes: _Notes) -> Ruleset | None:
    if not isinstance(value, str):
        notes.add(("ruleset",), "wrong_type", "the id of a ruleset is wanted here")
        return None
    try:
        return find_ruleset(value)
    except UnknownRuleset as error:
        notes.add(("ruleset",), error.code.value, str(error))
        return None


def _choice(kind: type[Choice], value: Any, place: Place, notes: _Notes) -> Choice | None:
    known = {member.value: member for member in kind}
    if isinstance(value, str) and value in known:
        return known[value]
    notes.add(place, "wrong_type", f"one of {', '.join(known)} is wanted here")
    return None


def _totals(value: Any, notes: _Notes) -> dict[str, int]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        notes.add(("totals",), "wrong_type", "an object of totals by seat is wanted here")
        return {}
    for seat, total in value.items():
        if type(total) is not int:
            notes.add(("totals", seat), "wrong_type", "an integer is wanted here")
    return {seat: total for seat, total in value.items() if type(total) is int}


def _is_object(value: Any, names: Collection[str], place: Place, notes: _Notes) -> bool:
    """Return whether this is an object, and note the members that it should not have."""
    if not isinstance(value, dict):
        notes.add(place, "wrong_type", "a JSON object is wanted here")
        return False
    for name in value:
        if name not in names:
            notes.add((*place, name), "unknown_field", "there is no such field")
    return True


def _has(document: Mapping[str, Any], name: str, place: Place, notes: _Notes) -> bool:
    if name not in document:
        notes.add((*place, name), "missing_field", "this field is required")
    return name in document
