"""POST /v1/settle: what a deal brings each player, and every refusal that the contract promises."""

import json
from http import HTTPStatus
from typing import Any, Final

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from api.observability import metrics
from schemas.requests.tables import MOST_PLAYERS
from schemas.validation_errors import MAX_ERRORS
from tests.contract.openapi_contract import SHAPE_CODES, faults_of, schema_validator

Json = dict[str, Any]

GROUPS: Final = ["AH 2H 3H 4H", "7C 8C 9C", "10D 10S 10C", "KS KD KC"]
DECLARED: Final = " ".join(GROUPS)
LOSER: Final = "9H 10H JH 4S 4D 4C 6S 6C 6D AC KD 8C 2S"
THIRD: Final = "2H 3H 4H 2S 3S 4S 5D 5C 5H 2D 2C 3D 6C"
NORTH: Final[Json] = {"seat": "north", "status": "declared", "hand": DECLARED, "groups": GROUPS}
EAST: Final[Json] = {"seat": "east", "status": "playing", "hand": LOSER}
SOUTH: Final[Json] = {"seat": "south", "status": "first_drop"}
WEST: Final[Json] = {"seat": "west", "status": "middle_drop"}
TABLE: Final[Json] = {
    "ruleset": "points-13",
    "wild_card": "QS",
    "reason": "declaration",
    "players": [NORTH, EAST, SOUTH, WEST],
    "totals": {"north": 0, "east": 20, "south": 0, "west": 80},
}
"""North declares, east pays 60 of a hand with one pure sequence, two have dropped."""

KNOCK_GROUPS: Final = ["3S 4S 5S", "9C 9D 9H", "KS KD KH"]
KNOCKER: Final[Json] = {
    "seat": "north",
    "status": "knocked",
    "hand": " ".join([*KNOCK_GROUPS, "10C"]),
    "groups": KNOCK_GROUPS,
}
OPPONENT: Final[Json] = {
    "seat": "south",
    "status": "playing",
    "hand": "2S 2C 2D 6H 7H 8H QC QD QS JD",
}
KNOCK: Final[Json] = {"ruleset": "knock-52", "players": [KNOCKER, OPPONENT]}
"""North knocks with 10 points left, and south has 10 as well."""


def send(client: FlaskClient, document: object, path: str = "/v1/settle") -> TestResponse:
    return client.post(path, data=json.dumps(document), content_type="application/json")


def settle(client: FlaskClient, document: Json, **changes: Any) -> Json:
    answer = send(client, {**document, **changes})
    assert answer.status_code == HTTPStatus.OK, answer.get_data(as_text=True)
    settlement: Json = json.loads(answer.data)
    return settlement


def refuse(client: FlaskClient, document: object) -> list[tuple[str, str]]:
    answer = send(client, document)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY, answer.get_data(as_text=True)
    return [(error["pointer"], error["code"]) for error in json.loads(answer.data)["errors"]]


def without(document: Json, *names: str) -> Json:
    return {name: value for name, value in document.items() if name not in names}


def column(settlement: Json, name: str) -> list[Any]:
    return [player[name] for player in settlement["players"]]


# Settled deals


def test_a_declaration_settles_the_deal(client: FlaskClient) -> None:
    found = settle(client, TABLE)
    assert list(found) == ["ruleset", "settled", "winner", "match_winner", "verdict", "players"]
    assert (found["settled"], found["winner"], found["match_winner"]) == (True, "north", None)
    assert column(found, "seat") == ["north", "east", "south", "west"]
    assert column(found, "points") == [0, 60, 20, 40]
    assert column(found, "total") == [0, 80, 20, 120]
    assert column(found, "rank") == [1, 4, 2, 3]
    assert column(found, "eliminated") == [False] * 4
    assert column(found, "points_as_grouped") == [2, None, None, None]
    assert [best and best["penalty"] for best in column(found, "best")] == [2, 60, None, None]
    assert list(found["players"][1]) == [
        "seat",
        "points",
        "points_as_grouped",
        "best",
        "total",
        "rank",
        "eliminated",
    ]


