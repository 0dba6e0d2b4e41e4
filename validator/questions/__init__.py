"""What may be asked of the judge: declarations, situations, tables; and how they are read."""

from .declarations import Declaration, find_faults, read_declaration
from .hands import CardList, Cards, may_turn_up, read_cards, read_single, read_wild_card
from .quick_reader import read_plainly
from .situations import Situation, find_situation_faults, read_situation
from .table_faults import MOST_TOTAL, find_table_faults, read_table
from .tables import Player, Reason, Seat, Status, Table

__all__ = [
    "MOST_TOTAL",
    "CardList",
    "Cards",
    "Declaration",
    "Player",
    "Reason",
    "Seat",
    "Situation",
    "Status",
    "Table",
    "find_faults",
    "find_situation_faults",
    "find_table_faults",
    "may_turn_up",
    "read_cards",
    "read_declaration",
    "read_plainly",
    "read_single",
    "read_situation",
    "read_table",
    "read_wild_card",
]
