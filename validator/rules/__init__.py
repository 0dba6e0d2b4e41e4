"""Rulesets as data: policies, fields, contradictions, and the built-in dialects."""

from .dialects import RULESETS, find_ruleset
from .layers import MAX_HAND_CARDS, MeldRules, SettlementRules, number_range
from .policies import (
    Ace,
    GoesOutBy,
    LayOffs,
    LoserArrangement,
    LoserModel,
    MatchWonBy,
    NoPure,
    PrintedJokerUp,
    StockExhausted,
    WildScope,
    WrongDeclaration,
)
from .rulesets import Ruleset

__all__ = [
    "MAX_HAND_CARDS",
    "RULESETS",
    "Ace",
    "GoesOutBy",
    "LayOffs",
    "LoserArrangement",
    "LoserModel",
    "MatchWonBy",
    "MeldRules",
    "NoPure",
    "PrintedJokerUp",
    "Ruleset",
    "SettlementRules",
    "StockExhausted",
    "WildScope",
    "WrongDeclaration",
    "find_ruleset",
    "number_range",
]