@pytest.mark.parametrize("groups", [GROUPS, GROUPS[:2], ["AH 2H 4H", *GROUPS[1:]]])
def test_the_verdict_is_that_of_a_validate_call(client: FlaskClient, groups: list[str]) -> None:
    player = {**NORTH, "hand": f"{DECLARED} QD", "groups": groups, "discard": "QD"}
    found = settle(client, TABLE, players=[player, EAST], totals={})
    alone = {name: player[name] for name in ("hand", "groups", "discard")}
    document = {"ruleset": "points-13", "wild_card": "QS", **alone}
    assert found["verdict"] == json.loads(send(client, document, "/v1/validate").data)
    assert found["players"][0]["best"] == found["verdict"]["best"]


def test_after_a_wrong_declaration_among_three_play_goes_on(client: FlaskClient) -> None:
    players = [{**NORTH, "groups": GROUPS[:3]}, EAST, {**EAST, "seat": "south", "hand": THIRD}]
    found = settle(client, TABLE, players=players, totals={"east": 20})
    assert (found["settled"], found["winner"]) == (False, None)
    assert found["verdict"]["outcome"] == "wrong_declaration"
    assert column(found, "points") == [80, None, None]
    assert column(found, "total") == [80, None, None]
    assert column(found, "rank") == [None] * 3
    later = [{**NORTH, "seat": "south"}, EAST, {"seat": "north", "status": "wrong_declaration"}]
    found = settle(client, TABLE, players=later, totals={"east": 20})
    assert column(found, "points") == [0, 60, 80]
    assert column(found, "total") == [0, 80, 80]


def test_a_wrong_declaration_of_two_lets_the_other_win(client: FlaskClient) -> None:
    found = settle(client, TABLE, players=[{**NORTH, "groups": GROUPS[:3]}, EAST, SOUTH, WEST])
    assert (found["settled"], found["winner"]) == (True, "east")
    assert column(found, "points") == [80, 0, 20, 40]


def test_a_rejected_declaration_costs_nothing(client: FlaskClient) -> None:
    players = [{**NORTH, "groups": GROUPS[:3]}, EAST]
    found = settle(client, {"ruleset": "rummymates-13", "players": players})
    assert (found["settled"], found["verdict"]["outcome"]) == (False, "rejected")
    assert column(found, "points") == [0, None]


def test_the_draw_limit_settles_a_deal_by_force(client: FlaskClient) -> None:
    players = [{**EAST, "seat": "w"}, {**NORTH, "status": "playing"}]
    hands = ["5S 6S 7S 8S KH QH JD JC 9D 9S 3H 3C 8D", "QC QS JS AS AD 2D 2C 7H 7D 6H 3S 5C 5D"]
    players += [{"seat": str(n), "status": "playing", "hand": hand} for n, hand in enumerate(hands)]
    table = {"ruleset": "yeeqia-13", "players": players, "reason": "draw_limit"}
    found = settle(client, table)
    assert (found["winner"], found["verdict"]) == ("north", None)
    assert column(found, "points")[:2] == [30, 0]
    assert column(found, "rank")[:2] == [2, 1]


def test_a_knock_is_scored_and_may_be_undercut(client: FlaskClient) -> None:
    found = settle(client, KNOCK, totals={"south": 75, "north": 90})
    assert (found["winner"], found["match_winner"]) == ("south", "south")
    assert column(found, "points") == [0, 25]
    assert column(found, "deadwood_points") == [10, 10]
    assert found["verdict"]["knock"] == {"deadwood_points": 10, "limit": 10, "gin": False}
    assert "lay_off" not in found["players"][1]


def test_a_washout_needs_no_hands(client: FlaskClient) -> None:
    players = [{"seat": seat, "status": "playing"} for seat in "ab"]
    found = settle(client, KNOCK, players=players, reason="stock_exhausted")
    assert (found["settled"], found["winner"], column(found, "points")) == (True, None, [0, 0])
    assert "deadwood_points" not in found["players"][0]


