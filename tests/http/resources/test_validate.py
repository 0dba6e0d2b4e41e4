"""POST /v1/validate: every verdict and every refusal that the contract promises."""

import itertools
import json
from collections import Counter
from http import HTTPStatus
from typing import Any, Final

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from schemas.validation_errors import MAX_ERRORS
from tests.contract.openapi_contract import CONTRACT, validator_for
from validator import ViolationCode

Json = dict[str, Any]

GROUPS: Final = ["5H 6H 7H", "9S 10S JK", "4C 4D 4S", "QC QD QS QH"]
HAND: Final = " ".join(GROUPS)
SHOW: Final[Json] = {"ruleset": "yeeqia-13", "hand": HAND, "wild_card": "7D", "groups": GROUPS}
"""A valid show of 13 cards; 7D and 7H are wild."""

KNOCK_GROUPS: Final = ["2H 3H 4H", "5S 6S 7S", "KC KD KH"]
KNOCK: Final[Json] = {
    "ruleset": "knock-52",
    "hand": " ".join([*KNOCK_GROUPS, "9C"]),
    "groups": KNOCK_GROUPS,
}
"""A knock with 9 points of deadwood."""

LOSER: Final = "9H 10H JH 4S 4D 4C 6S 6C 6D AC KD 8C 2S"
"""The worked example of the scoring models: one pure sequence, two sets, 30 points left."""

FILLER: Final = ["2C", "4C", "6C", "8C", "10C", "QC", "AD", "3D", "5D", "7D", "9D", "JD", "KD"]
"""Cards to fill hands with, none of which are neighbours."""


def send(client: FlaskClient, document: object) -> TestResponse:
    body = json.dumps(document)
    return client.post("/v1/validate", data=body, content_type="application/json")


def judge(client: FlaskClient, document: Json, **changes: Any) -> Json:
    answer = send(client, {**document, **changes})
    assert answer.status_code == HTTPStatus.OK, answer.get_data(as_text=True)
    verdict: Json = json.loads(answer.data)
    return verdict


def refuse(client: FlaskClient, document: object) -> list[tuple[str, str]]:
    answer = send(client, document)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY, answer.get_data(as_text=True)
    problem = json.loads(answer.data)
    assert problem["title"] == "Unprocessable Content"
    return [(error["pointer"], error["code"]) for error in problem["errors"]]


def without(document: Json, *names: str) -> Json:
    return {name: value for name, value in document.items() if name not in names}


def codes(verdict: Json) -> list[str]:
    return [violation["code"] for violation in verdict["violations"]]


def cards_of(arrangement: Json) -> Counter[str]:
    melded = [card for meld in arrangement["melds"] for card in meld["cards"]]
    aside = [] if arrangement["discard"] is None else [arrangement["discard"]]
    return Counter([*melded, *arrangement["deadwood"], *aside])


# What becomes of a show


def test_a_valid_show_stands_and_costs_nothing(client: FlaskClient) -> None:
    verdict = judge(client, SHOW)
    assert (verdict["valid"], verdict["outcome"], verdict["penalty"]) == (True, "valid", 0)
    assert verdict["violations"] == []
    assert [group["kind"] for group in verdict["groups"]] == [
        "pure_sequence",
        "impure_sequence",
        "set",
        "set",
    ]
    assert [group["points"] for group in verdict["groups"]] == [11, 19, 12, 40]
    assert (verdict["deadwood"], verdict["deadwood_points"]) == ([], 0)
    assert verdict["points_as_grouped"] == 0
    assert "knock" not in verdict


@pytest.mark.parametrize(
    ("ruleset", "outcome", "penalty"),
    [
        ("yeeqia-13", "wrong_declaration", 80),
        ("indian-reference-13", "wrong_declaration", 80),
        ("points-13", "wrong_declaration", 80),
        ("points-13-full-count", "wrong_declaration", 80),
        ("rummymates-13", "rejected", 0),
    ],
)
def test_a_wrong_show_is_penalised_or_rejected_as_the_ruleset_says(
    client: FlaskClient, ruleset: str, outcome: str, penalty: int
) -> None:
    verdict = judge(client, SHOW, ruleset=ruleset, groups=GROUPS[:3])
    assert (verdict["valid"], verdict["outcome"]) == (False, outcome)
    assert verdict["penalty"] == penalty
    assert codes(verdict) == ["card_left_out"]


def test_what_a_wrong_show_would_have_cost_a_loser_is_told_beside_its_penalty(
    client: FlaskClient,
) -> None:
    verdict = judge(client, SHOW, groups=GROUPS[:2])
    assert (verdict["penalty"], verdict["points_as_grouped"]) == (80, 52)
    assert verdict["deadwood"] == ["4S", "QS", "QH", "4D", "QD", "4C", "QC"]
    assert verdict["deadwood_points"] == 52
    assert (verdict["best"]["declarable"], verdict["best"]["penalty"]) == (True, 0)


def test_every_violation_is_listed_with_its_place(client: FlaskClient) -> None:
    groups = ["5H 6H 9S", "7H 10S", "4C 4D 4S", "QC QD QS QH JK"]
    verdict = judge(client, SHOW, groups=groups)
    placed = [(one["group"], one["code"], one["pointer"]) for one in verdict["violations"]]
    assert placed[:3] == [
        (0, "mixed_ranks_and_suits", "/groups/0"),
        (1, "group_too_small", "/groups/1"),
        (3, "set_too_large", "/groups/3"),
    ]
    assert sorted(placed[3:], key=str) == [
        (None, "no_pure_sequence", "/groups"),
        (None, "too_few_sequences", "/groups"),
    ]
    assert verdict["violations"][0]["cards"] == ["5H", "6H", "9S"]
    assert all(one["message"].endswith(".") for one in verdict["violations"])
    assert [group["kind"] for group in verdict["groups"]] == [
        "invalid",
        "invalid",
        "set",
        "invalid",
    ]
    assert verdict["groups"][3]["as"] == verdict["groups"][3]["cards"]
    assert verdict["groups"][3]["cards"] == ["QC", "QD", "QS", "QH", "JK"]


