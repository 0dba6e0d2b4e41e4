"""Does the corpus notice when a rule is deleted from the judge?

    python -m tests.proof.mutation.run [--module scoring] [--json FILE] [--again FILE] [--unit]

Every mutant of the judging modules (`tests.proof.mutation.mutants`) is loaded in a process of its
own, which then runs `tests/corpus/test_corpus.py` until the first vector fails. A mutant that no
vector fails has survived. `survivors.json` beside this file says why each of them may:

* ``equivalent``: no hand of any ruleset tells it from the source;
* ``house_rule``: only a house rule tells it, since no built-in ruleset has such a field;
* ``elsewhere``: no vector can ask for it, and other tests do.

Exit status 1 when one survives that is not listed there, or one that is listed is killed.

With ``--unit`` what has survived is also held against the unit tests of its module and of house
rules; that shows which of them are rules that no built-in ruleset has, or that no vector can ask.

The judging modules are read as plain Python, whether compiled or not. The search is not mutated:
its exactness is proved against the reference (docs/proof.md), and it runs as it is installed.
"""

import argparse
import json
import os
import resource
import select
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest

from tests.proof.mutation.mutants import Mutant, Sort, mutants_of

ROOT: Final = Path(__file__).parents[3]
REASONS: Final = ("equivalent", "house_rule", "elsewhere")
KNOWN: Final = Path(__file__).with_name("survivors.json")

MODULES: Final[dict[str, frozenset[str]]] = {
    "cards": frozenset({"Card.rank", "Card.suit", "Card.is_printed_joker"}),
    "melds": frozenset({"_fill_sequence", "_fill_set", "_Reading", "meld_order"}),
    "deals": frozenset({"Deal.discard_order"}),
    "scoring": frozenset({"preference"}),
    "questions.hands": frozenset({"find_seen_faults", "read_wild_card"}),
    "questions.declarations": frozenset(),
    "questions.quick_reader": frozenset(
        {"read_plainly", "_read_code", "_read_codes", "_is_plain_hand", "_leave_out"}
    ),
    "questions.tables": frozenset(),
    "questions.table_faults": frozenset({"_lists_of", "_label"}),
    "verdicts.judging": frozenset({"_count"}),
    "verdicts.verdicts": frozenset(),
    "verdicts.explanations": frozenset(
        {"_too_small", "_names", "_is", "_count", "_too_few_naturals", "_MOST_NAMED"}
        | {"end", "usable", "held", "is_set", "limit", "kind", "stand_in"}
    ),
    "settlement.deal_points": frozenset(),
    "settlement.lay_offs": frozenset(),
    "settlement.settling": frozenset(),
    "shorthand": frozenset({"self_check", "_KNOWN", "best_arrangement", "_usual_deal", "_read"}),
}
"""The judging modules, and in each what judges nothing.

Nobody judges by the properties of `Card`. What a joker stands for and the order of melds are for
show (`melds`); `preference` and `Deal.discard_order` are the search's; `read_plainly` and what it
calls, `best_arrangement` and `_usual_deal` are short cuts that unit tests hold against the careful
way; `_read` and `read_wild_card` take Python arguments; `find_seen_faults` belongs to /v1/arrange;
`self_check` guards an installation; the others make sentences.
"""

BELOW: Final = frozenset(
    {"cards", "errors", "rules", "melds", "deals", "scoring", "search", "_compiled"}
)
"""The modules and packages that the search is made of. While none of them is mutated, they and the
tables of the search are loaded once, for all processes that fork from this one."""

OTHER_TESTS: Final = {
    "deals": ("unit/test_scoring.py", "unit/test_melds.py"),
    "questions.declarations": ("unit/questions/test_hands.py",),
    "questions.quick_reader": ("unit/questions/test_hands.py",),
    "questions.table_faults": (
        "unit/questions/test_table_faults.py",
        "http/resources/test_settle.py",
    ),
    "verdicts.judging": ("unit/verdicts/test_judging.py", "http/resources/test_validate.py"),
    "verdicts.verdicts": ("unit/verdicts/test_judging.py", "http/resources/test_validate.py"),
    "settlement.deal_points": ("unit/settlement/test_settling.py",),
    "shorthand": ("unit/verdicts/test_judging.py", "unit/settlement/test_settling.py"),
}
"""The tests of modules that are not tested by a file of their name alone."""