def test_lay_offs_are_told_card_by_card(client: FlaskClient) -> None:
    gin = {"base": "knock-52", "lay_offs": "unless_gin"}
    groups = ["AS AC AD", "10C 10D 10H", "JS QS KS"]
    knocker = {**KNOCKER, "hand": " ".join([*groups, "2H"]), "groups": groups}
    opponent = {**OPPONENT, "hand": "4S 5S 9S 10S 4C 5C 4D 5D 4H 5H"}
    found = settle(client, {"ruleset": gin, "players": [knocker, opponent]})
    assert column(found, "points") == [0, 27]
    lay_off = found["players"][1]["lay_off"]
    assert lay_off["laid_off"] == [{"card": "10S", "group": 2}, {"card": "9S", "group": 2}]
    assert (lay_off["deadwood"], lay_off["deadwood_points"]) == ([], 0)
    assert [meld["kind"] for meld in lay_off["melds"]] == ["set", "set"]
    assert "lay_off" not in found["players"][0]


def test_a_pool_puts_players_out_and_the_last_one_wins_it(client: FlaskClient) -> None:
    pool = {
        "base": "points-13",
        "match_won_by": "last_not_eliminated",
        "elimination_points": 101,
    }
    found = settle(client, TABLE, ruleset=pool, totals={"east": 41, "south": 81, "west": 61})
    assert column(found, "eliminated") == [False, True, True, True]
    assert found["match_winner"] == "north"


def test_deals_are_settled_in_chips(client: FlaskClient) -> None:
    deals = {"base": "points-13", "match_won_by": "most_chips", "deals_per_match": 2}
    found = settle(client, TABLE, ruleset=deals, totals={"north": -30})
    assert column(found, "chips") == [120, -60, -20, -40]
    assert column(found, "total") == [90, -60, -20, -40]


def test_the_last_one_in_needs_no_hand(client: FlaskClient) -> None:
    found = settle(client, TABLE, players=[{**EAST, "hand": None}, SOUTH, WEST], totals=None)
    assert (found["winner"], column(found, "points")) == ("east", [0, 20, 40])


def test_absent_parts_and_null_are_the_same(client: FlaskClient) -> None:
    least = {"ruleset": "points-13", "players": [without(NORTH, "groups"), EAST]}
    player = {**NORTH, "groups": None, "discard": None}
    nulls = {"wild_card": None, "reason": None, "totals": None}
    asked = {**least, **nulls, "players": [player, EAST]}
    assert send(client, least).data == send(client, asked).data


def test_cards_may_be_lists_of_any_notation(client: FlaskClient) -> None:
    listed = {**NORTH, "hand": DECLARED.split(), "groups": [group.split() for group in GROUPS]}
    spelled = {**EAST, "hand": LOSER.replace("H", "♥").replace("10", "t").lower()}
    players = [listed, spelled, SOUTH, WEST]
    assert send(client, {**TABLE, "players": players}).data == send(client, TABLE).data


def test_the_answer_says_by_which_ruleset_it_was_settled(client: FlaskClient) -> None:
    found = settle(client, TABLE, ruleset={"base": "points-13", "id": "mine", "cap": 50})
    assert found["ruleset"]["id"] == found["verdict"]["ruleset"]["id"] == "mine"
    assert column(found, "points")[1] == 50


# What is counted and logged


def verdicts(ruleset: str, outcome: str) -> float:
    labels = {"ruleset": ruleset, "outcome": outcome}
    return metrics.REGISTRY.get_sample_value("rummy_verdicts_total", labels) or 0.0


@pytest.mark.parametrize(
    ("ruleset", "label"),
    [("points-13", "points-13"), ({"base": "points-13", "id": "x"}, "house-rule")],
)
def test_the_verdict_is_counted_by_ruleset(
    client: FlaskClient, ruleset: object, label: str
) -> None:
    before = verdicts(label, "valid")
    settle(client, TABLE, ruleset=ruleset)
    assert verdicts(label, "valid") == before + 1


