"""Bodies as they come through a real server."""

import json

import pytest

from tests.service.conftest import Server, Start

LIMIT = 65_536


@pytest.fixture
def server(start: Start) -> Server:
    return start("tests.service.echo_service:app")


@pytest.mark.parametrize("chunked", [False, True])
def test_a_long_body_is_refused_and_the_client_learns_it(server: Server, chunked: bool) -> None:
    # Cut at the limit, it would be sound JSON. Unread, it would reset the connection.
    for length in (LIMIT + 1, LIMIT + 4096, 8 * LIMIT):
        body = b"1" + b" " * (length - 1)
        status, answer = server.request("POST", "/echo", body, chunked=chunked)
        assert status == 413
        assert json.loads(answer)["errors"][0]["code"] == "body_too_large"


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_of_just_the_limit_is_read(server: Server, chunked: bool) -> None:
    body = b"1".rjust(LIMIT)
    assert server.request("POST", "/echo", body, chunked=chunked) == (200, b"1\n")


@pytest.mark.parametrize("body", [b"[" * LIMIT, b'{"a":' * 10_000, b"9" * 60_000, b"\xff"])
def test_hostile_bodies_are_refused_and_the_worker_lives_on(server: Server, body: bytes) -> None:
    assert server.request("POST", "/echo", body)[0] == 400
    assert server.request("GET", "/livez")[0] == 200
    assert len(server.booted_workers()) == 2
