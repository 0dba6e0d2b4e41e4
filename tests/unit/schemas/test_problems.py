"""The shape of a problem document."""

from schemas.problems import Problem, ProblemError, dump_problem


def problem(*errors: ProblemError) -> Problem:
    return Problem(
        title="Bad Request",
        status=400,
        detail="The body is empty.",
        instance="/requests/1",
        errors=errors,
    )


def test_a_problem_is_dumped_with_all_its_members_in_order() -> None:
    error = ProblemError("/hand/2", "unknown_card", '"ZZ" is no card.')
    document = dump_problem(problem(error))
    assert list(document.items()) == [
        ("type", "about:blank"),
        ("title", "Bad Request"),
        ("status", 400),
        ("detail", "The body is empty."),
        ("instance", "/requests/1"),
        (
            "errors",
            [{"pointer": "/hand/2", "code": "unknown_card", "detail": '"ZZ" is no card.'}],
        ),
    ]


def test_errors_keep_their_order() -> None:
    errors = [ProblemError(f"/{number}", f"code_{number}", "Text.") for number in range(5)]
    codes = [error["code"] for error in dump_problem(problem(*errors))["errors"]]
    assert codes == ["code_0", "code_1", "code_2", "code_3", "code_4"]


def test_a_problem_without_errors_has_an_empty_list() -> None:
    assert dump_problem(problem())["errors"] == []
