"""The answers to a validate call and to an arrange call."""

import json
from typing import Any

from schemas.requests.situations import load_arrange_request
from schemas.responses.prospects import dump_prospects
from schemas.responses.settlements import dump_settlement
from schemas.responses.verdict_json import dump_verdict
from validator import Seat, find_prospects, find_ruleset, judge, settle

HAND = "5H 6H 7H 9S 10S JK 4C 4D 4S QC QD QS QH"
GROUPS = ["5H 6H 7H", "9S 10S JK", "4C 4D 4S", "QC QD QS QH"]


def test_a_valid_declaration_is_answered_in_full() -> None:
    answer = dump_verdict(judge(f"{HAND} KC", "yeeqia-13", wild_card="3D", groups=GROUPS))
    melds = [
        {
            "cards": ["5H", "6H", "7H"],
            "as": ["5H", "6H", "7H"],
            "kind": "pure_sequence",
            "points": 18,
        },
        {
            "cards": ["9S", "10S", "JK"],
            "as": ["9S", "10S", "JS"],
            "kind": "impure_sequence",
            "points": 19,
        },
        {"cards": ["4S", "4D", "4C"], "as": ["4S", "4D", "4C"], "kind": "set", "points": 12},
        {
            "cards": ["QS", "QH", "QD", "QC"],
            "as": ["QS", "QH", "QD", "QC"],
            "kind": "set",
            "points": 40,
        },
    ]
    assert list(answer) == [
        "ruleset", "valid", "outcome", "penalty", "violations", "groups", "deadwood",
        "deadwood_points", "points_as_grouped", "best",
    ]  # fmt: skip
    ruleset = find_ruleset("yeeqia-13")
    assert answer["ruleset"] == {"id": "yeeqia-13", "version": 1, "digest": ruleset.digest}
    assert (answer["valid"], answer["outcome"], answer["penalty"]) == (True, "valid", 0)
    assert answer["violations"] == []
    assert answer["groups"] == melds
    assert (answer["deadwood"], answer["deadwood_points"]) == ([], 0)
    assert answer["points_as_grouped"] == 0
    best = answer["best"]
    assert list(best) == [
        "declarable", "penalty", "discard", "melds", "deadwood", "deadwood_points",
    ]  # fmt: skip
    assert (best["declarable"], best["penalty"]) == (True, 0)
    assert (best["deadwood"], best["deadwood_points"]) == ([], 0)


def test_the_discard_named_or_left_out_is_in_the_best_arrangement() -> None:
    named = dump_verdict(judge(f"{HAND} KC", "yeeqia-13", groups=GROUPS, discard="KC"))
    assert named["best"]["discard"] == "KC"
    assert dump_verdict(judge(HAND, "yeeqia-13", groups=GROUPS))["best"]["discard"] is None


def test_violations_point_at_their_group_or_at_all_groups() -> None:
    answer = dump_verdict(judge(HAND, "points-13", groups=["5H 7H 9S", "QS QC QD QH"]))
    assert answer["outcome"] == "wrong_declaration"
    assert [
        (found["code"], found["group"], found["pointer"], found["cards"])
        for found in answer["violations"]
    ] == [
        ("mixed_ranks_and_suits", 0, "/groups/0", ["5H", "7H", "9S"]),
        ("no_pure_sequence", None, "/groups", []),
        ("too_few_sequences", None, "/groups", []),
        (
            "card_left_out",
            None,
            "/groups",
            ["4S", "10S", "6H", "4D", "4C", "JK"],
        ),
    ]
    assert answer["violations"][0]["message"] == "5H, 7H and 9S share neither a suit nor a rank."
    assert answer["groups"][0]["kind"] == "invalid"
    assert answer["deadwood"] == ["4S", "9S", "10S", "5H", "6H", "7H", "4D", "4C", "JK"]
    assert answer["deadwood_points"] == 4 + 9 + 10 + 5 + 6 + 7 + 4 + 4
    assert answer["penalty"] == 80


def test_without_groups_what_speaks_of_them_is_empty_or_null() -> None:
    answer = dump_verdict(judge("9H 10H JH 4S 4D 4C 6S 6C 6D AC KD 8C 2S", "points-13"))
    assert (answer["valid"], answer["outcome"], answer["penalty"]) == (False, "not_declared", 60)
    assert (answer["violations"], answer["groups"], answer["deadwood"]) == ([], [], [])
    assert (answer["deadwood_points"], answer["points_as_grouped"]) == (None, None)
    assert answer["best"]["deadwood"] == ["2S", "KD", "AC", "8C"]
    assert answer["best"]["deadwood_points"] == 30


