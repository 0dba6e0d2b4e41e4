"""How gunicorn serves the application; every number comes from `api.config.settings.Settings`."""

# Before anything else: preload_app brings locks and sockets into being before the workers are.
from gevent import monkey

monkey.patch_all()

import os  # noqa: E402
from typing import Any  # noqa: E402

from api.config.settings import Settings as _Settings  # noqa: E402
from api.config.settings import SettingsError as _SettingsError  # noqa: E402
from api.server import shared_files as _workers  # noqa: E402
from api.server import worker_slots as _slots  # noqa: E402

try:
    _settings = _Settings.from_environment(os.environ)
    _workers.allow_connections(_settings.max_connections)
    # prometheus_client looks at this variable when it is imported, hence before the application is.
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(
        _workers.prepare_metrics_folder(_settings.prometheus_multiproc_dir)
    )
except _SettingsError as error:
    raise SystemExit(f"rummy-referee: {error}") from None
# Made here, shared by all workers.
_workers.bulk_slots_folder()

wsgi_app = "app:app"
bind = f"0.0.0.0:{_settings.port}"
workers = _settings.web_concurrency
# Connections in turns, in one thread. Measured with two workers and 200 clients that send a byte a
# second: others were answered in 1.3 ms (p50) and 2.5 ms (p99), as without them; by sync and by
# gthread with 4 threads not at all. A connection costs about 0.13 ms more CPU than under sync,
# which closes each; the fourth request on it has earned that back. See docs/operations.md.
worker_class = "api.server.gevent_worker.Worker"
worker_connections = _settings.max_connections
backlog = 2_048
# Loaded before the fork: a broken start shows at once, and a replaced worker is ready at once.
preload_app = True
# Of the heartbeat, which stops when a request computes on and on; the worker counts the rest.
timeout = _settings.request_timeout
keepalive = _settings.keepalive_timeout
graceful_timeout = _settings.graceful_timeout
max_requests = _settings.max_requests
max_requests_jitter = _settings.max_requests // 10
# 414 and 431 beyond: a path of this service and a proxy's headers fit many times.
limit_request_line = 4_094
limit_request_fields = 100
limit_request_field_size = 8_190
worker_tmp_dir = _workers.fast_temporary_folder()
# The control socket would need a writable HOME, and nothing here uses it.
control_socket_disable = True
# The application writes one JSON line for each request itself (api/middleware/lifecycle.py).
accesslog = None
errorlog = "-"
loglevel = _settings.log_level.lower()


def when_ready(server: Any) -> None:
    """Says once which search runs: one is a hundred times the other."""
    from validator import COMPILED

    server.log.info("The search runs %s", "compiled" if COMPILED else "as plain Python")


def pre_fork(server: Any, worker: Any) -> None:
    """Reserves the lowest free slot, in the main process (gunicorn's `age` is unique there).

    Stops that come from now on wait until the worker can take them.
    """
    from api.server.gevent_worker import Worker, hold_stops

    _slots.slots.take(worker.age)
    if isinstance(worker, Worker):
        # Another class, asked for by an option of gunicorn, would never take them.
        hold_stops()


def post_fork(server: Any, worker: Any) -> None:
    """Tells the new worker its slot, before anything is counted."""
    from api.observability import metrics
    from validator import COMPILED

    _slots.claim_slot(_slots.slots.held_by(worker.age))
    metrics.start_worker(COMPILED)


def child_exit(server: Any, worker: Any) -> None:
    """Frees a gone worker's slot; its counters stay, for the next worker in that slot."""
    slot = _slots.slots.free(worker.age)
    if slot is not None:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(slot)
