"""The limit on the calls of one client, and that counting them costs bounded memory."""

import json
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from flask import Flask, request
from flask.testing import FlaskClient
from limits import RateLimitItemPerSecond
from limits.strategies import FixedWindowRateLimiter
from werkzeug.test import TestResponse

from api.middleware.rate_limit_storage import WAYS, SharedCounters
from app import create_app
from tests.contract.openapi_contract import ContractClient

ClientWith = Callable[..., FlaskClient]
ROOT = Path(__file__).parents[3]
HAND = {"ruleset": "knock-52", "hand": "5H 6H 7H 9S 10S JS 4C 4D 4S QC"}


class Clock:
    """A clock that stands still until it is moved on."""

    def __init__(self) -> None:
        self.seconds = 1_000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of every application made in the test."""
    clock = Clock()
    monkeypatch.setattr("api.middleware.rate_limit.CLOCK", clock)
    return clock


def call(client: FlaskClient, address: str = "192.0.2.1", **headers: str) -> TestResponse:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    environ = {"REMOTE_ADDR": address}
    return client.get("/v1/rulesets/knock-52", headers=sent, environ_overrides=environ)


def statuses(client: FlaskClient, addresses: list[str], **headers: str) -> list[int]:
    return [call(client, address, **headers).status_code for address in addresses]


def fields(answer: TestResponse) -> tuple[str | None, str | None]:
    return answer.headers.get("RateLimit-Policy"), answer.headers.get("RateLimit")


@pytest.mark.usefixtures("clock")
def test_calls_above_the_limit_are_refused(client_with: ClientWith) -> None:
    client = client_with(RATE_LIMIT="3/minute")
    assert statuses(client, ["192.0.2.1"] * 5) == [200, 200, 200, 429, 429]
    answer = call(client)
    (error,) = json.loads(answer.data)["errors"]
    assert error == {
        "pointer": "",
        "code": "too_many_requests",
        "detail": "More than 3 calls in 60 s.",
    }
    assert answer.headers["Retry-After"] == "60"


def test_answers_tell_the_limit_and_what_is_left(client_with: ClientWith, clock: Clock) -> None:
    client = client_with(RATE_LIMIT="2/minute")
    policy = '"client";q=2;w=60'
    assert fields(call(client)) == (policy, '"client";r=1;t=60')
    clock.seconds += 20.5
    assert fields(call(client)) == (policy, '"client";r=0;t=40')
    clock.seconds += 39
    refused = call(client)
    assert fields(refused) == (policy, '"client";r=0;t=1')
    assert refused.headers["Retry-After"] == "1"
    clock.seconds += 0.5
    assert fields(call(client)) == (policy, '"client";r=1;t=60')


def test_a_window_that_ends_while_it_is_counted_says_so(
    client_with: ClientWith, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = client_with(RATE_LIMIT="1/second")
    count = FixedWindowRateLimiter.hit

    def slow(limiter: FixedWindowRateLimiter, item: RateLimitItemPerSecond, client: str) -> bool:
        is_allowed = count(limiter, item, client)
        clock.seconds += 5
        return is_allowed

    monkeypatch.setattr(FixedWindowRateLimiter, "hit", slow)
    assert fields(call(client))[1] == '"client";r=1;t=1'


@pytest.mark.usefixtures("clock")
def test_only_those_two_fields_are_sent(client_with: ClientWith) -> None:
    client = client_with(RATE_LIMIT="1/minute")
    for answer in (call(client), call(client)):
        names = {name.lower() for name, _ in answer.headers if "rate" in name.lower()}
        assert names == {"ratelimit", "ratelimit-policy"}
    assert "Retry-After" not in call(client_with(RATE_LIMIT="1/minute")).headers


@pytest.mark.usefixtures("clock")
def test_every_client_has_its_own_limit(client_with: ClientWith) -> None:
    client = client_with(RATE_LIMIT="1/minute")
    assert statuses(client, ["192.0.2.1", "192.0.2.2", "192.0.2.1"]) == [200, 200, 429]


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize(
    ("first", "second", "status"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", 429),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", 200),
        ("2001:DB8::1", "2001:db8:0::1", 429),
        ("[2001:db8::1]:80", "[2001:db8::1]:80", 429),
        ("192.0.2.1", "192.0.2.1:443", 200),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", 200),
        ("::ffff:192.0.2.1", "192.0.2.1", 429),
        ("fe80::1%eth0", "fe80::1%eth0", 429),
        ("", "", 429),
    ],
)
def test_a_client_is_an_address_or_a_network_of_version_6(
    client_with: ClientWith, first: str, second: str, status: int
) -> None:
    client = client_with(RATE_LIMIT="1/minute")
    assert statuses(client, [first, second]) == [200, status]


@pytest.mark.usefixtures("clock")
def test_with_keys_the_limit_is_that_of_the_name(client_with: ClientWith) -> None:
    hashes = ",".join(
        f"{name}:{sha256(key.encode()).hexdigest()}"
        for name, key in (("web", "w1"), ("web", "w2"), ("app", "a1"))
    )
    client = client_with(RATE_LIMIT="2/minute", API_KEY_HASHES=hashes)
    assert statuses(client, ["192.0.2.1", "192.0.2.2"], X_API_Key="w1") == [200, 200]
    assert statuses(client, ["192.0.2.3"], X_API_Key="w2") == [429]
    assert statuses(client, ["192.0.2.1"], X_API_Key="a1") == [200]
    assert statuses(client, ["192.0.2.1"] * 4) == [401] * 4
    assert fields(call(client)) == (None, None)


@pytest.mark.usefixtures("clock")
def test_only_calls_count(client_with: ClientWith) -> None:
    client = client_with(RATE_LIMIT="1/minute")
    for path in ("/livez", "/readyz", "/metrics", "/openapi.yaml", "/nothing", "/v1/nothing"):
        assert fields(client.get(path)) == (None, None)
    assert fields(client.options("/v1/validate")) == (None, None)
    assert fields(client.get("/v1/validate")) == (None, None)
    assert client.post("/v1/validate", json=HAND).status_code == 200
    assert client.post("/v1/validate", json=HAND).status_code == 429


@pytest.mark.usefixtures("clock")
def test_a_refused_body_counts_too(client_with: ClientWith) -> None:
    client = client_with(RATE_LIMIT="1/minute")
    assert client.post("/v1/validate", json={}).status_code == 422
    assert client.post("/v1/validate", json=HAND).status_code == 429


def test_without_a_limit_nothing_is_counted_or_told(client: FlaskClient) -> None:
    assert statuses(client, ["192.0.2.1"] * 50) == [200] * 50
    assert fields(call(client)) == (None, None)


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize(
    ("proxies", "forwarded", "status"),
    [
        ("0", ["198.51.100.1", "198.51.100.2"], 429),
        ("1", ["198.51.100.1", "198.51.100.2"], 200),
        ("1", ["198.51.100.1, 198.51.100.9", "198.51.100.2, 198.51.100.9"], 429),
        ("2", ["198.51.100.1, 198.51.100.9", "198.51.100.2, 198.51.100.9"], 200),
        ("2", ["6, 198.51.100.1, 198.51.100.9", "7, 198.51.100.1, 198.51.100.9"], 429),
        ("2", ["198.51.100.1", "198.51.100.2"], 429),
    ],
)
def test_forwarded_addresses_count_behind_trusted_proxies_only(
    client_with: ClientWith, proxies: str, forwarded: list[str], status: int
) -> None:
    client = client_with(RATE_LIMIT="1/minute", TRUSTED_PROXIES=proxies)
    found = [call(client, X_Forwarded_For=value).status_code for value in forwarded]
    assert found == [200, status]


def test_a_proxy_changes_nothing_but_the_address(client_with: ClientWith) -> None:
    client = client_with(TRUSTED_PROXIES=1)
    app: Flask = client.application
    app.add_url_rule("/url", view_func=lambda: request.url)
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil", "X-Forwarded-Prefix": "/x"}
    assert client.get("/url", headers=headers).get_data(as_text=True) == "http://localhost/url"


def test_a_crowd_of_addresses_takes_no_more_memory() -> None:
    clock = Clock()
    counters = SharedCounters(clock, buckets=128)
    places, crowd = 128 * WAYS, 10 * 128 * WAYS
    counters.incr("client 0", 60)
    tracemalloc.start()
    for number in range(crowd):
        counters.incr(f"client {number}", 60)
        clock.seconds += 0.001
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert grown < 5_000
    # None of the windows has ended, so the clients that came last have every place.
    kept = [number for number in range(crowd) if counters.get(f"client {number}")]
    assert len(kept) == places
    assert sum(kept) / places > crowd * 0.85


def test_a_crowd_of_addresses_locks_nobody_out(clock: Clock) -> None:
    client = create_app({"TESTING": True, "RATE_LIMIT": "2/minute"}).test_client()
    for number in range(2_000):
        address = f"10.0.{number // 256}.{number % 256}"
        assert call(client, address).status_code == 200
        clock.seconds += 0.001
    assert statuses(client, ["192.0.2.1"] * 3) == [200, 200, 429]


def test_windows_that_have_ended_make_place_first() -> None:
    clock = Clock()
    counters = SharedCounters(clock, buckets=1)
    for name in "abcdefg":
        counters.incr(name, 10)
    counters.incr("long", 30)
    clock.seconds += 10
    for name in "ABCDEFG":
        counters.incr(name, 30)
    assert [counters.get(name) for name in ("long", *"ABCDEFG")] == [1] * 8
    assert [counters.get(name) for name in "abcdefg"] == [0] * 7


def test_of_open_windows_the_one_that_ends_first_makes_place() -> None:
    counters = SharedCounters(Clock(), buckets=1)
    for seconds, name in enumerate("cabdefgh", 10):
        counters.incr(name, seconds)
    counters.incr("new", 5)
    counters.incr("newer", 5)
    assert [counters.get(name) for name in ("c", "new", "newer")] == [0, 0, 1]
    assert [counters.get(name) for name in "abdefgh"] == [1] * 7


def test_a_counter_counts_within_its_window() -> None:
    clock = Clock()
    counters = SharedCounters(clock)
    assert counters.check()
    assert (counters.get("a"), counters.get_expiry("a")) == (0, clock.seconds)
    assert [counters.incr("a", 10), counters.incr("a", 10, 5)] == [1, 6]
    assert (counters.get("a"), counters.get_expiry("a")) == (6, 1_010.0)
    clock.seconds += 9.999
    assert counters.incr("a", 10) == 7
    clock.seconds += 0.001
    assert counters.incr("a", 10) == 1
    counters.clear("a")
    assert counters.get("a") == 0
    counters.incr("a", 10)
    counters.incr("b", 10)
    counters.reset()
    assert (counters.get("a"), counters.get("b")) == (0, 0)


# In a process of its own, which has no threads: forking one that has is not safe.
FORKS = """
import os
import time
from api.middleware.rate_limit_storage import SharedCounters

