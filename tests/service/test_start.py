"""How the server starts and ends."""

import os
import resource
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from api.config.settings import Settings
from tests.service.conftest import DEADLINE_SECONDS, ROOT, START, Start

WRONG = {
    "MAX_BODY_BYTES": "64k",
    "MAX_BATCH_BYTES": "1g",
    "MAX_BATCH_ARRAY_BYTES": "4m",
    "LOG_LEVEL": "loud",
    "LOG_CARDS": "maybe",
    "PORT": "eighty",
    "WEB_CONCURRENCY": "abc",
    "MAX_CONNECTIONS": "0",
    "KEEPALIVE_TIMEOUT": "-1",
    "REQUEST_TIMEOUT": "30s",
    "BULK_TIMEOUT": "0",
    "MAX_BULK_REQUESTS": "none",
    "GRACEFUL_TIMEOUT": "soon",
    "MAX_REQUESTS": "1e5",
    "PROMETHEUS_MULTIPROC_DIR": "/nowhere/at/all",
    "OPENAPI_FILE": "/nowhere/openapi.yaml",
    "API_KEY_HASHES": "web",
    "API_KEY_FILE": "/nowhere/keys",
    "RATE_LIMIT": "often",
    "TRUSTED_PROXIES": "all",
    "CORS_ORIGINS": "example",
    "COMPRESS": "perhaps",
}


def run(
    environ: dict[str, str],
    limits: tuple[tuple[int, int], ...] = (),
    command: tuple[str, ...] = START,
) -> subprocess.CompletedProcess[str]:
    """Returns how a start ended that has to end by itself."""

    def limit() -> None:
        for kind, most in limits:
            resource.setrlimit(kind, (most, most))

    return subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        timeout=DEADLINE_SECONDS,
        check=False,
        preexec_fn=limit,
    )


def test_every_setting_has_a_wrong_value_here() -> None:
    assert {field.name.upper() for field in fields(Settings)} == WRONG.keys()


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_setting_stops_the_start_and_is_named(name: str) -> None:
    ended = run({name: WRONG[name]})
    assert ended.returncode == 1
    # What may be a secret is not shown.
    shown = "" if name.startswith("API_KEY_") else f"='{WRONG[name]}' is"
    assert ended.stderr.startswith(f"rummy-referee: wrong settings: {name}{shown} ")
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "command", [START, (sys.executable, "-m", "gunicorn", "--config", "gunicorn.conf.py")]
)
def test_all_wrong_settings_are_named_in_one_line(command: tuple[str, ...]) -> None:
    ended = run({"PORT": "eighty", "LOG_CARDS": "maybe"}, command=command)
    assert ended.returncode == 1
    assert ended.stderr == (
        "rummy-referee: wrong settings: LOG_CARDS='maybe' is neither true nor false; "
        "PORT='eighty' is not a whole number from 1 to 65535\n"
    )


def test_more_connections_than_files_may_be_open_stop_the_start() -> None:
    ended = run({"MAX_CONNECTIONS": "1000"}, ((resource.RLIMIT_NOFILE, 512),))
    assert ended.returncode == 1
    assert ended.stderr == (
        "rummy-referee: wrong settings: MAX_CONNECTIONS=1000 needs 1100 open files, "
        "the limit is 512\n"
    )


def test_a_disk_without_room_for_metrics_stops_the_start(tmp_path: Path) -> None:
    ended = run({"PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}, ((resource.RLIMIT_FSIZE, 1_000),))
    assert ended.returncode == 1
    assert ended.stderr == (
        "rummy-referee: wrong settings: PROMETHEUS_MULTIPROC_DIR: "
        f"no room for metrics in {tmp_path} (File too large)\n"
    )


def test_an_empty_setting_is_a_missing_one(start: Start) -> None:
    server = start(MAX_REQUESTS="", REQUEST_TIMEOUT=" ", LOG_LEVEL="")
    assert server.request("GET", "/livez")[0] == 200


def test_an_empty_number_of_workers_is_that_of_the_cores() -> None:
    # What gunicorn itself would fail over; the wrong port keeps this start from going on.
    ended = run({"WEB_CONCURRENCY": "", "PORT": "0"})
    assert "WEB_CONCURRENCY" not in ended.stderr


def test_gunicorn_can_be_started_without_our_command(start: Start) -> None:
    server = start(command=(sys.executable, "-m", "gunicorn", "--config", "gunicorn.conf.py"))
    assert server.request("GET", "/livez")[0] == 200


def test_a_server_needs_no_home_and_leaves_nothing_there(start: Start, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o500)
    server = start(HOME=str(home), XDG_RUNTIME_DIR=str(home))
    assert server.request("GET", "/livez")[0] == 200
    assert list(home.iterdir()) == []
    assert server.stop() == 0
    assert "Control socket" not in server.log()
