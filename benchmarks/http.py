"""What does a call cost beside one that does nothing, and how fast is a batch?

    python benchmarks/http.py [--quick] [--out FILE]

Each number is measured on this project's gunicorn, on the loopback interface, with near-complete
hands that are all different and shown as they are best. `/v1/empty` is a route of the same
application that reads the same body and answers `{}`; it takes turns with `/v1/validate` within
each pass. CPU is user and system time of all processes of the server. Clients are processes of
their own, and share the cores with the server: with as many workers as cores, requests a second
tell of both.
"""

import argparse
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.common import Spread, machine, percentile
from benchmarks.load import (
    http_request,
    make_requests,
    memory_mebibytes,
    send_batch,
    send_calls,
    send_kept_calls,
    serve,
)

ROUTES = ("/v1/validate", "/v1/empty")


@dataclass(frozen=True, slots=True)
class Size:
    """How much is measured."""

    passes: int
    calls: int
    """Calls of each route in a pass."""
    batch: int
    """Hands of a batch whose rate is taken."""
    long_batch: int
    """Hands of the batch beside which single calls are timed, and of the one for memory."""
    beside: int
    """Single calls timed at a time."""


FULL = Size(passes=7, calls=3_000, batch=20_000, long_batch=100_000, beside=1_500)
QUICK = Size(passes=3, calls=1_000, batch=20_000, long_batch=40_000, beside=500)


def single_calls(size: Size) -> Iterator[str]:
    """Yield a table of single calls: both routes, one and two workers, several at a time."""
    yield "| workers | at a time | route | requests/s | p50 ms | p99 ms | CPU µs | ratio of CPU |"
    yield "|---|---|---|---|---|---|---|---|"
    bodies = list(make_requests(size.calls, seed=1))
    requests = {route: [http_request(route, body) for body in bodies] for route in ROUTES}
    for workers in (1, 2):
        with serve(workers) as server:
            for route in ROUTES:
                # Several at a time, so that each worker makes the tables of each deal.
                send_calls(server.port, requests[route], 8)
            for concurrency in (1, 8, 64):
                rates: dict[str, list[float]] = {route: [] for route in ROUTES}
                costs: dict[str, list[float]] = {route: [] for route in ROUTES}
                halves: dict[str, list[float]] = {route: [] for route in ROUTES}
                tails: dict[str, list[float]] = {route: [] for route in ROUTES}
                for _ in range(size.passes):
                    for route in ROUTES:
                        before = server.cpu_seconds()
                        calls = send_calls(server.port, requests[route], concurrency)
                        cost = server.cpu_seconds() - before
                        costs[route].append(cost / size.calls * 1e6)
                        rates[route].append(size.calls / calls.seconds)
                        halves[route].append(percentile(calls.latencies, 0.5) * 1e3)
                        tails[route].append(percentile(calls.latencies, 0.99) * 1e3)
                ratios = [one / other for one, other in zip(*costs.values(), strict=True)]
                for route in ROUTES:
                    row = [
                        Spread.of(rates[route]).text(0),
                        Spread.of(halves[route]).text(),
                        Spread.of(tails[route]).text(),
                        Spread.of(costs[route]).text(0),
                        Spread.of(ratios).text() if route == ROUTES[0] else "",
                    ]
                    yield f"| {workers} | {concurrency} | `{route}` | {' | '.join(row)} |"


def kept_connection(size: Size) -> str:
    """Return what calls cost that come one after the other on one connection."""
    bodies = list(make_requests(size.calls, seed=1))
    requests = {
        route: [http_request(route, body, connection="keep-alive") for body in bodies]
        for route in ROUTES
    }
    costs: dict[str, list[float]] = {route: [] for route in ROUTES}
    with serve(1) as server:
        for number in range(size.passes + 1):
            for route in ROUTES:
                before = server.cpu_seconds()
                send_kept_calls(server.port, requests[route])
                if number:  # the first makes the tables of each deal
                    costs[route].append((server.cpu_seconds() - before) / size.calls * 1e6)
    ratios = [one / other for one, other in zip(*costs.values(), strict=True)]
    one, other = (Spread.of(costs[route]).text(0) for route in ROUTES)
    return (
        f"One worker, one call after the other on one connection: {one} µs of CPU a call, "
        f"{other} µs for `{ROUTES[1]}`; ratio {Spread.of(ratios).text()}."
    )


