"""Batches through a real server: streams both ways, and clients that are slow, rude or gone."""

import gzip
import json
import random
import socket
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPResponse
from typing import Any, Final

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.proof.differential.requests import make_request
from tests.service.conftest import DEADLINE_SECONDS, Server, Start, wait_until

Json = dict[str, Any]

PATH: Final = "/v1/validate/batch"
NDJSON: Final = "application/x-ndjson"
SHOW: Final[Json] = {
    "ruleset": "points-13",
    "hand": "5H 6H 7H 9S 10S JK 4C 4D 4S QC QD QS QH",
    "groups": ["5H 6H 7H", "9S 10S JK", "4C 4D 4S", "QC QD QS QH"],
}
LINE: Final = json.dumps(SHOW).encode() + b"\n"
KIBIBYTE: Final = 1_024
MEBIBYTE: Final = 1_024 * KIBIBYTE


def numbered(count: int) -> bytes:
    return b"".join(b'{"id":%d,%s' % (number, LINE[1:]) for number in range(count))


@contextmanager
def connected(server: Server) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", server.port), DEADLINE_SECONDS) as client:
        yield client


def head(length: int | None, version: str = "1.1", **others: str) -> bytes:
    """Return the head of a request; without a length its body comes in chunks."""
    fields = {"Host": "localhost", "Content-Type": NDJSON}
    if length is None:
        fields["Transfer-Encoding"] = "chunked"
    else:
        fields["Content-Length"] = str(length)
    fields |= {name.replace("_", "-"): value for name, value in others.items()}
    lines = [f"POST {PATH} HTTP/{version}", *(f"{name}: {value}" for name, value in fields.items())]
    return "\r\n".join([*lines, "", ""]).encode()


def in_chunks(body: bytes, size: int = 5_000) -> Iterator[bytes]:
    for start in range(0, len(body), size):
        part = body[start : start + size]
        yield b"%x\r\n%s\r\n" % (len(part), part)
    yield b"0\r\n\r\n"


def read_answer(client: socket.socket) -> tuple[HTTPResponse, list[Json]]:
    answer = HTTPResponse(client)
    answer.begin()
    return answer, [json.loads(line) for line in answer.read().splitlines()]


def exchange(server: Server, *parts: bytes) -> tuple[HTTPResponse, list[Json]]:
    """Send a request while its answer is read, and return that."""
    with connected(server) as client:
        sender = threading.Thread(target=client.sendall, args=(b"".join(parts),))
        sender.start()
        answer = read_answer(client)
        sender.join()
        return answer


def ids(answers: list[Json]) -> list[Any]:
    return [answer["id"] for answer in answers]


def counted(server: Server, name: str) -> float:
    status, text = server.request("GET", "/metrics")
    assert status == 200
    families = text_string_to_metric_families(text.decode())
    return sum(one.value for family in families for one in family.samples if one.name == name)


def test_a_batch_is_answered_in_chunks_and_in_order(start: Start) -> None:
    server = start()
    body = numbered(3_000)
    answer, answers = exchange(server, head(len(body)), body)
    assert (answer.status, answer.getheader("Content-Type")) == (200, NDJSON)
    assert answer.getheader("Transfer-Encoding") == "chunked"
    assert answer.getheader("Content-Length") is None
    assert ids(answers) == list(range(3_000))
    single = json.loads(server.request("POST", "/v1/validate", LINE)[1])
    assert answers[-1] == {"id": 2_999, **single}
    assert counted(server, "rummy_verdicts_total") == 3_001
    assert counted(server, "rummy_batch_hands_sum") == 3_000


def test_a_body_may_come_in_chunks_as_gzip_and_from_an_old_client(start: Start) -> None:
    server = start()
    body = numbered(2_000)
    packed = gzip.compress(body)
    for parts in (
        [head(None), *in_chunks(body)],
        [head(len(packed), Content_Encoding="gzip"), packed],
        [head(None, Content_Encoding="gzip"), *in_chunks(packed, 100)],
    ):
        assert ids(exchange(server, *parts)[1]) == list(range(2_000))
    answer, answers = exchange(server, head(len(body), "1.0"), body)
    assert (answer.version, answer.getheader("Transfer-Encoding")) == (10, None)
    assert ids(answers) == list(range(2_000))


def test_an_array_is_answered_with_an_array(start: Start) -> None:
    server = start()
    documents = [{"id": number, **SHOW} for number in range(2_000)]
    status, body = server.request("POST", PATH, json.dumps(documents).encode())
    assert status == 200
    assert ids(json.loads(body)) == list(range(2_000))


def test_a_client_may_send_everything_before_it_reads_anything(start: Start) -> None:
    server = start()
    count = 5_000
    body = numbered(count).replace(b"{", b"{" + b" " * 4 * KIBIBYTE)
    assert len(body) > 19 * MEBIBYTE
    for parts in ([head(len(body)), body], [head(None), *in_chunks(body, MEBIBYTE)]):
        with connected(server) as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)
            for part in parts:
                client.sendall(part)
            _, answers = read_answer(client)
        assert ids(answers) == list(range(count))
    assert len(server.booted_workers()) == 2


