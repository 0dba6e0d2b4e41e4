"""Worker slots and what workers share on disk, for gunicorn's main process and its workers.

prometheus_client keeps one set of files for each process identifier. Identified by process id, a
worker that is replaced leaves its files behind for ever, and deleting them would make counters
fall. Identified by slot (the lowest free number), its successor opens the same files and counts on.

The state is kept in this module and not in `gunicorn.conf.py`, which gunicorn reads anew on SIGHUP
while the old workers still hold their slots.
"""

import atexit
import os
import resource
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

from api.settings import SettingsError

_METRICS_FILES: Final = ("counter", "histogram", "gauge_min")
"""One for each type of metric in `api.metrics`, as prometheus_client names them."""

_METRICS_FILE_BYTES: Final = 1 << 18
"""More than a thousand series, and their number is bounded whatever clients send."""

_OTHER_FILES: Final = 100
"""Files that a worker has open beside its connections: about thirty, with metrics and locks."""

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
_metrics_folder: Path | None = None


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


def fast_temporary_folder() -> str | None:
    """Return the memory file system where it can be written, else None for the system's default.

    Metrics files and gunicorn's heartbeat are written all the time: on a disk they can block.
    """
    return _SHARED_MEMORY if os.access(_SHARED_MEMORY, os.W_OK | os.X_OK) else None


def prepare_metrics_folder(configured: Path | None) -> Path:
    """Return the folder for metrics files, empty of earlier ones; once made, the same on reload.

    Without `configured` a temporary folder is made, and removed when the main process exits.

    :raises SettingsError: when there is no room for this process's own files.
    """
    global _metrics_folder
    if _metrics_folder is not None:
        return _metrics_folder
    # After SIGUSR2 the old server still counts in the configured folder: use one beside its files.
    replaces_running_server = "GUNICORN_PID" in os.environ
    if configured is not None and not replaces_running_server:
        for left_over in configured.glob("*.db"):
            left_over.unlink()
        folder = configured
    else:
        folder = temporary_folder("rummy-metrics-", configured)
    try:
        reserve_metrics_files(folder)
    except OSError as error:
        fault = f"PROMETHEUS_MULTIPROC_DIR: no room for metrics in {folder} ({error.strerror})"
        raise SettingsError((fault,)) from error
    _metrics_folder = folder
    return folder


def temporary_folder(prefix: str, parent: Path | None = None) -> Path:
    """Return a new folder in `parent`, by default in memory; it goes when its maker exits."""
    folder = Path(tempfile.mkdtemp(prefix=prefix, dir=parent or fast_temporary_folder()))
    owner = os.getpid()

    def remove() -> None:
        # Workers inherit exit handlers through the fork; only the maker removes the folder.
        if os.getpid() == owner:
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(remove)
    return folder


def reserve_metrics_files(folder: Path) -> None:
    """Makes the files that this process will count in, with all the room that they can need.

    They are written through memory maps, where a full disk is no error but the end of the process
    (SIGBUS): so their blocks are taken before anything is counted.

    :raises OSError: when there is no room.
    """
    folder.mkdir(exist_ok=True)
    for kind in _METRICS_FILES:
        path = folder / f"{kind}_{process_identity()}.db"
        if path.exists() and path.stat().st_size >= _METRICS_FILE_BYTES:
            # That of an earlier worker in the same slot.
            continue
        try:
            path.write_bytes(bytes(_METRICS_FILE_BYTES))
        except OSError:
            # A file that is too short would be grown later, without its blocks.
            path.unlink(missing_ok=True)
            raise


@cache
def bulk_slots_folder() -> Path:
    """Return the folder of `api.bulk_slots`; made before the fork, it is that of all workers."""
    return temporary_folder("rummy-bulk-")


def allow_connections(number: int) -> None:
    """Raises this process's limit of open files to what `number` connections need.

    :raises SettingsError: when the operator of the machine does not allow as many.
    """
    needed = number + _OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft >= needed:
        return
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))
    except ValueError as error:
        fault = f"MAX_CONNECTIONS={number} needs {needed} open files, the limit is {hard}"
        raise SettingsError((fault,)) from error
