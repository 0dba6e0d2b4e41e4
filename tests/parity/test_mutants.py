"""Each wrong client is caught, by the corpus and by made hands, and the report names its fault."""

import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from tests.parity.conftest import Runner
from validator import find_ruleset


@dataclass(frozen=True)
class Mutant:
    """A wrong client, and what the report has to say of it."""

    name: str
    """Its module in `tests.parity.mutants`."""
    ruleset: str
    """Rules by which its fault shows."""
    flags: set[str]
    """Names that flags of the fault have, in the corpus or of made hands; any will do first."""
    group: int | None = None
    """Cards of the smallest group that shows it; None where no group does."""
    more: int = 0
    """Cards that the smallest hand has beyond what is dealt."""
    hands: int = 250
    """Hands that are made to find it; at most 2,000."""
    asks: Sequence[str] = field(default=("classify", "judge", "best"))
    """Questions that it gets wrong."""


MUTANTS = (
    Mutant("ace_only_low", "yeeqia-13", {"ace_high", "ace_ends"}, 3),
    Mutant(
        "wild_never_natural", "yeeqia-13", {"wild_at_face_value"}, 3, asks=("classify", "judge")
    ),
    Mutant(
        "king_ace_two",
        "yeeqia-13",
        {"sequence_wraps_ace", "code_sequence_wraps_ace", "near_ace_high", "ace_ends"},
        3,
        asks=("classify",),
    ),
    Mutant(
        "groups_of_four", "yeeqia-13", {"long_run", "split_long_run"}, 5, asks=("classify", "judge")
    ),
    Mutant(
        "two_jokers_are_a_set",
        "yeeqia-13",
        {"one_natural_two_jokers", "joker_reading"},
        3,
        asks=("classify", "judge"),
    ),
    Mutant("copies_not_counted", "knock-52", {"copies", "greedy", "overlap"}, asks=("best",)),
    Mutant("greedy", "knock-52", {"greedy", "overlap"}, asks=("best",)),
    Mutant(
        "points_only",
        "ten-card-10",
        {"zero_point_leftover", "near_zero_point_leftover"},
        asks=("best",),
    ),
    Mutant("whole_hand_counted", "yeeqia-13", {"loser_model"}, asks=("judge", "best")),
    Mutant("set_of_five", "yeeqia-13", {"set_of_five", "joker_set_limit"}, 5),
    Mutant(
        "one_sequence_enough",
        "yeeqia-13",
        {"second_sequence_missing", "too_few_sequences", "one_sequence"},
        asks=("judge",),
    ),
    Mutant("printed_joker_up_ignored", "yeeqia-13", {"printed_joker_up"}, 3),
    Mutant(
        "dearest_leftover",
        "gin-classic",
        {"discard_choice", "eleven_cards", "regression"},
        more=1,
        hands=1000,
        asks=("best",),
    ),
)

each = pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)


def command(mutant: Mutant) -> str:
    return f"{shlex.quote(sys.executable)} -m tests.parity.mutants.{mutant.name}"


def first_flag(report: dict[str, list[dict[str, str]]]) -> str:
    return report["by_flag"][0]["flag"].replace("-", "_").replace(" ", "_")


@each
def test_the_corpus_alone_catches_and_names(parity: Runner, mutant: Mutant) -> None:
    ran = parity("run", "--ruleset", mutant.ruleset, "--command", command(mutant))
    assert ran.code == 1
    assert first_flag(ran.report) in mutant.flags
    assert ran.report["counts"]["failed"] == 0


@each
def test_made_hands_catch_name_and_shrink(parity: Runner, mutant: Mutant) -> None:
    assert mutant.hands <= 2000
    made = ("--generate", str(mutant.hands), "--seed", "1")
    ran = parity("run", "--ruleset", mutant.ruleset, *made, "--command", command(mutant))
    assert ran.code == 1
    assert first_flag(ran.report) in mutant.flags
    assert ran.report["counts"]["failed"] == 0
    shrunk = [one["question"] for one in ran.report["shrunk"]]
    assert {question["ask"] for question in shrunk} >= set(mutant.asks)
    groups = [len(question["group"]) for question in shrunk if question["ask"] == "classify"]
    assert min(groups, default=None) == mutant.group
    hands = [len(question["hand"]) for question in shrunk if question["ask"] != "classify"]
    assert set(hands) <= {min(find_ruleset(mutant.ruleset).melds.hand_sizes) + mutant.more}
