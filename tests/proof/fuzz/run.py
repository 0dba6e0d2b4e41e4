"""Sends many fuzzed requests and reports what became of them; ends with 1 if anything was wrong.

    python -m tests.proof.fuzz.run --requests 50000 --seed 1

The requests are those of the tests (`tests.proof.fuzz.sources`), in rounds, each with a seed of its
own. Wrong is what `tests.proof.fuzz.sending` says, and an answer that takes longer than a second:
of the processor, or of the clock each time that it is asked for again, since the processor may have
had other work. The same seed and number send the same requests.
"""

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from flask import Flask
from hypothesis import HealthCheck, Phase, given, seed, settings

from api.resources.health import search_is_compiled
from app import create_app
from tests.proof.fuzz.sending import OTHER, Exchange, Request, send
from tests.proof.fuzz.sources import Source, sources_for

LATE = 1.0
"""Seconds after which an answer is late."""


REPEATS = 5
"""How often a late answer is asked for again."""


@dataclass
class Tally:
    """What became of the requests of one operation."""

    statuses: Counter[int] = field(default_factory=Counter)
    wrong: int = 0
    slowest: tuple[float, float, str] = (0.0, 0.0, "")
    """Seconds of the processor, of the clock, and the request."""


class Run:
    """Requests sent so far, and what became of them."""

    def __init__(self, app: Flask, wanted: int) -> None:
        self.app, self.wanted = app, wanted
        self.sent = 0
        self.different: set[bytes] = set()
        self.tallies: dict[str, Tally] = {}
        self.sources: Counter[str] = Counter()
        self.wrong = 0

    def round(self, source: Source, number: int) -> None:
        """Sends the requests of one source in one round."""

        @seed(number)
        @settings(
            max_examples=source.share,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=[*HealthCheck],
        )
        @given(source.requests)
        def send_all(request: Request) -> None:
            if self.sent < self.wanted:
                self.take(source.name, request)

        send_all()

    def take(self, source: str, request: Request) -> None:
        """Sends one request and counts what became of it."""
        self.sent += 1
        self.sources[source] += 1
        self.different.add(sha256(repr(request).encode() + request.body).digest())
        try:
            exchange = send(self.app, request)
        except Exception:  # noqa: BLE001 - whatever it is, the other requests are sent
            exchange = Exchange(OTHER, 0, 0.0, 0.0, (traceback.format_exc(),))
        tally = self.tallies.setdefault(exchange.operation, Tally())
        tally.statuses[exchange.status] += 1
        taken = (exchange.cpu_seconds, exchange.seconds, str(request))
        tally.slowest = max(tally.slowest, taken)
        faults = [*exchange.faults, *self.lateness(request, exchange)]
        if faults:
            tally.wrong += 1
            self.wrong += 1
            print(source, request, *faults, sep="\n", file=sys.stderr, flush=True)

    def lateness(self, request: Request, exchange: Exchange) -> Iterator[str]:
        """Yields that the answer was late, if it was."""
        seconds = exchange.seconds
        for _ in range(REPEATS):
            if seconds > LATE:
                time.sleep(LATE)
                seconds = min(seconds, send(self.app, request).seconds)
        if seconds > LATE or exchange.cpu_seconds > LATE:
            yield f"late: {exchange.seconds:.2f} s, {exchange.cpu_seconds:.2f} s of the processor"

    def report(self) -> Iterator[str]:
        """Yields the lines of the report."""
        yield f"{self.sent} requests, {len(self.different)} of them different"
        for name, tally in sorted(self.tallies.items()):
            statuses = ", ".join(f"{status}: {n}" for status, n in sorted(tally.statuses.items()))
            cpu, wall, request = tally.slowest
            yield f"\n{name}: {tally.statuses.total()} ({statuses}), wrong {tally.wrong}"
            yield f"  slowest {cpu * 1000:.0f} ms ({wall * 1000:.0f} ms of the clock): {request}"
        drawn = ", ".join(f"{name}: {count}" for name, count in self.sources.items())
        yield f"\n{self.wrong} wrong; where the requests come from: {drawn}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs, reports, and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    app = create_app({"TESTING": True, "LOG_LEVEL": "CRITICAL"})
    run = Run(app, options.requests)
    begun = time.monotonic()
    sources = sources_for(app)
    for number in range(sys.maxsize):
        for source in sources:
            if run.sent < run.wanted:
                run.round(source, options.seed * 1_000_000 + number)
        print(f"{run.sent} sent, {run.wrong} wrong", file=sys.stderr, flush=True)
        if run.sent >= run.wanted:
            break
    print(f"seed {options.seed}, search compiled: {search_is_compiled()}", end=", ")
    print(f"{time.monotonic() - begun:.0f} s")
    print("\n".join(run.report()))
    return 1 if run.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
