"""What `benchmarks/http.py` measures with: a server, requests, and clients that send them."""

import json
import multiprocessing
import os
import random
import select
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.proof.differential.hands import near_complete_hand, turn_up
from validator import best_arrangement, find_ruleset
from validator.cards import kind_name
from validator.deals import wild_kinds

ROOT: Final = Path(__file__).resolve().parents[1]
RULESET: Final = "points-13"
_HOST: Final = "127.0.0.1"
_PATIENCE: Final = 120.0
_TICKS: Final = os.sysconf("SC_CLK_TCK")


def make_requests(count: int, seed: int) -> Iterator[bytes]:
    """Yield validate requests: near-complete hands, all different, shown as they are best.

    The card turned up changes with every hand, and the order of the cards is left to chance.
    """
    rules = find_ruleset(RULESET).melds
    rng = random.Random(f"http {seed}")
    for _ in range(count):
        wild_card = turn_up(rng, rules)
        hand = near_complete_hand(rng, rules, wild_kinds(wild_card, rules), 13)
        rng.shuffle(hand)
        codes = [kind_name(kind) for kind in hand]
        document: dict[str, Any] = {"ruleset": RULESET, "hand": codes}
        if wild_card is not None:
            document["wild_card"] = kind_name(wild_card)
        best = best_arrangement(codes, RULESET, wild_card=document.get("wild_card"))
        document["groups"] = [[str(card) for card in meld.cards] for meld in best.melds]
        yield json.dumps(document).encode()


def http_request(
    path: str, body: bytes, content_type: str = "application/json", connection: str = "close"
) -> bytes:
    """Return the bytes of one POST request; `connection` says what becomes of its connection."""
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {_HOST}\r\nContent-Type: {content_type}\r\n"
        f"Content-Length: {len(body)}\r\nAccept: */*\r\nConnection: {connection}\r\n\r\n"
    )
    return head.encode() + body


class Server:
    """A gunicorn with the project's configuration, on a free port of the loopback interface."""

    def __init__(self, process: "subprocess.Popen[bytes]", port: int) -> None:
        self._process = process
        self.port = port

    def workers(self) -> list[int]:
        """Return the process ids of the workers."""
        pid = self._process.pid
        return [int(child) for child in _proc(pid, f"task/{pid}/children").split()]

    def cpu_seconds(self) -> float:
        """Return the time that all its processes have spent, user and system."""
        # Those that have ended are counted in their parent.
        return sum(map(_cpu_seconds, [self._process.pid, *self.workers()]))


@contextmanager
def serve(workers: int) -> Iterator[Server]:
    """Start a server, and stop it in the end."""
    with socket.socket() as probe:
        probe.bind((_HOST, 0))
        port = probe.getsockname()[1]
    command = (sys.executable, "-m", "gunicorn", "--config", "gunicorn.conf.py")
    environ = {
        **os.environ,
        "PORT": str(port),
        "WEB_CONCURRENCY": str(workers),
        "MAX_REQUESTS": "0",
    }
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            (*command, "--bind", f"{_HOST}:{port}", "benchmarks.http_app:app"),
            cwd=ROOT,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=log,
        )
        server = Server(process, port)
        try:
            _wait_until_up(server, process, workers)
            yield server
        finally:
            process.terminate()
            process.wait(_PATIENCE)


def _wait_until_up(server: Server, process: "subprocess.Popen[bytes]", workers: int) -> None:
    ends = time.monotonic() + _PATIENCE
    while process.poll() is None and time.monotonic() < ends:
        try:
            with socket.create_connection((_HOST, server.port)):
                if len(server.workers()) >= workers:
                    return
        except OSError:
            pass
        time.sleep(0.05)
    raise RuntimeError("the server does not start")


def _proc(pid: int, name: str) -> str:
    return Path(f"/proc/{pid}/{name}").read_text(encoding="ascii")


def _cpu_seconds(pid: int) -> float:
    fields = _proc(pid, "stat").rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / _TICKS


