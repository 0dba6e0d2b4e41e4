"""The requests of a validate call and of an arrange call."""

from typing import Any

import pytest
from marshmallow import ValidationError

from schemas.problems import json_pointer
from schemas.requests.declarations import load_validate_request
from schemas.requests.situations import load_arrange_request
from schemas.requests.tables import load_settle_request
from schemas.validation_errors import problem_errors
from tests.support.house import kinds, names
from validator import Reason, Status, find_ruleset
from validator.cards import parse_kind

HAND = "5H 6H 7H 9S 10S JK 4C 4D 4S QC QD QS QH"
MINIMAL: dict[str, Any] = {"ruleset": "points-13", "hand": HAND}


def errors_of(document: object) -> list[tuple[str, str]]:
    with pytest.raises(ValidationError) as caught:
        load_validate_request(document)
    return [(json_pointer(error.path), error.code) for error in problem_errors(caught.value)]


def test_the_least_request_has_a_ruleset_and_a_hand() -> None:
    found = load_validate_request(MINIMAL)
    assert found.deal.ruleset == find_ruleset("points-13")
    assert names(found.hand) == HAND
    assert (found.groups, found.discard, found.named_discard) == (None, None, None)
    assert found.deal.wild == frozenset()


def test_a_full_request_is_read() -> None:
    groups = [["5H", "6H", "7H"], "9S 10S JK", ["4C", "4D", "4S"], ["QC", "QD", "QS", "QH"]]
    found = load_validate_request(
        {
            "ruleset": "yeeqia-13",
            "hand": f"{HAND} KC".split(),
            "wild_card": "♦7",
            "groups": groups,
            "discard": "kc",
        }
    )
    assert found.deal.wild == frozenset(kinds("7H 7D"))
    assert found.groups is not None
    assert [names(group) for group in found.groups] == [
        "5H 6H 7H", "9S 10S JK", "4C 4D 4S", "QC QD QS QH",
    ]  # fmt: skip
    assert found.discard == found.named_discard == parse_kind("KC")


def test_null_is_as_good_as_absent_where_a_field_may_be_absent() -> None:
    absent = {"wild_card": None, "groups": None, "discard": None}
    assert load_validate_request(MINIMAL | absent) == load_validate_request(MINIMAL)


def test_a_house_rule_may_stand_in_for_a_ruleset() -> None:
    found = load_validate_request(MINIMAL | {"ruleset": {"base": "points-13", "cap": 60}})
    assert found.deal.ruleset.settlement.cap == 60


@pytest.mark.parametrize(
    ("document", "errors"),
    [
        ({}, [("/ruleset", "missing_field"), ("/hand", "missing_field")]),
        ({"hand": HAND}, [("/ruleset", "missing_field")]),
        ({"ruleset": "points-13"}, [("/hand", "missing_field")]),
        (MINIMAL | {"ruleset": None}, [("/ruleset", "wrong_type")]),
        (MINIMAL | {"hand": None}, [("/hand", "wrong_type")]),
        (MINIMAL | {"ruleset": "gin"}, [("/ruleset", "unknown_ruleset")]),
        (MINIMAL | {"wild": "7D"}, [("/wild", "unknown_field")]),
        (MINIMAL | {"wild_card": 7}, [("/wild_card", "wrong_type")]),
        (MINIMAL | {"wild_card": "7X"}, [("/wild_card", "unknown_card")]),
        (MINIMAL | {"groups": "5H 6H 7H"}, [("/groups", "wrong_type")]),
        (MINIMAL | {"groups": [["5H", None]]}, [("/groups/0/1", "wrong_type")]),
        (MINIMAL | {"groups": [[]]}, [("/groups/0", "empty_group")]),
        (MINIMAL | {"groups": [["8H"]]}, [("/groups/0/0", "card_not_in_hand")]),
        (MINIMAL | {"groups": ["5H", "5H"]}, [("/groups/1", "card_used_twice")]),
        (MINIMAL | {"discard": "QH"}, [("/hand", "hand_size")]),
        (MINIMAL | {"hand": HAND[:-3]}, [("/hand", "hand_size")]),
        (MINIMAL | {"hand": f"{HAND} KC", "groups": []}, [("/discard", "discard_missing")]),
        (MINIMAL | {"hand": f"{HAND} KC", "discard": "KD"}, [("/discard", "discard_not_in_hand")]),
        (
            {"ruleset": "knock-52", "hand": "5H 6H 7H 9S 10S JS 4C 4D 4S QC", "wild_card": "7D"},
            [("/wild_card", "wild_card_not_allowed")],
        ),
        ([], [("", "wrong_type")]),
        (None, [("", "wrong_type")]),
        ("5H", [("", "wrong_type")]),
    ],
)
def test_a_request_that_asks_nothing_is_refused(
    document: object, errors: list[tuple[str, str]]
) -> None:
    assert errors_of(document) == errors


