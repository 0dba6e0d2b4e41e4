"""The archive of the corpus: the same bytes each time, whole, and of use to the kit itself."""

import hashlib
import io
import json
import os
import re
import shutil
import tarfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from parity.corpus import SHIPPED
from parity.index import INDEX, read_json, vectors_of
from parity.release import MANIFEST, archive_of, main
from tests.parity.conftest import CORRECT, Runner
from validator import RULESETS

Json = dict[str, Any]

TOP = f"rummy-vectors-{read_json(SHIPPED / INDEX)['version']}"


@cache
def shipped() -> tuple[str, bytes]:
    return archive_of(SHIPPED)


def contents() -> dict[str, bytes]:
    """Return every file of the archive by its path below the one folder."""
    with tarfile.open(fileobj=io.BytesIO(shipped()[1])) as archive:
        found = {}
        for entry in archive.getmembers():
            assert (entry.isfile(), entry.mode, entry.uid, entry.uname) == (True, 0o644, 0, "")
            file = archive.extractfile(entry)
            assert file is not None
            found[entry.name.removeprefix(f"{TOP}/")] = file.read()
        return found


def manifest() -> Json:
    content: Json = json.loads(contents()[MANIFEST])
    return content


def test_two_archives_are_the_same_bytes(tmp_path: Path) -> None:
    copy = shutil.copytree(SHIPPED, tmp_path / "elsewhere")
    for path in copy.rglob("*"):
        os.utime(path, (1_000_000_000, 1_000_000_000))
        path.chmod(0o755)
    assert archive_of(copy) == shipped()


def test_the_manifest_has_every_file_and_its_digest() -> None:
    files = contents()
    assert [*files][1:] == sorted(files.keys() - {MANIFEST})
    listed = manifest()["files"]
    assert listed == {
        path: {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        for path, content in files.items()
        if path != MANIFEST
    }
    vectors = {path.relative_to(SHIPPED).as_posix() for path in SHIPPED.glob("*/*.json")}
    pages = {"LICENSE", "README.md", "SOURCES.md", "rulings.md", "violations.md"}
    tables = {"flags.json", "index.json", "notation.json", "rulesets.json", "schema.json"}
    assert listed.keys() == vectors | pages | tables


def test_the_manifest_counts_right() -> None:
    told, vectors = manifest(), [vector for _, vector in vectors_of(SHIPPED)]
    assert told["vectors"] == len(vectors) == len(read_json(SHIPPED / INDEX)["vectors"])
    assert [*told["rulesets"]] == [ruleset.id for ruleset in RULESETS]
    assert sum(one["vectors"] for one in told["rulesets"].values()) == len(vectors)
    assert told["flags"].keys() == read_json(SHIPPED / "flags.json").keys()
    flagged = sum(len(vector["flags"]) for vector in vectors)
    assert sum(one["vectors"] for one in told["flags"].values()) == flagged
    assert told["rulesets"]["points-13"]["questions"].keys() == {
        "classify",
        "judge",
        "best",
        "settle",
    }


def test_the_archive_has_the_fields_of_every_ruleset() -> None:
    rulesets = json.loads(contents()["rulesets.json"])
    assert [*rulesets] == [ruleset.id for ruleset in RULESETS]
    assert rulesets["pool-61"]["cap"] == 60


@pytest.mark.parametrize("ruleset", ["points-13", "knock-52"])
def test_the_kit_runs_on_the_unpacked_archive(parity: Runner, tmp_path: Path, ruleset: str) -> None:
    with tarfile.open(fileobj=io.BytesIO(shipped()[1])) as archive:
        archive.extractall(tmp_path, filter="data")
    ask = ("run", "--ruleset", ruleset, "--vectors", str(tmp_path / TOP), "--command", CORRECT)
    ran = parity(*ask)
    assert ran.code == 0, ran.text
    asked = manifest()["rulesets"][ruleset]["questions"]
    assert ran.report["counts"]["agree"] == sum(asked.values())
    assert all(flag["rule"] for flag in ran.report["by_flag"])


def test_the_readme_shows_a_vector_and_the_version_as_they_are() -> None:
    page = (SHIPPED / "README.md").read_text(encoding="utf-8")
    shown = json.loads(re.findall(r"```json\n(.*?)```", page, re.DOTALL)[0])
    assert shown in [vector for _, vector in vectors_of(SHIPPED)]
    assert set(re.findall(r"rummy-vectors-\d+\.\d+\.\d+", page)) == {TOP}
    named = set(re.findall(r"^\| `(\w+\.\w+)` \|", page, re.MULTILINE))
    assert {path.name for path in SHIPPED.iterdir() if path.is_file()} == named | {"README.md"}


def test_the_command_writes_the_archive(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["archive", "--to", str(tmp_path / "dist")]) == 0
    name, content = shipped()
    assert (tmp_path / "dist" / name).read_bytes() == content
    assert hashlib.sha256(content).hexdigest() in capsys.readouterr().out


def test_an_index_out_of_date_is_no_release(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = shutil.copytree(SHIPPED, tmp_path / "vectors")
    path = copy / "ten-card-10" / "rulings.json"
    path.write_text(path.read_text().replace("t10-", "t10-renamed-", 1))
    folder = ("--vectors", str(copy))
    assert main(["archive", *folder, "--to", str(tmp_path)]) == 2
    assert main(["index", *folder]) == 2
    assert "never dropped or renamed" in capsys.readouterr().err
    path.write_bytes((SHIPPED / "ten-card-10" / "rulings.json").read_bytes())
    index = read_json(copy / INDEX)
    index["vectors"].popitem()
    (copy / INDEX).write_text(json.dumps(index))
    assert main(["archive", *folder, "--to", str(tmp_path)]) == 2
    assert "is out of date" in capsys.readouterr().err
    assert main(["index", *folder]) == 0
    assert main(["archive", *folder, "--to", str(tmp_path)]) == 0
