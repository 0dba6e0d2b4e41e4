"""Clients that hang, die, talk too much or out of turn: reported, and none is left behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.parity.conftest import Runner

Program = Callable[[str], str]

ROOT = Path(__file__).resolve().parents[2]
ASK = ("--ruleset", "points-13", "--run", "p13-*/classify", "--time-limit", "2")

MISBEHAVIOUR = {
    "hangs": ("time.sleep(60)", "no answer within 2 s"),
    "dies": ("os._exit(7)", "it ended with status 7"),
    "is killed": ("os.kill(os.getpid(), signal.SIGSEGV)", "it was killed by signal 11"),
    "prints noise": ("say('debug: three\\n'); kind(message, 'set')", "a line that is no JSON"),
    "prints an empty line": ("say('\\n'); kind(message, 'set')", "a line that is no JSON"),
    "prints a list": ("say([3])", "a line that is no JSON object"),
    "prints NaN": ("say('{\"seq\": NaN}\\n')", "a line that is no JSON"),
    "nests deeply": ("say('[' * 60000 + '\\n')", "a line that is no JSON"),
    "prints no text": (
        "sys.stdout.buffer.write(b'\\xff\\xfe\\n')\nsys.stdout.flush()",
        "no JSON",
    ),
    "answers another question": ("say({'seq': 4, 'skip': 'later'})", "question 3 was to be"),
    "answers twice": ("kind(message, 'set'); kind(message, 'set')", "question 4 was to be"),
    "prints 10 MB a line": (
        "say('{\"seq\": 3, \"skip\": \"' + 'x' * 10_000_000 + '\"}\\n')",
        "a line of more than 65536 bytes",
    ),
    "never ends a line": (
        "while True:\n    say('x' * 65536)",
        "a line of more than 65536 bytes",
    ),
    "closes its output": ("os.close(1)\ntime.sleep(60)", "it closed its output"),
    "says why it dies": ("raise ValueError('no such suit')", "ValueError: no such suit"),
}


def wait_until(condition: Callable[[], bool]) -> None:
    """Return once the condition holds."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def processes_in_group(group: int) -> list[int]:
    """Return the processes of a group that still run."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                state, _, own_group = (entry / "stat").read_text().rpartition(")")[2].split()[:3]
            except OSError:
                continue
            if int(own_group) == group and state != "Z":
                found.append(int(entry.name))
    return found


@pytest.mark.parametrize(("body", "told"), MISBEHAVIOUR.values(), ids=list(MISBEHAVIOUR))
def test_a_client_that(
    parity: Runner, program: Program, tmp_path: Path, body: str, told: str
) -> None:
    group = tmp_path / "group"
    keep = f"open({str(group)!r}, 'w').write(str(os.getpgid(0)))"
    wrong = "".join(f"    {line}\n" for line in (keep, *body.split("\n")))
    command = program(f"if message['seq'] != 3:\n    kind(message, 'invalid')\nelse:\n{wrong}")
    ran = parity("run", *ASK, "--command", command)
    assert ran.code == 3
    (failed,) = [one for one in ran.report["differences"] if one["status"] == "failed"]
    assert told in failed["details"][0]
    # All other questions were asked: of those that were under way, again.
    counts = ran.report["counts"]
    assert counts["agree"] + counts["differ"] == sum(counts.values()) - 1 > 10
    assert int(group.read_text()) != os.getpgid(0)
    assert processes_in_group(int(group.read_text())) == []


def test_what_a_client_has_started_ends_with_it(
    parity: Runner, program: Program, tmp_path: Path
) -> None:
    children = tmp_path / "children"
    command = program(
        f"""
if message["seq"] == 1:
    child = subprocess.Popen(["sleep", "60"])
    open({str(children)!r}, "w").write(str(child.pid))
