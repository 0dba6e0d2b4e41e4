"""Whether cards describe a hand at all: notation, size, copies, and groups taken from the hand.

What is found here is a fault of the request, never a violation of a player: a client that is out
of step with the table has not shown anything. Source: ruling R2.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from validator.cards import (
    KIND_BY_NOTATION,
    PRINTED_JOKER,
    Card,
    Kind,
    kind_name,
    parse_kind,
    split_codes,
)
from validator.errors import ErrorCode, InputFault, MalformedRequest, UnknownCard
from validator.making import make
from validator.policies import GoesOutBy, WildScope
from validator.rulesets import MeldRules, Ruleset
from validator.scoring import Deal

Path = tuple[str | int, ...]
"""The steps from the top of a request to one of its values."""

Cards = str | Sequence[str | Card]
"""Cards as a caller may write them: one string of codes, or a list of codes or `Card`."""


@dataclass(frozen=True, slots=True)
class CardList:
    """Cards as read, entry by entry, with where they stood."""

    kinds: tuple[Kind | None, ...]
    """The kind of each entry; None for one that is no card."""
    paths: tuple[Path, ...]
    """Where each entry stands; all in one place when they came as one string."""
    faults: tuple[InputFault, ...]
    """The entries that are no card."""

    @property
    def known(self) -> tuple[Kind, ...]:
        """The entries that are cards."""
        return tuple(kind for kind in self.kinds if kind is not None)


@dataclass(frozen=True, slots=True)
class Declaration:
    """A legal hand and what its owner proposes: the question that a verdict answers."""

    deal: Deal
    """The ruleset and its wild cards."""
    hand: tuple[Kind, ...]
    """The cards held."""
    groups: tuple[tuple[Kind, ...], ...] | None
    """The grouping proposed; None when there is none."""
    discard: Kind | None
    """The card set aside: named by the caller, or the only one that the groups leave out."""
    named_discard: Kind | None
    """The card that the caller set aside; None leaves the choice to the best arrangement."""


def read_cards(cards: Cards, path: Path) -> CardList:
    """Return cards written in any accepted notation, and the entries that are none."""
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


def read_declaration(
    ruleset: Ruleset,
    hand: CardList,
    wild_card: Kind | None,
    groups: Sequence[CardList] | None,
    discard: Kind | None,
) -> Declaration:
    """Return the question that these parts of a request ask.

    :raises MalformedRequest: when they do not describe a hand; it names every fault.
    """
    faults = find_faults(ruleset, hand, wild_card, groups, discard)
    if faults:
        raise MalformedRequest(faults)
    grouped = None if groups is None else tuple(group.known for group in groups)
    aside = discard
    if aside is None and grouped is not None and len(hand.kinds) not in ruleset.melds.hand_sizes:
        (aside,) = _left_out(hand.known, grouped).elements()
    return Declaration(Deal.of(ruleset, wild_card), hand.known, grouped, aside, discard)


def read_plainly(
    ruleset: Ruleset, hand: object, wild_card: object, groups: object, discard: object
) -> Declaration | None:
    """Return the question that these codes ask; None where a closer look is needed.

    That is where something is no code, or the codes do not describe a hand: nothing is said of
    what is wrong, but what is right is read in a fraction of the time.

    >>> from validator.dialects import find_ruleset
    >>> hand, points = "5H 6H 7H 9S 10S JS 4C 4D 4S QC QD QS QH", find_ruleset("points-13")
    >>> read_plainly(points, hand, None, ["5H 6H 7H", "9S 10S JS"], None).groups
    ((17, 18, 19), (8, 9, 10))
    >>> read_plainly(points, hand, None, ["8H"], None)
    """
    if not (groups is None or isinstance(groups, list)):
        return None
    try:
        held = _read_codes(hand)
        turned_up, named = _read_code(wild_card), _read_code(discard)
        grouped = None if groups is None else tuple([_read_codes(group) for group in groups])
    except (KeyError, TypeError):
        return None
    if not (grouped is None or all(grouped)):
        return None
    in_order = sorted(held)
    if not (_is_plain_hand(in_order, ruleset.melds) and may_turn_up(turned_up, ruleset)):
        return None
    used = [kind for group in grouped or () for kind in group]
    if named is not None:
        used.append(named)
    left = _leave_out(in_order, sorted(used))
    if left is None:
        return None
    is_dealt = len(held) in ruleset.melds.hand_sizes
    if is_dealt or grouped is None or named is not None:
        aside = named
    elif len(left) == 1 and ruleset.settlement.goes_out_by is GoesOutBy.DECLARING:
        (aside,) = left
    else:
        return None
    if is_dealt and named is not None:
        return None
    return make(Declaration, Deal.of(ruleset, turned_up), held, grouped, aside, named)


def _read_code(code: object) -> Kind | None:
    """:raises KeyError: or TypeError, when it is no card."""
    if not (code is None or isinstance(code, str)):
        raise TypeError
    return None if code is None else KIND_BY_NOTATION[code]


def _read_codes(codes: object) -> tuple[Kind, ...]:
    """:raises KeyError: or TypeError, when one of them is no card, or they are no codes."""
    if isinstance(codes, str):
        codes = split_codes(codes)
    elif not isinstance(codes, list):
        raise TypeError
    return tuple([KIND_BY_NOTATION[code] for code in codes])


def _is_plain_hand(in_order: list[Kind], rules: MeldRules) -> bool:
    """Return whether it has a size that is dealt, or one more, and the decks hold its cards."""
    sizes = rules.hand_sizes
    if len(in_order) not in sizes and len(in_order) - 1 not in sizes:
        return False
    if rules.exposed_card_removed:
        return False
    jokers = in_order.count(PRINTED_JOKER)
    decks = rules.decks
    for place in range(decks, len(in_order) - jokers):
        if in_order[place - decks] == in_order[place]:
            return False
    return jokers <= rules.printed_jokers


def _leave_out(in_order: list[Kind], used: list[Kind]) -> list[Kind] | None:
    """Return a hand without these cards, both in card order; None where it does not hold them."""
    left = []
    met = 0
    for kind in in_order:
        if met < len(used) and used[met] == kind:
            met += 1
        else:
            left.append(kind)
    return left if met == len(used) else None


def find_faults(
    ruleset: Ruleset,
    hand: CardList,
    wild_card: Kind | None,
    groups: Sequence[CardList] | None,
    discard: Kind | None,
    *,
    all_read: bool = True,
) -> list[InputFault]:
    """Return everything that keeps these parts from describing a hand, in the request's order.

    Where a part could not be read (`all_read` False) and is None instead, what depends on several
    parts is not judged: a group's card may be one that could not be read.
    """
    groups_given = () if groups is None else tuple(groups)
    faults = [*hand.faults, *_hand_faults(ruleset, hand, wild_card)]
    faults += wild_card_faults(ruleset, wild_card)
    faults += [fault for group in groups_given for fault in group.faults]
    faults += _empty_groups(groups_given)
    if all_read and not hand.faults:
        faults += _grouping_faults(hand.known, groups_given, discard)
        if not faults:
            faults += _discard_faults(ruleset, hand.known, groups, discard)
    return faults


def _hand_faults(ruleset: Ruleset, hand: CardList, wild_card: Kind | None) -> Iterator[InputFault]:
    sizes = ruleset.melds.hand_sizes
    if len(hand.kinds) not in {*sizes, *(size + 1 for size in sizes)}:
        dealt = " or ".join(map(str, sizes))
        detail = (
            f"a hand of {ruleset.id} has {dealt} cards, or one more; this has {len(hand.kinds)}"
        )
        yield InputFault(ErrorCode.HAND_SIZE, ("hand",), detail)
    yield from _copy_faults(ruleset, hand, wild_card, Counter())


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

    >>> from validator.dialects import find_ruleset
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


def _empty_groups(groups: Sequence[CardList]) -> Iterator[InputFault]:
    for index, group in enumerate(groups):
        if not group.kinds:
            detail = f"group {index + 1} has no cards"
            yield InputFault(ErrorCode.EMPTY_GROUP, ("groups", index), detail)


def _grouping_faults(
    hand: Sequence[Kind], groups: Sequence[CardList], discard: Kind | None
) -> Iterator[InputFault]:
    """Yield the cards of groups that the hand does not hold, or not once more."""
    if discard is not None and discard not in hand:
        detail = f"{kind_name(discard)} is set aside but not in the hand"
        yield InputFault(ErrorCode.DISCARD_NOT_IN_HAND, ("discard",), detail)
    left = Counter(hand)
    for group in groups:
        for kind, path in zip(group.kinds, group.paths, strict=True):
            if kind is None:
                continue
            left[kind] -= 1
            name = kind_name(kind)
            if kind not in hand:
                detail = f"{name} is in a group but not in the hand"
                yield InputFault(ErrorCode.CARD_NOT_IN_HAND, path, detail)
            elif left[kind] < 0:
                detail = f"{name} is in the groups more often than in the hand"
                yield InputFault(ErrorCode.CARD_USED_TWICE, path, detail)
            elif kind == discard and left[kind] == 0:
                detail = f"{name} is set aside and also in a group"
                yield InputFault(ErrorCode.DISCARD_IN_GROUP, path, detail)


def _discard_faults(
    ruleset: Ruleset,
    hand: Sequence[Kind],
    groups: Sequence[CardList] | None,
    discard: Kind | None,
) -> Iterator[InputFault]:
    """Yield what keeps the card set aside from being clear, in a request without other faults."""
    if len(hand) in ruleset.melds.hand_sizes:
        if discard is not None:
            detail = f"{len(hand)} cards are a hand; with a card set aside there is one more"
            yield InputFault(ErrorCode.HAND_SIZE, ("hand",), detail)
    elif discard is None and groups is not None:
        left_out = _left_out(hand, [group.known for group in groups]).total()
        knocking = ruleset.settlement.goes_out_by is GoesOutBy.KNOCKING
        if knocking or left_out != 1:
            detail = f"of {len(hand)} cards one is set aside: name it in discard"
            yield InputFault(ErrorCode.DISCARD_MISSING, ("discard",), detail)


def _left_out(hand: Sequence[Kind], groups: Sequence[Sequence[Kind]]) -> Counter[Kind]:
    return Counter(hand) - Counter(kind for group in groups for kind in group)
