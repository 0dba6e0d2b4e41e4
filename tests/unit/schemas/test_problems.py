"""The shape of a problem document."""

from schemas.problems import ParameterFault, Problem, dump_problem
from validator import InputFault


def problem(*errors: InputFault) -> Problem:
    return Problem(
        title="Bad Request",
        status=400,
        detail="The body is empty.",
        instance="/requests/1",
        errors=errors,
    )


def test_a_problem_is_dumped_with_all_its_members_in_order() -> None:
    error = InputFault("unknown_card", ("hand", 2), '"ZZ" is not a card.')
    document = dump_problem(problem(error))
    assert list(document.items()) == [
        ("type", "about:blank"),
        ("title", "Bad Request"),
        ("status", 400),
        ("detail", "The body is empty."),
        ("instance", "/requests/1"),
        (
            "errors",
            [{"pointer": "/hand/2", "code": "unknown_card", "detail": '"ZZ" is not a card.'}],
        ),
    ]


def test_errors_keep_their_order() -> None:
    errors = [InputFault(f"code_{number}", (number,), "Text.") for number in range(5)]
    codes = [error["code"] for error in dump_problem(problem(*errors))["errors"]]
    assert codes == ["code_0", "code_1", "code_2", "code_3", "code_4"]


def test_a_fault_of_a_query_names_its_parameter() -> None:
    (error,) = dump_problem(problem(ParameterFault("odd", (), "Text.", "x" * 65)))["errors"]
    assert list(error.items()) == [
        ("pointer", ""), ("code", "odd"), ("detail", "Text."), ("parameter", "x" * 64),
    ]  # fmt: skip


def test_a_pointer_is_escaped() -> None:
    (error,) = dump_problem(problem(InputFault("odd", ("a/b~c", 0, ""), "Text.")))["errors"]
    assert error["pointer"] == "/a~1b~0c/0/"


def test_a_problem_without_errors_has_an_empty_list() -> None:
    assert dump_problem(problem())["errors"] == []
