"""The service's settings: one place that reads, checks and documents every environment variable.

Everything here is read once at start, by `gunicorn.conf.py` in the main process and by
`app.create_app` in each worker; a wrong value stops the start instead of a request.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeVar

from .values import KeyHash, Rate, parse_key_hashes, parse_origins, parse_rate, read_key_file

LOG_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
"""Accepted values of LOG_LEVEL, in any case; the access log is written at INFO."""

_TRUE: Final = frozenset({"1", "true", "yes", "on"})
_FALSE: Final = frozenset({"0", "false", "no", "off"})

_Value = TypeVar("_Value")


class SettingsError(ValueError):
    """Says in one message every environment variable that has a wrong value."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        self.faults = faults
        super().__init__("wrong settings: " + "; ".join(faults))


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the operator may decide; each field is the environment variable of the same name."""

    max_body_bytes: int = 65_536
    """Largest request body accepted, in bytes; a longer one is answered 413."""

    max_batch_bytes: int = 2**30
    """Largest batch of lines, in bytes; it is read and answered piece by piece."""

    max_batch_array_bytes: int = 2**22
    """Largest batch that is one JSON array, in bytes; it is held in memory."""

    log_level: str = "INFO"
    """Least severe level that is logged, one of `LOG_LEVELS`."""

    log_cards: bool = False
    """Whether logs may contain cards and exception messages; off, since a hand is a secret."""

    port: int = 8000
    """TCP port that gunicorn listens on, on every interface."""

    web_concurrency: int = 1
    """Number of worker processes; `from_environment` makes it the number of usable cores."""

    max_connections: int = 2_000
    """Connections that a worker holds at once; more wait until one is closed."""

    keepalive_timeout: int = 75
    """Seconds in which a connection's next request must have come, up to its last header."""

    request_timeout: int = 30
    """Seconds for a request, from its last header to the last byte of its answer.

    In bulk work: for one read or write. Also those after which a stuck worker is replaced.
    """

    bulk_timeout: int = 600
    """Seconds for a bulk request, from when it gets a slot to the last byte of its answer."""

    max_bulk_requests: int = 1
    """Bulk requests that all workers together serve at once; `from_environment` makes it one less
    than the workers, at least 1.
    """

    graceful_timeout: int = 30
    """Seconds that a worker may take to finish its requests when told to stop."""

    max_requests: int = 100_000
    """Requests after which a worker is replaced (give or take a tenth); 0: never."""

    prometheus_multiproc_dir: Path | None = None
    """Folder of the metrics files that workers share; none: gunicorn makes a temporary one."""

    openapi_file: Path | None = None
    """The contract served at /openapi.yaml; none: the one that came with the program."""

    api_key_hashes: tuple[KeyHash, ...] = field(default=(), repr=False)
    """Who may call, as `name:hash` with commas between; none, here and in the file: anybody."""

    api_key_file: tuple[KeyHash, ...] = field(default=(), repr=False)
    """More of them: the variable is the path of a file with one a line."""

    rate_limit: Rate | None = None
    """Calls that one client may send, such as 100/second; none: any number."""

    trusted_proxies: int = 0
    """Proxies in front whose X-Forwarded-For is believed; 0: the peer's address is the client's."""

    cors_origins: tuple[str, ...] = ()
    """Origins whose scripts may call, with commas between, or `*`; none: no other origin's."""

    compress: bool = True
    """Whether long answers are compressed for clients that accept gzip."""

    @classmethod
    def from_environment(cls, environ: Mapping[str, str]) -> "Settings":
        """Return the settings that `environ` asks for; a missing or empty variable is its default.

        >>> Settings.from_environment({"MAX_BODY_BYTES": "1024"}).max_body_bytes
        1024

        :raises SettingsError: when one value or more is wrong; the message names them all.
        """
        reader = _Reader(environ)
        default = cls(web_concurrency=usable_cores())
        workers = reader.integer("WEB_CONCURRENCY", default.web_concurrency, 1, 256)
        settings = cls(
            max_body_bytes=reader.integer("MAX_BODY_BYTES", default.max_body_bytes, 1, 2**30),
            max_batch_bytes=reader.integer("MAX_BATCH_BYTES", default.max_batch_bytes, 1, 2**36),
            max_batch_array_bytes=reader.integer(
                "MAX_BATCH_ARRAY_BYTES", default.max_batch_array_bytes, 1, 2**30
            ),
            log_level=reader.read("LOG_LEVEL", default.log_level, _log_level),
            log_cards=reader.read("LOG_CARDS", default.log_cards, _switch),
            port=reader.integer("PORT", default.port, 1, 65_535),
            web_concurrency=workers,
            max_connections=reader.integer("MAX_CONNECTIONS", default.max_connections, 8, 65_536),
            keepalive_timeout=reader.integer(
                "KEEPALIVE_TIMEOUT", default.keepalive_timeout, 1, 3_600
            ),
            request_timeout=reader.integer("REQUEST_TIMEOUT", default.request_timeout, 1, 3_600),
            bulk_timeout=reader.integer("BULK_TIMEOUT", default.bulk_timeout, 1, 86_400),
            max_bulk_requests=reader.integer("MAX_BULK_REQUESTS", max(1, workers - 1), 1, 256),
            graceful_timeout=reader.integer("GRACEFUL_TIMEOUT", default.graceful_timeout, 1, 3_600),
            max_requests=reader.integer("MAX_REQUESTS", default.max_requests, 0, 2**31 - 1),
            prometheus_multiproc_dir=reader.read("PROMETHEUS_MULTIPROC_DIR", None, _folder),
            openapi_file=reader.read("OPENAPI_FILE", None, _file),
            api_key_hashes=reader.read("API_KEY_HASHES", (), parse_key_hashes, secret=True),
            api_key_file=reader.read("API_KEY_FILE", (), read_key_file, secret=True),
            rate_limit=reader.read("RATE_LIMIT", None, parse_rate),
            trusted_proxies=reader.integer("TRUSTED_PROXIES", default.trusted_proxies, 0, 16),
            cors_origins=reader.read("CORS_ORIGINS", (), parse_origins),
            compress=reader.read("COMPRESS", default.compress, _switch),
        )
        if reader.faults:
            raise SettingsError(tuple(reader.faults))
        return settings


