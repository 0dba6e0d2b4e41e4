"""The JSON Schema of a house rule and the code that reads one agree."""

import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from marshmallow import ValidationError

from schemas.rulesets import dump_ruleset, load_ruleset
from schemas.validation_errors import problem_errors
from tests.contract.openapi_contract import validator_for
from tests.proof.fuzz.examples import tried
from tests.proof.fuzz.house_rules import ANYTHING, FIELDS, NAMES, accepted_rules, allowed, changed

Json = dict[str, Any]

CHECK = validator_for(
    "/paths/~1v1~1rulesets~1check/post/requestBody/content/application~1json/schema"
)
CONTRADICTIONS = {"ruleset_contradiction", "unknown_ruleset"}
"""What a schema cannot say: how fields go together, and which rulesets there are."""


def codes_of(document: Json) -> set[str]:
    """Return why the code refuses a house rule; nothing when it takes it."""
    try:
        load_ruleset(document)
    except ValidationError as error:
        return {problem.code for problem in problem_errors(error)}
    return set()


@given(changed(allowed, most=6))
@tried(400)
def test_what_the_schema_allows_is_read_and_at_most_contradicts_itself(document: Json) -> None:
    if CHECK.is_valid(document):
        assert codes_of(document) <= CONTRADICTIONS
    else:
        assert codes_of(document)  # a field was left out


@given(changed(lambda _: ANYTHING, most=2))
@tried(400)
def test_what_the_schema_refuses_is_refused(document: Json) -> None:
    if CHECK.is_valid(document):
        assert codes_of(document) <= CONTRADICTIONS
    else:
        assert codes_of(document)


@given(st.sampled_from(NAMES), st.data())
@tried(300)
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


@given(st.integers(0, 2**64 - 1))
@tried(150)
def test_a_rule_that_is_taken_has_the_form_documented_and_is_the_same_in_full(seed: int) -> None:
    document, ruleset = accepted_rules(random.Random(seed))
    assert CHECK.is_valid(document)
    assert load_ruleset(dump_ruleset(ruleset)) == ruleset


def test_every_rule_is_described() -> None:
    assert all(schema.get("description") for schema in FIELDS.values())