def test_faults_of_the_hand_are_listed_beside_errors_of_other_fields() -> None:
    # The groups are not held against a hand of which a part could not be read.
    found = errors_of(
        {
            "ruleset": "points-13",
            "hand": f"{HAND} KC KD",
            "wild_card": 5,
            "groups": [["8H", "ZZ"], []],
            "extra": 1,
        }
    )
    assert set(found) == {
        ("/wild_card", "wrong_type"),
        ("/extra", "unknown_field"),
        ("/hand", "hand_size"),
        ("/groups/0/1", "unknown_card"),
        ("/groups/1", "empty_group"),
    }


def test_all_faults_of_the_cards_are_listed_together() -> None:
    found = errors_of(MINIMAL | {"hand": f"{HAND} KC KD", "groups": [["8H", "ZZ"], []]})
    assert found == [
        ("/hand", "hand_size"),
        ("/groups/0/1", "unknown_card"),
        ("/groups/1", "empty_group"),
        ("/groups/0/0", "card_not_in_hand"),
    ]


def test_every_wrong_entry_of_hand_and_groups_is_listed() -> None:
    found = errors_of(
        {"ruleset": "points-13", "hand": [5, "ZZ", None], "groups": [[6, "YY"], 7, "XX"]}
    )
    assert sorted(found) == [
        ("/groups/0/0", "wrong_type"),
        ("/groups/0/1", "unknown_card"),
        ("/groups/1", "wrong_type"),
        ("/groups/2", "unknown_card"),
        ("/hand/0", "wrong_type"),
        ("/hand/1", "unknown_card"),
        ("/hand/2", "wrong_type"),
    ]


@pytest.mark.parametrize("ruleset", ["gin", None, {"base": "gin"}])
def test_codes_that_are_no_card_are_named_even_where_the_ruleset_is_unknown(
    ruleset: object,
) -> None:
    found = errors_of({"ruleset": ruleset, "hand": ["5H", "ZZ"], "groups": [["YY"], "5H XX"]})
    assert [pointer for pointer, code in found if code == "unknown_card"] == [
        "/hand/1", "/groups/0/0", "/groups/1",
    ]  # fmt: skip


def test_codes_of_groups_are_named_even_where_the_hand_is_missing() -> None:
    found = errors_of({"ruleset": "points-13", "groups": [["YY"]]})
    assert set(found) == {("/hand", "missing_field"), ("/groups/0/0", "unknown_card")}


def test_contradictions_of_a_house_rule_are_all_listed() -> None:
    ruleset = {"base": "points-13", "min_pure_sequences": 3, "first_drop": 41}
    assert errors_of(MINIMAL | {"ruleset": ruleset}) == [
        ("/ruleset/min_pure_sequences", "ruleset_contradiction"),
        ("/ruleset/first_drop", "ruleset_contradiction"),
    ]


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"ace": "high"}, "/ruleset/ace"),
        ({"decks": None}, "/ruleset/decks"),
        ({"hand_size_by_players": {"2": True}}, "/ruleset/hand_size_by_players/2"),
        ({"rulings": [5]}, "/ruleset/rulings/0"),
        ({"joker": 2}, "/ruleset/joker"),
    ],
)
def test_a_house_rule_with_a_wrong_field_is_refused(changes: dict[str, Any], pointer: str) -> None:
    found = errors_of(MINIMAL | {"ruleset": {"base": "points-13", **changes}})
    assert [where for where, _ in found] == [pointer]


LOSER = "9H 10H JH 4S 4D 4C 6S 6C 6D AC KD 8C 2S"
TABLE: dict[str, Any] = {
    "ruleset": "points-13",
    "wild_card": "7D",
    "players": [
        {"seat": "north", "status": "declared", "hand": f"{HAND} KC", "discard": "KC"},
        {"seat": "east", "status": "first_drop"},
    ],
    "totals": {"east": 40},
}


