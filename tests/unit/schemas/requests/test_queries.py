"""Query parameters, read by `schemas.requests.queries`."""

import pytest
from marshmallow import ValidationError

from schemas.problems import ParameterFault
from schemas.requests.queries import DEFAULT_VECTORS, VectorsQuery, load_vectors_query
from schemas.validation_errors import problem_errors
from validator import RULESETS, VectorKind, find_ruleset

COUNT = "must be a whole number from 1 to 10000"
SEED = "must be a whole number from 0 to 4294967295"


def errors_of(**parameters: list[str]) -> list[tuple[str | None, str, str]]:
    with pytest.raises(ValidationError) as caught:
        load_vectors_query({"ruleset": ["knock-52"], **parameters})
    return told(caught.value)


def told(error: ValidationError) -> list[tuple[str | None, str, str]]:
    faults = problem_errors(error)
    assert {fault.path for fault in faults} == {()}
    names = [fault.parameter if isinstance(fault, ParameterFault) else None for fault in faults]
    return [(name, fault.code, fault.detail) for name, fault in zip(names, faults, strict=True)]


def test_a_query_says_what_is_wanted() -> None:
    given = {"ruleset": ["points-13"], "kind": ["joker_heavy"], "seed": ["7"], "count": ["20"]}
    points = find_ruleset("points-13")
    assert load_vectors_query(given) == VectorsQuery(points, VectorKind.JOKER_HEAVY, 7, 20)


def test_what_is_left_out_has_a_default() -> None:
    found = load_vectors_query({"ruleset": ["knock-52"]})
    assert found == VectorsQuery(find_ruleset("knock-52"), None, 0, DEFAULT_VECTORS)


@pytest.mark.parametrize("text", ["0", "1", "4294967295"])
def test_a_seed_is_a_number(text: str) -> None:
    assert load_vectors_query({"ruleset": ["knock-52"], "seed": [text]}).seed == int(text)


@pytest.mark.parametrize(
    "text",
    ["", "-1", "+1", "1.0", "01", " 1", "1_0", "١", "²", "x", "4294967296", "9" * 5_000, "1\n"],
)
def test_what_is_no_number_is_refused(text: str) -> None:
    assert errors_of(seed=[text]) == [("seed", "wrong_parameter", SEED)]


@pytest.mark.parametrize("text", ["0", "10001", "1e3", ""])
def test_a_count_out_of_range_is_refused(text: str) -> None:
    assert errors_of(count=[text]) == [("count", "wrong_parameter", COUNT)]


@pytest.mark.parametrize("text", ["", "Random", "near-complete", "edge "])
def test_another_kind_is_refused(text: str) -> None:
    detail = "must be one of random, near_complete, joker_heavy, edge"
    assert errors_of(kind=[text]) == [("kind", "wrong_parameter", detail)]


def test_an_unknown_ruleset_is_refused() -> None:
    ((parameter, code, detail),) = errors_of(ruleset=["gin"])
    assert (parameter, code) == ("ruleset", "unknown_ruleset")
    assert all(ruleset.id in detail for ruleset in RULESETS)


def test_everything_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(ValidationError) as caught:
        load_vectors_query({"seed": ["1", "1"], "count": ["0"], "_schema": ["1"], "Kind": [""]})
    assert [(parameter, code) for parameter, code, _ in told(caught.value)] == [
        ("ruleset", "missing_parameter"),
        ("seed", "repeated_parameter"),
        ("count", "wrong_parameter"),
        ("Kind", "unknown_parameter"),
        ("_schema", "unknown_parameter"),
    ]


def test_a_long_name_is_cut() -> None:
    ((parameter, _, _),) = errors_of(**{"x" * 500: ["1"]})
    assert parameter == "x" * 64


def test_no_more_than_a_hundred_errors_are_listed() -> None:
    found = errors_of(**{f"x{number}": [""] for number in range(150)})
    assert len(found) == 101
    assert found[-1] == (None, "more_errors", "and 50 more")
