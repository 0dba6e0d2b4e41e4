"""The command line: ``run``, ``questions`` and ``replay``."""

import argparse
import shlex
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from parity.baseline import Choice, apply_baseline, gone, read_baseline
from parity.corpus import SHIPPED, read_corpus
from parity.errors import BrokenKit
from parity.flags import notes_of_made_hands
from parity.generated import make_cases
from parity.process_client import ProcessClient
from parity.protocol import STOP_MESSAGE, encode, run_message, start_message
from parity.questions import Case, Json, Note
from parity.replay import ReplayClient
from parity.reports.document import write_json
from parity.reports.html import write_html
from parity.reports.junit import write_junit
from parity.reports.text import write_text
from parity.results import Exit, Report
from parity.runner import Client, Run
from parity.url_client import UrlClient
from validator import LAST_SEED, MOST_VECTORS, RULESETS, Ruleset, UnknownRuleset, find_ruleset

TIME_LIMIT: Final = 5.0
"""Seconds that a client has for one question, unless it is told otherwise."""

RESTARTS: Final = 10
"""How often a client that fails is started again, unless it is told otherwise."""


def main(arguments: Sequence[str] | None = None, program: str = "python -m parity") -> int:
    """Run the command line and return its exit code; one of `Exit`.

    `program` is what the caller typed to get here.
    """
    options = _parser(program).parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = options.command_of
    try:
        return command(options)
    except (BrokenKit, UnknownRuleset, OSError) as error:
        sys.stderr.write(f"parity: {error}\n")
        return Exit.USAGE
    except Exception:  # noqa: BLE001 - a fault of the kit's own is no difference of the client
        traceback.print_exc()
        return Exit.USAGE


