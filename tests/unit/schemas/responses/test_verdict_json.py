"""The verdict as JSON text; proof/differential/test_fast_path.py compares thousands of them."""

import json

import pytest

from schemas.responses.verdict_json import dump_verdict, write_verdict
from tests.support.house import house
from tests.support.verdict_schema import dump_plainly
from validator import Ruleset, find_ruleset, judge

HAND = "5H 6H 7H 9S 10S JK 4C 4D 4S QC QD QS QH"
GROUPS = ["5H 6H 7H", "9S 10S JK", "4C 4D 4S", "QC QD QS QH"]
TEN = "2H 3H 4H 5S 6S 7S KC KD KH 9C"


@pytest.mark.parametrize(
    ("hand", "ruleset", "groups"),
    [
        (HAND, find_ruleset("points-13"), None),
        (HAND, find_ruleset("points-13"), []),
        (HAND, find_ruleset("points-13"), GROUPS),
        (HAND, find_ruleset("points-13"), ["5H 7H 9S", "QS QC JK QD QH", "4C 4D"]),
        (f"{HAND} KC", find_ruleset("rummymates-13"), GROUPS),
        (TEN, find_ruleset("knock-52"), None),
        (TEN, find_ruleset("knock-52"), ["2H 3H 4H", "5S 6S 7S"]),
        (HAND, house(cap=None), GROUPS),
    ],
)
def test_the_text_is_that_of_the_object(
    hand: str, ruleset: Ruleset, groups: list[str] | None
) -> None:
    verdict = judge(hand, ruleset, groups=groups)
    text = json.dumps(dump_plainly(verdict), ensure_ascii=False, separators=(",", ":"))
    assert write_verdict(verdict) == text
    assert write_verdict(verdict, '"hand 7"') == f'{{"id":"hand 7",{text[1:]}'
    assert dump_verdict(verdict) == dump_plainly(verdict)
