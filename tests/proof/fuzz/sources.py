"""Where the requests come from: a strategy by name, and how large its share of a long run is."""

import random
from collections.abc import Callable
from typing import NamedTuple

from flask import Flask
from hypothesis import strategies as st

from tests.proof.fuzz.deals import DOCUMENTS, MOST_CARDS
from tests.proof.fuzz.documented import documented_requests
from tests.proof.fuzz.sending import Request
from tests.proof.fuzz.wire import hostile_request, judging_request, other_request, vectors_request

Maker = Callable[[random.Random], Request]


class Source(NamedTuple):
    """Draws requests of one sort."""

    name: str
    requests: st.SearchStrategy[Request]
    share: int
    """Requests of it in one round of a long run."""


def sources_for(app: Flask, most_cards: int = MOST_CARDS) -> list[Source]:
    """Returns every source, in a fixed order; hands that are sound have so many cards at most."""
    documented = documented_requests(app)
    own: dict[str, tuple[Maker, int]] = {
        **{f"sound {path}": (_judging(path, most_cards), 60) for path in DOCUMENTS},
        "hostile bodies and headers": (lambda rng: hostile_request(rng, most_cards), 250),
        "paths, methods and headers": (other_request, 100),
        "queries for vectors": (vectors_request, 40),
    }
    return [
        *(Source(name, requests, 10) for name, requests in documented.items()),
        *(Source(name, made_by(maker), share) for name, (maker, share) in own.items()),
    ]


def made_by(maker: Maker) -> st.SearchStrategy[Request]:
    """Returns what draws the requests that a maker makes of seeds."""
    return st.integers(0, 2**64 - 1).map(lambda seed: maker(random.Random(seed)))


def _judging(path: str, most_cards: int) -> Maker:
    return lambda rng: judging_request(rng, path, most_cards)
