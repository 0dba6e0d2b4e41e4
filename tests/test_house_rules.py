"""The JSON Schema of a house rule and the code that reads one agree."""

from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from marshmallow import ValidationError

from schemas.faults import problem_errors
from schemas.rulesets import dump_ruleset, load_ruleset
from tests.openapi_contract import CONTRACT, resolve, validator_for
from validator import RULESETS

Json = dict[str, Any]
Strategy = st.SearchStrategy[Any]

SCHEMAS = CONTRACT["components"]["schemas"]
FIELDS: Json = SCHEMAS["RulesetFields"]["properties"]
CHECK = validator_for(
    "/paths/~1v1~1rulesets~1check/post/requestBody/content/application~1json/schema"
)
CONTRADICTIONS = {"ruleset_contradiction", "unknown_ruleset"}
"""What a schema cannot say: how fields go together, and which rulesets there are."""


def values_of(schema: Json) -> Strategy:
    """Return what a schema allows, its bounds more often than what is between."""
    schema = resolve(schema)
    types = schema.get("type", "string")
    kinds = types if isinstance(types, list) else [types]
    makers: dict[str, Callable[[], Strategy]] = {
        "null": st.none,
        "boolean": st.booleans,
        "integer": lambda: (
            st.integers(schema["minimum"], schema["maximum"])
            | st.sampled_from([schema["minimum"], schema["maximum"]])
        ),
        "string": lambda: texts_of(schema),
        "array": lambda: st.lists(values_of(schema["items"]), max_size=3),
        "object": lambda: st.dictionaries(
            st.integers(2, 21).map(str), values_of(schema["additionalProperties"]), min_size=1
        ),
    }
    return st.one_of([makers[kind]() for kind in kinds])


def texts_of(schema: Json) -> Strategy:
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "pattern" in schema:
        return st.from_regex(schema["pattern"].rstrip("$") + r"\Z", alphabet="abc019-")
    return st.text(max_size=min(schema["maxLength"], 12))


# A text that ends a line is left out: `$` of a pattern means its end in JSON Schema, and one
# character before it to the `re` that these tests match with.
ANYTHING: Strategy = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-10, 10_100)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=210).filter(lambda text: not text.endswith("\n")),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["2", "4", "02", "22", "x", ""]), inner, max_size=2)
    ),
    max_leaves=4,
)
NAMES = [*FIELDS, "base"]
BASES = st.sampled_from([ruleset.id for ruleset in RULESETS])
DOCUMENTS = st.sampled_from(
    [dump_ruleset(ruleset) for ruleset in RULESETS]
) | st.fixed_dictionaries({"base": BASES})


@st.composite
def changed(draw: st.DrawFn, value_for: Callable[[str], Strategy], most: int) -> Json:
    """Return a house rule, complete or with a base, in which some fields are changed."""
    names = draw(st.lists(st.sampled_from(NAMES), max_size=most, unique=True))
    document = {**draw(DOCUMENTS), **{name: draw(value_for(name)) for name in names}}
    for name in draw(st.lists(st.sampled_from(sorted(document)), max_size=1)):
        if draw(st.booleans()):
            del document[name]
    return document


def allowed(name: str) -> Strategy:
    return BASES if name == "base" else values_of(FIELDS[name])


def codes_of(document: Json) -> set[str]:
    """Return why the code refuses a house rule; nothing when it takes it."""
    try:
        load_ruleset(document)
    except ValidationError as error:
        return {problem.code for problem in problem_errors(error)}
    return set()


@given(changed(allowed, most=6))
@settings(max_examples=400, deadline=None)
def test_what_the_schema_allows_is_read_and_at_most_contradicts_itself(document: Json) -> None:
    if CHECK.is_valid(document):
        assert codes_of(document) <= CONTRADICTIONS
    else:
        assert codes_of(document)  # a field was left out


@given(changed(lambda _: ANYTHING, most=2))
@settings(max_examples=400, deadline=None)
def test_what_the_schema_refuses_is_refused(document: Json) -> None:
    if CHECK.is_valid(document):
        assert codes_of(document) <= CONTRADICTIONS
    else:
        assert codes_of(document)


@given(st.sampled_from(NAMES), st.data())
@settings(max_examples=300, deadline=None)
def test_a_single_field_is_allowed_by_both_or_refused_by_both(
    name: str, data: st.DataObject
) -> None:
    value = data.draw(ANYTHING)
    document = {"base": "points-13", name: value}
    codes = codes_of(document)
    if CHECK.is_valid(document):
        assert codes <= CONTRADICTIONS
    else:
        assert codes


def test_every_rule_is_described() -> None:
    assert all(schema.get("description") for schema in FIELDS.values())
