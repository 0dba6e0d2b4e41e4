"""Reads the rule corpus: a folder for each ruleset, and in it files of vectors."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from parity.errors import BrokenKit
from parity.questions import Ask, Case, Json, Note, Question
from validator import Ruleset

_HERE: Final = Path(__file__).resolve().parent
_INSTALLED: Final = _HERE / "vectors"

SHIPPED: Final = _INSTALLED if _INSTALLED.is_dir() else _HERE.parent / "tests" / "vectors"
"""The corpus of this project: in an installation, or in a checkout."""

_UNREADABLE = (OSError, ValueError, LookupError, TypeError, AttributeError)
"""What reading a file of another form raises."""


def read_corpus(folder: Path, ruleset: Ruleset) -> tuple[list[Case], dict[str, Note]]:
    """Return the cases of one ruleset, in the order of the files, and what their flags stand for.

    A vector that asks none of the four questions is left out.

    :raises BrokenKit: when there are no vectors of the ruleset, or they cannot be read.
    """
    cases: list[Case] = []
    notes = read_notes(folder)
    for path in sorted((folder / ruleset.id).glob("*.json")):
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
            notes |= _notes(content.get("notes", {}))
            for vector in content["vectors"]:
                cases += _cases_of(vector, ruleset)
        except _UNREADABLE as error:
            raise BrokenKit(f"{path} cannot be read as vectors: {error!r}") from error
    if not cases:
        raise BrokenKit(f"{folder} has no vectors of {ruleset.id}")
    ids = [case.id for case in cases]
    if len(set(ids)) != len(ids):
        twice = next(name for name in ids if ids.count(name) > 1)
        raise BrokenKit(f"{folder} has the id {twice} twice")
    return cases, notes


def read_notes(folder: Path) -> dict[str, Note]:
    """Return the flags that are explained for all files together; a file may have its own.

    :raises BrokenKit: when they cannot be read.
    """
    path = folder / "flags.json"
    try:
        return _notes(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}
    except _UNREADABLE as error:
        raise BrokenKit(f"{path} cannot be read as flags: {error!r}") from error


def _notes(content: Json) -> dict[str, Note]:
    found: dict[str, Note] = {}
    for flag, note in content.items():
        text = note["text"]
        found[flag] = Note(text, note.get("effect", ""))
        found[_near(flag)] = Note(text, "The rule is drawn too wide.")
    return found


def _near(flag: str) -> str:
    """Return the flag of a vector to which a rule nearly applies, and does not."""
    return f"near {flag}"


def _cases_of(vector: Json, ruleset: Ruleset) -> Iterator[Case]:
    """Yield every question that a vector asks."""
    expect = vector["expect"]
    refused = {"refused": sorted({error["code"] for error in expect.get("errors", ())})}
    if "group" in vector:
        yield _case(vector, _question(Ask.CLASSIFY, vector, ruleset), _kind(expect))
        return
    if "players" in vector:
        right = refused if "errors" in expect else _settled(expect)
        yield _case(vector, _question(Ask.SETTLE, vector, ruleset), right)
        return
    if "grouping" in vector:
        right = refused if "errors" in expect else _judged(expect)
        yield _case(vector, _question(Ask.JUDGE, vector, ruleset), right)
    if "best" in expect:
        yield _case(vector, _question(Ask.BEST, vector, ruleset), _best(expect))
    elif "hand" in vector and "grouping" not in vector:
        yield _case(vector, _question(Ask.BEST, vector, ruleset), refused)
    for card, points in expect.get("discards", {}).items():
        question = _question(Ask.BEST, {**vector, "discard": card}, ruleset)
        yield _case(vector, question, {"penalty": points}, card)


def _case(vector: Json, question: Question, expect: Json, *names: str) -> Case:
    return Case(
        id="/".join((vector["id"], question.ask, *names)),
        question=question,
        expect=expect,
        vector=vector["id"],
        flags=(*vector.get("flags", ()), *map(_near, vector.get("near", ()))),
        description=vector["description"],
        source=tuple(vector["source"]),
    )


def _question(ask: Ask, vector: Json, ruleset: Ruleset) -> Question:
    return Question(
        ask=ask,
        ruleset=ruleset,
        wild_card=vector["wild"],
        group=tuple(vector.get("group", ())),
        hand=tuple(vector.get("hand", ())),
        groups=tuple(map(tuple, vector.get("grouping", ()))),
        discard=vector.get("discard"),
        players=tuple(map(_player, vector.get("players", ()))),
        reason=vector.get("reason"),
        totals=vector.get("totals", {}),
    )


def _player(player: Mapping[str, object]) -> Json:
    """Return a player as questions name the parts: ``groups`` for ``grouping``."""
    return {"groups" if name == "grouping" else name: value for name, value in player.items()}


def _codes(expect: Json) -> Json:
    if "violations" not in expect:
        return {}
    return {"violations": [violation["code"] for violation in expect["violations"]]}


def _kind(expect: Json) -> Json:
    return {"kind": expect["kind"], **_codes(expect)}


def _judged(expect: Json) -> Json:
    told = {name: expect[name] for name in ("valid", "penalty", "points_as_grouped")}
    return {**told, **_codes(expect)}


def _best(expect: Json) -> Json:
    told = {name: expect["best"][name] for name in ("penalty", "declarable")}
    return {**told, "counts": expect["counts"]} if "counts" in expect else told


def _settled(expect: Json) -> Json:
    told = ("seat", "points", "rank", "total")
    players = [
        {name: player[name] for name in told if name in player} for player in expect["players"]
    ]
    return {"settled": expect["settled"], "winner": expect["winner"], "players": players}
