"""Requests as bytes: headers, paths and bodies that no client of good will would send.

They begin as requests that are sound, so that what is wrong with them is met in every place of the
way through the service, and not only at its door.
"""

import gzip
import json
import random
from collections.abc import Callable
from urllib.parse import quote, urlencode

from tests.contract.openapi_contract import CONTRACT, METHODS
from tests.proof.fuzz.deals import DOCUMENTS, FIELD_NAMES, STRANGE, sometimes_spoiled
from tests.proof.fuzz.sending import Request
from validator import RULESETS

JSON = "application/json"
NDJSON = "application/x-ndjson"
BATCH = "/v1/validate/batch"

TYPES = [
    *(JSON, NDJSON, "application/json; charset=utf-8", 'application/json;charset="UTF8"'),
    *("application/json; charset=latin-1", "APPLICATION/JSON", "application/json;", ";", ""),
    *("application/problem+json", "application/merge-patch+json", "text/plain", "text/json", "x"),
    *("multipart/form-data", "multipart/form-data; boundary=x", "*/*", "application/json, text/a"),
    *("application/x-www-form-urlencoded", "application/json; charset=\xff", "a/" + "b" * 9_000),
]
CODINGS = [
    "gzip",
    "x-gzip",
    "GZIP",
    " gzip ",
    "identity",
    "deflate",
    "br",
    "gzip, gzip",
    "",
    "\xff",
]
ACCEPTED = [
    *("*/*", JSON, NDJSON, "application/*", "application/json;q=0", "*/*;q=0", "text/html"),
    *("text/html, */*;q=0.1", "application/json;q=nan", "application/json;q=-1", ";", ",,,", ""),
    *("application/problem+json", "application/json;version=1", "\xff", "a/b;q=" + "9" * 5_000),
]
HEADERS: dict[str, list[str]] = {
    "Accept": ACCEPTED,
    "Accept-Encoding": [*CODINGS, "gzip;q=0", "*;q=0", "gzip;q=0.1, identity;q=0.5", "gzip;q=x"],
    "Content-Encoding": CODINGS,
    "X-Request-ID": ["abc", "a" * 128, "a" * 129, "", "a b", "\xe9", "../..", "<script>"],
    "If-None-Match": ["*", '"x"', 'W/"x"', '"', "x,,", '"' * 2_000, "\xff"],
    "Authorization": ["Bearer x", "Basic x", "Bearer", "\xff", "Basic " + "e" * 3_000],
    "X-API-Key": ["x", "\xff", ""],
    "Origin": ["https://table.example", "null", "\xff"],
    "Access-Control-Request-Method": ["POST", "x"],
    "X-Forwarded-For": ["1.2.3.4", "x, y", "::1", "\xff"],
    "X-HTTP-Method-Override": ["DELETE"],
    "Transfer-Encoding": ["identity"],
    "Expect": ["100-continue"],
    "Range": ["bytes=0-1", "bytes=-5", "x"],
    "If-Modified-Since": ["Mon, 30 Nov 2026 00:00:00 GMT", "x"],
    "Cookie": ["a=b", "\xff", "=" * 2_000],
    "Host": ["localhost", "a.example:1", "[::1]:2"],
}
ASKED_FOR = {
    "ruleset": [*(ruleset.id for ruleset in RULESETS), "points-14", "", "\x00", "POINTS-13", "🂡"],
    "kind": ["random", "near_complete", "joker_heavy", "edge", "", "Edge", "near-complete", "1"],
    "seed": ["0", "1", "4294967295", "4294967296", "-1", "1.0", "01", "٣", "1e3", "9" * 5_000, ""],
    "count": ["1", "7", "40", "0", "-1", "10001", "1_0", " 1", "+1", "", "9" * 5_000],
}
PATHS = [path for path in CONTRACT["paths"] if "{" not in path]
PIECES = [
    *("", ".", "..", "%00", "%2e%2e", "%2f", "%", "%zz", "v1", "validate", "rulesets", "check"),
    *("batch", "assets", "playground.js", "points-13", "☃", "a" * 3_000, "a;b", "a:b", "{id}", "~"),
]


