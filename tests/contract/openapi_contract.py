"""Holds what the service sends against openapi.yaml; `ContractClient` does so by itself.

Paths that the document does not know are either routes that a test has added, which are none of
its business, or wrong, and then answered 404.
"""

import gzip
import json
import re
import zlib
from functools import cache
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NoReturn

import yaml
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from jsonschema.protocols import Validator
from jsonschema.validators import extend
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect
from werkzeug.test import TestResponse

Json = dict[str, Any]

CONTRACT_FILE: Final = Path(__file__).resolve().parents[2] / "openapi.yaml"
CONTRACT: Final[Json] = yaml.safe_load(CONTRACT_FILE.read_text(encoding="utf-8"))
NDJSON: Final = "application/x-ndjson"
"""The media type whose schemas are those of one line."""
GZIP_CODINGS: Final = ("gzip", "x-gzip")
METHODS: Final = ("get", "put", "post", "delete", "patch", "head", "options", "trace")
SHAPE_CODES: Final = frozenset({"missing_field", "unknown_field", "wrong_type", "out_of_range"})
"""Codes of faults that the schema of a request shows; the others need the rules."""

_URI: Final = "urn:openapi"
_REGISTRY: Final[Registry[Any]] = Registry().with_resource(
    _URI, Resource.from_contents(CONTRACT, default_specification=DRAFT202012)
)
# JSON Schema takes 2.0 for an integer; the service does not.
_STRICT_VALIDATOR: Final[Any] = extend(  # type: ignore[no-untyped-call]
    Draft202012Validator,
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine(
        "integer", lambda _checker, value: type(value) is int
    ),
)


class ContractClient(FlaskClient):
    """A client that fails when an answer, or a request that was taken, is not as documented."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        answer = super().open(*args, **kwargs)
        check_exchange(self.application, answer)
        answer.get_data()
        answer.close()  # as a server does when it has sent all of it
        return answer


def pointer_to(*steps: str) -> str:
    """Returns the JSON pointer of these steps, for `validator_for`."""
    return "".join(f"/{step.replace('~', '~0').replace('/', '~1')}" for step in steps)


@cache
def validator_for(pointer: str) -> Validator:
    """Returns the validator of the schema at this JSON pointer into the document."""
    validator: Validator = _STRICT_VALIDATOR({"$ref": f"{_URI}#{pointer}"}, registry=_REGISTRY)
    return validator


def schema_validator(name: str) -> Validator:
    """Returns the validator of one of the named schemas."""
    return validator_for(pointer_to("components", "schemas", name))


def faults_of(validator: Validator, value: Any) -> list[str]:
    """Returns what is wrong with a value, each with its place."""
    return [f"{error.json_path}: {error.message[:300]}" for error in validator.iter_errors(value)]


def resolve(node: Any) -> Any:
    """Returns what a node of the document stands for, its references followed."""
    while "$ref" in node:
        target: Any = CONTRACT
        for step in node["$ref"].removeprefix("#/").split("/"):
            target = target[step.replace("~1", "/").replace("~0", "~")]
        node = target
    return node


def read_json(text: bytes) -> Any:
    """Returns the value of a JSON text; NaN and repeated keys are none."""

    def refuse(token: str) -> NoReturn:
        raise AssertionError(f"{token} is not JSON")

    def unrepeated(pairs: list[tuple[str, Any]]) -> Json:
        members = dict(pairs)
        assert len(members) == len(pairs), "a key is repeated"
        return members

    return json.loads(text, object_pairs_hook=unrepeated, parse_constant=refuse)


def plain_body(answer: TestResponse) -> bytes:
    """Returns the body of an answer, inflated if it came compressed."""
    is_gzip = answer.headers.get("Content-Encoding") == "gzip" and answer.request.method != "HEAD"
    return gzip.decompress(answer.data) if is_gzip else answer.data


def check_exchange(app: Flask, answer: TestResponse) -> None:
    """Returns when this answer, and the request that it answers, are as documented.

    :raises AssertionError: when they are not.
    """
    template = template_of(answer.request.path)
    if template is None and _is_routed(app, answer):
        return
    method = answer.request.method
    operations: Json = {} if template is None else CONTRACT["paths"][template]
    operation = operations.get("get" if method == "HEAD" else method.lower())
    place = f"{method} {template}: {answer.status_code}"
    if template is not None and method == "OPTIONS":
        assert (answer.status_code, answer.data) == (HTTPStatus.OK, b""), place
        assert {"OPTIONS"} < set(answer.headers["Allow"].split(", ")), place
        return
    if template is None:
        assert answer.status_code == HTTPStatus.NOT_FOUND, place
        node = CONTRACT["components"]["responses"]["NotFound"]
    elif operation is None:
        assert answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED, place
        node = CONTRACT["components"]["responses"]["MethodNotAllowed"]
    else:
        assert str(answer.status_code) in operation["responses"], f"{place} is not documented"
        node = operation["responses"][str(answer.status_code)]
        _check_request(template, method, operation, answer)
    _check_headers(resolve(node), answer, place)
    _check_body(resolve(node), answer, place)


def template_of(path: str) -> str | None:
    """Returns the path of the document that a request's path belongs to; None: it has none."""
    for template in sorted(CONTRACT["paths"], key=lambda name: name.count("{")):
        literal_parts = re.split(r"\{\w+\}", template)
        if re.fullmatch("[^/]+".join(map(re.escape, literal_parts)), path):
            found: str = template
            return found
    return None


