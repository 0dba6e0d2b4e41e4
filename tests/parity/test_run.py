"""The command line as its users know it: exit codes, choices, baselines."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.parity.conftest import CORRECT, Runner
from validator import find_ruleset

Program = Callable[[str], str]

ASK = ("--ruleset", "points-13", "--run", "p13-*/classify")
ALL_SETS = "kind(message, 'set')"
"""Answers that every group is a set, which is right now and then."""


def test_a_client_that_agrees_is_0(parity: Runner) -> None:
    ran = parity("run", *ASK, "--command", CORRECT)
    assert ran.code == ran.report["exit_code"] == 0
    assert "The client agrees with the referee." in ran.text
    assert ran.errors == ""


def test_a_client_that_differs_is_1(parity: Runner, program: Program) -> None:
    ask = (*ASK[:-1], "p13-four-*/classify")
    ran = parity("run", *ask, "--command", program(ALL_SETS))
    assert ran.code == ran.report["exit_code"] == 1
    assert "differ: p13-four-card-pure-run/classify" in ran.text
    assert "  group: 3S 4S 5S 6S\n  a client: kind set\n  referee: kind pure_sequence" in ran.text
    assert "3S 4S 5S 6S is a pure sequence." in ran.text


def test_a_client_may_count(parity: Runner, program: Program, tmp_path: Path) -> None:
    told = "{'penalty': 60, 'counts': {'melds': 1, 'arrangements': 1}}"
    command = program(f"say({{'seq': message['seq'], 'answer': {told}}})")
    path = tmp_path / "client.py"
    path.write_text(path.read_text().replace("        start()", "        start('best')"))
    ask = ("--ruleset", "ten-card-10", "--run", "t10-counts-no-melds/best")
    ran = parity("run", *ask, "--command", command)
    assert ran.code == 1
    (difference,) = ran.report["differences"]
    assert difference["details"] == ["the number of melds is 0, not 1"]
    assert difference["flags"] == ["counts"]


def test_a_client_that_fails_by_its_own_account_differs(parity: Runner, program: Program) -> None:
    command = program("say({'seq': message['seq'], 'error': 'null pointer'})")
    ran = parity("run", *ASK, "--command", command)
    assert ran.code == 1
    assert ran.report["differences"][0]["details"] == ["the client failed: null pointer"]


def test_an_answer_without_form_is_3_and_the_client_lives_on(
    parity: Runner, program: Program
) -> None:
    command = program("kind(message, 'set' if message['seq'] > 1 else 'run')")
    ran = parity("run", *ASK, "--restarts", "0", "--command", command)
    assert ran.code == 3
    assert ran.report["counts"]["failed"] == 1
    assert ran.report["counts"]["not_asked"] == 0


def test_a_run_that_compares_nothing_is_2(parity: Runner, program: Program) -> None:
    ran = parity("run", *ASK, "--command", program("say({'seq': message['seq'], 'skip': 'soon'})"))
    assert ran.code == 2
    assert "Nothing was compared." in ran.text
    assert ran.report["skipped"][0]["reason"] == "soon"


@pytest.mark.parametrize(
    "arguments",
    [
        ("--ruleset", "no-such-ruleset", "--command", CORRECT),
        ("--ruleset", "points-13", "--run", "nothing*", "--command", CORRECT),
        ("--ruleset", "points-13"),
        ("--ruleset", "points-13", "--command", CORRECT, "--url", "http://127.0.0.1:1"),
        ("--ruleset", "points-13", "--command", CORRECT, "--vectors", "/no/such/folder"),
        ("--ruleset", "points-13", "--command", CORRECT, "--baseline", "/no/such/file"),
        ("--ruleset", "points-13", "--command", CORRECT, "--generate", "0"),
        ("--ruleset", "points-13", "--command", CORRECT, "--generate", "10001"),
        ("--ruleset", "points-13", "--command", CORRECT, "--seed", "-1"),
        ("--ruleset", "points-13", "--command", CORRECT, "--time-limit", "0"),
        ("--ruleset", "points-13", "--command", CORRECT, "--time-limit", "soon"),
        ("--ruleset", "points-13", "--url", "ftp://127.0.0.1"),
        ("--ruleset", "points-13", "--url", "http://127.0.0.1:port"),
        ("--ruleset", "points-13", "--command", CORRECT, "--html", "/no/such/folder/x.html"),
    ],
)
def test_wrong_usage_is_2(parity: Runner, arguments: tuple[str, ...]) -> None:
    ran = parity("run", *arguments)
    assert ran.code == 2
    assert ran.errors


def test_a_fault_of_the_kit_itself_is_2(parity: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parity.runner.compare", lambda case, answer: 1 / 0)
    ran = parity("run", *ASK, "--command", CORRECT)
    assert ran.code == 2
    assert "ZeroDivisionError" in ran.errors


@pytest.mark.parametrize(
    "content",
    ["{", "[]", '{"vectors": [{}]}', '{"notes": {"a": {}}, "vectors": []}', '{"vectors": [3]}'],
)
def test_a_corpus_that_cannot_be_read_is_2(parity: Runner, tmp_path: Path, content: str) -> None:
    (tmp_path / "points-13").mkdir()
    (tmp_path / "points-13" / "groups.json").write_text(content)
    ran = parity("run", *ASK, "--command", CORRECT, "--vectors", str(tmp_path))
    assert ran.code == 2
    assert "groups.json cannot be read as vectors" in ran.errors


def vector(name: str, **more: object) -> dict[str, object]:
    return {
        "id": name,
        "description": "three sevens",
        "source": ["here"],
        "group": ["7S", "7H", "7D"],
        "wild": None,
        "expect": {"kind": "set"},
        **more,
    }


def write(folder: Path, *vectors: dict[str, object]) -> None:
    (folder / "points-13").mkdir()
    (folder / "points-13" / "groups.json").write_text(json.dumps({"vectors": vectors}))


def test_an_id_that_comes_twice_is_2(parity: Runner, tmp_path: Path) -> None:
    write(tmp_path, vector("a"), vector("a"))
    ran = parity("run", *ASK[:2], "--command", CORRECT, "--vectors", str(tmp_path))
    assert ran.code == 2
    assert "has the id a/classify twice" in ran.errors


def test_a_corpus_of_ones_own_may_explain_its_flags_in_one_place(
    parity: Runner, program: Program, tmp_path: Path
) -> None:
    write(tmp_path, vector("a", flags=["sevens"]), vector("b", near=["sevens"]))
    note = {"sevens": {"kind": "EDGE", "text": "Sevens are sevens.", "effect": "They are not."}}
    (tmp_path / "flags.json").write_text(json.dumps(note))
    folder = ("--vectors", str(tmp_path))
    ran = parity("run", *ASK[:2], *folder, "--command", program("kind(message, 'invalid')"))
    assert [one["flag"] for one in ran.report["by_flag"]] == ["near sevens", "sevens"]
    rules = [one["rule"] for one in ran.report["by_flag"]]
    assert rules == [
        "Sevens are sevens. The rule is drawn too wide.",
        "Sevens are sevens. They are not.",
    ]
    (tmp_path / "flags.json").write_text("[]")
    assert parity("run", *ASK[:2], *folder, "--command", CORRECT).code == 2


def test_globs_choose_what_is_asked(parity: Runner) -> None:
    ran = parity("run", *ASK, "--run", "p13-settle*", "--skip", "*-aces/*", "--command", CORRECT)
    assert ran.code == 0
    assert set(ran.report["by_question"]) == {"classify", "settle"}
    skipped = {one["id"]: one["reason"] for one in ran.report["skipped"]}
    assert skipped["p13-three-aces/classify"] == "it is on the skip list"


def test_a_skip_that_matches_nothing_is_4(parity: Runner) -> None:
    ran = parity("run", *ASK, "--skip", "p13-long-gone", "--command", CORRECT)
    assert ran.code == ran.report["exit_code"] == 4
    assert ran.report["stale"] == ["--skip p13-long-gone matches no question"]
    assert ran.report["stale"][0] in ran.text


def test_what_is_skipped_has_to_differ_when_that_is_asked_for(
    parity: Runner, program: Program
) -> None:
    skip = ("--skip", "p13-four-card-pure-run/*", "--skip-must-fail")
    only = ("--ruleset", "points-13", "--run", "p13-four-card-*/*", "--run", "p13-four-eights/*")
    ran = parity("run", *only, *skip, "--command", program(ALL_SETS))
    assert ran.code == 0
    assert ran.report["skipped"][0]["reason"] == "it differs, as the skip list says"
    ran = parity("run", *only, *skip, "--command", CORRECT)
    assert ran.code == 4
    assert ran.ids("stale") == ["p13-four-card-pure-run/classify"]


def test_what_is_skipped_and_crashes_has_broken_the_protocol(
    parity: Runner, program: Program
) -> None:
    skip = ("--skip", "p13-four-card-pure-run/*", "--skip-must-fail")
    ran = parity("run", *ASK, *skip, "--command", program("os._exit(1)"))
    assert ran.code == 3


def test_a_baseline_leaves_only_what_has_changed(
    parity: Runner, program: Program, tmp_path: Path
) -> None:
    before = parity("run", *ASK, "--command", program(ALL_SETS))
    baseline = tmp_path / "baseline.json"
    baseline.write_text(json.dumps(before.report))
    against = ("--baseline", str(baseline))

    same = parity("run", *ASK, *against, "--command", program(ALL_SETS))
    assert same.code == 0
    assert same.ids("known") == before.ids("differ")

    otherwise = program("kind(message, 'set' if message['seq'] > 1 else 'invalid')")
    changed = parity("run", *ASK, *against, "--command", otherwise)
    assert changed.code == 1
    assert changed.ids("differ") == before.ids("differ")[:1]

    mended = parity("run", *ASK, *against, "--command", CORRECT)
    assert mended.code == 4
    assert mended.ids("stale") == before.ids("differ")

    # A report with known differences is a baseline as good as the first.
    baseline.write_text(json.dumps(same.report))
    assert parity("run", *ASK, *against, "--command", program(ALL_SETS)).code == 0


def test_a_baseline_of_questions_that_are_gone_is_4(
    parity: Runner, program: Program, tmp_path: Path
) -> None:
    before = parity("run", *ASK, "--command", program(ALL_SETS))
    before.report["differences"][0]["id"] = "p13-long-gone/classify"
    baseline = tmp_path / "baseline.json"
    baseline.write_text(json.dumps(before.report))
    ran = parity("run", *ASK[:2], "--baseline", str(baseline), "--command", program(ALL_SETS))
    assert any("p13-long-gone" in text for text in ran.report["stale"])
    assert ran.code == 1  # the difference that it does not have counts for more


def test_made_hands_are_the_same_for_the_same_seed(parity: Runner) -> None:
    made = ("--ruleset", "knock-52", "--generate", "20")
    first = parity("questions", *made, "--seed", "3").text
    assert parity("questions", *made, "--seed", "3").text == first
    assert parity("questions", *made, "--seed", "4").text != first


def test_questions_are_written_from_start_to_stop(parity: Runner) -> None:
    ran = parity("questions", *ASK, "--skip", "*-aces/*")
    messages = [json.loads(line) for line in ran.text.splitlines()]
    assert ran.code == 0
    assert [messages[0]["cmd"], messages[-1]["cmd"]] == ["start", "stop"]
    runs = messages[1:-1]
    assert [run["seq"] for run in runs] == list(range(1, len(runs) + 1))
    assert "p13-three-aces/classify" not in [run["id"] for run in runs]
    assert messages[0]["rules"]["decks"] == find_ruleset("points-13").melds.decks
