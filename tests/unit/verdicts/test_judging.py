"""The verdict on a hand and its grouping."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.docstrings import undocumented
from tests.support.house import described, house, melds_of, names
from validator import (
    Card,
    ErrorCode,
    Kind,
    Knock,
    MalformedRequest,
    MeldKind,
    Outcome,
    Ruleset,
    UnknownRuleset,
    Verdict,
    best_arrangement,
    find_ruleset,
    judge,
    self_check,
    shorthand,
)
from validator.cards import NATURAL_KINDS, PRINTED_JOKER
from validator.melds import is_joker, read_meld
from validator.rules.policies import LoserModel, WildScope
from validator.verdicts import judging, verdicts

HAND = "5H 6H 7H 9S 10S JK 4C 4D 4S QC QD QS QH"
GROUPS = ["5H 6H 7H", "9S 10S JK", "4C 4D 4S", "QC QD QS QH"]
DECLARING = [
    "yeeqia-13",
    "indian-reference-13",
    "rummymates-13",
    "points-13",
    "points-13-full-count",
]


def codes(verdict: Verdict) -> list[tuple[str, int | None, str]]:
    """Return the code, the group and the cards of every violation."""
    return [(found.code.value, found.group, names(found.cards)) for found in verdict.violations]


def code_names(hand: str, groups: list[str], ruleset: str | Ruleset = "points-13") -> list[str]:
    return [found.code.value for found in judge(hand, ruleset, groups=groups).violations]


class TestAValidDeclaration:
    @pytest.mark.parametrize("ruleset", DECLARING)
    def test_it_costs_nothing(self, ruleset: str) -> None:
        verdict = judge(HAND, ruleset, wild_card="3D", groups=GROUPS)
        assert (verdict.valid, verdict.outcome, verdict.penalty) == (True, Outcome.VALID, 0)
        assert verdict.violations == ()
        assert verdict.best.declarable
        assert verdict.knock is None

    def test_its_groups_are_read_in_the_caller_s_order(self) -> None:
        verdict = judge(HAND, "points-13", groups=list(reversed(GROUPS)))
        assert [described(meld) for meld in verdict.groups] == [
            ("set", "QS QH QD QC"),
            ("set", "4S 4D 4C"),
            ("impure_sequence", "9S 10S JK"),
            ("pure_sequence", "5H 6H 7H"),
        ]

    def test_it_is_not_enough_to_leave_the_discard_out(self) -> None:
        verdict = judge(HAND + " KC", "points-13", groups=GROUPS)
        assert verdict.valid
        assert verdict.grouped is not None
        assert verdict.grouped.discard == Card.parse("KC")
        assert verdict.grouped.deadwood == ()

    def test_a_second_copy_of_a_melded_card_may_be_set_aside(self) -> None:
        verdict = judge(HAND + " QH", "points-13", groups=GROUPS, discard="QH")
        assert verdict.valid
        assert verdict.grouped is not None
        assert verdict.grouped.deadwood == ()

    def test_a_wild_card_at_its_own_place_is_natural(self) -> None:
        hand = HAND.replace("JK", "JS")
        assert judge(hand, "points-13", wild_card="7D", groups=[*hand_groups(hand)]).valid

    def test_its_points_as_grouped_are_those_of_a_complete_hand(self) -> None:
        verdict = judge(HAND, "points-13", groups=GROUPS)
        assert (verdict.points_as_grouped, verdict.best.penalty) == (2, 2)
        assert judge(HAND, "yeeqia-13", groups=GROUPS).points_as_grouped == 0

    def test_a_run_of_fourteen_would_need_a_second_sequence(self) -> None:
        ruleset = house(cards=14, min_sequences=1)
        run = "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"
        verdict = judge(run, ruleset, groups=[run])
        assert verdict.valid
        assert described(verdict.groups[0]) == ("pure_sequence", run)
        assert code_names(run, [run], house(cards=14)) == ["too_few_sequences"]


def hand_groups(hand: str) -> list[str]:
    """Return the first nine cards of a hand in groups of three, and the other four."""
    entries = hand.split()
    return [" ".join(entries[n : n + 3]) for n in (0, 3, 6)] + [" ".join(entries[9:])]


class TestAWrongDeclaration:
    ONE_SEQUENCE = "5H 6H 7H 9S 9D 9C 4C 4D 4S QC QD QS QH"

    @pytest.mark.parametrize(
        ("ruleset", "outcome", "penalty"),
        [
            ("yeeqia-13", Outcome.WRONG_DECLARATION, 80),
            ("indian-reference-13", Outcome.WRONG_DECLARATION, 80),
            ("points-13", Outcome.WRONG_DECLARATION, 80),
            ("rummymates-13", Outcome.REJECTED, 0),
        ],
    )
    def test_it_is_penalised_or_rejected(
        self, ruleset: str, outcome: Outcome, penalty: int
    ) -> None:
        verdict = judge(self.ONE_SEQUENCE, ruleset, groups=hand_groups(self.ONE_SEQUENCE))
        assert not verdict.valid
        assert (verdict.outcome, verdict.penalty) == (outcome, penalty)

    def test_one_pure_sequence_and_three_sets_lack_a_sequence(self) -> None:
        verdict = judge(self.ONE_SEQUENCE, "yeeqia-13", groups=hand_groups(self.ONE_SEQUENCE))
        (found,) = verdict.violations
        assert found.code.value == "too_few_sequences"
        assert found.message == "A declaration needs 2 sequences; this one has 1."
        # Ruling R11: nothing is left over, so as a loser the hand costs nothing.
        assert verdict.points_as_grouped == 0
        assert (verdict.best.declarable, verdict.best.penalty) == (False, 0)

    def test_two_impure_sequences_lack_a_pure_one(self) -> None:
        hand = "5H 6H JK 9S 10S JK 4C 4D 4S QC QD QS QH"
        verdict = judge(hand, "points-13", groups=hand_groups(hand))
        (found,) = verdict.violations
        assert found.code.value == "no_pure_sequence"
        assert found.message == (
            "A declaration needs 1 pure sequence, without a joker standing in; this one has 0."
        )

    def test_several_pure_sequences_may_be_needed(self) -> None:
        ruleset = house(min_pure_sequences=2)
        verdict = judge(HAND, ruleset, groups=GROUPS)
        (found,) = verdict.violations
        assert found.message == (
            "A declaration needs 2 pure sequences, without a joker standing in; this one has 1."
        )

    def test_sets_alone_lack_both(self) -> None:
        hand = "5H 5S 5D 9S 9D 9C 4C 4D 4S QC QD QS QH"
        assert code_names(hand, hand_groups(hand)) == ["no_pure_sequence", "too_few_sequences"]

    def test_a_long_sequence_may_be_missing(self) -> None:
        ruleset = house(long_sequence_cards=4)
        verdict = judge(HAND, ruleset, groups=GROUPS)
        (found,) = verdict.violations
        assert found.code.value == "long_sequence_missing"
        assert found.message == "One sequence has to have at least 4 cards; none has."

    def test_a_sequence_of_four_is_long_enough(self) -> None:
        hand = "5H 6H 7H 8H 9S 10S JK 4C 4D 4S QC QD QS"
        groups = ["5H 6H 7H 8H", "9S 10S JK", "4C 4D 4S", "QC QD QS"]
        assert judge(hand, house(long_sequence_cards=4), groups=groups).valid

    def test_a_card_is_left_out(self) -> None:
        hand = HAND.replace("QH", "KC")
        groups = [*GROUPS[:3], "QC QD QS"]
        verdict = judge(hand, "points-13", groups=groups)
        assert codes(verdict) == [("card_left_out", None, "KC")]
        assert verdict.violations[0].message == "KC is in no group; it has to be in one."
        assert verdict.grouped is not None
        assert names(verdict.grouped.deadwood) == "KC"
        assert verdict.points_as_grouped == 10

    def test_cards_left_out_are_named_together_in_card_order(self) -> None:
        verdict = judge(HAND, "points-13", groups=GROUPS[:3])
        assert codes(verdict) == [("card_left_out", None, "QS QH QD QC")]
        assert verdict.violations[0].message == (
            "QS, QH, QD, QC are in no group; they have to be in one."
        )

    def test_a_joker_left_out_is_a_card_left_out_but_costs_no_more_than_the_best(self) -> None:
        # Ruling R13: the owner of a complete hand as a loser pays for a complete hand.
        hand = "5H 6H 7H 9S 10S JS 4C 4D 4S QC QD QS JK"
        groups = ["5H 6H 7H", "9S 10S JS", "4C 4D 4S", "QC QD QS"]
        verdict = judge(hand, "points-13", groups=groups)
        assert codes(verdict) == [("card_left_out", None, "JK")]
        assert verdict.best.declarable
        assert (verdict.points_as_grouped, verdict.best.penalty) == (2, 2)

    def test_no_groups_at_all_leave_every_card_out(self) -> None:
        verdict = judge(HAND, "points-13", groups=[])
        assert [code for code, _, _ in codes(verdict)] == [
            "no_pure_sequence",
            "too_few_sequences",
            "card_left_out",
        ]
        # 18 + 19 + 12 + 40 points, capped.
        assert verdict.points_as_grouped == 80

    def test_every_violation_is_found_by_group_then_for_the_whole(self) -> None:
        hand = "5H 6H 8H KS AS 2S 4C 4C 4S 9D QD QS QH"
        groups = ["5H 6H 8H", "KS AS 2S", "4C 4C 4S", "QD QS QH"]
        verdict = judge(hand, "points-13", groups=groups)
        assert codes(verdict) == [
            ("sequence_has_gap", 0, "5H 6H 8H"),
            ("sequence_wraps_ace", 1, "KS AS 2S"),
            ("duplicate_suit_in_set", 2, "4C 4C 4S"),
            ("no_pure_sequence", None, ""),
            ("too_few_sequences", None, ""),
            ("card_left_out", None, "9D"),
        ]

    def test_a_violation_points_at_the_cards_as_the_caller_ordered_them(self) -> None:
        verdict = judge(HAND, "points-13", groups=["7H 4C 5H", *GROUPS[1:2]])
        assert codes(verdict)[0] == ("mixed_ranks_and_suits", 0, "7H 4C 5H")
        assert described(verdict.groups[0]) == ("invalid", "7H 4C 5H")

    def test_groups_that_are_no_meld_count_as_deadwood(self) -> None:
        hand = "5H 6H 7H 9S 10S JS 4C 4D 5S QC QD QS QH"
        verdict = judge(hand, "points-13", groups=hand_groups(hand))
        assert verdict.grouped is not None
        assert names(verdict.grouped.deadwood) == "5S 4D 4C"
        assert verdict.points_as_grouped == 13

    def test_a_hand_is_not_regrouped_to_make_the_declaration_valid(self) -> None:
        hand = "5H 6H 7H 9S 10S JK 4C 4D 4S QC QD QS QH"
        groups = ["5H 6H JK", "9S 10S 7H", "4C 4D 4S", "QC QD QS QH"]
        verdict = judge(hand, "points-13", groups=groups)
        assert not verdict.valid
        assert verdict.best.declarable
        assert verdict.points_as_grouped is not None
        assert verdict.points_as_grouped > verdict.best.penalty

    @pytest.mark.parametrize("ruleset", DECLARING)
    def test_a_grouping_never_costs_less_than_the_best_arrangement(self, ruleset: str) -> None:
        for groups in ([], GROUPS[:1], GROUPS[:2], GROUPS[1:], ["5H 6H JK", "9S 10S 7H"]):
            verdict = judge(HAND, ruleset, groups=groups)
            assert verdict.points_as_grouped is not None
            assert verdict.points_as_grouped >= verdict.best.penalty


class TestWithoutAGrouping:
    def test_nothing_is_declared_and_the_best_arrangement_is_charged(self) -> None:
        verdict = judge("9H 10H JH 4S 4D 4C 6S 6C 6D AC KD 8C 2S", "points-13")
        assert (verdict.valid, verdict.outcome) == (False, Outcome.NOT_DECLARED)
        assert verdict.penalty == verdict.best.penalty == 60
        assert verdict.groups == ()
        assert verdict.violations == ()
        assert verdict.grouped is None
        assert verdict.points_as_grouped is None

    def test_of_fourteen_cards_the_best_is_set_aside(self) -> None:
        found = best_arrangement(HAND + " KC", "points-13")
        assert found.declarable
        assert found.discard == Card.parse("KC")

    def test_a_card_named_is_set_aside_even_where_another_would_be_better(self) -> None:
        found = best_arrangement(HAND + " KC", "yeeqia-13", discard="6H")
        assert found.discard == Card.parse("6H")
        assert not found.declarable

    def test_of_thirteen_cards_none_is_set_aside(self) -> None:
        assert best_arrangement(HAND, "points-13").discard is None


class TestAKnock:
    HAND = "5H 6H 7H 4C 4D 4S 9S KD 2C AS"

    def test_a_knock_above_the_limit_is_rejected(self) -> None:
        verdict = judge(self.HAND, "knock-52", groups=["5H 6H 7H", "4C 4D 4S"])
        assert (verdict.outcome, verdict.penalty) == (Outcome.REJECTED, 0)
        assert codes(verdict) == [("knock_above_limit", None, "AS 9S KD 2C")]
        assert verdict.violations[0].message == (
            "A knock leaves at most 10 points; this one leaves 22."
        )
        assert verdict.knock == Knock(22, 10, gin=False)

    @pytest.mark.parametrize(
        ("loose", "points", "valid"),
        [("9S AS 2H 3C", 15, False), ("7S AS 2C 9D", 19, False), ("2C 3D 4H AS", 10, True)],
    )
    def test_ten_points_are_the_most_that_a_knock_leaves(
        self, loose: str, points: int, valid: bool
    ) -> None:
        groups = ["5H 6H 7H", "8D 8C 8S"]
        verdict = judge(f"{' '.join(groups)} {loose}", "knock-52", groups=groups)
        assert verdict.valid == valid
        assert verdict.knock == Knock(points, 10, gin=False)

    def test_cards_outside_the_groups_are_deadwood_and_no_violation(self) -> None:
        groups = ["5H 6H 7H", "8D 8C 8S"]
        verdict = judge("5H 6H 7H 8D 8C 8S 2C 3D 4H AS", "knock-52", groups=groups)
        assert verdict.valid
        assert verdict.violations == ()
        assert verdict.grouped is not None
        assert names(verdict.grouped.deadwood) == "AS 4H 3D 2C"

    def test_without_deadwood_it_is_gin(self) -> None:
        groups = ["5H 6H 7H", "8D 8C 8S", "2S 3S 4S 5S"]
        verdict = judge(" ".join(groups), "knock-52", groups=groups)
        assert (verdict.valid, verdict.penalty) == (True, 0)
        assert verdict.knock == Knock(0, 10, gin=True)

    def test_a_group_that_is_no_meld_makes_a_knock_illegal(self) -> None:
        groups = ["5H 6H 7H", "8D 8C 8S", "2S AS", "3D"]
        verdict = judge("5H 6H 7H 8D 8C 8S 2S 3D 4H AS", "knock-52", groups=groups)
        assert [(code, group) for code, group, _ in codes(verdict)] == [
            ("group_too_small", 2),
            ("group_too_small", 3),
        ]
        assert verdict.outcome is Outcome.REJECTED
        assert verdict.knock == Knock(10, 10, gin=False)

    def test_with_eleven_cards_the_discard_is_named(self) -> None:
        groups = ["5H 6H 7H", "8D 8C 8S"]
        hand = "5H 6H 7H 8D 8C 8S 2C 3D 4H AS KD"
        verdict = judge(hand, "knock-52", groups=groups, discard="KD")
        assert verdict.valid
        with pytest.raises(MalformedRequest) as caught:
            judge(hand, "knock-52", groups=groups)
        assert caught.value.code is ErrorCode.DISCARD_MISSING

    def test_without_a_grouping_the_knock_is_that_of_the_best_arrangement(self) -> None:
        verdict = judge(self.HAND, "knock-52")
        assert verdict.outcome is Outcome.NOT_DECLARED
        assert verdict.knock == Knock(22, 10, gin=False)

    def test_king_and_ace_do_not_meet_where_the_ace_is_low(self) -> None:
        groups = ["QS KS AS"]
        verdict = judge("QS KS AS 2H 3H 4H 6C 6D 6H 9D", "knock-52", groups=groups)
        assert [code for code, _, _ in codes(verdict)] == [
            "sequence_wraps_ace",
            "knock_above_limit",
        ]


class TestOtherWaysToDeclare:
    DUBLEES = house(decks=3, dublees_to_declare=3, cards=8, min_sequences=2)
    DUBLEE_HAND = "5H 5H KS KS 9C 9C QD 2D"

    def test_enough_dublees_are_a_declaration_whatever_the_rest_is(self) -> None:
        groups = ["5H 5H", "KS KS", "9C 9C"]
        verdict = judge(self.DUBLEE_HAND, self.DUBLEES, groups=groups)
        assert (verdict.valid, verdict.penalty, verdict.violations) == (True, 0, ())
        assert [meld.kind for meld in verdict.groups] == [MeldKind.DUBLEE] * 3
        assert verdict.grouped is not None
        assert names(verdict.grouped.deadwood) == "2D QD"

    def test_too_few_dublees_are_no_melds(self) -> None:
        groups = ["5H 5H", "KS KS"]
        verdict = judge(self.DUBLEE_HAND, self.DUBLEES, groups=groups)
        assert [code for code, _, _ in codes(verdict)] == [
            "group_too_small",
            "group_too_small",
            "no_pure_sequence",
            "too_few_sequences",
            "card_left_out",
        ]

    def test_the_best_arrangement_finds_the_dublees(self) -> None:
        found = best_arrangement(self.DUBLEE_HAND, self.DUBLEES)
        assert found.declarable
        assert melds_of(found) == [("dublee", "KS KS"), ("dublee", "5H 5H"), ("dublee", "9C 9C")]

    def test_enough_tunnelas_are_a_declaration(self) -> None:
        ruleset = house(
            decks=3, identical_triplet=True, tunnelas_to_declare=2, min_sequences=3, cards=9
        )
        hand = "5H 5H 5H KS KS KS 9C QD 2D"
        verdict = judge(hand, ruleset, groups=["5H 5H 5H", "KS KS KS"])
        assert verdict.valid
        assert best_arrangement(hand, ruleset).declarable

    def test_three_printed_jokers_are_one_of_the_tunnelas(self) -> None:
        # Ruling R41.
        groups = ["4S 4S 4S", "9H 9H 9H", "JK JK JK"]
        hand = f"{' '.join(groups)} 2S 4D 6H 8C 10S QD 3C 7D JH 2H 5C AD"
        verdict = judge(hand, "marriage-21", groups=groups)
        assert (verdict.valid, verdict.best.declarable) == (True, True)
        assert [str(meld.kind) for meld in verdict.groups] == ["tunnela", "tunnela", "joker_group"]

    def test_three_printed_jokers_are_no_pure_sequence(self) -> None:
        groups = [
            "4S 4S 4S",
            "9H 9H 9H",
            "JK JK JK",
            "2S 2H 2D",
            "5C 5D 5S",
            "8C 8D 8H",
            "KS KH KD",
        ]
        ruleset = house("marriage-21", tunnelas_to_declare=None)
        verdict = judge(" ".join(groups), ruleset, groups=groups)
        assert [code for code, _, _ in codes(verdict)] == ["no_pure_sequence", "too_few_sequences"]

    def test_tunnelas_count_as_the_pure_sequences_of_a_declaration(self) -> None:
        ruleset = house(decks=3, identical_triplet=True, cards=9)
        groups = ["5H 5H 5H", "KS KS KS", "9C 9D 9H"]
        assert judge(" ".join(groups), ruleset, groups=groups).valid

    def test_enough_jokers_are_a_declaration(self) -> None:
        ruleset = house(printed_jokers=4, jokers_to_declare=4, cards=8)
        hand = "JK JK 7S 7H KD QC 2S 9H"
        verdict = judge(hand, ruleset, wild_card="7D", groups=["JK JK 7S 7H"])
        assert verdict.valid
        assert best_arrangement(hand, ruleset, wild_card="7D").declarable

    def test_jokers_alone_are_a_group_where_no_natural_is_asked_for(self) -> None:
        ruleset = house(printed_jokers=4, min_naturals=0, cards=9)
        groups = ["5H 6H 7H", "9S 10S JS", "JK JK JK"]
        verdict = judge(" ".join(groups), ruleset, groups=groups)
        assert verdict.valid
        assert described(verdict.groups[2]) == ("joker_group", "JK JK JK")


class TestMalformedQuestions:
    def test_an_unknown_ruleset_is_refused(self) -> None:
        with pytest.raises(UnknownRuleset):
            judge(HAND, "gin")

    def test_a_wild_card_and_a_discard_that_are_no_cards_are_both_named(self) -> None:
        with pytest.raises(MalformedRequest) as caught:
            judge(HAND, "points-13", wild_card="7X", discard="")
        assert [(fault.code, fault.path) for fault in caught.value.faults] == [
            (ErrorCode.UNKNOWN_CARD, ("wild_card",)),
            (ErrorCode.UNKNOWN_CARD, ("discard",)),
        ]

    def test_a_hand_that_is_none_is_refused_with_every_fault(self) -> None:
        with pytest.raises(MalformedRequest) as caught:
            judge("5H 5H 5H", "points-13", groups=["5H 6H", []])
        assert [fault.code for fault in caught.value.faults] == [
            "hand_size",
            "too_many_copies",
            "empty_group",
            "card_not_in_hand",
        ]

    def test_cards_may_be_written_in_every_notation_or_given_as_cards(self) -> None:
        first: list[str | Card] = ["♥5", "6h", Card.parse("7H"), "9♠", "ts", "*"]
        hand = [*first, *["4C", "4D", "4S", "QC", "QD", "QS", "QH"]]
        verdict = judge(hand, "points-13", wild_card=Card.parse("3D"), groups=GROUPS)
        assert verdict.valid


def test_the_self_check_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    self_check()
    monkeypatch.setitem(shorthand._KNOWN, "yeeqia-13", 31)
    with pytest.raises(RuntimeError, match="a known hand costs"):
        self_check()


def test_every_field_is_documented() -> None:
    assert undocumented(judging) == undocumented(verdicts) == []


DECKS = [*NATURAL_KINDS, *NATURAL_KINDS, PRINTED_JOKER, PRINTED_JOKER]
DENSE = [kind for kind in DECKS if kind == PRINTED_JOKER or kind % 13 in (0, 1, 2, 3, 11, 12)]
RULES = st.sampled_from(
    [
        *map(find_ruleset, DECLARING),
        house(loser_model=LoserModel.TWO_LIVES_OR_FULL, long_sequence_cards=4, set_max_cards=None),
        house(wild_scope=WildScope.RANK_AND_COLOUR, max_jokers_in_sequence=1, min_naturals=2),
    ]
)


@st.composite
def hands(draw: st.DrawFn) -> tuple[list[Kind], list[Kind]]:
    """Return the same 13 or 14 cards in two orders."""
    pool = draw(st.sampled_from([DECKS, DENSE]))
    size = draw(st.sampled_from([13, 14]))
    hand = draw(st.permutations(pool))[:size]
    return hand, draw(st.permutations(hand))


def as_cards(found: list[Kind]) -> list[Card]:
    return [Card(kind) for kind in found]


@settings(deadline=None, max_examples=60)
@given(hand=hands(), ruleset=RULES, wild_card=st.sampled_from([None, *DECKS]))
def test_the_best_arrangement_does_not_depend_on_the_order_of_the_hand(
    hand: tuple[list[Kind], list[Kind]], ruleset: Ruleset, wild_card: Kind | None
) -> None:
    up = None if wild_card is None else Card(wild_card)
    first, second = (best_arrangement(as_cards(cards), ruleset, wild_card=up) for cards in hand)
    assert first == second


@settings(deadline=None, max_examples=60)
@given(hand=hands(), ruleset=RULES, wild_card=st.sampled_from([None, *DECKS]))
def test_the_best_arrangement_holds_exactly_the_hand_and_its_melds_are_melds(
    hand: tuple[list[Kind], list[Kind]], ruleset: Ruleset, wild_card: Kind | None
) -> None:
    up = None if wild_card is None else Card(wild_card)
    verdict = judge(as_cards(hand[0]), ruleset, wild_card=up)
    best, wild = verdict.best, verdict.deal.wild
    laid_out = [card.kind for meld in best.melds for card in meld.cards]
    laid_out += [card.kind for card in best.deadwood]
    laid_out += [] if best.discard is None else [best.discard.kind]
    assert sorted(laid_out) == sorted(hand[0])
    assert (best.discard is None) == (len(hand[0]) == 13)
    assert best.deadwood_points == verdict.deal.sum_points(best.deadwood)
    for meld in best.melds:
        again = read_meld([card.kind for card in meld.cards], wild, ruleset.melds)
        assert again == meld
        assert meld.kind is not MeldKind.INVALID
        for card, slot in zip(meld.cards, meld.stands_for, strict=True):
            assert card == slot or is_joker(card.kind, wild)


@settings(deadline=None, max_examples=60)
@given(hand=hands(), ruleset=RULES, wild_card=st.sampled_from([None, *DECKS]))
def test_judging_the_best_arrangement_finds_what_it_says_of_itself(
    hand: tuple[list[Kind], list[Kind]], ruleset: Ruleset, wild_card: Kind | None
) -> None:
    up = None if wild_card is None else Card(wild_card)
    best = best_arrangement(as_cards(hand[0]), ruleset, wild_card=up)
    groups = [list(meld.cards) for meld in best.melds]
    verdict = judge(as_cards(hand[1]), ruleset, wild_card=up, groups=groups, discard=best.discard)
    assert verdict.valid == best.declarable
    assert verdict.grouped == best
    assert verdict.points_as_grouped == best.penalty


@settings(deadline=None, max_examples=60)
@given(hand=hands(), ruleset=RULES, wild_card=st.sampled_from([None, *DECKS]), data=st.data())
def test_the_verdict_does_not_depend_on_the_order_of_groups_or_of_their_cards(
    hand: tuple[list[Kind], list[Kind]],
    ruleset: Ruleset,
    wild_card: Kind | None,
    data: st.DataObject,
) -> None:
    up = None if wild_card is None else Card(wild_card)
    cards = hand[0][:13]
    cuts = [0, 3, 6, 9, 13]
    groups = [cards[start:end] for start, end in pairwise(cuts)]
    order = data.draw(st.permutations(range(4)))
    shuffled = [data.draw(st.permutations(groups[index])) for index in order]
    one = judge(as_cards(cards), ruleset, wild_card=up, groups=[*map(as_cards, groups)])
    other = judge(
        as_cards(hand[1] if len(hand[1]) == 13 else cards[::-1]),
        ruleset,
        wild_card=up,
        groups=[*map(as_cards, shuffled)],
    )
    assert [one.groups[index].kind for index in order] == [meld.kind for meld in other.groups]
    assert one.best == other.best
    assert (one.valid, one.outcome, one.penalty, one.points_as_grouped) == (
        other.valid, other.outcome, other.penalty, other.points_as_grouped,
    )  # fmt: skip
    assert {(found.code, sorted_codes(found.cards)) for found in one.violations} == {
        (found.code, sorted_codes(found.cards)) for found in other.violations
    }


def sorted_codes(found: tuple[Card, ...]) -> str:
    return names(tuple(sorted(found)))


@pytest.mark.parametrize("spelling", ["5H 5H", "♥5 5h", "🂵 5♥️"])
def test_which_copy_is_used_means_nothing(spelling: str) -> None:
    first, second = spelling.split()
    hand = f"{first} 6H 7H {second} 5S 5D 9S 10S JS QC QD QS QH"
    groups = [f"{second} 6H 7H", f"5D {first} 5S", "9S 10S JS", "QC QD QS QH"]
    assert judge(hand, "points-13", groups=groups).valid


@pytest.mark.parametrize(
    ("changes", "hand", "penalty"),
    [
        pytest.param({"min_pure_sequences": 0, "min_sequences": 0}, HAND, 2, id="no sequences"),
        pytest.param({"cap": None}, "2S 4S 6S 8S 10S QS AH 3H 5H 7H 9H JH KH", 94, id="no cap"),
        pytest.param({}, "2S 4S 6S 8S 10S QS AH 3H 5H 7H 9H JH KH", 80, id="cap"),
    ],
)
def test_house_rules_decide_what_a_hand_costs(
    changes: dict[str, Any], hand: str, penalty: int
) -> None:
    assert best_arrangement(hand, house(**changes)).penalty == penalty


def test_groups_in_one_string_are_a_mistake_of_the_caller() -> None:
    with pytest.raises(TypeError, match="groups is a list of groups"):
        judge("5H 6H 7H 9S 10S JK 4C 4D 4S QC QD QS QH", "yeeqia-13", groups="5H 6H 7H")


@pytest.mark.parametrize("notation", ["♥5", "5♥", "🂵", "5h", "5H"])
def test_a_card_is_read_in_every_notation_on_the_fast_way_too(notation: str) -> None:
    hand = [notation, "10S", "Th", "6H", "7H", "9S", "JK", "4C", "4D", "4S", "QC", "QD", "QS"]
    assert best_arrangement(hand, "yeeqia-13") == best_arrangement(
        " ".join(["5H", "10S", "10H", *hand[3:]]), "yeeqia-13"
    )
