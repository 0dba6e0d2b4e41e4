"""The wire shape of a ruleset (`schemas.rulesets`)."""

import json
from typing import Any

import pytest
from marshmallow import ValidationError

from schemas.problems import json_pointer
from schemas.rulesets import RulesetSchema, dump_ruleset, load_ruleset
from schemas.validation_errors import problem_errors
from validator import RULESETS, MeldRules, Ruleset, SettlementRules, find_ruleset

RULES = [*MeldRules.__dataclass_fields__, *SettlementRules.__dataclass_fields__]
OWN = ["id", "version", "digest", "title", "source", "rulings"]
KNOCK = dump_ruleset(find_ruleset("knock-52"))


def errors_of(document: dict[str, Any]) -> list[tuple[str, str, str]]:
    with pytest.raises(ValidationError) as caught:
        load_ruleset(document)
    errors = problem_errors(caught.value)
    return [(json_pointer(error.path), error.code, error.detail) for error in errors]


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_every_built_in_ruleset_survives_the_round_trip(ruleset: Ruleset) -> None:
    document = json.loads(json.dumps(dump_ruleset(ruleset)))
    assert load_ruleset(document) == ruleset


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_a_ruleset_is_one_flat_object_of_all_its_fields(ruleset: Ruleset) -> None:
    document = dump_ruleset(ruleset)
    assert document.keys() == {*OWN, *RULES}
    assert document["digest"] == ruleset.digest
    assert document["rulings"] == list(ruleset.rulings)


def test_hand_sizes_are_an_object_by_number_of_players() -> None:
    assert KNOCK["hand_size_by_players"] == {"2": 10, "3": 7, "4": 7}


def test_the_schema_has_a_field_for_every_rule() -> None:
    assert {*RulesetSchema().fields} == {*OWN, *RULES, "base"}


def test_with_a_base_what_is_left_out_is_as_there() -> None:
    base = find_ruleset("points-13")
    found = load_ruleset({"base": "points-13", "cap": 60, "middle_drop": 30})
    assert found.melds == base.melds
    assert (found.settlement.cap, found.settlement.middle_drop) == (60, 30)
    assert found.settlement.first_drop == 20
    assert (found.id, found.title, found.source) == ("house-rule", "a house rule", "points-13")
    assert found.digest != base.digest


def test_a_base_unchanged_has_the_base_s_digest() -> None:
    assert load_ruleset({"base": "points-13"}).digest == find_ruleset("points-13").digest


def test_a_house_rule_may_have_a_name_of_its_own() -> None:
    own = {"id": "club-13", "title": "Club", "source": "the club", "version": 3, "rulings": ["R1"]}
    found = load_ruleset({"base": "points-13", **own})
    assert (found.id, found.title, found.source, found.version) == (
        "club-13", "Club", "the club", 3,
    )  # fmt: skip
    assert found.rulings == ("R1",)


def test_without_a_base_the_names_are_optional_and_the_rules_are_not() -> None:
    rules = {name: KNOCK[name] for name in RULES}
    found = load_ruleset(rules)
    assert (found.id, found.version, found.title, found.source, found.rulings) == (
        "house-rule", 1, "a house rule", "the request", (),
    )  # fmt: skip
    assert found.digest == find_ruleset("knock-52").digest


@pytest.mark.parametrize("name", RULES)
def test_without_a_base_no_rule_may_be_left_out(name: str) -> None:
    document = {key: value for key, value in KNOCK.items() if key != name}
    assert errors_of(document) == [(f"/{name}", "missing_field", "this field is required")]


def test_a_digest_is_recomputed_whatever_the_object_says() -> None:
    assert load_ruleset(KNOCK | {"digest": "sha256:0"}) == find_ruleset("knock-52")


def test_a_field_that_is_no_rule_is_refused() -> None:
    assert errors_of({"base": "points-13", "jokers": 2}) == [
        ("/jokers", "unknown_field", "unknown field")
    ]


def test_an_unknown_base_is_named() -> None:
    ((pointer, code, detail),) = errors_of({"base": "gin"})
    assert (pointer, code) == ("/base", "unknown_ruleset")
    assert detail.startswith("no ruleset 'gin'; known are ")


def test_a_base_of_the_wrong_type_is_refused() -> None:
    assert errors_of({"base": 5}) == [("/base", "wrong_type", ID)]


def test_an_unknown_base_is_named_beside_wrong_fields() -> None:
    found = errors_of({"base": "gin", "decks": "2"})
    assert {(pointer, code) for pointer, code, _ in found} == {
        ("/base", "unknown_ruleset"),
        ("/decks", "wrong_type"),
    }


