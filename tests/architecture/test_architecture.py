"""Which module may import which; any other edge fails."""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

ALLOWED = {
    "bounds": "",
    "errors": "",
    "policies": "",
    "cards": "errors",
    "violations": "cards",
    "rulesets": "bounds errors policies",
    "dialects": "dialects.gin dialects.marriage dialects.points dialects.seeds errors rulesets",
    "dialects.gin": "policies rulesets",
    "dialects.marriage": "policies rulesets",
    "dialects.points": "policies rulesets",
    "dialects.seeds": "policies rulesets",
    "making": "uncompiled",
    "melds": "cards making policies rulesets",
    "scoring": "cards making melds policies rulesets",
    "cores": "cards melds policies rulesets scoring",
    "layout": "",
    "search": "cards cores layout making melds policies rulesets scoring uncompiled",
    "uncompiled": "",
    "reference": "cards melds policies scoring",
    "legality": "cards errors making policies rulesets scoring",
    "explanations": "cards melds policies rulesets violations",
    "declaration": (
        "cards cores dialects errors explanations legality making melds policies rulesets scoring "
        "search violations"
    ),
    "parts": "cards cores scoring",
    "filling": "cards melds parts scoring",
    "nearest": "cards filling melds parts scoring",
    "distance": "cards melds nearest scoring search",
    "alternatives": "cards cores melds policies scoring search",
    "completing": "bulk cards melds policies scoring search",
    "prospects": ("alternatives cards completing distance errors legality rulesets scoring search"),
    "bulk": "cards declaration dialects errors layout legality rulesets scoring search",
    "lay_offs": "cards melds rulesets scoring",
    "table": "cards legality scoring",
    "table_legality": "cards errors legality policies rulesets scoring table",
    "counting": "declaration lay_offs melds policies rulesets scoring table",
    "settlement": (
        "cards counting declaration dialects lay_offs policies rulesets scoring table "
        "table_legality"
    ),
    "draws": "",
    "vector_hands": "cards draws melds policies rulesets",
    "vectors": "cards declaration draws legality policies rulesets scoring vector_hands",
    "__init__": (
        "bulk cards declaration dialects errors explanations lay_offs legality melds "
        "policies prospects rulesets scoring search settlement table table_legality "
        "vector_hands vectors violations"
    ),
}
"""Modules of `validator/`, and those of the same package that each may import."""

DATA = {module for module in ALLOWED if module.split(".")[0] == "dialects"}
"""Modules that are the rulesets themselves."""

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


@dataclass(frozen=True)
class Import:
    """One import statement: a module, and the name taken from it, if one is."""

    file: Path
    line: int
    module: str
    name: str | None

    def __str__(self) -> str:
        where = f"{self.file.relative_to(ROOT)}:{self.line}"
        taken = f".{self.name}" if self.name else ""
        return f"{where} imports {self.module}{taken}"

    @property
    def package(self) -> str:
        return self.module.split(".")[0]


def imports_of(file: Path) -> Iterator[Import]:
    """Yield every import of a file, those inside functions included."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(file, node.lineno, alias.name, None)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}:{node.lineno} is a relative import"
            for alias in node.names:
                yield Import(file, node.lineno, str(node.module), alias.name)


def files_of(package: str) -> list[Path]:
    single = ROOT / f"{package}.py"
    return [single] if single.exists() else sorted((ROOT / package).rglob("*.py"))


def file_of(module: str) -> Path:
    """Return the file of a module of `validator/`; that of a package is its `__init__.py`."""
    place = ROOT.joinpath("validator", *module.split("."))
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def module_imported(found: Import) -> str | None:
    """Return the module of `validator/` that an import names; None for another package."""
    if found.package != "validator":
        return None
    _, _, inner = found.module.partition(".")
    if inner:
        return inner
    # `from validator import melds` names a module too.
    return found.name if found.name in ALLOWED else "__init__"


def test_every_module_of_the_validator_is_in_the_list() -> None:
    assert sorted(files_of("validator")) == sorted(map(file_of, ALLOWED))


@pytest.mark.parametrize("module", ALLOWED)
def test_a_module_of_the_validator_imports_only_what_it_may(module: str) -> None:
    allowed = set(ALLOWED[module].split())
    wrong = [
        str(found)
        for found in imports_of(file_of(module))
        if (imported := module_imported(found)) is not None and imported not in allowed
    ]
    assert wrong == []


def test_the_list_of_edges_has_no_cycle() -> None:
    left = {module: set(allowed.split()) for module, allowed in ALLOWED.items()}
    while left:
        free = {module for module, allowed in left.items() if not allowed & left.keys()}
        assert free, f"a cycle among {sorted(left)}"
        left = {module: allowed for module, allowed in left.items() if module not in free}


def test_search_and_reference_share_no_code_of_their_own() -> None:
    search = set(ALLOWED["search"].split()) | set(ALLOWED["cores"].split())
    assert "reference" not in search
    assert not {"search", "cores"} & set(ALLOWED["reference"].split())


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
        if found.package == "validator" and module_imported(found) != "__init__"
    ]
    assert wrong == []


@pytest.mark.parametrize("package", PACKAGES)
def test_no_private_name_is_imported(package: str) -> None:
    wrong = [
        str(found)
        for file in files_of(package)
        for found in imports_of(file)
        if found.package in PACKAGES and found.name and found.name.startswith("_")
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
    files = [
        file
        for file in sorted(ROOT.rglob("*.py"))
        if not any(part in outside or part.startswith(".") for part in file.relative_to(ROOT).parts)
    ]
    wrong = [
        str(found)
        for file in files
        for found in imports_of(file)
        if module_imported(found) == "reference"
    ]
    assert wrong == []


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


@pytest.mark.parametrize("module", sorted(ALLOWED.keys() - DATA))
def test_rules_branch_on_fields_never_on_the_id_of_a_ruleset(module: str) -> None:
    source = file_of(module).read_text(encoding="utf-8")
    assert branches_on_an_id(ast.parse(source)) == []


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


ONE_UNIT = {"search.py"}
"""Compiled as one unit: in C, a call across modules costs what the search saves."""


def test_a_module_stays_under_four_hundred_lines() -> None:
    long = [
        file.name
        for package in PACKAGES
        for file in files_of(package)
        if file.name not in ONE_UNIT and len(file.read_text(encoding="utf-8").splitlines()) > 400
    ]
    assert long == []
