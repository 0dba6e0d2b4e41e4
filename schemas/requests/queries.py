"""Query parameters: one schema for each call that has some. A parameter is named at most once."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from marshmallow import Schema, ValidationError, post_load

from validator import LAST_SEED, MOST_VECTORS, Ruleset, UnknownRuleset, VectorKind, find_ruleset

from ..fields import StrictField, field_error
from ..validation_errors import parameter_faults

DEFAULT_VECTORS: Final = 100
"""Vectors of an answer, where the query does not say how many."""

_INTEGER: Final = re.compile("0|[1-9][0-9]{0,9}")


@dataclass(frozen=True, slots=True)
class VectorsQuery:
    """Which vectors are wanted: the arguments of `validator.make_vectors`."""

    ruleset: Ruleset
    """The built-in ruleset."""
    kind: VectorKind | None
    """The kind of vectors; None for every kind in turn."""
    seed: int
    """What their hands depend on."""
    count: int
    """How many."""


class _Parameter(StrictField[Any]):
    """One parameter, from the list of its values; `parse` reads its text."""

    default_error_messages = {"required": "missing_parameter: this parameter is required"}  # noqa: RUF012

    def __init__(self, parse: Callable[[str], Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.parse = parse

    def _read(self, value: object) -> Any:
        assert isinstance(value, list)  # as `load_vectors_query` takes them
        if len(value) > 1:
            raise field_error("repeated_parameter", "this parameter is there more than once")
        return self.parse(value[0])


def _ruleset(text: str) -> Ruleset:
    try:
        return find_ruleset(text)
    except UnknownRuleset as error:
        raise field_error(error.code, str(error)) from error


def _kind(text: str) -> VectorKind:
    if text not in [*VectorKind]:
        raise field_error("wrong_parameter", f"must be one of {', '.join(VectorKind)}")
    return VectorKind(text)


def _integer(least: int, most: int) -> Callable[[str], int]:
    """Return what reads a number from `least` to `most`."""

    def parse(text: str) -> int:
        if not (_INTEGER.fullmatch(text) and least <= int(text) <= most):
            detail = f"must be a whole number from {least} to {most}"
            raise field_error("wrong_parameter", detail)
        return int(text)

    return parse


class VectorsQuerySchema(Schema):
    """The query of ``GET /v1/vectors``; loads a `VectorsQuery`."""

    error_messages = {"unknown": "unknown_parameter: unknown parameter"}  # noqa: RUF012

    ruleset = _Parameter(_ruleset, required=True)
    kind = _Parameter(_kind, load_default=None)
    seed = _Parameter(_integer(0, LAST_SEED), load_default=0)
    count = _Parameter(_integer(1, MOST_VECTORS), load_default=DEFAULT_VECTORS)

    @post_load
    def make_query(self, data: dict[str, Any], **_: Any) -> VectorsQuery:
        """Return the query."""
        return VectorsQuery(**data)


_VECTORS: Final = VectorsQuerySchema()


def load_vectors_query(parameters: Mapping[str, Sequence[str]]) -> VectorsQuery:
    """Return the vectors that a query asks for; `parameters` are lists of the values by name.

    :raises ValidationError: with a `ParameterFault` for everything that is wrong.

    >>> load_vectors_query({"ruleset": ["knock-52"], "kind": ["edge"]}).count
    100
    """
    try:
        query: VectorsQuery = _VECTORS.load(parameters)
    except ValidationError as error:
        raise ValidationError(parameter_faults(error)) from error
    return query
