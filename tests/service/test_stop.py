"""Workers that end, and what that costs those who are asking: nothing that was accepted."""

import os
import signal
import socket
import sys
from pathlib import Path

import pytest

from tests.service.conftest import START, Start, wait_until
from tests.service.load import Load


def test_a_stop_under_load_loses_nothing_and_refuses_what_is_new(start: Start) -> None:
    server = start()
    with Load(server) as load:
        load.wait_for(100)
        server.signal(signal.SIGTERM)
        # Every thread goes on until its connection is refused.
        load.wait()
    assert load.lost == []
    assert server.stop() == 0
    # A worker that takes too long is killed, and does not say so.
    assert server.log().count("Worker exiting") == 2


def test_a_stop_lets_a_running_request_finish(start: Start) -> None:
    server = start("tests.service.work_service:app")
    connection = server.connect()
    connection.request("GET", "/bulk?lines=400")
    answer = connection.getresponse()
    assert answer.readline() == b"0\n"
    server.signal(signal.SIGTERM)
    assert answer.read().endswith(b"\n399\n")
    assert server.stop() == 0


def test_a_stop_does_not_wait_for_connections_that_only_wait(start: Start) -> None:
    server = start(GRACEFUL_TIMEOUT="20", KEEPALIVE_TIMEOUT="100")
    connections = [server.connect() for _ in range(10)]
    for connection in connections[:5]:
        connection.request("GET", "/livez")
        assert connection.getresponse().read()
    assert server.stop() == 0
    assert server.log().count("Worker exiting") == 2


STARTS_SLOWLY = """
from pathlib import Path
from signal import SIGTERM, sigpending
from time import monotonic

exec(Path("gunicorn.conf.py").read_text())
then = post_fork

def post_fork(server, worker):
    end = monotonic() + 10 * (worker.age > 1)
    while monotonic() < end and SIGTERM not in sigpending():
        pass
    then(server, worker)
"""
"""The second worker is not ready before it is to stop; it waits for that for ten seconds."""


def test_a_worker_that_is_just_starting_is_told_to_stop_too(start: Start, tmp_path: Path) -> None:
    config = tmp_path / "starts_slowly.conf.py"
    config.write_text(STARTS_SLOWLY)
    command = (sys.executable, "-m", "gunicorn", "--config", str(config))
    server = start(command=command, GRACEFUL_TIMEOUT="20")
    assert server.stop() == 0
    # Killed after the graceful timeout it would not say so.
    assert server.log().count("Worker exiting") == 2


@pytest.mark.parametrize("worker_class", ["sync", "gthread"])
def test_workers_of_another_class_are_told_to_stop_too(start: Start, worker_class: str) -> None:
    server = start(command=(*START, "--worker-class", worker_class), GRACEFUL_TIMEOUT="20")
    assert server.stop() == 0
    assert server.log().count("Worker exiting") == 2


def test_a_stop_ends_after_the_graceful_timeout_whatever_runs(start: Start) -> None:
    server = start("tests.service.work_service:app", GRACEFUL_TIMEOUT="1")
    connection = server.connect()
    connection.request("GET", "/bulk?lines=100000000")
    with connection.getresponse() as answer:
        assert answer.readline() == b"0\n"
        assert server.stop() == 0


def test_a_killed_worker_loses_only_what_it_was_serving(start: Start) -> None:
    server = start()
    with Load(server) as load:
        load.wait_for(100)
        os.kill(server.booted_workers()[0], signal.SIGKILL)
        wait_until(lambda: len(server.booted_workers()) == 3, "no new worker")
        load.wait_for(300)
        # One request at a time in each thread.
        assert len(load.lost) <= load.threads
        lost = list(load.lost)
        load.wait_for(300)
        assert load.lost == lost


@pytest.mark.parametrize("workers", ["1", "2"])
def test_workers_that_are_replaced_after_their_share_lose_nothing(
    start: Start, workers: str
) -> None:
    server = start(MAX_REQUESTS="100", WEB_CONCURRENCY=workers)
    with Load(server) as load:
        wait_until(lambda: len(server.booted_workers()) >= 4, "no worker is replaced")
        load.wait_for(100)
    assert load.lost == []


def test_a_reload_under_load_loses_nothing(start: Start) -> None:
    server = start()
    with Load(server) as load:
        server.signal(signal.SIGHUP)
        wait_until(lambda: server.log().count("Worker exiting") >= 2, "the old workers stay")
        load.wait_for(100)
    assert load.lost == []


def test_a_server_that_takes_over_loses_nothing(start: Start) -> None:
    server = start()
    server.signal(signal.SIGUSR2)
    wait_until(lambda: len(server.booted_workers()) == 4, "the new server does not start")
    successor = server.main_processes()[1]
    try:
        with Load(server) as load:
            assert server.stop() == 0
            load.wait_for(100)
        assert load.lost == []
    finally:
        os.kill(successor, signal.SIGTERM)
    wait_until(lambda: server.log().count("Shutting down") == 2, "the successor does not end")


def test_connections_that_nobody_had_accepted_yet_are_answered(start: Start) -> None:
    # The worker is busy: to the kernel they are connected, to gunicorn they do not exist.
    server = start("tests.service.work_service:app", WEB_CONCURRENCY="1")
    busy = server.connect()
    busy.request("GET", "/busy?seconds=1")
    # More than the worker accepts at a time.
    waiting = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(300)]
    for connection in waiting:
        connection.sendall(b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
    server.signal(signal.SIGTERM)
    assert busy.getresponse().status == 200
    for connection in waiting:
        assert connection.recv(12) == b"HTTP/1.1 200"
        connection.close()
