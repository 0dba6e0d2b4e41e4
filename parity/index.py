"""The index of the corpus: every id that was ever published, and a digest of what it asks.

An id stays what it is for ever. A vector that turns out to be wrong is mended, which changes its
digest, or retired: its id then stays in the index, with the reason, and is never used again.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from parity.errors import BrokenKit
from parity.questions import Json

INDEX: Final = "index.json"
"""Name of the index in the folder of a corpus."""

FORMAT: Final = 1
"""Goes up when a field of the corpus changes its meaning or goes."""

WORDS: Final = frozenset({"id", "description", "source", "flags", "near", "comment"})
"""Fields of a vector that ask nothing, so that they may be reworded."""

_DIGITS: Final = 16
"""Hexadecimal digits that are kept of a digest: enough to see a change."""


def digest_of(ruleset: str, vector: Mapping[str, object]) -> str:
    """Return a digest of what a vector asks and expects, the same on every machine.

    >>> one = {"id": "a", "group": ["KS", "AS", "2S"], "expect": {"kind": "invalid"}}
    >>> digest_of("points-13", one)
    '2cf50fc1a48ff265'
    >>> digest_of("points-13", {**one, "id": "b"}) == digest_of("points-13", one)
    True
    """
    asked = {name: value for name, value in vector.items() if name not in WORDS}
    text = json.dumps([ruleset, asked], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]


def read_json(path: Path) -> Json:
    """Return the content of a file of the corpus.

    :raises BrokenKit: when it cannot be read.
    """
    try:
        content: Json = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BrokenKit(f"{path} cannot be read: {error}") from error
    return content


def vectors_of(folder: Path) -> Iterator[tuple[str, Json]]:
    """Yield each ruleset's id with each of its vectors, in the order of the files."""
    for path in sorted(folder.glob("*/*.json")):
        content = read_json(path)
        for vector in content["vectors"]:
            yield content["ruleset"], vector


def digests_of(folder: Path) -> dict[str, str]:
    """Return the digest of every vector, by id, sorted."""
    found = {vector["id"]: digest_of(ruleset, vector) for ruleset, vector in vectors_of(folder)}
    return dict(sorted(found.items()))


def renewed(folder: Path) -> Json:
    """Return the index with the vectors as they are now.

    :raises BrokenKit: when an id has gone without being retired, or is back although it was.
    """
    index, digests = read_json(folder / INDEX), digests_of(folder)
    gone = sorted(index["vectors"].keys() - digests.keys() - index["retired"].keys())
    if gone:
        raise BrokenKit(f"ids are never dropped or renamed, and may be retired: {', '.join(gone)}")
    back = sorted(digests.keys() & index["retired"].keys())
    if back:
        raise BrokenKit(f"retired ids are never used again: {', '.join(back)}")
    return {**index, "format": FORMAT, "vectors": digests}


def write_index(folder: Path) -> int:
    """Write the index anew and return how many vectors it has; errors as of `renewed`."""
    index = renewed(folder)
    text = json.dumps(index, indent=2, ensure_ascii=False) + "\n"
    (folder / INDEX).write_text(text, encoding="utf-8")
    return len(index["vectors"])
