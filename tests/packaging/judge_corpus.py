"""Judges the rule corpus with an installed `rummy_referee`; run by the tests, in its environment.

Arguments: the folder of the corpus, and the rulesets. Prints how many vectors were judged.
"""

import json
import sys
from pathlib import Path
from typing import Any

import rummy_referee as referee


def told(vector: dict[str, Any], ruleset: str) -> dict[str, Any]:
    """Return what the library says of a vector, by the names of the corpus."""
    try:
        verdict = referee.judge(
            vector["hand"],
            ruleset,
            wild_card=vector["wild"],
            groups=vector.get("grouping"),
            discard=vector.get("discard"),
        )
    except referee.MalformedRequest as refused:
        return {"errors": sorted({str(fault.code) for fault in refused.faults})}
    best = {"penalty": verdict.best.penalty, "declarable": verdict.best.declarable}
    outcome = {name: getattr(verdict, name) for name in ("valid", "penalty")}
    codes = [found.code.value for found in verdict.violations]
    return {**outcome, "violations": codes, "best": best}


def wanted(expect: dict[str, Any]) -> dict[str, Any]:
    """Return what the corpus says, as far as `told` does."""
    if "errors" in expect:
        return {"errors": sorted({error["code"] for error in expect["errors"]})}
    right: dict[str, Any] = {name: expect[name] for name in ("valid", "penalty") if name in expect}
    if "violations" in expect:
        right["violations"] = [found["code"] for found in expect["violations"]]
    if "best" in expect:
        right["best"] = {name: expect["best"][name] for name in ("penalty", "declarable")}
    return right


def main(corpus: str, *rulesets: str) -> int:
    """Judge all vectors with a hand; name the first that is judged otherwise."""
    count = 0
    for ruleset in rulesets:
        for file in sorted((Path(corpus) / ruleset).glob("*.json")):
            for vector in json.loads(file.read_text(encoding="utf-8"))["vectors"]:
                if "hand" not in vector:
                    continue
                said, right = told(vector, ruleset), wanted(vector["expect"])
                assert right
                assert right.items() <= said.items(), f"{vector['id']}: {said}, not {right}"
                count += 1
    sys.stdout.write(f"{count}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
