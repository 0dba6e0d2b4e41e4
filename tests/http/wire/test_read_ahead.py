"""Reading on while the client does not read, over a pair of sockets."""

import errno
import socket
import tempfile
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest

from api.http import duplex as read_ahead
from api.http.duplex import PIECE_BYTES, ReadAhead

KIBIBYTE = 1_024
MEBIBYTE = 1_024 * KIBIBYTE

Pair = tuple[socket.socket, socket.socket]
ReadOn = Callable[..., ReadAhead]


@pytest.fixture
def pair() -> Iterator[Pair]:
    """The server's and the client's end of a connection."""
    server, client = socket.socketpair()
    yield server, client
    server.close()
    client.close()


@pytest.fixture
def read_on() -> Iterator[ReadOn]:
    """A function that makes a `ReadAhead`, which is closed after the test."""
    made: list[ReadAhead] = []

    def make(*arguments: Any) -> ReadAhead:
        made.append(ReadAhead(*arguments))
        return made[-1]

    yield make
    for ahead in made:
        ahead.close()


def chunks(count: int, size: int = 64 * KIBIBYTE) -> Iterator[bytes]:
    return (bytes([number % 256]) * size for number in range(count))


def fill(server: socket.socket) -> None:
    """Write until there is no room left."""
    server.setblocking(False)
    try:
        while True:
            server.send(bytes(KIBIBYTE))
    except BlockingIOError:
        server.setblocking(True)


def drain(client: socket.socket) -> None:
    """Read until there is nothing left."""
    client.setblocking(False)
    try:
        while client.recv(MEBIBYTE):
            pass
    except BlockingIOError:
        client.setblocking(True)


def test_chunks_come_as_they_are(read_on: ReadOn) -> None:
    assert list(read_on(chunks(3, 5), None, 1)) == list(chunks(3, 5))


def test_an_answer_comes_in_pieces_that_find_room(pair: Pair, read_on: ReadOn) -> None:
    server, client = pair
    ahead = read_on(chunks(0), server, 1)
    answer = bytes(range(256)) * 4 * KIBIBYTE
    received = b""
    server.settimeout(1)
    for piece in ahead.pieces(answer):
        assert len(piece) <= PIECE_BYTES
        server.sendall(piece)
        received += client.recv(len(piece), socket.MSG_WAITALL)
    assert received == answer


def test_a_piece_that_is_yielded_is_written_without_waiting(pair: Pair, read_on: ReadOn) -> None:
    server, _ = pair
    ahead = read_on(chunks(0), server, 0.05)
    server.setblocking(False)
    written = (server.send(piece) == len(piece) for piece in ahead.pieces(bytes(64 * MEBIBYTE)))
    with pytest.raises(ConnectionResetError):
        assert all(written)


def test_without_a_connection_writing_just_waits(read_on: ReadOn) -> None:
    ahead = read_on(chunks(2), None, 1)
    assert b"".join(ahead.pieces(bytes(100_000))) == bytes(100_000)
    assert list(ahead) == list(chunks(2))


def test_while_there_is_no_room_the_body_is_read_on_and_nothing_is_lost(
    pair: Pair, read_on: ReadOn
) -> None:
    server, client = pair
    taken = 0

    def body() -> Iterator[bytes]:
        nonlocal taken
        for chunk in chunks(100):
            taken += 1
            if taken == 80:
                drain(client)
            yield chunk

    ahead = read_on(body(), server, 60)
    first = next(iter(ahead))
    client.sendall(b"more")  # there is something to be read
    fill(server)
    assert next(ahead.pieces(b"answer")) == b"answer"
    assert taken == 80
    assert first + b"".join(ahead) == b"".join(chunks(100))


