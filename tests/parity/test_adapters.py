"""The adapters translate, and nothing else: held against packages that are made up here.

The real ones are not installed for the tests; `make findings` asks them.
"""

import json
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from parity.examples.adapters import (
    loop,
    open_spiel_gin,
    pylgrum_melds,
    rlcard_gin,
    rummy_console,
)
from parity.examples.adapters.ask_all import CLIENTS
from parity.protocol import check_answer
from parity.questions import Ask
from tests.parity.conftest import Runner
from validator import judge

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "parity-findings.md").read_text(encoding="utf-8")
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


def hand(codes: str, discard: str | None = None, wild_card: str | None = None) -> loop.Json:
    return {"ask": "best", "hand": codes.split(), "discard": discard, "wild_card": wild_card}


def group(codes: str) -> loop.Json:
    return {"ask": "classify", "group": codes.split(), "wild_card": None}


SEVEN = "KS 4S 7D 4C 8D 10D 4H"


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function that puts a module in place of one of a package's."""

    def put(name: str, **members: object) -> None:
        monkeypatch.setitem(sys.modules, name, SimpleNamespace(**members))

    open_spiel_gin.utils.cache_clear()
    return put


class Melds:
    """Stands for `rummy.game.melds.Melds`: each card counts 2 points, the third set aside 9."""

    def calculate_score(self, cards: Sequence[tuple[str, str]]) -> int:
        assert ("T", "D") in cards
        return 2 * len(cards)

    def find_discard_scores(self, cards: Sequence[tuple[str, str]]) -> list[int]:
        return [11, 10, 9, 9, 12, 12, 12, 12]


def test_rummy_is_asked_for_the_least_points(package: Any) -> None:
    package("rummy.deck.card", Card=lambda value, suit: (value, suit))
    package("rummy.game.melds", Melds=Melds)
    seven = rummy_console.best(hand(SEVEN))
    assert seven == {"penalty": 14, "declarable": False, "discard": None}
    assert rummy_console.best(hand(f"{SEVEN} 2S", "2S")) == seven
    eight = rummy_console.best(hand(f"{SEVEN} 2S"))
    assert eight == {"penalty": 9, "declarable": True, "discard": "7D"}
    assert check_answer(Ask.BEST, eight) is None


@pytest.mark.parametrize(
    "question",
    [
        hand("KS 4S 7D"),
        hand(SEVEN.replace("KS", "4S")),
        hand(SEVEN.replace("KS", "JK")),
        hand(f"{SEVEN} 2S", "3S"),
        hand(SEVEN, wild_card="2S"),
    ],
    ids=["size", "twice", "joker", "set aside", "turned up"],
)
def test_hands_that_a_package_does_not_check_are_skipped(question: loop.Json) -> None:
    reply = loop.reply_to(question, rummy_console.ANSWERS)
    assert [*reply] == ["skip"]


def test_open_spiel_is_asked_for_melds_of_ten_cards_and_points_of_eleven(package: Any) -> None:
    names = ["As", "2s", "3s", "Td", "Jd", "Qd", "Kd", "2c", "4c", "6c", "8c"]
    package(
        "pyspiel",
        gin_rummy=SimpleNamespace(
            GinRummyUtils=lambda *sizes: SimpleNamespace(
                card_int=names.index,
                card_string=names.__getitem__,
                min_deadwood=sum,
                best_meld_group=lambda cards: [cards[:3], cards[3:7]],
                legal_discards=lambda cards, knock_card: cards if knock_card == 10 else [],
                is_rank_meld=lambda cards: cards == [10],
                is_suit_meld=lambda cards: cards == [0, 1, 2],
            )
        ),
    )
    ten = "AS 2S 3S 10D JD QD KD 2C 4C 6C"
    melds = [["AS", "2S", "3S"], ["10D", "JD", "QD", "KD"]]
    assert open_spiel_gin.best(hand(ten)) == {"penalty": 45, "melds": melds}
    assert open_spiel_gin.best(hand(f"{ten} 8C")) == {"penalty": 55, "declarable": True}
    assert open_spiel_gin.classify(group("AS 2S 3S")) == {"kind": "pure_sequence"}
    assert open_spiel_gin.classify(group("8C")) == {"kind": "set"}
    assert open_spiel_gin.classify(group("AS 3S 2S")) == {"kind": "invalid"}
    with pytest.raises(loop.Skip):
        open_spiel_gin.classify(group("AS AS JK"))


