"""Prometheus metrics: what is counted, and their text form in one process or over all workers.

Labels take few values whatever clients send: each distinct combination is a series that is kept for
ever, in every worker.
"""

import logging
import os
from bisect import bisect_left
from collections import Counter as Tally
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache, wraps
from http import HTTPStatus
from pathlib import Path
from typing import Final, ParamSpec

from prometheus_client import (
    CONTENT_TYPE_PLAIN_0_0_4,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
    values,
)
from prometheus_client.multiprocess import MultiProcessCollector

from ..http import one_problem
from ..server import process_identity, reserve_metrics_files

logger = logging.getLogger("rummy.metrics")

UNMATCHED_ROUTE: Final = "unmatched"
"""Route label of a request that no route template matches."""

OTHER: Final = "other"
"""Label value in place of one that is not worth a series of its own."""

_METHODS: Final = frozenset({"GET", "HEAD", "POST", "QUERY", "OPTIONS", "PUT", "PATCH", "DELETE"})
_MAX_RULESETS: Final = 64

_FOLDER: Final = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
if _FOLDER:
    # By slot instead of by process id, before the first metric is made: see
    # api/server/shared_files.py.
    values.ValueClass = values.MultiProcessValue(process_identity)  # type: ignore[no-untyped-call]

# Their time stamps double the number of series, and do not exist over several workers.
disable_created_metrics()  # type: ignore[no-untyped-call]

REGISTRY: Final = CollectorRegistry()
"""Holds this process's metrics; what all workers counted is read by `render` from their files."""

_REQUESTS: Final = Counter(
    "rummy_http_requests_total",
    "Requests answered.",
    ("method", "route", "status"),
    registry=REGISTRY,
)
_REQUEST_SECONDS: Final = Histogram(
    "rummy_http_request_duration_seconds",
    "Time from routing a request to its answer, without sending it.",
    ("route",),
    # The default buckets start at 5 ms, above nearly every answer of this service.
    buckets=(
        1e-4,
        2e-4,
        4e-4,
        7e-4,
        1e-3,
        2e-3,
        4e-3,
        7e-3,
        1e-2,
        2.5e-2,
        5e-2,
        0.1,
        0.25,
        0.5,
        1.0,
    ),
    registry=REGISTRY,
)
_VERDICTS: Final = Counter(
    "rummy_verdicts_total",
    "Declarations judged.",
    ("ruleset", "outcome"),
    registry=REGISTRY,
)
_VIOLATIONS: Final = Counter(
    "rummy_violations_total",
    "Violations found in declarations.",
    ("code",),
    registry=REGISTRY,
)
_BATCH_HANDS: Final = Histogram(
    "rummy_batch_hands",
    "Hands of one batch, refused ones too.",
    buckets=(1, 10, 100, 1_000, 10_000, 100_000, 1_000_000),
    registry=REGISTRY,
)
_BATCH_REFUSED: Final = Counter(
    "rummy_batch_refused_total",
    "Hands of batches that were refused.",
    registry=REGISTRY,
)
_SEARCH_SECONDS: Final = Histogram(
    "rummy_search_duration_seconds",
    "Time of one search for the best arrangement.",
    buckets=(
        1e-5,
        2.5e-5,
        5e-5,
        1e-4,
        2.5e-4,
        5e-4,
        1e-3,
        2.5e-3,
        5e-3,
        1e-2,
        2.5e-2,
        5e-2,
        0.1,
        1.0,
    ),
    registry=REGISTRY,
)
_SEARCH_COMPILED: Final = Gauge(
    "rummy_search_compiled",
    "1 when the compiled search is in use, 0 when the plain Python one is.",
    # One worker without it is what an operator wants to see.
    multiprocess_mode="min",
    registry=REGISTRY,
)

_rulesets: set[str] = set()
_lost = False
"""Whether this process counts no more, since its files cannot be written."""

_Parameters = ParamSpec("_Parameters")


def _or_lose(count: Callable[_Parameters, None]) -> Callable[_Parameters, None]:
    """Makes `count` fail at most once, in the log: an answer is worth more than its count."""

    @wraps(count)
    def guarded(*args: _Parameters.args, **kwargs: _Parameters.kwargs) -> None:
        global _lost
        if _lost:
            return
        try:
            count(*args, **kwargs)
        except Exception:
            _lost = True
            logger.exception("metrics of this worker are lost until it is replaced")

    return guarded


