"""The wire shape of a vector: a validate request with an id, and what its answer has to say."""

from typing import Any

from validator import Vector

from .verdict_json import dump_verdict

_BEST = ("declarable", "penalty", "deadwood_points")
_SHOWN = ("valid", "outcome", "penalty", "violations", "kinds", "points_as_grouped")


def dump_vector(vector: Vector) -> dict[str, Any]:
    """Return a vector as the object that is sent, one a line.

    What `expect` holds does not depend on which of several best arrangements is shown. Without
    groups it holds the best arrangement only, and in knock rulesets the knock.

    >>> from validator import VectorKind, find_ruleset, make_vector
    >>> vector = make_vector(find_ruleset("points-13"), VectorKind.EDGE, 0, 2)
    >>> dump_vector(vector)["expect"]["best"]
    {'declarable': False, 'penalty': 17, 'deadwood_points': 17}
    """
    answer = dump_verdict(vector.verdict)
    document: dict[str, Any] = {
        "id": vector.id,
        "ruleset": vector.verdict.deal.ruleset.id,
        "hand": [str(card) for card in vector.hand],
        "wild_card": None if vector.wild_card is None else str(vector.wild_card),
    }
    expect: dict[str, Any] = {}
    if vector.groups is not None:
        document["groups"] = [[str(card) for card in group] for group in vector.groups]
        answer["violations"] = [
            {"code": violation["code"], "group": violation["group"]}
            for violation in answer["violations"]
        ]
        answer["kinds"] = [group["kind"] for group in answer["groups"]]
        expect = {name: answer[name] for name in _SHOWN}
    if vector.discard is not None:
        document["discard"] = str(vector.discard)
    if "knock" in answer:
        expect["knock"] = answer["knock"]
    expect["best"] = {name: answer["best"][name] for name in _BEST}
    return {**document, "expect": expect}
