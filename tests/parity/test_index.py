"""Ids are for ever: the index has every vector, and none may go or come back silently."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from parity.corpus import SHIPPED
from parity.errors import BrokenKit
from parity.index import INDEX, digest_of, read_json, renewed, write_index

Json = dict[str, Any]

KING_ACE_TWO: Json = {
    "id": "p13-king-ace-two-group",
    "description": "points group: K-A-2 of spades",
    "flags": ["ace-ends"],
    "group": ["KS", "AS", "2S"],
    "wild": None,
    "expect": {"kind": "invalid"},
}


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A copy of one ruleset's vectors, indexed."""
    shutil.copytree(SHIPPED / "ten-card-10", tmp_path / "ten-card-10")
    shutil.copy(SHIPPED / "flags.json", tmp_path)
    write(tmp_path, {"version": "1.2.3", "format": 1, "retired": {}, "vectors": {}})
    write_index(tmp_path)
    return tmp_path


def write(folder: Path, index: Json) -> None:
    (folder / INDEX).write_text(json.dumps(index))


def drop(folder: Path, vector_id: str) -> None:
    """Delete a vector."""
    for path in folder.glob("*/*.json"):
        content = read_json(path)
        content["vectors"] = [v for v in content["vectors"] if v["id"] != vector_id]
        path.write_text(json.dumps(content))


def test_the_index_fits_the_schema() -> None:
    definitions = read_json(SHIPPED / "schema.json")["$defs"]
    schema = {"$ref": "#/$defs/index", "$defs": definitions}
    index = read_json(SHIPPED / INDEX)
    assert [e.message for e in Draft202012Validator(schema).iter_errors(index)] == []


def test_the_index_has_every_vector_as_it_is() -> None:
    assert renewed(SHIPPED) == read_json(SHIPPED / INDEX), "run python -m parity.release index"


def test_an_id_does_not_go_silently(corpus: Path) -> None:
    drop(corpus, "t10-ace-to-ten")
    with pytest.raises(BrokenKit, match=r"never dropped or renamed.*t10-ace-to-ten"):
        renewed(corpus)


def test_an_id_may_be_retired_and_is_then_never_used_again(corpus: Path) -> None:
    before = read_json(corpus / INDEX)
    retired = {**before, "retired": {"t10-ace-to-ten": "it asked what another one asks"}}
    write(corpus, retired)
    with pytest.raises(BrokenKit, match="never used again: t10-ace-to-ten"):
        renewed(corpus)
    drop(corpus, "t10-ace-to-ten")
    assert write_index(corpus) == len(before["vectors"]) - 1
    assert read_json(corpus / INDEX)["retired"] == retired["retired"]
    assert "t10-ace-to-ten" not in read_json(corpus / INDEX)["vectors"]


def test_words_may_change_and_what_is_asked_may_not() -> None:
    digest = digest_of("points-13", KING_ACE_TWO)
    reworded = {**KING_ACE_TWO, "description": "no run", "flags": ["basic"], "near": ["ace-high"]}
    assert digest_of("points-13", reworded) == digest
    for change in ({"group": ["KS", "AS", "3S"]}, {"wild": "2S"}, {"expect": {"kind": "set"}}):
        assert digest_of("points-13", {**KING_ACE_TWO, **change}) != digest
    assert digest_of("pool-101", KING_ACE_TWO) != digest


def test_what_is_no_index_is_told(corpus: Path) -> None:
    (corpus / INDEX).write_text("{")
    with pytest.raises(BrokenKit, match=r"index\.json cannot be read"):
        renewed(corpus)
