"""Every request is judged once on the careful way: a hand by one call, a table by one."""

from collections import Counter
from typing import Any

import pytest
from marshmallow import ValidationError

import schemas.requests.declarations
import schemas.requests.situations
import schemas.requests.tables
import validator.questions.declarations
import validator.questions.situations
import validator.questions.table_faults
from schemas.requests import (
    load_arrange_request,
    load_batch_request,
    load_settle_request,
    load_validate_request,
)

HAND = "5H 6H 7H 9S 10S JK 4C 4D 4S QC QD QS QH"
OTHER = "2H 5C 8D JH KD AS 3S 6D 9C 2D 7C 10H 8S"
HOUSE_RULE = {"base": "points-13", "cap": 60}
SHOW: dict[str, Any] = {
    "ruleset": HOUSE_RULE,
    "hand": HAND,
    "groups": ["5H 6H 7H", "9S 10S JK", "4C 4D 4S", "QC QD QS QH"],
}
TABLE: dict[str, Any] = {
    "ruleset": HOUSE_RULE,
    "players": [
        {"seat": "n", "status": "declared", "hand": HAND, "groups": SHOW["groups"]},
        {"seat": "e", "status": "playing", "hand": OTHER},
        {"seat": "s", "status": "first_drop"},
    ],
}
WRONG_CARD = {"wild_card": 5}
"""A part that cannot be read."""

_CALLED = (
    (validator.questions.declarations, "find_faults"),
    (validator.questions.situations, "find_faults"),
    (validator.questions.situations, "find_situation_faults"),
    (validator.questions.table_faults, "find_faults"),
    (validator.questions.table_faults, "find_table_faults"),
    (validator.questions.table_faults, "_surplus_faults"),
    (schemas.requests.declarations, "find_faults"),
    (schemas.requests.situations, "find_situation_faults"),
    (schemas.requests.tables, "find_table_faults"),
)
"""Where each function is called by its name."""


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count the calls of what finds faults, by name."""
    counted = Counter[str]()

    def counting(name: str, original: Any) -> Any:
        def count(*args: Any, **kwargs: Any) -> Any:
            counted[name] += 1
            return original(*args, **kwargs)

        return count

    for module, name in _CALLED:
        monkeypatch.setattr(module, name, counting(name, getattr(module, name)))
    return counted


def test_a_declaration_is_judged_once(calls: Counter[str]) -> None:
    load_validate_request(SHOW)
    assert calls == {"find_faults": 1}


def test_a_line_of_a_batch_is_judged_once(calls: Counter[str]) -> None:
    load_batch_request({**SHOW, "id": 7}, {})
    assert calls == {"find_faults": 1}


def test_a_situation_is_judged_once(calls: Counter[str]) -> None:
    load_arrange_request({"ruleset": HOUSE_RULE, "hand": HAND, "seen": "KC"})
    assert calls == {"find_situation_faults": 1, "find_faults": 1}


def test_a_table_is_judged_once_and_each_hand_at_it(calls: Counter[str]) -> None:
    load_settle_request(TABLE)
    assert calls == {"find_table_faults": 1, "find_faults": 2, "_surplus_faults": 1}


@pytest.mark.parametrize("fault", [WRONG_CARD, {"hand": "5H", "players": []}])
@pytest.mark.parametrize(
    ("load", "request_", "most"),
    [
        (load_validate_request, SHOW, {"find_faults": 1}),
        (
            load_arrange_request,
            {"ruleset": HOUSE_RULE, "hand": HAND},
            {"find_situation_faults": 1, "find_faults": 1},
        ),
        (
            load_settle_request,
            TABLE,
            {"find_table_faults": 1, "find_faults": 2, "_surplus_faults": 1},
        ),
    ],
)
def test_what_is_refused_is_judged_once_too(
    load: Any, request_: Any, most: dict[str, int], fault: Any, calls: Counter[str]
) -> None:
    with pytest.raises(ValidationError):
        load({**request_, **fault})
    assert calls.total() > 0
    assert calls <= Counter(most)
