"""What is sent, what is taken for an answer, and the schemas that say both."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from parity.corpus import SHIPPED, read_corpus
from parity.errors import Breach
from parity.generated import make_cases
from parity.protocol import (
    LONGEST_LINE,
    STOP_MESSAGE,
    check_answer,
    decode,
    encode,
    own_text,
    read_introduction,
    read_reply,
    run_message,
    start_message,
)
from parity.questions import Ask
from validator import RULESETS, MeldKind, find_ruleset

SCHEMAS = Path(__file__).resolve().parents[2] / "parity" / "schemas"


def schema(name: str, part: str | None = None) -> Draft202012Validator:
    """Return a schema, or one of its definitions."""
    content = json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))
    if part is not None:
        content = {"$ref": f"#/$defs/{part}", "$defs": content["$defs"]}
    return Draft202012Validator(content)


@pytest.mark.parametrize("path", sorted(SCHEMAS.iterdir()), ids=lambda path: path.stem)
def test_a_schema_is_a_schema(path: Path) -> None:
    Draft202012Validator.check_schema(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_every_message_is_as_its_schema_says(ruleset: Any) -> None:
    schema("start", "message").validate(json.loads(encode(start_message(ruleset))))
    schema("stop").validate(STOP_MESSAGE)
    cases, _ = read_corpus(SHIPPED, ruleset)
    run = schema("run", "message")
    for seq, case in enumerate([*cases, *make_cases(ruleset, 8, 0)], 1):
        run.validate(json.loads(encode(run_message(seq, case))))


def test_the_schema_knows_every_kind() -> None:
    content = json.loads((SCHEMAS / "run.json").read_text(encoding="utf-8"))
    kinds = content["$defs"]["classify_answer"]["properties"]["kind"]["enum"]
    assert kinds == [kind.value for kind in MeldKind]


RIGHT: dict[Ask, list[object]] = {
    Ask.CLASSIFY: [{"kind": "set"}, {"kind": "invalid", "violations": []}, {"refused": True}],
    Ask.JUDGE: [
        {"valid": True},
        {"valid": False, "penalty": 80, "violations": ["a"], "points_as_grouped": 3},
        {"refused": ["hand_size"]},
    ],
    Ask.BEST: [
        {"penalty": 0},
        {"penalty": 3, "declarable": False, "melds": [], "discard": None},
        {"penalty": 3, "melds": [["5H"]], "discard": "5H", "more": 1},
        {"penalty": 3, "counts": {"melds": 19, "arrangements": 1}},
    ],
    Ask.SETTLE: [
        {"winner": None, "players": []},
        {"winner": "n", "settled": True, "players": [{"seat": "n", "points": 0, "rank": 1}]},
        {"winner": "n", "players": [{"seat": "n", "points": None, "total": None}]},
    ],
}
WRONG: dict[Ask, list[object]] = {
    Ask.CLASSIFY: [
        None,
        [],
        {},
        {"kind": "run"},
        {"kind": ["set"]},
        {"kind": "set", "violations": 3},
    ],
    Ask.JUDGE: [
        {"penalty": 80},
        {"valid": "yes"},
        {"valid": True, "penalty": "0"},
        {"valid": True, "penalty": True},
        {"valid": True, "points_as_grouped": 1.5},
        {"valid": True, "violations": [3]},
        {"refused": False},
        {"refused": "hand_size"},
    ],
    Ask.BEST: [
        {},
        {"penalty": None},
        {"penalty": 0, "declarable": 1},
        {"penalty": 0, "melds": ["5H"]},
        {"penalty": 0, "melds": {}},
        {"penalty": 0, "discard": 5},
        {"penalty": 0, "counts": 5},
        {"penalty": 0, "counts": {"melds": "19"}},
    ],
    Ask.SETTLE: [
        {"players": []},
        {"winner": 1, "players": []},
        {"winner": None},
        {"winner": None, "players": ["n"]},
        {"winner": None, "players": [{"seat": "n"}]},
        {"winner": None, "players": [{"points": 3}]},
        {"winner": None, "players": [{"seat": "n", "points": "3"}]},
        {"winner": None, "players": [{"seat": "n", "points": 3, "rank": "1"}]},
        {"winner": None, "settled": "yes", "players": []},
    ],
}


def fits(ask: Ask, answer: object) -> bool:
    """Return whether the schema takes a value for an answer to such a question."""
    refused, answers = schema("run", "refused"), schema("run", f"{ask}_answer")
    return refused.is_valid(answer) or answers.is_valid(answer)


@pytest.mark.parametrize("ask", Ask)
def test_an_answer_is_taken_when_the_schema_takes_it(ask: Ask) -> None:
    for answer in RIGHT[ask]:
        assert check_answer(ask, answer) is None, answer
        assert fits(ask, answer), answer
    for answer in WRONG[ask]:
        assert check_answer(ask, answer), answer
        assert not fits(ask, answer), answer


@pytest.mark.parametrize(
    "line", [b"", b"{", b"[1]", b'"text"', b'{"seq": NaN}', b"\xff", b"[" * 60_000, b"1" * 9_000]
)
def test_a_line_that_is_no_object_is_a_breach(line: bytes) -> None:
    with pytest.raises(Breach, match="no JSON"):
        decode(line)


def test_a_line_that_is_too_long_is_a_breach() -> None:
    with pytest.raises(Breach, match="65536"):
        decode(b'{"seq": "' + b"x" * LONGEST_LINE + b'"}')


def test_whole_numbers_may_be_written_as_fractions() -> None:
    found = decode(b'{"seq": 4, "answer": {"penalty": 80.0, "melds": []}}')
    assert read_reply(found, 4, Ask.BEST).answer == {"penalty": 80, "melds": []}


@pytest.mark.parametrize("seq", [3, 5, None, "4", True, 4.0])
def test_an_answer_to_another_question_is_a_breach(seq: object) -> None:
    with pytest.raises(Breach, match="question 4 was to be answered"):
        read_reply({"seq": seq, "answer": {"kind": "set"}}, 4, Ask.CLASSIFY)


def test_a_client_may_skip_or_fail() -> None:
    assert read_reply({"seq": 1, "skip": "no jokers yet"}, 1, Ask.BEST).skip == "no jokers yet"
    assert read_reply({"seq": 1, "error": "null"}, 1, Ask.BEST).error == "null"


def test_an_answer_of_another_form_is_no_answer() -> None:
    found = read_reply({"seq": 1}, 1, Ask.BEST)
    assert found.breach == "its answer is missing, or no object"


def test_what_a_client_says_of_itself_is_printable_and_short() -> None:
    said = {"version": 1, "name": "\x1b[31mred" + "x" * 1000, "questions": ["best"]}
    name = read_introduction(said).name
    assert name.startswith("\ufffd[31mred")
    assert len(name) == 500
    assert own_text("a\nb") == "a\ufffdb"


def test_the_rules_that_start_brings_are_those_of_the_ruleset() -> None:
    rules = start_message(find_ruleset("knock-52"))["rules"]
    assert rules["hand_size_by_players"] == {"2": 10, "3": 7, "4": 7}
    assert rules["knock_limit"] == 10
    assert rules["wild_scope"] == "none"
