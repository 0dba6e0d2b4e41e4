"""A dialect as data: ranges, contradictions, digest."""

import dataclasses
import hashlib
import json
from typing import Any

import pytest

from tests.support.docstrings import undocumented
from tests.support.house import house
from validator import (
    RULESETS,
    MeldRules,
    Ruleset,
    RulesetContradiction,
    SettlementRules,
    find_ruleset,
    number_range,
)
from validator.rules import rulesets
from validator.rules.policies import (
    GoesOutBy,
    LayOffs,
    LoserModel,
    MatchWonBy,
    NoPure,
    PrintedJokerUp,
    WildScope,
    WrongDeclaration,
)

LAYERS: tuple[type[MeldRules | SettlementRules], ...] = (MeldRules, SettlementRules)
NUMBERS = [
    (name, limits)
    for layer in LAYERS
    for name in layer.__dataclass_fields__
    if (limits := number_range(layer, name)) is not None and name != "hand_size_by_players"
]


def contradictions(base: str = "points-13", **changes: Any) -> list[tuple[str, str]]:
    """Return the fields and the sentence of every contradiction that these changes make."""
    with pytest.raises(RulesetContradiction) as caught:
        house(base, **changes)
    return [(" ".join(found.fields), found.detail) for found in caught.value.contradictions]