def usable_cores() -> int:
    """Return how many cores this process may run on, at least 1."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1


class _Reader:
    """Reads variables one by one and collects what is wrong with them."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self.faults: list[str] = []

    def read(
        self, name: str, default: _Value, parse: Callable[[str], _Value], *, secret: bool = False
    ) -> _Value:
        text = self._environ.get(name, "").strip()
        if not text:
            return default
        try:
            return parse(text)
        except ValueError as error:
            # Cut: a misplaced secret or a whole file must not end up in the start-up log.
            shown = name if secret else f"{name}={text[:40]!r}"
            self.faults.append(f"{shown} {error}")
            return default

    def integer(self, name: str, default: int, least: int, most: int) -> int:
        def parse(text: str) -> int:
            # isascii and isdigit: int() would also take "1_000", "+5" and other scripts' digits.
            if not (text.isascii() and text.isdigit() and len(text) <= 12):
                raise ValueError(f"is not a whole number from {least} to {most}")
            if not least <= int(text) <= most:
                raise ValueError(f"is not between {least} and {most}")
            return int(text)

        return self.read(name, default, parse)


def _switch(text: str) -> bool:
    if text.lower() in _TRUE | _FALSE:
        return text.lower() in _TRUE
    raise ValueError("is neither true nor false")


def _log_level(text: str) -> str:
    if text.upper() in LOG_LEVELS:
        return text.upper()
    raise ValueError(f"is none of {', '.join(LOG_LEVELS)}")


def _folder(text: str) -> Path:
    path = Path(text)
    if path.is_dir() and os.access(path, os.W_OK | os.X_OK):
        return path
    raise ValueError("is not a folder that this process may write to")


def _file(text: str) -> Path:
    path = Path(text)
    if path.is_file() and os.access(path, os.R_OK):
        return path
    raise ValueError("is not a file that this process may read")