def test_rlcard_is_asked_for_its_first_melds(package: Any) -> None:
    utils = "rlcard.games.gin_rummy.utils"
    package(
        f"{utils}.utils",
        card_from_text=lambda text: SimpleNamespace(rank=text[0], suit=text[1]),
        get_deadwood_count=lambda cards, melds: len(cards) - sum(map(len, melds)),
    )
    package(
        f"{utils}.melding",
        get_best_meld_clusters=lambda cards: [[cards[:4]], [cards[4:]]],
        get_all_set_melds=lambda cards: [],
        get_all_run_melds=lambda cards: [cards[:3], cards[:4]],
    )
    found = rlcard_gin.best(hand("AS 2S 3S 10D JD QD KD 2C 4C 6C"))
    assert found == {"penalty": 6, "melds": [["AS", "2S", "3S", "10D"]]}
    assert rlcard_gin.classify(group("10D JD QD KD")) == {"kind": "pure_sequence"}
    assert rlcard_gin.classify(group("10D JD QD KD AD")) == {"kind": "invalid"}
    with pytest.raises(loop.Skip):
        rlcard_gin.best(hand("AS 2S 3S 10D JD QD KD 2C 4C 6C 8C"))
    with pytest.raises(loop.Skip):
        rlcard_gin.classify(group("JK"))


def test_pylgrum_is_asked_for_its_melds(package: Any) -> None:
    class Refused(Exception):
        pass

    def meld(*cards: tuple[str, str]) -> SimpleNamespace:
        if len(cards) < 2:
            raise Refused
        return SimpleNamespace(is_set=cards[0] == ("1", "S"), is_run=cards[0] == ("10", "D"))

    package("pylgrum.card", Card=lambda rank, suit: (rank, suit), Rank=str, Suit=str)
    package("pylgrum.meld", Meld=meld)
    package("pylgrum.errors", InvalidMeldError=Refused)
    kinds = {"AS AH": "set", "10D JD": "pure_sequence", "2C 3C": "invalid", "2C": "invalid"}
    for codes, kind in kinds.items():
        assert pylgrum_melds.classify(group(codes)) == {"kind": kind}
    with pytest.raises(loop.Skip):
        pylgrum_melds.classify(group("JK"))


def test_what_a_package_raises_is_its_answer() -> None:
    def fail(question: loop.Json) -> loop.Json:
        raise ValueError("no such card")

    assert loop.reply_to(group("AS"), {"classify": fail}) == {"error": "ValueError: no such card"}


