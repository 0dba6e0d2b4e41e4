"""What stands on a line of a batch."""

from typing import Any

import pytest
from marshmallow import ValidationError

from schemas.problems import json_pointer
from schemas.requests.batches import id_of, is_defaults, load_batch_request, load_defaults
from schemas.requests.declarations import load_validate_request
from schemas.validation_errors import problem_errors
from validator import find_ruleset

HAND = "5H 6H 7H 9S 10S JK 4C 4D 4S QC QD QS QH"
REQUEST: dict[str, Any] = {"ruleset": "points-13", "hand": HAND}


def errors_of(load: Any, *arguments: object) -> list[tuple[str, str]]:
    with pytest.raises(ValidationError) as caught:
        load(*arguments)
    return [(json_pointer(error.path), error.code) for error in problem_errors(caught.value)]


@pytest.mark.parametrize("name", ["a", 1, 1.5, True, None])
def test_an_id_changes_nothing_about_a_request(name: object) -> None:
    for request in (REQUEST, REQUEST | {"ruleset": {"base": "points-13"}}):
        found = load_batch_request(request | {"id": name}, {})
        assert found == load_validate_request(request)


def test_an_id_that_is_no_scalar_is_wrong() -> None:
    assert errors_of(load_batch_request, REQUEST | {"id": []}, {}) == [("/id", "wrong_type")]


def test_only_a_batch_has_ids() -> None:
    assert errors_of(load_validate_request, REQUEST | {"id": 1}) == [("/id", "unknown_field")]


@pytest.mark.parametrize("document", [None, [], "5H", 7])
def test_only_an_object_is_a_request(document: object) -> None:
    assert errors_of(load_batch_request, document, {}) == [("", "wrong_type")]
    assert id_of(document) is None
    assert not is_defaults(document)


def test_defaults_are_what_a_request_leaves_out() -> None:
    defaults = load_defaults({"defaults": {"ruleset": "yeeqia-13", "wild_card": "♦7"}})
    assert defaults == {"ruleset": find_ruleset("yeeqia-13"), "wild_card": "♦7"}
    found = load_batch_request({"hand": HAND}, defaults)
    stated = {"ruleset": "yeeqia-13", "wild_card": "7D", "hand": HAND}
    assert found == load_validate_request(stated)
    assert load_batch_request(REQUEST | {"wild_card": None}, defaults) == load_validate_request(
        REQUEST
    )


def test_a_house_rule_is_a_default_that_is_read_once() -> None:
    defaults = load_defaults({"defaults": {"ruleset": {"base": "points-13", "cap": 60}}})
    first, second = (load_batch_request({"hand": HAND}, defaults) for _ in range(2))
    assert first.deal.ruleset.settlement.cap == 60
    assert first.deal is second.deal
    # Also on the careful way, which a wrong request goes.
    assert errors_of(load_batch_request, {"hand": "5H"}, defaults) == [("/hand", "hand_size")]


def test_a_default_may_be_null_where_a_request_may() -> None:
    assert load_defaults({"defaults": {"wild_card": None}}) == {"wild_card": None}
    assert load_defaults({"defaults": {}}) == {}


@pytest.mark.parametrize(
    ("line", "errors"),
    [
        ({"defaults": None}, [("/defaults", "wrong_type")]),
        ({"defaults": 7}, [("/defaults", "wrong_type")]),
        ({"defaults": {"ruleset": None}}, [("/defaults/ruleset", "wrong_type")]),
        ({"defaults": {"hand": HAND}}, [("/defaults/hand", "unknown_field")]),
        ({"defaults": {}, "id": 1}, [("/id", "unknown_field")]),
    ],
)
def test_wrong_defaults_are_refused(line: dict[str, Any], errors: list[tuple[str, str]]) -> None:
    assert is_defaults(line)
    assert errors_of(load_defaults, line) == errors


@pytest.mark.parametrize(
    ("document", "name"),
    [({"id": 7}, 7), ({"id": None}, None), ({}, None), ({"id": []}, None), ({"id": {}}, None)],
)
def test_the_name_of_a_request_is_its_id_if_that_can_be_one(
    document: dict[str, Any], name: object
) -> None:
    assert id_of(document) == name
