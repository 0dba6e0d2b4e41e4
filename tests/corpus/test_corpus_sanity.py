"""The corpus in tests/vectors checked for itself: form, names, and hands that can exist.

Nothing here judges a hand; the runner of the vectors does that.
"""

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from jsonschema import Draft202012Validator

Json = dict[str, Any]
Check = Callable[[tuple[str, Json]], None]

ROOT = Path(__file__).parent.parent / "vectors"
FILES = sorted(ROOT.glob("*/*.json"))
SCHEMA: Json = json.loads((ROOT / "schema.json").read_text(encoding="utf-8"))


class Deck(NamedTuple):
    """What a ruleset deals: hand sizes without the extra card, copies, and how a deal ends."""

    prefix: str
    sizes: frozenset[int]
    copies: int
    jokers: int
    knocks: bool = False
    chips: bool = False

    @property
    def held(self) -> frozenset[int]:
        """Sizes of hands, one card more included."""
        return self.sizes | {size + 1 for size in self.sizes}


TWO_DECKS = (frozenset({13}), 2, 2)
GIN = (frozenset({10}), 1, 0, True)
DECKS = {
    "yeeqia-13": Deck("y13", *TWO_DECKS),
    "indian-reference-13": Deck("i13", *TWO_DECKS),
    "rummymates-13": Deck("m13", *TWO_DECKS),
    "points-13": Deck("p13", *TWO_DECKS),
    "points-13-full-count": Deck("pfc", *TWO_DECKS),
    "points-13-open-sets": Deck("pos", *TWO_DECKS),
    "pool-101": Deck("p101", *TWO_DECKS),
    "pool-201": Deck("p201", *TWO_DECKS),
    "pool-61": Deck("p61", *TWO_DECKS),
    "deals-13": Deck("d13", *TWO_DECKS, chips=True),
    "octro-13": Deck("o13", frozenset({13}), 2, 4),
    "ten-card-10": Deck("t10", frozenset({10}), 2, 2),
    "marriage-21": Deck("m21", frozenset({21}), 3, 3),
    "knock-52": Deck("k52", frozenset({7, 10}), 1, 0, True),
    "gin-classic": Deck("gcl", *GIN),
    "gin-25": Deck("g25", *GIN),
}
NO_MELDS = {"invalid", "dublee"}
"""Kinds of groups that break a rule, unless the hand is declared in another way."""


def load(path: Path) -> Json:
    """Return the content of one file of vectors."""
    content: Json = json.loads(path.read_text(encoding="utf-8"))
    return content


CONTENTS = {path: load(path) for path in FILES}
ENTRIES = [(content["ruleset"], v) for content in CONTENTS.values() for v in content["vectors"]]
JUDGED = [(r, v) for r, v in ENTRIES if "hand" in v and "errors" not in v["expect"]]
SETTLED = [(r, v) for r, v in ENTRIES if "settled" in v["expect"]]
NOTATION = load(ROOT / "notation.json")
FLAGS = load(ROOT / "flags.json")
ORIGINS = {
    "public case collection": r"public case collection: ",
    "rules and rulings": r"(rules §|ruling R)",
    "rule pages S0, S1, S3, S4": r"S[0134]$",
    "HTTP contract": r"HTTP contract: ",
    "OpenSpiel gin_rummy": r"OpenSpiel gin_rummy: ",
}


def file_id(path: Path) -> str:
    """Return the pytest id of a file."""
    return f"{path.parent.name}/{path.stem}"


def surplus(cards: list[str], deck: Deck) -> list[str]:
    """Return the cards held more often than the deck has them."""
    counts = Counter(cards)
    limits = {card: deck.jokers if card == "JK" else deck.copies for card in counts}
    return [card for card, count in counts.items() if count > limits[card]]


def each(entries: list[tuple[str, Json]]) -> Callable[[Check], Callable[[str], None]]:
    """Make a check of one vector a test of each ruleset's: all of them, the first wrong one named.

    One test each would be ten thousand, which take longer to be reported than to run.
    """

    def decorate(check: Check) -> Callable[[str], None]:
        def check_all(ruleset: str) -> None:
            for entry in entries:
                if entry[0] == ruleset:
                    try:
                        check(entry)
                    except Exception as error:
                        error.add_note(f"vector {entry[1]['id']}")
                        raise

        check_all.__name__ = check.__name__
        rulesets = dict.fromkeys(ruleset for ruleset, _ in entries)
        return pytest.mark.parametrize("ruleset", rulesets)(check_all)

    return decorate


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", FILES, ids=file_id)
def test_file_fits_the_schema(path: Path) -> None:
    errors = [
        f"{e.json_path}: {e.message}"
        for e in Draft202012Validator(SCHEMA).iter_errors(CONTENTS[path])
    ]
    assert errors == []


@pytest.mark.parametrize("path", FILES, ids=file_id)
def test_folder_is_the_ruleset(path: Path) -> None:
    assert CONTENTS[path]["ruleset"] == path.parent.name


