"""Asks every package that has an adapter here, and prints what docs/parity-findings.md is made of.

::

    make findings

The packages are those of the interpreter that runs this, and of NODE_PATH. With ``--reports DIR``
every report is kept as JSON.
"""

import argparse
import json
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from parity.results import Exit

_HERE: Final = "parity/examples/adapters"
_NODE: Final = f"node {_HERE}/"
_PYTHON: Final = f"{shlex.quote(sys.executable)} -m parity.examples.adapters."

CLIENTS: Final = (
    ("card-games-utils", "points-13", f"{_NODE}card_games_utils.mjs"),
    ("card-games-utils-no-set", "points-13", f"{_NODE}card_games_utils.mjs --no-set-required"),
    ("rummy-rules", "knock-52", f"{_NODE}rummy_rules.mjs"),
    ("rummy", "knock-52", f"{_PYTHON}rummy_console"),
    ("open_spiel", "gin-25", f"{_PYTHON}open_spiel_gin"),
    ("rlcard", "gin-classic", f"{_PYTHON}rlcard_gin"),
    ("pylgrum", "gin-classic", f"{_PYTHON}pylgrum_melds"),
)
"""What each is called here, the ruleset nearest to its own, and how its adapter is started."""


def ask(ruleset: str, command: str, path: Path, *more: str) -> dict[str, Any]:
    """Return the report of one run, which is written to `path`.

    :raises SystemExit: when the package is not installed, or its adapter broke the protocol.
    """
    run = [sys.executable, "-m", "parity", "run", "--ruleset", ruleset, *more]
    told = ["--command", command, "--json", str(path)]
    ended = subprocess.run(  # noqa: S603  # the kit itself, with the commands above
        [*run, *told], capture_output=True, text=True, check=False
    )
    # A package that is asked by one of the two only has nothing to be compared in the other.
    compared = (
        ended.returncode in (Exit.AGREE, Exit.DIFFER) or "Nothing was compared" in ended.stdout
    )
    if not compared:
        raise SystemExit(ended.stdout + ended.stderr)
    report: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return report


def rows(name: str, ruleset: str, origin: str, report: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of the table of figures, one for each sort of question."""
    for question, counts in report["by_question"].items():
        asked = counts["agree"] + counts["differ"] + counts["failed"]
        if asked:
            yield (
                f"| `{name}` | `{ruleset}` | {origin} | {question} | {asked:,} "
                f"| {counts['agree']:,} | {counts['differ']:,} | {counts['failed']:,} |"
            )


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    """Ask them all, print the figures, and return the exit status."""
    parser = argparse.ArgumentParser(description="Ask every package that has an adapter here.")
    parser.add_argument("--generate", default="2000", help="hands to make (2000)")
    parser.add_argument("--reports", type=Path, help="folder to keep the JSON reports in")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.reports or Path(temporary)
        folder.mkdir(exist_ok=True)
        _say("| package | ruleset | hands | question | asked | agree | differ | failed |")
        _say("|---|---|---|---|---|---|---|---|")
        flags = []
        for name, ruleset, command in CLIENTS:
            made = ("--generate", options.generate, "--seed", "1")
            for origin, more in (("corpus", ()), ("made", made)):
                report = ask(ruleset, command, folder / f"{name}-{origin}.json", *more)
                for row in rows(name, ruleset, origin, report):
                    _say(row)
                for found in report["by_flag"]:
                    if found["differ"]:
                        figures = f"{found['differ']} of {found['asked']}"
                        flags.append(f"| `{name}` | {origin} | `{found['flag']}` | {figures} |")
    _say("\n".join(["", "| package | hands | flag | differ |", "|---|---|---|---|", *flags]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
