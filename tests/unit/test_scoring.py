"""Points, loser models, cap, and the penalty of a given arrangement."""

from typing import Any

import pytest

from tests.support.docstrings import undocumented
from tests.support.house import cards, deal_of, house, kinds
from validator import Arrangement, Deal, Ruleset, find_ruleset, scoring
from validator.cards import parse_kind
from validator.deals import card_points
from validator.melds import read_meld
from validator.rules.policies import LoserModel, NoPure
from validator.scoring import (
    arrange,
    capped,
    has_long_sequence,
    has_required_sequences,
    preference,
    sufficient_melds,
    whole_hand_penalty,
)

WORKED = ("9H 10H JH", "4S 4D 4C", "6S 6C 6D")
WORKED_LOOSE = "AC KD 8C 2S"
"""The worked example of rules.md §4: 29 + 12 + 18 points melded, 30 or 21 loose."""


def laid_out(
    groups: tuple[str, ...], loose: str, ruleset: Ruleset, wild_card: str | None = None
) -> Arrangement:
    deal = deal_of(ruleset, wild_card)
    melds = [read_meld(kinds(group), deal.wild, ruleset.melds) for group in groups]
    return arrange(melds, cards(loose), None, deal)


def penalty(groups: tuple[str, ...], loose: str, wild_card: str | None = None, **rules: Any) -> int:
    return laid_out(groups, loose, house(**rules), wild_card).penalty


class TestCardPoints:
    @pytest.mark.parametrize(
        ("code", "points"),
        [
            ("AS", 10), ("2H", 2), ("3D", 3), ("4C", 4), ("5S", 5), ("6H", 6), ("7D", 7),
            ("8C", 8), ("9S", 9), ("10H", 10), ("JD", 10), ("QC", 10), ("KS", 10), ("JK", 0),
        ],
    )  # fmt: skip
    def test_number_cards_cost_their_number_and_aces_and_court_cards_ten(
        self, code: str, points: int
    ) -> None:
        rules = find_ruleset("points-13").settlement
        assert card_points(parse_kind(code), frozenset(), rules) == points

    @pytest.mark.parametrize("ruleset", ["knock-52", "rummymates-13"])
    def test_an_ace_costs_one_where_the_ruleset_says_so(self, ruleset: str) -> None:
        rules = find_ruleset(ruleset).settlement
        assert card_points(parse_kind("AS"), frozenset(), rules) == 1

    def test_court_cards_cost_what_the_ruleset_says_and_a_ten_its_number(self) -> None:
        rules = house(court_points=5).settlement
        assert [card_points(kind, frozenset(), rules) for kind in kinds("10S JS QS KS")] == [
            10, 5, 5, 5,
        ]  # fmt: skip

    def test_a_wild_card_costs_nothing_in_a_meld_or_not(self) -> None:
        deal = deal_of(find_ruleset("yeeqia-13"), "KD")
        assert deal.sum_points(cards("KD KH KS JK 2S")) == 12
        assert deal.points[parse_kind("KD")] == 0

    def test_without_a_wild_card_every_card_but_the_joker_costs(self) -> None:
        deal = Deal.of(find_ruleset("points-13"), None)
        assert deal.wild == frozenset()
        assert len(deal.points) == 53
        assert sum(deal.points) == 4 * (10 + 54 + 30)


