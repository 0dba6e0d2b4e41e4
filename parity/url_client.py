"""A client that is a server: each message is a POST, its answer the body that comes back.

``stop`` is not sent: a server goes on.
"""

import io
import socket
import time
from collections.abc import Iterable, Iterator
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

from parity.errors import Breach, BrokenKit
from parity.protocol import (
    LONGEST_LINE,
    Introduction,
    Reply,
    decode,
    encode,
    read_introduction,
    read_reply,
    run_message,
    start_message,
)
from parity.questions import Case, Json
from validator import Ruleset


class UrlClient:
    """Asks a server, and stops asking after `failures` questions without an answer."""

    def __init__(self, url: str, ruleset: Ruleset, *, time_limit: float, failures: int) -> None:
        """:raises BrokenKit: when the URL is none that can be asked."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError as error:
            raise BrokenKit(f"{url} is no address: {error}") from error
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BrokenKit(f"{url} is no http or https address")
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._connection = kind(parts.hostname, port, timeout=time_limit)
        self._target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        self._ruleset = ruleset
        self._time_limit = time_limit
        self._failures_left = failures
        self._over: str | None = None
        self._seq = 0

    def start(self) -> Introduction:
        """Return what the server says of itself. :raises Breach: when it is no such server."""
        return read_introduction(self._post(start_message(self._ruleset)))

    def ask(self, cases: Iterable[Case]) -> Iterator[Reply]:
        """Yield what comes of each question, in order; whatever happens, one reply a question."""
        for case in cases:
            self._seq += 1
            yield self._ask_one(self._seq, case)

    def close(self) -> str | None:
        """Close the connection."""
        self._connection.close()
        return None

    def _ask_one(self, seq: int, case: Case) -> Reply:
        if self._over is not None:
            return Reply(not_asked=self._over)
        try:
            return read_reply(self._post(run_message(seq, case)), seq, case.question.ask)
        except Breach as breach:
            if self._failures_left == 0:
                self._over = "the client had failed too often to be asked again"
            self._failures_left -= 1
            return Reply(breach=str(breach))

    def _post(self, message: Json) -> Json:
        """Return the answer to a message, all of it within the time limit."""
        deadline = time.monotonic() + self._time_limit
        try:
            body = self._exchange(encode(message), deadline)
        except (OSError, HTTPException) as error:
            # Whatever the connection still holds belongs to this message and not to the next.
            self._connection.close()
            if time.monotonic() >= deadline:
                raise Breach(f"no answer within {self._time_limit:g} s") from None
            raise Breach(f"no answer: {type(error).__name__}: {str(error)[:100]}") from None
        except Breach:
            self._connection.close()
            raise
        return decode(body)

    def _exchange(self, body: bytes, deadline: float) -> bytes:
        if self._connection.sock is None:
            self._connection.connect()
        plain = self._connection.sock
        assert plain is not None
        watched: Any = plain if isinstance(plain, _WatchedSocket) else _WatchedSocket(plain)
        watched.deadline = deadline
        self._connection.sock = watched
        self._connection.request("POST", self._target, body, {"Content-Type": "application/json"})
        answer = self._connection.getresponse()
        found = answer.read(LONGEST_LINE + 1)
        if answer.status != HTTPStatus.OK:
            raise Breach(f"it answered with HTTP status {answer.status}")
        if len(found) > LONGEST_LINE:
            raise Breach(f"an answer of more than {LONGEST_LINE} bytes")
        return found


class _WatchedSocket:
    """A socket that keeps a deadline over many small reads, where a timeout counts each anew."""

    def __init__(self, plain: socket.socket) -> None:
        self._plain = plain
        self.deadline = 0.0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._plain, name)

    def sendall(self, data: bytes) -> None:
        self._plain.settimeout(self._left())
        self._plain.sendall(data)

    def recv_into(self, buffer: Any) -> int:
        self._plain.settimeout(self._left())
        return self._plain.recv_into(buffer)

    def makefile(self, mode: str) -> io.BufferedReader:
        del mode  # an answer is read in one way
        return io.BufferedReader(_Reading(self))

    def _left(self) -> float:
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left


class _Reading(io.RawIOBase):
    """The reading side of such a socket."""

    def __init__(self, watched: _WatchedSocket) -> None:
        self._watched = watched

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        return self._watched.recv_into(buffer)
