"""Clients that ask without pause, and tell what became of each request."""

import http.client
import threading
from dataclasses import dataclass, field

from tests.service.conftest import DEADLINE_SECONDS, Server, wait_until

HAND = b'{"ruleset":"points-13","hand":"AS 2S 3S 4H 5H 6H 7D 8D 9D 10C JC QC KC"}'


@dataclass
class Load:
    """Threads that send judgements, half of them over connections that they keep.

    What fails once its connection was there is lost. A thread ends when its connection is refused.
    """

    server: Server
    threads: int = 6
    answered: int = 0
    lost: list[str] = field(default_factory=list)

    def __enter__(self) -> "Load":
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._running = [
            threading.Thread(target=self._ask, args=(number % 2 == 0,))
            for number in range(self.threads)
        ]
        for thread in self._running:
            thread.start()
        self.wait_for(20 * self.threads)
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self.wait()

    def wait(self) -> None:
        """Returns when every thread has ended."""
        for thread in self._running:
            thread.join(DEADLINE_SECONDS)
            assert not thread.is_alive()

    def wait_for(self, more: int) -> None:
        """Returns when `more` requests have been answered from now on."""
        goal = self.answered + more
        wait_until(lambda: self.answered >= goal, "the load stands still")

    def _ask(self, keeps_connection: bool) -> None:
        port = self.server.port
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=DEADLINE_SECONDS)
        while not self._stop.is_set():
            if connection.sock is None:
                try:
                    connection.connect()
                except (ConnectionRefusedError, ConnectionResetError):
                    # Reset where the listener closes between the two halves of the handshake:
                    # there never was a connection, and nothing has been sent.
                    return
            try:
                self._judge(connection)
            except (OSError, http.client.HTTPException) as error:
                with self._lock:
                    self.lost.append(repr(error))
                connection.close()
            if not keeps_connection:
                connection.close()
        connection.close()

    def _judge(self, connection: http.client.HTTPConnection) -> None:
        connection.request("POST", "/v1/validate", HAND, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        body = answer.read()
        if answer.status != 200 or not body.endswith(b"}\n"):
            raise http.client.HTTPException(answer.status)
        with self._lock:
            self.answered += 1
