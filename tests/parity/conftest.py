"""The kit as a user runs it, in this process; its clients are programs all the same."""

import json
import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from parity.cli import main

CORRECT = f"{shlex.quote(sys.executable)} -m parity.examples.python_client"
"""The command of a client that agrees."""


@dataclass(frozen=True)
class Ran:
    """What came of a run."""

    code: int
    text: str
    errors: str
    report: dict[str, Any]

    def ids(self, *statuses: str) -> list[str]:
        """Return the ids of the questions with one of these statuses."""
        return [one["id"] for one in self.report["differences"] if one["status"] in statuses]


Runner = Callable[..., Ran]


@pytest.fixture
def parity(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Runner:
    """A function that runs a command of the kit and returns what came of it."""
    monkeypatch.chdir(Path(__file__).resolve().parents[2])

    def run(command: str, *arguments: str) -> Ran:
        path = tmp_path / "report.json"
        path.unlink(missing_ok=True)
        writes = () if command == "questions" else ("--json", str(path))
        try:
            code = main([command, *arguments, *writes])
        except SystemExit as ended:  # as argparse ends
            code = int(str(ended.code))
        told = capsys.readouterr()
        report = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        return Ran(code, told.out, told.err, report)

    return run


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], str]:
    """A function that makes a program of the body of a loop over messages, and returns its command.

    In the loop `message` is what was read, and `say` prints a line.
    """

    def make(body: str) -> str:
        path = tmp_path / "client.py"
        lines = "".join(f"    {line}\n" for line in body.strip("\n").split("\n"))
        path.write_text(PROLOGUE + lines, encoding="utf-8")
        return f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}"

    return make


PROLOGUE = """
import json, os, signal, subprocess, sys, time
def say(answer):
    sys.stdout.write(answer if isinstance(answer, str) else json.dumps(answer) + "\\n")
    sys.stdout.flush()
def start(*questions):
    say({"version": 1, "name": "a client", "questions": questions or ("classify",)})
def kind(message, kind):
    say({"seq": message["seq"], "answer": {"kind": kind}})
for line in sys.stdin:
    message = json.loads(line)
    if message["cmd"] == "stop":
        break
    if message["cmd"] == "start":
        start()
        continue
"""
