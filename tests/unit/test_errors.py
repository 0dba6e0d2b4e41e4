"""Exceptions for malformed input."""

import pytest

from validator.errors import (
    Contradiction,
    ErrorCode,
    InputFault,
    MalformedRequest,
    RulesetContradiction,
    UnknownCard,
    UnknownRuleset,
    ValidatorError,
    shown,
)

FAULTS = (
    InputFault(ErrorCode.HAND_SIZE, ("hand",), "one"),
    InputFault(ErrorCode.EMPTY_GROUP, ("groups", 1), "two"),
)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UnknownCard("ZZ"), ErrorCode.UNKNOWN_CARD),
        (UnknownRuleset("x", ["a"]), ErrorCode.UNKNOWN_RULESET),
        (RulesetContradiction([Contradiction(("a",), "b")]), ErrorCode.RULESET_CONTRADICTION),
        (MalformedRequest(FAULTS), ErrorCode.HAND_SIZE),
    ],
)
def test_every_exception_is_a_value_error_with_a_code(
    error: ValidatorError, code: ErrorCode
) -> None:
    assert isinstance(error, ValidatorError)
    assert isinstance(error, ValueError)
    assert error.code is code


def test_codes_are_the_names_that_the_contract_lists() -> None:
    listed = (
        "unknown_card hand_size too_many_copies card_not_in_hand card_used_twice empty_group "
        "discard_in_group discard_not_in_hand discard_missing unknown_ruleset "
        "ruleset_contradiction wild_card_not_allowed player_count duplicate_seat "
        "status_not_allowed no_drop_offered reason_not_allowed declarer_missing several_declarers "
        "hand_missing unknown_seat total_out_of_range"
    )
    assert [code.value for code in ErrorCode] == listed.split()
    assert all(code.value == code.name.lower() for code in ErrorCode)


@pytest.mark.parametrize(
    ("token", "text"),
    [
        ("", "''"),
        ("ZZ", "'ZZ'"),
        ("Q" * 12, "'QQQQQQQQQQQQ'"),
        ("Q" * 13, "'QQQQQQQQQQQQ…'"),
        ("a\nb\x00", r"'a\nb\x00'"),
    ],
)
def test_an_offending_token_is_quoted_and_cut_after_twelve_characters(
    token: str, text: str
) -> None:
    assert shown(token) == text


def test_an_unknown_card_names_itself() -> None:
    error = UnknownCard("ZZ")
    assert str(error) == "'ZZ' is not a card"
    assert error.token == "ZZ"


def test_an_unknown_ruleset_names_the_ids_there_are() -> None:
    assert str(UnknownRuleset("gin", ["a-13", "b-7"])) == "no ruleset 'gin'; known are a-13, b-7"


def test_contradictions_are_all_kept_and_all_said() -> None:
    found = [Contradiction(("a", "b"), "a clashes"), Contradiction(("c",), "c is wrong")]
    error = RulesetContradiction(found)
    assert error.contradictions == tuple(found)
    assert str(error) == "a clashes; c is wrong"


def test_a_malformed_request_keeps_every_fault_and_has_the_code_of_the_first() -> None:
    error = MalformedRequest(FAULTS)
    assert error.faults == FAULTS
    assert str(error) == "one; two"
