"""`Situation`: a legal hand and what its owner has seen, for those who ask what to do next."""

from collections import Counter
from dataclasses import dataclass

from ..cards import ALL_KINDS, Kind
from ..deals import Deal
from ..errors import InputFault, MalformedRequest
from ..rules import Ruleset
from .declarations import find_faults
from .hands import CardList, copies_held, find_seen_faults


@dataclass(frozen=True, slots=True)
class Situation:
    """A legal hand and what its owner knows: the question that prospects answer."""

    deal: Deal
    """The ruleset and its wild cards."""
    hand: tuple[Kind, ...]
    """The cards held."""
    discard: Kind | None
    """The card set aside; None leaves the choice open, or there is none to set aside."""
    copies: tuple[int, ...]
    """Copies of every kind in the decks, indexed by `Kind`."""
    unseen: tuple[int, ...]
    """Those of them that are neither in the hand nor seen, indexed by `Kind`."""


def read_situation(
    ruleset: Ruleset,
    hand: CardList,
    wild_card: Kind | None,
    discard: Kind | None,
    seen: CardList | None,
) -> Situation:
    """Return the question that these parts of a request ask.

    `seen` are cards that cannot be drawn any more: those of others, and those discarded.

    :raises MalformedRequest: when they do not describe a hand; it names every fault.
    """
    faults = find_situation_faults(ruleset, hand, wild_card, discard, seen)
    if faults:
        raise MalformedRequest(faults)
    copies = tuple(copies_held(ruleset, wild_card))
    gone = Counter((*hand.known, *(() if seen is None else seen.known)))
    unseen = tuple(copies[kind] - gone[kind] for kind in ALL_KINDS)
    return Situation(Deal.of(ruleset, wild_card), hand.known, discard, copies, unseen)


def find_situation_faults(
    ruleset: Ruleset,
    hand: CardList,
    wild_card: Kind | None,
    discard: Kind | None,
    seen: CardList | None,
) -> list[InputFault]:
    """Return everything that keeps these parts from describing a hand, in the request's order."""
    faults = find_faults(ruleset, hand, wild_card, None, discard)
    return faults if seen is None else faults + find_seen_faults(ruleset, hand, wild_card, seen)