POINTS: Final = {"base": "points-13"}
VIOLATIONS: Final[list[tuple[str, object, str]]] = [
    ("group_too_small", "points-13", "5H 6H"),
    ("set_too_large", "points-13", "5H 5S 5D 5C JK"),
    ("duplicate_suit_in_set", "points-13", "5H 5H 5S"),
    ("duplicate_rank_in_sequence", "points-13", "5H 5H 6H 7H"),
    ("sequence_wraps_ace", "points-13", "KH AH 2H"),
    ("sequence_has_gap", "points-13", "9S JS QS"),
    ("mixed_ranks_and_suits", "points-13", "5H 6S 7D"),
    (
        "too_many_jokers",
        {**POINTS, "max_jokers_in_sequence": 1, "max_jokers_in_set": 1},
        "5H JK JK",
    ),
    ("no_natural_card", {**POINTS, "printed_jokers": 4}, "JK JK JK"),
]
WHOLE_VIOLATIONS: Final[list[tuple[str, object, list[str]]]] = [
    ("card_left_out", "points-13", []),
    ("no_pure_sequence", "points-13", ["5H 6H JK"]),
    ("too_few_sequences", "points-13", ["5H 6H 7H"]),
    ("long_sequence_missing", {**POINTS, "long_sequence_cards": 4}, ["5H 6H 7H"]),
    ("knock_above_limit", "knock-52", ["5H 6H 7H"]),
]


@pytest.mark.parametrize(("code", "ruleset", "group"), VIOLATIONS)
def test_a_group_that_is_no_meld_is_a_violation_of_its_own_kind(
    client: FlaskClient, code: str, ruleset: object, group: str
) -> None:
    cards = group.split()
    hand = [*cards, *FILLER[len(cards) :]]
    verdict = judge(client, {"ruleset": ruleset, "hand": hand, "groups": [group]})
    violation = verdict["violations"][0]
    assert without(violation, "message") == {
        "code": code,
        "group": 0,
        "cards": cards,
        "pointer": "/groups/0",
    }
    assert not verdict["valid"]
    assert verdict["groups"][0]["kind"] == "invalid"


@pytest.mark.parametrize(("code", "ruleset", "groups"), WHOLE_VIOLATIONS)
def test_a_show_that_lacks_something_as_a_whole_is_a_violation(
    client: FlaskClient, code: str, ruleset: object, groups: list[str]
) -> None:
    cards = " ".join(groups).split()
    size = 10 if ruleset == "knock-52" else 13
    hand = [*cards, *FILLER][:size]
    verdict = judge(client, {"ruleset": ruleset, "hand": hand, "groups": groups})
    (violation,) = (one for one in verdict["violations"] if one["code"] == code)
    assert (violation["group"], violation["pointer"]) == (None, "/groups")
    assert not verdict["valid"]


def test_every_violation_is_tested() -> None:
    tested = {code for code, *_ in (*VIOLATIONS, *WHOLE_VIOLATIONS)}
    assert tested == {code.value for code in ViolationCode}


# Nothing shown


@pytest.mark.parametrize("ruleset", ["yeeqia-13", "knock-52"])
def test_absent_groups_and_null_are_the_same(client: FlaskClient, ruleset: str) -> None:
    document = without(SHOW if ruleset == "yeeqia-13" else KNOCK, "groups")
    assert send(client, document).data == send(client, {**document, "groups": None}).data


@pytest.mark.parametrize(
    ("ruleset", "penalty"),
    [
        ("yeeqia-13", 30),
        ("indian-reference-13", 30),
        ("rummymates-13", 21),
        ("points-13", 60),
        ("points-13-full-count", 80),
    ],
)
def test_without_groups_the_penalty_is_that_of_the_best_arrangement(
    client: FlaskClient, ruleset: str, penalty: int
) -> None:
    verdict = judge(client, {"ruleset": ruleset, "hand": LOSER, "wild_card": "3H"})
    assert (verdict["valid"], verdict["outcome"]) == (False, "not_declared")
    assert verdict["penalty"] == verdict["best"]["penalty"] == penalty
    assert verdict["violations"] == verdict["groups"] == verdict["deadwood"] == []
    assert verdict["deadwood_points"] is None
    assert verdict["points_as_grouped"] is None


def test_an_empty_list_of_groups_is_a_show_without_groups(client: FlaskClient) -> None:
    verdict = judge(client, SHOW, groups=[])
    assert verdict["outcome"] == "wrong_declaration"
    assert sorted(codes(verdict)) == ["card_left_out", "no_pure_sequence", "too_few_sequences"]
    assert len(verdict["deadwood"]) == 13


# The best arrangement


def test_the_best_arrangement_has_all_its_fields(client: FlaskClient) -> None:
    best = judge(client, {"ruleset": "yeeqia-13", "hand": LOSER, "wild_card": "3H"})["best"]
    assert best == {
        "declarable": False,
        "penalty": 30,
        "discard": None,
        "melds": [
            {
                "cards": ["9H", "10H", "JH"],
                "as": ["9H", "10H", "JH"],
                "kind": "pure_sequence",
                "points": 29,
            },
            {"cards": ["4S", "4D", "4C"], "as": ["4S", "4D", "4C"], "kind": "set", "points": 12},
            {"cards": ["6S", "6D", "6C"], "as": ["6S", "6D", "6C"], "kind": "set", "points": 18},
        ],
        "deadwood": ["2S", "KD", "AC", "8C"],
        "deadwood_points": 30,
    }


@pytest.mark.parametrize("groups", [None, [], GROUPS, GROUPS[1:], [GROUPS[0] + " 9S"]])
def test_the_best_arrangement_does_not_depend_on_the_show(
    client: FlaskClient, groups: list[str] | None
) -> None:
    best = judge(client, SHOW, groups=groups)["best"]
    assert best == judge(client, without(SHOW, "groups"))["best"]
    assert cards_of(best) == Counter(HAND.split())


def test_the_order_of_hand_and_groups_means_nothing(client: FlaskClient) -> None:
    turned = [" ".join(reversed(group.split())) for group in reversed(GROUPS)]
    verdict = judge(client, SHOW, hand=list(reversed(HAND.split())), groups=turned)
    assert verdict["groups"] == list(reversed(judge(client, SHOW)["groups"]))
    assert verdict["best"] == judge(client, SHOW)["best"]


