"""How what marshmallow finds wrong becomes errors with a JSON pointer."""

import pytest
from marshmallow import Schema, ValidationError, fields

from schemas.fields.base import UNKNOWN_FIELD, StrictField, field_error
from schemas.problems import json_pointer
from schemas.validation_errors import MAX_ERRORS, problem_errors, with_faults
from validator import ErrorCode, InputFault


class EvenField(StrictField[int]):
    def _read(self, value: object) -> int:
        if not isinstance(value, int):
            raise field_error("wrong_type", "an integer is wanted")
        if value % 2:
            raise field_error("odd", f"{value} is odd", "digits", 0)
        return value


class Inner(Schema):
    error_messages = UNKNOWN_FIELD
    number = EvenField(required=True)


class Outer(Schema):
    error_messages = UNKNOWN_FIELD
    inner = fields.Nested(Inner)
    numbers = fields.List(EvenField())


def errors_of(document: object) -> list[InputFault]:
    with pytest.raises(ValidationError) as caught:
        Outer().load(document)  # type: ignore[arg-type]
    return problem_errors(caught.value)


@pytest.mark.parametrize(
    ("document", "error"),
    [
        ({"inner": {}}, ("/inner/number", "missing_field", "this field is required")),
        (
            {"inner": {"number": None}},
            ("/inner/number", "wrong_type", "null is not allowed here"),
        ),
        ({"inner": {"number": "2"}}, ("/inner/number", "wrong_type", "an integer is wanted")),
        ({"inner": {"number": 3}}, ("/inner/number/digits/0", "odd", "3 is odd")),
        ({"numbers": [2, 3]}, ("/numbers/1/digits/0", "odd", "3 is odd")),
        ({"inner": 5}, ("/inner", "wrong_type", "must be a JSON object")),
        ({"other": 5}, ("/other", "unknown_field", "unknown field")),
        ([], ("", "wrong_type", "must be a JSON object")),
        ({"a/b~c": 1}, ("/a~1b~0c", "unknown_field", "unknown field")),
        ({"_schema": 1}, ("/_schema", "unknown_field", "unknown field")),
        ({"": 1}, ("/", "unknown_field", "unknown field")),
        ({"x" * 1000: 1}, ("/" + "x" * 64, "unknown_field", "unknown field")),
    ],
)
def test_an_error_says_where_and_what(document: object, error: tuple[str, str, str]) -> None:
    (found,) = errors_of(document)
    assert (json_pointer(found.path), found.code, found.detail) == error


def test_all_errors_are_listed() -> None:
    found = errors_of({"inner": {"number": 1}, "numbers": [1, "x"], "z": 0})
    assert {json_pointer(error.path) for error in found} == {
        "/inner/number/digits/0", "/numbers/0/digits/0", "/numbers/1", "/z",
    }  # fmt: skip


def test_unknown_fields_are_listed_by_name() -> None:
    names = [f"/z{number:02}" for number in range(30)]
    found = errors_of({"numbers": "x", **dict.fromkeys(name[1:] for name in reversed(names))})
    assert [json_pointer(error.path) for error in found if error.code == "unknown_field"] == names


def test_what_is_found_twice_is_listed_once() -> None:
    twice = InputFault("odd", (), "3 is odd")
    assert problem_errors(ValidationError([twice, twice])) == [twice]


def test_one_fault_alone_is_an_error_of_the_request_as_a_whole() -> None:
    fault = InputFault("odd", (), "3 is odd")
    assert problem_errors(field_error("odd", "3 is odd")) == [fault]


@pytest.mark.parametrize("extra", [0, 1, 7])
def test_at_most_a_hundred_errors_are_listed(extra: int) -> None:
    faults = [InputFault("odd", (n,), f"{n} is odd") for n in range(MAX_ERRORS + extra)]
    found = problem_errors(ValidationError(faults))
    assert [json_pointer(error.path) for error in found[:100]] == [f"/{n}" for n in range(100)]
    more = [InputFault("more_errors", (), f"and {extra} more")] if extra else []
    assert found[100:] == more


def test_the_faults_of_a_request_keep_their_paths() -> None:
    fault = InputFault(ErrorCode.EMPTY_GROUP, ("groups", 1), "group 2 has no cards")
    assert problem_errors(with_faults({}, [fault])) == [fault]
    long = InputFault(ErrorCode.UNKNOWN_SEAT, ("totals", "x" * 65), "no such seat")
    (found,) = problem_errors(with_faults({}, [long]))
    assert found.path == ("totals", "x" * 64)


def test_the_faults_of_a_request_stand_behind_those_of_its_fields() -> None:
    messages = {"hand": {1: ["wrong_type: text"]}}
    both = InputFault("odd", ("hand", 0), "both")
    text = InputFault("wrong_type", ("hand", 1), "text")
    assert problem_errors(with_faults(messages, [both])) == [text, both]
    assert problem_errors(with_faults(messages, [])) == [text]


def test_a_field_may_be_called_what_marshmallow_calls_the_whole() -> None:
    messages = {"_schema": ["unknown_field: unknown field"]}
    both = InputFault("odd", ("hand", 0), "both")
    assert problem_errors(with_faults(messages, [both])) == [
        InputFault("unknown_field", ("_schema",), "unknown field"),
        both,
    ]


def test_a_strict_field_is_read_by_its_subclass() -> None:
    with pytest.raises(NotImplementedError):
        StrictField[int]().deserialize(1)
