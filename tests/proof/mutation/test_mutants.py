"""What the mutants are made of; whether vectors kill them is asked by `make mutants`."""

import ast
import json
from importlib.util import resolve_name

import pytest

from tests.proof.mutation.mutants import Sort, mutants_of
from tests.proof.mutation.run import (
    BELOW,
    KNOWN,
    MODULES,
    OTHER_TESTS,
    REASONS,
    ROOT,
    path_of,
)


def made(source: str, *outside: str) -> dict[str, Sort]:
    return {one.name: one.sort for one in mutants_of(source, "made.py", frozenset(outside))}


def test_every_part_of_a_condition_is_deleted() -> None:
    found = made("def ask(a, b, c):\n    if a and not b < c:\n        return 1\n")
    assert found == {
        "ask: if a and (not b < c) → always": Sort.DELETED,
        "ask: if a and (not b < c) → never": Sort.DELETED,
        "ask: a and (not b < c) → not b < c": Sort.DELETED,
        "ask: a and (not b < c) → a": Sort.DELETED,
        "ask: not b < c → b < c": Sort.DELETED,
        "ask: b < c → b <= c": Sort.CHANGED,
        "ask: b < c → True": Sort.DELETED,
        "ask: b < c → False": Sort.DELETED,
        "ask: 1 → 2": Sort.CHANGED,
    }


def test_branches_filters_statements_and_members_are_deleted() -> None:
    source = """
def ask(items):
    for item in items:
        yield item if item else 0
    total = max(sum(n for n in items if n > 2), 0 <= 1 <= 2)
    total += 1
    drop({total: 1}, [total], items[1:])
"""
    found = made(source)
    for name in (
        "for item in items → no round",
        "yield (item if item else 0) → nothing",
        "item if item else 0 → item",
        "item if item else 0 → 0",
        "for n in items if n > 2 → without n > 2",
        "0 <= 1 <= 2 → 0 <= 1",
        "0 <= 1 <= 2 → 1 <= 2",
        "total += 1 → nothing",
        "drop({total: 1}, [total], items[1:]) → nothing",
        "{total: 1} → without total",
        "[total] → without total",
        "1: → without lower",
    ):
        assert found[f"ask: {name}"] is Sort.DELETED
    assert sum(name.startswith("ask: max(") for name in found) == 3


def test_what_is_alike_is_counted() -> None:
    assert [*made("def ask(a):\n    return a(1, 1)\n")] == ["ask: 1 → 2", "ask: 1 → 2 #2"]


def test_wording_and_what_lies_outside_is_left_alone() -> None:
    source = (
        'A = 1\ndef ask(b):\n    """1."""\n    text = "1" if b else f"{b + 1}"\n    return text\n'
    )
    assert made(source, "A") == {}
    assert made("def ask():\n    return 1\n", "ask") == {}
    assert made("def ask():\n    assert 1\n    zip(strict=True)\n") == {
        "ask: zip(strict=True) → nothing": Sort.DELETED
    }


def test_a_mutant_does_what_its_name_says() -> None:
    source = "def ask(a):\n    return a > 0 and a < 9\n"
    answers = {}
    for mutant in mutants_of(source, "made.py", frozenset()):
        scope: dict[str, object] = {}
        exec(mutant.compile(), scope)
        ask = scope["ask"]
        assert callable(ask)
        answers[mutant.name] = [ask(n) for n in (0, 5, 9)]
    assert answers == {
        "ask: a > 0 and a < 9 → a < 9": [True, True, False],
        "ask: a > 0 and a < 9 → a > 0": [False, True, True],
        "ask: a > 0 → a >= 0": [True, True, False],
        "ask: 0 → 1": [False, True, False],
        "ask: a < 9 → a <= 9": [False, True, True],
        "ask: 9 → 10": [False, True, True],
    }


@pytest.mark.parametrize("module", MODULES)
def test_what_is_known_to_survive_is_a_mutant(module: str) -> None:
    path = path_of(module)
    names = {one.name for one in mutants_of(path.read_text(), str(path), MODULES[module])}
    known = json.loads(KNOWN.read_text(encoding="utf-8")).get(module, {})
    assert known.keys() <= names
    assert all(reason in REASONS and why for reason, why in known.values())


@pytest.mark.parametrize("module", MODULES)
def test_what_is_left_alone_is_there(module: str) -> None:
    tree = ast.parse(path_of(module).read_text(encoding="utf-8"))
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
            names |= {
                f"{node.name}.{one.name}" for one in node.body if isinstance(one, ast.FunctionDef)
            }
    assert MODULES[module] <= names


def test_what_is_loaded_once_depends_on_nothing_else() -> None:
    for path in sorted((ROOT / "validator").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if parts[1] not in BELOW:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                name = "." * node.level + (node.module or "")
                _, _, needed = resolve_name(name, ".".join(parts[:-1])).partition("validator.")
                assert not needed or needed.split(".")[0] in BELOW


def test_what_is_named_is_known() -> None:
    known = json.loads(KNOWN.read_text(encoding="utf-8"))
    assert known.keys() | OTHER_TESTS.keys() <= MODULES.keys()
    for names in OTHER_TESTS.values():
        assert all((ROOT / "tests" / name).is_file() for name in names)
