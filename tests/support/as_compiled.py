"""A second copy of a module that believes to be compiled, or that there is no compiler."""

import importlib.util
import sys
from types import ModuleType

import pytest

from validator.search import packing as layout


def load_copy(monkeypatch: pytest.MonkeyPatch, module: ModuleType, cython: object) -> ModuleType:
    """Return a fresh copy of a module, for which `cython` is the module of that name."""
    monkeypatch.setitem(sys.modules, "cython", cython)
    name = module.__name__.rpartition(".")[2]
    spec = importlib.util.spec_from_file_location(
        f"{module.__package__}.{name}_copy", str(module.__file__).split(".")[0] + ".py"
    )
    assert spec is not None
    assert spec.loader is not None
    copy = importlib.util.module_from_spec(spec)
    # What are C constants where it is compiled.
    vars(copy).update((name, value) for name, value in vars(layout).items() if name.isupper())
    spec.loader.exec_module(copy)
    return copy
