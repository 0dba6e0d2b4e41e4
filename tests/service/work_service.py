"""The service with routes more, which work for long in the ways that a request may."""

import time
from collections.abc import Iterator

from flask import Response, request

from api.server.bulk_slots import bulk_slot
from api.turns import pause
from app import create_app

app = create_app()

lines_written = 0


@app.get("/bulk")
def bulk() -> Response:
    """Streams `lines` numbers from a bulk slot, with a millisecond's work for each."""
    number = request.args.get("lines", 1, int)
    filler = b" " * request.args.get("width", 0, int)

    def lines() -> Iterator[bytes]:
        global lines_written
        for line in range(number):
            lines_written += 1
            compute(0.001)
            pause()
            yield b"%d%s\n" % (line, filler)

    with bulk_slot() as slot:
        return slot.until_sent(Response(lines(), content_type="text/plain"))


@app.get("/busy")
def busy() -> str:
    """Computes for `seconds` without a pause."""
    compute(request.args.get("seconds", 0.0, float))
    return "done"


@app.get("/progress")
def progress() -> str:
    """Tells how many lines all bulk work of this worker has written."""
    return str(lines_written)


def compute(seconds: float) -> None:
    """Uses the processor; a sleep would let the others have it."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass
