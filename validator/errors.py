"""Exceptions for malformed input. A wrong declaration is a `Verdict`, never an exception.

::

    ValidatorError(ValueError)
    ├── UnknownCard           a text that is not a card
    ├── UnknownRuleset        an id that no built-in ruleset has
    ├── RulesetContradiction  a house rule whose fields contradict each other
    └── MalformedRequest      cards that do not describe a hand and its groups
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

_SHOWN = 12
"""Most characters of an offending token that a message repeats."""


class ErrorCode(StrEnum):
    """Why a request does not describe a hand. Codes are API: added, never renamed."""

    UNKNOWN_CARD = "unknown_card"
    """A text that is no card in any accepted notation."""
    HAND_SIZE = "hand_size"
    """The number of cards is none that the ruleset deals."""
    TOO_MANY_COPIES = "too_many_copies"
    """A card occurs more often than the ruleset's decks hold it. Source: ruling R2."""
    CARD_NOT_IN_HAND = "card_not_in_hand"
    """A group names a card that the hand does not hold at all."""
    CARD_USED_TWICE = "card_used_twice"
    """The groups use a card more often than the hand holds it."""
    EMPTY_GROUP = "empty_group"
    """A group without cards."""
    DISCARD_IN_GROUP = "discard_in_group"
    """The card set aside is also used in a group."""
    DISCARD_NOT_IN_HAND = "discard_not_in_hand"
    """The card set aside is not in the hand."""
    DISCARD_MISSING = "discard_missing"
    """The hand has one card more than is melded, and which one is set aside is not clear."""
    UNKNOWN_RULESET = "unknown_ruleset"
    """No built-in ruleset has this id."""
    RULESET_CONTRADICTION = "ruleset_contradiction"
    """Two fields of a house rule contradict each other."""
    WILD_CARD_NOT_ALLOWED = "wild_card_not_allowed"
    """A wild card was named, but the ruleset has none, or none of this sort."""
    PLAYER_COUNT = "player_count"
    """The ruleset deals no hands to this number of players."""
    DUPLICATE_SEAT = "duplicate_seat"
    """Two players have one seat."""
    STATUS_NOT_ALLOWED = "status_not_allowed"
    """The ruleset, or the reason for settling, knows no player in this state."""
    NO_DROP_OFFERED = "no_drop_offered"
    """A player has dropped where the ruleset offers no such drop."""
    REASON_NOT_ALLOWED = "reason_not_allowed"
    """A deal of this ruleset does not end for this reason."""
    DECLARER_MISSING = "declarer_missing"
    """Nobody goes out, though several players are still in; or nobody is in any more."""
    SEVERAL_DECLARERS = "several_declarers"
    """More than one player goes out."""
    HAND_MISSING = "hand_missing"
    """A hand that counts is absent."""
    UNKNOWN_SEAT = "unknown_seat"
    """A total belongs to no player at the table."""
    TOTAL_OUT_OF_RANGE = "total_out_of_range"
    """A total that no match reaches."""


def shown(token: str) -> str:
    """Return an offending token quoted, cut to a length that is safe to repeat in a message.

    >>> shown("Q" * 1000)
    "'QQQQQQQQQQQQ…'"
    """
    return repr(token) if len(token) <= _SHOWN else repr(token[:_SHOWN] + "…")


@dataclass(frozen=True, slots=True)
class InputFault:
    """One thing that is wrong with a request, and where: the same record from here to the wire."""

    code: str
    """Why: here an `ErrorCode`; whoever reads requests from a wire has codes of its own beside."""
    path: tuple[str | int, ...]
    """Where: the steps from the request's top, such as ``("groups", 2, 0)``."""
    detail: str
    """One English sentence naming the offending entry."""


class ValidatorError(ValueError):
    """Base of every exception of this package; ``code`` says which."""

    code: ErrorCode


class UnknownCard(ValidatorError):
    """A text that is not a card."""

    code = ErrorCode.UNKNOWN_CARD

    def __init__(self, token: str) -> None:
        super().__init__(f"{shown(token)} is not a card")
        self.token = token


class UnknownRuleset(ValidatorError):
    """An id that no built-in ruleset has."""

    code = ErrorCode.UNKNOWN_RULESET

    def __init__(self, ruleset_id: str, known: Sequence[str]) -> None:
        super().__init__(f"no ruleset {shown(ruleset_id)}; known are {', '.join(known)}")


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Fields of a ruleset that cannot be true together."""

    fields: tuple[str, ...]
    """The fields involved; the first is the one to look at first."""
    detail: str
    """One English sentence saying what clashes."""


class RulesetContradiction(ValidatorError):
    """A ruleset whose fields contradict each other; ``contradictions`` holds all of them."""

    code = ErrorCode.RULESET_CONTRADICTION

    def __init__(self, contradictions: Sequence[Contradiction]) -> None:
        super().__init__("; ".join(found.detail for found in contradictions))
        self.contradictions = tuple(contradictions)


class MalformedRequest(ValidatorError):
    """Cards that do not describe a hand and its groups; ``faults`` holds every fault found."""

    def __init__(self, faults: Sequence[InputFault]) -> None:
        super().__init__("; ".join(fault.detail for fault in faults))
        self.faults = tuple(faults)
        self.code = ErrorCode(faults[0].code)
