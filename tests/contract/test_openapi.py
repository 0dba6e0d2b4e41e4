"""openapi.yaml and the code describe the same service."""

import ast
import io
import json
import re
from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from flask import Flask
from flask.testing import FlaskClient
from marshmallow import Schema
from openapi_spec_validator import validate
from werkzeug.test import TestResponse

import validator
from api.config.settings import Settings
from api.http.strict_json import MAX_DEPTH
from api.middleware import lifecycle as requests
from api.resources.batch import MOST_ENTRIES
from api.resources.health import load_contract
from api.server.bulk_slots import bulk_slot
from api.turns import RequestTimedOut
from app import create_app
from schemas.fields.cards import MOST_CARDS, MOST_GROUPS, MOST_SEEN
from schemas.fields.tables import LONGEST_SEAT
from schemas.problems import ProblemErrorSchema, ProblemSchema
from schemas.requests.batches import BatchRequestSchema, DefaultsSchema
from schemas.requests.declarations import ValidateRequestSchema
from schemas.requests.queries import DEFAULT_VECTORS, VectorsQuerySchema
from schemas.requests.situations import MOST_ALTERNATIVES, ArrangeRequestSchema
from schemas.requests.tables import MOST_PLAYERS, PlayerSchema, SettleRequestSchema
from schemas.responses.prospects import ProspectsSchema
from schemas.responses.settlements import SettlementSchema
from schemas.rulesets import RulesetSchema, dump_ruleset
from schemas.validation_errors import MAX_ERRORS
from tests.contract.openapi_contract import (
    CONTRACT,
    CONTRACT_FILE,
    METHODS,
    NDJSON,
    Json,
    check_exchange,
    faults_of,
    pointer_to,
    read_json,
    resolve,
    schema_validator,
    validator_for,
)
from tests.support.verdict_schema import VerdictSchema
from validator import (
    LAST_SEED,
    MOST_TOTAL,
    MOST_VECTORS,
    RULESETS,
    Card,
    Kind,
    MeldKind,
    MeldRules,
    Outcome,
    Reason,
    SettlementRules,
    Status,
    VectorKind,
    ViolationCode,
    number_range,
)
from validator.errors import ErrorCode

SCHEMAS: Json = CONTRACT["components"]["schemas"]
RULE_FIELDS: Json = SCHEMAS["RulesetFields"]["properties"]
LAYERS = (MeldRules, SettlementRules)
RULES = [(layer, name) for layer in LAYERS for name in layer.__dataclass_fields__]
REQUEST_ID = "3f2a9c"
MAX_BODY_BYTES = Settings().max_body_bytes
HEADERS = {"X-Request-ID": REQUEST_ID}
SECURITY: list[Json] = [{}, {"bearerKey": []}, {"headerKey": []}]

Send = Callable[[FlaskClient, pytest.MonkeyPatch], TestResponse]


def operations() -> Iterator[tuple[str, str, Json]]:
    for path, item in CONTRACT["paths"].items():
        for method, operation in item.items():
            if method in METHODS:
                yield path, method, operation


def examples(content: Json) -> Json:
    return {name: example["value"] for name, example in content.get("examples", {}).items()}


def answer_examples(operation: Json) -> Iterator[tuple[str, int, Any, Json]]:
    """Yields name, status, value and schema of every example of an answer."""
    for status, reference in operation["responses"].items():
        for content in resolve(reference).get("content", {}).values():
            for name, value in examples(content).items():
                yield name, int(status), value, content["schema"]


VALIDATE: Json = CONTRACT["paths"]["/v1/validate"]["post"]
REQUESTS = examples(VALIDATE["requestBody"]["content"]["application/json"])
ANSWERS = {name: (status, value) for name, status, value, _ in answer_examples(VALIDATE)}
ARRANGE: Json = CONTRACT["paths"]["/v1/arrange"]["post"]
ARRANGE_REQUESTS = examples(ARRANGE["requestBody"]["content"]["application/json"])
ARRANGE_ANSWERS = {name: (status, value) for name, status, value, _ in answer_examples(ARRANGE)}

