"""The compiled search, where there is one, is this source's, and the service says so."""

import os
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from validator import COMPILED, search

SOURCE = Path(__file__).parent.parent / "validator" / "search.py"


def test_the_service_says_which_search_runs(client: FlaskClient) -> None:
    answer = client.get("/readyz").get_json()
    assert answer["search"] == {"compiled": COMPILED}
    metrics = client.get("/metrics").get_data(as_text=True)
    assert f"rummy_search_compiled {float(COMPILED)}" in metrics


@pytest.mark.skipif(
    not COMPILED, reason="there is no compiled search here: no C compiler was found"
)
def test_the_compiled_search_is_not_older_than_its_source() -> None:
    assert search.__file__ != str(SOURCE)
    assert os.path.getmtime(search.__file__) >= os.path.getmtime(SOURCE), "compile it again"


def test_uncompiled_is_uncompiled() -> None:
    if os.environ.get("RUMMY_UNCOMPILED") == "1":
        assert not COMPILED
        assert Path(search.__file__) == SOURCE
