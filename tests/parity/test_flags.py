"""What a made hand is flagged with."""

import pytest

from parity.flags import NOTES
from parity.questions import Case
from tests.parity.questions import GROUPS, HAND, case

WITHOUT_PURE = "9H 10H JK 4S 4D 4C 6S 6C 6D AC KD 8C 2S"
WITHOUT_SECOND = "9H 10H JH 4S 4D 4C 6S 6C 6D AC KD 8C 2S"

FLAGGED: list[tuple[Case, set[str]]] = [
    (case("classify", group="QH KH AH"), {"ace_high"}),
    (case("classify", group="KS AS 2S"), {"sequence_wraps_ace"}),
    (case("classify", group="QH KH AH", ruleset="knock-52"), {"sequence_wraps_ace"}),
    (case("classify", group="6H 7H 8H", wild_card="7D"), {"wild_at_face_value"}),
    (case("classify", group="5H JK 7H"), {"joker_in_gap"}),
    (case("classify", group="5H 6H JK"), {"joker_at_end"}),
    (
        case("classify", group="7H JK JK"),
        {"one_natural_two_jokers", "joker_in_gap", "joker_at_end"},
    ),
    (case("classify", group="3S 4S 5S 6S 7S"), {"long_run"}),
    (case("classify", group="7S 7H 7D 7C JK"), {"set_of_five"}),
    (case("classify", group="7S 7H 7D 7C JK", ruleset="points-13-open-sets"), {"set_of_five"}),
    (case("classify", group="7S 7S 7D"), {"duplicate_suit"}),
    (case("classify", group="7S 8S 8S 9S"), {"duplicate_rank_in_sequence"}),
    (case("classify", group="7S 9S 10S"), {"sequence_has_gap"}),
    (case("classify", group="7S 8H 10D"), {"mixed_ranks_and_suits"}),
    (case("classify", group="7S 8S"), {"group_too_small"}),
    (case("classify", group="JK JK JK", ruleset="octro-13"), {"no_natural_card"}),
    (case("classify", group="5H JK JK 8H", ruleset="octro-13"), {"too_many_jokers"}),
    (case("classify", group="7S 7S 7S", ruleset="marriage-21"), {"tunnela"}),
    (case("classify", group="JK JK JK", ruleset="marriage-21"), {"no_natural_card"}),
    (
        case("classify", group="AS AH AD", wild_card="JK"),
        {
            "printed_joker_up",
            "wild_at_face_value",
            "joker_at_end",
            "joker_in_gap",
            "one_natural_two_jokers",
            "no_natural_card",
        },
    ),
    (case("classify", group="AS AS 2S"), {"two_aces", "duplicate_rank_in_sequence"}),
    (case("judge", hand=HAND, groups=GROUPS), {"complete_hand"}),
    (
        case("judge", hand=HAND, groups=GROUPS[1:]),
        {"second_sequence_missing", "card_left_out"},
    ),
    # The queen of spades would do for the run, too.
    (case("best", hand=HAND), {"complete_hand", "greedy"}),
    (case("best", hand=f"{HAND} KC"), {"complete_hand", "greedy", "discard_choice"}),
    (case("best", hand=f"{HAND} KC", discard="KC"), {"complete_hand", "greedy"}),
    (case("best", hand=WITHOUT_SECOND), {"loser_model"}),
    (case("best", hand=WITHOUT_PURE), {"whole_hand_without_pure", "joker_at_end"}),
    (
        case("best", hand="KH KS QD QS 10C 10D 9S 9H 7C 7D 5S 5H 3C"),
        {"whole_hand_without_pure", "cap"},
    ),
    (
        case("best", hand="5H 6H 7H 8S 9S 10S 4C 4D 4S QC QD QS JK"),
        {"complete_hand", "zero_point_leftover"},
    ),
    (
        case("best", hand="7S 7H 7D 8D 9D JC 2H 4C AS KD", ruleset="knock-52"),
        {"greedy", "deadwood"},
    ),
    (
        case("best", hand="3S 4S 5S 6S 7S 8S 9D 9H 9C KD KC KH 2D"),
        {"split_long_run", "deadwood"},
    ),
]


@pytest.mark.parametrize(
    ("asked", "flags"), FLAGGED, ids=lambda value: "" if isinstance(value, set) else None
)
def test_a_question_is_flagged_with_what_is_special_about_it(asked: Case, flags: set[str]) -> None:
    assert set(asked.flags) == flags


def test_every_flag_is_shown_by_an_example_or_is_told_of_a_ruleset() -> None:
    shown = {flag for _, flags in FLAGGED for flag in flags}
    assert NOTES.keys() - shown == {"pure_sequence_missing", "long_sequence", "knock_limit"}


def test_what_a_declaration_lacks_is_flagged() -> None:
    impure = ["5H 6H JK", *GROUPS[1:]]
    hand = " ".join(impure)
    octro = case("judge", hand=hand.replace("JK", "7H"), groups=GROUPS, ruleset="octro-13")
    assert set(octro.flags) == {"long_sequence"}
    marriage = ["5H 6H 7H", "9S 10S JS", "2C 3C 4C", "QC QD QS QH", "8D 9D JK", "7S 7D 7C", "KS KH"]
    flags = case("judge", hand=" ".join(marriage), groups=marriage, ruleset="marriage-21").flags
    assert "group_too_small" in flags
    knock = case("judge", hand="5H 6H 7H 9S 10S JS KC", groups=["5H 6H 7H"], ruleset="knock-52")
    assert set(knock.flags) == {"knock_limit"}
    no_pure = ["5H 6H JK", "9S JK JS", *GROUPS[2:]]
    flags = case("judge", hand=" ".join(no_pure), groups=no_pure).flags
    assert "pure_sequence_missing" in flags


def test_what_is_refused_has_no_flags() -> None:
    assert case("best", hand="5H").flags == ()