CARD_GAMES_UTILS = """
const StandardCardName = {};
for (const suit of ["SPADES", "HEARTS", "DIAMONDS", "CLUBS"])
  for (const rank of "ACE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN JACK QUEEN KING".split(" "))
    StandardCardName[`${suit}_${rank}`] = `${suit}_${rank}`;
StandardCardName.JOKER = "JOKER";
class Rummy {
  static makeRummyConfig(isSetRequired) { return { isSetRequired }; }
  constructor(config) { this.config = config; }
  isInPureSequence(cards) { return { isValid: !cards.includes("JOKER") && cards.length > 4 }; }
  isInSequence(cards, wild) { return { isValid: wild === "HEARTS_TEN" }; }
  isInSet(cards) { return { isValid: cards.length === 3 }; }
  makeMeld(cards, groups) {
    if (cards.length !== 13) throw new Error("13 cards");
    return { cards, groups };
  }
  isReadyToDeclare({ groups }) {
    const places = groups.flat();
    return { isValid: this.config.isSetRequired && new Set(places).size === places.length };
  }
}
module.exports = { Rummy, StandardCardName, StandardCardHelper: { makeStandardCard: (n) => n } };
"""
RUMMY_RULES = """
const isFull = (cards) => cards.length > 2;
const isSeq = (cards) => cards[0].suit === cards[1].suit;
module.exports = { Sets: { isFull, isSeq, isSet: (cards) => cards.length < 5 } };
"""
BEE52 = """
const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k", "a"];
module.exports = { Rank: { RANKS }, Card: { card: (rank, suit) => ({ rank, suit }) } };
"""


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Packages for node, each but a file."""
    sources = {"card-games-utils": CARD_GAMES_UTILS, "rummy-rules": RUMMY_RULES, "bee52": BEE52}
    for name, source in sources.items():
        folder = tmp_path / name
        folder.mkdir()
        (folder / "index.js").write_text(source, encoding="utf-8")
        (folder / "package.json").write_text('{"version": "0.0.0"}', encoding="utf-8")
    monkeypatch.setenv("NODE_PATH", str(tmp_path))


def answers(
    parity: Runner, ruleset: str, adapter: str, tmp_path: Path, *questions: loop.Json
) -> list[Any]:
    """Return what an adapter says to made-up vectors, as the report has it; None if it agrees."""
    vectors = [
        {"id": f"x{n:03}", "description": f"{n}", "source": [], "flags": [], "wild": None, **one}
        for n, one in enumerate(questions)
    ]
    folder = tmp_path / "vectors" / ruleset
    folder.mkdir(parents=True)
    content = {"ruleset": ruleset, "notes": {}, "vectors": vectors}
    (folder / "made.json").write_text(json.dumps(content), encoding="utf-8")
    command = f"node parity/examples/adapters/{adapter}"
    ran = parity(
        *("run", "--ruleset", ruleset, "--vectors", str(folder.parent), "--command", command)
    )
    found = {one["id"].split("/")[0]: one["answer"] for one in ran.report["differences"]}
    found |= {one["id"].split("/")[0]: one["reason"] for one in ran.report["skipped"]}
    return [found.get(vector["id"]) for vector in vectors]


def kind(codes: str, expected: str, wild: str | None = None) -> loop.Json:
    return {"group": codes.split(), "wild": wild, "expect": {"kind": expected}}


@needs_node
@pytest.mark.usefixtures("modules")
def test_card_games_utils_is_asked_by_its_names(parity: Runner, tmp_path: Path) -> None:
    thirteen = "5H 6H 7H 9S 10S JS 4C 4C 4D QC QD QS QH"
    grouping = ["5H 6H 7H", "9S 10S JS", "4C 4C 4D", "QC QD QS QH"]

    def shown(cards: str, groups: list[str], discard: str | None, valid: bool) -> loop.Json:
        expect = {"valid": valid, "penalty": 0, "points_as_grouped": 0}
        split = [one.split() for one in groups]
        return {"hand": cards.split(), "grouping": split, "discard": discard, "expect": expect}

    told = answers(
        parity,
        "points-13",
        "card_games_utils.mjs",
        tmp_path,
        kind("5H 6H 7H 8H 9H", "pure_sequence"),
        kind("JK JK JK JK JK", "impure_sequence", "10H"),
        kind("5H 6H 7D", "set"),
        kind("JK JK", "invalid"),
        shown(thirteen, grouping, None, True),
        shown(f"{thirteen} 2S", grouping, "2S", True),
        shown(f"{thirteen} 2S", grouping, None, True),
        shown(thirteen, [*grouping[:3], "KC QD QS QH"], None, True),
        # The second queen of clubs is the first one again.
        shown(thirteen, [*grouping[:3], "QC QC QS QH"], None, True),
        shown("5H 6H 7H", grouping[:1], None, True),
    )
    assert told == [
        *[None] * 6,
        "the package has no hand of 14 cards",
        "a card that is not in the hand has no index",
        {"valid": False},
        {"refused": True},
    ]


@needs_node
@pytest.mark.usefixtures("modules")
def test_rummy_rules_is_asked_by_its_names(parity: Runner, tmp_path: Path) -> None:
    told = answers(
        parity,
        "knock-52",
        "rummy_rules.mjs",
        tmp_path,
        kind("10H JH AH", "pure_sequence"),
        kind("10H 10S 10C", "set"),
        kind("10H 10S", "invalid"),
        kind("10H 10S 10C 10D 9D", "invalid"),
        kind("10H 10S JK", "invalid"),
        kind("10H 10S 10S", "invalid"),
    )
    assert told[:4] == [None] * 4
    assert told[4:] == ["the package has no jokers", "cards twice are not in the package's deck"]


def table_rows(*columns: str) -> list[list[str]]:
    """Return the cells of every table of the page that has these columns."""
    head = re.escape("| " + " | ".join(columns))
    found = []
    for table in re.findall(rf"^{head}[^\n]*\n\|[-|]+\n((?:\|[^\n]*\n)+)", PAGE, re.MULTILINE):
        found += [[cell.strip(" `") for cell in row.split("|")[1:-1]] for row in table.splitlines()]
    assert found
    return found


def test_every_group_of_the_page_is_what_the_referee_says_of_it(parity: Runner) -> None:
    rows = [
        ("points-13", cells[1], cells[2], cells[4])
        for cells in table_rows("made hands that differ", "group")
    ]
    rows += [("knock-52", cells[1], "", cells[3]) for cells in table_rows("vector", "group |")]
    for ruleset, codes, turned_up, expected in rows:
        cards = codes.split()
        size = 13 if ruleset == "points-13" else 10
        filler = [f"{rank}{suit}" for rank in (*range(2, 11),) for suit in "SHDC"]
        left = [card for card in filler if card not in cards][: size - len(cards)]
        verdict = judge([*cards, *left], ruleset, wild_card=turned_up or None, groups=[cards])
        assert (codes, verdict.groups[0].kind.value) == (codes, expected)


def test_every_grouping_of_the_page_is_judged_as_it_says() -> None:
    for _, shown, turned_up, _, expected in table_rows("vector", "groups"):
        groups = re.findall(r"((?:\w+ )+\w+)`?[,;]?", re.split(";", shown)[0])
        loose = re.findall(r"; `(\w+)` in none", shown)
        if expected == "refused":
            continue
        cards = [card for one in groups for card in one.split()] + loose
        verdict = judge(
            cards, "points-13", wild_card=turned_up or None, groups=[one.split() for one in groups]
        )
        found = [violation.code.value for violation in verdict.violations]
        assert (shown, found or ["valid"]) == (shown, [expected])


@pytest.mark.parametrize(
    ("ruleset", "columns"),
    [("knock-52", ("hand",)), ("gin-25", ("vector", "hand"))],
    ids=["rummy", "open_spiel"],
)
def test_every_hand_of_the_page_is_worth_what_the_referee_says(
    ruleset: str, columns: tuple[str, ...]
) -> None:
    for *_, codes, _, points in table_rows(*columns, "package", "referee"):
        assert str(judge(codes, ruleset).best.penalty) == re.split(r"\D", points)[0]


def test_the_versions_of_the_page_are_those_that_are_installed() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    pins = (ROOT / "parity/examples/adapters/requirements.txt").read_text(encoding="utf-8")
    rows = table_rows("package", "version")
    assert len(rows) == len({name for name, _, _ in CLIENTS} - {"card-games-utils-no-set"})
    for cells in rows:
        name = cells[0].split("`")[0]
        assert f"{name}@{cells[1]}" in makefile or f"{name}=={cells[1]}\n" in pins
        assert any(name == ours and cells[3] == ruleset for ours, ruleset, _ in CLIENTS)
