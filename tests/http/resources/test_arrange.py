"""POST /v1/arrange: what to do with a hand."""

import json
import random
import re
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.corpus.test_corpus import vectors_with
from tests.proof.differential.hands import MAKERS, turn_up
from tests.support.rulesets import BUILT_IN
from validator import Ruleset
from validator.cards import kind_name
from validator.deals import wild_kinds

Json = dict[str, Any]

NEAR: Final = "4H 5H 6H 8C 9C JC KS KH KD 3S 3D 3C 3C"
"""Lacks 10C or a joker."""
COMPLETE: Final = "4H 5H 6H 8C 9C 10C KS KH KD 3S 3D 3C 3H"
KNOCK: Final = "3S 4S 5S 6H 6D 6C 7H 2C AD"
"""Nine cards: two melds and ten points."""


def send(client: FlaskClient, document: object) -> TestResponse:
    return client.post("/v1/arrange", data=json.dumps(document), content_type="application/json")


def arrange(client: FlaskClient, hand: str, ruleset: object = "points-13", **more: Any) -> Json:
    answer = send(client, {"ruleset": ruleset, "hand": hand, **more})
    assert answer.status_code == HTTPStatus.OK, answer.get_data(as_text=True)
    found: Json = json.loads(answer.data)
    return found


def refuse(client: FlaskClient, **document: Any) -> set[tuple[str, str]]:
    answer = send(client, {"ruleset": "points-13", **document})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY, answer.get_data(as_text=True)
    return {(error["pointer"], error["code"]) for error in json.loads(answer.data)["errors"]}


def drawn(found: Json) -> dict[str, int]:
    return {each["card"]: each["unseen"] for each in found["completing_cards"]}


# Cards to set aside


def test_each_card_that_may_be_set_aside_tells_what_the_rest_costs(client: FlaskClient) -> None:
    found = arrange(client, f"{NEAR} QD")
    assert found["discards"][0]["card"] == found["best"]["discard"] == "QD"
    assert {choice["card"] for choice in found["discards"]} == {*NEAR.split(), "QD"}
    for choice in found["discards"]:
        named = arrange(client, f"{NEAR} QD", discard=choice["card"])
        assert named["best"]["discard"] == choice["card"]
        assert named["best"]["penalty"] == choice["penalty"]
        assert named["best"]["declarable"] == choice["declarable"]


def test_the_best_card_to_set_aside_comes_first(client: FlaskClient) -> None:
    found = arrange(client, f"{COMPLETE} QD")
    first, second, *_ = found["discards"]
    assert first == {"card": "QD", "penalty": 2, "declarable": True}
    assert not second["declarable"]


@pytest.mark.parametrize("more", [{}, {"discard": "QD"}])
def test_there_is_nothing_to_choose_without_a_card_too_many(
    client: FlaskClient, more: Json
) -> None:
    hand = f"{NEAR} QD" if more else NEAR
    assert arrange(client, hand, **more)["discards"] == []


def test_a_discard_tells_whether_one_can_knock_and_whether_it_is_gin(client: FlaskClient) -> None:
    found = arrange(client, f"{KNOCK} KD QC", "knock-52")
    assert found["discards"][0] == {
        "card": "KD", "penalty": 20, "declarable": False, "knock": False, "gin": False,
    }  # fmt: skip
    found = arrange(client, f"{KNOCK} KD 6S", "knock-52")
    first = found["discards"][0]
    assert (first["card"], first["knock"], first["gin"]) == ("KD", True, False)
    gin = arrange(client, "3S 4S 5S 6H 6D 6C KD KS KH KC QD", "knock-52")["discards"]
    assert [choice["card"] for choice in gin if choice["gin"]] == ["QD"]


# Other arrangements


def test_other_arrangements_are_given_as_far_as_they_are_wanted(client: FlaskClient) -> None:
    hand = "4S 5S 6S 7S 4H 5H 6H 7H 4D 5D 6D 7D JK"
    assert arrange(client, hand)["alternatives"] == []
    few, all_of_them = (arrange(client, hand, alternatives=most) for most in (3, 20))
    assert len(all_of_them["alternatives"]) == 8
    assert few["alternatives"] == all_of_them["alternatives"][:3]
    values = {
        (other["declarable"], other["penalty"], other["deadwood_points"])
        for other in [all_of_them["best"], *all_of_them["alternatives"]]
    }
    assert len(values) == 1
    assert all_of_them["best"] not in all_of_them["alternatives"]


