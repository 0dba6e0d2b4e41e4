"""A limit on the bulk work of all workers together, so that single calls always find a worker.

Each slot is a lock on a file of its own. The kernel gives it back when the process that holds it
ends, however it ends.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Final, TypeVar
from weakref import finalize

from flask import Response, current_app

from ..http import one_problem
from ..turns import allow
from .shared_files import bulk_slots_folder

RETRY_SECONDS: Final = 1
"""When a client that found no free slot may come again."""

_Answer = TypeVar("_Answer", bound=Response)


class BulkSlot:
    """A slot that is held: until `release`, or until nobody refers to it any more."""

    def __init__(self, lock: int) -> None:
        self._release = finalize(self, os.close, lock)
        self._outlives_block = False

    def release(self) -> None:
        """Gives the slot back; again, it does nothing."""
        self._release()

    def until_sent(self, answer: _Answer) -> _Answer:
        """Return `answer`, which now holds the slot until it is sent or given up."""
        # Not left to the generator of a streamed answer: one that was never begun ends unnoticed.
        answer.call_on_close(self.release)
        self._outlives_block = True
        return answer

    def end_block(self) -> None:
        """Gives the slot back unless an answer holds it."""
        if not self._outlives_block:
            self.release()


@contextmanager
def bulk_slot() -> Iterator[BulkSlot]:
    """Holds one of MAX_BULK_REQUESTS slots for the block, and gives the request BULK_TIMEOUT.

    A view that streams returns `slot.until_sent(answer)` from the block: then the slot is held
    until the answer is sent, whatever becomes of it.

    :raises ProblemException: 503 when all slots are taken, with Retry-After.
    """
    slot = _take(current_app.config["MAX_BULK_REQUESTS"])
    allow(current_app.config["BULK_TIMEOUT"])
    try:
        yield slot
    finally:
        slot.end_block()


def _take(number_of_slots: int) -> BulkSlot:
    folder = bulk_slots_folder()
    # Again if somebody has tidied up: the work does not depend on what was in it.
    folder.mkdir(mode=0o700, exist_ok=True)
    for number in range(number_of_slots):
        lock = os.open(folder / str(number), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            # Of this opening of the file: another request of the same process is locked out too.
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
        else:
            return BulkSlot(lock)
    detail = "All places for bulk work are taken; try again."
    problem = one_problem(HTTPStatus.SERVICE_UNAVAILABLE, "bulk_busy", detail)
    problem.headers["Retry-After"] = str(RETRY_SECONDS)
    raise problem
