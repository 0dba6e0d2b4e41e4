"""Gin rummy, with the bonuses of the classic game and those that are usual now."""

from dataclasses import replace
from typing import Final

from ..layers import MeldRules, SettlementRules
from ..policies import (
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
from ..rulesets import Ruleset

_GIN_CLASSIC = Ruleset(
    id="gin-classic",
    version=1,
    title="Gin rummy: knock at 10 or less, gin 20, undercut 10, lay-offs",
    source="rules §6: gin rummy, classic bonuses",
    rulings=("R2", "R8", "R12", "R39"),
    melds=MeldRules(
        decks=1,
        printed_jokers=0,
        hand_size_by_players=((2, 10),),
        exposed_card_removed=False,
        wild_scope=WildScope.NONE,
        neighbour_wilds=False,
        printed_joker_up=PrintedJokerUp.NONE,
        ace=Ace.LOW,
        meld_min_cards=3,
        set_max_cards=4,
        min_naturals=1,
        max_jokers_in_sequence=None,
        max_jokers_in_set=None,
        min_sequences=0,
        min_pure_sequences=0,
        long_sequence_cards=None,
        identical_triplet=False,
        dublees_to_declare=None,
        tunnelas_to_declare=None,
        jokers_to_declare=None,
    ),
    settlement=SettlementRules(
        goes_out_by=GoesOutBy.KNOCKING,
        ace_points=1,
        court_points=10,
        loser_model=LoserModel.DEADWOOD_ONLY,
        no_pure=NoPure.CAPPED_SUM,
        cap=None,
        complete_hand_points=0,
        loser_arrangement=LoserArrangement.BEST,
        wrong_declaration=WrongDeclaration.REJECTED,
        wrong_declaration_points=0,
        first_drop=None,
        middle_drop=None,
        missed_turns_for_middle_drop=None,
        draw_limit=None,
        stock_exhausted=StockExhausted.WASHOUT,
        knock_limit=10,
        gin_bonus=20,
        undercut_bonus=10,
        undercut_on_tie=True,
        undercut_max_players=2,
        gin_can_be_undercut=False,
        lay_offs=LayOffs.UNLESS_GIN,
        match_won_by=MatchWonBy.FIRST_TO_TARGET,
        target_points=100,
        elimination_points=None,
        deals_per_match=None,
    ),
)

_GIN_25 = replace(
    _GIN_CLASSIC,
    id="gin-25",
    title="Gin rummy: knock at 10 or less, gin 25, undercut 25, lay-offs",
    source="rules §6: gin rummy, bonuses of 25",
    settlement=replace(_GIN_CLASSIC.settlement, gin_bonus=25, undercut_bonus=25),
)

GIN: Final = (_GIN_CLASSIC, _GIN_25)
"""The classic game, and its overlay with higher bonuses."""