def judging_request(rng: random.Random, path: str, most_cards: int) -> Request:
    """Returns a call that judges something, sound or with a document that is spoiled."""
    document = sometimes_spoiled(rng, DOCUMENTS[path](rng, most_cards))
    if path == BATCH and isinstance(document, list) and rng.random() < 0.6:
        lines = [json.dumps(entry, ensure_ascii=rng.random() < 0.5) for entry in document]
        body = rng.choice(("\n", "\n", "\r\n", "\n\n")).join(lines)
        return _post(path, NDJSON, body.encode("utf-8", "surrogatepass"))
    return _post(path, JSON, json.dumps(document).encode())


def hostile_request(rng: random.Random, most_cards: int) -> Request:
    """Returns a call whose body, headers or both are changed as bytes."""
    request = judging_request(rng, rng.choice([*DOCUMENTS]), most_cards)
    headers, body = dict(request.headers), request.body
    for _ in range(rng.choice((0, 1, 1, 2))):
        body = rng.choice(SPOILERS)(rng, body)
    if rng.random() < 0.3:
        headers["Content-Type"] = rng.choice(TYPES)
    for name in rng.sample([*HEADERS], rng.choice((0, 0, 1, 2, 4))):
        headers[name] = rng.choice(HEADERS[name])
    if rng.random() < 0.3:
        headers["Content-Encoding"] = "gzip"
        body = _gzipped(rng, body)
    return Request(request.method, request.path, "", tuple(headers.items()), body)


def other_request(rng: random.Random) -> Request:
    """Returns a call without a body, of a path and a method that there are or are not."""
    path = rng.choice(PATHS)
    if rng.random() < 0.4:
        path = "/".join(["", *rng.choices(PIECES, k=rng.randint(1, 4))])
    if rng.random() < 0.1:
        path = "/v1/rulesets/" + quote(str(rng.choice(STRANGE))[:200], safe="")
    method = rng.choice(("GET",) * 12 + (*(name.upper() for name in METHODS), "BREW", "get", "X-1"))
    headers = {name: rng.choice(HEADERS[name]) for name in rng.sample([*HEADERS], rng.randrange(4))}
    body = rng.choice((b"", b"", b"", b"{}", b"\x00" * 100))
    query = rng.choice(("", "", _query(rng), "&&=", "%", "a=%ff", "x=" * 300))
    return Request(method, path, query, tuple(headers.items()), body)


def vectors_request(rng: random.Random) -> Request:
    """Returns a query for vectors, at most 40 of them."""
    headers = {name: rng.choice(HEADERS[name]) for name in rng.sample([*HEADERS], rng.randrange(2))}
    return Request("GET", "/v1/vectors", _query(rng), tuple(headers.items()))


def _query(rng: random.Random) -> str:
    asked = [("ruleset", rng.choice(RULESETS).id), ("count", str(rng.randint(1, 12)))]
    for name in rng.choices([*ASKED_FOR], k=rng.choice((0, 0, 1, 1, 2, 4))):
        if rng.random() < 0.8:
            asked = [pair for pair in asked if pair[0] != name]
        asked.append((name, rng.choice(ASKED_FOR[name])))
    if rng.random() < 0.1:
        asked.append((rng.choice(FIELD_NAMES), "1"))
    # Without a count there are 100 vectors, which is a matter of how many, not of what.
    if "count" not in dict(asked):
        asked.append(("count", "5"))
    rng.shuffle(asked)
    return urlencode(asked)


def _post(path: str, media_type: str, body: bytes) -> Request:
    return Request("POST", path, "", (("Content-Type", media_type),), body)


def _gzipped(rng: random.Random, body: bytes) -> bytes:
    sent = gzip.compress(body, mtime=0)
    manner = rng.random()
    if manner < 0.5:
        return sent
    if manner < 0.6:
        return gzip.compress(bytes(rng.choice((100, 65_537, 3_000_000))), mtime=0)
    if manner < 0.7:
        return sent + rng.choice((sent, b"\x00", b"x"))
    if manner < 0.8:
        return sent[: rng.randrange(len(sent))]
    return _exchange_byte(rng, sent)


def _exchange_byte(rng: random.Random, body: bytes) -> bytes:
    place = rng.randrange(len(body) + 1)
    return body[:place] + bytes([rng.randrange(256)]) + body[place + 1 :]


