"""Headers that keep browsers and caches from doing more with an answer than is meant.

A view that needs others sets them on its own answer: none that is there is replaced. So a page of
HTML brings its own Content-Security-Policy, and an answer that may be kept its Cache-Control.
"""

from typing import Final

from flask import Flask, Response

from ..config import Settings

SECURITY_HEADERS: Final = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    # JSON loads nothing; frames and forms are named since they do not follow default-src.
    (
        "Content-Security-Policy",
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    # A hand is its player's secret. Rulesets and the contract say themselves how long they keep.
    ("Cache-Control", "no-store"),
)
"""What every answer carries that does not say otherwise."""


def register(app: Flask, _settings: Settings) -> None:
    """Makes every answer of `app`, problems too, carry `SECURITY_HEADERS`."""
    app.after_request(_secure)


def _secure(response: Response) -> Response:
    # Not setdefault(): it looks through the headers each time, and costs four times as much.
    present = {name.lower() for name, _ in response.headers}
    for name, value in SECURITY_HEADERS:
        if name.lower() not in present:
            response.headers.add(name, value)
    return response