def _is_routed(app: Flask, answer: TestResponse) -> bool:
    """Returns whether a route, for whatever method, has this path."""
    urls = app.url_map.bind_to_environ(answer.request.environ)
    try:
        urls.match(method=answer.request.method)
    except RequestRedirect:
        return True
    except HTTPException as error:
        return error.code == HTTPStatus.METHOD_NOT_ALLOWED
    return True


def _check_request(template: str, method: str, operation: Json, answer: TestResponse) -> None:
    """What was judged has the form documented; what has not the form has it not here either."""
    stream = answer.request.environ["wsgi.input"]
    judged = answer.status_code in (HTTPStatus.OK, HTTPStatus.UNPROCESSABLE_ENTITY)
    if "requestBody" not in operation or not judged or type(stream) is not BytesIO:
        return
    media_type = answer.request.mimetype
    steps = ("requestBody", "content", media_type, "schema")
    validator = validator_for(pointer_to("paths", template, method.lower(), *steps))
    sent = stream.getvalue()
    if answer.request.headers.get("Content-Encoding", "").strip().lower() in GZIP_CODINGS:
        try:
            sent = gzip.decompress(sent)
        except (EOFError, OSError, zlib.error):
            return  # lines up to there have been judged
    if media_type == NDJSON:
        _check_batch([line for line in sent.split(b"\n") if line.strip()], answer)
        return
    document = read_json(sent)
    if answer.status_code == HTTPStatus.OK and isinstance(document, list):
        _check_batch([json.dumps(entry).encode() for entry in document], answer)
        return
    faults = faults_of(validator, document)
    if answer.status_code == HTTPStatus.OK:
        assert not faults, f"{method} {template} took what is not documented: {faults}"
    elif {error["code"] for error in read_json(plain_body(answer))["errors"]} <= SHAPE_CODES:
        assert faults, f"{method} {template} refused the form of what is documented"


def _check_batch(requests: list[bytes], answer: TestResponse) -> None:
    """Each request of a batch that was judged has the form documented."""
    if answer.status_code != HTTPStatus.OK:
        return
    body = plain_body(answer)
    is_lines = answer.mimetype == NDJSON
    answers = [read_json(line) for line in body.splitlines()] if is_lines else read_json(body)
    # Of the first there is no answer when it holds defaults.
    asked = requests[1:] if requests and b'"defaults"' in requests[0] else requests
    validator = schema_validator("BatchRequest")
    for request, told in zip(asked, answers, strict=False):
        if "error" not in told:
            faults = faults_of(validator, read_json(request))
            assert not faults, f"a batch took what is not documented: {faults}"


def _check_headers(node: Json, answer: TestResponse, place: str) -> None:
    for name, reference in node["headers"].items():
        header = resolve(reference)
        assert name in answer.headers or not header["required"], f"{place} lacks {name}"
        if name in answer.headers:
            faults = faults_of(_STRICT_VALIDATOR(header["schema"]), answer.headers[name])
            assert not faults, f"{place}: {name} {faults}"


def _check_body(node: Json, answer: TestResponse, place: str) -> None:
    if "content" not in node:
        assert answer.data == b"", f"{place} has a body"
        return
    media_type = answer.mimetype or ""
    assert media_type in node["content"], f"{place}: {answer.content_type} is not documented"
    if answer.request.method == "HEAD":
        assert answer.data == b"", f"{place} has a body"
        return
    schema = node["content"][media_type]["schema"]
    validator = (
        validator_for(schema["$ref"].removeprefix("#")) if "$ref" in schema else _in_place(schema)
    )
    for body in _values(media_type, plain_body(answer)):
        faults = faults_of(validator, body)
        assert not faults, f"{place}: {faults}"
        if media_type == "application/problem+json":
            assert body["status"] == answer.status_code, place
            assert body["instance"] == f"/requests/{answer.headers['X-Request-ID']}", place


def _values(media_type: str, body: bytes) -> list[Any]:
    """Returns what the schema of a body speaks of: in NDJSON, that is each line."""
    if media_type == "application/x-ndjson":
        assert not body or body.endswith(b"\n"), "the last line has no end"
        return [read_json(line) for line in body.splitlines()]
    return [read_json(body) if media_type.endswith("json") else body.decode()]


def _in_place(schema: Json) -> Validator:
    validator: Validator = _STRICT_VALIDATOR(schema, registry=_REGISTRY)
    return validator
