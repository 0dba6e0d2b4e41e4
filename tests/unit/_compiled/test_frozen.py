"""What is made without a class's own __init__ is what that makes."""

import dataclasses
from typing import Any

import pytest

from tests.support.plain_copy import load_plain
from validator import Arrangement, Card, Declaration, Kind, Meld, Verdict, Violation, judge
from validator._compiled import shim as uncompiled
from validator._compiled.frozen import make

VERDICT = judge(
    "5H 6H 7H 9S 10S JK 4C 4D 4S QC QD 2H 3S",
    "points-13",
    wild_card="8D",
    groups=["5H 6H 7H", "9S 10S JK", "4C 4D 4S"],
)
ASKED = Declaration(VERDICT.deal, (Kind(3),), None, None, None)


@pytest.mark.parametrize(
    "value",
    [VERDICT, VERDICT.best, VERDICT.groups[1], VERDICT.violations[0], ASKED, Card(Kind(7))],
    ids=lambda value: type(value).__name__,
)
def test_it_is_as_if_the_class_had_been_called(value: Any) -> None:
    of = type(value)
    fields = [getattr(value, field.name) for field in dataclasses.fields(value)]
    made = make(of, *fields)
    assert type(made) is of
    assert made == value == of(*fields)
    assert repr(made) == repr(value)
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(made, dataclasses.fields(value)[0].name, None)


@pytest.mark.parametrize("of", [Verdict, Arrangement, Meld, Violation, Declaration])
def test_a_class_it_is_used_for_has_slots_and_no_defaults(of: Any) -> None:
    names = tuple(field.name for field in dataclasses.fields(of))
    assert of.__slots__ == of.__match_args__ == names
    missing = dataclasses.MISSING
    for field in dataclasses.fields(of):
        assert field.default is missing
        assert field.default_factory is missing


def test_fields_are_not_given_by_name() -> None:
    with pytest.raises(TypeError, match="in their places"):
        make(Card, kind=Kind(7))


def test_it_runs_where_cython_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    copy = load_plain(monkeypatch, "validator._compiled.frozen", with_cython=False)
    assert copy.cython is uncompiled
    assert copy.make(Card, Kind(7)) == Card(Kind(7))
