"""The rules that a declaration can break: `ViolationCode`, and the `Violation` record."""

from enum import StrEnum

from .._compiled import fast_frozen
from ..cards import Card


class ViolationCode(StrEnum):
    """Rule broken by a declaration. Codes are API: added, never renamed.

    Each has an entry with an example hand in docs/violations.md.
    """

    GROUP_TOO_SMALL = "group_too_small"
    """A group of fewer than three cards. Source: 000 §sequence, §set."""
    SET_TOO_LARGE = "set_too_large"
    """More cards of one rank, jokers included, than a set may hold. Source: 000 §set."""
    DUPLICATE_SUIT_IN_SET = "duplicate_suit_in_set"
    """Two natural cards of one suit in a set. Source: 001 §what counts as valid, 004 §sets."""
    DUPLICATE_RANK_IN_SEQUENCE = "duplicate_rank_in_sequence"
    """One rank twice among the natural cards of a sequence. Source: 000 §pure sequence."""
    SEQUENCE_WRAPS_ACE = "sequence_wraps_ace"
    """A sequence that goes on past the ace, such as K-A-2. Source: 000 §pure sequence."""
    SEQUENCE_HAS_GAP = "sequence_has_gap"
    """Ranks missing from a sequence, and no joker to stand for them. Source: 000 §sequence."""
    MIXED_RANKS_AND_SUITS = "mixed_ranks_and_suits"
    """Cards that share neither a suit nor a rank. Source: 000 §sequence, §set."""
    TOO_MANY_JOKERS = "too_many_jokers"
    """More jokers standing in than the ruleset allows in one meld, or than ranks are left."""
    NO_NATURAL_CARD = "no_natural_card"
    """Too few cards of the group stand at face value. Source: ruling R1."""
    CARD_LEFT_OUT = "card_left_out"
    """Cards of the hand that are in no group. Source: 000 §declaring, 004 §valid declaration."""
    NO_PURE_SEQUENCE = "no_pure_sequence"
    """Fewer pure sequences than a declaration needs. Source: 000 §declaring."""
    TOO_FEW_SEQUENCES = "too_few_sequences"
    """Fewer sequences, pure ones included, than a declaration needs. Source: 000 §declaring."""
    LONG_SEQUENCE_MISSING = "long_sequence_missing"
    """No sequence is as long as one of them has to be."""
    KNOCK_ABOVE_LIMIT = "knock_above_limit"
    """The deadwood of a knock is above the limit. Source: 003 §5."""


@fast_frozen
class Violation:
    """One rule that a declaration breaks, and where."""

    code: ViolationCode
    """The rule."""
    group: int | None
    """Index of the group as the caller gave it; None when the declaration as a whole breaks it."""
    cards: tuple[Card, ...]
    """The cards concerned, as the caller ordered them; empty when there are none to point at."""
    message: str
    """One English sentence that a player understands."""
