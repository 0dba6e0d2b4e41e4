"""What `validator` exports: a sorted list, each name documented."""

import ast
import dataclasses
import importlib
import importlib.util
import inspect
from types import ModuleType

import pytest

import validator
from tests.support.docstrings import attribute_docstrings, source_of

EXPORTED = [
    "COMPILED",
    "LAST_SEED",
    "MOST_TOTAL",
    "MOST_VECTORS",
    "RULESETS",
    "VECTORS_VERSION",
    "Arrangement",
    "Card",
    "CardList",
    "CompletingCard",
    "Contradiction",
    "Deal",
    "Declaration",
    "DiscardChoice",
    "ErrorCode",
    "InputFault",
    "Kind",
    "Knock",
    "LaidOff",
    "LayOff",
    "MalformedRequest",
    "Meld",
    "MeldKind",
    "MeldRules",
    "Outcome",
    "Player",
    "Prospects",
    "Rank",
    "Reason",
    "Ruleset",
    "RulesetContradiction",
    "Seat",
    "SettledPlayer",
    "Settlement",
    "SettlementRules",
    "Situation",
    "Status",
    "Suit",
    "Table",
    "UnknownCard",
    "UnknownRuleset",
    "ValidatorError",
    "Vector",
    "VectorKind",
    "Verdict",
    "Violation",
    "ViolationCode",
    "best_arrangement",
    "best_arrangements",
    "find_best",
    "find_faults",
    "find_prospects",
    "find_ruleset",
    "find_situation_faults",
    "find_table_faults",
    "judge",
    "judge_declaration",
    "make_vector",
    "make_vectors",
    "number_range",
    "read_cards",
    "read_declaration",
    "read_plainly",
    "read_situation",
    "read_table",
    "self_check",
    "settle",
    "settle_table",
    "split_codes",
]


def sort_key(name: str) -> tuple[int, str]:
    """Constants, then classes, then functions, as ruff sorts `__all__`."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2), name


def imported_from() -> dict[str, str]:
    """Return the module that each exported name is defined in."""
    return {name: _defining(validator, name) for name in _taken(validator)}


def _taken(module: ModuleType) -> dict[str, str]:
    """Return the names that a face imports, and the modules that it takes them from."""
    return {
        alias.name: importlib.util.resolve_name(
            "." * node.level + str(node.module), module.__name__
        )
        for node in ast.parse(inspect.getsource(module)).body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def _defining(face: ModuleType, name: str) -> str:
    """Return the module behind a face, and the faces behind that, which defines a name."""
    taken_from = _taken(face)[name]
    module = importlib.import_module(taken_from)
    is_face = hasattr(module, "__path__") and name in _taken(module)
    return _defining(module, name) if is_face else taken_from


def test_exactly_these_names_are_exported() -> None:
    assert validator.__all__ == EXPORTED


def test_the_exported_names_are_sorted() -> None:
    assert sorted(EXPORTED, key=sort_key) == EXPORTED


def test_everything_imported_into_the_package_is_exported() -> None:
    assert sorted(imported_from(), key=sort_key) == EXPORTED


@pytest.mark.parametrize("name", EXPORTED)
def test_an_exported_name_has_a_docstring(name: str) -> None:
    exported = getattr(validator, name)
    if inspect.isclass(exported) or inspect.isroutine(exported):
        text = exported.__doc__ or ""
        # A dataclass without a docstring gets its signature for one.
        assert not text.startswith(f"{name}(")
        assert not (dataclasses.is_dataclass(exported) and not text)
    else:
        module = importlib.import_module(imported_from()[name])
        text = attribute_docstrings(ast.parse(source_of(module))).get(name, "")
    assert text.strip()
    assert text.strip()[0].isupper()


@pytest.mark.parametrize("name", EXPORTED)
def test_methods_and_properties_of_exported_classes_have_docstrings(name: str) -> None:
    exported = getattr(validator, name)
    if inspect.isclass(exported):
        own = {
            attribute: value
            for attribute, value in vars(exported).items()
            if not attribute.startswith("_")
            and (inspect.isfunction(value) or isinstance(value, property | classmethod))
        }
        assert [attribute for attribute, value in own.items() if not value.__doc__] == []
