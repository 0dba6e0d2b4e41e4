"""Marriage rummy: 21 cards of three decks."""

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

_MARRIAGE_21 = Ruleset(
    id="marriage-21",
    version=1,
    title="Marriage: 21 cards, three pure sequences, or 8 dublees, 3 tunnelas or 8 jokers",
    source="rules §6: 21-card rummy",
    rulings=("R1", "R2", "R13", "R14", "R15", "R16", "R35", "R40", "R41", "R42", "R43"),
    melds=MeldRules(
        decks=3,
        printed_jokers=3,
        hand_size_by_players=((2, 21), (3, 21), (4, 21), (5, 21), (6, 21)),
        exposed_card_removed=False,
        wild_scope=WildScope.RANK,
        neighbour_wilds=True,
        printed_joker_up=PrintedJokerUp.ACES,
        ace=Ace.LOW_OR_HIGH,
        meld_min_cards=3,
        set_max_cards=4,
        min_naturals=1,
        max_jokers_in_sequence=None,
        max_jokers_in_set=None,
        min_sequences=3,
        min_pure_sequences=3,
        long_sequence_cards=None,
        identical_triplet=True,
        dublees_to_declare=8,
        tunnelas_to_declare=3,
        jokers_to_declare=8,
    ),
    settlement=SettlementRules(
        goes_out_by=GoesOutBy.DECLARING,
        ace_points=10,
        court_points=10,
        loser_model=LoserModel.LIVES_CASCADE,
        no_pure=NoPure.CAPPED_SUM,
        cap=120,
        complete_hand_points=2,
        loser_arrangement=LoserArrangement.BEST,
        wrong_declaration=WrongDeclaration.PENALISED,
        wrong_declaration_points=120,
        first_drop=30,
        middle_drop=70,
        missed_turns_for_middle_drop=3,
        draw_limit=None,
        stock_exhausted=StockExhausted.RESHUFFLE,
        knock_limit=None,
        gin_bonus=0,
        undercut_bonus=0,
        undercut_on_tie=False,
        undercut_max_players=None,
        gin_can_be_undercut=False,
        lay_offs=LayOffs.NONE,
        match_won_by=MatchWonBy.LOWEST_TOTAL,
        target_points=None,
        elimination_points=None,
        deals_per_match=None,
    ),
)

MARRIAGE: Final = (_MARRIAGE_21,)
"""The one ruleset of this family."""
