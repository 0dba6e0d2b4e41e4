"""API keys, where the operator has set any: who calls must show one on every route under /v1/.

The service knows hashes only. A plain SHA-256 suffices, since keys are made at random and are not
chosen by people: there is nothing to guess that a slow hash would protect.
"""

import re
from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from hmac import compare_digest
from http import HTTPStatus
from typing import Final

from flask import Flask, g, request

from ..config import KeyHash, Settings
from ..http import ProblemException, one_problem
from .lifecycle import is_call

KEY_HEADER: Final = "X-API-Key"

# The characters of RFC 6750, which a key made as the docs say consists of.
_KEY: Final = re.compile(r"[A-Za-z0-9._~+/=-]{1,256}")


def register(app: Flask, settings: Settings) -> None:
    """Makes `app` ask for a key, if there is any; otherwise it is left as it is."""
    known = settings.api_key_hashes + settings.api_key_file
    if known:
        app.before_request(partial(_require_key, known))


def _require_key(known: Sequence[KeyHash]) -> None:
    """:raises ProblemException: 401 when the call shows no key, 403 when nobody has it."""
    if not is_call():
        return
    key = _shown_key()
    if key is None:
        raise _missing()
    name = find_name(known, key)
    if name is None:
        raise one_problem(HTTPStatus.FORBIDDEN, "key_unknown", "Nobody has this API key.")
    g.key_name = name


def _shown_key() -> str | None:
    """Return what the request shows as its key; None for nothing, or nothing like a key."""
    authorization = request.headers.get("Authorization")
    if authorization is None:
        key = request.headers.get(KEY_HEADER, "")
    else:
        scheme, _, key = authorization.partition(" ")
        if scheme.lower() != "bearer":
            return None
    key = key.strip(" ")
    return key if _KEY.fullmatch(key) else None


def find_name(known: Sequence[KeyHash], key: str) -> str | None:
    """Return whose key this is, in a time that tells nothing of `known` but its length.

    >>> find_name([KeyHash("web", sha256(b"secret").digest())], "secret")
    'web'
    """
    digest = sha256(key.encode()).digest()
    # Every entry is compared, also after the right one: no break, no dict.
    names = [entry.name for entry in known if compare_digest(entry.digest, digest)]
    return names[0] if names else None


def _missing() -> ProblemException:
    problem = one_problem(
        HTTPStatus.UNAUTHORIZED,
        "key_missing",
        f"Send an API key, as Authorization: Bearer KEY or as {KEY_HEADER}: KEY.",
    )
    problem.headers["WWW-Authenticate"] = 'Bearer realm="rummy-referee"'
    return problem
