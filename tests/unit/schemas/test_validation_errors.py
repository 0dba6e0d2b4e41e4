"""How what marshmallow finds wrong becomes errors with a JSON pointer."""

import pytest
from marshmallow import Schema, ValidationError, fields

from schemas.fields.base import UNKNOWN_FIELD, Flaw, StrictField, flaw
from schemas.problems import ProblemError
from schemas.validation_errors import MOST_ERRORS, input_flaws, problem_errors
from validator import ErrorCode, InputFault


class EvenField(StrictField[int]):
    def _read(self, value: object) -> int:
        if not isinstance(value, int):
            raise flaw("wrong_type", "an integer is wanted")
        if value % 2:
            raise flaw("odd", f"{value} is odd", "digits", 0)
        return value


class Inner(Schema):
    error_messages = UNKNOWN_FIELD
    number = EvenField(required=True)


class Outer(Schema):
    error_messages = UNKNOWN_FIELD
    inner = fields.Nested(Inner)
    numbers = fields.List(EvenField())


def errors_of(document: object) -> list[ProblemError]:
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
        ({"inner": 5}, ("/inner", "wrong_type", "a JSON object is wanted here")),
        ({"other": 5}, ("/other", "unknown_field", "there is no such field")),
        ([], ("", "wrong_type", "a JSON object is wanted here")),
        ({"a/b~c": 1}, ("/a~1b~0c", "unknown_field", "there is no such field")),
        ({"_schema": 1}, ("/_schema", "unknown_field", "there is no such field")),
        ({"": 1}, ("/", "unknown_field", "there is no such field")),
        ({"x" * 1000: 1}, ("/" + "x" * 64, "unknown_field", "there is no such field")),
    ],
)
def test_an_error_says_where_and_what(document: object, error: tuple[str, str, str]) -> None:
    assert errors_of(document) == [ProblemError(*error)]


def test_all_errors_are_listed() -> None:
    found = errors_of({"inner": {"number": 1}, "numbers": [1, "x"], "z": 0})
    assert {error.pointer for error in found} == {
        "/inner/number/digits/0", "/numbers/0/digits/0", "/numbers/1", "/z",
    }  # fmt: skip


def test_unknown_fields_are_listed_by_name() -> None:
    names = [f"/z{number:02}" for number in range(30)]
    found = errors_of({"numbers": "x", **dict.fromkeys(name[1:] for name in reversed(names))})
    assert [error.pointer for error in found if error.code == "unknown_field"] == names


def test_what_is_found_twice_is_listed_once() -> None:
    twice = Flaw("odd", "3 is odd")
    assert problem_errors(ValidationError([twice, twice])) == [ProblemError("", "odd", "3 is odd")]


def test_one_flaw_alone_is_an_error_of_the_request_as_a_whole() -> None:
    assert problem_errors(flaw("odd", "3 is odd")) == [ProblemError("", "odd", "3 is odd")]


@pytest.mark.parametrize("extra", [0, 1, 7])
def test_at_most_a_hundred_errors_are_listed(extra: int) -> None:
    flaws = [Flaw("odd", f"{n} is odd", (n,)) for n in range(MOST_ERRORS + extra)]
    found = problem_errors(ValidationError(flaws))
    assert [error.pointer for error in found[:100]] == [f"/{n}" for n in range(100)]
    more = [ProblemError("", "more_errors", f"and {extra} more")] if extra else []
    assert found[100:] == more


def test_the_faults_of_a_request_become_flaws_at_their_paths() -> None:
    fault = InputFault(ErrorCode.EMPTY_GROUP, ("groups", 1), "group 2 has no cards")
    assert problem_errors(input_flaws([fault])) == [
        ProblemError("/groups/1", "empty_group", "group 2 has no cards")
    ]


def test_a_schema_s_own_errors_stand_beside_those_of_its_fields() -> None:
    own = {"_schema": [Flaw("odd", "both", ("hand", 0))], "hand": {1: ["wrong_type: text"]}}
    assert problem_errors(ValidationError(own)) == [
        ProblemError("/hand/0", "odd", "both"),
        ProblemError("/hand/1", "wrong_type", "text"),
    ]


def test_a_strict_field_is_read_by_its_subclass() -> None:
    with pytest.raises(NotImplementedError):
        StrictField[int]().deserialize(1)
