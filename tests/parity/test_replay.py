"""Answers that were written somewhere else, on a phone for example."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.parity.conftest import CORRECT, Runner

ASK = ("--ruleset", "points-13", "--run", "p13-*/classify")


@pytest.fixture
def lines(parity: Runner) -> list[dict[str, Any]]:
    """What the right client says to the questions."""
    questions = parity("questions", *ASK).text
    ran = subprocess.run(
        CORRECT.split(), input=questions, capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in ran.stdout.splitlines()]


@pytest.fixture
def replay(parity: Runner, tmp_path: Path) -> Callable[..., Any]:
    """A function that replays lines."""

    def run(lines: list[Any], *arguments: str) -> Any:
        path = tmp_path / "answers.jsonl"
        texts = (line if isinstance(line, str) else json.dumps(line) for line in lines)
        path.write_text("\n".join(texts))
        return parity("replay", str(path), *ASK, *arguments)

    return run


def test_right_answers_agree(lines: list[Any], replay: Callable[..., Any]) -> None:
    ran = replay(lines)
    assert ran.code == 0
    assert ran.report["counts"]["agree"] == len(lines) - 1


def test_the_order_does_not_matter(lines: list[Any], replay: Callable[..., Any]) -> None:
    assert replay([lines[0], *lines[:0:-1], ""]).code == 0


def test_numbers_do_for_ids(lines: list[Any], replay: Callable[..., Any]) -> None:
    for line in lines[1:]:
        del line["id"]
    assert replay(lines).code == 0


def test_ids_do_for_numbers_and_serve_for_a_part_too(
    lines: list[Any], replay: Callable[..., Any]
) -> None:
    for line in lines[1:]:
        del line["seq"]
    assert replay(lines).code == 0
    assert replay(lines, "--skip", "*-aces/*").code == 0


def test_a_wrong_answer_differs(lines: list[Any], replay: Callable[..., Any]) -> None:
    lines[2]["answer"] = {"kind": "joker_group"}
    ran = replay(lines)
    assert ran.code == 1
    assert ran.ids("differ") == [lines[2]["id"]]


def test_a_missing_answer_is_a_failure(lines: list[Any], replay: Callable[..., Any]) -> None:
    ran = replay([lines[0], *lines[2:]])
    assert ran.code == 3
    assert ran.ids("failed") == [lines[1]["id"]]
    assert ran.report["differences"][0]["details"] == ["no answer in the file"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("what?", "line 2: a line that is no JSON"),
        ('{"skip": "no id"}', "line 2: neither id nor seq"),
        ('{"seq": 9999, "skip": "no such question"}', "1 answers more than questions"),
        ('{"seq": "' + "x" * 70_000 + '"}', "line 2: a line of more than 65536 bytes"),
    ],
)
def test_garbage_in_the_file_is_reported(
    lines: list[Any], replay: Callable[..., Any], line: str, told: str
) -> None:
    ran = replay([lines[0], line, *lines[1:]])
    assert ran.code == 3
    assert told in ran.report["breaches"][0]
    assert ran.report["counts"]["agree"] == len(lines) - 1


def test_an_answer_that_comes_twice_is_reported(
    lines: list[Any], replay: Callable[..., Any]
) -> None:
    ran = replay([*lines, lines[1]])
    assert ran.code == 3
    assert "is answered twice" in ran.report["breaches"][0]


@pytest.mark.parametrize("first", [[], ["[]"]])
def test_a_file_that_does_not_say_whose_it_is_is_not_judged(
    replay: Callable[..., Any], first: list[str]
) -> None:
    ran = replay(first)
    assert ran.code == 3
    assert ran.report["client"] is None


def test_a_file_that_is_not_there_is_wrong_usage(parity: Runner) -> None:
    assert parity("replay", "/no/such/file", *ASK).code == 2
