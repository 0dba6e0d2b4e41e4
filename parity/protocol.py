"""The line protocol, version 1: a JSON object a line, in UTF-8, to the client and back.

::

    → {"cmd": "start", "version": 1, "ruleset": "points-13", "rules": {…every field…}}
    ← {"version": 1, "name": "my client", "questions": ["classify", "judge"]}
    → {"cmd": "run", "seq": 1, "id": "…", "question": {"ask": "classify", "group": ["KS", …], …}}
    ← {"seq": 1, "answer": {"kind": "invalid"}}
    → {"cmd": "stop"}

Instead of ``answer`` a client may give ``"skip": "reason"``, or ``"error": "what went wrong"``. It
answers in the order in which it is asked, and sends each line off at once; more questions may come
before the last one is answered. `parity/schemas` describes every line. Here is what the kit sends,
and what it makes of a line that comes back; nothing in it is trusted.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from parity.errors import Breach
from parity.questions import Ask, Case, Json
from parity.referee import rules_of
from validator import MeldKind, Ruleset

VERSION: Final = 1
"""Of the protocol; a client names the one that it speaks."""

LONGEST_LINE: Final = 65_536
"""Bytes of the longest line that is read from a client."""

_LONGEST_TEXT: Final = 500
"""Characters of a client's own text that are kept."""


@dataclass(frozen=True, slots=True)
class Introduction:
    """What a client says of itself when it is started."""

    name: str
    """Its name."""
    version: str
    """Its own version; empty when it does not say."""
    asks: frozenset[Ask]
    """The questions that it answers."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of one question; one of the fields is not None."""

    answer: Json | None = None
    """The answer, as checked by `check_answer`."""
    skip: str | None = None
    """Why the client does not answer."""
    error: str | None = None
    """What went wrong in the client, by its own account."""
    breach: str | None = None
    """How it crashed, was late, or broke the protocol."""
    not_asked: str | None = None
    """Why it was not asked any more."""


def start_message(ruleset: Ruleset) -> Json:
    """Return the first message."""
    named = {"cmd": "start", "version": VERSION, "ruleset": ruleset.id}
    return {**named, "rules": rules_of(ruleset)}


def run_message(seq: int, case: Case) -> Json:
    """Return a question, numbered."""
    return {"cmd": "run", "seq": seq, "id": case.id, "question": case.question.as_json()}


STOP_MESSAGE: Final[Json] = {"cmd": "stop"}
"""The last message; the client ends."""


def encode(message: Mapping[str, Any]) -> bytes:
    """Return a message as a line."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def decode(line: bytes) -> Json:
    """Return a client's line as an object.

    :raises Breach: when it is none.

    >>> decode(b'{"seq": 1, "skip": "no jokers yet"}')
    {'seq': 1, 'skip': 'no jokers yet'}
    """
    if len(line) > LONGEST_LINE:
        raise Breach(f"a line of more than {LONGEST_LINE} bytes")
    try:
        found = json.loads(line, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise Breach(f"a line that is no JSON: {quoted(line)}") from None
    if not isinstance(found, dict):
        raise Breach(f"a line that is no JSON object: {quoted(line)}")
    return found


def quoted(line: bytes) -> str:
    """Return the beginning of a line as text that is safe to print."""
    text = line[:60].decode("utf-8", "replace").strip()
    return ascii(text) + ("…" if len(line) > 60 else "")


def own_text(text: object) -> str:
    """Return a client's own text, cut, without what is not printable."""
    kept = str(text)[:_LONGEST_TEXT]
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in kept)


def read_introduction(found: Json) -> Introduction:
    """Return the client's answer to ``start``. :raises Breach: when it is none."""
    if found.get("version") != VERSION:
        raise Breach(f"its answer to start does not say version {VERSION}")
    name, asks = found.get("name"), found.get("questions")
    if not isinstance(name, str) or not name.strip():
        raise Breach("its answer to start has no name")
    known = [ask.value for ask in Ask]
    if not isinstance(asks, list) or not asks or any(ask not in known for ask in asks):
        raise Breach(f"its answer to start does not list questions; there are {', '.join(known)}")
    version = own_text(found.get("client_version", ""))
    return Introduction(own_text(name), version, frozenset(map(Ask, asks)))