def _cut(rng: random.Random, body: bytes) -> bytes:
    return body[: rng.randrange(len(body) + 1)]


def _double(rng: random.Random, body: bytes) -> bytes:
    start = rng.randrange(len(body) + 1)
    return body[:start] + body[start : start + rng.randrange(200)] + body[start:]


def _insert(rng: random.Random, body: bytes) -> bytes:
    place = rng.randrange(len(body) + 1)
    return body[:place] + rng.choice(TOKENS) + body[place:]


def _exchange_value(rng: random.Random, body: bytes) -> bytes:
    """Puts a token in the place of a text of the body, so that the rest stays JSON."""
    parts = body.split(b'"')
    if len(parts) < 3:
        return rng.choice(TOKENS)
    place = rng.randrange(1, len(parts) - 1)
    before, after = b'"'.join(parts[:place]), b'"'.join(parts[place + 1 :])
    return before + rng.choice(TOKENS) + after


def _repeat_member(rng: random.Random, body: bytes) -> bytes:
    name = rng.choice((b"hand", b"ruleset", b"groups", b"players", b"__proto__", b""))
    value = rng.choice((b"1", b"[]", b'"5H"', b"null"))
    return body.replace(b"{", b'{"' + name + b'":' + value + b",", rng.choice((1, 2)))


def _whole(rng: random.Random, body: bytes) -> bytes:
    return rng.choice(
        (*TOKENS, b"", b" ", b"\n\n", b"[]", b"{}", b'""', b"null", b"0", b"[" * 70_000)
    )


def _encode(rng: random.Random, body: bytes) -> bytes:
    text = body.decode("utf-8", "replace")
    return text.encode(rng.choice(("utf-16", "utf-32", "utf-8-sig", "utf-16-le")), "replace")


def _pad(rng: random.Random, body: bytes) -> bytes:
    padding = rng.choice((b" ", b"\n", b"\t", b"\x00", b"\xc2\xa0")) * rng.choice((1, 100, 66_000))
    return padding + body if rng.random() < 0.5 else body + padding


SPOILERS: list[Callable[[random.Random, bytes], bytes]] = [
    *(_exchange_byte, _cut, _double, _insert, _exchange_value, _exchange_value),
    *(_repeat_member, _whole, _encode, _pad),
]

TOKENS = [
    *(b"[" * 63, b"[" * 65, b'{"a":' * 70, b"[" * 5_000, b"]" * 65, b"[]," * 3_000, b"{}{}"),
    *(
        b"9" * 20,
        b"9" * 21,
        b"-" + b"9" * 20,
        b"9" * 6_000,
        b"1e308",
        b"1e309",
        b"-1e999",
        b"1e-999",
    ),
    *(b"0.1e1", b"01", b"+1", b"1.", b".5", b"-", b"-0", b"-0.0", b"0x1", b"1_000", b"NaN"),
    *(
        b"Infinity",
        b"-Infinity",
        b"nan",
        b"True",
        b"None",
        b"undefined",
        b"'5H'",
        b"// x",
        b"/* */",
    ),
    *(b'"\\ud800"', b'"\\udc00\\ud800"', b'"\\ud83c\\udca1"', b'"\\ud83c"', b'"\\u0000"', b'"\\x"'),
    *(b'"\\u00e', b'"\x00"', b'"\x1f"', b'"\xff"', b'"\xed\xa0\x80"', b'"\xf0\x9f\x82\xb1"'),
    *(
        b'"\xe2\x80\xae5H"',
        b'"' + b"\xf0\x9f\x83\x8f" * 400 + b'"',
        b'"' + b"e\xcc\x81" * 99 + b'"',
    ),
    *(
        b'"5H" "6H"',
        b",",
        b",,",
        b":",
        b'"',
        b"\\",
        b"{",
        b"}",
        b"[",
        b"]",
        b"\xef\xbb\xbf",
        b"\r",
        b"\n",
    ),
    *(b'{"defaults":{"ruleset":"points-13"}}', b'{"defaults":null}', b'{"__proto__":{"hand":[]}}'),
    *(
        b'{"id":' + b'"x"' * 2 + b"}",
        b'"' + b"A" * 70_000 + b'"',
        b'{"a":1,"a":2}',
        b"\xe2\x80\xa8",
    ),
]
"""What is put into bodies."""
