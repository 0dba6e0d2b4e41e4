"""Whether cards describe a hand at all: notation, size, copies, and groups taken from the hand.

What is found here is a fault of the request, never a violation of a player: a client that is out
of step with the table has not shown anything. Source: ruling R2.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..cards import PRINTED_JOKER, Card, Kind, kind_name, parse_kind, split_codes
from ..errors import ErrorCode, InputFault, MalformedRequest, UnknownCard
from ..rules import Ruleset, WildScope

Path = tuple[str | int, ...]
"""The steps from the top of a request to one of its values."""

Cards = str | Sequence[str | Card]
"""Cards as a caller may write them: one string of codes, or a list of codes or `Card`."""


@dataclass(frozen=True, slots=True)
class CardList:
    """Cards as read, entry by entry, with where they stood."""

    kinds: tuple[Kind | None, ...]
    """The kind of each entry; None for one that is not a card."""
    paths: tuple[Path, ...]
    """Where each entry stands; all in one place when they came as one string."""
    faults: tuple[InputFault, ...]
    """The entries that are not cards."""

    @property
    def known(self) -> tuple[Kind, ...]:
        """The entries that are cards."""
        return tuple(kind for kind in self.kinds if kind is not None)


def read_cards(cards: Cards, path: Path) -> CardList:
    """Return cards written in any accepted notation, and the entries that are not cards."""
    entries = split_codes(cards) if isinstance(cards, str) else cards
    kinds: list[Kind | None] = []
    paths: list[Path] = []
    faults = []
    for index, entry in enumerate(entries):
        paths.append(path if isinstance(cards, str) else (*path, index))
        try:
            kinds.append(entry.kind if isinstance(entry, Card) else parse_kind(entry))
        except UnknownCard as error:
            kinds.append(None)
            faults.append(InputFault(error.code, paths[-1], f"entry {index + 1}: {error}"))
    return CardList(tuple(kinds), tuple(paths), tuple(faults))


def _copy_faults(
    ruleset: Ruleset, cards: CardList, wild_card: Kind | None, met: Counter[Kind]
) -> Iterator[InputFault]:
    """Yield the cards that are there more often than in the decks, `met` ones counted before."""
    copies = copies_held(ruleset, wild_card)
    for kind, path in zip(cards.kinds, cards.paths, strict=True):
        if kind is None:
            continue
        met[kind] += 1
        if met[kind] > copies[kind]:
            held = f"{ruleset.id} holds {copies[kind] or 'none'}"
            detail = f"copy {met[kind]} of {kind_name(kind)}, and {held}"
            yield InputFault(ErrorCode.TOO_MANY_COPIES, path, detail)


def wild_card_faults(ruleset: Ruleset, wild_card: Kind | None) -> Iterator[InputFault]:
    """Yield what is wrong with the card turned up: that it cannot be."""
    if wild_card is not None and not may_turn_up(wild_card, ruleset):
        shown = kind_name(wild_card)
        detail = f"{shown} cannot be turned up: {ruleset.id} has no such card, or turns none up"
        yield InputFault(ErrorCode.WILD_CARD_NOT_ALLOWED, ("wild_card",), detail)


def copies_held(ruleset: Ruleset, wild_card: Kind | None) -> list[int]:
    """Return how many copies of every kind the decks hold, indexed by `Kind`. Source: ruling R2.

    >>> from validator.rules.dialects import find_ruleset
    >>> sum(copies_held(find_ruleset("points-13"), None))
    106
    """
    rules = ruleset.melds
    copies = [rules.decks] * PRINTED_JOKER + [rules.printed_jokers]
    if rules.exposed_card_removed and wild_card is not None:
        copies[wild_card] = max(0, copies[wild_card] - 1)
    return copies


def find_seen_faults(
    ruleset: Ruleset, hand: CardList, wild_card: Kind | None, seen: CardList
) -> list[InputFault]:
    """Return what is wrong with the cards that the owner of a hand has seen beside it.

    Together with the hand they are a part of the decks.
    """
    copies = _copy_faults(ruleset, seen, wild_card, Counter(hand.known))
    return [*seen.faults, *copies]


def may_turn_up(wild_card: Kind | None, ruleset: Ruleset) -> bool:
    """Return whether this card may be turned up; None, that none is, always may."""
    if wild_card is None:
        return True
    rules = ruleset.melds
    if wild_card == PRINTED_JOKER and rules.printed_jokers == 0:
        return False
    return rules.wild_scope is not WildScope.NONE


def read_wild_card(card: str | Card | None) -> Kind | None:
    """Return the kind of a card turned up; None for none.

    :raises MalformedRequest: when it is not a card.
    """
    kind, faults = read_single(card, "wild_card")
    if faults:
        raise MalformedRequest(faults)
    return kind


def read_single(card: str | Card | None, name: str) -> tuple[Kind | None, list[InputFault]]:
    """Return a card that may be absent, and what is wrong with its notation."""
    if card is None:
        return None, []
    read = read_cards([card], (name,))
    faults = [replace(fault, path=(name,)) for fault in read.faults]
    return (read.known[0] if read.known else None), faults
