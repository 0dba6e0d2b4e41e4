"""Why a group is no meld, and what a declaration lacks, in sentences that a player understands."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from ..cards import RANK_COUNT, Kind, kind_name, kind_of, rank_index, suit_index
from ..melds import MeldKind, is_joker, read_meld
from ..rules import Ace, MeldRules
from .violations import ViolationCode

Reason = tuple[ViolationCode, str]
"""The rule broken, and the sentence that says how."""


def explain_group(cards: Sequence[Kind], wild: frozenset[Kind], rules: MeldRules) -> list[Reason]:
    """Return every reason why these cards, which are no meld, are none; at least one.

    Cards that can only stand at face value decide what the group looks like: cards of one rank a
    set, cards of one suit a sequence.
    """
    naturals = [kind for kind in cards if not is_joker(kind, wild)]
    jokers = len(cards) - len(naturals)
    if len(cards) < rules.meld_min_cards:
        return [(ViolationCode.GROUP_TOO_SMALL, _too_small(cards, wild, rules))]
    needed = max(1, rules.min_naturals)
    at_face = len(naturals) + sum(kind in wild for kind in cards)
    if at_face < needed:
        return [_too_few_naturals(needed, at_face)]
    reasons: list[Reason] = []
    if len({rank_index(kind) for kind in naturals}) > 1:
        if len({suit_index(kind) for kind in naturals}) > 1:
            text = f"{_names(naturals)} share neither a suit nor a rank."
            return [(ViolationCode.MIXED_RANKS_AND_SUITS, text)]
        reasons += _explain_sequence(naturals, jokers, rules)
    elif len(naturals) > 1:
        reasons += _explain_set(naturals, jokers, rules)
    return reasons or [_explain_jokers(cards, wild, rules)]


def _too_small(cards: Sequence[Kind], wild: frozenset[Kind], rules: MeldRules) -> str:
    if read_meld(cards, wild, rules).kind is MeldKind.DUBLEE:
        needed = _count(rules.dublees_to_declare or 0, "dublee")
        return f"A dublee is a group only where {needed} are shown."
    return f"A group has at least {rules.meld_min_cards} cards; this one has {len(cards)}."


def _explain_set(naturals: list[Kind], jokers: int, rules: MeldRules) -> Iterator[Reason]:
    twice = [kind for kind, count in Counter(naturals).items() if count > 1]
    if twice:
        text = f"A set holds each suit once; {_names(twice)} {_is(twice)} there more than once."
        yield ViolationCode.DUPLICATE_SUIT_IN_SET, text
    size = len(naturals) + jokers
    if rules.set_max_cards is not None and size > rules.set_max_cards:
        most = _count(rules.set_max_cards, "card")
        text = f"A set has at most {most}, jokers included; this one has {size}."
        yield ViolationCode.SET_TOO_LARGE, text


def _explain_sequence(naturals: list[Kind], jokers: int, rules: MeldRules) -> Iterator[Reason]:
    twice = [kind for kind, count in Counter(naturals).items() if count > 1]
    if twice:
        text = (
            f"A sequence holds each rank once; {_names(twice)} {_is(twice)} there more than once."
        )
        yield ViolationCode.DUPLICATE_RANK_IN_SEQUENCE, text
    once = list(dict.fromkeys(naturals))
    missing = _missing(once, rules)
    if len(missing) <= jokers:
        return
    if _wraps(once, jokers):
        end = "ace" if rules.ace is Ace.LOW_OR_HIGH else "king, for the ace is low"
        text = f"{_names(once)}: a sequence does not go on past the {end}."
        yield ViolationCode.SEQUENCE_WRAPS_ACE, text
        return
    what = _names(missing) if len(missing) <= _MOST_NAMED else f"{len(missing)} cards"
    limit = rules.max_jokers_in_sequence
    usable = jokers if limit is None else min(jokers, limit)
    held = f"only {_count(usable, 'joker')}" if usable else "no joker"
    text = f"{what} {_is(missing)} missing from {_names(once)}, and {held} can stand in."
    yield ViolationCode.SEQUENCE_HAS_GAP, text


def _explain_jokers(cards: Sequence[Kind], wild: frozenset[Kind], rules: MeldRules) -> Reason:
    """Explain a group whose naturals would do: the jokers are too many for them."""
    unlimited = replace(rules, max_jokers_in_sequence=None, max_jokers_in_set=None)
    meld = read_meld(cards, wild, unlimited)
    if meld.kind is MeldKind.INVALID:
        needed = max(1, rules.min_naturals)
        naturals = [kind for kind in cards if not is_joker(kind, wild)]
        if len(naturals) < needed:
            return _too_few_naturals(needed, len(naturals))
        text = f"{_count(len(cards), 'card')} are more than a sequence can have."
        return ViolationCode.TOO_MANY_JOKERS, text
    is_set = meld.kind is MeldKind.SET
    limit = rules.max_jokers_in_set if is_set else rules.max_jokers_in_sequence
    most = f"At most {_count(limit, 'joker')}" if limit else "No joker"
    kind = "set" if is_set else "sequence"
    stand_in = sum(card != slot for card, slot in zip(meld.cards, meld.stands_for, strict=True))
    text = f"{most} may stand in for others in a {kind}; here it would be {stand_in}."
    return ViolationCode.TOO_MANY_JOKERS, text


def _too_few_naturals(needed: int, at_face: int) -> Reason:
    cards = _count(needed, "card")
    text = f"At least {cards} of a group must stand at face value; here {at_face or 'none'} can."
    return ViolationCode.NO_NATURAL_CARD, text


def _wraps(naturals: list[Kind], jokers: int) -> bool:
    """Return whether they would be a sequence if the ranks went round."""
    ranks = sorted(rank_index(kind) for kind in naturals)
    widest = max(after - rank for rank, after in pairwise(ranks))
    return RANK_COUNT - widest + 1 <= len(naturals) + jokers


def _missing(naturals: list[Kind], rules: MeldRules) -> list[Kind]:
    """Return the fewest cards that would fill the gaps, with an ace where that is nearest."""
    ranks = sorted(rank_index(kind) for kind in naturals)
    choices = [ranks]
    if ranks[0] == 0 and rules.ace is Ace.LOW_OR_HIGH:
        choices.append([*ranks[1:], RANK_COUNT])
    nearest = min(choices, key=lambda positions: positions[-1] - positions[0])
    suit = suit_index(naturals[0])
    span = range(nearest[0], nearest[-1])
    return [kind_of(rank, suit) for rank in span if rank not in nearest]


def _names(kinds: Sequence[Kind]) -> str:
    *others, last = map(kind_name, kinds)
    return f"{', '.join(others)} and {last}" if others else last


def _is(kinds: Sequence[Kind]) -> str:
    return "is" if len(kinds) == 1 else "are"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


_MOST_NAMED = 4
"""Up to this many missing cards are named one by one; more are counted."""
