"""The answer to a check of a house rule: what it comes to, and how it differs from its base."""

from typing import Any

from validator import RULESETS, MeldRules, Ruleset, SettlementRules, find_ruleset

from ..fields import field_error
from ..rulesets import dump_ruleset, load_ruleset

_RULES = (*MeldRules.__dataclass_fields__, *SettlementRules.__dataclass_fields__)


def check_house_rule(document: Any) -> dict[str, Any]:
    """Return the house rule that the body of a check describes, as the object that is sent.

    It holds the ruleset with every field, its base, the rules that differ from the base in the
    order of the fields, and the ids of the built-in rulesets that have the same rules.

    :raises ValidationError: with everything that is wrong; see
    `schemas.validation_errors.problem_errors`.

    >>> answer = check_house_rule({"base": "points-13", "cap": 100})
    >>> answer["differences"], answer["same_as"]
    ([{'field': 'cap', 'base_value': 80, 'value': 100}], [])
    """
    if not isinstance(document, dict):
        raise field_error("wrong_type", "must be a JSON object")
    ruleset = load_ruleset(document)
    base = find_ruleset(document["base"]) if "base" in document else None
    return {
        "ruleset": dump_ruleset(ruleset),
        "base": None if base is None else base.id,
        "differences": [] if base is None else _differences(base, ruleset),
        "same_as": [known.id for known in RULESETS if known.digest == ruleset.digest],
    }


def _differences(base: Ruleset, ruleset: Ruleset) -> list[dict[str, Any]]:
    before, after = dump_ruleset(base), dump_ruleset(ruleset)
    return [
        {"field": name, "base_value": before[name], "value": after[name]}
        for name in _RULES
        if before[name] != after[name]
    ]