def test_a_settle_request_is_read_to_a_table() -> None:
    found = load_settle_request(TABLE)
    assert (found.reason, found.goes_out) == (Reason.DECLARATION, 0)
    north, east = found.players
    assert (north.seat, north.status, north.total) == ("north", Status.DECLARED, 0)
    assert north.declaration is not None
    assert names(north.declaration.hand) == f"{HAND} KC"
    assert north.declaration.named_discard == parse_kind("KC")
    assert north.declaration.deal is found.deal
    assert parse_kind("7H") in found.deal.wild
    assert (east.status, east.declaration, east.total) == (Status.FIRST_DROP, None, 40)


def test_what_one_player_lacks_hides_no_fault_of_another() -> None:
    players = [
        {"seat": "", "status": "declared", "hand": [5, "ZZ"], "groups": "x"},
        {"seat": "east", "status": "knocked", "hand": LOSER},
    ]
    with pytest.raises(ValidationError) as caught:
        load_settle_request({**TABLE, "players": players})
    assert [(json_pointer(error.path), error.code) for error in problem_errors(caught.value)] == [
        ("/players/0/seat", "wrong_type"),
        ("/players/0/hand/0", "wrong_type"),
        ("/players/0/hand/1", "unknown_card"),
        ("/players/0/groups", "wrong_type"),
        ("/players/1/status", "several_declarers"),
        ("/players/1/status", "status_not_allowed"),
    ]


def arrange_errors_of(document: object) -> list[tuple[str, str]]:
    with pytest.raises(ValidationError) as caught:
        load_arrange_request(document)
    return [(json_pointer(error.path), error.code) for error in problem_errors(caught.value)]


def test_the_least_arrange_request_has_a_ruleset_and_a_hand() -> None:
    situation, most_alternatives = load_arrange_request(MINIMAL)
    assert names(situation.hand) == HAND
    assert (situation.discard, most_alternatives) == (None, 0)
    assert sum(situation.unseen) == 106 - 13


def test_a_full_arrange_request_is_read() -> None:
    request = {
        "hand": f"{HAND} KC",
        "wild_card": "7D",
        "discard": "kc",
        "alternatives": 20,
        "seen": ["KC", "jk"],
    }
    situation, most_alternatives = load_arrange_request({"ruleset": "yeeqia-13", **request})
    assert situation.deal.wild == frozenset(kinds("7H 7D"))
    assert (situation.discard, most_alternatives) == (parse_kind("KC"), 20)
    assert situation.unseen[parse_kind("KC")] == 0


def test_null_is_as_good_as_absent_in_an_arrange_request() -> None:
    absent = {"wild_card": None, "discard": None, "seen": None}
    assert load_arrange_request(MINIMAL | absent) == load_arrange_request(MINIMAL)


def test_everything_that_is_wrong_with_an_arrange_request_is_listed() -> None:
    found = arrange_errors_of(
        {
            "ruleset": "points-13",
            "hand": "5H 5H XX",
            "wild_card": 7,
            "discard": "ZZ",
            "alternatives": -1,
            "seen": ["5H", "YY", "KS"],
            "groups": [],
        }
    )
    assert set(found) == {
        ("/hand", "unknown_card"),
        ("/hand", "hand_size"),
        ("/wild_card", "wrong_type"),
        ("/discard", "unknown_card"),
        ("/alternatives", "out_of_range"),
        ("/seen/0", "too_many_copies"),
        ("/seen/1", "unknown_card"),
        ("/groups", "unknown_field"),
    }


def test_cards_seen_are_named_that_are_none_even_without_a_ruleset_or_a_hand() -> None:
    found = arrange_errors_of({"seen": ["YY"], "hand": 5})
    assert set(found) == {
        ("/ruleset", "missing_field"),
        ("/hand", "wrong_type"),
        ("/seen/0", "unknown_card"),
    }
    assert ("/hand/0", "unknown_card") in arrange_errors_of({"hand": ["YY"]})


@pytest.mark.parametrize("document", [[], "hand", 5, None])
def test_an_arrange_request_is_an_object(document: object) -> None:
    assert arrange_errors_of(document) == [("", "wrong_type")]


def test_a_card_set_aside_of_a_hand_that_has_none_too_many_is_refused() -> None:
    assert arrange_errors_of(MINIMAL | {"discard": "5H"}) == [("/hand", "hand_size")]
    assert arrange_errors_of(MINIMAL | {"hand": f"{HAND} KC", "discard": "2S"}) == [
        ("/discard", "discard_not_in_hand")
    ]