@_or_lose
def start_worker(compiled: bool) -> None:
    """Opens the files that a new worker counts in; called in it, with its slot, before all else.

    `compiled` tells which search it uses: what was noted before the fork, it has not in its files.
    """
    if _FOLDER:
        reserve_metrics_files(Path(_FOLDER))
    # The first use opens them. Later the folder may be gone, and the open files serve all the same.
    _SEARCH_COMPILED.set(int(compiled))
    _REQUESTS.labels("GET", UNMATCHED_ROUTE, "404").inc(0)


@_or_lose
def observe_request(method: str, route: str | None, status: int, seconds: float) -> None:
    """Counts one answered request; `route` is its template, None when none matched."""
    known_route = UNMATCHED_ROUTE if route is None else route
    _REQUESTS.labels(method_label(method), known_route, str(status)).inc()
    _REQUEST_SECONDS.labels(known_route).observe(seconds)


def method_label(method: str) -> str:
    """Return `method`, or one word for all that clients make up."""
    return method if method in _METHODS else OTHER


@_or_lose
def observe_batch(hands: int, refused: int) -> None:
    """Counts one batch of so many hands, of which some were refused."""
    _BATCH_HANDS.observe(hands)
    _BATCH_REFUSED.inc(refused)


@_or_lose
def observe_verdict(ruleset: str, outcome: str, codes: Iterable[str]) -> None:
    """Counts one judged declaration, and each of `codes`, its violations, repeated ones too.

    `ruleset` is a built-in's id, or one fixed word for all house rules.
    """
    _verdicts(_known_ruleset(ruleset), outcome).inc()
    for code in codes:
        _violations(code).inc()


def observe_verdicts(verdicts: Mapping[tuple[str, str], int], codes: Mapping[str, int]) -> None:
    """Counts many declarations together: of each ruleset and outcome, and of each code, so many."""
    for (ruleset, outcome), count in verdicts.items():
        _verdicts(_known_ruleset(ruleset), outcome).inc(count)
    for code, count in codes.items():
        _violations(code).inc(count)


def _known_ruleset(ruleset: str) -> str:
    if ruleset not in _rulesets:
        # A guard, should a caller let the name of a house rule through.
        if len(_rulesets) >= _MAX_RULESETS:
            return OTHER
        _rulesets.add(ruleset)
    return ruleset


# Finding the series of some labels costs more than counting in it.
@cache
def _verdicts(ruleset: str, outcome: str) -> Counter:
    return _VERDICTS.labels(ruleset, outcome)


@cache
def _violations(code: str) -> Counter:
    return _VIOLATIONS.labels(code)


@_or_lose
def observe_search(seconds: float) -> None:
    """Counts one search for the best arrangement, which took `seconds`."""
    _SEARCH_SECONDS.observe(seconds)


@_or_lose
def observe_searches(seconds: Collection[float]) -> None:
    """Counts many searches, as `observe_search` would one by one, at a tenth of the cost."""
    _SEARCH_SECONDS._sum.inc(sum(seconds))
    places = [bisect_left(_SEARCH_SECONDS._upper_bounds, taken) for taken in seconds]
    for place, count in Tally(places).items():
        _SEARCH_SECONDS._buckets[place].inc(count)


@_or_lose
def note_search_compiled(compiled: bool) -> None:
    """Tells whether this process uses the compiled search."""
    _SEARCH_COMPILED.set(int(compiled))


def render() -> tuple[bytes, str]:
    """Return the metrics in Prometheus's text format, and its content type.

    Under gunicorn they are the sums over all workers, past ones too.

    :raises ProblemException: 503 when the files of the workers cannot be read.
    """
    if not _FOLDER:
        return generate_latest(REGISTRY), CONTENT_TYPE_PLAIN_0_0_4
    try:
        registry = CollectorRegistry()
        MultiProcessCollector(registry, _FOLDER)  # type: ignore[no-untyped-call]
        return generate_latest(registry), CONTENT_TYPE_PLAIN_0_0_4
    except (OSError, ValueError) as error:
        # Not the counts of this worker alone: they would look like a restart.
        detail = "The folder of the metrics cannot be read."
        status = HTTPStatus.SERVICE_UNAVAILABLE
        raise one_problem(status, "metrics_unavailable", detail) from error
