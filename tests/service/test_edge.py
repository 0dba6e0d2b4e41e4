"""Keys, limits and compression through a real server with two workers."""

import gzip
import http.client
import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256

import pytest

from tests.service.conftest import DEADLINE_SECONDS, Server, Start

LIMIT = 65_536
HAND = {"ruleset": "knock-52", "hand": "5H 6H 7H 9S 10S JS 4C 4D 4S QC"}

Answer = tuple[int, dict[str, str], bytes]


def send(
    server: Server,
    method: str,
    path: str,
    body: bytes | None = None,
    *,
    chunked: bool = False,
    **headers: str,
) -> Answer:
    """Returns status, headers and body of one answer."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=DEADLINE_SECONDS)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    if body is not None:
        sent["Content-Type"] = "application/json"
    try:
        if chunked:
            assert body is not None
            pieces = (body[at : at + 4096] for at in range(0, len(body), 4096))
            connection.request(method, path, pieces, sent, encode_chunked=True)
        else:
            connection.request(method, path, body, sent)
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()
    finally:
        connection.close()


def test_the_limit_holds_over_all_workers(start: Start) -> None:
    server = start(RATE_LIMIT="40/hour")
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: send(server, "GET", "/v1/rulesets/knock-52"), range(120)))
    assert Counter(status for status, _, _ in answers) == {200: 40, 429: 80}
    left = [headers["RateLimit"].split(";")[1] for status, headers, _ in answers if status == 200]
    assert set(left) <= {f"r={number}" for number in range(40)}
    assert send(server, "GET", "/livez")[0] == 200


def test_a_call_without_a_key_is_refused_and_the_client_learns_it(start: Start) -> None:
    server = start(API_KEY_HASHES=f"web:{sha256(b'secret').hexdigest()}")
    body = json.dumps(HAND).encode()
    for sent in (body, body.ljust(LIMIT)):
        status, headers, _ = send(server, "POST", "/v1/validate", sent)
        assert (status, headers["WWW-Authenticate"]) == (401, 'Bearer realm="rummy-referee"')
        status, _, answer = send(server, "POST", "/v1/validate", sent, X_API_Key="other")
        assert (status, json.loads(answer)["errors"][0]["code"]) == (403, "key_unknown")
        assert send(server, "POST", "/v1/validate", sent, Authorization="Bearer secret")[0] == 200


def test_the_server_does_not_tell_its_version(start: Start) -> None:
    server = start()
    for path in ("/livez", "/nothing"):
        _, headers, _ = send(server, "GET", path)
        assert headers["Server"] == "gunicorn"
        assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("chunked", [False, True])
def test_gzip_goes_both_ways(start: Start, chunked: bool) -> None:
    server = start()
    body = gzip.compress(json.dumps(HAND).encode())
    status, headers, answer = send(
        server, "POST", "/v1/validate", body, chunked=chunked, Content_Encoding="gzip"
    )
    assert (status, json.loads(answer)["outcome"]) == (200, "not_declared")
    assert "Content-Encoding" not in headers
    status, headers, answer = send(server, "GET", "/v1/rulesets", Accept_Encoding="gzip")
    assert (status, headers["Content-Encoding"]) == (200, "gzip")
    assert headers["Content-Length"] == str(len(answer))
    assert json.loads(gzip.decompress(answer))["rulesets"]


@pytest.mark.parametrize("chunked", [False, True])
def test_a_bomb_is_refused_and_the_worker_lives_on(start: Start, chunked: bool) -> None:
    server = start()
    for length in (LIMIT + 1, 50 * 2**20):
        body = gzip.compress(b" " * length, 9)
        assert len(body) < LIMIT
        status, _, answer = send(
            server, "POST", "/v1/validate", body, chunked=chunked, Content_Encoding="gzip"
        )
        assert (status, json.loads(answer)["errors"][0]["code"]) == (413, "body_too_large")
    for body in (gzip.compress(b"{}")[:-1], gzip.compress(b"{}") + b"more", b"{}"):
        status, _, answer = send(
            server, "POST", "/v1/validate", body, chunked=chunked, Content_Encoding="gzip"
        )
        assert (status, json.loads(answer)["errors"][0]["code"]) == (400, "not_gzip")
    assert len(server.booted_workers()) == 2
