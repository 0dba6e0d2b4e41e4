"""The examples of docs/cli.md: commands as they stand there, and what they print."""

import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "cli.md"
_SESSION = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_TABLE = re.compile(r"^```json\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_COMMAND = re.compile(r"^\$ (.*(?:(?<=\\)\n.*)*)\n", re.MULTILINE)

Run = Callable[[list[str]], tuple[int, str]]
"""Runs the command with arguments; returns its exit code and all that it prints."""


def sessions() -> list[str]:
    """Return what is shown of a terminal, session by session."""
    return _SESSION.findall(PAGE.read_text(encoding="utf-8"))


def table() -> str:
    """Return the JSON text that is settled."""
    (text,) = _TABLE.findall(PAGE.read_text(encoding="utf-8"))
    return str(text)


def replayed(session: str, run: Run) -> str:
    """Return a session as it is when its commands are run."""
    return "".join(_replay(session, run))


def _replay(session: str, run: Run) -> Iterator[str]:
    code = 0
    for typed in _COMMAND.findall(session):
        yield f"$ {typed}\n"
        if typed == "echo $?":
            yield f"{code}\n"
            continue
        program, *arguments = shlex.split(typed.replace("\\\n", " "))
        assert program == "rummy-referee"
        code, printed = run(arguments)
        yield printed
