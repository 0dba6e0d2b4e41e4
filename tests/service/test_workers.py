"""Counters stay exact over several workers, and over workers that are replaced."""

import json
import os
import signal
from concurrent.futures import ThreadPoolExecutor

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.service.conftest import Server, Start, wait_until

THREADS = 4


def send(server: Server, count: int) -> None:
    """Sends `count` requests to /livez; none is in flight any more on return."""
    with ThreadPoolExecutor(THREADS) as pool:
        answers = list(pool.map(lambda _: server.request("GET", "/livez"), range(count)))
    assert {status for status, _ in answers} == {200}


def counted(server: Server, name: str) -> float:
    """Returns the sum of all series `name` for the route /livez."""
    status, text = server.request("GET", "/metrics")
    assert status == 200
    return sum(
        sample.value
        for family in text_string_to_metric_families(text.decode())
        for sample in family.samples
        if sample.name == name and sample.labels.get("route") == "/livez"
    )


def slots(server: Server) -> set[str]:
    """Returns the process identities that have counted requests in files of their own."""
    names = [path.stem for path in server.metrics_folder.glob("counter_*.db")]
    return {identity for name in names if not (identity := name.split("_")[1]).startswith("pid")}


def test_all_workers_are_counted_together(start: Start) -> None:
    server = start()
    send(server, 1_000)
    assert counted(server, "rummy_http_requests_total") == 1_000
    assert counted(server, "rummy_http_request_duration_seconds_count") == 1_000


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_counters_stay_exact_when_workers_are_replaced(start: Start, how: signal.Signals) -> None:
    server = start()
    for part in range(4):
        send(server, 250)
        assert counted(server, "rummy_http_requests_total") == 250 * (part + 1)
        victim = server.booted_workers()[part]
        os.kill(victim, how)
        wait_until(lambda: len(server.booted_workers()) > part + 2, "no new worker")  # noqa: B023
    send(server, 1)
    assert counted(server, "rummy_http_requests_total") == 1_001
    assert counted(server, "rummy_http_request_duration_seconds_count") == 1_001
    assert slots(server) == {"0", "1"}


def test_counters_stay_exact_when_workers_end_by_themselves(start: Start) -> None:
    server = start(MAX_REQUESTS="100")
    sent = 0
    # A worker serves for a while yet when it has had its share, so how many it takes may differ.
    while len(server.booted_workers()) <= 5:
        send(server, 100)
        sent += 100
        assert sent < 100_000
    assert counted(server, "rummy_http_requests_total") == sent


def test_the_kind_of_search_is_told_under_gunicorn_too(start: Start) -> None:
    server = start()
    # The server compiles or not by itself: these tests may run as plain Python beside it.
    compiled = json.loads(server.request("GET", "/readyz")[1])["search"]["compiled"]
    text = server.request("GET", "/metrics")[1]
    assert b"\nrummy_search_compiled %d.0\n" % compiled in text


def test_counters_survive_a_reload(start: Start) -> None:
    server = start()
    send(server, 200)
    server.signal(signal.SIGHUP)
    wait_until(lambda: server.log().count("Worker exiting") >= 2, "the old workers stay")
    send(server, 200)
    assert counted(server, "rummy_http_requests_total") == 400


def test_what_an_earlier_server_counted_is_forgotten(start: Start) -> None:
    earlier = start()
    send(earlier, 10)
    assert earlier.stop() == 0
    server = start()
    send(server, 5)
    assert counted(server, "rummy_http_requests_total") == 5
