"""The command ``rummy-referee``: judges, arranges and settles without a service.

Needs nothing but this distribution; only ``serve`` needs what the extra ``service`` brings.
"""

import argparse
import io
import json
import os
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from enum import IntEnum
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn

from validator import (
    LAST_SEED,
    MOST_VECTORS,
    RULESETS,
    Outcome,
    VectorKind,
    find_best,
    find_prospects,
    judge_declaration,
    make_vectors,
    settle_table,
)

from . import __version__
from .documents import (
    Json,
    prospects_document,
    settlement_document,
    vector_document,
    verdict_document,
)
from .reading import Place, Refused, hand_to_arrange, hand_to_judge, ruleset_of, table_of
from .serving import CannotServe, serve
from .words import prospects_in_words, settlement_in_words, verdict_in_words

PROGRAM: Final = "rummy-referee"
MOST_ALTERNATIVES: Final = 20
"""Other arrangements that may be asked for, as of the service."""

_CODES: Final = """\
exit codes:
  0  done; the declaration stands
  1  the declaration does not stand
  2  wrong usage, or input that describes no hand or table; stderr has all that is wrong
  3  a fault of the program itself
`parity` has codes of its own: see `rummy-referee parity --help` and docs/parity.md.
"""


class Exit(IntEnum):
    """What the command says by its exit code."""

    DONE = 0
    """It is done, and a declaration stands."""
    DOES_NOT_STAND = 1
    """The declaration breaks a rule."""
    USAGE = 2
    """The command, or what it was given, means nothing."""
    FAILED = 3
    """The program is at fault."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code, one of `Exit`; ``parity`` has its own."""
    given = sys.argv[1:] if arguments is None else [*arguments]
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal that has no sign for a name still gets the answer.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        if given[:1] == ["parity"]:
            return _parity(given[1:])
        options = _parser().parse_args(given)
        command: Callable[[argparse.Namespace], int] = options.command_of
        code = command(options)
        sys.stdout.flush()
    except Refused as refused:
        for fault in refused.faults:
            where = f"{options.where_of(fault.place)}: " if fault.place else ""
            _complain(f"{where}{fault.code}: {fault.detail}")
        return Exit.USAGE
    except CannotServe as error:
        _complain(str(error))
        return Exit.USAGE
    except BrokenPipeError:
        # Whoever read it has had enough, as `head` has. Python would complain at its end again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.DONE
    except Exception:  # noqa: BLE001 - told from what the caller did wrong
        traceback.print_exc()
        return Exit.FAILED
    return code


def _complain(text: str) -> None:
    sys.stderr.write(f"{PROGRAM}: {text}\n")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=PROGRAM,
        description="Judge rummy declarations, without a service.",
        epilog=_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_judge(commands.add_parser("judge", help="say whether a declaration stands"))
    _add_arrange(commands.add_parser("arrange", help="say what may become of a hand"))
    _add_settle(commands.add_parser("settle", help="settle a deal at a table"))
    _add_vectors(commands.add_parser("vectors", help="write hands with their answers, a line each"))
    # Only for the help: what is behind it goes to the kit as it is.
    commands.add_parser("parity", help="hold a client's rules against the referee's")
    _add_serve(commands.add_parser("serve", help="start the service"))
    return parser


def _add_judge(parser: argparse.ArgumentParser) -> None:
    _add_hand(parser)
    shown = parser.add_mutually_exclusive_group()
    text = "a group of the declaration; once for each group"
    shown.add_argument("--group", action="append", metavar="CARDS", dest="groups", help=text)
    text = "a declaration without a single group"
    shown.add_argument("--no-groups", action="store_const", const=[], dest="groups", help=text)
    _add_json(parser)
    parser.set_defaults(command_of=_judge, where_of=_option)


def _add_arrange(parser: argparse.ArgumentParser) -> None:
    _add_hand(parser)
    parser.add_argument("--seen", metavar="CARDS", help="cards that cannot be drawn any more")
    text = f"other arrangements as good, at most so many; up to {MOST_ALTERNATIVES}"
    most = _whole_number(0, MOST_ALTERNATIVES)
    parser.add_argument("--alternatives", type=most, default=0, metavar="N", help=text)
    _add_json(parser)
    parser.set_defaults(command_of=_arrange, where_of=_option)


def _add_settle(parser: argparse.ArgumentParser) -> None:
    text = "a JSON file in the shape of POST /v1/settle; - for standard input"
    parser.add_argument("table", metavar="FILE", help=text)
    _add_json(parser)
    parser.set_defaults(command_of=_settle, where_of=_pointer)


def _add_vectors(parser: argparse.ArgumentParser) -> None:
    _add_ruleset(parser)
    kinds = [kind.value for kind in VectorKind]
    parser.add_argument("--kind", choices=kinds, help="of this kind only; else of each in turn")
    seed, count = _whole_number(0, LAST_SEED), _whole_number(1, MOST_VECTORS)
    parser.add_argument("--seed", type=seed, default=0, metavar="S", help="other hands; 0")
    parser.add_argument("--count", type=count, default=100, metavar="N", help="how many; 100")
    parser.set_defaults(command_of=_vectors, where_of=_option)