SETTLE: Json = CONTRACT["paths"]["/v1/settle"]["post"]
SETTLE_REQUESTS = examples(SETTLE["requestBody"]["content"]["application/json"])
SETTLE_ANSWERS = {name: (status, value) for name, status, value, _ in answer_examples(SETTLE)}

CALLS = {
    "/v1/validate": ("ValidateRequest", REQUESTS, ANSWERS),
    "/v1/arrange": ("ArrangeRequest", ARRANGE_REQUESTS, ARRANGE_ANSWERS),
    "/v1/settle": ("SettleRequest", SETTLE_REQUESTS, SETTLE_ANSWERS),
}
"""The calls with a body: schema, example requests and example answers."""
EXAMPLES = [(path, name) for path, (_, requests, _) in CALLS.items() for name in requests]
TAKEN = [(path, name) for path, name in EXAMPLES if CALLS[path][2][name][0] == 200]


def test_the_document_is_valid_openapi() -> None:
    validate(CONTRACT)


def test_the_document_names_its_license_and_no_place() -> None:
    assert CONTRACT["info"]["license"]["identifier"] == "Apache-2.0"
    assert CONTRACT["servers"] == [{"url": "/"}]
    assert not re.search(r"https?://|localhost|127\.0\.0\.1", CONTRACT_FILE.read_text())


def test_the_document_is_the_one_that_is_served(client: FlaskClient) -> None:
    assert client.get("/openapi.yaml").data == CONTRACT_FILE.read_bytes()


def test_every_route_is_documented_and_every_documented_route_exists(app: Flask) -> None:
    implicit = {"HEAD", "OPTIONS"}
    routes = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - implicit
    }
    assert routes == {(path, method.upper()) for path, method, _ in operations()}


def test_every_answer_carries_the_request_id() -> None:
    answers = [resolve(found) for _, _, one in operations() for found in one["responses"].values()]
    answers += CONTRACT["components"]["responses"].values()
    for found in answers:
        assert found["headers"]["X-Request-ID"]["$ref"] == "#/components/headers/RequestId"


def test_every_call_is_documented_with_keys_and_limits_and_nothing_else_is() -> None:
    for path, method, operation in operations():
        is_call = path.startswith(requests.CALLS)
        assert operation.get("security", CONTRACT["security"]) == (SECURITY if is_call else [])
        for status in ("401", "403", "429"):
            assert (status in operation["responses"]) is is_call, (path, method, status)


def test_every_error_is_documented_as_a_problem() -> None:
    for path, method, operation in operations():
        for status, reference in operation["responses"].items():
            if int(status) >= 400:
                (media_type,) = resolve(reference)["content"]
                assert media_type == "application/problem+json", (path, method, status)


def test_only_operations_and_pages_answer_whatever_is_accepted(app: Flask) -> None:
    for path, method, operation in operations():
        answer = app.test_client().open(
            path.replace("{ruleset_id}", "knock-52").replace("{name}", "docs.js"),
            method=method,
            headers={"Accept": "image/png"},
        )
        is_documented = "406" in operation["responses"]
        assert (answer.status_code == 406) is is_documented, path
        is_for_any = bool({"operations", "pages"}.intersection(operation["tags"]))
        assert is_documented is not is_for_any, path


def object_schemas(node: Any, place: str) -> Iterator[tuple[str, Json]]:
    if isinstance(node, dict):
        if "properties" in node:
            yield place, node
        for key, value in node.items():
            yield from object_schemas(value, f"{place}/{key}")
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from object_schemas(value, f"{place}/{index}")


@pytest.mark.parametrize(("place", "schema"), list(object_schemas(SCHEMAS, "")))
def test_every_object_is_closed_and_describes_what_it_requires(place: str, schema: Json) -> None:
    if place == "/RulesetFields":
        return  # the part that closed schemas share
    closing = "unevaluatedProperties" if "allOf" in schema else "additionalProperties"
    assert schema[closing] is False
    described = set(schema["properties"])
    for part in schema.get("allOf", ()):
        described |= set(resolve(part)["properties"])
    assert set(schema["required"]) <= described
    assert len(set(schema["required"])) == len(schema["required"])


