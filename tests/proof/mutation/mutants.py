"""Mutants of a module: its source with one rule deleted, or one thing in it changed.

Why not mutmut or cosmic-ray: what is to be shown is that no rule can be *deleted* unseen, and
neither of them deletes. They exchange operators, numbers, texts and arguments; here conditions,
operands, branches, filters, statements and members of collections go, and comparisons, numbers
and the like are changed beside that. Both would also run pytest anew for every mutant, which
costs 8 s here where a forked process costs less than one, and mutate every sentence told to users.
"""

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import CodeType
from typing import Any, Final

WORDING: Final = frozenset({"detail", "text", "names", "which", "what", "most", "dealt", "shown"})
"""Variables that hold parts of sentences told to users; what is assigned to them is no rule."""

_EDGES: Final[Mapping[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
_TWINS: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Sort(StrEnum):
    """What is done to the source."""

    DELETED = "deleted"
    """A condition, an operand, a branch, a filter, a statement or a member is gone."""
    CHANGED = "changed"
    """A comparison is off by one, a number or truth value is another, min and max change places."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change to a module."""

    sort: Sort
    """What is done."""
    name: str
    """Where and what, the same as long as that function stays as it is."""
    line: int
    """Line of the source, from 1."""
    compile: Callable[[], CodeType]
    """Returns the module with the change, compiled."""


@dataclass(frozen=True, slots=True)
class _Change:
    sort: Sort
    node: ast.AST
    """What is changed."""
    before: str
    after: str
    make: Callable[[], None]
    """Makes the change in the tree."""
    undo: Callable[[], None]


def mutants_of(source: str, filename: str, outside: frozenset[str]) -> Iterator[Mutant]:
    """Yield every mutant of a source; functions and constants in `outside` stay as they are."""
    tree = ast.parse(source, filename)
    names: Counter[str] = Counter()
    for where, change in list(_changes(tree, outside)):
        name = f"{where}: {change.before} → {change.after}"
        names[name] += 1
        if names[name] > 1:
            name += f" #{names[name]}"

        def compiled(change: _Change = change) -> CodeType:
            change.make()
            try:
                return compile(ast.fix_missing_locations(tree), filename, "exec")
            finally:
                change.undo()

        node = change.node.target if isinstance(change.node, ast.comprehension) else change.node
        yield Mutant(change.sort, name, getattr(node, "lineno", 0), compiled)


def _changes(tree: ast.Module, outside: frozenset[str]) -> Iterator[tuple[str, _Change]]:
    def visit(node: ast.AST, where: str, parents: tuple[ast.AST, ...]) -> Iterator[Any]:
        for name, value in ast.iter_fields(node):
            if name in _NO_CODE or (name == "value" and _is_assigned(node, WORDING | outside)):
                continue
            for place, child in enumerate(value if isinstance(value, list) else [value]):
                if not isinstance(child, ast.AST) or _is_no_rule(child):
                    continue
                inside = where
                if isinstance(child, ast.FunctionDef | ast.ClassDef):
                    inside = f"{where}.{child.name}".lstrip(".")
                    if inside in outside:
                        continue
                slot = _Slot(node, name, place if isinstance(value, list) else None)
                for change in _changes_of(child, slot, parents):
                    yield inside or "module", change
                yield from visit(child, inside, (*parents, node))

    yield from visit(tree, "", ())


_NO_CODE: Final = frozenset({"annotation", "returns", "decorator_list", "type_comment", "bases"})


def _is_assigned(node: ast.AST, names: frozenset[str]) -> bool:
    """Return whether one of these variables is what a value is assigned to."""
    targets = node.targets if isinstance(node, ast.Assign) else []
    return any(isinstance(name, ast.Name) and name.id in names for name in targets)


def _is_no_rule(node: ast.AST) -> bool:
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    is_strict = isinstance(node, ast.keyword) and node.arg == "strict"
    return (
        is_text
        or is_strict
        or isinstance(
            node, ast.JoinedStr | ast.Assert | ast.Import | ast.ImportFrom | ast.arguments
        )
    )


@dataclass(frozen=True, slots=True)
class _Slot:
    """Where a node hangs in the tree."""

    parent: ast.AST
    field: str
    place: int | None

    def put(self, node: ast.AST | None) -> None:
        if self.place is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.place] = node


def _changes_of(node: ast.AST, slot: _Slot, parents: tuple[ast.AST, ...]) -> Iterator[_Change]:
    """Yield what can be done to a node: put something else in its place, or shorten its lists."""

    def instead(sort: Sort, other: ast.AST, shown: str | None = None) -> _Change:
        after = shown or ast.unparse(other)
        return _Change(
            sort, node, _text(node), after, lambda: slot.put(other), lambda: slot.put(node)
        )

    def without(field: str, place: int) -> _Change:
        items = getattr(node, field)
        item = items[place]
        return _Change(
            Sort.DELETED,
            node,
            _text(node),
            f"without {'**' if item is None else ast.unparse(item)}",
            lambda: items.pop(place),
            lambda: items.insert(place, item),
        )

    gone = Sort.DELETED
    match node:
        case ast.If():
            yield _test(node, True)
            yield _test(node, False)
        case ast.While():
            yield _test(node, False)
        case ast.For():
            yield _Change(
                gone,
                node,
                f"for {ast.unparse(node.target)} in {ast.unparse(node.iter)}",
                "no round",
                *_set(node, "iter", ast.Tuple([], ast.Load())),
            )
        case ast.IfExp():
            yield instead(gone, node.body)
            yield instead(gone, node.orelse)
        case ast.BoolOp():
            for place in range(len(node.values)):
                left = [value for other, value in enumerate(node.values) if other != place]
                yield instead(gone, left[0] if len(left) == 1 else ast.BoolOp(node.op, left))
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield instead(gone, node.operand)
        case ast.BinOp():
            # Neither sentences nor, outside of functions, what types are made of.
            inside = any(isinstance(parent, ast.FunctionDef) for parent in (*parents, slot.parent))
            is_type = isinstance(node.op, ast.BitOr) and not inside
            if not is_type and not any(isinstance(part, ast.JoinedStr) for part in ast.walk(node)):
                yield instead(gone, node.left)
                if not isinstance(node.op, ast.Sub | ast.FloorDiv | ast.Mod):
                    yield instead(gone, node.right)
        case ast.Compare():
            yield from _of_comparison(node, slot, instead)
        case ast.comprehension():
            for place in range(len(node.ifs)):
                yield without("ifs", place)
        case ast.Call(func=ast.Name(id=called)) if called in _TWINS:
            twin = ast.Call(ast.Name(_TWINS[called], ast.Load()), node.args, node.keywords)
            yield instead(Sort.CHANGED, twin)
            if len(node.args) > 1:
                for argument in node.args:
                    yield instead(gone, argument)
        case ast.Slice():
            for field in ("lower", "upper", "step"):
                if getattr(node, field) is not None:
                    whole = f"without {field}"
                    yield _Change(gone, node, _text(node), whole, *_set(node, field, None))
        case ast.Set() | ast.List():
            for place in range(len(node.elts)):
                yield without("elts", place)
        case ast.Tuple() if isinstance(slot.parent, ast.Compare) or _is_constant(slot, parents):
            for place in range(len(node.elts)):
                yield without("elts", place)
        case ast.Dict():
            yield from _of_dict(node)
        case ast.Constant(value=bool(value)):
            yield instead(Sort.CHANGED, ast.Constant(not value))
        case ast.Constant(value=int(value)):
            yield instead(Sort.CHANGED, ast.Constant(value + 1))
        case ast.AugAssign() | ast.Continue() | ast.Delete():
            yield instead(gone, ast.Pass(), "nothing")
        case ast.Expr(value=ast.Yield() | ast.YieldFrom()):
            # What yields nothing any more has to stay a generator.
            yield instead(gone, ast.parse("yield from ()").body[0], "nothing")
        case ast.Expr():
            yield instead(gone, ast.Pass(), "nothing")


def _test(node: ast.If | ast.While, value: bool) -> _Change:
    before = f"{'if' if isinstance(node, ast.If) else 'while'} {ast.unparse(node.test)}"
    made = _set(node, "test", ast.Constant(value))
    return _Change(Sort.DELETED, node, before, "always" if value else "never", *made)


def _of_comparison(
    node: ast.Compare, slot: _Slot, instead: Callable[..., _Change]
) -> Iterator[_Change]:
    for place, operator in enumerate(node.ops):
        if edge := _EDGES.get(type(operator)):
            ops = [*node.ops]
            ops[place] = edge()
            yield instead(Sort.CHANGED, ast.Compare(node.left, ops, node.comparators))
    if len(node.ops) == 2:
        middle = node.comparators[0]
        yield instead(Sort.DELETED, ast.Compare(node.left, node.ops[:1], [middle]))
        yield instead(Sort.DELETED, ast.Compare(middle, node.ops[1:], node.comparators[1:]))
    # Elsewhere that is done with the condition as a whole.
    if not isinstance(slot.parent, ast.If | ast.While | ast.BoolOp | ast.comprehension | ast.IfExp):
        yield instead(Sort.DELETED, ast.Constant(True))
        yield instead(Sort.DELETED, ast.Constant(False))


def _of_dict(node: ast.Dict) -> Iterator[_Change]:
    for place, (key, value) in enumerate(zip([*node.keys], [*node.values], strict=True)):

        def make(place: int = place) -> None:
            node.keys.pop(place)
            node.values.pop(place)

        def undo(place: int = place, key: ast.expr | None = key, value: ast.expr = value) -> None:
            node.keys.insert(place, key)
            node.values.insert(place, value)

        named = "**" if key is None else ast.unparse(key)
        yield _Change(Sort.DELETED, node, _text(node), f"without {named}", make, undo)


def _set(node: ast.AST, field: str, value: ast.AST | None) -> tuple[Callable[[], None], ...]:
    """Return what sets a field, and what sets it back."""
    old = getattr(node, field)
    return lambda: setattr(node, field, value), lambda: setattr(node, field, old)


def _is_constant(slot: _Slot, parents: tuple[ast.AST, ...]) -> bool:
    """Return whether a tuple is the value of a constant of the module."""
    is_value = isinstance(slot.parent, ast.Assign | ast.AnnAssign) and slot.field == "value"
    return is_value and len(parents) == 1


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.comprehension):
        filters = "".join(f" if {ast.unparse(test)}" for test in node.ifs)
        return f"for {ast.unparse(node.target)} in {ast.unparse(node.iter)}{filters}"
    return " ".join(ast.unparse(node).split())
