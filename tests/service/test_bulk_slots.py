"""Bulk work is limited over all workers, and disturbs nobody else."""

import os
import signal
from itertools import pairwise

from tests.service.conftest import Server, Start, wait_until

WORK = "tests.service.work_service:app"
ENDLESS = "/bulk?lines=100000000"


def begin(server: Server, path: str) -> None:
    """Starts bulk work that goes on until its connection is closed with the server."""
    connection = server.connect()
    connection.request("GET", path)
    answer = connection.getresponse()
    server.keep(answer)
    assert answer.status == 200
    assert answer.readline() == b"0\n"


def test_one_worker_less_than_there_are_may_do_bulk_work(start: Start) -> None:
    server = start(WORK, WEB_CONCURRENCY="3", GRACEFUL_TIMEOUT="1")
    for _ in range(2):
        begin(server, ENDLESS)
    connection = server.connect()
    connection.request("GET", "/bulk")
    answer = connection.getresponse()
    assert (answer.status, answer.headers["Retry-After"]) == (503, "1")
    assert b'"bulk_busy"' in answer.read()


def test_the_slots_of_killed_workers_are_free_again(start: Start) -> None:
    server = start(WORK, MAX_BULK_REQUESTS="1")
    begin(server, ENDLESS)
    assert server.request("GET", "/bulk")[0] == 503
    for worker in server.booted_workers():
        os.kill(worker, signal.SIGKILL)
    wait_until(lambda: server.booted_workers()[3:] != [], "no new workers")
    assert server.request("GET", "/bulk")[0] == 200


def test_the_slot_of_a_client_that_has_gone_is_free_again(start: Start) -> None:
    server = start(WORK)
    connection = server.connect()
    connection.request("GET", ENDLESS)
    with connection.getresponse():
        assert server.request("GET", "/bulk")[0] == 503
    connection.close()
    wait_until(lambda: server.request("GET", "/bulk")[0] == 200, "the slot is not freed")


def test_single_calls_are_answered_beside_bulk_work_in_the_same_worker(start: Start) -> None:
    server = start(WORK, WEB_CONCURRENCY="1", GRACEFUL_TIMEOUT="1")
    begin(server, ENDLESS)
    progress = [int(server.request("GET", "/progress")[1]) for _ in range(40)]
    # Accepting, reading and answering take a turn each, while the bulk work writes a line.
    lines_between = sorted(later - earlier for earlier, later in pairwise(progress))
    assert 0 < lines_between[20] < 12