def test_a_knock_is_there_in_knock_rulesets_only() -> None:
    hand = "5H 6H 7H 8D 8C 8S 2C 3D 4H AS"
    answer = dump_verdict(judge(hand, "knock-52", groups=["5H 6H 7H", "8D 8C 8S"]))
    assert answer["knock"] == {"deadwood_points": 10, "limit": 10, "gin": False}
    assert list(answer)[-1] == "knock"
    assert "knock" not in dump_verdict(judge(HAND, "points-13"))


def test_a_joker_says_which_card_it_stands_for() -> None:
    answer = dump_verdict(judge(HAND, "points-13", wild_card="QS", groups=["QC JK QD", "QS 5H 6H"]))
    assert answer["groups"][1]["cards"] == ["5H", "6H", "QS"]
    assert answer["groups"][1]["as"] == ["5H", "6H", "7H"]
    assert answer["groups"][1]["points"] == 11


def test_an_answer_is_plain_json() -> None:
    answer = dump_verdict(judge(HAND, "points-13", groups=GROUPS))
    assert json.loads(json.dumps(answer)) == answer


def test_a_settlement_is_answered_with_what_its_ruleset_has() -> None:
    seats = [
        Seat.of("north", "declared", HAND, GROUPS),
        Seat.of("east", "playing", "9H 10H JH 4S 4D 4C 6S 6C 6D AC KD 8C 2S"),
        Seat.of("south", "middle_drop"),
    ]
    found = settle(seats, "points-13", totals={"east": 10})
    answer = dump_settlement(found)
    assert list(answer) == ["ruleset", "settled", "winner", "match_winner", "verdict", "players"]
    assert found.verdict is not None
    assert answer["verdict"] == dump_verdict(found.verdict)
    assert answer["players"][2] == {
        "seat": "south",
        "points": 40,
        "points_as_grouped": None,
        "best": None,
        "total": 40,
        "rank": 2,
        "eliminated": False,
    }
    assert answer["players"][1]["best"]["penalty"] == 60
    assert json.loads(json.dumps(answer)) == answer


def prospects_of(**request: Any) -> dict[str, Any]:
    situation, most_alternatives = load_arrange_request(request)
    return dump_prospects(find_prospects(situation, most_alternatives))


def test_prospects_are_answered_in_full() -> None:
    hand = "4H 5H 6H 8C 9C JC KS KH KD 3S 3D 3C 3C"
    answer = prospects_of(ruleset="points-13", hand=hand, seen="10C")
    assert list(answer) == [
        "ruleset", "best", "alternatives", "discards", "distance", "completing_cards",
    ]  # fmt: skip
    assert answer["ruleset"]["id"] == "points-13"
    assert answer["best"]["deadwood"] == ["3C", "8C", "9C", "JC"]
    assert (answer["alternatives"], answer["discards"], answer["distance"]) == ([], [], 1)
    assert answer["completing_cards"] == [
        {"card": "10C", "unseen": 1},
        {"card": "JK", "unseen": 2},
    ]
    assert json.loads(json.dumps(answer)) == answer


def test_a_discard_speaks_of_a_knock_in_knock_rulesets_only() -> None:
    knock = prospects_of(ruleset="knock-52", hand="3S 4S 5S 6H 6D 6C KD KS KH KC QD")
    assert knock["discards"][0] == {
        "card": "QD", "penalty": 0, "declarable": True, "knock": True, "gin": True,
    }  # fmt: skip
    points = prospects_of(ruleset="points-13", hand=f"{HAND} KC")
    assert points["discards"][0] == {"card": "KC", "penalty": 2, "declarable": True}


def test_an_alternative_is_written_as_the_best_is() -> None:
    hand = "4S 5S 6S 7S 7H 7D 7C KH QD 2C"
    answer = prospects_of(ruleset="knock-52", hand=hand, alternatives=5)
    (other,) = answer["alternatives"]
    assert list(other) == list(answer["best"])
    assert other["penalty"] == answer["best"]["penalty"]
    assert [meld["kind"] for meld in other["melds"]] == ["pure_sequence", "set"]


def test_a_distance_that_no_hand_has_is_null() -> None:
    rules = {"base": "points-13", "hand_size_by_players": {"2": 2}, "min_sequences": 0}
    answer = prospects_of(ruleset={**rules, "min_pure_sequences": 0}, hand="4H 5H")
    assert answer["distance"] is None