@pytest.mark.parametrize(
    ("base", "changes", "fields", "detail"),
    [
        (
            "points-13",
            {"hand_size_by_players": ((2, 13), (3, 12))},
            "hand_size_by_players",
            "hand sizes that differ by one cannot be told from a hand before its discard",
        ),
        (
            "points-13",
            {"hand_size_by_players": ((2, 13), (2, 10))},
            "hand_size_by_players",
            "a number of players has one hand size",
        ),
        (
            "points-13",
            {"hand_size_by_players": ((9, 13),)},
            "hand_size_by_players decks printed_jokers",
            "the decks hold 106 cards, too few to deal these hands",
        ),
        (
            "points-13",
            {"min_pure_sequences": 3},
            "min_pure_sequences min_sequences",
            "min_pure_sequences is greater than min_sequences",
        ),
        (
            "points-13",
            {"min_sequences": 5},
            "min_sequences meld_min_cards long_sequence_cards hand_size_by_players",
            "the required sequences have more cards than the smallest hand",
        ),
        (
            "points-13",
            {"long_sequence_cards": 4, "min_sequences": 0, "min_pure_sequences": 0},
            "long_sequence_cards min_sequences",
            "a long sequence is required, but no sequence is",
        ),
        (
            "points-13",
            {"set_max_cards": 3, "meld_min_cards": 4},
            "set_max_cards meld_min_cards",
            "set_max_cards is less than meld_min_cards",
        ),
        (
            "knock-52",
            {"neighbour_wilds": True},
            "neighbour_wilds wild_scope",
            "no card is turned up, so it has no neighbours",
        ),
        (
            "points-13",
            {"wild_scope": WildScope.NONE},
            "printed_joker_up wild_scope",
            "no card is turned up, so no printed joker is",
        ),
        (
            "points-13",
            {"identical_triplet": True},
            "identical_triplet decks",
            "three identical cards need three decks",
        ),
        (
            "points-13",
            {"tunnelas_to_declare": 3},
            "tunnelas_to_declare identical_triplet",
            "tunnelas suffice to declare, but three identical cards are no meld",
        ),
        (
            "points-13",
            {"dublees_to_declare": 7},
            "dublees_to_declare hand_size_by_players",
            "dublees_to_declare asks for more cards than the smallest hand",
        ),
        (
            "points-13",
            {"tunnelas_to_declare": 5, "identical_triplet": True, "decks": 3},
            "tunnelas_to_declare hand_size_by_players",
            "tunnelas_to_declare asks for more cards than the smallest hand",
        ),
        (
            "points-13",
            {"jokers_to_declare": 14},
            "jokers_to_declare hand_size_by_players",
            "jokers_to_declare asks for more cards than the smallest hand",
        ),
        (
            "knock-52",
            {"knock_limit": None},
            "knock_limit goes_out_by",
            "knock_limit goes with knocking, and knocking with knock_limit",
        ),
        (
            "points-13",
            {"knock_limit": 10},
            "knock_limit goes_out_by",
            "knock_limit goes with knocking, and knocking with knock_limit",
        ),
        (
            "knock-52",
            {"min_sequences": 1},
            "min_sequences goes_out_by",
            "a knock asks for no sequences",
        ),
        (
            "knock-52",
            {"loser_model": LoserModel.LIVES_CASCADE},
            "loser_model goes_out_by",
            "hands that are knocked on count their deadwood only",
        ),
        (
            "knock-52",
            {"wrong_declaration": WrongDeclaration.PENALISED},
            "wrong_declaration goes_out_by",
            "a knock above the limit is no legal knock, so it is rejected",
        ),
        (
            "knock-52",
            {"lay_offs": LayOffs.UNLESS_GIN, "decks": 2},
            "lay_offs decks printed_jokers wild_scope",
            "cards are laid off where one deck without jokers is played",
        ),
        (
            "knock-52",
            {"lay_offs": LayOffs.UNLESS_GIN, "printed_jokers": 1},
            "lay_offs decks printed_jokers wild_scope",
            "cards are laid off where one deck without jokers is played",
        ),
        (
            "knock-52",
            {"lay_offs": LayOffs.UNLESS_GIN, "wild_scope": WildScope.RANK},
            "lay_offs decks printed_jokers wild_scope",
            "cards are laid off where one deck without jokers is played",
        ),
        *(
            (
                "knock-52",
                {name: 20},
                f"{name} goes_out_by",
                f"{name} goes with penalties, and a knock scores points",
            )
            for name in ("first_drop", "middle_drop", "draw_limit")
        ),
        (
            "points-13",
            {"no_pure": NoPure.FLAT, "cap": None},
            "no_pure cap",
            "a flat charge is the cap, and there is no cap",
        ),
        (
            "rummymates-13",
            {"wrong_declaration_points": 80},
            "wrong_declaration_points wrong_declaration",
            "a rejected declaration costs nothing",
        ),
        ("points-13", {"cap": 39}, "middle_drop cap", "middle_drop is greater than cap"),
        (
            "points-13",
            {"first_drop": 81, "middle_drop": None},
            "first_drop cap",
            "first_drop is greater than cap",
        ),
        (
            "points-13",
            {"complete_hand_points": 81},
            "complete_hand_points cap",
            "complete_hand_points is greater than cap",
        ),
        (
            "points-13",
            {"first_drop": 41},
            "first_drop middle_drop",
            "first_drop is greater than middle_drop",
        ),
        (
            "points-13",
            {"missed_turns_for_middle_drop": 3, "middle_drop": None},
            "missed_turns_for_middle_drop middle_drop",
            "missed turns count as a middle drop, and none is offered",
        ),
        (
            "points-13",
            {"target_points": 100},
            "target_points match_won_by",
            "target_points goes with match_won_by first_to_target, and the other way round",
        ),
        (
            "points-13",
            {"match_won_by": MatchWonBy.LAST_NOT_ELIMINATED},
            "elimination_points match_won_by",
            (
                "elimination_points goes with match_won_by last_not_eliminated, "
                "and the other way round"
            ),
        ),
        (
            "points-13",
            {"match_won_by": MatchWonBy.MOST_CHIPS},
            "deals_per_match match_won_by",
            "deals_per_match goes with match_won_by most_chips, and the other way round",
        ),
    ],
)
def test_a_contradiction_is_refused_and_named(
    base: str, changes: dict[str, Any], fields: str, detail: str
) -> None:
    assert contradictions(base, **changes) == [(fields, detail)]


def test_all_contradictions_are_named_together_ranges_first() -> None:
    found = contradictions(
        ace_points=99, min_pure_sequences=3, wild_scope=WildScope.NONE, first_drop=41
    )
    assert [fields for fields, _ in found] == [
        "ace_points",
        "min_pure_sequences min_sequences",
        "printed_joker_up wild_scope",
        "first_drop middle_drop",
    ]


