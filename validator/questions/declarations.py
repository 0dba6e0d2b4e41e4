"""`Declaration`: a legal hand and the grouping proposed for it; and what keeps cards from it.

What is found here is a fault of the request, never a violation of a player. Source: ruling R2.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from .._compiled import fast_frozen
from ..cards import Kind, kind_name
from ..deals import Deal
from ..errors import ErrorCode, InputFault, MalformedRequest
from ..rules import GoesOutBy, Ruleset
from .hands import CardList, _copy_faults, wild_card_faults


@fast_frozen
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
    return declare(ruleset, hand, wild_card, groups, discard)


def declare(
    ruleset: Ruleset,
    hand: CardList,
    wild_card: Kind | None,
    groups: Sequence[CardList] | None,
    discard: Kind | None,
) -> Declaration:
    """Return the declaration of parts in which `find_faults` has found nothing."""
    grouped = None if groups is None else tuple(group.known for group in groups)
    aside = discard
    if aside is None and grouped is not None and len(hand.kinds) not in ruleset.melds.hand_sizes:
        (aside,) = _left_out(hand.known, grouped).elements()
    return Declaration(Deal.of(ruleset, wild_card), hand.known, grouped, aside, discard)


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
