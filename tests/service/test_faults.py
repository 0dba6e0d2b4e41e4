"""Metrics that cannot be written cost no answer."""

import os
import resource
import signal

import pytest

from tests.service.conftest import Server, Start, wait_until

SMALL_FILE = 100_000
"""Bytes; more than a log has here, less than a metrics file."""


def replace_workers(server: Server) -> None:
    """Returns when both workers have been killed and two new ones answer."""
    for worker in server.booted_workers()[-2:]:
        before = len(server.booted_workers())
        os.kill(worker, signal.SIGKILL)
        wait_until(lambda: len(server.booted_workers()) > before, "no new worker")  # noqa: B023


def take_away_metrics_folder(server: Server) -> None:
    """Returns when both workers count in a folder that no path leads to any more."""
    files = [server.metrics_folder / f"counter_{slot}.db" for slot in (0, 1)]
    # They are opened last, and begin with their length.
    wait_until(lambda: all(file.exists() and any(file.read_bytes()) for file in files), "no files")
    server.metrics_folder.rename(server.metrics_folder.with_name("taken away"))


def ask(server: Server, count: int) -> None:
    assert {server.request("GET", "/livez")[0] for _ in range(count)} == {200}


def test_a_metrics_folder_that_goes_away_costs_no_answer(start: Start) -> None:
    server = start()
    take_away_metrics_folder(server)
    ask(server, 20)
    status, body = server.request("GET", "/metrics")
    assert (status, b'"metrics_unavailable"' in body) == (503, True)
    replace_workers(server)
    ask(server, 20)
    # The new ones have made it anew.
    assert server.request("GET", "/metrics")[0] == 200
    assert "lost" not in server.access_log()


@pytest.mark.parametrize("fault", ["full", "no folder"])
def test_workers_that_cannot_count_answer_all_the_same(start: Start, fault: str) -> None:
    server = start()
    take_away_metrics_folder(server)
    if fault == "full":
        resource.prlimit(server.process_id, resource.RLIMIT_FSIZE, (SMALL_FILE, SMALL_FILE))
    else:
        server.metrics_folder.write_bytes(b"")
    replace_workers(server)
    ask(server, 40)
    # Once in each worker, not once in each request.
    wait_until(lambda: server.access_log().count("metrics of this worker are lost") == 2, "no log")
    assert "Traceback" not in server.log()
