"""What is compiled, where anything is, is of this source, and the service says so."""

import importlib
import os
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from validator import COMPILED

ROOT = Path(__file__).parents[3]
HOT = re.findall(r'"((?:validator|schemas)\.[\w.]+)"', (ROOT / "setup.py").read_text())
"""The modules that setup.py compiles."""


def test_the_service_says_which_search_runs(client: FlaskClient) -> None:
    answer = client.get("/readyz").get_json()
    assert answer["search"] == {"compiled": COMPILED}
    metrics = client.get("/metrics").get_data(as_text=True)
    assert f"rummy_search_compiled {float(COMPILED)}" in metrics


def test_setup_names_the_modules_that_it_compiles() -> None:
    assert "validator.search.explorer" in HOT
    assert len(HOT) > 5


@pytest.mark.parametrize("name", HOT)
def test_a_compiled_module_is_not_older_than_its_source(name: str) -> None:
    source = ROOT / f"{name.replace('.', '/')}.py"
    used = str(importlib.import_module(name).__file__)
    for read in (source, source.with_suffix(".pxd")):
        newer = not read.exists() or os.path.getmtime(used) >= os.path.getmtime(read)
        assert newer or used == str(source)


@pytest.mark.parametrize("name", HOT)
def test_uncompiled_is_uncompiled(name: str) -> None:
    if os.environ.get("RUMMY_UNCOMPILED") == "1":
        assert not COMPILED
        assert str(importlib.import_module(name).__file__).endswith(".py")
