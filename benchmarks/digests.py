"""Do all answers stay the same? A digest of what the service says about every corpus.

Run it before and after a change that must not change any answer, and compare the lines. Every hand
of `benchmarks/corpora` and every vector of `tests/vectors` is sent through the service's own
routes, in this process. Sentences for people are left out: they may be improved.

    python -m benchmarks.digests [--json FILE]
"""

import argparse
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from flask.testing import FlaskClient

from app import create_app

ROOT: Final = Path(__file__).parent.parent
SENTENCES: Final = frozenset({"message", "detail"})
"""Members that are written for people."""

CORPORA: Final = {
    "random-13": "points-13",
    "near-complete-13": "points-13",
    "joker-heavy-13": "yeeqia-13",
    "adversarial-13": "octro-13",
    "gin-random": "knock-52",
    "gin-near": "gin-classic",
    "jokers-21": "marriage-21",
    "adversarial-21": "marriage-21",
}
"""The corpora, and the ruleset that each is judged by."""

ARRANGED: Final = 50
"""Hands of each corpus that are also sent to /v1/arrange, which takes longer."""

Json = dict[str, Any]


def without_sentences(answer: object) -> object:
    """Return an answer without what is written for people."""
    if isinstance(answer, dict):
        kept = {name: value for name, value in answer.items() if name not in SENTENCES}
        return {name: without_sentences(value) for name, value in kept.items()}
    return [without_sentences(one) for one in answer] if isinstance(answer, list) else answer


def digest_of(client: FlaskClient, asked: Iterator[tuple[str, Json]]) -> tuple[int, str]:
    """Return how many requests there were, and the digest of their answers in order."""
    found = hashlib.sha256()
    count = 0
    for path, body in asked:
        answer = client.post(path, json=body, headers={"X-Request-ID": "digest"})
        told = without_sentences(answer.get_json())
        found.update(f"{answer.status_code} {json.dumps(told)}\n".encode())
        count += 1
    return count, found.hexdigest()[:16]


def corpus_requests(name: str, ruleset: str) -> Iterator[tuple[str, Json]]:
    """Yield a validate call for every hand of a corpus, and an arrange call for the first ones."""
    lines = (ROOT / "benchmarks" / "corpora" / f"{name}.ndjson").read_text().splitlines()
    for number, line in enumerate(lines):
        row = json.loads(line)
        turned_up = None if name.startswith("gin") else row["wild_card"]
        body = {"ruleset": ruleset, "hand": row["hand"], "wild_card": turned_up}
        yield "/v1/validate", body
        if number < ARRANGED:
            yield "/v1/arrange", {**body, "alternatives": 3}


def vector_requests() -> Iterator[tuple[str, Json]]:
    """Yield the calls that every vector of the corpus asks for."""
    for path in sorted((ROOT / "tests" / "vectors").glob("*/*.json")):
        content = json.loads(path.read_text(encoding="utf-8"))
        for vector in content["vectors"]:
            shared = {"ruleset": content["ruleset"], "wild_card": vector.get("wild")}
            if "players" in vector:
                yield "/v1/settle", shared | _table(vector)
            elif "hand" in vector:
                asked = {"hand": vector["hand"]} | _given(vector, "discard")
                yield "/v1/validate", shared | asked | _given(vector, "grouping", "groups")
                yield "/v1/arrange", shared | asked


def _table(vector: Json) -> Json:
    players = [
        {"groups" if name == "grouping" else name: value for name, value in player.items()}
        for player in vector["players"]
    ]
    return {"players": players} | _given(vector, "reason") | _given(vector, "totals")


def _given(vector: Json, name: str, called: str | None = None) -> Json:
    return {called or name: vector[name]} if name in vector else {}


def made_vectors(client: FlaskClient) -> tuple[int, str]:
    """Return the count and the digest of 200 made vectors of every ruleset."""
    found = hashlib.sha256()
    rulesets = client.get("/v1/rulesets").get_json()["rulesets"]
    for ruleset in rulesets:
        query = {"ruleset": ruleset["id"], "count": "200", "seed": "11"}
        found.update(client.get("/v1/vectors", query_string=query).get_data())
    return 200 * len(rulesets), found.hexdigest()[:16]


def main() -> None:
    """Print a line for each corpus; write all of them to a file where one is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, help="write the digests to this file too")
    options = parser.parse_args()
    client = create_app({"LOG_LEVEL": "ERROR"}).test_client()
    found = {
        name: digest_of(client, corpus_requests(name, ruleset)) for name, ruleset in CORPORA.items()
    }
    found["vectors"] = digest_of(client, vector_requests())
    found["made vectors"] = made_vectors(client)
    for name, (count, digest) in found.items():
        print(f"{name:20} {count:6} requests  {digest}")
    if options.json:
        options.json.write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
