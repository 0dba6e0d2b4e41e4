"""Does the memory of the workers stay where it is while they work for many minutes?

    python benchmarks/soak.py [--minutes 10] [--workers 2]

All through each minute clients send single calls, eight at a time, and then a batch as lines, over
and over; every hand is another. Of four calls two are /v1/validate with a built-in ruleset, one is
/v1/validate with a house rule that is new nearly every time, and one is /v1/arrange with three
alternatives. Printed is, after each minute, what was answered in it and the resident memory of each
worker. No worker is recycled (MAX_REQUESTS=0), so nothing is hidden by a new one.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.common import machine
from benchmarks.load import (
    http_request,
    make_requests,
    memory_mebibytes,
    send_batch,
    send_calls,
    serve,
)

CALLS: Final = 2_000
"""Single calls of a round."""
BATCH: Final = 10_000
"""Hands of the batch of a round."""


def mixed_calls(bodies: Iterator[bytes], rng: random.Random) -> Iterator[bytes]:
    """Yield requests to several routes that ask about these hands, without end."""
    for number, body in enumerate(bodies):
        document = json.loads(body)
        if number % 4 == 1:
            document["ruleset"] = {
                "base": document["ruleset"],
                "cap": rng.randrange(40, 200),
                "set_max_cards": rng.choice((3, 4, 5)),
                "printed_jokers": rng.randrange(2, 9),
                "max_jokers_in_sequence": rng.choice((None, 4, 5, 6)),
                "first_drop": None,
                "middle_drop": None,
                "missed_turns_for_middle_drop": None,
            }
        if number % 4 == 3:
            del document["groups"]
            document["alternatives"] = 3
            yield http_request("/v1/arrange", json.dumps(document).encode())
        else:
            yield http_request("/v1/validate", json.dumps(document).encode())


def soak(minutes: int, workers: int) -> Iterator[str]:
    """Yield the lines of the report, in Markdown, each when its minute is over."""
    yield f"{machine()}. {workers} workers.\n"
    yield "| minute | single calls | hands in batches | resident memory of each worker, MiB |"
    yield "|---|---|---|---|"
    bodies = make_requests(sys.maxsize, seed=9)
    calls = mixed_calls(make_requests(sys.maxsize, seed=10), random.Random(11))
    with serve(workers) as server:
        started = time.monotonic()
        for minute in range(minutes + 1):
            answered = judged = 0
            while time.monotonic() < started + 60 * minute:
                answered += len(send_calls(server.port, [*islice(calls, CALLS)], 8).latencies)
                send_batch(server.port, [*islice(bodies, BATCH)])
                judged += BATCH
            sizes = [memory_mebibytes(worker)["VmRSS"] for worker in sorted(server.workers())]
            resident = ", ".join(f"{size:.1f}" for size in sizes)
            yield f"| {minute} | {answered:,} | {judged:,} | {resident} |"


def main() -> None:
    """Print the report line by line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=int, default=10)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    for line in soak(options.minutes, options.workers):
        print(line, flush=True)


if __name__ == "__main__":
    main()
