"""Lays out the one package that a wheel holds; setup.py calls it, a checkout has no use for it.

In a checkout the packages stand side by side and import one another by their own names. Installed
like that they would take names such as `api` from whoever has one too, so they are copied into the
package `rummy_referee`, and what names another package is rewritten. docs/decisions/0001 says why.
"""

import ast
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

NAME: Final = "rummy_referee"
"""The only name at the top of a wheel."""

PACKAGES: Final = ("validator", "schemas", "api", "parity")
"""The packages that move into it."""

MODULES: Final = (*PACKAGES, "app")
"""What is imported by a name of its own in a checkout."""

FILES: Final = ("app.py", "gunicorn.conf.py", "openapi.yaml")
FOLDERS: Final = {"web": "web", "tests/vectors": "parity/vectors"}
"""What comes with the packages: files, and folders with where they go."""

LEFT_OUT: Final = ("parity/release.py", "parity/index.py", "parity/examples/adapters")
"""What only a checkout can use: it writes the corpus, or reads what is published beside it."""

_NO_PART: Final = shutil.ignore_patterns(
    "__pycache__", "*.py[cod]", "*.so", "*.pyd", "*.dylib", "*.c"
)
_NAMES: Final = "|".join(MODULES)
_EXAMPLE: Final = re.compile(rf"(>>> from )(?={_NAMES})(?=\w+(?:\.\w+)* import )")
_AS_PROGRAM: Final = re.compile(rf"(-m ?)(?=(?:{_NAMES})\b)")
_REFERENCE: Final = re.compile(rf"""(["'])(?=(?:{_NAMES})[.:][\w.]+\1)""")


class CannotStage(Exception):
    """A statement that would import something else from within the package."""


def lay_out(checkout: Path, target: Path) -> Path:
    """Copy the packages of a checkout into a fresh `target` and return the package made there.

    :raises CannotStage: when an import of another package is written in a way that stays behind.
    """
    package = target / NAME
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(checkout / NAME, package, ignore=_NO_PART)
    for name in PACKAGES:
        shutil.copytree(checkout / name, package / name, ignore=_NO_PART)
    for source, place in FOLDERS.items():
        shutil.copytree(checkout / source, package / place, ignore=_NO_PART)
    for name in FILES:
        shutil.copyfile(checkout / name, package / name)
    for name in LEFT_OUT:
        _remove(package / name)
    for file in sorted(package.rglob("*.py")):
        _rewrite(file, settings=file.name == "gunicorn.conf.py")
    return package


def modules_of(package: Path) -> list[str]:
    """Return the dotted names of the packages in `package`, its own first."""
    folders = sorted(file.parent for file in package.rglob("__init__.py"))
    return [".".join(folder.relative_to(package.parent).parts) for folder in folders]


def data_of(package: Path) -> list[str]:
    """Return the files in `package` that are installed and are no modules, relative to it."""
    files = (file for file in package.rglob("*") if file.is_file())
    wanted = (file for file in files if file.suffix not in {".py", ".pxd"})
    return sorted(file.relative_to(package).as_posix() for file in wanted)


def rewritten(source: str, *, settings: bool = False) -> str:
    """Return Python source that imports the packages of this project from within `rummy_referee`.

    `settings` is for a file of settings, in which strings name modules: gunicorn's.

    :raises CannotStage: when a statement cannot be rewritten.

    >>> print(rewritten("from api import keys\\nimport validator\\nimport json\\n"), end="")
    from rummy_referee.api import keys
    from rummy_referee import validator
    import json
    """
    lines = source.encode().splitlines(keepends=True)
    for node in ast.walk(ast.parse(source)):
        change = _change_for(node)
        if change is not None:
            assert isinstance(node, ast.stmt)  # an import
            place, start = node.lineno - 1, node.col_offset
            lines[place] = lines[place][:start] + change(lines[place][start:])
    text = b"".join(lines).decode()
    text = _EXAMPLE.sub(rf"\g<1>{NAME}.", text)
    text = _AS_PROGRAM.sub(rf"\g<1>{NAME}.", text)
    return _REFERENCE.sub(rf"\g<1>{NAME}.", text) if settings else text


def foreign_imports(source: str) -> Iterator[str]:
    """Yield what imports one of this project's packages by the name that it has in a checkout."""
    for node in ast.walk(ast.parse(source)):
        if _imported_by(node):
            yield f"line {getattr(node, 'lineno', 0)}: {ast.unparse(node)}"


def _imported_by(node: ast.AST) -> list[str]:
    """Return the modules of this project that an import statement names by their own names."""
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom) and node.level == 0:
        names = [str(node.module)]
    else:
        return []
    return [name for name in names if name.partition(".")[0] in MODULES]


def _change_for(node: ast.AST) -> Callable[[bytes], bytes] | None:
    """Return what rewrites the text from an import statement on; None where nothing is to do."""
    found = _imported_by(node)
    if not found:
        return None
    if isinstance(node, ast.ImportFrom):
        return lambda text: re.sub(rb"from\s+", f"from {NAME}.".encode(), text, count=1)
    assert isinstance(node, ast.Import)  # the only other statement that imports
    if len(node.names) > 1 or found[0] not in MODULES:
        # It would bind another name than the rest of the file uses.
        raise CannotStage(f"{ast.unparse(node)}: write `from … import …` instead")
    return lambda text: f"from {NAME} ".encode() + text


def _rewrite(file: Path, *, settings: bool) -> None:
    source = file.read_text(encoding="utf-8")
    try:
        file.write_text(rewritten(source, settings=settings), encoding="utf-8")
    except CannotStage as error:
        raise CannotStage(f"{file}: {error}") from error


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
