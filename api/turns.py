"""What a request and its worker owe each other: taking turns, and ending in time.

A worker of `api.server.gevent_worker` serves many connections in turns: one that waits for its
client lets the others go on, one that computes does not, unless it calls `pause`. Elsewhere (in
tests, under another server) nobody waits and there is no limit: everything here does nothing.
"""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Final, Protocol


class RequestTimedOut(BaseException):
    """Ends a request whose time is up; raised where it waits or pauses, never in between.

    Not an `Exception`: only `read_body` may answer it, everything else has to let it through.
    """


class RunningRequest(Protocol):
    """What a worker offers for the request that it serves."""

    def allow(self, seconds: float) -> None:
        """Makes the request's time end in `seconds` from now instead of when it would have."""

    def close_after_answer(self) -> None:
        """Makes the connection end with this request: what follows on it is not worth reading."""


running_request: Final[ContextVar[RunningRequest | None]] = ContextVar("request", default=None)
"""The request that is served in this context; set by the worker."""

_let_others_run: Callable[[], None] | None = None


def use_turns(let_others_run: Callable[[], None]) -> None:
    """Makes `pause` call `let_others_run`; called once in a worker that serves in turns."""
    global _let_others_run
    _let_others_run = let_others_run


def pause() -> None:
    """Lets the other requests of this worker have their turn; for loops that compute for long.

    Called about once in a millisecond of work it costs little, and nobody else waits longer.

    :raises RequestTimedOut: when this request's own time is up.
    """
    if _let_others_run is not None:
        _let_others_run()


def allow(seconds: float) -> None:
    """Gives the running request `seconds` from now, instead of what it had left."""
    if (request := running_request.get()) is not None:
        request.allow(seconds)


def close_after_answer() -> None:
    """Makes the running request the last one of its connection."""
    if (request := running_request.get()) is not None:
        request.close_after_answer()
