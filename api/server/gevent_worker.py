"""gunicorn's gevent worker, with time limits and a stop that loses nothing."""

import os
import signal
import time
from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final

import gevent
from gevent.pool import Pool
from gevent.server import StreamServer
from gunicorn.workers.ggevent import GeventWorker

from ..turns import RequestTimedOut, running_request, use_turns

LINGER_SECONDS: Final = 2.0
"""How long a stopping worker waits for the request that a kept connection may be sending."""

CROWDED: Final = 0.75
"""Share of a worker's connections from which on it keeps none for a further request."""

_BEAT_SECONDS: Final = 0.25
_TICK_SECONDS: Final = 0.05


class Worker(GeventWorker):  # type: ignore[misc]
    """Serves connections in turns; docs/operations.md tells the limits and the order of a stop."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._told_to_stop = False
        self._patience = float(self.cfg.keepalive)
        self._waiting: set[_Waiting] = set()

    def run(self) -> None:
        """Serves until told to stop or until it has served enough; then finishes what runs."""
        self._pool = Pool(self.worker_connections)
        self._servers = [self._serve(listener) for listener in self.sockets]
        use_turns(_let_others_run)
        while self.alive:
            self.notify()
            gevent.sleep(_BEAT_SECONDS)
        self._stop()

    def init_signals(self) -> None:
        """Takes signals as this worker does; those that have come since the fork, now."""
        super().init_signals()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPS)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Notes that this is a stop from outside, not a replacement after MAX_REQUESTS."""
        self._told_to_stop = True
        super().handle_exit(sig, frame)

    def timeout_ctx(self) -> "_Waiting":
        """Return the limit for receiving a request up to its last header."""
        return _Waiting(self._waiting, self._patience)

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> None:
        """Serves one request within its time, and closes the connection when that is up."""
        if len(self._pool) > CROWDED * self.worker_connections:
            req.force_close()
        # For one read or one write; the limit below is for all of them together.
        sock.settimeout(self.cfg.timeout)
        try:
            with _RunningRequest(req, self.cfg.timeout):
                super().handle_request(listener_name, req, sock, addr)
        except (RequestTimedOut, TimeoutError):
            # Too late for another answer: part of one may have been sent.
            raise StopIteration from None
        sock.settimeout(None)

    def _serve(self, listener: Any) -> StreamServer:
        listener.setblocking(1)
        # gunicorn asks the listener for its name at each connection, also when it has been closed.
        name = _Name(listener.getsockname())
        server = StreamServer(listener, handle=partial(self.handle, name), spawn=self._pool)
        if self.cfg.workers > 1:
            # The others are to have some too.
            server.max_accept = 1
        server.start()
        return server

    def _stop(self) -> None:
        self._patience = LINGER_SECONDS
        for waiting in self._waiting:
            waiting.end_in(LINGER_SECONDS)
        # A successor starts when this process has ended: until little is left, go on accepting.
        self._wait_until(lambda: self._told_to_stop or not self._waiting, LINGER_SECONDS)
        for server in self._servers:
            self._refuse_connections(server)
        self._wait_until(lambda: not len(self._pool), self.cfg.graceful_timeout)
        if len(self._pool):
            self.log.warning("Worker graceful timeout (pid:%s)", self.pid)
            self._pool.kill(timeout=1)

    def _wait_until(self, condition: Callable[[], bool], seconds: float) -> None:
        end = time.monotonic() + seconds
        while not condition() and time.monotonic() < end:
            self.notify()
            gevent.sleep(_TICK_SECONDS)

    def _refuse_connections(self, server: StreamServer) -> None:
        server.stop_accepting()
        if self._told_to_stop:
            # Those who wait to be accepted take themselves for connected.
            for _ in range(self.cfg.backlog):
                if server.full() or not (accepted := server.do_read()):
                    break
                server.do_handle(*accepted)
        server.close()


_STOPS: Final = (signal.SIGTERM, signal.SIGQUIT, signal.SIGINT)


def hold_stops() -> None:
    """Keeps signals to stop waiting until the next fork: main process and `Worker` take them then.

    Called in the main process, just before it forks a `Worker`.
    """
    # Until it has handlers of its own, a worker has those of gunicorn's main process, which only
    # note the signal for a loop that does not run here: it would go on until it is killed. Not a
    # hook before every fork: that of SIGUSR2 executes a new server, which would inherit the mask.
    _take_stops_after_forks()
    signal.pthread_sigmask(signal.SIG_BLOCK, _STOPS)


@cache
def _take_stops_after_forks() -> None:
    take = partial(signal.pthread_sigmask, signal.SIG_UNBLOCK, _STOPS)
    os.register_at_fork(after_in_parent=take)


def _let_others_run() -> None:
    # Idle for once, at a priority above that of all sockets: they have their turn, each once.
    # sleep(0) would come back up to fifty times before any socket is looked at.
    gevent.idle(priority=2)


class _Name:
    """Stands for a listener, where only its name is wanted."""

    def __init__(self, name: Any) -> None:
        self._name = name

    def getsockname(self) -> Any:
        """Return the address listened on."""
        return self._name


class _Expired(BaseException):
    """Tells a connection that has waited long enough."""


class _Waiting:
    """Waits for a connection's next request, for `seconds` at most; then its block is left."""

    def __init__(self, all_waiting: "set[_Waiting]", seconds: float) -> None:
        self._all_waiting = all_waiting
        self._seconds = seconds

    def __enter__(self) -> None:
        self._greenlet = gevent.getcurrent()
        self._all_waiting.add(self)
        self._start(self._seconds)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        self._all_waiting.discard(self)
        self._timer.close()
        return kind is _Expired

    def end_in(self, seconds: float) -> None:
        """Makes the time end in `seconds` from now."""
        self._timer.close()
        self._start(seconds)

    def _start(self, seconds: float) -> None:
        # Not gevent.Timeout, which can only be started by the greenlet that it is to interrupt.
        self._timer = gevent.get_hub().loop.timer(seconds)
        self._timer.start(self._greenlet.throw, _Expired)


class _RunningRequest:
    """The request that a greenlet serves, and its time limit."""

    def __init__(self, request: Any, seconds: float) -> None:
        self._request = request
        self._seconds = seconds

    def __enter__(self) -> None:
        self._token = running_request.set(self)
        self._timer = gevent.Timeout.start_new(self._seconds, RequestTimedOut())

    def __exit__(self, *_: object) -> None:
        self._timer.close()
        running_request.reset(self._token)

    def allow(self, seconds: float) -> None:
        """Starts the time anew."""
        self._timer.close()
        self._timer = gevent.Timeout.start_new(seconds, RequestTimedOut())

    def close_after_answer(self) -> None:
        """Tells gunicorn to close the connection."""
        self._request.force_close()