class TestLoserModels:
    @pytest.mark.parametrize(
        ("ruleset", "points"),
        [
            ("yeeqia-13", 30),
            ("indian-reference-13", 30),
            ("rummymates-13", 21),
            ("points-13", 60),
            ("points-13-full-count", 80),
        ],
    )
    def test_the_worked_example_costs_what_the_rules_say(self, ruleset: str, points: int) -> None:
        assert laid_out(WORKED, WORKED_LOOSE, find_ruleset(ruleset)).penalty == points

    @pytest.mark.parametrize(
        ("model", "points"),
        [
            (LoserModel.DEADWOOD_ONLY, 30),
            (LoserModel.PURE_UNLOCKS_ALL, 30),
            (LoserModel.LIVES_CASCADE, 60),
            (LoserModel.TWO_LIVES_OR_FULL, 89),
        ],
    )
    def test_without_a_cap_the_points_are_charged_in_full(
        self, model: LoserModel, points: int
    ) -> None:
        assert penalty(WORKED, WORKED_LOOSE, loser_model=model, cap=None) == points

    @pytest.mark.parametrize(
        ("model", "points"),
        [
            (LoserModel.DEADWOOD_ONLY, 44),
            (LoserModel.PURE_UNLOCKS_ALL, 74),
            (LoserModel.LIVES_CASCADE, 74),
            (LoserModel.TWO_LIVES_OR_FULL, 74),
        ],
    )
    def test_without_a_pure_sequence_the_whole_hand_counts(
        self, model: LoserModel, points: int
    ) -> None:
        # 12 and 18 in sets; an impure 4H 5H JK would need a pure one beside it.
        loose = "KD QD 8C 2S 2H 9C JK 3D"
        assert penalty(("4S 4D 4C", "6S 6C 6D"), loose, loser_model=model) == points

    @pytest.mark.parametrize("model", LoserModel)
    def test_with_every_required_sequence_the_deadwood_counts(self, model: LoserModel) -> None:
        groups = ("9H 10H JH", "4D 5D JK", "6S 6C 6D")
        assert penalty(groups, "AC KD 8C 2S", loser_model=model) == 30

    @pytest.mark.parametrize("model", LoserModel)
    def test_two_impure_sequences_are_no_pure_one(self, model: LoserModel) -> None:
        groups = ("9H 10H JK", "4D 5D JK")
        expected = 7 if model is LoserModel.DEADWOOD_ONLY else 7 + 19 + 9
        assert penalty(groups, "2S 2H 3S 7H 7S 7D 7C", "7D", loser_model=model) == expected

    def test_the_cascade_saves_every_pure_sequence_while_another_one_is_missing(self) -> None:
        groups = ("9H 10H JH", "2S 3S 4S")
        rules: dict[str, Any] = {"min_sequences": 3, "min_pure_sequences": 1, "cap": None}
        assert penalty(groups, "KD KC 8C 8D 5D 6C QD", **rules) == 57

    def test_the_cascade_charges_for_an_impure_sequence_without_a_pure_one(self) -> None:
        assert penalty(("9H 10H JK",), "KD KC 8C 8D 5D 6C QD 2S 3D 4H", cap=None) == 19 + 66

    def test_pure_unlocks_all_needs_no_second_sequence(self) -> None:
        model = LoserModel.PURE_UNLOCKS_ALL
        assert penalty(("9H 10H JH",), "KD 2S", loser_model=model) == 12

    def test_flat_charges_the_cap_at_once(self) -> None:
        groups = ("4S 4D 4C",)
        loose = "2S 3D 5H"
        flat: dict[str, Any] = {"no_pure": NoPure.FLAT, "cap": 80}
        assert penalty(groups, loose, loser_model=LoserModel.PURE_UNLOCKS_ALL, **flat) == 80
        assert penalty(groups, loose, loser_model=LoserModel.TWO_LIVES_OR_FULL, **flat) == 80
        assert penalty(groups, loose, loser_model=LoserModel.LIVES_CASCADE, **flat) == 80
        assert penalty(groups, loose, loser_model=LoserModel.DEADWOOD_ONLY, **flat) == 10

    def test_flat_does_not_touch_a_cascade_with_a_pure_sequence(self) -> None:
        # A required sequence is missing, but the hand does not count whole.
        assert penalty(("9H 10H JH",), "2S 3D 5H", no_pure=NoPure.FLAT) == 10

    def test_flat_charges_a_pure_hand_without_its_second_sequence_in_the_full_count(self) -> None:
        rules: dict[str, Any] = {
            "no_pure": NoPure.FLAT,
            "loser_model": LoserModel.TWO_LIVES_OR_FULL,
        }
        assert penalty(("2H 3H 4H",), "2S", **rules) == 80

    def test_a_missing_long_sequence_locks_the_deadwood(self) -> None:
        groups = ("9H 10H JH", "2D 3D 4D")
        assert penalty(groups, "5S", long_sequence_cards=4) == 5
        rules: dict[str, Any] = {"loser_model": LoserModel.TWO_LIVES_OR_FULL}
        assert penalty(groups, "5S", long_sequence_cards=4, **rules) == 43

    def test_a_tunnela_counts_as_a_pure_sequence(self) -> None:
        rules: dict[str, Any] = {"decks": 3, "identical_triplet": True}
        assert penalty(("9H 9H 9H",), "5S", loser_model=LoserModel.PURE_UNLOCKS_ALL, **rules) == 5
        assert penalty(("9H 9H 9H", "2D 3D JK"), "5S", **rules) == 5

    def test_points_are_capped(self) -> None:
        rules = find_ruleset("points-13").settlement
        assert [capped(points, rules) for points in (0, 79, 80, 81)] == [0, 79, 80, 80]
        assert capped(1000, house(cap=None).settlement) == 1000

    def test_a_whole_hand_is_summed_or_charged_flat(self) -> None:
        assert whole_hand_penalty(30, find_ruleset("points-13").settlement) == 30
        assert whole_hand_penalty(99, find_ruleset("points-13").settlement) == 80
        assert whole_hand_penalty(30, house(no_pure=NoPure.FLAT).settlement) == 80
        assert whole_hand_penalty(99, house(cap=None).settlement) == 99