def test_a_deal_without_a_show_counts_no_verdict(client: FlaskClient) -> None:
    before = verdicts("points-13", "not_declared")
    settle(client, TABLE, players=[EAST, SOUTH, WEST], totals={})
    assert verdicts("points-13", "not_declared") == before


# Refusals


def players(*changes: Json, of: Json = TABLE) -> Json:
    """Returns a table whose first players are changed."""
    rest = of["players"][len(changes) :]
    changed = [{**old, **new} for old, new in zip(of["players"], changes, strict=False)]
    return {**of, "players": [*changed, *rest]}


SEVEN: Final = {"seat": "west", "status": "playing", "hand": "AS 2H 3D 6C 7D 8D JC"}

REFUSALS: Final[dict[str, tuple[object, list[tuple[str, str]]]]] = {
    "no players": ({**TABLE, "players": [], "totals": {}}, [("/players", "player_count")]),
    "one player": ({**TABLE, "players": [NORTH], "totals": {}}, [("/players", "player_count")]),
    "too many for the ruleset": (
        {**TABLE, "players": [NORTH, EAST, *({**SOUTH, "seat": str(n)} for n in range(5))],
         "totals": {}},
        [("/players", "player_count")],
    ),
    "too many for any ruleset": (
        {**TABLE, "players": [SOUTH] * (MOST_PLAYERS + 1)},
        [("/players", "too_long")],
    ),
    "a seat taken twice": (
        players({}, {"seat": "north"}) | {"totals": {}},
        [("/players/1/seat", "duplicate_seat")],
    ),
    "a knock where one declares": (
        players({"status": "knocked"}),
        [("/players/0/status", "status_not_allowed")],
    ),
    "a declaration where one knocks": (
        players({"status": "declared"}, of=KNOCK),
        [("/players/0/status", "status_not_allowed")],
    ),
    "a wrong declaration where it is rejected": (
        {**players({}, {"status": "wrong_declaration"}), "ruleset": "rummymates-13",
         "players": [NORTH, {**EAST, "status": "wrong_declaration"}], "totals": {}},
        [("/players/1/status", "status_not_allowed")],
    ),
    "drops where none are offered": (
        {**TABLE, "ruleset": "yeeqia-13"},
        [("/players/2/status", "no_drop_offered"), ("/players/3/status", "no_drop_offered")],
    ),
    "a knock as the reason where one declares": (
        {**TABLE, "reason": "knock"},
        [("/reason", "reason_not_allowed")],
    ),
    "a draw limit where there is none": (
        {**TABLE, "reason": "draw_limit"},
        [
            ("/reason", "reason_not_allowed"),
            ("/players/0/status", "status_not_allowed"),
        ],
    ),
    "a washout where the stock is made anew": (
        {**players({"status": "playing"}), "reason": "stock_exhausted"},
        [("/reason", "reason_not_allowed")],
    ),
    "nobody declares": (
        players({"status": "playing"}),
        [("/players", "declarer_missing")],
    ),
    "nobody knocks": (
        players({"status": "playing"}, of=KNOCK),
        [("/players", "declarer_missing")],
    ),
    "everybody has left": (
        players({"status": "first_drop"}, {"status": "middle_drop"}),
        [("/players", "declarer_missing")],
    ),
    "two declare": (
        players({}, {"status": "declared"}),
        [("/players/1/status", "several_declarers")],
    ),
    "no hand of a declarer": (
        players({"hand": None, "groups": None}),
        [("/players/0/hand", "hand_missing")],
    ),
    "no hand of a loser": (players({}, {"hand": None}), [("/players/1/hand", "hand_missing")]),
    "a grouping without a hand": (
        players({}, {}, {"groups": ["5H 6H 7H"]}),
        [("/players/2/hand", "hand_missing")],
    ),
    "a total of nobody": (
        {**TABLE, "totals": {"nobody": 5}},
        [("/totals/nobody", "unknown_seat")],
    ),
    "totals out of range": (
        {**TABLE, "totals": {"north": -1, "east": 1_000_001}},
        [("/totals/north", "total_out_of_range"), ("/totals/east", "total_out_of_range")],
    ),
    "a card in too many hands": (
        players({"hand": DECLARED.split(), "groups": None}, {"hand": LOSER.replace("2S", "KS")},
                {"hand": THIRD.replace("6C", "KS").split()}),
        [
            ("/players/0/hand/10", "too_many_copies"),
            ("/players/1/hand", "too_many_copies"),
            ("/players/2/hand/12", "too_many_copies"),
        ],
    ),
    "a card too often in one hand": (
        players({}, {"hand": LOSER.replace("10H", "9H").replace("JH", "9H").split()}),
        [("/players/1/hand/2", "too_many_copies")],
    ),
    "a hand too small": (players({}, {"hand": LOSER[3:]}), [("/players/1/hand", "hand_size")]),
    "a loser with a card more": (
        players({}, {"hand": f"{LOSER} 3D"}),
        [("/players/1/hand", "hand_size")],
    ),
    "hands of two at a table of three": (
        {**KNOCK, "players": [KNOCKER, SEVEN, {**OPPONENT, "hand": "2S 2C 2D 6H 7H 8H QC"}]},
        [("/players/0/hand", "hand_size")],
    ),
    "a card that is none": (
        players({}, {"hand": [*LOSER.split()[:4], "ZZ", *LOSER.split()[5:]]}),
        [("/players/1/hand/4", "unknown_card")],
    ),
    "a card that is none in a group": (
        players({}, {"groups": ["9H 10H JH", ["4S", "ZZ"]]}),
        [("/players/1/groups/1/1", "unknown_card")],
    ),
    "a card from nowhere": (
        players({"groups": ["QH KH AH"]}),
        [("/players/0/groups/0", "card_not_in_hand")] * 1,
    ),
    "a card used twice": (
        players({"groups": [*GROUPS, ["AH"]]}),
        [("/players/0/groups/4/0", "card_used_twice")],
    ),
    "an empty group": (
        players({"groups": [*GROUPS, []]}),
        [("/players/0/groups/4", "empty_group")],
    ),
    "a discard that is also in a group": (
        players({"hand": f"{DECLARED} QD", "groups": [*GROUPS, ["QD"]], "discard": "QD"}),
        [("/players/0/groups/4/0", "discard_in_group")],
    ),
    "a discard from nowhere": (
        players({"hand": f"{DECLARED} QD", "discard": "QC"}),
        [("/players/0/discard", "discard_not_in_hand")],
    ),
    "a discard that is not clear": (
        players({"hand": f"{DECLARED} QD", "groups": GROUPS[:3]}),
        [("/players/0/discard", "discard_missing")],
    ),
    "a discard of thirteen cards": (
        players({"discard": "AH", "groups": None}),
        [("/players/0/hand", "hand_size")],
    ),
    "a wild card where none is turned up": (
        {**KNOCK, "wild_card": "7D"},
        [("/wild_card", "wild_card_not_allowed")],
    ),
    "an unknown ruleset": ({**TABLE, "ruleset": "bridge"}, [("/ruleset", "unknown_ruleset")]),
    "a contradiction": (
        {**TABLE, "ruleset": {"base": "points-13", "min_pure_sequences": 3}},
        [("/ruleset/min_pure_sequences", "ruleset_contradiction")],
    ),
    "a hand too long to read": (
        players({}, {"hand": ["5H"] * 61}),
        [("/players/1/hand", "too_long")],
    ),
    "unknown fields": (
        {**players({"nmae": 1}), "player": []},
        [("/player", "unknown_field"), ("/players/0/nmae", "unknown_field")],
    ),
    "nothing at all": ({}, [("/ruleset", "missing_field"), ("/players", "missing_field")]),
    "a player without anything": (
        {**TABLE, "players": [NORTH, EAST, {}]},
        [("/players/2/seat", "missing_field"), ("/players/2/status", "missing_field")],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("document", "errors"), REFUSALS.values(), ids=REFUSALS.keys())
def test_what_is_no_table_is_refused(
    client: FlaskClient, document: object, errors: list[tuple[str, str]]
) -> None:
    assert list(dict.fromkeys(refuse(client, document))) == errors


def test_every_fault_of_every_player_is_named_at_once(client: FlaskClient) -> None:
    document = {
        "ruleset": "points-13",
        "wild_card": 5,
        "players": [
            {**NORTH, "hand": ["AH", 3, "ZZ"], "status": "asleep"},
            {"seat": "", "status": "knocked", "hand": LOSER, "groups": [["4S", "KC"]]},
            17,
            {**EAST, "seat": "north", "discard": ["2S"]},
            {**SOUTH, "hand": "5H"},
        ],
        "totals": {"x": True},
    }
    assert set(refuse(client, document)) == {
        ("/wild_card", "wrong_type"),
        ("/players/0/hand/1", "wrong_type"),
        ("/players/0/hand/2", "unknown_card"),
        ("/players/0/status", "wrong_type"),
        ("/players/1/seat", "wrong_type"),
        ("/players/1/status", "status_not_allowed"),
        ("/players/1/groups/0/1", "card_not_in_hand"),
        ("/players/2", "wrong_type"),
        ("/players/3/seat", "duplicate_seat"),
        ("/players/3/discard", "wrong_type"),
        ("/players/4/hand", "hand_size"),
        ("/totals/x", "wrong_type"),
    }


def test_the_notation_is_checked_also_when_the_ruleset_is_unknown(client: FlaskClient) -> None:
    document = players({"hand": ["ZZ"], "groups": [["YY"]]}, {"seat": "north"})
    assert refuse(client, {**document, "ruleset": "bridge"}) == [
        ("/ruleset", "unknown_ruleset"),
        ("/players/0/hand/0", "unknown_card"),
        ("/players/0/groups/0/0", "unknown_card"),
        ("/players/1/seat", "duplicate_seat"),
    ]


def test_the_list_of_faults_is_bounded(client: FlaskClient) -> None:
    hopeless = {"seat": "a", "status": "x", "hand": ["ZZ"] * 60, "groups": [["ZZ"] * 60] * 3}
    errors = refuse(client, {**TABLE, "players": [hopeless] * MOST_PLAYERS})
    assert (len(errors), errors[-1]) == (MAX_ERRORS + 1, ("", "more_errors"))


def test_no_more_of_the_input_than_a_short_token_is_repeated(client: FlaskClient) -> None:
    seat = "s" * 60
    document = {
        **players({"seat": seat}, {"seat": seat}),
        "reason": "r" * 9_000,
        "totals": {"t" * 9_000: 1},
    }
    answer = send(client, document)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert len(answer.data) < 2_000


# Values of the wrong type, everywhere

STRANGE: Final[list[Any]] = [
    None, True, 0, -(10**18), 1.5, 2.0, "", "ZZ", [], {}, [[]], [{}], [None], {"a": {"b": []}},
    "x" * 300,
]  # fmt: skip
FAULTS_OF_FORM: Final = SHAPE_CODES | {"total_out_of_range"}
"""What the schema of the contract shows, the range of totals included."""
PLACES: Final = [
    ("ruleset",), ("wild_card",), ("reason",), ("players",), ("totals",), ("totals", "east"),
    ("players", 0), ("players", 1), ("players", 2),
    *(("players", 0, name) for name in ("seat", "status", "hand", "groups", "discard")),
    ("players", 0, "hand", 4), ("players", 0, "groups", 1), ("players", 0, "groups", 1, 2),
    ("players", 2, "hand"), ("players", 2, "groups"), ("players", 2, "discard"),
]  # fmt: skip
LISTED: Final = players(
    {
        "hand": [*DECLARED.split(), "QD"],
        "groups": [group.split() for group in GROUPS],
        "discard": "QD",
    }
)


def replaced(document: Any, place: tuple[str | int, ...], value: object) -> Any:
    """Returns a copy of a document with the value at this place replaced."""
    copied = json.loads(json.dumps(document))
    holder = copied
    for step in place[:-1]:
        holder = holder[step]
    holder[place[-1]] = value
    return copied


@pytest.mark.parametrize("value", STRANGE, ids=lambda value: json.dumps(value)[:20])
@pytest.mark.parametrize("place", PLACES, ids=lambda place: "/".join(map(str, place)))
def test_a_strange_value_is_refused_where_it_stands(
    client: FlaskClient, place: tuple[str | int, ...], value: object
) -> None:
    document = replaced(LISTED, place, value)
    answer = send(client, document)
    errors = json.loads(answer.data).get("errors", [])
    of_form = {error["pointer"] for error in errors if error["code"] in FAULTS_OF_FORM}
    if faults_of(schema_validator("SettleRequest"), document):
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        pointer = "".join(f"/{step}" for step in place)
        assert any(f"{found}/".startswith(f"{pointer}/") for found in of_form), errors
    else:
        assert answer.status_code in (HTTPStatus.OK, HTTPStatus.UNPROCESSABLE_ENTITY)
        assert of_form == set()


@pytest.mark.parametrize("value", [value for value in STRANGE if not isinstance(value, dict)])
def test_a_body_that_is_no_object_is_refused(client: FlaskClient, value: object) -> None:
    assert refuse(client, value) == [("", "wrong_type")]


@pytest.mark.parametrize(
    ("body", "headers", "status", "code"),
    [
        (b"{", {}, 400, "not_json"),
        (b'{"players": [], "players": []}', {}, 400, "duplicate_key"),
        (b"{}", {"Accept": "text/html"}, 406, "not_acceptable"),
        (b" " * 65_537, {}, 413, "body_too_large"),
        (b"{}", {"Content-Type": "text/plain"}, 415, "unsupported_media_type"),
    ],
)
def test_what_is_no_json_body_is_refused(
    client: FlaskClient, body: bytes, headers: dict[str, str], status: int, code: str
) -> None:
    sent = {"Content-Type": "application/json", **headers}
    answer = client.post("/v1/settle", data=body, headers=sent)
    assert answer.status_code == status
    assert [error["code"] for error in json.loads(answer.data)["errors"]] == [code]


def test_a_table_can_only_be_posted(client: FlaskClient) -> None:
    answer = client.get("/v1/settle")
    assert answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED
    assert answer.headers["Allow"] == "OPTIONS, POST"


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**18), 10**18)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(["5H", "JK", "north", "knock-52", "declared", "playing", DECLARED, LOSER]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
STATUSES = ["declared", "knocked", "playing", "first_drop", "middle_drop", "wrong_declaration"]
PLAYERS = st.fixed_dictionaries(
    {"seat": st.sampled_from("abcdef") | ANYTHING, "status": st.sampled_from(STATUSES)},
    optional={
        "hand": st.sampled_from([DECLARED, LOSER, f"{LOSER} 3D", OPPONENT["hand"]]) | ANYTHING,
        "groups": st.just(GROUPS) | ANYTHING,
        "discard": ANYTHING,
    },
)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    changes=st.fixed_dictionaries(
        {"players": st.lists(PLAYERS | ANYTHING, max_size=6)},
        optional={
            "ruleset": st.sampled_from(["points-13", "knock-52", "yeeqia-13"]) | ANYTHING,
            "wild_card": ANYTHING,
            "reason": st.sampled_from(["draw_limit", "stock_exhausted"]) | ANYTHING,
            "totals": st.dictionaries(st.sampled_from("abcdef"), st.integers(-5, 200)) | ANYTHING,
            "more": ANYTHING,
        },
    )
)
def test_no_request_makes_the_service_fail(client: FlaskClient, changes: Json) -> None:
    answer = send(client, {**TABLE, **changes})
    assert answer.status_code in (HTTPStatus.OK, HTTPStatus.UNPROCESSABLE_ENTITY)
