"""Nothing that a client sends comes back, or gets into the log, beyond the token that is wrong.

Every place of a request that a client fills gets a secret of its own. A request is then made wrong
in one place at a time, and answer and log are searched for pieces of all the secrets.
"""

import gzip
import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from hashlib import sha256
from typing import Any, Final

import pytest
from flask.testing import FlaskClient

ClientWith = Callable[..., FlaskClient]
Json = dict[str, Any]

PIECE: Final = 6
"""Shortest piece of a secret that is looked for."""

LONGEST_ECHO: Final = 64
"""Most characters of the wrong token that come back (docs/security.md)."""

KEY: Final = "k" * 40
SETTINGS: Final = {
    "API_KEY_HASHES": f"web:{sha256(KEY.encode()).hexdigest()}",
    "CORS_ORIGINS": "https://table.example",
    "RATE_LIMIT": "1000000/hour",
}


def secret(name: str, length: int = 300) -> str:
    """Returns letters without pattern that no other secret, and no text of the service, has."""
    digits = "".join(sha256(f"{name} {n}".encode()).hexdigest() for n in range(length // 64 + 1))
    return digits.translate(str.maketrans("0123456789abcdef", "ghjkmnpqrstvwxyz"))[:length]


def longest_piece(token: str, text: str) -> int:
    """Returns the length of the longest piece of `token` in `text`; 0 below `PIECE`."""
    longest = 0
    for start in range(len(token) - PIECE + 1):
        while token[start : start + max(longest + 1, PIECE)] in text:
            longest = max(longest + 1, PIECE)
            if start + longest >= len(token):
                return longest
    return longest


BODY: Final[Json] = {
    "ruleset": {"base": "points-13", "id": secret("id", 20), "title": secret("title", 50)},
    "hand": "5H 6H 7H 9S 10S JS 4C 4D 4S QC QD QS KH 2C",
    "wild_card": "7D",
    "groups": [["5H", "6H", "7H"], "9S 10S JS", ["4C", "4D", "4S"], ["QC", "QD", "QS", "KH"]],
    "discard": "2C",
}


def places_of(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yields the path of every value of a document."""
    if path:
        yield path
    children = value.items() if isinstance(value, dict) else enumerate(value)
    for key, child in children if isinstance(value, (dict, list)) else ():
        yield from places_of(child, (*path, key))


def altered(path: tuple[Any, ...], wrong: Any) -> Json:
    body = deepcopy(BODY)
    holder: Any = body
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = wrong
    return body


TOKEN: Final = secret("token")
WRONG_VALUES: Final[dict[str, Any]] = {
    "text": TOKEN,
    "texts": [TOKEN],
    "object": {TOKEN: TOKEN},
    "nested": [{TOKEN: [TOKEN]}],
    "many words": " ".join(secret(f"word {n}", 11) for n in range(50)),
    "quoted": f'"{TOKEN}"\n<script>',
    "astral": "🃁" * 40 + TOKEN,
}


def bodies() -> Iterator[tuple[str, bytes]]:
    for path in places_of(BODY):
        for name, value in WRONG_VALUES.items():
            yield f"{path}: {name}", json.dumps(altered(path, value)).encode()
    yield "unknown field", json.dumps(altered((TOKEN,), TOKEN)).encode()
    yield "unknown rule", json.dumps(altered(("ruleset", TOKEN), TOKEN)).encode()
    sizes = altered(("ruleset", "hand_size_by_players"), {TOKEN: TOKEN})
    yield "unknown number of players", json.dumps(sizes).encode()
    sound = json.dumps(BODY)
    yield "repeated key", f'{{"{TOKEN}": 1, "{TOKEN}": 2, {sound[1:]}'.encode()
    yield "lone surrogate", f'{{"{TOKEN}": "\\ud800{TOKEN}", {sound[1:]}'.encode()
    yield "long number", f'{{"hand": {"9" * 300}, "{TOKEN}": NaN}}'.encode()
    yield "bare word", f'{{"hand": {TOKEN}}}'.encode()
    yield "no JSON", TOKEN.encode()
    yield "text in front", f"{TOKEN}{sound}".encode()
    yield "text behind", f"{sound}{TOKEN}".encode()
    yield "no UTF-8", f'{{"{TOKEN}": "'.encode() + b'\xff"}'
    yield "only a text", json.dumps(TOKEN).encode()
    yield "too deep", b"[" * 100 + TOKEN.encode()
    yield "too long", (TOKEN * 300).encode()


BODIES: Final = dict(bodies())


def headers_of(**others: str) -> dict[str, str]:
    """Returns headers in which all that the service does not need is a secret."""
    return {
        "X-API-Key": KEY,
        "Content-Type": "application/json",
        "User-Agent": secret("agent"),
        "Cookie": secret("cookie"),
        "Referer": secret("referer"),
        "X-Forwarded-For": secret("forwarded"),
        "X-Secret": secret("header"),
        secret("header name", 30): "1",
        **{name.replace("_", "-"): value for name, value in others.items()},
    }


AROUND: Final = [
    *(secret(name) for name in ("agent", "cookie", "referer", "forwarded", "header", "query")),
    secret("header name", 30),
    KEY,
    SETTINGS["API_KEY_HASHES"].removeprefix("web:"),
]
"""What no request is wrong about, so nothing of it may be seen."""


class Watched:
    """A client that keeps what it was answered together with what was logged meanwhile."""

    def __init__(self, client: FlaskClient, capsys: pytest.CaptureFixture[str]) -> None:
        self._client = client
        self._capsys = capsys

    def send(
        self, method: str, path: str, body: bytes, headers: dict[str, str], refused: bool = True
    ) -> tuple[str, str]:
        """Returns the answer, with its headers, and the log, both without escapes."""
        self._capsys.readouterr()
        answer = self._client.open(
            path, method=method, query_string=f"q={secret('query')}", data=body, headers=headers
        )
        assert 400 <= answer.status_code < 500 or not refused, answer.status
        answer.get_data()
        answer.close()
        log = self._capsys.readouterr().out
        assert log.count("\n") == 1
        shown = json.dumps(json.loads(answer.data or b"{}"), ensure_ascii=False)
        return f"{answer.headers}\n{shown}", json.dumps(json.loads(log), ensure_ascii=False)


@pytest.fixture
def watched(client_with: ClientWith, capsys: pytest.CaptureFixture[str]) -> Watched:
    return Watched(client_with(**SETTINGS), capsys)


def check(answer: str, log: str, *, hidden: list[str], wrong: str = TOKEN) -> None:
    """Fails when more is shown than it may be; `hidden` is what nobody may see at all."""
    for token in hidden:
        assert longest_piece(token, answer) == 0
        assert longest_piece(token, log) == 0
    assert longest_piece(wrong, answer) <= LONGEST_ECHO
    assert longest_piece(wrong, log) == 0
    assert len(answer) < 40_000


@pytest.mark.parametrize("name", BODIES)
def test_of_a_wrong_body_only_the_wrong_token_comes_back(watched: Watched, name: str) -> None:
    answer, log = watched.send("POST", "/v1/validate", BODIES[name], headers_of())
    check(answer, log, hidden=[*AROUND, secret("title", 50)])


@pytest.mark.parametrize("name", BODIES)
def test_of_a_wrong_line_only_the_wrong_token_comes_back(watched: Watched, name: str) -> None:
    headers = headers_of(Content_Type="application/x-ndjson")
    answer, log = watched.send("POST", "/v1/validate/batch", BODIES[name], headers, refused=False)
    assert '"error":' in answer
    check(answer, log, hidden=[*AROUND, secret("title", 50)])


def test_a_wrong_token_is_named_so_the_search_would_find_it(watched: Watched) -> None:
    body = json.dumps(altered(("hand",), TOKEN)).encode()
    answer, _ = watched.send("POST", "/v1/validate", body, headers_of())
    assert 0 < longest_piece(TOKEN, answer) <= LONGEST_ECHO


@pytest.mark.parametrize(
    "headers",
    [
        {"Content_Type": TOKEN},
        {"Content_Type": f"application/json; charset={TOKEN}"},
        {"Content_Encoding": TOKEN},
        {"Content_Encoding": "gzip"},
        {"Accept": f"text/{TOKEN}"},
        {"X_API_Key": TOKEN[:100]},
        {"X_API_Key": TOKEN},
        {"Authorization": f"Bearer {TOKEN[:100]}"},
        {"Authorization": f"Basic {TOKEN}"},
        {"Authorization": TOKEN},
        {"Origin": f"https://{TOKEN}", "Accept": "text/html"},
        {"X_Request_ID": TOKEN, "Accept": "text/html"},
        {"If_None_Match": f'"{TOKEN}"', "Accept": "text/html"},
        {"Accept_Encoding": TOKEN, "Accept": "text/html"},
    ],
    ids=lambda headers: " ".join(headers),
)
def test_of_a_wrong_header_nothing_comes_back(watched: Watched, headers: dict[str, str]) -> None:
    body = json.dumps(BODY).encode()
    answer, log = watched.send("POST", "/v1/validate", body, headers_of(**headers))
    check(answer, log, hidden=[*AROUND, TOKEN, secret("id", 20), secret("title", 50)])


def test_of_corrupt_gzip_nothing_comes_back(watched: Watched) -> None:
    data = gzip.compress(json.dumps(BODY).encode(), 0)
    for body in (data[:-1], data + TOKEN.encode()):
        headers = headers_of(Content_Encoding="gzip")
        answer, log = watched.send("POST", "/v1/validate", body, headers)
        check(answer, log, hidden=[*AROUND, TOKEN, secret("id", 20), secret("title", 50)])


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", f"/{TOKEN}"),
        ("POST", f"/v1/{TOKEN}"),
        ("GET", f"/v1/validate/{TOKEN}"),
        (TOKEN[:20].upper(), "/v1/validate"),
    ],
    ids=["root", "call", "below", "method"],
)
def test_of_a_wrong_path_or_method_nothing_comes_back(
    watched: Watched, method: str, path: str
) -> None:
    answer, log = watched.send(method, path, b"", headers_of())
    check(answer, log, hidden=[*AROUND, TOKEN, TOKEN.upper()])


def test_of_an_unknown_ruleset_only_the_start_comes_back(watched: Watched) -> None:
    answer, log = watched.send("GET", f"/v1/rulesets/{TOKEN}", b"", headers_of())
    check(answer, log, hidden=AROUND)
    assert longest_piece(TOKEN, answer) > 0


def test_an_id_of_the_right_form_is_the_one_thing_that_comes_back_whole(watched: Watched) -> None:
    given = TOKEN[:128]
    headers = headers_of(X_Request_ID=given, Accept="text/html")
    answer, log = watched.send("POST", "/v1/validate", b"{}", headers)
    assert given in answer
    assert given in log
