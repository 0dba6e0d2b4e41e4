"""The one error shape of the service: RFC 9457 problem documents, and their schemas.

What is wrong is an `InputFault` from the domain to the wire; its path becomes a pointer here.
"""

from dataclasses import dataclass
from typing import Any, Final

from marshmallow import Schema, fields

from validator import InputFault

PROBLEM_CONTENT_TYPE: Final = "application/problem+json"
"""Media type of every error answer."""

ABOUT_BLANK: Final = "about:blank"
"""The `type` of every problem: the status says what kind it is, `errors[].code` says which."""


MAX_NAME: Final = 64
"""Characters that an answer repeats of a name that a client has made up."""


@dataclass(frozen=True, slots=True)
class ParameterFault(InputFault):
    """One thing that is wrong with a query; its path is empty, for there is no body."""

    name: str
    """The query parameter."""

    @property
    def parameter(self) -> str:
        """The query parameter as it is sent: a name longer than any parameter's is cut."""
        return self.name[:MAX_NAME]


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A problem document; `errors` lists every cause found, in the order of the body."""

    type: str = ABOUT_BLANK
    title: str
    status: int
    detail: str
    instance: str
    errors: tuple[InputFault, ...]


def json_pointer(path: tuple[str | int, ...]) -> str:
    """Return the JSON pointer (RFC 6901) of a path; "" is the request as a whole.

    >>> json_pointer(("groups", 2, "a/b"))
    '/groups/2/a~1b'
    """
    steps = (str(step).replace("~", "~0").replace("/", "~1") for step in path)
    return "".join(f"/{step}" for step in steps)


class ProblemErrorSchema(Schema):
    """Writes an `InputFault`; ``parameter`` is there for a `ParameterFault` only."""

    pointer = fields.Function(lambda fault: json_pointer(fault.path), required=True)
    code = fields.String(required=True)
    detail = fields.String(required=True)
    parameter = fields.String()


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

    >>> error = InputFault("hand_size", ("hand",), "The hand has 12 cards, not 13.")
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
