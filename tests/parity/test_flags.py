"""What a made hand is flagged with."""

import pytest

from parity.corpus import SHIPPED, read_notes
from parity.flags import OWN, notes_of_made_hands
from parity.generated import make_cases
from parity.questions import Case
from tests.parity.questions import GROUPS, HAND, case
from validator import RULESETS, Ruleset

WITHOUT_PURE = "9H 10H JK 4S 4D 4C 6S 6C 6D AC KD 8C 2S"
WITHOUT_SECOND = "9H 10H JH 4S 4D 4C 6S 6C 6D AC KD 8C 2S"

FLAGGED: list[tuple[Case, set[str]]] = [
    (case("classify", group="QH KH AH"), {"ace-high"}),
    (case("classify", group="KS AS 2S"), {"code-sequence-wraps-ace"}),
    (case("classify", group="QH KH AH", ruleset="knock-52"), {"code-sequence-wraps-ace"}),
    (case("classify", group="6H 7H 8H", wild_card="7D"), {"wild-at-face-value"}),
    (case("classify", group="5H JK 7H"), {"joker-in-gap"}),
    (case("classify", group="5H 6H JK"), {"joker-at-end"}),
    (
        case("classify", group="7H JK JK"),
        {"one-natural-two-jokers", "joker-in-gap", "joker-at-end"},
    ),
    (case("classify", group="3S 4S 5S 6S 7S"), {"long-run"}),
    (case("classify", group="7S 7H 7D 7C JK"), {"set-of-five"}),
    (case("classify", group="7S 7H 7D 7C JK", ruleset="points-13-open-sets"), {"set-of-five"}),
    (case("classify", group="7S 7S 7D"), {"duplicate-suit"}),
    (case("classify", group="7S 8S 8S 9S"), {"code-duplicate-rank-in-sequence"}),
    (case("classify", group="7S 9S 10S"), {"code-sequence-has-gap"}),
    (case("classify", group="7S 8H 10D"), {"code-mixed-ranks-and-suits"}),
    (case("classify", group="7S 8S"), {"code-group-too-small"}),
    (case("classify", group="JK JK JK", ruleset="octro-13"), {"code-no-natural-card"}),
    (case("classify", group="5H JK JK 8H", ruleset="octro-13"), {"code-too-many-jokers"}),
    (case("classify", group="7S 7S 7S", ruleset="marriage-21"), {"tunnela"}),
    (case("classify", group="JK JK JK", ruleset="marriage-21"), {"no-natural-card"}),
    (
        case("classify", group="AS AH AD", wild_card="JK"),
        {
            "printed-joker-up",
            "wild-at-face-value",
            "joker-at-end",
            "joker-in-gap",
            "one-natural-two-jokers",
            "no-natural-card",
        },
    ),
    (case("classify", group="AS AS 2S"), {"two-aces", "code-duplicate-rank-in-sequence"}),
    (case("judge", hand=HAND, groups=GROUPS), {"complete-hand"}),
    (
        case("judge", hand=HAND, groups=GROUPS[1:]),
        {"second-sequence-missing", "code-card-left-out"},
    ),
    # The queen of spades would do for the run, too.
    (case("best", hand=HAND), {"complete-hand", "greedy"}),
    (case("best", hand=f"{HAND} KC"), {"complete-hand", "greedy", "discard-choice"}),
    (case("best", hand=f"{HAND} KC", discard="KC"), {"complete-hand", "greedy"}),
    (case("best", hand=WITHOUT_SECOND), {"loser-model"}),
    (case("best", hand=WITHOUT_PURE), {"whole-hand-without-pure", "joker-at-end"}),
    (
        case("best", hand="KH KS QD QS 10C 10D 9S 9H 7C 7D 5S 5H 3C"),
        {"whole-hand-without-pure", "cap"},
    ),
    (
        case("best", hand="5H 6H 7H 8S 9S 10S 4C 4D 4S QC QD QS JK"),
        {"complete-hand", "zero-point-leftover"},
    ),
    (
        case("best", hand="7S 7H 7D 8D 9D JC 2H 4C AS KD", ruleset="knock-52"),
        {"greedy", "deadwood"},
    ),
    (
        case("best", hand="3S 4S 5S 6S 7S 8S 9D 9H 9C KD KC KH 2D"),
        {"split-long-run", "deadwood"},
    ),
]


@pytest.mark.parametrize(
    ("asked", "flags"), FLAGGED, ids=lambda value: "" if isinstance(value, set) else None
)
def test_a_question_is_flagged_with_what_is_special_about_it(asked: Case, flags: set[str]) -> None:
    assert set(asked.flags) == flags


def test_every_flag_is_explained_and_those_of_made_hands_alone_are_shown() -> None:
    shown = {flag for _, flags in FLAGGED for flag in flags}
    assert shown <= notes_of_made_hands().keys()
    assert OWN.keys() <= shown
    assert OWN.keys().isdisjoint(read_notes(SHIPPED))


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_every_flag_of_a_made_hand_is_explained(ruleset: Ruleset) -> None:
    found = {flag for asked in make_cases(ruleset, 60, 1) for flag in asked.flags}
    assert found
    assert found <= notes_of_made_hands().keys()


def test_what_a_declaration_lacks_is_flagged() -> None:
    impure = ["5H 6H JK", *GROUPS[1:]]
    hand = " ".join(impure)
    octro = case("judge", hand=hand.replace("JK", "7H"), groups=GROUPS, ruleset="octro-13")
    assert set(octro.flags) == {"code-long-sequence-missing"}
    marriage = ["5H 6H 7H", "9S 10S JS", "2C 3C 4C", "QC QD QS QH", "8D 9D JK", "7S 7D 7C", "KS KH"]
    flags = case("judge", hand=" ".join(marriage), groups=marriage, ruleset="marriage-21").flags
    assert "code-group-too-small" in flags
    knock = case("judge", hand="5H 6H 7H 9S 10S JS KC", groups=["5H 6H 7H"], ruleset="knock-52")
    assert set(knock.flags) == {"code-knock-above-limit"}
    no_pure = ["5H 6H JK", "9S JK JS", *GROUPS[2:]]
    flags = case("judge", hand=" ".join(no_pure), groups=no_pure).flags
    assert "code-no-pure-sequence" in flags


def test_what_is_refused_has_no_flags() -> None:
    assert case("best", hand="5H").flags == ()