ALL_REQUIRED = {"Problem", "Violation", "Meld", "Arrangement", "Knock", "Liveness"}
ALL_REQUIRED |= {"RulesetIdentity", "RulesetList", "Readiness", "RulesetCheck", "RuleDifference"}
ALL_REQUIRED |= {"ExpectedViolation", "ExpectedBest", "Settlement", "LayOff", "LaidOff"}
ALL_REQUIRED |= {"Prospects", "CompletingCard"}
ALL_REQUIRED |= {"BatchRefusal"}


@pytest.mark.parametrize("name", sorted(ALL_REQUIRED))
def test_answers_are_documented_whole(name: str) -> None:
    assert SCHEMAS[name]["required"] == list(SCHEMAS[name]["properties"])


@pytest.mark.parametrize(
    ("name", "schema"),
    [
        ("ValidateRequest", ValidateRequestSchema),
        ("SettleRequest", SettleRequestSchema),
        ("Player", PlayerSchema),
    ],
)
def test_a_request_has_the_fields_that_are_read(name: str, schema: type[Schema]) -> None:
    fields = schema().fields
    documented = SCHEMAS[name]
    properties = {name: resolve(one) for name, one in documented["properties"].items()}
    assert list(properties) == list(fields)
    assert documented["required"] == [name for name, field in fields.items() if field.required]
    assert {name for name, field in fields.items() if field.allow_none} == {
        name for name, one in properties.items() if {"type": "null"} in one.get("oneOf", ())
    }


def test_an_arrange_request_has_the_fields_that_are_read() -> None:
    fields = ArrangeRequestSchema().fields
    documented = SCHEMAS["ArrangeRequest"]
    assert list(documented["properties"]) == list(fields)
    assert documented["required"] == [name for name, field in fields.items() if field.required]
    assert {name for name, field in fields.items() if field.allow_none} == {
        name
        for name, schema in documented["properties"].items()
        if {"type": "null"} in resolve(schema).get("oneOf", ())
    }


def test_prospects_have_the_fields_that_are_written() -> None:
    assert list(SCHEMAS["Prospects"]["properties"]) == list(ProspectsSchema().fields)
    for _, found in (answer for answer in ARRANGE_ANSWERS.values() if answer[0] == 200):
        assert list(found) == list(SCHEMAS["Prospects"]["properties"])
        parts = [
            ("Arrangement", [found["best"], *found["alternatives"]]),
            ("DiscardChoice", found["discards"]),
            ("CompletingCard", found["completing_cards"]),
        ]
        for name, written in parts:
            for part in written:
                assert list(part) == list(SCHEMAS[name]["properties"])


def test_a_request_of_a_batch_has_the_fields_that_are_read() -> None:
    documented = SCHEMAS["BatchRequest"]
    fields = BatchRequestSchema().fields
    assert list(documented["properties"]) == list(fields)
    # The ruleset may stand in the defaults.
    assert ["ruleset", *documented["required"]] == SCHEMAS["ValidateRequest"]["required"]
    for name in SCHEMAS["ValidateRequest"]["properties"]:
        reference = {"$ref": f"#/components/schemas/ValidateRequest/properties/{name}"}
        assert documented["properties"][name] == reference


def test_defaults_have_the_fields_that_are_read() -> None:
    defaults = SCHEMAS["BatchDefaults"]["properties"]["defaults"]
    assert list(defaults["properties"]) == list(DefaultsSchema().fields)


def test_an_answer_of_a_batch_is_a_verdict_with_an_id_or_a_refusal() -> None:
    verdict, documented = SCHEMAS["Verdict"], SCHEMAS["BatchVerdict"]
    assert list(documented["properties"]) == ["id", *verdict["properties"]]
    assert documented["required"] == verdict["required"]
    for name in verdict["properties"]:
        reference = {"$ref": f"#/components/schemas/Verdict/properties/{name}"}
        assert documented["properties"][name] == reference


def test_a_verdict_has_the_fields_that_are_written() -> None:
    documented = SCHEMAS["Verdict"]
    assert list(documented["properties"]) == list(VerdictSchema().fields)
    assert documented["required"] == [name for name in documented["properties"] if name != "knock"]


