"""A second copy of modules, as plain Python: its constants may be changed, compiled or not."""

import importlib
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


class _Source:
    """Finds the source of a module before the compiled one is found."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: object = None
    ) -> ModuleSpec | None:
        source = ROOT.joinpath(*name.split(".")).with_suffix(".py")
        return spec_from_file_location(name, source) if source.is_file() else None


def load_plain(
    monkeypatch: pytest.MonkeyPatch, name: str, *, with_cython: bool = True
) -> ModuleType:
    """Return a fresh copy of a module, or of a package with the modules it imports from itself.

    Until the end of the test it stands in the place of the first; who imported that keeps it.
    """
    importlib.import_module(name)
    for loaded in list(sys.modules):
        if loaded == name or loaded.startswith(f"{name}."):
            monkeypatch.delitem(sys.modules, loaded)
    if not with_cython:
        monkeypatch.setitem(sys.modules, "cython", None)
    monkeypatch.setattr(sys, "meta_path", [_Source(), *sys.meta_path])
    package, _, last = name.rpartition(".")
    parent = importlib.import_module(package)
    monkeypatch.setattr(parent, last, getattr(parent, last))
    return importlib.import_module(name)