def test_the_order_of_the_hand_changes_nothing(client: FlaskClient) -> None:
    hand = ["4S", "5S", "6S", "7S", "4H", "5H", "6H", "7H", "4D", "5D", "6D", "7D", "JK", "JC"]
    first = arrange(client, " ".join(hand), alternatives=20)
    random.Random(1).shuffle(hand)
    assert arrange(client, " ".join(hand), alternatives=20) == first


# How far it is, and what helps


def test_the_cards_that_complete_a_hand_are_those_that_can_still_be_drawn(
    client: FlaskClient,
) -> None:
    assert drawn(arrange(client, NEAR)) == {"10C": 2, "JK": 2}
    assert drawn(arrange(client, NEAR, seen=["10C", "10C", "jk"])) == {"JK": 1}
    assert drawn(arrange(client, NEAR, seen="10C JK")) == {"10C": 1, "JK": 1}
    assert arrange(client, NEAR, seen=["10C", "10C", "JK", "JK"])["distance"] == 1


def test_wild_cards_complete_a_hand_too(client: FlaskClient) -> None:
    assert set(drawn(arrange(client, NEAR, wild_card="2D"))) == {
        "2S", "2H", "2D", "2C", "10C", "JK",
    }  # fmt: skip


def test_a_hand_that_can_be_declared_is_no_card_away(client: FlaskClient) -> None:
    found = arrange(client, COMPLETE)
    assert (found["distance"], len(found["completing_cards"])) == (0, 53)


def test_a_knock_counts_as_a_declaration(client: FlaskClient) -> None:
    assert arrange(client, f"{KNOCK} KD", "knock-52")["distance"] == 1
    assert arrange(client, f"{KNOCK} KD 6S", "knock-52")["distance"] == 0
    assert "2S" in drawn(arrange(client, f"{KNOCK} KD", "knock-52"))


def test_a_distance_that_cannot_be_told_is_null(client: FlaskClient) -> None:
    changes = {"hand_size_by_players": {"2": 2}, "min_sequences": 0, "min_pure_sequences": 0}
    found = arrange(client, "4H 5H", {"base": "points-13", **changes})
    assert (found["distance"], found["completing_cards"]) == (None, [])


@pytest.mark.parametrize("ruleset", BUILT_IN)
def test_what_is_answered_agrees_with_itself(client: FlaskClient, ruleset: Ruleset) -> None:
    rng = random.Random(ruleset.id)
    for maker in MAKERS.values():
        for more in (0, 1):
            wild_card = turn_up(rng, ruleset.melds)
            size = rng.choice(ruleset.melds.hand_sizes) + more
            wild = wild_kinds(wild_card, ruleset.melds)
            hand = " ".join(map(kind_name, maker(rng, ruleset.melds, wild, size)))
            turned_up = None if wild_card is None else kind_name(wild_card)
            found = arrange(client, hand, ruleset.id, wild_card=turned_up, alternatives=5)
            assert (found["distance"] == 0) is found["best"]["declarable"]
            assert found["distance"] <= 1 or not found["completing_cards"]
            assert bool(found["discards"]) is bool(more)
            assert len(found["alternatives"]) <= 5


def hand_of_21(rng: random.Random, jokers: int) -> list[str]:
    naturals = [f"{rank}{suit}" for suit in "SHDC" for rank in "A23456789"] * 2
    return [*rng.sample(naturals, 22 - jokers), *["JK"] * jokers]


@pytest.mark.compiled
@pytest.mark.parametrize("jokers", [0, 4, 8])
def test_large_hands_of_a_house_rule_are_answered_in_bounds(
    client: FlaskClient, jokers: int
) -> None:
    ruleset = {
        "base": "points-13",
        "decks": 3,
        "printed_jokers": 8,
        "hand_size_by_players": {"2": 21},
        "min_sequences": 5,
        "min_pure_sequences": 3,
        "set_max_cards": None,
    }
    hand = hand_of_21(random.Random(jokers), jokers)
    found = arrange(client, " ".join(hand), ruleset, wild_card="2S", alternatives=20)
    assert len(found["discards"]) == len(set(hand))


