"""House rules as clients may send them: sound ones, those that contradict themselves, and others.

`changed` draws them with Hypothesis, field by field; `accepted_rules` makes one that is taken, as
far from the built-in rulesets as its bounds let it be.
"""

import random
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from marshmallow import ValidationError

from schemas.rulesets import dump_ruleset, load_ruleset
from schemas.validation_errors import problem_errors
from tests.contract.openapi_contract import CONTRACT, resolve
from validator import RULESETS, Ruleset

Json = dict[str, Any]
Strategy = st.SearchStrategy[Any]

SCHEMAS = CONTRACT["components"]["schemas"]
FIELDS: Json = SCHEMAS["RulesetFields"]["properties"]


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
NAMES_OF_RULES = [name for name in FIELDS if name != "digest"]
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


LARGE: dict[str, list[Any]] = {
    "hand_size_by_players": [{"2": 21}, {"2": 21, "7": 21}, {"2": 13, "6": 13}, {"2": 10}],
    "decks": [3, 2],
    "printed_jokers": [8, 3, 0],
    "neighbour_wilds": [True],
    "set_max_cards": [None, 21, 4],
    "min_naturals": [0, 1],
    "min_sequences": [5, 3, 0],
    "min_pure_sequences": [5, 3, 0],
    "identical_triplet": [True],
    "cap": [None, 10_000],
}
"""Values with which there is most to search."""


def accepted_rules(rng: random.Random) -> tuple[Json, Ruleset]:
    """Returns a house rule that is taken, in one case of three one with much to search."""
    ruleset = rng.choice(RULESETS)
    document: Json = {"base": ruleset.id} if rng.random() < 0.5 else dump_ruleset(ruleset)
    if rng.random() < 0.35:
        document |= {name: rng.choice(values) for name, values in LARGE.items()}
    for name in rng.sample(NAMES_OF_RULES, rng.choice((0, 1, 1, 2, 3, 5, 8))):
        document[name] = any_value(rng, FIELDS[name])
    base = dump_ruleset(ruleset)
    while True:
        try:
            return document, load_ruleset(document)
        except ValidationError as error:
            for problem in problem_errors(error):
                _take_back(document, str(problem.path[0]), base)


def _take_back(document: Json, name: str, base: Json) -> None:
    """Gives a field, and one more that it may clash with, the value that it had."""
    changed_ones = [other for other in document if document[other] != base.get(other)]
    for other in {name, *[n for n in changed_ones if n != "base"][:1]}:
        if "base" in document:
            document.pop(other, None)
        elif other in base:
            document[other] = base[other]
        else:
            document.pop(other, None)


def any_value(rng: random.Random, schema: Json) -> Any:
    """Returns a value that a field of a house rule may have by itself."""
    schema = resolve(schema)
    types = schema.get("type", "string")
    kind = rng.choice(types) if isinstance(types, list) else types
    if kind == "integer":
        least, most = schema["minimum"], schema["maximum"]
        return rng.choice((least, most, rng.randint(least, most), rng.randint(least, least + 3)))
    if kind == "object":
        players = rng.sample(range(2, 22), rng.randint(1, 4))
        return {str(number): rng.randint(2, 21) for number in players}
    if kind == "array":
        return ["R1"] * rng.randint(0, 3)
    if kind == "string":
        return rng.choice(schema["enum"]) if "enum" in schema else "x"
    return rng.random() < 0.5 if kind == "boolean" else None
