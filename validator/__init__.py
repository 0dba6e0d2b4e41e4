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

from validator.bulk import best_arrangements
from validator.cards import Card, Kind, Rank, Suit, split_codes
from validator.declaration import (
    Knock,
    Outcome,
    Verdict,
    best_arrangement,
    find_best,
    judge,
    judge_declaration,
    self_check,
)
from validator.dialects import RULESETS, find_ruleset
from validator.errors import (
    Contradiction,
    ErrorCode,
    InputFault,
    MalformedRequest,
    RulesetContradiction,
    UnknownCard,
    UnknownRuleset,
    ValidatorError,
)
from validator.legality import (
    CardList,
    Declaration,
    find_faults,
    read_cards,
    read_declaration,
    read_plainly,
)
from validator.melds import Meld, MeldKind
from validator.rulesets import MeldRules, Ruleset, SettlementRules, number_range
from validator.scoring import Arrangement, Deal
from validator.search import COMPILED
from validator.violations import Violation, ViolationCode

__all__ = [
    "COMPILED",
    "RULESETS",
    "Arrangement",
    "Card",
    "CardList",
    "Contradiction",
    "Deal",
    "Declaration",
    "ErrorCode",
    "InputFault",
    "Kind",
    "Knock",
    "MalformedRequest",
    "Meld",
    "MeldKind",
    "MeldRules",
    "Outcome",
    "Rank",
    "Ruleset",
    "RulesetContradiction",
    "SettlementRules",
    "Suit",
    "UnknownCard",
    "UnknownRuleset",
    "ValidatorError",
    "Verdict",
    "Violation",
    "ViolationCode",
    "best_arrangement",
    "best_arrangements",
    "find_best",
    "find_faults",
    "find_ruleset",
    "judge",
    "judge_declaration",
    "number_range",
    "read_cards",
    "read_declaration",
    "read_plainly",
    "self_check",
    "split_codes",
]