def test_a_settlement_has_the_fields_that_are_written() -> None:
    assert list(SCHEMAS["Settlement"]["properties"]) == list(SettlementSchema().fields)
    described = list(SCHEMAS["SettledPlayer"]["properties"])
    optional = {"deadwood_points", "lay_off", "chips"}
    assert SCHEMAS["SettledPlayer"]["required"] == [n for n in described if n not in optional]
    answers = [answer for status, answer in SETTLE_ANSWERS.values() if status == 200]
    for answer in answers:
        assert list(answer) == list(SCHEMAS["Settlement"]["properties"])
        for player in answer["players"]:
            assert list(player) == [name for name in described if name in player]
            if "lay_off" in player:
                assert list(player["lay_off"]) == list(SCHEMAS["LayOff"]["properties"])
                for laid in player["lay_off"]["laid_off"]:
                    assert list(laid) == list(SCHEMAS["LaidOff"]["properties"])


def test_the_parts_of_a_verdict_have_the_fields_that_are_written() -> None:
    for _, verdict in (answer for answer in ANSWERS.values() if answer[0] == 200):
        assert list(verdict) == list(SCHEMAS["Verdict"]["properties"])[: len(verdict)]
        parts = [
            ("RulesetIdentity", [verdict["ruleset"]]),
            ("Violation", verdict["violations"]),
            ("Meld", [*verdict["groups"], *verdict["best"]["melds"]]),
            ("Arrangement", [verdict["best"]]),
            ("Knock", [verdict["knock"]] if "knock" in verdict else []),
        ]
        for name, written in parts:
            for part in written:
                assert list(part) == list(SCHEMAS[name]["properties"])


def test_a_problem_has_the_fields_that_are_written() -> None:
    assert list(SCHEMAS["Problem"]["properties"]) == list(ProblemSchema().fields)
    documented = SCHEMAS["ProblemError"]
    assert list(documented["properties"]) == list(ProblemErrorSchema().fields)
    assert [*documented["required"], "parameter"] == list(documented["properties"])


def test_a_query_for_vectors_has_the_parameters_that_are_read() -> None:
    fields = VectorsQuerySchema().fields
    parameters = {
        parameter["name"]: parameter
        for parameter in map(resolve, CONTRACT["paths"]["/v1/vectors"]["get"]["parameters"])
        if parameter["in"] == "query"
    }
    assert list(parameters) == list(fields)
    for name, field in fields.items():
        assert parameters[name].get("required", False) is field.required
    seed, count = parameters["seed"]["schema"], parameters["count"]["schema"]
    assert (seed["minimum"], seed["maximum"], seed["default"]) == (0, LAST_SEED, 0)
    found = (count["minimum"], count["maximum"], count["default"])
    assert found == (1, MOST_VECTORS, DEFAULT_VECTORS)


def test_a_ruleset_has_the_fields_that_are_read_and_written() -> None:
    fields = RulesetSchema().fields
    assert fields.keys() == {*RULE_FIELDS, "base"}
    for ruleset in RULESETS:
        assert dump_ruleset(ruleset).keys() == RULE_FIELDS.keys()
    assert SCHEMAS["Ruleset"]["required"] == list(RULE_FIELDS)
    required = [name for name, field in fields.items() if field.required]
    assert set(SCHEMAS["HouseRule"]["required"]) == set(required)
    assert list(SCHEMAS["HouseRuleWithBase"]["properties"]) == ["base"]


@pytest.mark.parametrize(("layer", "name"), RULES, ids=[name for _, name in RULES])
def test_a_rule_has_the_type_and_range_of_its_field(
    layer: type[MeldRules | SettlementRules], name: str
) -> None:
    schema = RULE_FIELDS[name]
    hint = get_type_hints(layer)[name]
    choices = set(get_args(hint)) or {hint}
    if name == "hand_size_by_players":
        schema = schema["additionalProperties"]
        choices = {int}
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    assert ("null" in types) is (type(None) in choices)
    (kind,) = choices - {type(None)}
    if issubclass(kind, StrEnum):
        assert schema["enum"] == [choice.value for choice in kind]
    else:
        assert types[0] == {bool: "boolean", int: "integer"}[kind]
    found = (schema["minimum"], schema["maximum"]) if "minimum" in schema else None
    assert found == number_range(layer, name)


