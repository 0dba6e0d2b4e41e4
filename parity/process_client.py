"""A client that is a program: it reads questions on stdin and answers on stdout.

Whatever it does, waiting for it ends, little of what it prints is kept, and nothing that it has
started is left behind.
"""

import contextlib
import os
import selectors
import signal
import subprocess
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from parity.errors import Breach
from parity.protocol import (
    LONGEST_LINE,
    STOP_MESSAGE,
    Introduction,
    Reply,
    decode,
    encode,
    own_text,
    quoted,
    read_introduction,
    read_reply,
    run_message,
    start_message,
)
from parity.questions import Case
from validator import Ruleset

START_SECONDS: Final = 30.0
"""Time for a client to start: some load a runtime, and a test machine may be busy."""

STOP_SECONDS: Final = 2.0
"""Time for a client to end by itself."""

IN_FLIGHT: Final = 256
"""Questions that are sent before the first of them is answered."""

_CHUNK: Final = 65_536
_SENT_TOGETHER: Final = 8_192
"""Bytes that are worth a write before anything is waited for."""
_LAST_CHUNKS: Final = 8
"""Reads of stderr that are worth it for its end."""
_LAST_WORDS: Final = 2_000
"""Bytes of what a client wrote to stderr last, that are shown when it crashes."""


class ProcessClient:
    """Asks a program, and starts it again when it fails, `restarts` times at most."""

    def __init__(
        self, command: Sequence[str], ruleset: Ruleset, *, time_limit: float, restarts: int
    ) -> None:
        self._command = command
        self._start_line = encode(start_message(ruleset))
        self._time_limit = time_limit
        self._restarts_left = restarts
        self._process: _Process | None = None
        self._over: str | None = None
        self._seq = 0

    def start(self) -> Introduction:
        """Return what the program says of itself.

        :raises Breach: when it does not start properly.
        :raises OSError: when there is no such program.
        """
        process = self._process = _Process(self._command)
        process.send(self._start_line)
        try:
            return read_introduction(decode(process.receive(START_SECONDS)))
        except Breach as breach:
            raise Breach(f"{breach}{process.last_words()}") from None

    def ask(self, cases: Iterable[Case]) -> Iterator[Reply]:
        """Yield what comes of each question, in order; whatever happens, one reply a question."""
        left = iter(cases)
        asked: deque[tuple[int, Case]] = deque()
        while True:
            while len(asked) < IN_FLIGHT and (case := next(left, None)) is not None:
                self._seq += 1
                asked.append((self._seq, case))
                self._send(self._seq, case)
            if not asked:
                return
            seq, case = asked.popleft()
            yield self._receive(seq, case, asked)

    def close(self) -> str | None:
        """End the program, and return what it did that it ought not have done, if anything."""
        if self._process is None:
            return None
        process, self._process = self._process, None
        return process.stop()

    def _send(self, seq: int, case: Case) -> None:
        if self._process is not None:
            self._process.send(encode(run_message(seq, case)))

    def _receive(self, seq: int, case: Case, asked: Iterable[tuple[int, Case]]) -> Reply:
        if self._process is None:
            return Reply(not_asked=self._over)
        try:
            line = self._process.receive(self._time_limit)
            return read_reply(decode(line), seq, case.question.ask)
        except Breach as breach:
            # Read before the program is ended.
            told = self._process.last_words()
            self._restart(asked)
            return Reply(breach=f"{breach}{told}")

    def _restart(self, asked: Iterable[tuple[int, Case]]) -> None:
        """Start the program again and ask it the questions that it still owes."""
        self._end()
        if not self._restarts_left:
            self._over = "the client had failed too often to be started again"
            return
        self._restarts_left -= 1
        try:
            self.start()
        except (Breach, OSError) as error:
            self._end()
            self._over = f"the client could not be started again: {error}"
            return
        for seq, case in asked:
            self._send(seq, case)

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process = None