def test_the_best_arrangement_may_be_shown(client: FlaskClient) -> None:
    best = judge(client, SHOW, groups=None)["best"]
    verdict = judge(client, SHOW, groups=[meld["cards"] for meld in best["melds"]])
    assert (verdict["valid"], verdict["groups"]) == (True, best["melds"])


def test_a_complete_hand_of_a_loser_costs_what_the_ruleset_says(client: FlaskClient) -> None:
    verdict = judge(client, SHOW, ruleset="points-13")
    assert (verdict["outcome"], verdict["penalty"]) == ("valid", 0)
    assert (verdict["best"]["penalty"], verdict["points_as_grouped"]) == (2, 2)


def test_the_same_question_has_the_same_answer(client: FlaskClient) -> None:
    assert len({send(client, SHOW).data for _ in range(3)}) == 1


# Jokers, and what they stand for


@pytest.mark.parametrize(
    ("group", "cards", "stands_for"),
    [
        ("7H 5H 6H", "5H 6H 7H", "5H 6H 7H"),
        ("JK 3S 5S", "3S JK 5S", "3S 4S 5S"),
        ("AS KS QS", "QS KS AS", "QS KS AS"),
        ("2S JK AS", "AS 2S JK", "AS 2S 3S"),
        ("JK KS QS", "QS KS JK", "QS KS AS"),
        ("QS JK AS KS", "JK QS KS AS", "JS QS KS AS"),
        ("7D JK 9C 10C", "9C 10C 7D JK", "9C 10C JC QC"),
        ("7D 10C 8C", "8C 7D 10C", "8C 9C 10C"),
        ("6D 7D 8D", "6D 7D 8D", "6D 7D 8D"),
    ],
)
def test_a_sequence_is_answered_ascending_with_what_its_jokers_stand_for(
    client: FlaskClient, group: str, cards: str, stands_for: str
) -> None:
    given_cards = group.split()
    hand = [*given_cards, *(card for card in FILLER if card != "7D")][:13]
    document = {"ruleset": "rummymates-13", "wild_card": "7C", "hand": hand}
    meld = judge(client, document, groups=[group])["groups"][0]
    assert (meld["cards"], meld["as"]) == (cards.split(), stands_for.split())
    is_pure = cards == stands_for
    assert meld["kind"] == ("pure_sequence" if is_pure else "impure_sequence")


def test_a_set_is_answered_by_suit_with_what_its_joker_stands_for(client: FlaskClient) -> None:
    hand = ["QC", "QS", "JK", *FILLER[:10]]
    verdict = judge(client, SHOW, hand=hand, groups=["QC QS JK"])
    meld = verdict["groups"][0]
    assert meld == {
        "cards": ["QS", "JK", "QC"],
        "as": ["QS", "QH", "QC"],
        "kind": "set",
        "points": 20,
    }


@pytest.mark.parametrize(
    ("ruleset", "turned_up", "joker", "kind"),
    [
        ("yeeqia-13", "7D", "7H", "impure_sequence"),
        ("yeeqia-13", "7D", "7S", "invalid"),
        ("rummymates-13", "7D", "7S", "impure_sequence"),
        ("rummymates-13", "JK", "AC", "impure_sequence"),
        ("rummymates-13", "JK", "7S", "invalid"),
        ("rummymates-13", None, "7S", "invalid"),
        ("rummymates-13", None, "JK", "impure_sequence"),
        ("rummymates-13", "♦7", "7S", "impure_sequence"),
        ("rummymates-13", "*", "AC", "impure_sequence"),
    ],
)
def test_the_card_turned_up_makes_others_wild(
    client: FlaskClient, ruleset: str, turned_up: str | None, joker: str, kind: str
) -> None:
    hand = ["9S", "JS", joker, *FILLER[:10]]
    document = {"ruleset": ruleset, "hand": hand, "wild_card": turned_up}
    meld = judge(client, document, groups=[["9S", "JS", joker]])["groups"][0]
    assert meld["kind"] == kind
    assert meld["points"] == (19 if joker == "JK" or kind != "invalid" else 26)


def test_an_absent_wild_card_and_null_are_the_same(client: FlaskClient) -> None:
    absent = send(client, without(SHOW, "wild_card"))
    assert absent.data == send(client, {**SHOW, "wild_card": None}).data


# One card more than is melded


def test_the_card_named_is_set_aside(client: FlaskClient) -> None:
    verdict = judge(client, SHOW, hand=HAND + " KC", discard="KC")
    assert (verdict["valid"], verdict["deadwood"]) == (True, [])
    assert verdict["best"]["discard"] == "KC"
    assert cards_of(verdict["best"]) == Counter([*HAND.split(), "KC"])


def test_the_only_card_that_the_groups_leave_out_is_set_aside(client: FlaskClient) -> None:
    verdict = judge(client, SHOW, hand=HAND + " KC")
    assert (verdict["valid"], verdict["deadwood"]) == (True, [])


def test_a_card_named_is_set_aside_in_the_best_arrangement_whatever_it_costs(
    client: FlaskClient,
) -> None:
    best = judge(client, SHOW, hand=HAND + " KC", groups=None, discard="6H")["best"]
    assert best["discard"] == "6H"
    assert (best["declarable"], best["penalty"] > 0) == (False, True)


def test_without_groups_the_best_card_is_set_aside(client: FlaskClient) -> None:
    verdict = judge(client, SHOW, hand=HAND + " KC", groups=None)
    assert verdict["best"]["discard"] == "KC"
    assert verdict["best"]["declarable"]


def test_one_copy_may_be_set_aside_and_the_other_melded(client: FlaskClient) -> None:
    verdict = judge(client, SHOW, hand=HAND + " 5H", discard="5H")
    assert verdict["valid"]


def test_a_wrong_show_of_14_cards_leaves_the_card_set_aside_out_of_its_deadwood(
    client: FlaskClient,
) -> None:
    verdict = judge(client, SHOW, hand=HAND + " KC", groups=GROUPS[:3], discard="KC")
    assert verdict["deadwood"] == ["QS", "QH", "QD", "QC"]
    (left_out,) = verdict["violations"]
    assert (left_out["code"], left_out["cards"]) == ("card_left_out", ["QS", "QH", "QD", "QC"])


