"""The counters of the rate limit: in memory that all workers share, of a size that never changes.

The storage that `limits` has for one process would count in each worker for itself, keeps every
address that was ever seen within a window, and runs a thread to forget them. Here a client's
counter has its place in a table made before the workers are forked. What a client sends decides
neither the size of the table nor, thanks to a secret of this process, which place it gets.
"""

import fcntl
import mmap
import os
import struct
import tempfile
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from typing import Final

from limits.storage import Storage

from ..server import fast_temporary_folder

_ENTRY: Final = struct.Struct("=QdQ")
"""Fingerprint of the key, end of its window, hits in it."""

WAYS: Final = 8
"""Entries of a bucket, in any of which a key that belongs to it may be."""

_BUCKET: Final = struct.Struct("=" + "QdQ" * WAYS)


class SharedCounters(Storage):
    """Counts hits a key in windows that begin with the first one, for all forks of this process.

    Where a bucket is full of open windows, the one that ends first makes place: its client may
    start over, so a crowd of addresses loosens the limit instead of locking anybody out.
    """

    STORAGE_SCHEME = None

    def __init__(self, clock: Callable[[], float], buckets: int = 4_096) -> None:
        """Makes room for eight windows a bucket, of 24 bytes each; `clock` tells seconds."""
        super().__init__()
        self._clock = clock
        self._buckets = buckets
        self._table = mmap.mmap(-1, buckets * _BUCKET.size)
        self._secret = os.urandom(16)
        # Locked by fcntl: the lock of a worker that is killed goes with it.
        self._lock_file = tempfile.TemporaryFile(dir=fast_temporary_folder())  # noqa: SIM115
        weakref.finalize(self, self._lock_file.close)
        self._lock = threading.Lock()

    @property
    def base_exceptions(self) -> type[Exception]:
        """What `limits` may wrap: a lock that fails."""
        return OSError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Return the hits of `key` in its window after `amount` more; a new one lasts `expiry`."""
        with self._held():
            place, ends, hits = self._find(key)
            if ends is None:
                ends, hits = self._clock() + expiry, 0
            _ENTRY.pack_into(self._table, place, self._fingerprint(key), ends, hits + amount)
        return hits + amount

    def get(self, key: str) -> int:
        """Return the hits of `key` in its window; 0 when it has none."""
        with self._held():
            return self._find(key)[2]

    def get_expiry(self, key: str) -> float:
        """Return when the window of `key` ends, by this storage's clock; now, when it has none."""
        with self._held():
            ends = self._find(key)[1]
        return self._clock() if ends is None else ends

    def clear(self, key: str) -> None:
        """Forgets the window of `key`."""
        with self._held():
            _ENTRY.pack_into(self._table, self._find(key)[0], 0, 0.0, 0)

    def check(self) -> bool:
        """Return whether it can be used: memory always can."""
        return True

    def reset(self) -> None:
        """Forgets all windows."""
        with self._held():
            self._table[:] = bytes(len(self._table))

    @contextmanager
    def _held(self) -> Iterator[None]:
        with self._lock:
            fcntl.lockf(self._lock_file, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.lockf(self._lock_file, fcntl.LOCK_UN)

    def _find(self, key: str) -> tuple[int, float | None, int]:
        """Return place, end and hits of the key's open window; without one, where to put it."""
        fingerprint = self._fingerprint(key)
        start = fingerprint % self._buckets * _BUCKET.size
        bucket = _BUCKET.unpack_from(self._table, start)
        fingerprints, ends, hits = bucket[::3], bucket[1::3], bucket[2::3]
        if fingerprint in fingerprints:
            way = fingerprints.index(fingerprint)
            if ends[way] > self._clock():
                return start + way * _ENTRY.size, ends[way], hits[way]
        else:
            way = ends.index(min(ends))
        return start + way * _ENTRY.size, None, 0

    def _fingerprint(self, key: str) -> int:
        digest = blake2b(key.encode(), digest_size=8, key=self._secret).digest()
        return int.from_bytes(digest, "big")
