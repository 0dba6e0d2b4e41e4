"""Clients that are servers; one that is slow, wrong or gone fails as a program does."""

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from parity.examples.python_client import Client
from tests.parity.conftest import Runner

Answer = Callable[[BaseHTTPRequestHandler, dict[str, Any]], None]

ASK = ("--ruleset", "points-13", "--run", "p13-*/classify", "--restarts", "3", "--time-limit", "2")


class Server(ThreadingHTTPServer):
    """A client that answers rightly, but for the questions that `wrong` answers."""

    daemon_threads = True
    block_on_close = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.client = Client()
        self.wrong: Answer | None = None
        self.wrong_seqs = {2}
        self.done = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/parity?key=1"


class Handler(BaseHTTPRequestHandler):
    """Answers one message a request."""

    protocol_version = "HTTP/1.1"
    server: Server

    def do_POST(self) -> None:
        assert self.path == "/parity?key=1"
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if (
            message["cmd"] == "run"
            and self.server.wrong
            and message["seq"] in self.server.wrong_seqs
        ):
            self.server.wrong(self, message)
            return
        if message["cmd"] == "start":
            answer = self.server.client.start(message)
        else:
            answer = {"seq": message["seq"], **self.server.client.answer(message["question"])}
        send(self, json.dumps(answer).encode())

    def log_message(self, format: str, *args: object) -> None:
        del format, args


def send(handler: BaseHTTPRequestHandler, body: bytes, status: int = 200) -> None:
    handler.send_response(status)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)


def drip(handler: BaseHTTPRequestHandler, message: dict[str, Any]) -> None:
    """Send a byte now and then, each before a timeout would end."""
    server: Any = handler.server
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    while not server.done.wait(0.05):
        try:
            handler.wfile.write(b" ")
        except OSError:
            return


def hang(handler: BaseHTTPRequestHandler, message: dict[str, Any]) -> None:
    server: Any = handler.server
    server.done.wait()


def close(handler: BaseHTTPRequestHandler, message: dict[str, Any]) -> None:
    handler.close_connection = True


@pytest.fixture
def server() -> Iterator[Server]:
    """A running server, ended afterwards."""
    with Server() as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        yield running
        running.done.set()
        running.shutdown()
        thread.join()


def test_a_server_that_agrees_is_0(parity: Runner, server: Server) -> None:
    ran = parity("run", *ASK, "--url", server.url)
    assert ran.code == 0
    assert ran.report["counts"]["agree"] > 10


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (hang, "no answer within 2 s"),
        (drip, "no answer within 2 s"),
        (close, "no answer: RemoteDisconnected"),
        (lambda handler, message: send(handler, b"oops"), "a line that is no JSON"),
        (lambda handler, message: send(handler, b"{}"), "question 2 was to be answered"),
        (lambda handler, message: send(handler, b"{}", 500), "HTTP status 500"),
        (lambda handler, message: send(handler, b" " * 10_000_000), "more than 65536 bytes"),
        (
            lambda handler, message: handler.wfile.write(b"garbage\r\n\r\n"),
            "no answer: BadStatusLine",
        ),
    ],
)
def test_a_server_that_fails_is_asked_on(
    parity: Runner, server: Server, wrong: Answer, told: str
) -> None:
    server.wrong = wrong
    ran = parity("run", *ASK, "--url", server.url)
    assert ran.code == 3
    counts = ran.report["counts"]
    assert counts["failed"] == 1
    assert counts["agree"] == sum(counts.values()) - 1
    assert told in ran.report["differences"][0]["details"][0]


def test_a_server_that_always_fails_is_given_up(parity: Runner, server: Server) -> None:
    server.wrong, server.wrong_seqs = close, set(range(1000))
    ran = parity("run", *ASK, "--url", server.url)
    assert ran.code == 3
    assert ran.report["counts"]["failed"] == 4
    assert ran.report["counts"]["agree"] == 0


def test_a_server_that_is_not_there_is_reported(parity: Runner, server: Server) -> None:
    port = server.server_address[1]
    server.server_close()
    ran = parity("run", *ASK, "--url", f"http://127.0.0.1:{port}/")
    assert ran.code == 3
    assert ran.report["breaches"][0].startswith("the client did not start: no answer")
