"""How many questions a second does the parity kit ask of a client that answers at once?

    python benchmarks/parity_kit.py [--hands 2000] [--passes 5]

The client prints prepared answers, right ones with every field, as fast as questions come in: what
is measured is the kit, which judges each arrangement. The same questions are asked twice over: read
as a corpus, and made by the kit while it asks, which costs as much again. Processor time of the kit
and its client, start-up included, tells what a busy machine would hide.
"""

import argparse
import json
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from parity.generated import make_cases
from parity.questions import Ask, Case
from validator import find_ruleset

ROOT = Path(__file__).resolve().parents[1]
KIT = (sys.executable, "-m", "parity")
CLIENT = (sys.executable, "-m", "parity.examples.python_client")
AT_ONCE = """
import sys
with open(sys.argv[1]) as answers:
    for question, answer in zip(sys.stdin, answers):
        sys.stdout.write(answer)
        sys.stdout.flush()
"""
RULESETS = ("points-13", "knock-52")
SEED = 1


def vector_of(case: Case) -> dict[str, Any]:
    """Return a case as a vector of a corpus."""
    question, expect = case.question, case.expect
    vector: dict[str, Any] = {
        "id": case.id,
        "description": "a made hand",
        "source": ["made"],
        "flags": [*case.flags],
        "wild": question.wild_card,
    }
    if question.discard is not None:
        vector["discard"] = question.discard
    if question.ask is Ask.CLASSIFY:
        return {**vector, "group": question.group, "expect": {"kind": expect["kind"]}}
    if question.ask is Ask.JUDGE:
        codes = [{"code": code} for code in expect["violations"]]
        wanted = {**expect, "violations": codes}
        return {**vector, "hand": question.hand, "grouping": question.groups, "expect": wanted}
    return {**vector, "hand": question.hand, "expect": {"best": expect}}


def write_corpus(ruleset: str, hands: int, folder: Path) -> None:
    """Write the questions of made hands as a corpus."""
    (folder / ruleset).mkdir()
    vectors = [vector_of(case) for case in make_cases(find_ruleset(ruleset), hands, SEED)]
    text = json.dumps({"ruleset": ruleset, "vectors": vectors})
    (folder / ruleset / "made.json").write_text(text, encoding="utf-8")


def prepare(asked: list[str], folder: Path) -> str:
    """Return the command of a client that has the answers to these questions ready."""
    client, answers, questions = folder / "client.py", folder / "answers", folder / "questions"
    client.write_text(AT_ONCE, encoding="utf-8")
    with questions.open("wb") as file:
        subprocess.run([*KIT, "questions", *asked], cwd=ROOT, check=True, stdout=file)
    with questions.open("rb") as file, answers.open("wb") as output:
        subprocess.run(CLIENT, cwd=ROOT, check=True, stdin=file, stdout=output)
    return shlex.join([sys.executable, str(client), str(answers)])


def rates_of(asked: list[str], passes: int, folder: Path) -> Iterator[tuple[float, float]]:
    """Yield questions a second of each run, and questions a second of processor time."""
    command, report = prepare(asked, folder), folder / "report.json"
    run = [*KIT, "run", *asked, "--command", command, "--json", str(report)]
    for _ in range(passes):
        before = os.times()
        subprocess.run(run, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        after = os.times()
        found = json.loads(report.read_text(encoding="utf-8"))
        count = found["counts"]["agree"]
        assert count == sum(found["counts"].values())
        spent = after.children_user + after.children_system
        spent -= before.children_user + before.children_system
        yield count / found["seconds"], count / spent


def main() -> None:
    """Print a line for each ruleset and source of questions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--passes", type=int, default=5)
    options = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for ruleset in RULESETS:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            write_corpus(ruleset, options.hands, folder)
            made = ["--generate", str(options.hands), "--seed", str(SEED)]
            for source, more in (("corpus", ["--vectors", name]), ("made hands", made)):
                rates = [*rates_of(["--ruleset", ruleset, *more], options.passes, folder)]
                walls, spent = zip(*rates, strict=True)
                print(
                    f"{ruleset}, {source}: {statistics.median(walls):,.0f} questions/s "
                    f"({min(walls):,.0f} to {max(walls):,.0f}); "
                    f"{statistics.median(spent):,.0f} a second of processor time"
                )


if __name__ == "__main__":
    main()
