"""Reads a request that is written plainly, in a fraction of the usual time.

Written for speed. `validator.questions.declarations` is the careful reader, which also names
faults.
"""

from ..cards import KIND_BY_NOTATION, PRINTED_JOKER, Kind, split_codes
from ..deals import Deal
from ..rules import GoesOutBy, MeldRules, Ruleset
from .declarations import Declaration
from .hands import may_turn_up


def read_plainly(
    ruleset: Ruleset, hand: object, wild_card: object, groups: object, discard: object
) -> Declaration | None:
    """Return the question that these codes ask; None where a closer look is needed.

    That is where something is no code, or the codes do not describe a hand: nothing is said of
    what is wrong, but what is right is read in a fraction of the time.

    >>> from validator.rules.dialects import find_ruleset
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
    return Declaration(
        deal=Deal.of(ruleset, turned_up),
        hand=held,
        groups=grouped,
        discard=aside,
        named_discard=named,
    )


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