# Refusals


@pytest.mark.parametrize("value", [-1, 21, 10**19])
def test_a_number_of_alternatives_out_of_range_is_refused(client: FlaskClient, value: int) -> None:
    assert refuse(client, hand=NEAR, alternatives=value) == {("/alternatives", "out_of_range")}


@pytest.mark.parametrize("value", ["5", 1.5, True, None, [5]])
def test_a_number_of_alternatives_that_is_none_is_refused(
    client: FlaskClient, value: object
) -> None:
    assert refuse(client, hand=NEAR, alternatives=value) == {("/alternatives", "wrong_type")}


def test_cards_seen_are_no_more_than_the_decks_hold_with_the_hand(client: FlaskClient) -> None:
    assert refuse(client, hand=NEAR, seen=["3C", "2S"]) == {("/seen/0", "too_many_copies")}
    assert refuse(client, hand=NEAR, seen="2S 2S 2S") == {("/seen", "too_many_copies")}


def test_everything_that_is_wrong_is_told_at_once(client: FlaskClient) -> None:
    found = refuse(client, hand=["4H", "ZZ"], seen=["YY", 5], alternatives=21, groups=[])
    assert found == {
        ("/hand/1", "unknown_card"),
        ("/hand", "hand_size"),
        ("/seen/0", "unknown_card"),
        ("/seen/1", "wrong_type"),
        ("/alternatives", "out_of_range"),
        ("/groups", "unknown_field"),
    }


def test_more_cards_than_there_are_cannot_have_been_seen(client: FlaskClient) -> None:
    assert refuse(client, hand=NEAR, seen=["2S"] * 165) == {("/seen", "too_long")}


def test_a_discard_is_a_card_of_a_hand_with_one_too_many(client: FlaskClient) -> None:
    assert refuse(client, hand=NEAR, discard="3C") == {("/hand", "hand_size")}
    assert refuse(client, hand=f"{NEAR} QD", discard="2S") == {("/discard", "discard_not_in_hand")}


@pytest.mark.parametrize("document", [[], 5, "hand", None, {}])
def test_a_body_that_is_no_arrange_request_is_refused(
    client: FlaskClient, document: object
) -> None:
    assert send(client, document).status_code == HTTPStatus.UNPROCESSABLE_ENTITY


def test_the_ruleset_is_on_the_log_line(
    capsys: pytest.CaptureFixture[str], client: FlaskClient
) -> None:
    arrange(client, NEAR)
    arrange(client, NEAR, {"base": "points-13"})
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["ruleset"] for line in lines] == ["points-13", "house-rule"]


def test_the_examples_of_the_guide_are_what_is_answered(client: FlaskClient) -> None:
    guide = Path(__file__).parents[3] / "docs" / "arrange.md"
    blocks = re.findall(r"```json\n(.*?)\n```", guide.read_text(encoding="utf-8"), re.DOTALL)
    requests, answers = blocks[::2], blocks[1::2]
    assert requests
    for request, answer in zip(requests, answers, strict=True):
        found = json.loads(send(client, json.loads(request)).data)
        for name, value in json.loads(answer).items():
            assert found[name] == value, name


@pytest.mark.parametrize(("ruleset", "vectors"), vectors_with("discards"))
def test_the_discards_of_a_vector_cost_what_it_says(
    client: FlaskClient, ruleset: str, vectors: list[Json]
) -> None:
    for vector in vectors:
        body = {"ruleset": ruleset, "hand": vector["hand"], "wild_card": vector["wild"]}
        answer = client.post("/v1/arrange", json=body).get_json()
        wanted, found = vector["expect"]["discards"], answer["discards"]
        assert {choice["card"]: choice["penalty"] for choice in found} == wanted, vector["id"]
        assert found[0]["card"] == answer["best"]["discard"]
        costs = [(not choice["declarable"], choice["penalty"]) for choice in found]
        assert costs == sorted(costs)