def test_flags_fit_the_schema() -> None:
    schema = {"$ref": "#/$defs/flags", "$defs": SCHEMA["$defs"]}
    assert [e.message for e in Draft202012Validator(schema).iter_errors(FLAGS)] == []
    assert [*FLAGS] == sorted(FLAGS)


def test_flags_used_are_those_explained() -> None:
    used = {flag for _, vector in ENTRIES for flag in vector["flags"]}
    near = {flag for _, vector in ENTRIES for flag in vector.get("near", ())}
    assert used == set(FLAGS)
    assert near <= used


def test_no_rule_both_applies_and_nearly_applies() -> None:
    both = [v["id"] for _, v in ENTRIES if not set(v["flags"]).isdisjoint(v.get("near", ()))]
    assert both == []


@pytest.mark.parametrize("field", ["id", "description"])
def test_names_are_unique(field: str) -> None:
    counts = Counter(vector[field] for _, vector in ENTRIES)
    assert [name for name, count in counts.items() if count > 1] == []


@each(ENTRIES)
def test_id_begins_with_its_ruleset(entry: tuple[str, Json]) -> None:
    ruleset, vector = entry
    assert vector["id"].startswith(DECKS[ruleset].prefix + "-")


@each(ENTRIES)
def test_description_states_a_fact(entry: tuple[str, Json]) -> None:
    description = entry[1]["description"]
    assert len(description) < 100
    assert not re.search(r"\bshould\b|\btests? that\b", description, re.IGNORECASE)


@each(ENTRIES)
def test_ruling_names_its_number(entry: tuple[str, Json]) -> None:
    flags = entry[1]["flags"]
    assert ("ruling" in flags) == any(re.fullmatch(r"r\d+", flag) for flag in flags)


@each(JUDGED)
def test_hand_can_be_dealt(entry: tuple[str, Json]) -> None:
    ruleset, vector = entry
    deck = DECKS[ruleset]
    assert len(vector["hand"]) in deck.held
    assert surplus(vector["hand"], deck) == []


@each([(r, v) for r, v in ENTRIES if "group" in v])
def test_group_can_be_dealt(entry: tuple[str, Json]) -> None:
    ruleset, vector = entry
    assert surplus(vector["group"], DECKS[ruleset]) == []
    invalid = vector["expect"]["kind"] == "invalid"
    assert invalid == ("violations" in vector["expect"])


@each(JUDGED)
def test_wild_card_belongs_to_the_ruleset(entry: tuple[str, Json]) -> None:
    ruleset, vector = entry
    assert not DECKS[ruleset].knocks or vector["wild"] is None


@each([(r, v) for r, v in JUDGED if "grouping" in v])
def test_grouping_comes_from_the_hand(entry: tuple[str, Json]) -> None:
    ruleset, vector = entry
    laid = Counter(card for group in vector["grouping"] for card in group)
    laid.update([vector["discard"]] if "discard" in vector else [])
    left: Counter[str] = Counter(vector["hand"])
    left.subtract(laid)
    assert min(left.values()) >= 0
    if len(vector["hand"]) not in DECKS[ruleset].sizes and "discard" not in vector:
        assert not DECKS[ruleset].knocks
        assert left.total() == 1


@each([(r, v) for r, v in JUDGED if "grouping" in v])
def test_verdict_agrees_with_itself(entry: tuple[str, Json]) -> None:
    ruleset, vector = entry
    expect, groups = vector["expect"], vector["grouping"]
    assert len(expect["kinds"]) == len(groups)
    assert expect["valid"] == (expect["outcome"] == "valid") == (expect["violations"] == [])
    named = [violation["group"] for violation in expect["violations"] if "group" in violation]
    no_melds = [i for i, kind in enumerate(expect["kinds"]) if kind in NO_MELDS]
    assert named == ([] if expect["valid"] else no_melds)
    whole = ["group" in violation for violation in expect["violations"]]
    assert whole == sorted(whole, reverse=True)
    assert expect["valid"] <= expect["best"]["declarable"]
    assert expect["valid"] <= (expect["penalty"] == 0)
    best = expect["best"]  # a complete hand of a loser may cost more than one with a loose joker
    assert best["declarable"] or best["penalty"] <= expect["points_as_grouped"]
    assert ("knock" in expect) == DECKS[ruleset].knocks


@each([(r, v) for r, v in JUDGED if "grouping" not in v])
def test_undeclared_hand_is_charged_its_best(entry: tuple[str, Json]) -> None:
    expect = entry[1]["expect"]
    assert expect["penalty"] == expect["best"]["penalty"]
    discards = expect.get("discards")
    if discards is not None:
        assert set(discards) == set(entry[1]["hand"])
        assert discards.get(expect["best"].get("discard"), expect["penalty"]) == expect["penalty"]


@each(SETTLED)
def test_table_can_be_dealt(entry: tuple[str, Json]) -> None:
    ruleset, vector = entry
    deck = DECKS[ruleset]
    hands = [player["hand"] for player in vector["players"] if "hand" in player]
    assert {len(hand) for hand in hands} <= deck.held
    assert surplus([card for hand in hands for card in hand], deck) == []