def _parser(program: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=program,
        description="Hold a client's rules against the referee's.",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    run = commands.add_parser("run", help="ask a client and report where it differs")
    _add_questions(run)
    client = run.add_mutually_exclusive_group(required=True)
    client.add_argument("--command", help="the program to ask, such as 'node client.js'")
    client.add_argument("--url", help="the server to ask")
    _add_reports(run)
    text = f"seconds for one question; {TIME_LIMIT:g}"
    run.add_argument("--time-limit", type=_seconds, default=TIME_LIMIT, metavar="S", help=text)
    text = f"how often a client that fails is started again; {RESTARTS}"
    run.add_argument("--restarts", type=_count, default=RESTARTS, metavar="N", help=text)
    run.set_defaults(command_of=_run)
    questions = commands.add_parser("questions", help="write the questions, a line each")
    _add_questions(questions)
    questions.set_defaults(command_of=_write_questions)
    replay = commands.add_parser("replay", help="judge answers that a client has written")
    replay.add_argument("answers", type=Path)
    _add_questions(replay)
    _add_reports(replay)
    replay.set_defaults(command_of=_replay)
    return parser


def _add_questions(parser: argparse.ArgumentParser) -> None:
    known = [ruleset.id for ruleset in RULESETS]
    parser.add_argument("--ruleset", required=True, metavar="ID", help=", ".join(known))
    origin = parser.add_mutually_exclusive_group()
    origin.add_argument(
        "--vectors", type=Path, default=SHIPPED, metavar="DIR", help="a corpus; else the kit's own"
    )
    origin.add_argument("--generate", type=_hands, metavar="N", help="make so many hands instead")
    parser.add_argument("--seed", type=_seed, default=0, metavar="S", help="other hands; 0")
    for name, text in (("run", "ask only these ids"), ("skip", "do not ask these ids")):
        parser.add_argument(f"--{name}", action="append", default=[], metavar="GLOB", help=text)


def _add_reports(parser: argparse.ArgumentParser) -> None:
    for form in ("junit", "json", "html"):
        parser.add_argument(f"--{form}", type=Path, metavar="FILE", help="write a report")
    text = "ask what is skipped too; it has to differ"
    parser.add_argument("--skip-must-fail", action="store_true", help=text)
    parser.add_argument("--baseline", type=Path, metavar="FILE", help="an earlier JSON report")


def _run(options: argparse.Namespace) -> int:
    ruleset = find_ruleset(options.ruleset)
    limits = {"time_limit": options.time_limit}
    client: Client
    if options.url is not None:
        client = UrlClient(options.url, ruleset, **limits, failures=options.restarts)
    else:
        client = ProcessClient(
            _words(options.command), ruleset, **limits, restarts=options.restarts
        )
    return _compare(options, ruleset, client, shrinks=options.generate is not None)


def _words(command: str) -> list[str]:
    """Return a command in words, as a shell reads them. :raises BrokenKit: when it has none."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BrokenKit(f"--command cannot be read: {error}") from error
    if not words:
        raise BrokenKit("--command is empty")
    return words


def _replay(options: argparse.Namespace) -> int:
    ruleset = find_ruleset(options.ruleset)
    return _compare(options, ruleset, ReplayClient(options.answers), shrinks=False)


def _write_questions(options: argparse.Namespace) -> int:
    ruleset = find_ruleset(options.ruleset)
    cases, _, _ = _questions(options, ruleset)
    choice = Choice(options.run, options.skip)
    messages: list[Json] = [start_message(ruleset)]
    wanted = [case for case in choice.wanted(cases) if not choice.skips(case)]
    messages += [run_message(seq, case) for seq, case in enumerate(wanted, 1)]
    messages.append(STOP_MESSAGE)
    for message in messages:
        sys.stdout.write(encode(message).decode())
    return Exit.AGREE


def _questions(
    options: argparse.Namespace, ruleset: Ruleset
) -> tuple[Iterable[Case], dict[str, Note], str]:
    """Return the cases, their flags in words, and where they are from."""
    if options.generate is None:
        cases, notes = read_corpus(options.vectors, ruleset)
        return cases, notes, "the corpus"
    origin = f"{options.generate} made hands, seed {options.seed}"
    return make_cases(ruleset, options.generate, options.seed), notes_of_made_hands(), origin


def _compare(
    options: argparse.Namespace, ruleset: Ruleset, client: Client, *, shrinks: bool
) -> int:
    """Ask the client, write the reports and return the exit code."""
    baseline = {} if options.baseline is None else read_baseline(options.baseline)
    choice = Choice(options.run, options.skip, options.skip_must_fail)
    cases, notes, origin = _questions(options, ruleset)
    run = Run(client, choice, _progress if sys.stderr.isatty() else _quiet)
    try:
        run.start()
        begun = time.perf_counter()
        outcomes = apply_baseline(run.outcomes(cases), baseline)
        seconds = time.perf_counter() - begun
        report = Report(
            ruleset=ruleset,
            origin=origin,
            client=run.introduction,
            outcomes=outcomes,
            notes=notes,
            seconds=seconds,
        )
        shrunk = [*run.shrunk(report)] if shrinks else []
    finally:
        left_over = client.close()
    if left_over is not None:
        run.breaches.append(left_over)
    if not outcomes and not run.breaches:
        raise BrokenKit("no question matches --run")
    stale = [*choice.unused(outcomes)]
    stale += [] if options.run else gone(outcomes, baseline)
    report = replace(report, shrunk=shrunk, breaches=run.breaches, stale=stale if outcomes else [])
    _write_reports(options, report)
    return report.exit_code


def _write_reports(options: argparse.Namespace, report: Report) -> None:
    for path, write in (
        (options.junit, write_junit),
        (options.json, write_json),
        (options.html, write_html),
    ):
        if path is not None:
            path.write_text(write(report), encoding="utf-8")
    if sys.stderr.isatty():
        sys.stderr.write("\r\033[K")
    sys.stdout.write(write_text(report))


def _progress(done: int, differ: int) -> None:
    if done % 100 == 0:
        sys.stderr.write(f"\r{done} questions, {differ} differ")
        sys.stderr.flush()


def _quiet(done: int, differ: int) -> None:
    del done, differ


def _count(text: str) -> int:
    return _between(text, 0, 1_000)


def _hands(text: str) -> int:
    return _between(text, 1, MOST_VECTORS)


def _seed(text: str) -> int:
    return _between(text, 0, LAST_SEED)


def _between(text: str, least: int, most: int) -> int:
    if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"a number from {least} to {most} is wanted")
    return int(text)


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds <= 3_600:
        raise argparse.ArgumentTypeError("seconds are wanted, more than 0 and up to 3600")
    return seconds
