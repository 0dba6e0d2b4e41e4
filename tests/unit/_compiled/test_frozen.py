"""What is made without a class's own __init__ is what that makes."""

import copy
import dataclasses
import gc
import pickle
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from validator import Arrangement, Card, Declaration, Kind, Meld, Verdict, Violation, judge
from validator._compiled import frozen, shim
from validator._compiled.frozen import fast_frozen

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
    made = of(*fields)
    assert type(made) is of
    assert made == value
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


@fast_frozen
class Pair:
    """What the tests below call in every way."""

    first: object
    second: object

    @property
    def both(self) -> tuple[object, object]:
        """Both fields."""
        return self.first, self.second


def test_fields_are_given_by_name_in_any_order_or_in_their_places() -> None:
    wanted = (1, 2)
    assert Pair(first=1, second=2).both == Pair(second=2, first=1).both == wanted
    assert Pair(1, 2).both == Pair(1, second=2).both == wanted


@pytest.mark.parametrize(
    ("places", "names"),
    [
        ((), {}),
        ((1,), {}),
        ((1, 2, 3), {}),
        ((), {"first": 1}),
        ((), {"first": 1, "third": 3}),
        ((), {"first": 1, "both": 3}),
        ((1,), {"first": 1}),
        ((1, 2), {"second": 2}),
        ((), {"first": 1, "second": 2, "third": 3}),
    ],
)
def test_a_call_that_no_dataclass_takes_is_refused(
    places: tuple[int, ...], names: dict[str, int]
) -> None:
    with pytest.raises(TypeError, match="__init__"):
        Pair(*places, **names)


def test_it_is_a_frozen_dataclass_in_every_other_respect() -> None:
    pair = Pair(first=1, second=(2,))
    assert dataclasses.replace(pair, second=3) == Pair(1, 3)
    assert pickle.loads(pickle.dumps(pair)) == copy.deepcopy(pair) == copy.copy(pair) == pair
    assert hash(pair) == hash(Pair(1, (2,)))
    assert repr(pair) == "Pair(first=1, second=(2,))"
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(pair, "first", 2)  # noqa: B010
    with pytest.raises(dataclasses.FrozenInstanceError):
        del pair.first


def test_what_is_made_is_let_go_with_all_it_holds() -> None:
    held = object()
    before = sys.getrefcount(held), sys.getrefcount(Pair)
    for _ in range(100):
        Pair(first=held, second=held)
        Pair(held, held)
        with pytest.raises(TypeError):
            Pair(first=held, third=held)  # type: ignore[call-arg]
    gc.collect()
    assert sys.getrefcount(held) == before[0]
    assert sys.getrefcount(Pair) <= before[1] + 1


def test_a_subclass_is_called_as_usual() -> None:
    class Named(Pair):
        def __init__(self, name: str) -> None:
            super().__init__(name, name)

    assert Named("a").both == ("a", "a")


@pytest.mark.parametrize(
    "fields",
    [
        {"__annotations__": {"first": int}, "first": 1},
        {"__annotations__": {"first": list}, "first": dataclasses.field(default_factory=list)},
        {"__annotations__": {"first": int}, "first": dataclasses.field(init=False)},
        {"__annotations__": {"first": int}, "__post_init__": lambda self: None},
    ],
    ids=["default", "factory", "not given", "post-init"],
)
def test_a_class_that_is_not_only_fields_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="Odd is not only fields without defaults"):
        fast_frozen(type("Odd", (), fields))


def load_copy(monkeypatch: pytest.MonkeyPatch, cython: object) -> ModuleType:
    """Return a fresh plain copy of the module, for which `cython` is the module of that name."""
    monkeypatch.setitem(sys.modules, "cython", cython)
    source = Path(frozen.__file__).with_name("frozen.py")
    spec = spec_from_file_location("validator._compiled.frozen_copy", source)
    assert spec is not None
    assert spec.loader is not None
    loaded = module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def test_it_runs_where_cython_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = load_copy(monkeypatch, None)
    assert plain.cython is shim
    made = plain.fast_frozen(type("Single", (), {"__annotations__": {"only": int}}))
    assert made(only=7) == made(7) != made(8)


def test_compiled_it_has_the_functions_of_c_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = load_copy(monkeypatch, SimpleNamespace(compiled=True))
    assert not hasattr(compiled, "_call_fast")