# Knocking


def test_a_knock_with_little_deadwood_is_legal(client: FlaskClient) -> None:
    verdict = judge(client, KNOCK)
    assert (verdict["valid"], verdict["outcome"], verdict["penalty"]) == (True, "valid", 0)
    assert verdict["violations"] == []
    assert (verdict["deadwood"], verdict["deadwood_points"]) == (["9C"], 9)
    assert verdict["points_as_grouped"] == 9
    assert verdict["knock"] == {"deadwood_points": 9, "limit": 10, "gin": False}


@pytest.mark.parametrize(
    ("last", "points", "is_legal"), [("10C", 10, True), ("AC", 1, True), ("QC", 10, True)]
)
def test_a_knock_may_leave_as_much_as_the_limit(
    client: FlaskClient, last: str, points: int, is_legal: bool
) -> None:
    verdict = judge(client, KNOCK, hand=" ".join([*KNOCK_GROUPS, last]))
    assert (verdict["valid"], verdict["knock"]["deadwood_points"]) == (is_legal, points)


def test_a_knock_above_the_limit_is_rejected_at_no_cost(client: FlaskClient) -> None:
    verdict = judge(client, KNOCK, groups=KNOCK_GROUPS[:2])
    assert (verdict["valid"], verdict["outcome"], verdict["penalty"]) == (False, "rejected", 0)
    (violation,) = verdict["violations"]
    assert violation["code"] == "knock_above_limit"
    assert violation["cards"] == verdict["deadwood"] == ["KH", "KD", "9C", "KC"]
    assert verdict["knock"] == {"deadwood_points": 39, "limit": 10, "gin": False}
    assert verdict["best"]["declarable"]


def test_a_knock_without_deadwood_is_gin(client: FlaskClient) -> None:
    hand = " ".join([*KNOCK_GROUPS, "KS", "9C"])
    groups = [*KNOCK_GROUPS[:2], "KC KD KH KS"]
    verdict = judge(client, KNOCK, hand=hand, groups=groups, discard="9C")
    assert verdict["valid"]
    assert verdict["knock"] == {"deadwood_points": 0, "limit": 10, "gin": True}


def test_a_group_that_is_no_meld_spoils_a_knock(client: FlaskClient) -> None:
    verdict = judge(client, KNOCK, hand=KNOCK["hand"][:-2] + "AC", groups=[*KNOCK_GROUPS, "AC"])
    assert (verdict["outcome"], codes(verdict)) == ("rejected", ["group_too_small"])


def test_a_hand_dealt_to_three_players_may_be_knocked_with(client: FlaskClient) -> None:
    hand = "2H 3H 4H 5S 6S 7S 9C"
    verdict = judge(client, KNOCK, hand=hand, groups=KNOCK_GROUPS[:2])
    assert (verdict["valid"], verdict["knock"]["deadwood_points"]) == (True, 9)


def test_without_groups_the_knock_is_that_of_the_best_arrangement(client: FlaskClient) -> None:
    verdict = judge(client, without(KNOCK, "groups"), hand=KNOCK["hand"] + " 8C")
    assert (verdict["outcome"], verdict["penalty"]) == ("not_declared", 8)
    assert verdict["best"]["discard"] == "9C"
    assert verdict["knock"] == {"deadwood_points": 8, "limit": 10, "gin": False}


def test_the_card_named_is_set_aside_before_a_knock(client: FlaskClient) -> None:
    verdict = judge(client, KNOCK, hand=KNOCK["hand"] + " QC", discard="QC")
    assert (verdict["valid"], verdict["deadwood"]) == (True, ["9C"])


# Rulesets


def test_the_answer_says_by_which_ruleset_it_was_judged(client: FlaskClient) -> None:
    ruleset = client.get("/v1/rulesets/yeeqia-13").get_json()
    assert judge(client, SHOW)["ruleset"] == {
        name: ruleset[name] for name in ("id", "version", "digest")
    }


def test_a_house_rule_may_state_every_field(client: FlaskClient) -> None:
    ruleset = client.get("/v1/rulesets/yeeqia-13").get_json()
    house_rule = {**ruleset, "id": "club-night", "version": 7, "wrong_declaration_points": 60}
    verdict = judge(client, SHOW, ruleset=house_rule, groups=[])
    assert (verdict["ruleset"]["id"], verdict["ruleset"]["version"]) == ("club-night", 7)
    assert verdict["ruleset"]["digest"] != ruleset["digest"]
    assert verdict["penalty"] == 60


def test_a_house_rule_needs_no_more_than_its_rule_fields(client: FlaskClient) -> None:
    ruleset = client.get("/v1/rulesets/yeeqia-13").get_json()
    about = ("id", "version", "digest", "title", "source", "rulings")
    verdict = judge(client, SHOW, ruleset=without(ruleset, *about))
    assert verdict["ruleset"] == {
        "id": "house-rule",
        "version": 1,
        "digest": ruleset["digest"],
    }


def test_a_house_rule_may_change_a_base(client: FlaskClient) -> None:
    changed = {"base": "yeeqia-13", "wrong_declaration_points": 50, "cap": 60}
    verdict = judge(client, SHOW, ruleset=changed, groups=[])
    assert verdict["ruleset"]["id"] == "house-rule"
    assert (verdict["penalty"], verdict["points_as_grouped"]) == (50, 60)


def test_a_base_without_changes_has_the_digest_of_the_base(client: FlaskClient) -> None:
    verdict = judge(client, SHOW, ruleset={"base": "yeeqia-13", "digest": "sha256:made up"})
    assert verdict["ruleset"]["digest"] == judge(client, SHOW)["ruleset"]["digest"]
    assert without(verdict, "ruleset") == without(judge(client, SHOW), "ruleset")


