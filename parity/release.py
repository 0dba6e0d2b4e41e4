"""``python -m parity.release``: the corpus as one archive, the same bytes each time.

``python -m parity.release index`` takes new vectors into the index; ``archive`` writes
``rummy-vectors-VERSION.tar.gz`` with everything that a stranger needs: the vectors, their schema,
the flags, codes and rulings in words, the fields of every ruleset, and a manifest with a digest
of each file.
"""

import argparse
import gzip
import hashlib
import io
import json
import sys
import tarfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from parity.corpus import SHIPPED, read_corpus
from parity.errors import BrokenKit
from parity.index import FORMAT, INDEX, read_json, renewed, vectors_of, write_index
from parity.questions import Json
from parity.referee import rules_of
from validator import RULESETS

NAME: Final = "rummy-vectors"
"""Of the archive, and of the one folder in it."""

MANIFEST: Final = "manifest.json"
"""Name of the list of everything else in the archive."""

LICENSE: Final = "Apache-2.0"

_PROJECT: Final = SHIPPED.parent.parent
_PAGES: Final = ("README.md", "SOURCES.md", "flags.json", "notation.json", "schema.json", INDEX)
_PROJECT_PAGES: Final = (
    _PROJECT / "LICENSE",
    _PROJECT / "docs" / "rulings.md",
    _PROJECT / "docs" / "violations.md",
)
_MODIFIED: Final = 315_532_800
"""Time of every file in the archive, in seconds: 1980, the oldest that all formats know."""


def files_of(folder: Path) -> dict[str, bytes]:
    """Return the content of every file of the archive but the manifest, by path, sorted.

    :raises BrokenKit: when the index is not that of the vectors.
    """
    if renewed(folder) != read_json(folder / INDEX):
        raise BrokenKit(f"{folder / INDEX} is out of date: python -m parity.release index")
    paths = [folder / name for name in _PAGES] + sorted(folder.glob("*/*.json"))
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    for path in _PROJECT_PAGES:
        found[path.name] = path.read_bytes()
    found["rulesets.json"] = _json({ruleset.id: rules_of(ruleset) for ruleset in RULESETS})
    return dict(sorted(found.items()))


def manifest_of(folder: Path, files: Mapping[str, bytes]) -> Json:
    """Return what the archive holds: its version, counts by ruleset and flag, digests of files."""
    vectors = [*vectors_of(folder)]
    flags = Counter(flag for _, vector in vectors for flag in vector["flags"])
    near = Counter(flag for _, vector in vectors for flag in vector.get("near", ()))
    return {
        "name": NAME,
        "version": read_json(folder / INDEX)["version"],
        "format": FORMAT,
        "license": LICENSE,
        "vectors": len(vectors),
        "rulesets": {ruleset.id: _counts_of(folder, ruleset.id, vectors) for ruleset in RULESETS},
        "flags": {flag: {"vectors": flags[flag], "near": near[flag]} for flag in sorted(flags)},
        "files": {
            path: {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
            for path, content in files.items()
        },
    }


def _counts_of(folder: Path, ruleset_id: str, vectors: Sequence[tuple[str, Json]]) -> Json:
    ruleset = next(one for one in RULESETS if one.id == ruleset_id)
    cases, _ = read_corpus(folder, ruleset)
    asked = Counter(case.question.ask.value for case in cases)
    return {
        "version": ruleset.version,
        "digest": ruleset.digest,
        "vectors": sum(name == ruleset_id for name, _ in vectors),
        "questions": dict(sorted(asked.items())),
    }


def archive_of(folder: Path) -> tuple[str, bytes]:
    """Return the archive's file name and its bytes, which depend on the corpus alone."""
    files = files_of(folder)
    manifest = manifest_of(folder, files)
    top = f"{NAME}-{manifest['version']}"
    packed = io.BytesIO()
    # The name and the time that gzip would store are left out.
    with (
        gzip.GzipFile(filename="", mode="wb", fileobj=packed, mtime=0) as zipped,
        tarfile.open(fileobj=zipped, mode="w", format=tarfile.USTAR_FORMAT) as archive,
    ):
        for path, content in {MANIFEST: _json(manifest), **files}.items():
            entry = tarfile.TarInfo(f"{top}/{path}")
            entry.size, entry.mtime, entry.mode = len(content), _MODIFIED, 0o644
            archive.addfile(entry, io.BytesIO(content))
    return f"{top}.tar.gz", packed.getvalue()


def _json(content: Json) -> bytes:
    return (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0, or 2 when the corpus is not in order."""
    parser = argparse.ArgumentParser(prog="python -m parity.release", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, text in (("index", "write the index anew"), ("archive", "write the archive")):
        command = commands.add_parser(name, help=text)
        command.add_argument("--vectors", type=Path, default=SHIPPED, metavar="DIR")
        if name == "archive":
            command.add_argument("--to", type=Path, default=Path("dist"), metavar="DIR")
    options = parser.parse_args(arguments)
    try:
        if options.command == "index":
            sys.stdout.write(f"{write_index(options.vectors)} vectors\n")
            return 0
        name, content = archive_of(options.vectors)
        options.to.mkdir(parents=True, exist_ok=True)
        (options.to / name).write_bytes(content)
    except (BrokenKit, OSError) as error:
        sys.stderr.write(f"parity.release: {error}\n")
        return 2
    digest = hashlib.sha256(content).hexdigest()
    sys.stdout.write(f"{options.to / name}\n{len(content)} bytes, sha256 {digest}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