def _add_serve(parser: argparse.ArgumentParser) -> None:
    text = "the port; else what PORT says, or 8000"
    parser.add_argument("--port", type=_whole_number(1, 65_535), metavar="N", help=text)
    parser.set_defaults(command_of=_serve, where_of=_option)


def _add_ruleset(parser: argparse.ArgumentParser) -> None:
    known = ", ".join(ruleset.id for ruleset in RULESETS)
    parser.add_argument("--ruleset", required=True, metavar="ID", help=known)


def _add_hand(parser: argparse.ArgumentParser) -> None:
    _add_ruleset(parser)
    text = "the cards held, such as '4H 10S JK'"
    parser.add_argument("--hand", required=True, metavar="CARDS", help=text)
    parser.add_argument("--wild-card", metavar="CARD", help="the card turned up")
    parser.add_argument("--discard", metavar="CARD", help="the card set aside")


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="answer as the service does")


def _judge(options: argparse.Namespace) -> int:
    declaration = hand_to_judge(
        options.ruleset, options.hand, options.wild_card, options.groups, options.discard
    )
    verdict = judge_declaration(declaration, find_best(declaration))
    _answer(options, verdict_document(verdict), verdict_in_words(verdict))
    stands = verdict.outcome in (Outcome.VALID, Outcome.NOT_DECLARED)
    return Exit.DONE if stands else Exit.DOES_NOT_STAND


def _arrange(options: argparse.Namespace) -> int:
    situation = hand_to_arrange(
        options.ruleset, options.hand, options.wild_card, options.discard, options.seen
    )
    prospects = find_prospects(situation, options.alternatives)
    _answer(options, prospects_document(prospects), prospects_in_words(prospects))
    return Exit.DONE


def _settle(options: argparse.Namespace) -> int:
    try:
        source = sys.stdin.read() if options.table == "-" else _text_of(options.table)
    except (OSError, UnicodeDecodeError) as error:
        _complain(f"{options.table}: {error}")
        return Exit.USAGE
    settlement = settle_table(table_of(source))
    _answer(options, settlement_document(settlement), settlement_in_words(settlement))
    return Exit.DONE


def _text_of(path: str) -> str:
    return Path(path).read_text(encoding="utf-8")


def _vectors(options: argparse.Namespace) -> int:
    kind = None if options.kind is None else VectorKind(options.kind)
    ruleset = ruleset_of(options.ruleset)
    for vector in make_vectors(ruleset, kind, seed=options.seed, count=options.count):
        _write_json(vector_document(vector))
    return Exit.DONE


def _parity(arguments: Sequence[str]) -> int:
    """Run the parity kit, and end in order when told to: no client is left behind."""
    from parity.cli import main as run_kit

    before = signal.signal(signal.SIGTERM, _end)
    try:
        return run_kit(arguments, f"{PROGRAM} parity")
    finally:
        signal.signal(signal.SIGTERM, before)


def _end(signal_number: int, frame: FrameType | None) -> NoReturn:
    del frame
    sys.exit(128 + signal_number)


def _serve(options: argparse.Namespace) -> int:
    serve(options.port)
    return Exit.DONE


def _answer(options: argparse.Namespace, document: Json, words: str) -> None:
    if options.json:
        _write_json(document)
    else:
        sys.stdout.write(words)


def _write_json(document: Json) -> None:
    # In ASCII, so that it is JSON wherever it is written to.
    sys.stdout.write(json.dumps(document, separators=(",", ":")) + "\n")


def _option(place: Place) -> str:
    """Return the option that a value was given by; of groups, which one.

    >>> _option(("groups", 1)), _option(("wild_card",))
    ('--group 2', '--wild-card')
    """
    name, *steps = place
    if name == "groups" and steps:
        return f"--group {int(steps[0]) + 1}"
    return f"--{str(name).replace('_', '-')}"


def _pointer(place: Place) -> str:
    """Return where a value stands in a JSON document: its JSON pointer.

    >>> _pointer(("players", 0, "hand", 3)), _pointer(("totals", "a/b"))
    ('/players/0/hand/3', '/totals/a~1b')
    """
    steps = (str(step).replace("~", "~0").replace("/", "~1") for step in place)
    return "".join(f"/{step}" for step in steps)


def _whole_number(least: int, most: int) -> Callable[[str], int]:
    """Return what reads a number from `least` to `most`."""

    def parse(text: str) -> int:
        short = text.isascii() and text.isdigit() and len(text) <= len(str(most))
        if not short or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"a number from {least} to {most} is wanted")
        return int(text)

    return parse


if __name__ == "__main__":
    sys.exit(main())
