"""Judges rummy declarations exactly: validity, the best arrangement, the penalty.

Everything in this package is pure: no I/O, no clock, no randomness, no environment. The usual way
in is `judge` or `best_arrangement`.

Cards are printed in one notation and read in several:

================  ==============================================================================
printed           read
================  ==============================================================================
``AS`` … ``KC``   rank ``A 2 … 10 J Q K`` and suit ``S H D C``, either letter in lower case;
                  ``T`` for 10, ``1`` for A; ``♠♥♦♣`` or ``♤♡♢♧`` for the suit, before or after
                  the rank, with or without a variation selector (U+FE0E, U+FE0F);
                  one character ``🂡`` … ``🃞`` of the Unicode playing cards, knights excepted
``JK``            ``JK PJ JOKER`` in any case, ``*``, ``🃏``, ``🂿``
================  ==============================================================================

A hand or a group is a list of these, or one string of them separated by blanks or commas.
"""

from .bulk import best_arrangements
from .cards import Card, Kind, Rank, Suit, split_codes
from .deals import Deal
from .errors import (
    Contradiction,
    ErrorCode,
    InputFault,
    MalformedRequest,
    RulesetContradiction,
    UnknownCard,
    UnknownRuleset,
    ValidatorError,
)
from .melds import Meld, MeldKind
from .prospects import CompletingCard, DiscardChoice, Prospects, find_prospects
from .questions import (
    MOST_TOTAL,
    CardList,
    Declaration,
    Player,
    Reason,
    Seat,
    Situation,
    Status,
    Table,
    find_faults,
    find_situation_faults,
    find_table_faults,
    read_cards,
    read_declaration,
    read_plainly,
    read_situation,
    read_table,
)
from .rules import RULESETS, MeldRules, Ruleset, SettlementRules, find_ruleset, number_range
from .scoring import Arrangement
from .search import COMPILED
from .settlement import LaidOff, LayOff, SettledPlayer, Settlement, settle_table
from .shorthand import best_arrangement, judge, self_check, settle
from .vectors import (
    LAST_SEED,
    MOST_VECTORS,
    VECTORS_VERSION,
    Vector,
    VectorKind,
    make_vector,
    make_vectors,
)
from .verdicts import (
    Knock,
    Outcome,
    Verdict,
    Violation,
    ViolationCode,
    find_best,
    judge_declaration,
)

__all__ = [
    "COMPILED",
    "LAST_SEED",
    "MOST_TOTAL",
    "MOST_VECTORS",
    "RULESETS",
    "VECTORS_VERSION",
    "Arrangement",
    "Card",
    "CardList",
    "CompletingCard",
    "Contradiction",
    "Deal",
    "Declaration",
    "DiscardChoice",
    "ErrorCode",
    "InputFault",
    "Kind",
    "Knock",
    "LaidOff",
    "LayOff",
    "MalformedRequest",
    "Meld",
    "MeldKind",
    "MeldRules",
    "Outcome",
    "Player",
    "Prospects",
    "Rank",
    "Reason",
    "Ruleset",
    "RulesetContradiction",
    "Seat",
    "SettledPlayer",
    "Settlement",
    "SettlementRules",
    "Situation",
    "Status",
    "Suit",
    "Table",
    "UnknownCard",
    "UnknownRuleset",
    "ValidatorError",
    "Vector",
    "VectorKind",
    "Verdict",
    "Violation",
    "ViolationCode",
    "best_arrangement",
    "best_arrangements",
    "find_best",
    "find_faults",
    "find_prospects",
    "find_ruleset",
    "find_situation_faults",
    "find_table_faults",
    "judge",
    "judge_declaration",
    "make_vector",
    "make_vectors",
    "number_range",
    "read_cards",
    "read_declaration",
    "read_plainly",
    "read_situation",
    "read_table",
    "self_check",
    "settle",
    "settle_table",
    "split_codes",
]