@pytest.mark.parametrize(
    ("rule", "value", "kind"),
    [
        ("ace", "low", "invalid"),
        ("ace", "low_or_high", "pure_sequence"),
    ],
)
def test_a_rule_of_the_house_decides(
    client: FlaskClient, rule: str, value: object, kind: str
) -> None:
    hand = ["QH", "KH", "AH", *FILLER[:10]]
    document = {"ruleset": {"base": "points-13", rule: value}, "hand": hand}
    assert judge(client, document, groups=["QH KH AH"])["groups"][0]["kind"] == kind


def test_a_house_rule_may_count_the_exposed_card(client: FlaskClient) -> None:
    document = {**SHOW, "hand": HAND + " QC", "wild_card": "QC", "groups": None}
    counted = {"base": "yeeqia-13", "exposed_card_removed": True}
    judge(client, document)
    assert refuse(client, {**document, "ruleset": counted}) == [("/hand", "too_many_copies")]


# Notation

SPELLINGS: Final = {
    "5H": "5h 5♥ ♥5 5♡ ♡5 5♥️ ♥️5 5♥︎ ♥︎5 5♡️ 🂵",
    "10H": "10h TH th Th tH T♥ ♥T ♥10 ♡t 10♥️ 🂺",
    "AS": "as As aS 1S 1s A♠ ♠A ♠1 ♤a 🂡",
    "KC": "kc K♣ ♣K ♧k ♣️K 🃞",
    "QD": "qd qD ♦Q Q♢ 🃍",
    "JC": "jc ♣J 🃛",
    "JK": "jk Jk jK PJ pj JOKER joker Joker * 🃏 🂿 🃏️",
}


@pytest.mark.parametrize(
    ("card", "spelling"),
    [(card, text) for card, spelled in SPELLINGS.items() for text in (card, *spelled.split())],
)
def test_every_spelling_of_a_card_is_read(client: FlaskClient, card: str, spelling: str) -> None:
    rest = [f"{rank}{suit}" for rank in "2468" for suit in "SHD"] + ["2C"]
    for hand in ([spelling, *rest], " ".join([spelling, *rest])):
        document = {"ruleset": "yeeqia-13", "hand": hand, "groups": [[spelling]]}
        verdict = judge(client, document, discard="2C")
        assert cards_of(verdict["best"])[card] == 1
        assert verdict["groups"][0]["cards"] == [card]


@pytest.mark.parametrize(
    "text",
    [
        "ZZ",
        "",
        " ",
        "5",
        "H",
        "5H ",
        " 5H",
        "5 H",
        "5H 6H",
        "5H,",
        "H5",
        "0H",
        "00H",
        "11H",
        "14H",
        "010H",
        "5HH",
        "5♥♥",
        "♥5♥",
        "5х",
        "５H",
        "٥H",
        "🂬",
        "🂠",
        "🃟",
        "🃏🃏",
        "J",
        "JOKERS",
        "**",
        "-5H",
        "5H\x00",
        "5\u200dH",
        "\ufe0f",
        "null",
    ],
)
def test_anything_else_is_no_card(client: FlaskClient, text: str) -> None:
    hand = [text, *HAND.split()[1:]]
    assert refuse(client, {**SHOW, "hand": hand, "groups": None}) == [("/hand/0", "unknown_card")]
    unreadable = {**SHOW, "wild_card": text, "groups": None}
    assert refuse(client, unreadable) == [("/wild_card", "unknown_card")]


@pytest.mark.parametrize("separator", [" ", ",", ", ", "  ", " , ", "\n", "\t", ",,"])
def test_cards_may_be_a_list_or_one_string(client: FlaskClient, separator: str) -> None:
    as_lists = send(client, {**SHOW, "hand": HAND.split(), "groups": [g.split() for g in GROUPS]})
    joined = [separator.join(group.split()) for group in GROUPS]
    as_strings = send(client, {**SHOW, "hand": separator.join(joined), "groups": joined})
    assert as_lists.status_code == HTTPStatus.OK
    assert as_lists.data == as_strings.data


# What does not describe a hand

