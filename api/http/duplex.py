"""Reading on while a client does not read: a stream both ways must not wait for itself.

A client may send all of a long body before it reads any of the answer. Whoever answers meanwhile
fills the buffers on the way and waits for the client to read, and the client waits for its body to
be read. So nothing is written before there is room for it; until there is, the body is read on,
into memory and from there into a temporary file. That is as long as the body at most. On a full
disk nothing is read ahead any more, and nothing is lost.
"""

import errno
import select
import socket
import tempfile
from collections.abc import Iterator
from typing import IO, Final

from ..turns import pause

PIECE_BYTES: Final = 32_768
"""Most bytes that are written at once."""

_SEND_BUFFER_BYTES: Final = 8 * PIECE_BYTES
"""A socket counts as writable when a third of its buffer is free: more than a piece needs."""

_IN_MEMORY_BYTES: Final = 2**20
"""What is read ahead beyond this goes into a file."""


class ReadAhead:
    """The chunks of a body, in order, and when there is room for a piece of the answer."""

    def __init__(
        self, chunks: Iterator[bytes], client: socket.socket | None, patience: float
    ) -> None:
        """Takes the connection of the client, and for how many seconds it may be idle.

        Without a connection, which not every server tells, writing just waits.
        """
        self._chunks = chunks
        self._client = client
        self._patience = patience
        self._kept = _Spool()
        self._not_kept = b""
        self._failure: Exception | None = None
        self._piece_bytes = PIECE_BYTES
        self._timeout = None if client is None else client.gettimeout()
        if client is not None:
            # While there is room nothing is waited for; this is for reading.
            client.settimeout(patience)
            client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER_BYTES)
            room = client.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)
            self._piece_bytes = min(PIECE_BYTES, room // 8)

    def __iter__(self) -> Iterator[bytes]:
        """Yields the chunks, those read ahead first.

        :raises Exception: what reading has raised, after all that came before.
        """
        while chunk := self._kept.take() or self._not_kept or self._read():
            if chunk is self._not_kept:
                self._not_kept = b""
            pause()
            yield chunk
        if self._failure is not None:
            raise self._failure

    def pieces(self, answer: bytes) -> Iterator[bytes]:
        """Yields the answer in pieces, each when there is room for it.

        :raises ConnectionResetError: when the client neither reads nor sends.
        """
        for start in range(0, len(answer), self._piece_bytes):
            self._wait_for_room()
            pause()
            yield answer[start : start + self._piece_bytes]

    def close(self) -> None:
        """Gives up what has been read ahead, and leaves the connection as it was."""
        self._kept.close()
        if self._client is not None and self._client.fileno() >= 0:
            self._client.settimeout(self._timeout)

    def _wait_for_room(self) -> None:
        if self._client is None:
            return
        poll = select.poll()
        reads_on = not self._not_kept
        while True:
            poll.register(self._client, select.POLLOUT | (select.POLLIN if reads_on else 0))
            found = poll.poll(self._patience * 1_000)
            if not found:
                raise ConnectionResetError(errno.ECONNRESET, "the client neither reads nor sends")
            if found[0][1] & ~select.POLLIN:
                return  # also when it has gone: whoever writes will notice
            chunk = self._read()
            reads_on = bool(chunk) and self._kept.put(chunk)
            if chunk and not reads_on:
                self._not_kept = chunk
            pause()

    def _read(self) -> bytes:
        """Return the next chunk; none at the end, or where reading fails."""
        try:
            return next(self._chunks, b"")
        except Exception as error:  # noqa: BLE001 - raised when its turn comes
            self._failure = error
            return b""


class _Spool:
    """Bytes on their way: what is put in first is taken first."""

    def __init__(self) -> None:
        self._file: IO[bytes] | None = None
        self._taken = 0
        self._put = 0

    def put(self, data: bytes) -> bool:
        """Return whether there was room for all of it; otherwise nothing of it is kept."""
        try:
            if self._file is None:
                self._file = tempfile.SpooledTemporaryFile(_IN_MEMORY_BYTES)  # noqa: SIM115
            self._file.seek(self._put)
            self._put += self._file.write(data)
        except OSError:
            return False
        return True

    def take(self) -> bytes:
        """Return the next bytes; none when there are none."""
        if self._file is None or self._taken == self._put:
            return b""
        self._file.seek(self._taken)
        data = self._file.read(min(PIECE_BYTES, self._put - self._taken))
        self._taken += len(data)
        if self._taken == self._put:
            self._file.truncate(0)
            self._taken = self._put = 0
        return data

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
