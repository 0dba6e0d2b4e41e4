"""The plan of the house: which room may import which, through its face only, and never in a circle.

A room is a folder of a package, or a module that stands beside the folders. A folder's face is its
`__init__.py`: other rooms import what the face shows, and nothing behind it.
"""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

ROOMS = {
    "validator": {
        "errors": "",
        "_compiled": "",
        "cards": "errors",
        "rules": "errors",
        "melds": "_compiled cards rules",
        "deals": "cards melds rules",
        "scoring": "_compiled cards deals melds rules",
        "search": "_compiled cards deals melds rules scoring",
        "reference": "cards deals melds rules scoring",
        "questions": "_compiled cards deals errors rules",
        "verdicts": "_compiled cards deals melds questions rules scoring search",
        "prospects": "cards deals melds questions rules scoring search",
        "settlement": "cards deals melds questions rules scoring verdicts",
        "vectors": "cards deals melds questions rules scoring verdicts",
        "bulk": "cards deals errors questions rules scoring search",
        "shorthand": "cards deals errors questions rules scoring search settlement verdicts",
    },
    "schemas": {
        "problems": "",
        "fields": "",
        "validation_errors": "fields problems",
        "rulesets": "fields",
        "requests": "fields rulesets validation_errors",
        "responses": "fields rulesets",
    },
    "api": {
        "turns": "",
        "config": "",
        "serve": "config",
        "http": "turns",
        "server": "config http turns",
        "observability": "config http server",
        "middleware": "config http observability server",
        "resources": "config http middleware observability server turns",
    },
}
"""The rooms of each package, and those of the same package that each may import."""

PACKAGES = {
    "app": {"api"},
    "api": {"api", "schemas", "validator"},
    "schemas": {"schemas", "validator"},
    "validator": {"validator"},
    "parity": {"parity", "validator"},
}
"""Packages, and those of this project that each may import."""

BELOW_VALIDATOR = {
    "flask",
    "gevent",
    "gunicorn",
    "marshmallow",
    "orjson",
    "prometheus_client",
    "werkzeug",
}
"""What the domain must not know of."""

MAX_LINES = 400
"""Lines of a module; a longer one says why in its first comment."""

MAX_MODULES = 14
"""Modules of a folder, its face among them."""


@dataclass(frozen=True)
class Import:
    """One imported name: where it is imported, and the module that it is taken from."""

    file: Path
    line: int
    module: str
    name: str | None

    def __str__(self) -> str:
        where = f"{self.file.relative_to(ROOT)}:{self.line}"
        return f"{where} imports {self.name} from {self.module}" if self.name else f"{where}"

    @property
    def package(self) -> str:
        return self.module.split(".")[0]


def module_of(file: Path) -> str:
    """Return the dotted name of a file; that of a face is its folder's."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def shows(folder: Path, name: str) -> bool:
    """Return whether the face of a folder lists a name in `__all__`."""
    face = (folder / "__init__.py").read_text(encoding="utf-8")
    return f'"{name}"' in face.partition("__all__")[2]


def imports_in(tree: ast.Module, file: Path) -> Iterator[Import]:
    """Yield every import of a file, those inside functions included, by its full name."""
    own = file.relative_to(ROOT).with_suffix("").parts
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(file, node.lineno, alias.name, None)
        elif isinstance(node, ast.ImportFrom):
            parents = own[: len(own) - node.level] if node.level else ()
            module = ".".join([*parents, *([node.module] if node.module else [])])
            for alias in node.names:
                folder = ROOT.joinpath(*module.split("."))
                inner = folder / alias.name
                is_module = inner.is_dir() or inner.with_suffix(".py").is_file()
                # Within a folder a module is taken; from outside, what its face shows is.
                if is_module and not (shows(folder, alias.name) and folder not in file.parents):
                    yield Import(file, node.lineno, f"{module}.{alias.name}", None)
                else:
                    yield Import(file, node.lineno, module, alias.name)


def imports_of(file: Path) -> list[Import]:
    return [*imports_in(ast.parse(file.read_text(encoding="utf-8")), file)]


def files_of(package: str) -> list[Path]:
    single = ROOT / f"{package}.py"
    return [single] if single.exists() else sorted((ROOT / package).rglob("*.py"))


def room_of(module: str) -> str | None:
    """Return the room that a module of a planned package is in; None for the package's face."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else None