class TestDeclarable:
    GROUPS = ("5H 6H 7H", "9S 10S JK", "4C 4D 4S")

    def test_a_complete_hand_of_a_loser_costs_what_the_ruleset_says(self) -> None:
        for points in (0, 2, 15):
            found = laid_out(self.GROUPS, "", house(complete_hand_points=points))
            assert (found.declarable, found.penalty) == (True, points)

    def test_a_hand_with_a_card_left_cannot_be_declared(self) -> None:
        found = laid_out(self.GROUPS, "JK", house())
        assert (found.declarable, found.penalty, found.deadwood_points) == (False, 0, 0)

    def test_one_pure_sequence_and_three_sets_cannot_be_declared_and_cost_nothing(self) -> None:
        # Ruling R11.
        groups = ("5H 6H 7H", "4C 4D 4S", "9C 9D 9S", "QC QD QS QH")
        found = laid_out(groups, "", find_ruleset("yeeqia-13"))
        assert (found.declarable, found.penalty) == (False, 0)

    @pytest.mark.parametrize(
        ("loose", "declarable"), [("", True), ("KS", True), ("9S AH", True), ("KS AH", False)]
    )
    def test_a_knock_leaves_at_most_its_limit(self, loose: str, declarable: bool) -> None:
        found = laid_out(("5H 6H 7H",), loose, find_ruleset("knock-52"))
        assert found.declarable == declarable
        assert found.penalty == found.deadwood_points

    def test_the_deadwood_is_in_card_order_and_the_melds_are_as_given(self) -> None:
        found = laid_out(("9H 10H JH", "2S 3S 4S"), "JK KC AS 5D", house())
        assert " ".join(map(str, found.deadwood)) == "AS 5D KC JK"
        assert [str(meld.cards[0]) for meld in found.melds] == ["9H", "2S"]
        assert found.deadwood_points == 25

    @pytest.mark.parametrize(
        ("groups", "complete"),
        [
            (("5H 6H 7H", "9S 10S JS"), True),
            (("5H 6H 7H", "9S 10S JK"), True),
            (("5H 6H JK", "9S 10S JK"), False),
            (("5H 6H 7H", "4C 4D 4S"), False),
            ((), False),
        ],
    )
    def test_a_declaration_needs_two_sequences_one_of_them_pure(
        self, groups: tuple[str, ...], complete: bool
    ) -> None:
        rules = find_ruleset("points-13").melds
        melds = [read_meld(kinds(group), frozenset(), rules) for group in groups]
        assert has_required_sequences(melds, rules) == complete

    def test_one_sequence_may_have_to_be_long(self) -> None:
        rules = house(long_sequence_cards=4).melds
        short, long = (
            read_meld(kinds(group), frozenset(), rules) for group in ("5H 6H 7H", "9S 10S JS JK")
        )
        assert has_long_sequence([short, long], rules)
        assert not has_long_sequence([short], rules)
        assert not has_long_sequence([], rules)
        assert has_long_sequence([], find_ruleset("points-13").melds)
        assert has_required_sequences([short, long], rules)
        assert not has_required_sequences([short, short], rules)


