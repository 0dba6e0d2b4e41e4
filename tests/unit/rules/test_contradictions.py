"""The table of contradictions: every row has a name of its own, and a house rule that breaks it."""

import dataclasses
from typing import Any, Final

import pytest

from validator import MeldRules, SettlementRules, find_ruleset
from validator.rules.contradictions import (
    MELD_CLASHES,
    SETTLEMENT_CLASHES,
    find_contradictions,
)
from validator.rules.policies import (
    LayOffs,
    LoserModel,
    MatchWonBy,
    NoPure,
    WildScope,
    WrongDeclaration,
)

TABLE: Final = (*MELD_CLASHES, *SETTLEMENT_CLASHES)
CHIPS, ELIMINATION = MatchWonBy.MOST_CHIPS, MatchWonBy.LAST_NOT_ELIMINATED

BREAKING: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "no_hand_size": ("points-13", {"hand_size_by_players": ()}),
    "hand_sizes_differ_by_one": ("points-13", {"hand_size_by_players": ((2, 13), (3, 12))}),
    "players_named_twice": ("points-13", {"hand_size_by_players": ((2, 13), (2, 10))}),
    "too_few_cards_to_deal": ("points-13", {"hand_size_by_players": ((9, 13),)}),
    "pure_exceeds_all": ("points-13", {"min_pure_sequences": 3}),
    "sequences_exceed_hand": ("points-13", {"min_sequences": 5}),
    "long_without_sequences": (
        "points-13",
        {"long_sequence_cards": 4, "min_sequences": 0, "min_pure_sequences": 0},
    ),
    "set_smaller_than_meld": ("points-13", {"set_max_cards": 3, "meld_min_cards": 4}),
    "neighbours_without_wild_card": ("knock-52", {"neighbour_wilds": True}),
    "printed_joker_up_without_wild_card": ("points-13", {"wild_scope": WildScope.NONE}),
    "triplet_without_three_decks": ("points-13", {"identical_triplet": True}),
    "tunnelas_without_triplet": ("points-13", {"tunnelas_to_declare": 3}),
    "jokers_fewer_than_group": ("points-13", {"jokers_to_declare": 3, "meld_min_cards": 4}),
    "dublees_exceed_hand": ("points-13", {"dublees_to_declare": 7}),
    "tunnelas_exceed_hand": (
        "points-13",
        {"tunnelas_to_declare": 5, "identical_triplet": True, "decks": 3},
    ),
    "jokers_exceed_hand": ("points-13", {"jokers_to_declare": 14}),
    "min_naturals_in_large_hand": (
        "points-13",
        {"hand_size_by_players": ((2, 21),), "min_naturals": 2},
    ),
    "long_sequence_cards_in_large_hand": (
        "points-13",
        {"hand_size_by_players": ((2, 21),), "long_sequence_cards": 4},
    ),
    "max_jokers_in_sequence_in_large_hand": (
        "points-13",
        {"hand_size_by_players": ((2, 21),), "max_jokers_in_sequence": 1},
    ),
    "max_jokers_in_set_in_large_hand": (
        "points-13",
        {"hand_size_by_players": ((2, 21),), "max_jokers_in_set": 0},
    ),
    "long_sequence_beside_long_melds": (
        "points-13",
        {"meld_min_cards": 4, "long_sequence_cards": 6},
    ),
    "two_naturals_in_long_melds": ("points-13", {"min_naturals": 2, "meld_min_cards": 4}),
    "knock_limit_goes_with_knocking": ("knock-52", {"knock_limit": None}),
    "sequences_in_knock": ("knock-52", {"min_sequences": 1}),
    "sufficient_melds_in_knock": ("knock-52", {"dublees_to_declare": 2}),
    "loser_model_in_knock": ("knock-52", {"loser_model": LoserModel.LIVES_CASCADE}),
    "penalised_knock": ("knock-52", {"wrong_declaration": WrongDeclaration.PENALISED}),
    "lay_offs_with_jokers_or_decks": ("knock-52", {"lay_offs": LayOffs.UNLESS_GIN, "decks": 2}),
    "first_drop_in_knock": ("knock-52", {"first_drop": 20}),
    "middle_drop_in_knock": ("knock-52", {"middle_drop": 20}),
    "draw_limit_in_knock": ("knock-52", {"draw_limit": 20}),
    "elimination_points_in_knock": (
        "knock-52",
        {"elimination_points": 20, "match_won_by": ELIMINATION, "target_points": None},
    ),
    "deals_per_match_in_knock": (
        "knock-52",
        {"deals_per_match": 20, "match_won_by": CHIPS, "target_points": None},
    ),
    "flat_charge_without_cap": ("points-13", {"no_pure": NoPure.FLAT, "cap": None}),
    "rejected_declaration_charged": ("rummymates-13", {"wrong_declaration_points": 80}),
    "first_drop_exceeds_cap": ("points-13", {"first_drop": 81, "middle_drop": None}),
    "middle_drop_exceeds_cap": ("points-13", {"cap": 39}),
    "complete_hand_points_exceeds_cap": ("points-13", {"complete_hand_points": 81}),
    "first_exceeds_middle_drop": ("points-13", {"first_drop": 41}),
    "missed_turns_without_middle_drop": (
        "points-13",
        {"missed_turns_for_middle_drop": 3, "middle_drop": None},
    ),
    "target_points_goes_with_first_to_target": ("points-13", {"target_points": 100}),
    "elimination_points_goes_with_last_not_eliminated": (
        "points-13",
        {"match_won_by": ELIMINATION},
    ),
    "deals_per_match_goes_with_most_chips": ("points-13", {"match_won_by": CHIPS}),
}
"""A built-in ruleset for each row, and the fields that, changed, make it break the row."""


def layers(base: str, changes: dict[str, Any]) -> tuple[MeldRules, SettlementRules]:
    """Return the two layers of a house rule, whether or not they contradict each other."""
    built_in = find_ruleset(base)
    of_melds = {name: changes[name] for name in MeldRules.__dataclass_fields__ & changes.keys()}
    of_points = {name: value for name, value in changes.items() if name not in of_melds}
    return (
        dataclasses.replace(built_in.melds, **of_melds),
        dataclasses.replace(built_in.settlement, **of_points),
    )


def test_every_row_has_a_name_of_its_own() -> None:
    names = [clash.name for clash in TABLE]
    assert len(set(names)) == len(names)
    assert sorted(names) == sorted(BREAKING)


@pytest.mark.parametrize("clash", TABLE, ids=lambda clash: clash.name)
def test_a_house_rule_breaks_each_row_and_is_told_by_its_sentence(clash: Any) -> None:
    melds, points = layers(*BREAKING[clash.name])
    assert clash.is_broken(melds, points) is True
    assert clash.contradiction(melds) in find_contradictions(melds, points)


@pytest.mark.parametrize("clash", TABLE, ids=lambda clash: clash.name)
def test_the_built_in_ruleset_that_was_changed_does_not_break_it(clash: Any) -> None:
    base, _ = BREAKING[clash.name]
    assert clash.is_broken(*layers(base, {})) is False


@pytest.mark.parametrize("clash", TABLE, ids=lambda clash: clash.name)
def test_a_row_names_fields_of_the_layers(clash: Any) -> None:
    known = MeldRules.__dataclass_fields__ | SettlementRules.__dataclass_fields__
    assert known.keys() >= set(clash.fields)