def inside(package: str) -> Iterator[tuple[str, Import]]:
    """Yield each import within a package with the room that it stands in."""
    for file in files_of(package):
        room = room_of(module_of(file))
        for found in imports_of(file):
            if room is not None and found.package == package:
                yield room, found


def face_of(found: Import) -> bool:
    """Return whether an import takes something through the face of a folder, or of a module."""
    return len(found.module.split(".")) <= 2


@pytest.mark.parametrize("package", ROOMS)
def test_every_room_is_in_the_plan(package: str) -> None:
    rooms = {room_of(module_of(file)) for file in files_of(package)} - {None}
    assert rooms == ROOMS[package].keys()


@pytest.mark.parametrize("package", ROOMS)
def test_a_room_imports_only_rooms_that_it_may(package: str) -> None:
    wrong = [
        str(found)
        for room, found in inside(package)
        if (other := room_of(found.module)) != room and other not in ROOMS[package][room].split()
    ]
    assert wrong == []


@pytest.mark.parametrize("package", ROOMS)
def test_a_room_is_entered_through_its_face_only(package: str) -> None:
    wrong = [
        str(found)
        for room, found in inside(package)
        if room_of(found.module) != room and not face_of(found)
    ]
    assert wrong == []


@pytest.mark.parametrize("package", ROOMS)
def test_the_plan_has_no_circle(package: str) -> None:
    left = {room: set(allowed.split()) for room, allowed in ROOMS[package].items()}
    while left:
        free = {room for room, allowed in left.items() if not allowed & left.keys()}
        assert free, f"a circle among {sorted(left)}"
        left = {room: allowed for room, allowed in left.items() if room not in free}


@pytest.mark.parametrize("package", ROOMS)
def test_the_modules_of_a_package_import_each_other_in_no_circle(package: str) -> None:
    left = {
        module_of(file): {found.module for found in imports_of(file) if found.package == package}
        - {module_of(file)}
        for file in files_of(package)
    }
    while left:
        free = {module for module, imported in left.items() if not imported & left.keys()}
        assert free, f"a circle among {sorted(left)}"
        left = {module: imported for module, imported in left.items() if module not in free}


@pytest.mark.parametrize("package", ROOMS)
def test_a_room_of_the_plan_is_really_imported_where_it_may_be(package: str) -> None:
    used = {(room, room_of(found.module)) for room, found in inside(package)}
    planned = {
        (room, other) for room, allowed in ROOMS[package].items() for other in allowed.split()
    }
    assert planned - used == set()


def test_search_and_reference_share_no_code_of_their_own() -> None:
    searching = {"search", "prospects"}
    assert not searching & set(ROOMS["validator"]["reference"].split())
    assert all("reference" not in allowed.split() for allowed in ROOMS["validator"].values())


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_imports_only_packages_below_it(package: str) -> None:
    wrong = [
        str(found)
        for file in files_of(package)
        for found in imports_of(file)
        if found.package in PACKAGES and found.package not in PACKAGES[package]
    ]
    assert wrong == []


@pytest.mark.parametrize("package", ["app", "api", "schemas", "parity"])
def test_the_service_and_the_kit_use_the_public_names_of_the_validator_only(package: str) -> None:
    wrong = [
        str(found)
        for file in files_of(package)
        for found in imports_of(file)
        if found.package == "validator" and found.module != "validator"
    ]
    assert wrong == []


@pytest.mark.parametrize("package", ["app", "api"])
def test_the_service_enters_the_schemas_through_faces(package: str) -> None:
    wrong = [
        str(found)
        for file in files_of(package)
        for found in imports_of(file)
        if found.package == "schemas" and not face_of(found)
    ]
    assert wrong == []


@pytest.mark.parametrize("package", PACKAGES)
def test_no_private_name_is_imported_from_another_room(package: str) -> None:
    wrong = [
        str(found)
        for file in files_of(package)
        for found in imports_of(file)
        if found.package in PACKAGES
        and found.name
        and found.name.startswith("_")
        and found.module.rpartition(".")[0] != module_of(file).rpartition(".")[0]
    ]
    assert wrong == []