@pytest.mark.parametrize(
    ("name", "enum"),
    [
        ("ViolationCode", ViolationCode),
        ("Outcome", Outcome),
        ("MeldKind", MeldKind),
        ("PlayerStatus", Status),
        ("SettleReason", Reason),
        ("VectorKind", VectorKind),
    ],
)
def test_an_enumeration_has_the_values_of_the_code(name: str, enum: type[StrEnum]) -> None:
    assert SCHEMAS[name]["enum"] == [member.value for member in enum]


EXPLAINED = ["ViolationCode", "Outcome", "MeldKind", "VectorKind", "ErrorCode", "PlayerStatus"]
EXPLAINED += ["SettleReason"]


@pytest.mark.parametrize("name", EXPLAINED)
def test_every_value_of_an_enumeration_is_explained(name: str) -> None:
    rows = re.findall(r"^\| `(\w+)` \| .*\S \|$", SCHEMAS[name]["description"], re.MULTILINE)
    assert rows == SCHEMAS[name]["enum"]


def codes_in(path: Path) -> Iterator[str]:
    """Yields the error codes that a module states, wherever one can stand."""
    places = {"field_error": 0, "InputFault": 0, "one_problem": 1}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in places:
                yield from texts(node.args[places[node.func.id]])
        elif isinstance(node, ast.Dict):
            for value in node.values:
                if isinstance(value, ast.Tuple):
                    yield from texts(value.elts[0])
        else:
            for text in texts(node):
                yield from re.findall(r"^([a-z]+(?:_[a-z]+)+): ", text)


