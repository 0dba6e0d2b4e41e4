"""Logging: one JSON object a line on standard output, for requests and for failures.

Nothing of a body is logged: a hand is its player's secret. For debugging, LOG_CARDS lifts that.
"""

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Any, Final

from flask import g, has_request_context, request

from ..config import Settings
from .metrics import method_label

_ROOT: Final = logging.getLogger("rummy")
_ACCESS: Final = logging.getLogger("rummy.access")
_MAX_CHAIN: Final = 5


def configure_logging(settings: Settings) -> None:
    """Makes the service's loggers write JSON lines of at least the level set; may be repeated."""
    handler = _StandardOutput()
    handler.setFormatter(JsonFormatter(log_cards=settings.log_cards))
    _ROOT.handlers[:] = [handler]
    _ROOT.setLevel(settings.log_level)
    _ROOT.propagate = False


def log_access(route: str | None, status: int, seconds: float) -> None:
    """Writes the access line of the current request; `route` is its template, never the path."""
    if not _ACCESS.isEnabledFor(logging.INFO):
        return
    facts: dict[str, Any] = {
        "method": method_label(request.method),
        "route": route,
        "status": status,
        "milliseconds": round(seconds * 1_000, 3),
        "ruleset": g.get("ruleset"),
    }
    if "key_name" in g:
        facts["key"] = g.key_name
    if "batch" in g:
        facts.update(g.batch)
    if "cards" in g:
        facts["cards"] = g.cards
    # Not info(): it would search the stack for the caller, a quarter of the cost of the line.
    about = {"name": _ACCESS.name, "levelno": logging.INFO, "levelname": "INFO", "msg": "request"}
    _ACCESS.handle(logging.makeLogRecord({**about, "facts": facts}))


class JsonFormatter(logging.Formatter):
    """Formats a record as one JSON object: time, level, request_id, message, and its `facts`."""

    def __init__(self, *, log_cards: bool) -> None:
        super().__init__()
        self._log_cards = log_cards

    def format(self, record: logging.LogRecord) -> str:
        """Return the line for `record`, without its end; times are UTC, with milliseconds."""
        moment = datetime.fromtimestamp(record.created, UTC)
        line: dict[str, Any] = {
            "time": moment.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "request_id": g.get("request_id") if has_request_context() else None,
            "message": record.getMessage(),
        }
        line.update(getattr(record, "facts", {}))
        if record.exc_info and record.exc_info[1]:
            line["exception"] = self._describe(record.exc_info[1])
        return json.dumps(line, ensure_ascii=True, separators=(",", ":"))

    def _describe(self, error: BaseException) -> str:
        if self._log_cards:
            return "".join(traceback.format_exception(error))
        # A message may quote a card; types and places are enough to find the fault.
        parts: list[str] = []
        chained: BaseException | None = error
        while chained is not None and len(parts) < _MAX_CHAIN:
            frames = "".join(traceback.format_tb(chained.__traceback__))
            parts.append(f"{type(chained).__name__}\n{frames}")
            chained = chained.__cause__ or chained.__context__
        return "caused by ".join(parts)


class _StandardOutput(logging.Handler):
    """Writes to whatever `sys.stdout` is at the time, so that it may be redirected."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            # One write a line: lines of several workers do not mix in a pipe.
            sys.stdout.write(self.format(record) + "\n")
            sys.stdout.flush()
        except Exception:  # noqa: BLE001 - a log that fails must not fail the request
            self.handleError(record)