TESTS_FIRST: Final = ("group", "notation", "no_card", "string", "refused", "deal")
"""Words in the names of the tests that are run first, since they take least time."""

TIME_LIMIT: Final = 30
"""Seconds after which a mutant that goes on for ever is killed."""
MEMORY_LIMIT: Final = 4 << 30
"""Bytes that a mutant may take."""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a mutant."""

    module: str
    mutant: Mutant
    killed_by: str
    """The first vector that failed, or how the process died; empty when it has survived."""
    fails_unit_tests: bool | None = None
    """Of one that has survived, whether a unit test fails; None when they were not run."""


def path_of(module: str) -> Path:
    """Return where the source of a module of `validator` is."""
    return ROOT.joinpath("validator", *module.split(".")).with_suffix(".py")


class _Finder:
    """Finds the source of every judging module, and in place of one of them the mutant."""

    def __init__(self, module: str, code: Any) -> None:
        self.mutated = f"validator.{module}"
        self.code = code

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: object = None
    ) -> ModuleSpec | None:
        package, _, module = name.partition(".")
        if name == self.mutated and self.code is not None:
            return spec_from_loader(name, _Loaded(self.code))
        if package != "validator" or module not in MODULES:
            return None
        return spec_from_file_location(name, path_of(module))


class _Loaded(Loader):
    def __init__(self, code: Any) -> None:
        self.code = code

    def exec_module(self, module: ModuleType) -> None:
        exec(self.code, module.__dict__)


def run_vectors() -> str:
    """Return the first vector that fails; an empty text when none does."""
    try:
        tests = import_module("tests.corpus.test_corpus")
    except Exception as error:  # noqa: BLE001  # whatever it is, it is noticed
        return f"{type(error).__name__} while it is loaded"
    for name, test in sorted(vars(tests).items(), key=_cost):
        if not name.startswith("test_"):
            continue
        for case in test.pytestmark[0].args[1]:
            values = (case,) if isinstance(case, dict) else case.values
            try:
                test(*values)
            # What pytest raises where an exception is missing is no `Exception`.
            except (Exception, pytest.fail.Exception):  # noqa: BLE001
                return f"{name}[{getattr(case, 'id', None) or case}]"
    return ""


def _cost(test: tuple[str, object]) -> int:
    return next((n for n, word in enumerate(TESTS_FIRST) if word in test[0]), len(TESTS_FIRST))


def run_unit_tests(module: str) -> str:
    """Return a text when a unit test of the module or one of house rules fails, else none."""
    *folders, last = module.split(".")
    own = OTHER_TESTS.get(module, ("/".join(["unit", *folders, f"test_{last}.py"]),))
    names = (*own, "unit/rules/test_dialects.py", "proof/fuzz/test_house_rules.py")
    paths = [str(ROOT / "tests" / name) for name in names]
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere):
        ended = pytest.main(["-x", "-q", "-p", "no:cacheprovider", *paths])
    return "" if ended == 0 else "a unit test"


def try_mutant(module: str, code: Any, run: Callable[[], str] = run_vectors) -> str:
    """Return what kills a mutant, in a process of its own; an empty text when nothing does."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            signal.alarm(TIME_LIMIT)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
            sys.meta_path.insert(0, _Finder(module, code))
            for name in [*sys.modules]:
                package, part = [*name.split("."), ""][:2]
                if name == "tests.corpus.test_corpus" or (
                    package == "validator" and part not in BELOW
                ):
                    del sys.modules[name]
            os.write(writing, (run() or "survived").encode()[:4000])
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading, "rb") as pipe:
        select.select([pipe], [], [])
        said = pipe.read().decode()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return f"signal {signal.Signals(os.WTERMSIG(status)).name}"
    return "" if said == "survived" else said or "it ended without a word"