def texts(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def test_the_error_codes_are_those_that_the_code_states() -> None:
    root = CONTRACT_FILE.parent
    modules = [*root.glob("api/**/*.py"), *root.glob("schemas/**/*.py")]
    stated = {code for path in modules for code in codes_in(path)}
    assert len(stated) > 10
    assert stated | {code.value for code in ErrorCode} == set(SCHEMAS["ErrorCode"]["enum"])


def test_the_limits_are_those_of_the_code() -> None:
    cards, text = SCHEMAS["CardsInput"]["oneOf"]
    assert (cards["maxItems"], text["type"]) == (MOST_CARDS, "string")
    seen, _ = SCHEMAS["SeenInput"]["oneOf"]
    assert seen["maxItems"] == MOST_SEEN
    alternatives = SCHEMAS["ArrangeRequest"]["properties"]["alternatives"]
    assert (alternatives["minimum"], alternatives["maximum"]) == (0, MOST_ALTERNATIVES)
    groups = SCHEMAS["ValidateRequest"]["properties"]["groups"]["oneOf"][0]
    assert groups["maxItems"] == MOST_GROUPS
    players, seat = SCHEMAS["SettleRequest"]["properties"]["players"], SCHEMAS["Player"]
    assert number_range(MeldRules, "hand_size_by_players") == (2, MOST_PLAYERS)
    assert players["maxItems"] == MOST_PLAYERS
    assert seat["properties"]["seat"]["maxLength"] == LONGEST_SEAT
    total = SCHEMAS["SettleRequest"]["properties"]["totals"]["oneOf"][0]["additionalProperties"]
    assert (total["minimum"], total["maximum"]) == (-MOST_TOTAL, MOST_TOTAL)
    assert SCHEMAS["Problem"]["properties"]["errors"]["maxItems"] == MAX_ERRORS + 1
    text = CONTRACT_FILE.read_text()
    assert f"nested more than {MAX_DEPTH} deep" in text
    assert f"at most {MAX_BODY_BYTES:,} bytes" in text
    assert SCHEMAS["BatchRequests"]["maxItems"] == MOST_ENTRIES
    batch = CONTRACT["paths"]["/v1/validate/batch"]["post"]["description"]
    assert f"at most {MOST_ENTRIES:,} entries" in batch
    assert f"a line of {MAX_BODY_BYTES:,} bytes" in batch
    assert (Settings().max_batch_bytes, "by default 1 GiB" in batch) == (2**30, True)
    assert (Settings().max_batch_array_bytes, "default 4 MiB" in batch) == (4 * 2**20, True)
    assert f"by default {Settings().bulk_timeout} s" in batch


def test_a_card_is_what_is_printed() -> None:
    printed = [str(Card(Kind(number))) for number in range(53)]
    check = schema_validator("Card")
    assert not [card for card in printed if not check.is_valid(card)]
    for text in ("", "5", "H", "10", "5h", "TH", "1S", "11H", "5H ", " 5H", "jk", "JKH", "♥5"):
        assert not check.is_valid(text), text


def test_every_built_in_ruleset_is_named() -> None:
    (ruleset_id, *_) = SCHEMAS["ValidateRequest"]["properties"]["ruleset"]["oneOf"]
    assert re.findall("`(.+?)`", ruleset_id["description"]) == [one.id for one in RULESETS]


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_a_built_in_ruleset_is_valid_as_an_answer_and_as_a_house_rule(
    ruleset: validator.Ruleset,
) -> None:
    document = dump_ruleset(ruleset)
    assert not faults_of(schema_validator("Ruleset"), document)
    assert not faults_of(schema_validator("HouseRule"), document)
    assert faults_of(schema_validator("HouseRuleWithBase"), document)
    del document["decks"]
    assert faults_of(schema_validator("Ruleset"), document)
    assert faults_of(schema_validator("HouseRule"), document)
    assert not faults_of(schema_validator("HouseRuleWithBase"), {**document, "base": ruleset.id})


def test_the_examples_show_what_a_client_has_to_handle() -> None:
    shown = [value["outcome"] for status, value in ANSWERS.values() if status == 200]
    assert {"valid", "wrong_declaration", "not_declared"} <= set(shown)
    assert any("knock" in value for _, value in ANSWERS.values())
    assert len(ANSWERS["wrong_show"][1]["violations"]) > 3
    assert len(ANSWERS["not_a_hand"][1]["errors"]) > 3


def test_the_examples_of_settling_show_what_a_client_has_to_handle() -> None:
    shown = [value for status, value in SETTLE_ANSWERS.values() if status == 200]
    assert {value["settled"] for value in shown} == {True, False}
    assert any(value["verdict"] is None for value in shown)
    assert any(value["match_winner"] for value in shown)
    players = [player for value in shown for player in value["players"]]
    assert any("lay_off" in player for player in players)
    assert any(player["points"] is None for player in players)
    assert len(SETTLE_ANSWERS["not_a_table"][1]["errors"]) > 5


@pytest.mark.parametrize("path", CALLS)
def test_every_example_request_has_its_answer(path: str) -> None:
    _, requests, answers = CALLS[path]
    assert requests.keys() == answers.keys()


@pytest.mark.parametrize(("path", "name"), EXAMPLES)
def test_an_example_request_gets_exactly_the_example_answer(
    client: FlaskClient, path: str, name: str
) -> None:
    _, requests, answers = CALLS[path]
    answer = client.post(path, json=requests[name], headers=HEADERS)
    assert (answer.status_code, read_json(answer.data)) == answers[name]


@pytest.mark.parametrize(("path", "name"), TAKEN)
def test_an_example_request_is_valid(path: str, name: str) -> None:
    schema, requests, _ = CALLS[path]
    assert not faults_of(schema_validator(schema), requests[name])


CHECK: Json = CONTRACT["paths"]["/v1/rulesets/check"]["post"]
CHECKED = examples(CHECK["requestBody"]["content"]["application/json"])
CHECKS = {name: (status, value) for name, status, value, _ in answer_examples(CHECK)}


@pytest.mark.parametrize("name", sorted({*CHECKED, *CHECKS}))
def test_an_example_house_rule_gets_exactly_the_example_check(
    client: FlaskClient, name: str
) -> None:
    answer = client.post("/v1/rulesets/check", json=CHECKED[name], headers=HEADERS)
    assert (answer.status_code, read_json(answer.data)) == CHECKS[name]


def test_an_example_query_gets_exactly_the_example_refusal(client: FlaskClient) -> None:
    ((query, status, value, _),) = answer_examples(CONTRACT["paths"]["/v1/vectors"]["get"])
    answer = client.get(f"/v1/vectors?{query}", headers=HEADERS)
    assert (answer.status_code, read_json(answer.data)) == (status, value)


def test_the_examples_of_arranging_show_every_part_of_the_answer() -> None:
    found = [value for status, value in ARRANGE_ANSWERS.values() if status == 200]
    for name in ("alternatives", "discards", "completing_cards"):
        assert any(value[name] for value in found), name


def test_an_example_batch_gets_exactly_the_example_answers(client: FlaskClient) -> None:
    operation = CONTRACT["paths"]["/v1/validate/batch"]["post"]
    asked, told = operation["requestBody"]["content"], operation["responses"]["200"]["content"]
    requests, answers = examples(asked["application/json"]), examples(told["application/json"])
    assert requests.keys() == answers.keys()
    for name, request in requests.items():
        answer = client.post("/v1/validate/batch", json=request, headers=HEADERS)
        assert read_json(answer.data) == answers[name]
    lines = examples(asked[NDJSON])
    body = "\n".join(map(json.dumps, lines.values()))
    headers = {**HEADERS, "Content-Type": NDJSON}
    answer = client.post("/v1/validate/batch", data=body, headers=headers)
    answers = examples(told[NDJSON])
    assert list(answers) == list(lines)[1:]
    assert [read_json(line) for line in answer.data.splitlines()] == list(answers.values())


def test_every_example_answer_is_valid() -> None:
    found = 0
    for path, method, operation in operations():
        for status, reference in operation["responses"].items():
            for media_type, content in resolve(reference).get("content", {}).items():
                shown = [*examples(content).values()]
                shown += [content["example"]] if "example" in content else []
                check = validator_for(content["schema"].get("$ref", "")[1:])
                for value in shown:
                    found += 1
                    assert not faults_of(check, value), (path, method, status, media_type)
    assert found > 20


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        (pointer_to("components", "schemas", *steps), value)
        for steps, holder in [
            *(((name,), schema) for name, schema in SCHEMAS.items()),
            *((("RulesetFields", "properties", name), rule) for name, rule in RULE_FIELDS.items()),
        ]
        for value in holder.get("examples", ())
    ],
)
def test_an_example_of_a_schema_is_valid(schema: str, value: Any) -> None:
    assert not faults_of(validator_for(schema), value)