REFUSALS: Final[dict[str, tuple[Json, list[tuple[str, str]]]]] = {
    "unknown card in a list": (
        {"hand": ["ZZ", *HAND.split()[1:]], "groups": None},
        [("/hand/0", "unknown_card")],
    ),
    "unknown card in a string": (
        {"hand": HAND.replace("JK", "JX"), "groups": None},
        [("/hand", "unknown_card")],
    ),
    "unknown card in a group": (
        {"groups": [["5H", "6H", "ZZ"], *GROUPS[1:]]},
        [("/groups/0/2", "unknown_card")],
    ),
    "unknown card in a group written as a string": (
        {"groups": [*GROUPS[:2], "4C 4D ZZ"]},
        [("/groups/2", "unknown_card")],
    ),
    "unknown wild card": ({"wild_card": "7"}, [("/wild_card", "unknown_card")]),
    "unknown discard": (
        {"hand": HAND + " KC", "discard": "KX"},
        [("/discard", "unknown_card")],
    ),
    "a card too few": ({"hand": HAND[3:], "groups": None}, [("/hand", "hand_size")]),
    "two cards too many": ({"hand": HAND + " KC KD", "groups": None}, [("/hand", "hand_size")]),
    "no cards in a list": ({"hand": [], "groups": None}, [("/hand", "hand_size")]),
    "no cards in a string": ({"hand": " , ", "groups": None}, [("/hand", "hand_size")]),
    "a discard of 13 cards": ({"groups": None, "discard": "5H"}, [("/hand", "hand_size")]),
    "three copies in two decks": (
        {"hand": ["5H", "5H", *HAND.split()[:11]], "groups": None},
        [("/hand/2", "too_many_copies")],
    ),
    "three printed jokers of two": (
        {"hand": "JK JK " + HAND[:-6], "groups": None},
        [("/hand", "too_many_copies")],
    ),
    "a card from nowhere": (
        {"groups": [*GROUPS[:3], "QC QD KS QH"]},
        [("/groups/3", "card_not_in_hand")],
    ),
    "a card from nowhere, in a list": (
        {"groups": [["5H", "6H", "8H"]]},
        [("/groups/0/2", "card_not_in_hand")],
    ),
    "a card in two groups": (
        {"groups": [*GROUPS, ["5H"]]},
        [("/groups/4/0", "card_used_twice")],
    ),
    "a card twice in one group": (
        {"groups": [["5H", "5H", "6H", "7H"]]},
        [("/groups/0/1", "card_used_twice")],
    ),
    "an empty list as a group": ({"groups": [*GROUPS, []]}, [("/groups/4", "empty_group")]),
    "an empty string as a group": ({"groups": ["", *GROUPS]}, [("/groups/0", "empty_group")]),
    "a discard that is also in a group": (
        {"hand": HAND + " KC", "groups": [*GROUPS[:3], ["KC", "QD"]], "discard": "KC"},
        [("/groups/3/0", "discard_in_group")],
    ),
    "both copies in groups and one set aside": (
        {"hand": HAND + " 5H", "groups": ["5H 6H 7H", "5H 9S"], "discard": "5H"},
        [("/groups/1", "discard_in_group")],
    ),
    "a discard from nowhere": (
        {"hand": HAND + " KC", "discard": "KD"},
        [("/discard", "discard_not_in_hand")],
    ),
    "14 cards and two left out": (
        {"hand": HAND + " KC", "groups": [*GROUPS[:3], "QC QD QS"]},
        [("/discard", "discard_missing")],
    ),
    "14 cards and none left out": (
        {"hand": HAND + " KC", "groups": [*GROUPS, "KC"]},
        [("/discard", "discard_missing")],
    ),
    "unknown ruleset": ({"ruleset": "bridge"}, [("/ruleset", "unknown_ruleset")]),
    "unknown ruleset by case": ({"ruleset": "Yeeqia-13"}, [("/ruleset", "unknown_ruleset")]),
    "unknown base": ({"ruleset": {"base": "bridge"}}, [("/ruleset/base", "unknown_ruleset")]),
    "a contradiction": (
        {"ruleset": {"base": "points-13", "min_pure_sequences": 3}},
        [("/ruleset/min_pure_sequences", "ruleset_contradiction")],
    ),
    "all contradictions": (
        {"ruleset": {"base": "points-13", "decks": 0, "first_drop": 50, "target_points": 100}},
        [
            ("/ruleset/decks", "ruleset_contradiction"),
            ("/ruleset/hand_size_by_players", "ruleset_contradiction"),
            ("/ruleset/first_drop", "ruleset_contradiction"),
            ("/ruleset/target_points", "ruleset_contradiction"),
        ],
    ),
    "a wild card where none is turned up": (
        {**KNOCK, "wild_card": "7D"},
        [("/wild_card", "wild_card_not_allowed")],
    ),
    "a printed joker turned up where there is none": (
        {
            "ruleset": {"base": "points-13", "printed_jokers": 0},
            "hand": HAND.replace("JK", "JS"),
            "groups": None,
            "wild_card": "JK",
        },
        [("/wild_card", "wild_card_not_allowed")],
    ),
    "a printed joker held where there is none": (
        {**KNOCK, "wild_card": None, "hand": KNOCK["hand"].replace("9C", "JK")},
        [("/hand", "too_many_copies")],
    ),
    "two copies in one deck": (
        {**KNOCK, "wild_card": None, "hand": KNOCK["hand"].replace("9C", "2H")},
        [("/hand", "too_many_copies")],
    ),
    "an unnamed discard before a knock": (
        {**KNOCK, "wild_card": None, "hand": KNOCK["hand"] + " QC"},
        [("/discard", "discard_missing")],
    ),
    "61 cards in a list": ({"hand": ["5H"] * 61, "groups": None}, [("/hand", "too_long")]),
    "61 cards in a string": ({"hand": "5H " * 61, "groups": None}, [("/hand", "too_long")]),
    "61 cards in a group": ({"groups": [GROUPS[0], ["5H"] * 61]}, [("/groups/1", "too_long")]),
    "61 cards in a group as a string": ({"groups": ["5H," * 61]}, [("/groups/0", "too_long")]),
    "31 groups": ({"groups": [["5H"]] * 31}, [("/groups", "too_long")]),
    "unknown field": ({"dicard": "KC"}, [("/dicard", "unknown_field")]),
    "unknown field that a pointer escapes": ({"a/b~c": 1}, [("/a~1b~0c", "unknown_field")]),
    "unknown field without a name": ({"": 1}, [("/", "unknown_field")]),
    "unknown field of a house rule": (
        {"ruleset": {"base": "points-13", "jokers": 2}},
        [("/ruleset/jokers", "unknown_field")],
    ),
}


@pytest.mark.parametrize(("changes", "errors"), REFUSALS.values(), ids=REFUSALS.keys())
def test_what_does_not_describe_a_hand_is_refused(
    client: FlaskClient, changes: Json, errors: list[tuple[str, str]]
) -> None:
    assert refuse(client, {**SHOW, **changes}) == errors


@pytest.mark.parametrize("names", [["ruleset"], ["hand"], ["ruleset", "hand"]])
def test_what_is_required_and_missing_is_named(client: FlaskClient, names: list[str]) -> None:
    document = without(SHOW, "groups", *names)
    assert refuse(client, document) == [(f"/{name}", "missing_field") for name in names]


def test_every_rule_field_that_a_whole_house_rule_lacks_is_named(client: FlaskClient) -> None:
    required = CONTRACT["components"]["schemas"]["HouseRule"]["required"]
    errors = refuse(client, {**SHOW, "ruleset": {}})
    assert sorted(errors) == sorted((f"/ruleset/{name}", "missing_field") for name in required)


def test_every_fault_of_a_request_is_named_at_once(client: FlaskClient) -> None:
    errors = refuse(
        client,
        {
            "ruleset": "points-13",
            "hand": ["ZZ", *HAND.split(), "5H", "5H"],
            "wild_card": 7,
            "groups": [["5H", "YY"], []],
            "discard": "XX",
            "extra": None,
        },
    )
    assert sorted(errors) == [
        ("/discard", "unknown_card"),
        ("/extra", "unknown_field"),
        ("/groups/0/1", "unknown_card"),
        ("/groups/1", "empty_group"),
        ("/hand", "hand_size"),
        ("/hand/0", "unknown_card"),
        ("/hand/15", "too_many_copies"),
        ("/wild_card", "wrong_type"),
    ]