def batch_rate(size: Size) -> str:
    """Return the rate of batches on one worker; every hand of every pass is another."""
    hands = make_requests(size.batch * (size.passes + 1), seed=2)
    rates, costs = [], []
    with serve(1) as server:
        for number in range(size.passes + 1):
            lines = list(islice(hands, size.batch))
            before = server.cpu_seconds()
            elapsed = send_batch(server.port, lines)
            if number:  # the first makes the tables of each deal
                rates.append(size.batch / elapsed)
                costs.append((server.cpu_seconds() - before) / size.batch * 1e6)
    return (
        f"One worker, NDJSON, {size.batch:,} hands a batch, answers included: "
        f"{Spread.of(rates).text(0)} hands/s, {Spread.of(costs).text(1)} µs of CPU a hand."
    )


def beside_a_batch(size: Size) -> Iterator[str]:
    """Yield how long single calls take while the other of two workers has a long batch."""
    lines = list(make_requests(size.long_batch, seed=3))
    bodies = make_requests(size.beside, seed=4)
    requests = [http_request("/v1/validate", body) for body in bodies]
    alone, beside = [], []
    with serve(2) as server:
        send_calls(server.port, requests, 8)
        send_batch(server.port, lines[:2_000])
        for _ in range(size.passes):
            alone.append(percentile(send_calls(server.port, requests, 1).latencies, 0.99))
            latencies: list[float] = []
            batch = threading.Thread(target=send_batch, args=(server.port, lines))
            batch.start()
            while batch.is_alive():
                # Those of the last round, in which the batch ends, count too.
                latencies += send_calls(server.port, requests, 1).latencies
            batch.join()
            beside.append(percentile(latencies, 0.99))
    ratios = [one / other for one, other in zip(beside, alone, strict=True)]
    yield (
        f"Two workers, single calls one after the other: p99 "
        f"{Spread.of([1e3 * value for value in alone]).text()} ms alone, "
        f"{Spread.of([1e3 * value for value in beside]).text()} ms while a batch of "
        f"{size.long_batch:,} hands runs; ratio {Spread.of(ratios).text()}."
    )


def memory(size: Size) -> str:
    """Return what one long batch adds to the memory of a worker that has answered calls before."""
    lines = list(make_requests(size.long_batch, seed=5))
    calls = [http_request("/v1/validate", line) for line in lines[:200]]
    with serve(1) as server:
        send_calls(server.port, calls, 1)
        (worker,) = server.workers()
        before = memory_mebibytes(worker)
        send_batch(server.port, lines)
        after = memory_mebibytes(worker)
    rise = after["VmHWM"] - before["VmHWM"]
    return (
        f"{size.long_batch:,} hands in one request: peak memory of the worker "
        f"{before['VmHWM']:.1f} MiB before, {after['VmHWM']:.1f} MiB after (+{rise:.1f} MiB); "
        f"resident {before['VmRSS']:.1f} and {after['VmRSS']:.1f} MiB."
    )


def report(size: Size) -> Iterator[str]:
    """Yield the lines of the report, in Markdown."""
    yield f"{machine()}. Medians of {size.passes} passes, least and greatest in brackets.\n"
    yield "### Single calls\n"
    yield from single_calls(size)
    yield f"\n{kept_connection(size)}"
    yield "\n### Batches\n"
    yield f"- {batch_rate(size)}"
    for line in beside_a_batch(size):
        yield f"- {line}"
    yield f"- {memory(size)}"


def main() -> None:
    """Print the report, and write it to a file if one is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="less of everything: two minutes")
    parser.add_argument("--out", type=Path, help="file for the report, in Markdown")
    options = parser.parse_args()
    lines = []
    for line in report(QUICK if options.quick else FULL):
        print(line, flush=True)
        lines.append(line)
    if options.out:
        options.out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
