"""Worker slots: what tells the metrics files of one worker from those of the others.

prometheus_client keeps one set of files for each process identifier. Identified by process id, a
worker that is replaced leaves its files behind for ever, and deleting them would make counters
fall. Identified by slot (the lowest free number), its successor opens the same files and counts on.

The state is kept in this module and not in `gunicorn.conf.py`, which gunicorn reads anew on SIGHUP
while the old workers still hold their slots.
"""

import os


class WorkerSlots:
    """Hands out the lowest free slot number; kept in the main process only."""

    def __init__(self) -> None:
        self._taken: dict[int, int] = {}

    def take(self, worker: int) -> int:
        """Return the slot for `worker` (any number unique to it) and keeps it until `free`.

        >>> slots = WorkerSlots()
        >>> [slots.take(11), slots.take(12), slots.free(11), slots.take(13)]
        [0, 1, 0, 0]
        """
        used = set(self._taken.values())
        slot = next(number for number in range(len(used) + 1) if number not in used)
        self._taken[worker] = slot
        return slot

    def held_by(self, worker: int) -> int:
        """Return the slot that `worker` has taken. :raises KeyError: when it has none."""
        return self._taken[worker]

    def free(self, worker: int) -> int | None:
        """Return the slot that `worker` gives back, or None when it had none."""
        return self._taken.pop(worker, None)


slots = WorkerSlots()
"""The slots of this server's workers."""

_own_slot: int | None = None


def claim_slot(slot: int) -> None:
    """Makes `slot` this process's identity; called in a worker right after the fork."""
    global _own_slot
    _own_slot = slot


def process_identity() -> str:
    """Return what tells this process's metrics files from those of all others alive.

    The slot in a worker; elsewhere (the main process, which loads the application but answers
    nothing, or another server) the process id. No underscore: prometheus_client splits at them.
    """
    return f"pid{os.getpid()}" if _own_slot is None else str(_own_slot)