def test_more_is_put_after_a_part_was_taken(pair: Pair, read_on: ReadOn) -> None:
    server, client = pair
    body = b"".join(chunks(60))
    source = chunks(60)
    received = b""
    ahead = read_on(source, server, 60)
    client.sendall(b"more")
    for count in (7, 1, 13, 30):
        fill(server)
        original = ahead._read
        left = count

        def read_some(original: object = original) -> bytes:
            nonlocal left
            left -= 1
            if left == 0:
                drain(client)
            return original()  # type: ignore[operator, no-any-return]

        ahead._read = read_some  # type: ignore[method-assign]
        list(ahead.pieces(b"answer"))
        ahead._read = original  # type: ignore[method-assign]
        received += b"".join(islice(iter(ahead), 5))
    assert received + b"".join(ahead) == body


def test_what_reading_raises_comes_after_what_was_read(pair: Pair, read_on: ReadOn) -> None:
    server, client = pair

    def body() -> Iterator[bytes]:
        yield b"5H"
        yield b"6H"
        drain(client)
        raise ValueError("torn")

    ahead = read_on(body(), server, 60)
    client.sendall(b"more")
    fill(server)
    list(ahead.pieces(b"answer"))
    found = iter(ahead)
    assert next(found) == b"5H6H"
    with pytest.raises(ValueError, match="torn"):
        next(found)


def test_on_a_full_disk_nothing_is_read_ahead_and_nothing_is_lost(
    pair: Pair, read_on: ReadOn, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full(tempfile.SpooledTemporaryFile[bytes]):
        def write(self, data: object) -> int:
            if self.tell() >= 3 * 64 * KIBIBYTE:
                raise OSError(errno.ENOSPC, "full")
            return super().write(data)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setattr(tempfile, "SpooledTemporaryFile", Full)
    server, client = pair
    source = chunks(10)
    ahead = read_on(source, server, 0.05)
    client.sendall(b"more")
    fill(server)
    for _ in range(2):
        with pytest.raises(ConnectionResetError):
            list(ahead.pieces(b"answer"))
    left = b"".join(source)
    assert len(left) == 6 * 64 * KIBIBYTE
    drain(client)
    assert b"".join(ahead) + left == b"".join(chunks(10))


def test_a_client_that_neither_reads_nor_sends_is_given_up(pair: Pair, read_on: ReadOn) -> None:
    server, _ = pair
    fill(server)
    with pytest.raises(ConnectionResetError) as caught:
        list(read_on(chunks(1), server, 0.05).pieces(b"answer"))
    # gunicorn takes it for a client that has gone.
    assert caught.value.errno == errno.ECONNRESET


def test_a_client_that_has_gone_is_found_by_who_writes(pair: Pair, read_on: ReadOn) -> None:
    server, client = pair
    fill(server)
    client.close()
    assert list(read_on(chunks(1), server, 60).pieces(b"answer")) == [b"answer"]
    with pytest.raises(OSError, match="Broken pipe"):
        server.sendall(b"answer")


def test_every_step_shows_that_the_worker_lives(
    pair: Pair, read_on: ReadOn, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[int] = []
    monkeypatch.setattr(read_ahead, "pause", lambda: shown.append(1))
    ahead = read_on(chunks(2), pair[0], 1)
    assert len(list(ahead)) == len(shown) == 2
    list(ahead.pieces(bytes(2 * PIECE_BYTES)))
    assert len(shown) == 4


def test_reading_does_not_wait_for_ever_and_the_connection_is_left_as_it_was(
    pair: Pair, read_on: ReadOn
) -> None:
    server, _ = pair
    body = iter(lambda: server.recv(10), b"")
    ahead = read_on(body, server, 0.05)
    with pytest.raises(TimeoutError):
        list(ahead)
    ahead.close()
    assert server.gettimeout() is None
    server.close()
    ahead.close()  # nothing is left to be done


def test_what_was_read_ahead_is_given_up_in_the_end(read_on: ReadOn) -> None:
    ahead = read_on(chunks(0), None, 1)
    ahead.close()  # nothing yet
    assert ahead._kept.put(b"5H")
    ahead.close()
    with pytest.raises(ValueError, match="closed"):
        ahead._kept.take()
