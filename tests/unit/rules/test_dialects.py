"""The built-in rulesets, held against the table of rules.md §5 and §6."""

import dataclasses
from typing import Any

import pytest

from validator import RULESETS, Ruleset, UnknownRuleset, find_ruleset
from validator.rules.dialects import RULESETS as LISTED
from validator.rules.policies import (
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

IDS = (
    "yeeqia-13",
    "indian-reference-13",
    "knock-52",
    "rummymates-13",
    "points-13",
    "points-13-full-count",
    "points-13-open-sets",
    "pool-101",
    "pool-201",
    "pool-61",
    "deals-13",
    "octro-13",
    "ten-card-10",
    "gin-classic",
    "gin-25",
    "marriage-21",
)

INDIAN: dict[str, Any] = {
    "decks": 2,
    "printed_jokers": 2,
    "exposed_card_removed": False,
    "printed_joker_up": PrintedJokerUp.ACES,
    "ace": Ace.LOW_OR_HIGH,
    "set_max_cards": 4,
    "min_naturals": 1,
    "min_sequences": 2,
    "min_pure_sequences": 1,
    "long_sequence_cards": None,
    "goes_out_by": GoesOutBy.DECLARING,
    "court_points": 10,
    "no_pure": NoPure.CAPPED_SUM,
    "cap": 80,
    "knock_limit": None,
    "stock_exhausted": StockExhausted.RESHUFFLE,
}

TABLE: dict[str, dict[str, Any]] = {
    "yeeqia-13": INDIAN
    | {
        "hand_size_by_players": ((4, 13),),
        "wild_scope": WildScope.RANK_AND_COLOUR,
        "ace_points": 10,
        "loser_model": LoserModel.PURE_UNLOCKS_ALL,
        "complete_hand_points": 0,
        "wrong_declaration": WrongDeclaration.PENALISED,
        "wrong_declaration_points": 80,
        "first_drop": None,
        "middle_drop": None,
        "draw_limit": 100,
    },
    "indian-reference-13": INDIAN
    | {
        "hand_size_by_players": ((2, 13), (3, 13), (4, 13), (5, 13), (6, 13)),
        "wild_scope": WildScope.RANK,
        "ace_points": 10,
        "loser_model": LoserModel.PURE_UNLOCKS_ALL,
        "wrong_declaration": WrongDeclaration.PENALISED,
        "wrong_declaration_points": 80,
        "first_drop": 20,
        "middle_drop": 40,
        "draw_limit": None,
    },
    "knock-52": {
        "decks": 1,
        "printed_jokers": 0,
        "hand_size_by_players": ((2, 10), (3, 7), (4, 7)),
        "wild_scope": WildScope.NONE,
        "ace": Ace.LOW,
        "set_max_cards": 4,
        "min_sequences": 0,
        "min_pure_sequences": 0,
        "goes_out_by": GoesOutBy.KNOCKING,
        "ace_points": 1,
        "court_points": 10,
        "loser_model": LoserModel.DEADWOOD_ONLY,
        "cap": None,
        "wrong_declaration": WrongDeclaration.REJECTED,
        "wrong_declaration_points": 0,
        "first_drop": None,
        "middle_drop": None,
        "knock_limit": 10,
        "gin_bonus": 25,
        "undercut_bonus": 25,
        "undercut_on_tie": True,
        "undercut_max_players": 2,
        "gin_can_be_undercut": False,
        "lay_offs": LayOffs.NONE,
        "stock_exhausted": StockExhausted.WASHOUT,
        "match_won_by": MatchWonBy.FIRST_TO_TARGET,
        "target_points": 100,
    },
    "rummymates-13": INDIAN
    | {
        "hand_size_by_players": ((2, 13), (4, 13)),
        "wild_scope": WildScope.RANK,
        "ace_points": 1,
        "loser_model": LoserModel.DEADWOOD_ONLY,
        "wrong_declaration": WrongDeclaration.REJECTED,
        "wrong_declaration_points": 0,
        "first_drop": None,
        "middle_drop": None,
        "match_won_by": MatchWonBy.LOWEST_TOTAL,
    },
    "points-13": INDIAN
    | {
        "wild_scope": WildScope.RANK,
        "ace_points": 10,
        "loser_model": LoserModel.LIVES_CASCADE,
        "complete_hand_points": 2,
        "wrong_declaration": WrongDeclaration.PENALISED,
        "wrong_declaration_points": 80,
        "first_drop": 20,
        "middle_drop": 40,
    },
    "gin-classic": {
        "decks": 1,
        "printed_jokers": 0,
        "hand_size_by_players": ((2, 10),),
        "wild_scope": WildScope.NONE,
        "ace": Ace.LOW,
        "ace_points": 1,
        "court_points": 10,
        "goes_out_by": GoesOutBy.KNOCKING,
        "knock_limit": 10,
        "gin_bonus": 20,
        "undercut_bonus": 10,
        "undercut_on_tie": True,
        "gin_can_be_undercut": False,
        "lay_offs": LayOffs.UNLESS_GIN,
        "match_won_by": MatchWonBy.FIRST_TO_TARGET,
        "target_points": 100,
    },
    "marriage-21": {
        "decks": 3,
        "printed_jokers": 3,
        "hand_size_by_players": ((2, 21), (3, 21), (4, 21), (5, 21), (6, 21)),
        "wild_scope": WildScope.RANK,
        "neighbour_wilds": True,
        "printed_joker_up": PrintedJokerUp.ACES,
        "ace": Ace.LOW_OR_HIGH,
        "set_max_cards": 4,
        "min_sequences": 3,
        "min_pure_sequences": 3,
        "identical_triplet": True,
        "dublees_to_declare": 8,
        "tunnelas_to_declare": 3,
        "jokers_to_declare": 8,
        "loser_model": LoserModel.LIVES_CASCADE,
        "cap": 120,
        "complete_hand_points": 2,
        "wrong_declaration_points": 120,
        "first_drop": 30,
        "middle_drop": 70,
    },
}
"""What literals say."""

TEN_CARDS = tuple((players, 10) for players in range(2, 7))

OVERLAYS: dict[str, tuple[str, dict[str, Any]]] = {
    "points-13-full-count": ("points-13", {"loser_model": LoserModel.TWO_LIVES_OR_FULL}),
    "points-13-open-sets": ("points-13", {"set_max_cards": None}),
    "pool-101": (
        "points-13",
        {
            "missed_turns_for_middle_drop": 3,
            "match_won_by": MatchWonBy.LAST_NOT_ELIMINATED,
            "elimination_points": 101,
        },
    ),
    "pool-201": ("pool-101", {"first_drop": 25, "middle_drop": 50, "elimination_points": 201}),
    "pool-61": (
        "pool-101",
        {
            "cap": 60,
            "wrong_declaration_points": 60,
            "first_drop": 15,
            "middle_drop": 30,
            "elimination_points": 61,
        },
    ),
    "deals-13": (
        "points-13",
        {
            "first_drop": None,
            "middle_drop": None,
            "match_won_by": MatchWonBy.MOST_CHIPS,
            "deals_per_match": 2,
        },
    ),
    "octro-13": (
        "points-13",
        {
            "printed_jokers": 4,
            "hand_size_by_players": ((2, 13), (3, 13)),
            "max_jokers_in_sequence": 1,
            "long_sequence_cards": 4,
            "loser_model": LoserModel.TWO_LIVES_OR_FULL,
            "no_pure": NoPure.FLAT,
            "first_drop": 10,
            "middle_drop": 30,
        },
    ),
    "ten-card-10": (
        "points-13",
        {
            "hand_size_by_players": TEN_CARDS,
            "min_sequences": 1,
            "cap": 60,
            "wrong_declaration_points": 60,
        },
    ),
    "gin-25": ("gin-classic", {"gin_bonus": 25, "undercut_bonus": 25}),
}
"""For each overlay the ruleset beneath it, and all that differs."""


def rule_fields(ruleset: Ruleset) -> dict[str, Any]:
    return {**dataclasses.asdict(ruleset.melds), **dataclasses.asdict(ruleset.settlement)}


@pytest.mark.parametrize("ruleset_id", TABLE)
def test_a_built_in_ruleset_is_what_its_source_says(ruleset_id: str) -> None:
    found = rule_fields(find_ruleset(ruleset_id))
    assert {name: found[name] for name in TABLE[ruleset_id]} == TABLE[ruleset_id]


@pytest.mark.parametrize("ruleset_id", OVERLAYS)
def test_an_overlay_differs_from_what_is_beneath_in_nothing_else(ruleset_id: str) -> None:
    beneath, differing = OVERLAYS[ruleset_id]
    below, found = map(rule_fields, map(find_ruleset, (beneath, ruleset_id)))
    assert {name: found[name] for name in below if below[name] != found[name]} == differing


def test_every_ruleset_is_a_literal_or_an_overlay() -> None:
    assert {*TABLE, *OVERLAYS} == set(IDS)
    assert not TABLE.keys() & OVERLAYS.keys()


def test_the_rulesets_are_listed_in_this_order() -> None:
    assert tuple(ruleset.id for ruleset in LISTED) == IDS
    assert RULESETS is LISTED


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_a_ruleset_is_found_by_its_id_and_says_where_it_comes_from(ruleset: Ruleset) -> None:
    assert find_ruleset(ruleset.id) is ruleset
    assert ruleset.version >= 1
    assert ruleset.title
    assert ruleset.source
    assert ruleset.settlement.loser_arrangement is LoserArrangement.BEST


@pytest.mark.parametrize("ruleset_id", ["", "YEEQIA-13", "yeeqia-13 ", "yeeqia", "gin"])
def test_an_unknown_id_is_refused_with_the_ids_there_are(ruleset_id: str) -> None:
    with pytest.raises(UnknownRuleset) as caught:
        find_ruleset(ruleset_id)
    assert str(caught.value) == f"no ruleset {ruleset_id!r}; known are {', '.join(IDS)}"
