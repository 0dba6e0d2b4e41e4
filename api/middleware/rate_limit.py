"""A limit on the calls of one client, where RATE_LIMIT is set.

A client is the holder of a key, where keys are asked for, or else an address. Every route under
/v1/ counts, each call once, a batch too. The limit holds over all workers of one server; several
servers count each for itself. Windows begin with a client's first call and are of fixed length,
so across the seam of two windows twice the limit may pass within one length.

Answers tell how much is left in the two fields of draft-ietf-httpapi-ratelimit-headers-10.
"""

import ipaddress
import math
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from flask import Flask, Response, g, request
from limits import RateLimitItemPerSecond
from limits.strategies import FixedWindowRateLimiter
from werkzeug.middleware.proxy_fix import ProxyFix

from ..config import Rate, Settings
from ..http import one_problem
from .lifecycle import is_call
from .rate_limit_storage import SharedCounters

_POLICY: Final = '"client"'
"""Name of the one policy, as a string of a structured field (RFC 9651)."""

CLOCK: Final = time.monotonic
"""Seconds that go by at the same pace in all workers."""

_V6_NETWORK_BITS: Final = 64
"""A subscriber has at least a /64: single addresses of it are as good as endless."""


def register(app: Flask, settings: Settings) -> None:
    """Makes `app` count and limit calls, if there is a limit; otherwise it is left as it is."""
    if settings.trusted_proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=settings.trusted_proxies, x_proto=0
        )
    if settings.rate_limit is not None:
        limiter = Limiter(settings.rate_limit, CLOCK)
        app.before_request(limiter.count)
        app.after_request(limiter.tell)


class Limiter:
    """Counts the calls of each client and refuses those above the rate."""

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._clock = clock
        self._item = RateLimitItemPerSecond(rate.requests, rate.seconds)
        self._counters = FixedWindowRateLimiter(SharedCounters(clock))
        self._policy = f"{_POLICY};q={rate.requests};w={rate.seconds}"

    def count(self) -> None:
        """Counts the current request, if it is a call.

        :raises ProblemException: 429 when its client has used up the window.
        """
        if not is_call():
            return
        client = client_of_request()
        is_allowed = self._counters.hit(self._item, client)
        ends, left = self._counters.get_window_stats(self._item, client)
        seconds = max(1, math.ceil(ends - self._clock()))
        g.rate_limit = f"{_POLICY};r={left};t={seconds}"
        if not is_allowed:
            calls = "call" if self._rate.requests == 1 else "calls"
            detail = f"More than {self._rate.requests} {calls} in {self._rate.seconds} s."
            problem = one_problem(HTTPStatus.TOO_MANY_REQUESTS, "too_many_requests", detail)
            problem.headers["Retry-After"] = str(seconds)
            raise problem

    def tell(self, response: Response) -> Response:
        """Return `response` with the limit and what is left of it, if it answers a call."""
        if "rate_limit" in g:
            response.headers["RateLimit-Policy"] = self._policy
            response.headers["RateLimit"] = g.rate_limit
        return response


def client_of_request() -> str:
    """Return the name of the key shown, or else the address, of IPv6 its /64 network."""
    if "key_name" in g:
        return f"key {g.key_name}"
    address = request.remote_addr or ""
    if ":" in address:
        try:
            parsed = ipaddress.IPv6Address(address)
        except ValueError:
            # Not as a proxy should write it; it still names somebody.
            return address
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.IPv6Network((parsed, _V6_NETWORK_BITS), strict=False))
    return address
