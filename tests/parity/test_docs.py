"""What docs/parity.md shows is so."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from parity.cli import RESTARTS, TIME_LIMIT
from parity.process_client import IN_FLIGHT, START_SECONDS
from parity.protocol import LONGEST_LINE, check_answer
from parity.questions import Ask
from parity.results import Exit
from tests.parity.conftest import CORRECT, Runner
from validator import MOST_VECTORS

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "parity.md").read_text(encoding="utf-8")
WORKFLOW = ROOT / "parity" / "examples" / "github-actions.yml"


def shown(language: str) -> list[str]:
    """Return the blocks of code in a language, without what they are indented by."""
    blocks = re.findall(rf"^( *)```{language}\n(.*?)^ *```$", PAGE, re.DOTALL | re.MULTILINE)
    return ["\n".join(line[len(indent) :] for line in b.split("\n")) for indent, b in blocks]


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_first_client_gets_the_report_that_is_shown(parity: Runner, tmp_path: Path) -> None:
    client = tmp_path / "client.mjs"
    (code,) = shown("js")
    client.write_text(code, encoding="utf-8")
    (block,) = (text for text in shown("text") if text.startswith("differ:"))
    only = ("--run", block.split()[1])
    ran = parity("run", "--ruleset", "points-13", *only, "--command", f"node {client}")
    assert ran.code == 1
    # The page leaves out flags, description and source.
    assert set(block.strip().split("\n")[1:]) <= set(ran.text.split("\n"))
    assert block.split("\n")[0] in ran.text


def test_every_line_of_the_protocol_that_is_shown_whole_is_as_its_schema_says() -> None:
    seen = set()
    for arrow, line in re.findall(r"^([→←]) (\{.*\})$", PAGE, re.MULTILINE):
        if "…" in line:
            continue
        message: dict[str, Any] = json.loads(line)
        name = message.get("cmd") or ("start" if "version" in message else "run")
        schema = json.loads((ROOT / "parity" / "schemas" / f"{name}.json").read_text())
        Draft202012Validator(schema).validate(message)
        seen.add((arrow, name))
    assert seen == {("→", "run"), ("→", "stop"), ("←", "start"), ("←", "run")}


def test_the_table_of_questions_shows_an_answer_to_each() -> None:
    rows = re.findall(r"^\| `(\w+)` \| [^|]*\? \| `(\{.*?\})`", PAGE, re.MULTILINE)
    assert [ask for ask, _ in rows] == list(Ask)
    for ask, answer in rows:
        assert check_answer(Ask(ask), json.loads(answer)) is None


def test_the_table_of_exit_codes_has_all_of_them() -> None:
    rows = re.findall(r"^\| (\d) \| ", PAGE, re.MULTILINE)
    assert sorted(map(int, rows)) == sorted(Exit)


@pytest.mark.parametrize(
    "text",
    [
        f"Up to {IN_FLIGHT} questions",
        f"longer than {LONGEST_LINE:,} bytes",
        f"`--time-limit`, {TIME_LIMIT:g} s a question",
        f"`--restarts` times at most ({RESTARTS})",
        f"Starting may take {START_SECONDS:g} s",
        f"at most {MOST_VECTORS:,}",
    ],
)
def test_the_page_has_the_limits_as_they_are(text: str) -> None:
    assert text in PAGE.replace("\n", " ")


def test_every_option_is_told_of(parity: Runner) -> None:
    options = set(re.findall(r"--[a-z-]+", parity("run", "--help").text)) - {"--help"}
    assert options - set(re.findall(r"--[a-z-]+", PAGE)) == set()


def test_the_workflow_calls_the_kit_as_it_can_be_called(parity: Runner) -> None:
    workflow = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
    job = workflow["jobs"]["parity"]
    (call,) = (step["run"] for step in job["steps"] if "parity run" in step.get("run", ""))
    ruleset, questions = (job["strategy"]["matrix"][name] for name in ("ruleset", "questions"))
    call = call.replace("${{ matrix.ruleset }}", ruleset[0])
    call = call.replace("${{ matrix.questions }}", questions[0])
    words = call.replace("2000", "2").replace("parity.", "/dev/null/parity.").split()
    assert words[:3] == ["python", "-m", "parity"]
    arguments = [CORRECT if word == '"$CLIENT"' else word for word in words[4:]]
    ran = parity("run", *arguments[: arguments.index("--junit")], "--run", "*/classify")
    assert ran.code == 0
    assert set(arguments[arguments.index("--junit") :: 2]) == {"--junit", "--html", "--json"}