counters = SharedCounters(time.monotonic)

def in_forks(number, work):
    children = []
    for _ in range(number):
        child = os.fork()
        if child == 0:
            work()
            os._exit(0)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * number
"""
COUNT_TOGETHER = """
in_forks(4, lambda: [counters.incr("a", 3_600) for _ in range(500)])
print(counters.get("a"))
"""
DIE_WHILE_COUNTING = """
def die():
    with counters._held():
        os._exit(0)

in_forks(1, die)
print(counters.incr("a", 3_600))
"""


@pytest.mark.parametrize(("script", "count"), [(COUNT_TOGETHER, 2_000), (DIE_WHILE_COUNTING, 1)])
def test_forks_count_together_and_none_that_dies_blocks_the_others(script: str, count: int) -> None:
    done = subprocess.run(
        (sys.executable, "-c", FORKS + script),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, f"{count}\n"), done.stderr


def test_no_client_can_tell_its_place_from_its_name() -> None:
    places = {SharedCounters(Clock(), 1)._fingerprint("a") for _ in range(10)}
    assert len(places) == 10


def test_an_answer_with_a_limit_is_as_documented(client_with: ClientWith) -> None:
    client = client_with(RATE_LIMIT="1/hour")
    assert isinstance(client, ContractClient)
    assert [call(client).status_code, call(client).status_code] == [200, 429]