class _Process:
    """One life of the program, in a process group of its own."""

    def __init__(self, command: Sequence[str]) -> None:
        self._popen = subprocess.Popen(  # noqa: S603 - the command is what the kit was told to run
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        assert self._popen.stderr is not None
        self._stdin = self._popen.stdin.fileno()
        self._stdout = self._popen.stdout.fileno()
        self._stderr = self._popen.stderr.fileno()
        self._selector = selectors.DefaultSelector()
        for stream, event in (
            (self._stdin, selectors.EVENT_WRITE),
            (self._stdout, selectors.EVENT_READ),
            (self._stderr, selectors.EVENT_READ),
        ):
            os.set_blocking(stream, False)
            self._selector.register(stream, event)
        self._writing = True
        self._unsent = bytearray()
        self._unread = bytearray()
        self._errors = bytearray()
        self._ended = False

    def send(self, line: bytes) -> None:
        """Send a line, with those that come after it; at the latest when one is waited for."""
        self._unsent += line
        # Each write wakes the program, which costs more than the line.
        if len(self._unsent) >= _SENT_TOGETHER:
            self._write()

    def receive(self, seconds: float) -> bytes:
        """Return the next line. :raises Breach: when none comes in time, or none that is short."""
        deadline = time.monotonic() + seconds
        searched = 0
        while (end := self._unread.find(b"\n", searched)) < 0:
            searched = len(self._unread)
            if searched > LONGEST_LINE:
                raise Breach(f"a line of more than {LONGEST_LINE} bytes")
            if self._ended:
                raise Breach(self._how_it_ended())
            self._write()
            left = deadline - time.monotonic()
            if left <= 0 or not self._turn(left):
                raise Breach(f"no answer within {seconds:g} s; is each line flushed?")
        line = bytes(self._unread[:end])
        del self._unread[: end + 1]
        return line

    def last_words(self) -> str:
        """Return the end of what the program wrote to stderr, to be added to a message."""
        for _ in range(_LAST_CHUNKS):
            try:
                self._errors += os.read(self._stderr, _CHUNK)
            except BlockingIOError:
                break
        del self._errors[:-_LAST_WORDS]
        text = own_text(" ".join(self._errors.decode("utf-8", "replace").split()))
        return f"; its stderr: {text}" if text else ""

    def stop(self) -> str | None:
        """Tell the program to end, and return what it says after that, which is one thing too many.

        After a while it is killed.
        """
        self.send(encode(STOP_MESSAGE))
        self._write()
        deadline = time.monotonic() + STOP_SECONDS
        while not self._ended and (left := deadline - time.monotonic()) > 0:
            if not self._unsent and self._writing:
                self._close_input()
            if not self._turn(left) or len(self._unread) > LONGEST_LINE:
                break
        said = bytes(self._unread).strip()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(max(0.0, deadline - time.monotonic()))
        self.kill()
        return f"it said more than it was asked for: {quoted(said)}" if said else None

    def kill(self) -> None:
        """End the program and all that it has started."""
        # The group lives on as long as one of its processes does, so also when the first has ended.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._popen.pid, signal.SIGKILL)
        self._popen.wait()
        self._selector.close()
        for stream in (self._popen.stdin, self._popen.stdout, self._popen.stderr):
            assert stream is not None
            with contextlib.suppress(OSError):
                stream.close()

    def _how_it_ended(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            status = self._popen.wait(STOP_SECONDS)
            how = "was killed by signal" if status < 0 else "ended with status"
            return f"it {how} {abs(status)}"
        return "it closed its output"

    def _turn(self, seconds: float) -> bool:
        """Read and write what can be read and written; return whether anything could be."""
        ready = self._selector.select(seconds)
        for key, _ in ready:
            if key.fd == self._stdin:
                self._write()
            elif key.fd == self._stdout:
                chunk = self._read(self._stdout)
                self._unread += chunk
                self._ended = self._ended or not chunk
            else:
                self._errors += self._read(self._stderr)
                del self._errors[:-_LAST_WORDS]
        return bool(ready)

    def _read(self, stream: int) -> bytes:
        chunk = os.read(stream, _CHUNK)
        if not chunk:
            self._selector.unregister(stream)
        return chunk

    def _write(self) -> None:
        if not self._writing:
            return
        try:
            written = os.write(self._stdin, self._unsent) if self._unsent else 0
        except BlockingIOError:
            written = 0
        except BrokenPipeError:
            # Its end is noticed where its answers are read.
            self._close_input()
            return
        del self._unsent[:written]
        # A pipe that takes more is ready at once, so it is watched only while there is more.
        watched = self._stdin in self._selector.get_map()
        if self._unsent and not watched:
            self._selector.register(self._stdin, selectors.EVENT_WRITE)
        elif not self._unsent and watched:
            self._selector.unregister(self._stdin)

    def _close_input(self) -> None:
        if self._stdin in self._selector.get_map():
            self._selector.unregister(self._stdin)
        self._writing = False
        assert self._popen.stdin is not None
        with contextlib.suppress(OSError):
            self._popen.stdin.close()
