"""The codes of broken rules."""

import re

from tests.support.docstrings import undocumented
from validator.verdicts import violations
from validator.verdicts.violations import ViolationCode


def test_codes_are_the_names_that_the_contract_lists() -> None:
    listed = (
        "no_pure_sequence too_few_sequences long_sequence_missing card_left_out group_too_small "
        "set_too_large duplicate_suit_in_set mixed_ranks_and_suits sequence_has_gap "
        "sequence_wraps_ace duplicate_rank_in_sequence too_many_jokers no_natural_card "
        "knock_above_limit"
    )
    assert {code.value for code in ViolationCode} == set(listed.split())


def test_a_code_is_its_member_s_name_in_snake_case() -> None:
    for code in ViolationCode:
        assert code.value == code.name.lower()
        assert re.fullmatch("[a-z]+(_[a-z]+)*", code.value)


def test_every_code_and_every_field_is_documented() -> None:
    assert undocumented(violations) == []