@pytest.mark.parametrize(("name", "limits"), NUMBERS)
@pytest.mark.parametrize("end", ["below", "above"])
def test_a_number_out_of_its_range_is_refused(name: str, limits: tuple[int, int], end: str) -> None:
    value = limits[0] - 1 if end == "below" else limits[1] + 1
    detail = f"{name} lies between {limits[0]} and {limits[1]}"
    changes: dict[str, Any] = {name: value}
    assert (name, detail) in contradictions(**changes)


@pytest.mark.parametrize("version", [-1, 0, 1_000_000])
def test_a_version_counts_from_one_and_has_at_most_six_digits(version: int) -> None:
    with pytest.raises(RulesetContradiction) as caught:
        dataclasses.replace(find_ruleset("points-13"), version=version)
    (found,) = caught.value.contradictions
    assert (found.fields, found.detail) == (("version",), "version lies between 1 and 999999")


@pytest.mark.parametrize("sizes", [((1, 13),), ((2, 22),), ((2, 13), (4, 1))])
def test_players_and_cards_dealt_lie_in_their_range(sizes: tuple[tuple[int, int], ...]) -> None:
    found = contradictions(hand_size_by_players=sizes)
    assert found[0] == ("hand_size_by_players", "hand_size_by_players lies between 2 and 21")


def test_some_number_of_players_has_a_hand() -> None:
    wanted = ("hand_size_by_players", "no number of players has a hand size")
    assert contradictions(hand_size_by_players=()) == [wanted]


def test_fewer_jokers_than_a_group_has_cannot_suffice_to_declare() -> None:
    names = "jokers_to_declare meld_min_cards"
    found = contradictions(jokers_to_declare=3, meld_min_cards=4)
    assert (names, "fewer jokers suffice to declare than make a group") in found


def test_nothing_suffices_to_declare_where_one_knocks() -> None:
    with pytest.raises(RulesetContradiction) as caught:
        house("knock-52", dublees_to_declare=2, decks=2)
    (found,) = caught.value.contradictions
    assert found.detail == "a knock counts deadwood, so nothing suffices to declare"


@pytest.mark.parametrize(
    ("name", "way"),
    [
        ("elimination_points", MatchWonBy.LAST_NOT_ELIMINATED),
        ("deals_per_match", MatchWonBy.MOST_CHIPS),
    ],
)
def test_a_match_of_knocks_is_not_won_by_penalties(name: str, way: MatchWonBy) -> None:
    changes: dict[str, Any] = {name: 20, "match_won_by": way, "target_points": None}
    assert contradictions("knock-52", **changes) == [
        (f"{name} goes_out_by", f"{name} goes with penalties, and a knock scores points")
    ]


def test_a_ruleset_of_declarations_may_name_lay_offs_that_nobody_makes() -> None:
    assert house(lay_offs=LayOffs.UNLESS_GIN).settlement.lay_offs is LayOffs.UNLESS_GIN


def test_a_long_sequence_has_to_fit_beside_the_others() -> None:
    with pytest.raises(RulesetContradiction) as caught:
        house(cards=6, long_sequence_cards=6, min_sequences=2)
    (found,) = caught.value.contradictions
    assert found.detail == "the required sequences have more cards than the smallest hand"


@pytest.mark.parametrize("name", ["cap", "set_max_cards", "first_drop", "draw_limit"])
def test_a_limit_may_be_absent(name: str) -> None:
    changes: dict[str, Any] = {name: None}
    ruleset = house(**changes)
    assert None in (getattr(ruleset.melds, name, 0), getattr(ruleset.settlement, name, 0))


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"first_drop": 40}, id="first drop equal to middle drop"),
        pytest.param({"middle_drop": 80}, id="middle drop equal to cap"),
        pytest.param({"set_max_cards": 3}, id="sets of exactly three"),
        pytest.param({"min_pure_sequences": 2}, id="every sequence pure"),
        pytest.param({"min_sequences": 4}, id="twelve of thirteen cards in sequences"),
        pytest.param({"dublees_to_declare": 6}, id="twelve of thirteen cards in dublees"),
        pytest.param({"jokers_to_declare": 13}, id="a hand of jokers only"),
        pytest.param({"hand_size_by_players": ((2, 13), (3, 11))}, id="hand sizes two apart"),
        pytest.param({"hand_size_by_players": ((8, 13),)}, id="104 of 106 cards dealt"),
        pytest.param({"wrong_declaration_points": 0}, id="a wrong declaration that costs nothing"),
    ],
)
def test_what_only_touches_a_limit_is_no_contradiction(changes: dict[str, Any]) -> None:
    assert house(**changes).id == "house-rule"


