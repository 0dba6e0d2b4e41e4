"""Values of settings that are more than a number or a word: key hashes, rates and origins.

A value that cannot be read raises `ValueError` with the end of a sentence that starts with the
setting's name. Those of key hashes never repeat what was given.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

ANY_ORIGIN: Final = "*"
"""The one entry of CORS_ORIGINS that stands for every origin."""

MOST_REQUESTS: Final = 1_000_000_000
"""Largest number that a rate may state."""

_KEY_HASH: Final = re.compile(r"([A-Za-z0-9._-]{1,64}):([0-9A-Fa-f]{64})")
_RATE: Final = re.compile(r"([1-9][0-9]{0,9})/(second|minute|hour)", re.ASCII)
_SECONDS: Final = {"second": 1, "minute": 60, "hour": 3_600}
# Scheme, host and perhaps a port, in lower case as browsers send it.
_ORIGIN: Final = re.compile(r"[a-z][a-z0-9+.-]*://(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?")


@dataclass(frozen=True, slots=True)
class KeyHash:
    """An API key as the service knows it: by its holder's name and its hash."""

    name: str
    """Whose key it is, as logs show it; several keys may share a name."""

    digest: bytes = field(repr=False)
    """SHA-256 of the key, 32 bytes."""


@dataclass(frozen=True, slots=True)
class Rate:
    """How many requests a client may send."""

    requests: int
    """Requests within one window."""

    seconds: int
    """Length of the window."""


def parse_key_hashes(text: str) -> tuple[KeyHash, ...]:
    """Return the entries of a comma separated list.

    >>> [key.name for key in parse_key_hashes(f"web:{'0' * 64}, app:{'1' * 64}")]
    ['web', 'app']

    :raises ValueError: when one is not `name:hash`, or a hash is there twice.
    """
    return _key_hashes(enumerate(text.split(","), 1), "entry")


def read_key_file(text: str) -> tuple[KeyHash, ...]:
    """Return the entries of the file with the path `text`, one a line; `#` starts a comment.

    :raises ValueError: when it cannot be read, has no entry or a wrong one.
    """
    try:
        lines = Path(text).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        # Without the path: a hash may have been given in place of one.
        raise ValueError("is not a text file that this process may read") from None
    stripped = ((number, line.partition("#")[0]) for number, line in enumerate(lines, 1))
    entries = [(number, entry) for number, entry in stripped if entry.strip()]
    if not entries:
        # Taken for "no keys", an empty file would open the service to everybody.
        raise ValueError("is a file without an entry")
    return _key_hashes(entries, "line")


def _key_hashes(entries: Iterable[tuple[int, str]], place: str) -> tuple[KeyHash, ...]:
    found: dict[bytes, KeyHash] = {}
    for number, entry in entries:
        match = _KEY_HASH.fullmatch(entry.strip())
        if match is None:
            raise ValueError(f"has no name:hash with 64 hexadecimal digits as {place} {number}")
        digest = bytes.fromhex(match[2])
        if digest in found:
            raise ValueError(f"has the hash of {place} {number} twice")
        found[digest] = KeyHash(match[1], digest)
    return tuple(found.values())


def parse_rate(text: str) -> Rate:
    """Return the rate that `text` states.

    >>> parse_rate("6000/minute")
    Rate(requests=6000, seconds=60)

    :raises ValueError: when it is no number of requests a second, minute or hour.
    """
    match = _RATE.fullmatch(text)
    if match is None or int(match[1]) > MOST_REQUESTS:
        raise ValueError("is not like 100/second, 6000/minute or 100000/hour")
    return Rate(int(match[1]), _SECONDS[match[2]])


def parse_origins(text: str) -> tuple[str, ...]:
    """Return the origins of a comma separated list, or `ANY_ORIGIN` alone.

    :raises ValueError: when one is no origin as browsers send it.
    """
    origins = tuple(dict.fromkeys(entry.strip() for entry in text.split(",")))
    if origins == (ANY_ORIGIN,) or all(map(_ORIGIN.fullmatch, origins)):
        return origins
    raise ValueError("is neither * nor a list of origins like https://rummy.example")