@pytest.mark.parametrize("path", ["/livez", "/v1/rulesets/{ruleset_id}"])
def test_an_example_of_a_call_without_body_is_what_it_answers(
    client: FlaskClient, path: str
) -> None:
    for name, status, value, _ in answer_examples(CONTRACT["paths"][path]["get"]):
        answer = client.get(path.replace("{ruleset_id}", name))
        assert (answer.status_code, read_json(answer.data)) == (status, value)


def fail(*_: object) -> None:
    raise RuntimeError


def post(client: FlaskClient, body: bytes, **headers: str) -> TestResponse:
    sent = {**HEADERS, "Content-Type": "application/json"}
    sent.update({name.replace("_", "-"): value for name, value in headers.items()})
    return client.post("/v1/validate", data=body, headers=sent)


def fail_to_judge(client: FlaskClient, patch: pytest.MonkeyPatch) -> TestResponse:
    patch.setattr("api.resources.common.find_best", fail)
    return client.post("/v1/validate", json=REQUESTS["valid_show"], headers=HEADERS)


def fail_to_check(client: FlaskClient, patch: pytest.MonkeyPatch) -> TestResponse:
    patch.setattr(validator, "self_check", fail)
    return client.get("/readyz", headers=HEADERS)


class SlowBody(io.BytesIO):
    """A body that is announced, but does not come before the time of the request is up."""

    def readinto(self, buffer: object) -> int:
        raise RequestTimedOut


def send_slowly(client: FlaskClient, _: pytest.MonkeyPatch) -> TestResponse:
    sent = {**HEADERS, "Content-Type": "application/json"}
    return client.post("/v1/validate", input_stream=SlowBody(b"{}"), headers=sent)


def fail_to_read_metrics(client: FlaskClient, patch: pytest.MonkeyPatch) -> TestResponse:
    patch.setattr("api.observability.metrics._FOLDER", "/nowhere")
    return client.get("/metrics", headers=HEADERS)


