"""Every error answer: the exception that handlers raise and the one set of error handlers.

All problems have the `type` "about:blank", so `title` is the status's own phrase; what exactly is
wrong stands in `errors[].code`. `instance` is "/requests/" plus the request's X-Request-ID: it
names the occurrence, as in the logs, and cannot be dereferenced.
"""

import logging
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

from flask import Flask, Response, current_app, g
from marshmallow import ValidationError
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.http import HTTP_STATUS_CODES

from schemas.problems import PROBLEM_CONTENT_TYPE, Problem, dump_problem
from schemas.validation_errors import problem_errors
from validator import InputFault

logger = logging.getLogger("rummy.errors")

_TITLES: Final[Mapping[int, str]] = {
    **HTTP_STATUS_CODES,
    # Werkzeug still has the names from before RFC 9110.
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "Content Too Large",
    HTTPStatus.UNPROCESSABLE_ENTITY: "Unprocessable Content",
}

_CODES: Final[Mapping[int, tuple[str, str]]] = {
    HTTPStatus.NOT_FOUND: ("not_found", "There is nothing at this path."),
    HTTPStatus.METHOD_NOT_ALLOWED: ("method_not_allowed", "This path has no such method."),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: ("body_too_large", "The body is too large."),
    HTTPStatus.INTERNAL_SERVER_ERROR: ("internal_error", "The service failed; it has been logged."),
}


class ProblemException(Exception):
    """Ends a request with a problem document.

    `errors` lists everything that is wrong; `detail` sums it up and is by default the first
    error's detail with the number of the others.
    """

    def __init__(
        self,
        status: int,
        errors: Sequence[InputFault],
        detail: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.status = status
        self.errors = tuple(errors)
        self.detail = _summary(self.errors) if detail is None else detail
        self.headers = dict(headers or {})
        super().__init__(f"{status} {self.detail}")

    def document(self) -> dict[str, Any]:
        """Return the problem document, as sent; also for one line of a batch."""
        return dump_problem(
            Problem(
                title=_TITLES.get(self.status, "Unknown Error"),
                status=self.status,
                detail=self.detail,
                instance=f"/requests/{g.get('request_id', 'unknown')}",
                errors=self.errors,
            )
        )


def one_problem(status: int, code: str, detail: str) -> ProblemException:
    """Return, to be raised, the exception for a request with exactly one thing wrong."""
    return ProblemException(status, [InputFault(code, (), detail)])


def unprocessable(error: ValidationError) -> ProblemException:
    """Return what a schema found wrong as the problem that ends a request, or a line of a batch."""
    return ProblemException(HTTPStatus.UNPROCESSABLE_ENTITY, problem_errors(error))


def register_error_handlers(app: Flask) -> None:
    """Answer every error of `app`, the router's and unforeseen ones too, by a problem document."""
    app.register_error_handler(ProblemException, _answer_problem)
    app.register_error_handler(ValidationError, _answer_validation_error)
    app.register_error_handler(HTTPException, _answer_http_exception)
    app.register_error_handler(Exception, _answer_unforeseen)


def _answer_problem(problem: ProblemException) -> Response:
    return Response(
        current_app.json.dumps(problem.document(), separators=(",", ":")),
        status=problem.status,
        headers=problem.headers,
        content_type=PROBLEM_CONTENT_TYPE,
    )


def _answer_validation_error(error: ValidationError) -> Response:
    return _answer_problem(unprocessable(error))


def _answer_http_exception(error: HTTPException) -> Response | HTTPException:
    status = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
    if status < HTTPStatus.BAD_REQUEST:
        # A redirect is no error: Werkzeug's own answer carries the Location.
        return error
    # Not error.description: it can quote the request, and its wording changes with Werkzeug.
    title = _TITLES.get(status, "Unknown Error")
    code, detail = _CODES.get(status, (title.lower().replace(" ", "_"), f"{title}."))
    problem = one_problem(status, code, detail)
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        problem.headers["Allow"] = ", ".join(sorted(error.valid_methods))
    return _answer_problem(problem)


def _answer_unforeseen(error: Exception) -> Response:
    return _answer_problem(unforeseen(error))


def unforeseen(error: Exception) -> ProblemException:
    """Log a failure of the service and return the problem that reports it to the client."""
    logger.error("unhandled exception", exc_info=error)
    code, detail = _CODES[HTTPStatus.INTERNAL_SERVER_ERROR]
    return one_problem(HTTPStatus.INTERNAL_SERVER_ERROR, code, detail)


def _summary(errors: tuple[InputFault, ...]) -> str:
    if not errors:
        return "The request was refused."
    others = len(errors) - 1
    if not others:
        return errors[0].detail
    return f"{errors[0].detail} (and {others} more)"
