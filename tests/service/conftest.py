"""A real gunicorn on the loopback interface, as `gunicorn.conf.py` starts it."""

import http.client
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import pytest

ROOT = Path(__file__).resolve().parents[2]
START = (sys.executable, "-m", "api.serve")
DEADLINE_SECONDS = 60.0
"""Far more than anything here takes; only a hang reaches it."""


def wait_until(condition: Callable[[], bool], what: str) -> None:
    """Returns once `condition` holds. :raises TimeoutError: at the deadline, naming `what`."""
    deadline = time.monotonic() + DEADLINE_SECONDS
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(what)
        time.sleep(0.02)


class Closable(Protocol):
    """A connection or an answer."""

    def close(self) -> None: ...


class Server:
    """One running gunicorn, with two workers unless the environment says otherwise."""

    def __init__(
        self, folder: Path, command: tuple[str, ...], application: str, environ: dict[str, str]
    ) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.metrics_folder = folder / "metrics"
        self.metrics_folder.mkdir(exist_ok=True)
        self._log = folder / "gunicorn.log"
        self._access_log = folder / "access.log"
        settings = {
            "PORT": str(self.port),
            "WEB_CONCURRENCY": "2",
            "PROMETHEUS_MULTIPROC_DIR": str(self.metrics_folder),
            **environ,
        }
        self._kept: list[Closable] = []
        self._workers = int(settings["WEB_CONCURRENCY"])
        with self._log.open("wb") as log, self._access_log.open("wb") as access:
            self._process = subprocess.Popen(
                (*command, "--bind", f"127.0.0.1:{self.port}", application),
                cwd=ROOT,
                env={**os.environ, **settings},
                stdin=subprocess.DEVNULL,
                stdout=access,
                stderr=log,
            )

    def log(self) -> str:
        """Returns what gunicorn has logged so far."""
        return self._log.read_text()

    def access_log(self) -> str:
        """Returns what the application has logged so far."""
        return self._access_log.read_text()

    def booted_workers(self) -> list[int]:
        """Returns the process ids of all workers started so far, in order."""
        return [int(pid) for pid in re.findall(r"Booting worker with pid: (\d+)", self.log())]

    def main_processes(self) -> list[int]:
        """Returns the process ids of this server and of those that took over from it."""
        return [int(pid) for pid in re.findall(r"\[(\d+)\] \[INFO\] Starting", self.log())]

    @property
    def process_id(self) -> int:
        """The main process."""
        return self._process.pid

    def signal(self, signal_number: int) -> None:
        """Sends a signal to the main process."""
        self._process.send_signal(signal_number)

    def connect(self) -> http.client.HTTPConnection:
        """Returns a connection for several requests, or for half a one; it ends with `stop`."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=DEADLINE_SECONDS)
        connection.connect()
        self.keep(connection)
        return connection

    def keep(self, thing: Closable) -> None:
        """Closes `thing` when the server has ended, and not before."""
        self._kept.append(thing)

    def request(
        self, method: str, path: str, body: bytes | None = None, *, chunked: bool = False
    ) -> tuple[int, bytes]:
        """Returns status and body of one answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=DEADLINE_SECONDS)
        try:
            headers = {} if body is None else {"Content-Type": "application/json"}
            if chunked:
                assert body is not None
                pieces = (body[at : at + 4096] for at in range(0, len(body), 4096))
                connection.request(method, path, pieces, headers, encode_chunked=True)
            else:
                connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def is_up(self) -> bool:
        """Returns whether all workers run and answer. :raises RuntimeError: when it has ended."""
        if self._process.poll() is not None:
            raise RuntimeError(self.log())
        try:
            answered = self.request("GET", "/metrics")[0] == 200
            return answered and len(self.booted_workers()) >= self._workers
        except OSError:
            return False

    def stop(self) -> int:
        """Ends the server and returns its exit status; its clients go when it has ended."""
        if self._process.poll() is None:
            self._process.terminate()
        try:
            return self._process.wait(DEADLINE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            raise
        finally:
            for thing in self._kept:
                thing.close()


Start = Callable[..., Server]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """A function that starts a server, which is stopped after the test."""
    servers: list[Server] = []

    def start_one(
        application: str = "app:app", command: tuple[str, ...] = START, **environ: str
    ) -> Server:
        server = Server(tmp_path, command, application, environ)
        servers.append(server)
        wait_until(server.is_up, "the server does not start")
        return server

    yield start_one
    for server in servers:
        server.stop()