def test_every_value_of_the_wrong_type_is_named_at_once(client: FlaskClient) -> None:
    document = {**SHOW, "hand": [1, *HAND.split()[1:12], None], "groups": [2, ["5H", {}], "ZZ"]}
    assert sorted(refuse(client, document)) == [
        ("/groups/0", "wrong_type"),
        ("/groups/1/1", "wrong_type"),
        ("/groups/2", "unknown_card"),
        ("/hand/0", "wrong_type"),
        ("/hand/12", "wrong_type"),
    ]


def test_a_discard_that_cannot_be_read_is_not_missing_as_well(client: FlaskClient) -> None:
    document = {**KNOCK, "hand": KNOCK["hand"] + " QC", "discard": "QX"}
    assert refuse(client, document) == [("/discard", "unknown_card")]


def test_an_unknown_base_hides_no_other_fault_of_a_house_rule(client: FlaskClient) -> None:
    document = {**SHOW, "ruleset": {"base": "bridge", "ace": 5, "jokers": 2}}
    assert sorted(refuse(client, document)) == [
        ("/ruleset/ace", "wrong_type"),
        ("/ruleset/base", "unknown_ruleset"),
        ("/ruleset/jokers", "unknown_field"),
    ]


def test_an_unknown_field_is_named_whatever_it_is_called(client: FlaskClient) -> None:
    assert refuse(client, {**SHOW, "_schema": 1}) == [("/_schema", "unknown_field")]


def test_cards_are_checked_also_when_the_ruleset_is_unknown(client: FlaskClient) -> None:
    document = {**SHOW, "ruleset": "bridge", "hand": ["ZZ"], "groups": [["YY"]]}
    assert refuse(client, document) == [
        ("/ruleset", "unknown_ruleset"),
        ("/hand/0", "unknown_card"),
        ("/groups/0/0", "unknown_card"),
    ]


def test_the_list_of_faults_is_bounded_and_says_so(client: FlaskClient) -> None:
    errors = refuse(client, {**SHOW, "hand": ["ZZ"] * 60, "groups": [["ZZ"] * 60] * 30})
    assert len(errors) == MAX_ERRORS + 1
    assert errors[-1] == ("", "more_errors")


def test_no_more_of_the_input_than_a_short_token_is_repeated(client: FlaskClient) -> None:
    answer = send(client, {**SHOW, "hand": ["Q" * 30_000], "k" * 10_000: 1, "ruleset": "r" * 9_000})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert len(answer.data) < 2_000


# Values of the wrong type, everywhere

STRANGE: Final[list[Any]] = [
    None,
    True,
    0,
    -(10**18),
    10**19,
    1.5,
    2.0,
    "ZZ",
    [],
    {},
    [[]],
    [{}],
    [None],
    {"a": {"b": []}},
    "x" * 300,
]
CODE_BY_PLACE: Final[dict[str, dict[str, str]]] = {
    # place: value as JSON -> what is said of it there; "wrong_type" of all others
    "/ruleset": {
        '"ZZ"': "/ruleset unknown_ruleset",
        "{}": "/ruleset/decks missing_field",
        '{"a": {"b": []}}': "/ruleset/a unknown_field",
    },
    "/hand": {
        '"ZZ"': "/hand unknown_card",
        "[]": "/hand hand_size",
        "[[]]": "/hand/0 wrong_type",
        "[{}]": "/hand/0 wrong_type",
        "[null]": "/hand/0 wrong_type",
    },
    "/hand/3": {'"ZZ"': "/hand/3 unknown_card"},
    "/wild_card": {'"ZZ"': "/wild_card unknown_card", "null": ""},
    "/groups": {
        "[]": "",
        "null": "",
        "[[]]": "/groups/0 empty_group",
        "[{}]": "/groups/0 wrong_type",
        "[null]": "/groups/0 wrong_type",
    },
    "/groups/2": {
        '"ZZ"': "/groups/2 unknown_card",
        "[]": "/groups/2 empty_group",
        "[[]]": "/groups/2/0 wrong_type",
        "[{}]": "/groups/2/0 wrong_type",
        "[null]": "/groups/2/0 wrong_type",
    },
    "/groups/2/1": {'"ZZ"': "/groups/2/1 unknown_card"},
    "/discard": {'"ZZ"': "/discard unknown_card", "null": ""},
}


def replaced(document: Any, pointer: str, value: object) -> Any:
    """Returns a copy of a document with the value at this pointer replaced."""
    copied = json.loads(json.dumps(document))
    *steps, last = pointer.removeprefix("/").split("/")
    holder = copied
    for step in steps:
        holder = holder[int(step) if isinstance(holder, list) else step]
    holder[int(last) if isinstance(holder, list) else last] = value
    return copied


LISTED_SHOW: Final[Json] = {
    **SHOW,
    "hand": [*HAND.split(), "KC"],
    "groups": [group.split() for group in GROUPS],
    "discard": "KC",
}


@pytest.mark.parametrize("value", STRANGE, ids=lambda value: json.dumps(value)[:20])
@pytest.mark.parametrize("place", CODE_BY_PLACE)
def test_a_strange_value_is_refused_where_it_stands(
    client: FlaskClient, place: str, value: object
) -> None:
    key = json.dumps(value if value != "x" * 300 else "ZZ")
    expected = CODE_BY_PLACE[place].get(key, f"{place} wrong_type")
    document = replaced(LISTED_SHOW, place, value)
    if expected:
        pointer, code = expected.split()
        assert (pointer, code) in refuse(client, document)
    else:
        judge(client, document)


@pytest.mark.parametrize("value", [value for value in STRANGE if not isinstance(value, dict)])
def test_a_body_that_is_no_object_is_refused(client: FlaskClient, value: object) -> None:
    assert refuse(client, value) == [("", "wrong_type")]


RULE_FIELDS: Final[Json] = CONTRACT["components"]["schemas"]["RulesetFields"]["properties"]
OF_RANGE: Final = {"minimum", "maximum", "minProperties"}
"""Keywords of JSON Schema that say nothing of a value's type."""


