"""Questions for the unit tests, written the way a player writes cards."""

from typing import Any

from parity.generated import case_of
from parity.questions import Ask, Case, Question
from validator import find_ruleset


def case(ask: str, ruleset: str = "points-13", **parts: Any) -> Case:
    """Return a case; cards are strings of codes, groups lists of such strings."""
    for name in ("group", "hand"):
        if name in parts:
            parts[name] = tuple(parts[name].split())
    if "groups" in parts:
        parts["groups"] = tuple(tuple(group.split()) for group in parts["groups"])
    question = Question(ask=Ask(ask), ruleset=find_ruleset(ruleset), **parts)
    return case_of(f"made/{ask}", "made", question)


HAND = "5H 6H 7H 9S 10S JS 4C 4D 4S QC QD QS QH"
"""A complete hand of thirteen cards."""
GROUPS = ["5H 6H 7H", "9S 10S JS", "4C 4D 4S", "QC QD QS QH"]
"""The hand in groups."""
