"""Finds what has no docstring, attribute docstrings included: Python itself drops those."""

import ast
import inspect
from pathlib import Path
from types import ModuleType


def attribute_docstrings(tree: ast.Module | ast.ClassDef) -> dict[str, str]:
    """Return the strings that stand under the assignments of a module or class, by name."""
    found = {}
    for statement, after in zip(tree.body, tree.body[1:], strict=False):
        name = assigned_name(statement)
        if name and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            found[name] = str(after.value.value)
    return found


def assigned_name(statement: ast.stmt) -> str | None:
    """Return the name that an assignment binds; None for another statement."""
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        return statement.target.id
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
        return statement.targets[0].id
    return None


def source_of(module: ModuleType) -> str:
    """Return the source of a module, also of one that is compiled."""
    assert module.__file__ is not None
    folder, name = Path(module.__file__).parent, module.__name__.split(".")[-1]
    plain = folder / f"{name}.py"
    return plain.read_text(encoding="utf-8") if plain.exists() else inspect.getsource(module)


def undocumented(module: ModuleType) -> list[str]:
    """Return the attributes of this module's public classes that have no docstring."""
    tree = ast.parse(source_of(module))
    missing = []
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            documented = attribute_docstrings(node)
            names = filter(None, map(assigned_name, node.body))
            missing += [f"{node.name}.{name}" for name in names if name not in documented]
    return missing