class TestHandsThatSufficeInAnotherWay:
    DUBLEES = house(decks=3, dublees_to_declare=3, cards=8)
    TUNNELAS = house(decks=3, identical_triplet=True, tunnelas_to_declare=2, cards=8)
    JOKERS = house(printed_jokers=4, jokers_to_declare=4, cards=8)

    @pytest.mark.parametrize(
        ("ruleset", "groups", "count"),
        [
            (DUBLEES, ("5H 5H", "KS KS", "JK JK"), 3),
            (DUBLEES, ("5H 5H", "KS KS"), 0),
            (DUBLEES, ("5H 5H", "KS KS", "5H 5D"), 0),
            (DUBLEES, ("5H 5H", "KS KS", "JK JK", "2S 3S 4S"), 3),
            (TUNNELAS, ("5H 5H 5H", "KS KS KS"), 2),
            (TUNNELAS, ("5H 5H 5H", "KS QS JS"), 0),
            (TUNNELAS, ("5H 5H 5H", "JK JK JK"), 2),
            (TUNNELAS, ("5H 5H 5H", "JK JK 7S"), 0),
            (TUNNELAS, ("5H 5H 5H", "JK JK JK JK"), 0),
            (TUNNELAS, ("5H 5H 5H", "KS KS KS", "JK JK JK"), 3),
            (JOKERS, ("JK JK JK JK",), 1),
            (JOKERS, ("JK JK JK",), 0),
            (JOKERS, ("JK JK JK", "7S 7H 7D"), 2),
            (JOKERS, ("JK 7S 7D", "7H 8H 9H"), 0),
            (JOKERS, ("JK JK", "7S 7H"), 0),
        ],
    )
    def test_enough_dublees_tunnelas_or_jokers_suffice(
        self, ruleset: Ruleset, groups: tuple[str, ...], count: int
    ) -> None:
        deal = deal_of(ruleset, "7C")
        melds = [read_meld(kinds(group), deal.wild, ruleset.melds) for group in groups]
        assert len(sufficient_melds(melds, deal)) == count

    def test_such_a_hand_is_declarable_whatever_is_left(self) -> None:
        found = laid_out(("5H 5H", "KS KS", "9C 9C"), "QD 2D", self.DUBLEES)
        assert (found.declarable, found.penalty, found.deadwood_points) == (True, 2, 12)


def test_a_better_arrangement_is_declarable_then_cheaper_then_has_less_deadwood() -> None:
    def made(declarable: bool, penalty: int, points: int, loose: str) -> Arrangement:
        return Arrangement((), cards(loose), None, declarable, penalty, points)

    worst_first = [
        made(False, 5, 1, ""),
        made(False, 0, 2, "2S"),
        made(False, 0, 0, "JK"),
        made(False, 0, 0, ""),
        made(True, 80, 90, "KS KH"),
    ]
    assert sorted(worst_first, key=preference) == worst_first[::-1]


def test_every_field_is_documented() -> None:
    assert undocumented(scoring) == []