def results_of(
    modules: Sequence[str], wanted: set[tuple[str, str]] | None, *, unit: bool
) -> Iterator[Result]:
    """Yield what becomes of the mutants of these modules, or of the `wanted` ones alone."""
    for module in sorted(modules, key=lambda module: module not in BELOW):
        if module not in BELOW and "validator" not in sys.modules:
            sys.meta_path.insert(0, _Finder("", None))
            run_vectors()
        path = path_of(module)
        for mutant in mutants_of(path.read_text(encoding="utf-8"), str(path), MODULES[module]):
            if wanted is not None and (module, mutant.name) not in wanted:
                continue
            code, fails = mutant.compile(), None
            killed_by = try_mutant(module, code)
            if unit and not killed_by:
                fails = bool(try_mutant(module, code, partial(run_unit_tests, module)))
            yield Result(module, mutant, killed_by, fails)


def keep_vectors_read() -> None:
    """Read the vectors once for all processes that fork from this one."""
    json.loads = cache(json.loads)  # type: ignore[assignment]
    for path in (ROOT / "tests" / "vectors").rglob("*.json"):
        json.loads(path.read_text(encoding="utf-8"))


def main() -> int:
    """Try all mutants, print what became of them and return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--module", action="append", choices=MODULES, help="only this one")
    parser.add_argument("--json", type=Path, help="write every result")
    parser.add_argument("--again", type=Path, help="only those that survived in such a file")
    parser.add_argument("--unit", action="store_true", help="then run unit tests on survivors")
    options = parser.parse_args()
    modules = options.module or list(MODULES)
    known = json.loads(KNOWN.read_text(encoding="utf-8"))
    keep_vectors_read()
    if failing := try_mutant("", None):
        print(f"the corpus fails without any mutant: {failing}")
        return 1
    wanted = None
    if options.again:
        earlier = json.loads(options.again.read_text(encoding="utf-8"))
        wanted = {(one["module"], one["name"]) for one in earlier if not one["killed_by"]}
    begun, results = time.perf_counter(), []
    for result in results_of(modules, wanted, unit=options.unit):
        results.append(result)
        if not result.killed_by:
            why = known.get(result.module, {}).get(result.mutant.name)
            print(f"survived  {result.module}:{result.mutant.line} {result.mutant.name}", end="")
            print(f"  [{why[0]}]" if why else "  [?]", end="")
            told = {None: "", True: "  a unit test fails", False: "  no unit test fails"}
            print(told[result.fails_unit_tests], flush=True)
    if options.json:
        found = [
            {
                "module": result.module,
                "line": result.mutant.line,
                "sort": result.mutant.sort.value,
                "name": result.mutant.name,
                "killed_by": result.killed_by,
                "fails_unit_tests": result.fails_unit_tests,
            }
            for result in results
        ]
        options.json.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    print(f"{time.perf_counter() - begun:.0f} s")
    return report(results, known, modules)


def report(results: Sequence[Result], known: dict[str, Any], modules: Sequence[str]) -> int:
    """Print the figures and what is not as it is known; return the exit status."""
    counts: Counter[tuple[str, Sort, str]] = Counter()
    unknown = []
    for result in results:
        why = known.get(result.module, {}).get(result.mutant.name)
        fate = "killed" if result.killed_by else why[0] if why else "unexplained"
        counts[result.module, result.mutant.sort, fate] += 1
        if fate == "unexplained":
            unknown.append(f"{result.module}: {result.mutant.name}")
    fates = ("killed", *REASONS, "unexplained")
    print(f"\n| module | mutants | {' | '.join(fates)} |\n|{'---|' * 7}")
    for module in (*modules, "all"):
        for sort in Sort:
            of = {
                fate: sum(
                    count
                    for (where, what, how), count in counts.items()
                    if module in (where, "all") and what is sort and how == fate
                )
                for fate in fates
            }
            cells = " | ".join(str(of[fate]) for fate in fates)
            print(f"| {module}, {sort.value} | {sum(of.values())} | {cells} |")
    stale = [
        f"{result.module}: {result.mutant.name}"
        for result in results
        if result.killed_by and result.mutant.name in known.get(result.module, {})
    ]
    for title, lines in (("Survived, and nobody says why", unknown), ("Listed, and dead", stale)):
        if lines:
            print(f"\n{title}:", *lines, sep="\n  ")
    return 1 if unknown or stale else 0


if __name__ == "__main__":
    sys.exit(main())
