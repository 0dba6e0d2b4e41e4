"""What the workers of a server share on disk, and how many files they may open."""

import atexit
import os
import resource
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

from ..config import SettingsError
from .worker_slots import process_identity

_METRICS_FILES: Final = ("counter", "histogram", "gauge_min")
"""One for each type of metric in `api.observability.metrics`, as prometheus_client names them."""

_METRICS_FILE_BYTES: Final = 1 << 18
"""More than a thousand series, and their number is bounded whatever clients send."""

_OTHER_FILES: Final = 100
"""Files that a worker has open beside its connections: about thirty, with metrics and locks."""

_SHARED_MEMORY: Final = "/dev/shm"  # noqa: S108 - the names made in it are random
_metrics_folder: Path | None = None


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
    """Return the folder of the bulk slots; made before the fork, all workers share it."""
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