def test_the_domain_knows_nothing_of_the_service() -> None:
    wrong = [
        str(found)
        for file in files_of("validator")
        for found in imports_of(file)
        if found.package in BELOW_VALIDATOR
    ]
    assert wrong == []


def test_schemas_know_nothing_of_flask() -> None:
    wrong = [
        str(found)
        for file in files_of("schemas")
        for found in imports_of(file)
        if found.package in BELOW_VALIDATOR - {"marshmallow"}
    ]
    assert wrong == []


def test_the_kit_needs_nothing_that_has_to_be_installed() -> None:
    wrong = [
        str(found)
        for file in files_of("parity")
        for found in imports_of(file)
        if found.package not in {"parity", "validator"} | sys.stdlib_module_names
    ]
    assert wrong == []


def test_only_tests_and_benchmarks_import_the_reference() -> None:
    outside = {"tests", "benchmarks", "build", "venv"}
    wrong = [
        str(found)
        for file in sorted(ROOT.rglob("*.py"))
        if not any(part in outside or part.startswith(".") for part in file.relative_to(ROOT).parts)
        for found in imports_of(file)
        if found.module == "validator.reference"
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("source", "module", "name"),
    [
        ("from ..rules import Ruleset", "validator.rules", "Ruleset"),
        ("from .packing import KINDS", "validator.search.packing", "KINDS"),
        ("from .._compiled import shim as cython", "validator._compiled", "shim"),
        ("from . import explorer", "validator.search.explorer", None),
        ("from validator import judge", "validator", "judge"),
    ],
)
def test_an_import_is_read_by_its_full_name(source: str, module: str, name: str | None) -> None:
    file = ROOT / "validator" / "search" / "best.py"
    (found,) = imports_in(ast.parse(source), file)
    assert (found.module, found.name) == (module, name)


def branches_on_an_id(tree: ast.Module) -> list[int]:
    """Return the lines that compare, match or look up something by its `id`."""

    def is_id(node: ast.AST) -> bool:
        return isinstance(node, ast.Attribute) and node.attr == "id"

    lines = []
    for node in ast.walk(tree):
        asked: list[ast.AST] = []
        if isinstance(node, ast.Compare):
            asked = [node.left, *node.comparators]
        elif isinstance(node, ast.Match):
            asked = [node.subject]
        elif isinstance(node, ast.Subscript):
            asked = [node.slice]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            # {…}.get(ruleset.id), ruleset.id.startswith(…)
            asked = [*node.args, node.func.value] if node.func.attr != "append" else []
        lines += [node.lineno for part in asked if is_id(part)]  # type: ignore[attr-defined]
    return lines


DIALECTS = ROOT / "validator" / "rules" / "dialects"
"""The rulesets themselves."""


def test_rules_branch_on_fields_never_on_the_id_of_a_ruleset() -> None:
    found = {
        str(file.relative_to(ROOT)): lines
        for file in files_of("validator")
        if not file.is_relative_to(DIALECTS)
        and (lines := branches_on_an_id(ast.parse(file.read_text(encoding="utf-8"))))
    }
    assert found == {}


@pytest.mark.parametrize(
    "source",
    [
        "ruleset.id == 'x'",
        "'x' != deal.ruleset.id",
        "ruleset.id in ('x', 'y')",
        "TABLE[ruleset.id]",
        "TABLE.get(ruleset.id)",
        "ruleset.id.startswith('x')",
        "match ruleset.id:\n    case 'x':\n        pass",
    ],
)
def test_branching_on_an_id_would_be_noticed(source: str) -> None:
    assert branches_on_an_id(ast.parse(source)) == [1]


def test_a_module_stays_under_four_hundred_lines() -> None:
    long = [
        str(file.relative_to(ROOT))
        for package in PACKAGES
        for file in files_of(package)
        if len(file.read_text(encoding="utf-8").splitlines()) > MAX_LINES
    ]
    assert long == []


@pytest.mark.parametrize("package", ROOMS)
def test_a_folder_holds_few_modules(package: str) -> None:
    folders = [ROOT / package, *(ROOT / package / room for room in ROOMS[package])]
    crowded = {
        folder.name: count
        for folder in folders
        if (count := len([*folder.glob("*.py")])) > MAX_MODULES
    }
    assert crowded == {}
