"""What a client is asked: `Question`, and `Case`, a question with the answer that is right."""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from validator import Ruleset

Json = dict[str, Any]
"""A JSON object."""

Cards = tuple[str, ...]
"""Codes of cards; in a question that is to be refused, texts that are none too."""


class Ask(StrEnum):
    """The four questions. A client says which of them it answers."""

    CLASSIFY = "classify"
    """What is this group?"""
    JUDGE = "judge"
    """Is this grouping a legal declaration, and what does it cost?"""
    BEST = "best"
    """What is the least that this hand can cost, and can it be declared?"""
    SETTLE = "settle"
    """What does this deal bring each player?"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question; the fields that it does not use are empty."""

    ask: Ask
    """Which of the four."""
    ruleset: Ruleset
    """The rules to answer by."""
    wild_card: str | None = None
    """The card turned up; None when none was."""
    group: Cards = ()
    """`classify`: the group."""
    hand: Cards = ()
    """`judge`, `best`: the cards held."""
    groups: tuple[Cards, ...] = ()
    """`judge`: the groups shown."""
    discard: str | None = None
    """`judge`, `best`: the card set aside, where it is named."""
    players: tuple[Mapping[str, Any], ...] = dataclasses.field(default=(), hash=False)
    """`settle`: each player's seat, status, and hand, groups and discard where there are any."""
    reason: str | None = None
    """`settle`: why the deal ends; None where that goes without saying."""
    totals: Mapping[str, int] = dataclasses.field(default_factory=dict, hash=False)
    """`settle`: each seat's points before the deal."""

    def as_json(self) -> Json:
        """Return the object that a client gets."""
        names: Sequence[str] = _FIELDS[self.ask]
        told = {name: _plain(getattr(self, name)) for name in names}
        return {"ask": self.ask.value, "ruleset": self.ruleset.id, **told}


_FIELDS = {
    Ask.CLASSIFY: ("wild_card", "group"),
    Ask.JUDGE: ("wild_card", "hand", "groups", "discard"),
    Ask.BEST: ("wild_card", "hand", "discard"),
    Ask.SETTLE: ("wild_card", "reason", "players", "totals"),
}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return dict(value) if isinstance(value, Mapping) else value


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A question, the answer that is right, and what it is about."""

    id: str
    """The vector's id, a slash and what is asked, such as ``p13-king-ace-two-group/classify``."""
    vector: str
    """Id of the vector, or of the hand that was made; it may ask several questions."""
    question: Question
    """What is asked."""
    expect: Json
    """The right answer, as a client would give it; a field that it lacks is not compared."""
    flags: tuple[str, ...]
    """What a client gets wrong that fails here; `Note` has each of them in words."""
    description: str = ""
    """One line for people; empty for a hand that was made."""
    source: tuple[str, ...] = ()
    """Where the rule is written."""


@dataclass(frozen=True, slots=True)
class Note:
    """What a flag stands for."""

    text: str
    """The rule, or what is special about the hand."""
    effect: str
    """What goes wrong in a client that misses it; empty where the flag names no trap."""
