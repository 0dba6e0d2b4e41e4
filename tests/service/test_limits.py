"""What a client may hold of the server, and for how long."""

import http.client
import json
import socket
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.service.conftest import DEADLINE_SECONDS, Server, Start, wait_until
from tests.service.load import HAND

HEADERS = b"POST /v1/validate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
WORK = "tests.service.work_service:app"


def open_socket(server: Server, data: bytes) -> socket.socket:
    """Returns a connection on which `data` has been sent."""
    connection = socket.create_connection(("127.0.0.1", server.port), DEADLINE_SECONDS)
    connection.sendall(data)
    return connection


def received(connection: socket.socket) -> bytes:
    """Returns everything until the server closes, which it has to."""
    with connection:
        parts = []
        while part := connection.recv(65_536):
            parts.append(part)
        return b"".join(parts)


def answer_on(connection: socket.socket) -> tuple[http.client.HTTPResponse, bytes]:
    """Returns the next answer on a connection, and its body."""
    answer = http.client.HTTPResponse(connection)
    answer.begin()
    with answer:
        return answer, answer.read()


def test_two_hundred_clients_in_the_middle_of_a_request_hold_up_nobody(start: Start) -> None:
    server = start()
    with_body = b"%sContent-Length: %d\r\n\r\n%s" % (HEADERS, len(HAND), HAND[:-9])
    slow = [open_socket(server, (HEADERS, with_body)[number % 2]) for number in range(200)]
    for _ in range(20):
        assert server.request("POST", "/v1/validate", HAND)[0] == 200
    for number, connection in enumerate(slow):
        rest = (b"Content-Length: 0\r\nConnection: close\r\n\r\n", HAND[-9:])[number % 2]
        connection.sendall(rest)
        assert connection.recv(12) == (b"HTTP/1.1 400", b"HTTP/1.1 200")[number % 2]
        connection.close()


def test_a_thousand_connections_are_kept_and_used_again(start: Start) -> None:
    server = start()
    request = b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n"
    kept = [open_socket(server, request) for _ in range(1_000)]
    for _ in range(2):
        for connection in kept:
            answer, _ = answer_on(connection)
            assert (answer.status, answer.headers["Connection"]) == (200, "keep-alive")
            connection.sendall(request)
    for connection in kept:
        connection.close()


def test_requests_that_take_turns_keep_their_own_ids(start: Start) -> None:
    server = start(WEB_CONCURRENCY="1")
    head = b"Connection: close\r\nContent-Length: 2\r\nX-Request-ID: number-%d\r\n\r\n{"
    waiting = [open_socket(server, HEADERS + head % number) for number in range(20)]
    for number in reversed(range(20)):
        waiting[number].sendall(b"}")
        answer = received(waiting[number])
        assert b"X-Request-ID: number-%d\r\n" % number in answer
        assert b'"instance":"/requests/number-%d"' % number in answer


def test_a_body_that_takes_too_long_is_answered_and_its_connection_closed(start: Start) -> None:
    server = start(REQUEST_TIMEOUT="1")
    slow = open_socket(server, HEADERS + b"Content-Length: 1000\r\n\r\n")
    ended = threading.Event()

    def trickle() -> None:
        while not ended.wait(0.1):
            slow.send(b" ")

    with ThreadPoolExecutor(1) as pool:
        pool.submit(trickle)
        answer, body = answer_on(slow)
        ended.set()
    slow.close()
    assert (answer.status, answer.headers["Connection"]) == (408, "close")
    assert json.loads(body)["errors"][0]["code"] == "request_timeout"


@pytest.mark.parametrize("data", [b"", b"GET /li", HEADERS])
def test_headers_that_take_too_long_end_the_connection(start: Start, data: bytes) -> None:
    server = start(KEEPALIVE_TIMEOUT="1")
    assert received(open_socket(server, data)) == b""


def test_a_client_that_does_not_read_is_dropped_and_its_slot_is_free(start: Start) -> None:
    server = start(WORK, REQUEST_TIMEOUT="1")
    deaf = open_socket(server, b"GET /bulk?lines=1000&width=100000 HTTP/1.1\r\nHost: x\r\n\r\n")
    assert deaf.recv(12) == b"HTTP/1.1 200"
    assert server.request("GET", "/bulk")[0] == 503
    wait_until(lambda: server.request("GET", "/bulk")[0] == 200, "the slot is not freed")
    assert not received(deaf).endswith(b"0\r\n\r\n")


def test_bulk_work_ends_after_its_own_timeout(start: Start) -> None:
    server = start(WORK, REQUEST_TIMEOUT="1", BULK_TIMEOUT="2")
    connection = server.connect()
    connection.request("GET", "/bulk?lines=100000000")
    with connection.getresponse() as answer, pytest.raises(http.client.IncompleteRead) as caught:
        answer.read()
    # Longer than an ordinary request, and cut between two lines.
    assert len(caught.value.partial.splitlines()) > 1_000 / 4
    assert caught.value.partial.endswith(b"\n")
    assert server.request("GET", "/bulk")[0] == 200


def test_a_worker_that_computes_without_end_is_replaced(start: Start) -> None:
    server = start(WORK, REQUEST_TIMEOUT="1", WEB_CONCURRENCY="1")
    with pytest.raises((OSError, http.client.HTTPException)):
        server.request("GET", "/busy?seconds=1000")
    assert server.request("GET", "/livez")[0] == 200
    assert "WORKER TIMEOUT" in server.log()


def test_a_full_worker_lets_others_wait_and_serves_them(start: Start) -> None:
    server = start(WEB_CONCURRENCY="1", MAX_CONNECTIONS="8", KEEPALIVE_TIMEOUT="2")
    silent = [open_socket(server, b"") for _ in range(8)]
    waiting = open_socket(server, b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
    answer = received(waiting)
    assert answer.startswith(b"HTTP/1.1 200")
    for connection in silent:
        assert received(connection) == b""


def test_a_crowded_worker_keeps_no_connection(start: Start) -> None:
    server = start(WEB_CONCURRENCY="1", MAX_CONNECTIONS="8")
    request = b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n"
    connections = [open_socket(server, b"") for _ in range(8)]
    # The last one first: once it is answered, all have been accepted. 8 and 7 of 8 are a crowd.
    for at, connection_header in ((-1, "close"), (0, "close"), (1, "keep-alive")):
        connections[at].sendall(request)
        assert answer_on(connections[at])[0].headers["Connection"] == connection_header
    for connection in connections:
        connection.close()


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"GET /%s HTTP/1.1\r\n\r\n" % (b"x" * 4_100), b"414"),
        (b"GET / HTTP/1.1\r\nX-Long: %s\r\n\r\n" % (b"x" * 8_200), b"431"),
        (b"GET / HTTP/1.1\r\n%s\r\n" % (b"X-Many: 1\r\n" * 101), b"431"),
    ],
)
def test_long_heads_are_refused(start: Start, data: bytes, status: bytes) -> None:
    server = start()
    assert received(open_socket(server, data)).startswith(b"HTTP/1.1 " + status)