def test_hand_sizes_are_ascending_and_each_there_once() -> None:
    assert find_ruleset("knock-52").melds.hand_sizes == (7, 10)
    assert find_ruleset("points-13").melds.hand_sizes == (13,)


def test_fields_that_are_no_numbers_have_no_range() -> None:
    assert number_range(MeldRules, "ace") is None
    assert number_range(SettlementRules, "undercut_on_tie") is None
    assert number_range(SettlementRules, "cap") == (1, 1000)


def test_the_digest_is_the_hash_of_all_rule_fields_as_json() -> None:
    ruleset = find_ruleset("yeeqia-13")
    fields = {**dataclasses.asdict(ruleset.melds), **dataclasses.asdict(ruleset.settlement)}
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"))
    assert ruleset.digest == "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def test_equal_rules_have_equal_digests_whatever_they_are_called() -> None:
    ruleset = find_ruleset("points-13")
    renamed = dataclasses.replace(ruleset, id="mine", version=7, title="", source="", rulings=())
    assert renamed.digest == ruleset.digest
    assert renamed != ruleset


CHANGED_FIELDS = [
    {"decks": 3},
    {"printed_jokers": 4},
    {"hand_size_by_players": ((2, 13),)},
    {"exposed_card_removed": True},
    {"wild_scope": WildScope.RANK_AND_COLOUR},
    {"printed_joker_up": PrintedJokerUp.NONE},
    {"min_naturals": 0},
    {"cap": None},
    {"no_pure": NoPure.FLAT},
    {"loser_model": LoserModel.DEADWOOD_ONLY},
    {"draw_limit": 50},
]


@pytest.mark.parametrize("changes", CHANGED_FIELDS, ids=lambda changes: next(iter(changes)))
def test_another_rule_has_another_digest(changes: dict[str, Any]) -> None:
    assert house(**changes).digest != find_ruleset("points-13").digest


def test_digests_of_the_built_in_rulesets_differ() -> None:
    # points-13 and pool overlays would share meld rules; no two built-ins share all rules.
    assert len({ruleset.digest for ruleset in RULESETS}) == len(RULESETS)


def test_a_digest_cannot_be_passed_in() -> None:
    ruleset = find_ruleset("points-13")
    with pytest.raises((TypeError, ValueError), match="digest"):  # TypeError from Python 3.13 on
        dataclasses.replace(ruleset, digest="sha256:0")


@pytest.mark.parametrize("cls", [MeldRules, SettlementRules, Ruleset])
def test_a_ruleset_is_frozen_keyword_only_and_without_defaults(cls: type[Any]) -> None:
    for field in dataclasses.fields(cls):
        assert field.kw_only or not field.init
        assert field.default is dataclasses.MISSING
        assert field.default_factory is dataclasses.MISSING
    assert cls.__dataclass_params__.frozen


def test_no_two_fields_of_the_layers_share_a_name() -> None:
    assert not MeldRules.__dataclass_fields__.keys() & SettlementRules.__dataclass_fields__.keys()


def test_every_field_is_documented() -> None:
    assert undocumented(rulesets) == []


def test_a_knock_ruleset_may_have_a_cap_on_its_deadwood() -> None:
    ruleset = house("knock-52", cap=50)
    assert ruleset.settlement.goes_out_by is GoesOutBy.KNOCKING


def test_equal_meld_rules_have_equal_hashes_and_built_in_ones_mostly_others() -> None:
    for ruleset in RULESETS:
        assert hash(dataclasses.replace(ruleset.melds)) == hash(ruleset.melds)
    assert len({hash(ruleset.melds) for ruleset in RULESETS}) > 2