def call_guarded(headers: Json, **settings: str) -> TestResponse:
    client = create_app({"TESTING": True, **settings}).test_client()
    client.get("/v1/rulesets")
    return client.get("/v1/rulesets", headers={**HEADERS, **headers})


def exceed_the_limit(*_: object) -> TestResponse:
    answer = call_guarded({}, RATE_LIMIT="1/hour")
    assert answer.headers["RateLimit-Policy"] == '"client";q=1;w=3600'
    return answer


def take_every_slot(client: FlaskClient, _: pytest.MonkeyPatch) -> TestResponse:
    with client.application.test_request_context(), bulk_slot():
        return client.get("/v1/vectors?ruleset=points-13", headers=HEADERS)


def show_key(**headers: str) -> Send:
    return lambda *_: call_guarded(headers, API_KEY_HASHES=f"web:{'0' * 64}")


PROBLEMS: dict[str, Send] = {
    "KeyMissing": show_key(),
    "KeyUnknown": show_key(Authorization="Bearer nobody"),
    "TooManyRequests": exceed_the_limit,
    "BadRequest": lambda client, _: post(client, b'{"ruleset": "points-13", "hand": [5H]}'),
    "NotFound": lambda client, _: client.get("/v1/validation", headers=HEADERS),
    "UnknownRuleset": lambda client, _: client.get("/v1/rulesets/knock-53", headers=HEADERS),
    "MethodNotAllowed": lambda client, _: client.get("/v1/validate", headers=HEADERS),
    "NotAcceptable": lambda client, _: post(client, b"{}", Accept="text/html"),
    "ContentTooLarge": lambda client, _: post(client, b" " * (MAX_BODY_BYTES + 1)),
    "UnsupportedMediaType": lambda client, _: post(client, b"5H", Content_Type="text/plain"),
    "InternalError": fail_to_judge,
    "NotReady": fail_to_check,
    "BulkBusy": take_every_slot,
    "RequestTimeout": send_slowly,
    "MetricsUnavailable": fail_to_read_metrics,
}


@pytest.mark.parametrize("name", CONTRACT["components"]["responses"])
def test_the_example_of_a_problem_is_what_is_answered(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    if name == "NotModified":
        return  # has no body
    answer = PROBLEMS[name](client, monkeypatch)
    content = CONTRACT["components"]["responses"][name]["content"]
    assert read_json(answer.data) == content["application/problem+json"]["example"]


def tampered(app: Flask, path: str, body: bytes, **changes: Any) -> TestResponse:
    def tamper() -> tuple[bytes, int, Json]:
        sent = {"Content-Type": "application/json", **changes.get("headers", {})}
        return body, changes.get("status", 200), sent

    (rule,) = (found for found in app.url_map.iter_rules() if found.rule == path)
    app.view_functions[rule.endpoint] = tamper
    return app.test_client().get(path)


@pytest.mark.parametrize(
    "changes",
    [
        {"body": b'{"status": "fine"}'},
        {"body": b"{}"},
        {"body": b'{"status": "ok", "more": 1}'},
        {"body": b'{"status": "ok", "status": "ok"}'},
        {"body": b'{"status": NaN}'},
        {"status": 202},
        {"headers": {"Content-Type": "text/html"}},
    ],
)
def test_an_answer_that_is_not_as_documented_is_found(app: Flask, changes: Json) -> None:
    answer = tampered(app, "/livez", **{"body": b'{"status": "ok"}', **changes})
    with pytest.raises(AssertionError):
        check_exchange(app, answer)


def test_an_answer_that_is_as_documented_passes(app: Flask) -> None:
    check_exchange(app, tampered(app, "/livez", b'{"status":"ok"}'))


def test_a_missing_header_is_found(app: Flask) -> None:
    answer = tampered(app, "/openapi.yaml", b"", headers={"Content-Type": "application/yaml"})
    with pytest.raises(AssertionError, match="lacks ETag"):
        check_exchange(app, answer)


def test_the_contract_is_found_where_a_checkout_has_it(app: Flask) -> None:
    app.config.pop("CONTRACT")
    load_contract(app, Settings())
    assert app.config["CONTRACT"] == CONTRACT_FILE.read_bytes()
