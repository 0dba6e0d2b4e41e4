"""How the server starts and ends."""

import os
import subprocess
import sys
from pathlib import Path

from tests.service.conftest import DEADLINE_SECONDS, ROOT, Start


def test_wrong_settings_stop_the_start_with_one_clear_line() -> None:
    environ = {**os.environ, "PORT": "eighty", "LOG_CARDS": "maybe"}
    ended = subprocess.run(
        (sys.executable, "-m", "gunicorn", "--config", "gunicorn.conf.py", "app:app"),
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
        timeout=DEADLINE_SECONDS,
        check=False,
    )
    assert ended.returncode == 1
    assert ended.stderr == (
        "rummy-referee: wrong settings: LOG_CARDS='maybe' is neither true nor false; "
        "PORT='eighty' is not a whole number from 1 to 65535\n"
    )


def test_a_server_needs_no_home_and_leaves_nothing_there(start: Start, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o500)
    server = start(HOME=str(home), XDG_RUNTIME_DIR=str(home))
    assert server.request("GET", "/livez")[0] == 200
    assert list(home.iterdir()) == []
    assert server.stop() == 0
    assert "Control socket" not in server.log()