kind(message, "set")
"""
    )
    ran = parity("run", *ASK, "--command", command)
    assert ran.code == 1
    status = Path("/proc", children.read_text(), "stat")
    wait_until(lambda: not status.exists() or ") Z" in status.read_text())


def test_the_kit_takes_its_client_along_when_it_is_ended(program: Program, tmp_path: Path) -> None:
    client = tmp_path / "pid"
    write = f"open({str(client)!r}, 'w').write(str(os.getpid()))"
    command = program(f"{write}\ntime.sleep(60)")
    arguments = ("run", "--ruleset", "points-13", "--time-limit", "60", "--command", command)
    kit = subprocess.Popen([sys.executable, "-m", "parity", *arguments], cwd=ROOT)
    wait_until(lambda: client.exists() and client.read_text().isdigit())
    kit.send_signal(signal.SIGTERM)
    assert kit.wait(30) == 128 + signal.SIGTERM
    assert processes_in_group(int(client.read_text())) == []


def test_a_client_that_cannot_be_loaded_says_why(parity: Runner) -> None:
    ran = parity("run", *ASK, "--command", f"{sys.executable} -m no_such_client")
    assert ran.code == 3
    assert "No module named no_such_client" in ran.text


def test_a_client_that_always_fails_is_given_up(parity: Runner, program: Program) -> None:
    ran = parity("run", *ASK, "--restarts", "2", "--command", program("os._exit(1)"))
    assert ran.code == 3
    counts = ran.report["counts"]
    assert counts["failed"] == 3
    assert counts["not_asked"] > 10
    reasons = {one["details"][0] for one in ran.report["differences"][3:]}
    assert reasons == {"the client had failed too often to be started again"}


def test_a_client_that_does_not_start_again_is_given_up(
    parity: Runner, program: Program, tmp_path: Path
) -> None:
    once = tmp_path / "once"
    command = program("os._exit(1)")
    path = Path(command.split()[-1])
    path.write_text(
        f"import os\nif os.path.exists({str(once)!r}): os._exit(9)\nopen({str(once)!r}, 'w')\n"
        + path.read_text()
    )
    ran = parity("run", *ASK, "--command", command)
    assert ran.code == 3
    assert ran.report["counts"]["failed"] == 1
    reason = ran.report["differences"][1]["details"][0]
    assert reason == "the client could not be started again: it ended with status 9"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("hello", "a line that is no JSON"),
        ('{"version": 2, "name": "x", "questions": ["best"]}', "does not say version 1"),
        ('{"version": 1, "questions": ["best"]}', "has no name"),
        ('{"version": 1, "name": "x", "questions": ["guess"]}', "does not list questions"),
        ('{"version": 1, "name": "x"}', "does not list questions"),
    ],
)
def test_a_client_that_starts_wrongly_is_not_asked(
    parity: Runner, program: Program, line: str, told: str
) -> None:
    command = program("")
    path = Path(command.split()[-1])
    path.write_text(f"print({line!r}, flush=True)\ninput()\ninput()\n")
    ran = parity("run", *ASK, "--command", command)
    assert ran.code == 3
    assert told in ran.report["breaches"][0]
    assert told in ran.text
    assert ran.report["client"] is None


def test_a_client_that_goes_on_talking_has_broken_the_protocol(
    parity: Runner, program: Program
) -> None:
    command = program("kind(message, 'set')")
    path = Path(command.split()[-1])
    path.write_text(path.read_text() + "say('bye\\n')\n")
    ran = parity("run", *ASK, "--command", command)
    assert ran.code == 3
    assert ran.report["breaches"] == ["it said more than it was asked for: 'bye'"]


def test_a_client_that_ignores_stop_is_ended(
    parity: Runner, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parity.process_client.STOP_SECONDS", 0.2)
    command = program("kind(message, 'invalid')")
    path = Path(command.split()[-1])
    path.write_text(path.read_text() + "time.sleep(60)\n")
    assert parity("run", *ASK, "--command", command).code == 1


def test_a_client_that_floods_its_stderr_is_heard_all_the_same(
    parity: Runner, program: Program
) -> None:
    command = program("sys.stderr.write('x' * 500_000)\nkind(message, 'invalid')")
    ran = parity("run", *ASK, "--command", command)
    assert ran.code == 1
    assert ran.report["counts"]["failed"] == 0


def test_more_questions_than_a_pipe_holds_are_asked_of_a_slow_reader(
    parity: Runner, program: Program
) -> None:
    # It reads all that is there before it answers, so that both pipes fill up.
    command = program("kind(message, 'invalid')")
    ran = parity("run", "--ruleset", "points-13", "--generate", "300", "--command", command)
    assert ran.code == 1
    assert ran.report["counts"]["failed"] == 0


def test_a_command_that_is_no_program_is_wrong_usage(parity: Runner) -> None:
    ran = parity("run", *ASK, "--command", "/no/such/program")
    assert ran.code == 2
    assert "/no/such/program" in ran.errors


@pytest.mark.parametrize("command", ["", "'unclosed"])
def test_a_command_that_cannot_be_read_is_wrong_usage(parity: Runner, command: str) -> None:
    assert parity("run", *ASK, "--command", command).code == 2
