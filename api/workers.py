"""Worker slots and the folder of shared metrics files, for gunicorn's main process and its workers.

prometheus_client keeps one set of files for each process identifier. Identified by process id, a
worker that is replaced leaves its files behind for ever, and deleting them would make counters
fall. Identified by slot (the lowest free number), its successor opens the same files and counts on.

The state is kept in this module and not in `gunicorn.conf.py`, which gunicorn reads anew on SIGHUP
while the old workers still hold their slots.
"""

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

_SHARED_MEMORY: Final = "/dev/shm"  # noqa: S108 - the names made in it are random


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
_notify: Callable[[], object] | None = None
_metrics_folder: Path | None = None


def claim_slot(slot: int) -> None:
    """Makes `slot` this process's identity; called in a worker right after the fork."""
    global _own_slot
    _own_slot = slot


def notify_by(notify: Callable[[], object]) -> None:
    """Makes `show_life` call `notify`; called in a worker right after the fork."""
    global _notify
    _notify = notify


def show_life() -> None:
    """Tells gunicorn that this worker gets on with its request, however long that takes.

    It replaces a worker that has not been heard of for REQUEST_TIMEOUT seconds.
    """
    if _notify is not None:
        _notify()


def process_identity() -> str:
    """Return what tells this process's metrics files from those of all others alive.

    The slot in a worker; elsewhere (the main process, which loads the application but answers
    nothing, or another server) the process id. No underscore: prometheus_client splits at them.
    """
    return f"pid{os.getpid()}" if _own_slot is None else str(_own_slot)


def fast_temporary_folder() -> str | None:
    """Return the memory file system where it can be written, else None for the system's default.

    Metrics files and gunicorn's heartbeat are written all the time: on a disk they can block.
    """
    return _SHARED_MEMORY if os.access(_SHARED_MEMORY, os.W_OK | os.X_OK) else None


def prepare_metrics_folder(configured: Path | None) -> Path:
    """Return the folder for metrics files, empty of earlier ones; once made, the same on reload.

    Without `configured` a temporary folder is made, and removed when the main process exits.
    """
    global _metrics_folder
    if _metrics_folder is not None:
        return _metrics_folder
    # After SIGUSR2 the old server still counts in the configured folder: use one beside its files.
    replaces_running_server = "GUNICORN_PID" in os.environ
    if configured is not None and not replaces_running_server:
        for left_over in configured.glob("*.db"):
            left_over.unlink()
        _metrics_folder = configured
        return configured
    parent = configured or fast_temporary_folder()
    folder = Path(tempfile.mkdtemp(prefix="rummy-metrics-", dir=parent))
    owner = os.getpid()

    def remove() -> None:
        # Workers inherit exit handlers through the fork; only the maker removes the folder.
        if os.getpid() == owner:
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(remove)
    _metrics_folder = folder
    return folder