@each(SETTLED)
def test_groupings_at_a_table_come_from_their_hands(entry: tuple[str, Json]) -> None:
    for player in entry[1]["players"]:
        laid = Counter(card for group in player.get("grouping", ()) for card in group)
        assert laid <= Counter(player.get("hand", ()))


@each(SETTLED)
def test_settlement_agrees_with_itself(entry: tuple[str, Json]) -> None:
    vector = entry[1]
    expect, found = vector["expect"], vector["expect"]["players"]
    before = vector.get("totals", {})
    seats = [player["seat"] for player in vector["players"]]
    assert [player["seat"] for player in found] == seats
    assert len(set(seats)) == len(seats)
    ranked = [player["seat"] for player in found if player["rank"] == 1]
    assert expect["winner"] in (None, *ranked)
    assert all((player["rank"] is None) != expect["settled"] for player in found)
    lost = sum(player["points"] or 0 for player in found)
    for player in found:
        if player.get("total") is not None:
            gained = player["points"]
            if DECKS[entry[0]].chips:
                gained = lost if player["seat"] == expect["winner"] else -player["points"]
            assert player["total"] == before.get(player["seat"], 0) + gained


def request_of(vector: Json) -> Json:
    """Return the parts of the request that a vector stands for, in their order."""
    if "players" in vector:
        players = [
            {"groups" if name == "grouping" else name: value for name, value in player.items()}
            for player in vector["players"]
        ]
        return {
            "wild_card": vector["wild"],
            "reason": vector.get("reason"),
            "players": [{"hand": None, **player} for player in players],
            "totals": vector.get("totals"),
        }
    return {
        "hand": vector["hand"],
        "wild_card": vector["wild"],
        "groups": vector.get("grouping"),
        "discard": vector.get("discard"),
    }


@each([(r, v) for r, v in ENTRIES if "errors" in v["expect"]])
def test_error_points_into_the_request(entry: tuple[str, Json]) -> None:
    body = request_of(entry[1])
    pointers = [error["pointer"].split("/")[1:] for error in entry[1]["expect"]["errors"]]
    places = []
    for name, *steps in pointers:
        place: list[int] = [list(body).index(name)]
        target: Any = body[name]
        for step in steps:
            if isinstance(target, list):
                place.append(int(step))
                target = target[int(step)]
            else:
                place.append([*target].index(step) if name == "totals" else 0)
                target = target[step]
        places.append(place)
    assert places == sorted(places)


def test_every_violation_has_a_vector() -> None:
    known = set(SCHEMA["$defs"]["violation"]["properties"]["code"]["enum"])
    shown = {
        violation["code"]
        for _, vector in ENTRIES
        for violation in vector["expect"].get("violations", [])
    }
    assert known == shown


def test_every_refusal_has_a_vector() -> None:
    known = set(SCHEMA["$defs"]["error"]["properties"]["code"]["enum"])
    shown = {error["code"] for _, vector in ENTRIES for error in vector["expect"].get("errors", [])}
    assert known == shown


def test_code_flag_shows_its_code() -> None:
    for _, vector in ENTRIES:
        shown = {violation["code"] for violation in vector["expect"].get("violations", [])}
        flagged = {f[5:].replace("-", "_") for f in vector["flags"] if f.startswith("code-")}
        assert flagged <= shown, vector["id"]


def test_notation_fits_the_schema() -> None:
    schema = {"$ref": "#/$defs/notation", "$defs": SCHEMA["$defs"]}
    assert [e.message for e in Draft202012Validator(schema).iter_errors(NOTATION)] == []


def test_notation_tokens_are_unique() -> None:
    tokens = Counter(e["token"] for e in NOTATION["accept"] + NOTATION["reject"])
    assert [token for token, count in tokens.items() if count > 1] == []


def test_notation_covers_every_card() -> None:
    canonical = {e["card"] for e in NOTATION["accept"] if e["token"] == e["card"]}
    block = {e["card"] for e in NOTATION["accept"] if e["form"] == "Unicode playing card"}
    assert len(canonical) == 53
    assert block == canonical - {"JK"}


def question(vector: Json) -> str:
    """Return what a vector asks, in the words of SOURCES.md."""
    if "errors" in vector["expect"]:
        return "a request is refused"
    if "players" in vector:
        return "a deal is settled"
    if "group" in vector:
        return "a single group is judged"
    return "a grouping is judged" if "grouping" in vector else "a hand is arranged"


def test_sources_page_counts_right() -> None:
    page = (ROOT / "SOURCES.md").read_text(encoding="utf-8")
    stated = {
        name: int(n) for name, n in re.findall(r"^\| ([^|]+) \| (\d+) \|$", page, re.MULTILINE)
    }
    counted = Counter(question(vector) for _, vector in ENTRIES)
    for _, vector in ENTRIES:
        [origin] = [o for o, form in ORIGINS.items() if re.match(form, vector["source"][0])]
        counted[origin] += 1
    assert stated == counted