@pytest.mark.parametrize("name", RULE_FIELDS)
def test_a_strange_value_of_a_rule_is_refused_where_it_stands(
    client: FlaskClient, name: str
) -> None:
    place = f"/ruleset/{name}"
    check = validator_for(f"/components/schemas/RulesetFields/properties/{name}")
    for value in STRANGE:
        answer = send(client, {**SHOW, "ruleset": {"base": "points-13", name: value}})
        broken = {str(error.validator) for error in check.iter_errors(value)}
        if broken - OF_RANGE:
            assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY, value
            errors = json.loads(answer.data)["errors"]
            assert {error["code"] for error in errors} == {"wrong_type"}, value
            assert all(f"{error['pointer']}/".startswith(f"{place}/") for error in errors), value
        elif broken:
            assert "ruleset_contradiction" in refused_codes(answer), value
        elif answer.status_code != HTTPStatus.OK:
            assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY, value
            assert "wrong_type" not in refused_codes(answer), value


@pytest.mark.parametrize("base", [value for value in STRANGE if not isinstance(value, str)])
def test_a_base_is_the_id_of_a_ruleset(client: FlaskClient, base: object) -> None:
    errors = refuse(client, {**SHOW, "ruleset": {"base": base}})
    assert ("/ruleset/base", "wrong_type") in errors


def refused_codes(answer: TestResponse) -> list[str]:
    return [error["code"] for error in json.loads(answer.data)["errors"]]


@pytest.mark.parametrize(
    ("sizes", "pointer"),
    [
        ({"two": 13}, "/two"),
        ({"2.5": 13}, "/2.5"),
        ({"": 13}, "/"),
        ({"100": 13}, "/100"),
        ({"-2": 13}, "/-2"),
        ({"٢": 13}, "/٢"),
        ({"2": "13"}, "/2"),
        ({"2": None}, "/2"),
        ({"2": 13.0}, "/2"),
        ({"2": True}, "/2"),
    ],
)
def test_hand_sizes_are_numbers_by_number_of_players(
    client: FlaskClient, sizes: Json, pointer: str
) -> None:
    house_rule = {"base": "points-13", "hand_size_by_players": sizes}
    errors = refuse(client, {**SHOW, "ruleset": house_rule})
    assert errors == [(f"/ruleset/hand_size_by_players{pointer}", "wrong_type")]


@pytest.mark.parametrize("sizes", [{}, {"1": 13}, {"2": 1}, {"2": 22}, {"22": 2}, {"2": 10**19}])
def test_hand_sizes_out_of_range_are_contradictions(client: FlaskClient, sizes: Json) -> None:
    house_rule = {"base": "points-13", "hand_size_by_players": sizes}
    errors = refuse(client, {**SHOW, "ruleset": house_rule})
    assert ("/ruleset/hand_size_by_players", "ruleset_contradiction") in errors


def test_a_number_of_a_rule_is_refused_outside_its_range(client: FlaskClient) -> None:
    ranged = {name: rule for name, rule in RULE_FIELDS.items() if "minimum" in rule}
    assert len(ranged) > 25
    for (name, rule), side in itertools.product(ranged.items(), (-1, 1)):
        value = rule["minimum"] - 1 if side < 0 else rule["maximum"] + 1
        errors = refuse(client, {**SHOW, "ruleset": {"base": "points-13", name: value}})
        assert (f"/ruleset/{name}", "ruleset_contradiction") in errors


# The other refusals


@pytest.mark.parametrize(
    ("body", "headers", "status", "code"),
    [
        (b"{", {}, 400, "not_json"),
        (b"", {}, 400, "not_json"),
        (b'{"hand": "5H", "hand": "6H"}', {}, 400, "duplicate_key"),
        (b'{"hand": NaN}', {}, 400, "not_json"),
        (b'{"hand": 1e999}', {}, 400, "number_out_of_range"),
        (b'{"hand": 100000000000000000000000}', {}, 400, "number_out_of_range"),
        (rb'{"hand": "\ud83c"}', {}, 400, "lone_surrogate"),
        (b"[" * 100, {}, 400, "nesting_too_deep"),
        (b"{}", {"Accept": "text/html"}, 406, "not_acceptable"),
        (b" " * 65_537, {}, 413, "body_too_large"),
        (b"{}", {"Content-Type": "text/plain"}, 415, "unsupported_media_type"),
        (b"{}", {"Content-Encoding": "br"}, 415, "unsupported_media_type"),
        (b"{}", {"Content-Encoding": "gzip"}, 400, "not_gzip"),
    ],
)
def test_what_is_no_json_body_is_refused(
    client: FlaskClient, body: bytes, headers: dict[str, str], status: int, code: str
) -> None:
    sent = {"Content-Type": "application/json", **headers}
    answer = client.post("/v1/validate", data=body, headers=sent)
    assert (answer.status_code, refused_codes(answer)) == (status, [code])


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "PATCH", "DELETE"])
def test_a_hand_can_only_be_posted(client: FlaskClient, method: str) -> None:
    answer = client.open("/v1/validate", method=method, json=SHOW)
    assert answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED
    assert answer.headers["Allow"] == "OPTIONS, POST"


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**18), 10**19)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(["5H", "JK", "7D", "points-13", "knock-52", HAND]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
HOUSE_RULES = st.dictionaries(
    st.sampled_from(["base", *RULE_FIELDS]), ANYTHING, max_size=6
) | st.dictionaries(
    st.sampled_from(list(RULE_FIELDS)), st.none() | st.booleans() | st.integers(0, 22), max_size=4
).map(lambda changes: {"base": "points-13", **changes})


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    changes=st.fixed_dictionaries(
        {},
        optional={
            "ruleset": ANYTHING | HOUSE_RULES,
            "hand": ANYTHING,
            "wild_card": ANYTHING,
            "groups": ANYTHING,
            "discard": ANYTHING,
            "more": ANYTHING,
        },
    )
)
def test_no_request_makes_the_service_fail(client: FlaskClient, changes: Json) -> None:
    answer = send(client, {**SHOW, **changes})
    assert answer.status_code in (HTTPStatus.OK, HTTPStatus.UNPROCESSABLE_ENTITY)