def read_reply(found: Json, seq: int, ask: Ask) -> Reply:
    """Return what a client says to the question with this number.

    An answer that lacks what it has to have is a breach of this question alone, and no exception.

    :raises Breach: when it answers another question, so that the two are out of step.
    """
    if type(found.get("seq")) is not int or found["seq"] != seq:
        raise Breach(f"question {seq} was to be answered, not {own_text(found.get('seq'))[:20]}")
    if "skip" in found:
        return Reply(skip=own_text(found["skip"]))
    if "error" in found:
        return Reply(error=own_text(found["error"]))
    answer = _with_integers(found.get("answer"))
    wrong = check_answer(ask, answer)
    return Reply(answer=answer) if wrong is None else Reply(breach=f"its answer {wrong}")


def check_answer(ask: Ask, answer: object) -> str | None:
    """Return what keeps a value from being an answer to such a question; None if nothing does.

    >>> check_answer(Ask.JUDGE, {"penalty": 80})
    'does not say whether the grouping is valid'
    """
    if not isinstance(answer, dict):
        return "is missing, or no object"
    if "refused" in answer:
        codes = answer["refused"]
        return (
            None if codes is True or _is_codes(codes) else "refuses, but not with a list of codes"
        )
    if "violations" in answer and not _is_codes(answer["violations"]):
        return "has violations that are no list of codes"
    return _CHECKS[ask](answer)


def _check_kind(answer: Json) -> str | None:
    kinds = [kind.value for kind in MeldKind]
    return None if answer.get("kind") in kinds else f"has no kind; there are {', '.join(kinds)}"


def _check_judgement(answer: Json) -> str | None:
    if not isinstance(answer.get("valid"), bool):
        return "does not say whether the grouping is valid"
    for name in ("penalty", "points_as_grouped"):
        if not _is_number(answer.get(name, 0)):
            return f"has a {name} that is no integer"
    return None


def _check_best(answer: Json) -> str | None:
    if not _is_number(answer.get("penalty")):
        return "has no penalty"
    if not isinstance(answer.get("declarable", True), bool):
        return "has a declarable that is neither true nor false"
    counts = answer.get("counts", {})
    if not isinstance(counts, dict) or not all(map(_is_number, counts.values())):
        return "has counts that are no integers by name"
    melds = answer.get("melds", [])
    if not isinstance(melds, list) or not all(map(_is_codes, melds)):
        return "has melds that are no lists of cards"
    return (
        None if isinstance(answer.get("discard"), str | None) else "has a discard that is no card"
    )


def _check_settlement(answer: Json) -> str | None:
    if "winner" not in answer or not isinstance(answer["winner"], str | None):
        return "has no winner, which is a seat or null"
    if not isinstance(answer.get("settled", True), bool):
        return "has a settled that is neither true nor false"
    players = answer.get("players")
    if not isinstance(players, list) or not all(isinstance(player, dict) for player in players):
        return "has no list of players"
    for player in players:
        told = [player[name] for name in ("rank", "total") if name in player]
        if not isinstance(player.get("seat"), str) or "points" not in player:
            return "has a player without seat or points"
        if not all(number is None or _is_number(number) for number in (player["points"], *told)):
            return "has a player whose points, rank or total are no integer"
    return None


_CHECKS: Final = {
    Ask.CLASSIFY: _check_kind,
    Ask.JUDGE: _check_judgement,
    Ask.BEST: _check_best,
    Ask.SETTLE: _check_settlement,
}


def _is_codes(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(code, str) for code in value)


def _is_number(value: object) -> bool:
    return type(value) is int


def _with_integers(value: Any) -> Any:
    """Return a JSON value with 80.0 as 80: some languages know one sort of number only."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [_with_integers(item) for item in value]
    if isinstance(value, dict):
        return {name: _with_integers(item) for name, item in value.items()}
    return value


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")
