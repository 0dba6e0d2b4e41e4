"""How gunicorn serves the application; every number comes from `api.settings.Settings`."""

import os
from typing import Any

from api import workers as _workers
from api.settings import Settings as _Settings
from api.settings import SettingsError as _SettingsError

try:
    _settings = _Settings.from_environment(os.environ)
except _SettingsError as error:
    raise SystemExit(f"rummy-referee: {error}") from None

bind = f"0.0.0.0:{_settings.port}"
workers = _settings.web_concurrency
# One request at a time in each worker: threads queue for the GIL and cost two thirds more CPU.
worker_class = "sync"
# Loaded before the fork: a broken start shows at once, and a replaced worker is ready at once.
preload_app = True
timeout = _settings.request_timeout
graceful_timeout = _settings.graceful_timeout
max_requests = _settings.max_requests
max_requests_jitter = _settings.max_requests // 10
worker_tmp_dir = _workers.fast_temporary_folder()
# The control socket would need a writable HOME, and nothing here uses it.
control_socket_disable = True
# The application writes one JSON line for each request itself (api/requests.py).
accesslog = None
errorlog = "-"
loglevel = _settings.log_level.lower()

# prometheus_client looks at this variable when it is imported, hence before the application is.
os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(
    _workers.prepare_metrics_folder(_settings.prometheus_multiproc_dir)
)


def when_ready(server: Any) -> None:
    """Says once which search runs: one is a hundred times the other."""
    from validator import COMPILED

    server.log.info("The search runs %s", "compiled" if COMPILED else "as plain Python")


def pre_fork(server: Any, worker: Any) -> None:
    """Reserves the lowest free slot, in the main process (gunicorn's `age` is unique there)."""
    _workers.slots.take(worker.age)


def post_fork(server: Any, worker: Any) -> None:
    """Tells the new worker its slot, before anything is counted."""
    _workers.claim_slot(_workers.slots.held_by(worker.age))
    _workers.notify_by(worker.notify)


def child_exit(server: Any, worker: Any) -> None:
    """Frees a gone worker's slot; its counters stay, for the next worker in that slot."""
    slot = _workers.slots.free(worker.age)
    if slot is not None:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(slot)
