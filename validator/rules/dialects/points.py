"""Points rummy and what is played with it: pools, deals, open sets, the rules of Octro, ten cards.

`points-13` is a literal; the others are overlays of it, as the table of rules §6 is.
"""

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

_POINTS_13 = Ruleset(
    id="points-13",
    version=1,
    title="Points rummy: 13 cards, lives count in a cascade, drops 20 and 40, loser's show 2",
    source="rules §6: points rummy as played on most sites",
    rulings=("R1", "R2", "R13", "R14", "R16"),
    melds=MeldRules(
        decks=2,
        printed_jokers=2,
        hand_size_by_players=((2, 13), (3, 13), (4, 13), (5, 13), (6, 13)),
        exposed_card_removed=False,
        wild_scope=WildScope.RANK,
        neighbour_wilds=False,
        printed_joker_up=PrintedJokerUp.ACES,
        ace=Ace.LOW_OR_HIGH,
        meld_min_cards=3,
        set_max_cards=4,
        min_naturals=1,
        max_jokers_in_sequence=None,
        max_jokers_in_set=None,
        min_sequences=2,
        min_pure_sequences=1,
        long_sequence_cards=None,
        identical_triplet=False,
        dublees_to_declare=None,
        tunnelas_to_declare=None,
        jokers_to_declare=None,
    ),
    settlement=SettlementRules(
        goes_out_by=GoesOutBy.DECLARING,
        ace_points=10,
        court_points=10,
        loser_model=LoserModel.LIVES_CASCADE,
        no_pure=NoPure.CAPPED_SUM,
        cap=80,
        complete_hand_points=2,
        loser_arrangement=LoserArrangement.BEST,
        wrong_declaration=WrongDeclaration.PENALISED,
        wrong_declaration_points=80,
        first_drop=20,
        middle_drop=40,
        missed_turns_for_middle_drop=None,
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

_POINTS_13_FULL_COUNT = replace(
    _POINTS_13,
    id="points-13-full-count",
    title="Points rummy where a hand without both lives counts whole",
    source="rules §6: points-13 with the full count",
    settlement=replace(_POINTS_13.settlement, loser_model=LoserModel.TWO_LIVES_OR_FULL),
)

_POINTS_13_OPEN_SETS = replace(
    _POINTS_13,
    id="points-13-open-sets",
    title="Points rummy where jokers may extend a set without limit",
    source="rules §6: points-13 with open sets",
    rulings=(*_POINTS_13.rulings, "R35"),
    melds=replace(_POINTS_13.melds, set_max_cards=None),
)

_POOL_101 = replace(
    _POINTS_13,
    id="pool-101",
    title="Pool of 101: whoever reaches 101 points is out, drops 20 and 40",
    source="rules §6: pool rummy",
    rulings=(*_POINTS_13.rulings, "R35"),
    settlement=replace(
        _POINTS_13.settlement,
        missed_turns_for_middle_drop=3,
        match_won_by=MatchWonBy.LAST_NOT_ELIMINATED,
        elimination_points=101,
    ),
)

_POOL_201 = replace(
    _POOL_101,
    id="pool-201",
    title="Pool of 201: whoever reaches 201 points is out, drops 25 and 50",
    settlement=replace(_POOL_101.settlement, first_drop=25, middle_drop=50, elimination_points=201),
)

_POOL_61 = replace(
    _POOL_101,
    id="pool-61",
    title="Pool of 61: whoever reaches 61 points is out, at most 60 a deal, drops 15 and 30",
    settlement=replace(
        _POOL_101.settlement,
        cap=60,
        wrong_declaration_points=60,
        first_drop=15,
        middle_drop=30,
        elimination_points=61,
    ),
)

_DEALS_13 = replace(
    _POINTS_13,
    id="deals-13",
    title="Deals rummy: two deals without drops, won by the most chips",
    source="rules §6: deals rummy",
    rulings=(*_POINTS_13.rulings, "R35", "R36"),
    settlement=replace(
        _POINTS_13.settlement,
        first_drop=None,
        middle_drop=None,
        match_won_by=MatchWonBy.MOST_CHIPS,
        deals_per_match=2,
    ),
)

_OCTRO_13 = replace(
    _POINTS_13,
    id="octro-13",
    title="Octro's rules: one life of four cards, one joker a sequence, 80 without both lives",
    source="rules §6: Indian rummy by the rules of Octro",
    rulings=(*_POINTS_13.rulings, "R35", "R37"),
    melds=replace(
        _POINTS_13.melds,
        printed_jokers=4,
        hand_size_by_players=((2, 13), (3, 13)),
        max_jokers_in_sequence=1,
        long_sequence_cards=4,
    ),
    settlement=replace(
        _POINTS_13.settlement,
        loser_model=LoserModel.TWO_LIVES_OR_FULL,
        no_pure=NoPure.FLAT,
        first_drop=10,
        middle_drop=30,
    ),
)

_TEN_CARD_10 = replace(
    _POINTS_13,
    id="ten-card-10",
    title="Ten-card rummy: one pure sequence is enough, at most 60 a deal",
    source="rules §6: ten-card rummy",
    rulings=(*_POINTS_13.rulings, "R35", "R38"),
    melds=replace(
        _POINTS_13.melds,
        hand_size_by_players=((2, 10), (3, 10), (4, 10), (5, 10), (6, 10)),
        min_sequences=1,
    ),
    settlement=replace(_POINTS_13.settlement, cap=60, wrong_declaration_points=60),
)

POINTS: Final = (
    _POINTS_13,
    _POINTS_13_FULL_COUNT,
    _POINTS_13_OPEN_SETS,
    _POOL_101,
    _POOL_201,
    _POOL_61,
    _DEALS_13,
    _OCTRO_13,
    _TEN_CARD_10,
)
"""Points rummy first, then its overlays."""