def memory_mebibytes(pid: int) -> dict[str, float]:
    """Return the resident memory of a process now and at its peak: VmRSS and VmHWM."""
    lines = [line.split() for line in _proc(pid, "status").splitlines()]
    return {line[0][:-1]: int(line[1]) / 1024 for line in lines if line[0] in ("VmRSS:", "VmHWM:")}


@dataclass(frozen=True, slots=True)
class Calls:
    """What a number of calls took."""

    seconds: float
    """From the first to the last."""
    latencies: list[float]
    """Of each, from connecting to its last byte, in seconds."""


def send_calls(port: int, requests: Sequence[bytes], concurrency: int) -> Calls:
    """Send every request once, so many at a time, from a process of its own.

    Each has a connection of its own, which ends with the answer.
    """
    return _in_a_process(_send_calls, port, requests, concurrency)


def _send_calls(port: int, requests: Sequence[bytes], concurrency: int) -> Calls:
    waiting = iter(requests)
    poll = select.epoll()
    open_calls: dict[int, tuple[socket.socket, float, list[bytes]]] = {}
    latencies: list[float] = []

    def start() -> None:
        request = next(waiting, None)
        if request is None:
            return
        started = time.perf_counter()
        connection = socket.create_connection((_HOST, port), _PATIENCE)
        connection.sendall(request)
        open_calls[connection.fileno()] = connection, started, []
        poll.register(connection, select.EPOLLIN)

    began = time.perf_counter()
    for _ in range(concurrency):
        start()
    while open_calls:
        for number, _ in poll.poll():
            connection, started, parts = open_calls[number]
            part = connection.recv(65_536)
            parts.append(part)
            if not part:
                latencies.append(time.perf_counter() - started)
                if not parts[0].startswith(b"HTTP/1.1 200"):
                    raise RuntimeError(b"".join(parts)[:300].decode())
                del open_calls[number]
                poll.unregister(number)
                connection.close()
                start()
    return Calls(time.perf_counter() - began, latencies)


def send_kept_calls(port: int, requests: Sequence[bytes]) -> None:
    """Send calls one after the other on one connection, from a process of its own."""
    _in_a_process(_send_kept_calls, port, requests)


def _send_kept_calls(port: int, requests: Sequence[bytes]) -> None:
    with (
        socket.create_connection((_HOST, port), _PATIENCE) as connection,
        connection.makefile("rb") as answers,
    ):
        for request in requests:
            connection.sendall(request)
            status = answers.readline()
            if not status.startswith(b"HTTP/1.1 200"):
                raise RuntimeError(status.decode() or "the server has closed the connection")
            length = 0
            while (header := answers.readline()) not in (b"\r\n", b""):
                name, _, value = header.partition(b":")
                if name == b"Content-Length":
                    length = int(value)
            if len(answers.read(length)) < length:
                raise RuntimeError("the answer ends too early")


def send_batch(port: int, lines: Sequence[bytes]) -> float:
    """Return the seconds that a batch takes: sent by one process, read by another."""
    body = b"\n".join(lines) + b"\n"
    request = http_request("/v1/validate/batch", body, "application/x-ndjson")
    with socket.create_connection((_HOST, port), _PATIENCE) as connection:
        started = time.perf_counter()
        sender = multiprocessing.Process(target=connection.sendall, args=(request,))
        sender.start()
        # Cut where answers end: the size of a chunk may stand in between.
        rest, answered = b"", 0
        while part := connection.recv(1 << 20):
            rest += part
            answered += rest.count(b'"best":')
            rest = rest[-6:]
        elapsed = time.perf_counter() - started
        sender.join()
    # A chunk of the answer may end within the word.
    if not 0.999 * len(lines) <= answered <= len(lines):
        raise RuntimeError(f"{answered} of {len(lines)} hands were answered")
    return elapsed


def _in_a_process(work: Any, *arguments: Any) -> Any:
    with multiprocessing.get_context("fork").Pool(1) as pool:
        return pool.apply(work, arguments)
