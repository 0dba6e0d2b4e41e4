"""Content negotiation: what a view can answer, and whether the client accepts it."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final, TypeVar

from flask import current_app, request

from ..http import one_problem

_JSON: Final = ("application/json",)

_View = TypeVar("_View", bound=Callable[..., Any])


def produces(*media_types: str) -> Callable[[_View], _View]:
    """Declares, on a view, what it can answer instead of application/json alone.

    Without media types the view answers whatever the client accepts: probes and scrapers must not
    fail over a header.
    """

    def declare(view: _View) -> _View:
        view.produces = media_types  # type: ignore[attr-defined]
        return view

    return declare


def negotiate() -> None:
    """:raises ProblemException: 406 when the client accepts nothing that the view produces."""
    accept = request.headers.get("Accept")
    if accept is None or accept == "*/*":
        return
    # Without an endpoint the router's 404 or 405 follows.
    if request.endpoint is None or request.method == "OPTIONS":
        return
    view = current_app.view_functions[request.endpoint]
    offered: tuple[str, ...] = getattr(view, "produces", _JSON)
    # These are nearly all requests, and parsing the header costs more than the rest of this module.
    if accept in offered:
        return
    if offered and not any(_accepts(offer) for offer in offered):
        detail = f"This is answered as {' or '.join(offered)} only."
        raise one_problem(HTTPStatus.NOT_ACCEPTABLE, "not_acceptable", detail)


def _accepts(offer: str) -> bool:
    """Return whether the client takes the media type `offer`: its most specific range decides.

    Not Werkzeug's own match, in which "application/json; charset=utf-8" refuses application/json.
    """
    specificities = {"*/*": 0, f"{offer.partition('/')[0]}/*": 1, offer: 2}
    ranges = [
        (specificities[media_range], quality)
        for value, quality in request.accept_mimetypes
        if (media_range := value.partition(";")[0].strip().lower()) in specificities
    ]
    # A header without any range says nothing.
    return not request.accept_mimetypes or max(ranges, default=(0, 0.0))[1] > 0