INTEGER = "must be an integer"
BOOLEAN = "must be true or false"
TEXT = "must be a text of at most 200 characters"
ID = "must be at most 64 lower-case letters, digits and hyphens"
NULL = "null is not allowed here"


@pytest.mark.parametrize(
    ("name", "value", "detail"),
    [
        ("decks", "2", INTEGER),
        ("decks", 2.0, INTEGER),
        ("decks", True, INTEGER),
        ("decks", None, NULL),
        ("cap", "80", INTEGER),
        ("cap", False, INTEGER),
        ("neighbour_wilds", 1, BOOLEAN),
        ("neighbour_wilds", "true", BOOLEAN),
        ("neighbour_wilds", None, NULL),
        ("ace", "high", "must be one of low, low_or_high"),
        ("ace", 1, "must be one of low, low_or_high"),
        ("ace", ["low"], "must be one of low, low_or_high"),
        ("ace", None, NULL),
        ("no_pure", "Flat", "must be one of capped_sum, flat"),
        ("title", 5, TEXT),
        ("title", "x" * 201, TEXT),
        ("source", None, NULL),
        ("id", "", ID),
        ("id", "Club", ID),
        ("id", "-club", ID),
        ("id", "club 13", ID),
        ("id", "club\n", ID),
        ("id", "x" * 65, ID),
        ("id", 5, ID),
        ("version", "1", INTEGER),
        ("rulings", "R1", "must be a list of texts"),
        ("hand_size_by_players", [13], 'must be an object such as {"2": 13, "4": 13}'),
        ("hand_size_by_players", None, NULL),
    ],
)
def test_a_field_of_the_wrong_type_is_refused(name: str, value: object, detail: str) -> None:
    assert errors_of({"base": "points-13", name: value}) == [(f"/{name}", "wrong_type", detail)]


@pytest.mark.parametrize("players", ["", "two", "-2", "2.0", "123", "²", " 2", "0", "02"])
def test_a_number_of_players_is_written_in_digits(players: str) -> None:
    document = {"base": "points-13", "hand_size_by_players": {players: 13}}
    assert errors_of(document) == [
        (f"/hand_size_by_players/{players}", "wrong_type", "the name is a number of players")
    ]


@pytest.mark.parametrize("cards", [None, "13", 13.0, True, [13]])
def test_a_number_of_cards_dealt_is_an_integer(cards: object) -> None:
    document = {"base": "points-13", "hand_size_by_players": {"2": 13, "3": cards}}
    assert errors_of(document) == [
        ("/hand_size_by_players/3", "wrong_type", "must be a number of cards")
    ]


def test_every_wrong_hand_size_is_listed() -> None:
    found = errors_of({"base": "points-13", "hand_size_by_players": {"two": 13, "3": "x"}})
    assert [pointer for pointer, _, _ in found] == [
        "/hand_size_by_players/two",
        "/hand_size_by_players/3",
    ]


def test_hand_sizes_are_sorted_by_players() -> None:
    sizes = {"10": 7, "2": 13, "3": 10}
    found = load_ruleset({"base": "points-13", "hand_size_by_players": sizes})
    assert found.melds.hand_size_by_players == ((2, 13), (3, 10), (10, 7))


@pytest.mark.parametrize("name", ["cap", "set_max_cards", "first_drop", "max_jokers_in_set"])
def test_null_lifts_a_limit(name: str) -> None:
    assert dump_ruleset(load_ruleset({"base": "points-13", name: None}))[name] is None


def test_contradictions_point_at_the_field_to_look_at_first() -> None:
    document = {"base": "points-13", "decks": 4, "min_pure_sequences": 3, "cap": 30}
    assert errors_of(document) == [
        ("/decks", "ruleset_contradiction", "decks lies between 1 and 3"),
        (
            "/min_pure_sequences",
            "ruleset_contradiction",
            "min_pure_sequences is greater than min_sequences",
        ),
        ("/middle_drop", "ruleset_contradiction", "middle_drop is greater than cap"),
    ]


def test_contradictions_without_a_base_are_found_too() -> None:
    assert errors_of(KNOCK | {"knock_limit": None}) == [
        (
            "/knock_limit",
            "ruleset_contradiction",
            "knock_limit goes with knocking, and knocking with knock_limit",
        )
    ]


def test_null_for_the_rulings_is_refused() -> None:
    assert errors_of({"base": "points-13", "rulings": None}) == [("/rulings", "wrong_type", NULL)]
