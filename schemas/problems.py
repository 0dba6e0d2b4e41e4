"""The one error shape of the service: RFC 9457 problem documents, and their schemas."""

from dataclasses import dataclass
from typing import Any, Final

from marshmallow import Schema, fields, post_dump

PROBLEM_CONTENT_TYPE: Final = "application/problem+json"
"""Media type of every error answer."""

ABOUT_BLANK: Final = "about:blank"
"""The `type` of every problem: the status says what kind it is, `errors[].code` says which."""


@dataclass(frozen=True, slots=True)
class ProblemError:
    """One thing that is wrong with a request."""

    pointer: str
    """JSON pointer (RFC 6901) to the wrong place in the body; "" for the request as a whole."""

    code: str
    """Stable snake_case name of the cause, such as `duplicate_key`."""

    detail: str
    """One English sentence, with at most a short offending token of the input."""

    parameter: str | None = None
    """The query parameter that is wrong; None, and not sent, where it is the body or the whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A problem document; `errors` lists every cause found, in the order of the body."""

    type: str = ABOUT_BLANK
    title: str
    status: int
    detail: str
    instance: str
    errors: tuple[ProblemError, ...]


class ProblemErrorSchema(Schema):
    """Writes a `ProblemError`."""

    pointer = fields.String(required=True)
    code = fields.String(required=True)
    detail = fields.String(required=True)
    parameter = fields.String()

    @post_dump
    def leave_out_parameter(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Return the error without ``parameter`` where no query parameter is wrong."""
        if data["parameter"] is None:
            del data["parameter"]
        return data


class ProblemSchema(Schema):
    """Writes a `Problem`."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    instance = fields.String(required=True)
    errors = fields.List(fields.Nested(ProblemErrorSchema), required=True)


_PROBLEM_SCHEMA: Final = ProblemSchema()


def dump_problem(problem: Problem) -> dict[str, Any]:
    """Return `problem` as the JSON object that is sent.

    >>> error = ProblemError("/hand", "hand_size", "The hand has 12 cards, not 13.")
    >>> problem = Problem(
    ...     title="Unprocessable Content",
    ...     status=422,
    ...     detail="1 error.",
    ...     instance="/requests/7f3c",
    ...     errors=(error,),
    ... )
    >>> dump_problem(problem)["errors"][0]["pointer"]
    '/hand'
    """
    document: dict[str, Any] = _PROBLEM_SCHEMA.dump(problem)
    return document