def test_answers_come_while_the_body_is_being_sent(start: Start) -> None:
    server = start()
    body = numbered(1_000)
    with connected(server) as client:
        client.sendall(head(None) + b"".join(in_chunks(body)).removesuffix(b"0\r\n\r\n"))
        answer = HTTPResponse(client)
        answer.begin()
        assert json.loads(answer.readline())["id"] == 0
        client.sendall(b"".join(in_chunks(body)))
        rest = [json.loads(line) for line in answer.read().splitlines()]
    assert ids(rest) == [*range(1, 1_000), *range(1_000)]


def test_bad_lines_are_refused_among_good_ones(start: Start) -> None:
    server = start()
    rng = random.Random("service")
    lines = [json.dumps(make_request(rng)).encode() for _ in range(500)]
    for number in range(0, 500, 50):
        lines[number] = rng.choice((b"{", b"[" * 100, b"9" * 70_000, b"\xff", b'"\\ud800"'))
    body = b"\n".join(lines)
    _, answers = exchange(server, head(len(body)), body)
    assert len(answers) == 500
    statuses = Counter(answer["error"]["status"] for answer in answers if "error" in answer)
    assert statuses[400] + statuses[413] == 10
    assert set(statuses) <= {400, 413, 422}
    refused = [answer["line"] for answer in answers if "error" in answer]
    assert {*range(1, 501, 50)} <= set(refused)
    assert refused == sorted(refused)


def test_a_client_that_has_gone_ends_the_work_and_the_worker_lives_on(start: Start) -> None:
    server = start()
    with connected(server) as client:
        client.sendall(head(10**9) + LINE * 20_000)
        assert client.recv(1_000).startswith(b"HTTP/1.1 200")
    wait_until(lambda: counted(server, "rummy_batch_hands_count") == 1, "the batch goes on")
    assert counted(server, "rummy_batch_hands_sum") <= 20_000
    assert server.request("POST", "/v1/validate", LINE)[0] == 200
    assert len(server.booted_workers()) == 2


def test_a_client_that_neither_reads_nor_sends_is_given_up(start: Start) -> None:
    server = start(REQUEST_TIMEOUT="2")
    with connected(server) as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)
        client.sendall(head(10**9) + LINE * 30_000)
        wait_until(lambda: counted(server, "rummy_batch_hands_count") == 1, "it holds the worker")
    # Before gunicorn would take the worker for stuck.
    assert "TIMEOUT" not in server.log()
    assert len(server.booted_workers()) == 2


def test_a_long_batch_is_not_taken_for_a_stuck_worker(start: Start) -> None:
    server = start(REQUEST_TIMEOUT="1")
    # A house rule in each line is slow to read.
    line = json.dumps({**SHOW, "ruleset": {"base": "points-13"}}).encode() + b"\n"
    body = line * 6_000
    _, answers = exchange(server, head(len(body)), body)
    assert len(answers) == 6_000
    assert len(server.booted_workers()) == 2


def test_a_batch_ends_in_time_with_an_error(start: Start) -> None:
    server = start(BULK_TIMEOUT="2")
    parts = iter(lambda: b"%x\r\n%s\r\n" % (10 * len(LINE), LINE * 10), None)
    with connected(server) as client:
        client.sendall(head(None))

        def send() -> None:
            try:
                for part in parts:
                    client.sendall(part)
            except OSError:
                pass  # the server has ended

        sender = threading.Thread(target=send)
        sender.start()
        answer = HTTPResponse(client)
        answer.begin()
        last = b""
        for line in answer:
            last = line
        client.shutdown(socket.SHUT_RDWR)
        sender.join()
    refusal = json.loads(last)
    assert refusal["error"]["errors"][0]["code"] == "batch_timeout"
    assert refusal["line"] > 256


@pytest.mark.parametrize("chunked", [False, True])
def test_a_batch_that_is_too_long_is_refused_and_the_client_learns_it(
    start: Start, chunked: bool
) -> None:
    server = start(MAX_BATCH_BYTES="100000")
    body = LINE * 5_000
    parts = [head(None), *in_chunks(body)] if chunked else [head(len(body)), body]
    answer, answers = exchange(server, *parts)
    if chunked:
        assert answer.status == 200
        assert answers[-1]["error"]["errors"][0]["code"] == "body_too_large"
        assert answers[-1]["line"] == len(answers)
    else:
        assert (answer.status, answers[-1]["status"]) == (413, 413)


def test_memory_does_not_grow_with_the_batch(start: Start) -> None:
    server = start(WEB_CONCURRENCY="2")

    def peaks() -> list[int]:
        found = []
        for pid in server.booted_workers():
            with open(f"/proc/{pid}/status", encoding="ascii") as status:
                found += [int(line.split()[1]) for line in status if line.startswith("VmHWM")]
        return found

    rng = random.Random("memory")
    requests = [json.dumps(make_request(rng)).encode() + b"\n" for _ in range(500)]
    small, large = b"".join(requests), b"".join(requests * 12)
    for _ in range(6):
        exchange(server, head(len(small)), small)
    before = peaks()
    exchange(server, head(len(large)), large)
    assert sum(peaks()) - sum(before) < 8 * 1_024
