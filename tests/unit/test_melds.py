"""What is a sequence, a pure sequence, a set."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.docstrings import undocumented
from tests.support.house import described, house, kinds, names
from validator import Kind, MeldKind, MeldRules, find_ruleset, melds
from validator.cards import ALL_KINDS, NATURAL_KINDS, RANK_COUNT, parse_kind
from validator.deals import wild_kinds
from validator.melds import (
    has_joker_groups,
    is_joker,
    is_set,
    meld_kind,
    meld_order,
    read_meld,
    sequence_positions,
)
from validator.rules.policies import Ace, PrintedJokerUp, WildScope

POINTS = find_ruleset("points-13").melds
WHOLE_SUIT = "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"


def wild_names(wild_card: str | None, rules: MeldRules) -> str:
    card = None if wild_card is None else parse_kind(wild_card)
    return names(sorted(wild_kinds(card, rules)))


def reading(group: str, wild_card: str | None = None, **changes: Any) -> tuple[str, str, str]:
    """Return the kind of a group, its cards in order, and what each stands for."""
    rules = house(**changes).melds
    wild = wild_kinds(None if wild_card is None else parse_kind(wild_card), rules)
    meld = read_meld(kinds(group), wild, rules)
    return meld.kind.value, names(meld.cards), names(meld.stands_for)


def kind_of_group(group: str, wild_card: str | None = None, **changes: Any) -> str:
    return reading(group, wild_card, **changes)[0]


class TestWildKinds:
    @pytest.mark.parametrize("wild_card", ["7S", "7H", "7D", "7C"])
    def test_by_rank_all_four_suits_are_wild(self, wild_card: str) -> None:
        assert wild_names(wild_card, POINTS) == "7S 7H 7D 7C"

    @pytest.mark.parametrize(
        ("wild_card", "wild"),
        [("7D", "7H 7D"), ("7H", "7H 7D"), ("7S", "7S 7C"), ("7C", "7S 7C"), ("AC", "AS AC")],
    )
    def test_by_rank_and_colour_both_suits_of_the_colour_are_wild(
        self, wild_card: str, wild: str
    ) -> None:
        assert wild_names(wild_card, find_ruleset("yeeqia-13").melds) == wild

    @pytest.mark.parametrize("ruleset", ["yeeqia-13", "points-13", "rummymates-13"])
    def test_a_printed_joker_turned_up_makes_every_ace_wild(self, ruleset: str) -> None:
        assert wild_names("JK", find_ruleset(ruleset).melds) == "AS AH AD AC"

    def test_a_printed_joker_turned_up_may_make_nothing_wild(self) -> None:
        assert wild_names("JK", house(printed_joker_up=PrintedJokerUp.NONE).melds) == ""

    def test_without_a_card_turned_up_nothing_is_wild(self) -> None:
        assert wild_names(None, POINTS) == ""

    def test_where_no_card_is_turned_up_none_is_wild(self) -> None:
        assert wild_names("7D", find_ruleset("knock-52").melds) == ""

    @pytest.mark.parametrize(
        ("wild_card", "wild"),
        [
            ("7D", "7S 7H 6D 7D 8D 7C"),
            ("KS", "AS QS KS KH KD KC"),
            ("AC", "AS AH AD AC 2C KC"),
        ],
    )
    def test_neighbours_are_of_the_same_suit_and_go_round_the_ace(
        self, wild_card: str, wild: str
    ) -> None:
        assert wild_names(wild_card, house(neighbour_wilds=True).melds) == wild

    def test_neighbours_count_beside_rank_and_colour_too(self) -> None:
        rules = house("yeeqia-13", neighbour_wilds=True).melds
        assert wild_names("7D", rules) == "7H 6D 7D 8D"

    def test_a_printed_joker_turned_up_has_the_neighbours_of_the_ace_of_spades(self) -> None:
        # Ruling R40.
        assert wild_names("JK", house(neighbour_wilds=True).melds) == "AS 2S KS AH AD AC"
        rules = house("yeeqia-13", neighbour_wilds=True).melds
        assert wild_names("JK", rules) == "AS 2S KS AH AD AC"
        nothing = house(neighbour_wilds=True, printed_joker_up=PrintedJokerUp.NONE).melds
        assert wild_names("JK", nothing) == ""

    def test_printed_jokers_and_wild_cards_are_jokers(self) -> None:
        wild = frozenset(kinds("7D 7H"))
        assert [is_joker(kind, wild) for kind in kinds("JK 7D 7H 7S 8D")] == [
            True, True, True, False, False,
        ]  # fmt: skip


class TestSequences:
    @pytest.mark.parametrize(
        ("naturals", "jokers", "first", "size"),
        [
            ("AH 2H 3H", 0, 0, 3),
            ("QH KH AH", 0, 11, 3),
            ("3H AH 2H", 0, 0, 3),
            ("5H 7H", 1, 4, 3),
            ("5H 6H", 1, 4, 3),
            ("QH KH", 1, 11, 3),
            ("KH AH", 1, 11, 3),
            ("KH", 2, 11, 3),
            ("AH", 2, 0, 3),
            ("QH KH AH", 1, 10, 4),
            ("2H", 11, 1, 12),
            ("2H KH", 11, 1, 13),
            (WHOLE_SUIT, 0, 0, 13),
            (WHOLE_SUIT, 1, 0, 14),
            (WHOLE_SUIT + " AH", 0, 0, 14),
            ("AH AH", 12, 0, 14),
            ("KH AH 2H", 11, 0, 14),
        ],
    )
    def test_cards_of_one_suit_at_consecutive_ranks_are_a_sequence(
        self, naturals: str, jokers: int, first: int, size: int
    ) -> None:
        found = sequence_positions(kinds(naturals), jokers, POINTS)
        assert found == range(first, first + size)

    @pytest.mark.parametrize(
        ("naturals", "jokers"),
        [
            pytest.param("KH AH 2H", 0, id="king ace two"),
            pytest.param("QH KH AH 2H", 0, id="queen king ace two"),
            pytest.param("KH AH 2H", 1, id="king ace two behind a joker"),
            pytest.param("KH 2H", 1, id="king joker two"),
            pytest.param("5H 6H", 0, id="two cards"),
            pytest.param("5H 6H 8H", 0, id="a gap"),
            pytest.param("5H 8H", 1, id="a gap of two and one joker"),
            pytest.param("5H 6H 7S", 0, id="two suits"),
            pytest.param("5H 5H 6H", 0, id="one rank twice"),
            pytest.param("5H 5H 6H", 1, id="one rank twice and a joker"),
            pytest.param("AH AH 2H", 0, id="two aces at the low end"),
            pytest.param("AH AH KH", 0, id="two aces at the high end"),
            pytest.param("AH AH AH", 11, id="three aces"),
            pytest.param("", 3, id="jokers alone"),
            pytest.param(WHOLE_SUIT, 2, id="fifteen cards"),
            pytest.param("5H", 14, id="fifteen cards with one natural"),
        ],
    )
    def test_these_are_no_sequence(self, naturals: str, jokers: int) -> None:
        assert sequence_positions(kinds(naturals), jokers, POINTS) is None

    def test_king_ace_two_is_no_sequence(self) -> None:
        assert kind_of_group("KH AH 2H") == "invalid"

    def test_with_the_ace_low_queen_king_ace_is_no_sequence(self) -> None:
        assert kind_of_group("QH KH AH", ace=Ace.LOW) == "invalid"
        assert kind_of_group("AH 2H 3H", ace=Ace.LOW) == "pure_sequence"

    def test_with_the_ace_low_a_joker_beside_queen_and_king_is_a_jack(self) -> None:
        assert reading("QH KH JK", ace=Ace.LOW) == (
            "impure_sequence", "JK QH KH", "JH QH KH",
        )  # fmt: skip

    def test_with_the_ace_low_a_joker_beside_king_and_ace_helps_nothing(self) -> None:
        assert kind_of_group("KH AH JK", ace=Ace.LOW) == "invalid"

    def test_with_the_ace_low_a_sequence_has_at_most_thirteen_cards(self) -> None:
        assert kind_of_group(WHOLE_SUIT, ace=Ace.LOW) == "pure_sequence"
        assert kind_of_group(WHOLE_SUIT + " JK", ace=Ace.LOW) == "invalid"
        assert kind_of_group(WHOLE_SUIT + " AH", ace=Ace.LOW) == "invalid"

    def test_jokers_go_on_at_the_high_end_and_then_at_the_low_end(self) -> None:
        assert reading("QH KH AH JK")[2] == "JH QH KH AH"
        assert reading("JH QH JK")[2] == "JH QH KH"
        assert reading("QH KH JK JK")[2] == "JH QH KH AH"

    def test_a_fourteen_card_sequence_has_an_ace_at_both_ends(self) -> None:
        assert reading(WHOLE_SUIT + " AH") == (
            "pure_sequence",
            WHOLE_SUIT + " AH",
            WHOLE_SUIT + " AH",
        )

    def test_a_fourteenth_card_may_be_a_joker(self) -> None:
        kind, found, stands_for = reading("JK " + WHOLE_SUIT)
        assert kind == "impure_sequence"
        assert found.endswith("KH JK")
        assert stands_for.endswith("KH AH")

    def test_a_limit_on_jokers_holds_in_sequences(self) -> None:
        assert kind_of_group("5H 7H 9H JK JK", max_jokers_in_sequence=1) == "invalid"
        assert kind_of_group("5H 7H 8H JK", max_jokers_in_sequence=1) == "impure_sequence"
        assert kind_of_group("5H 6H 7H", max_jokers_in_sequence=0) == "pure_sequence"
        assert kind_of_group("5H 6H JK", max_jokers_in_sequence=0) == "invalid"

    def test_a_meld_may_need_four_cards(self) -> None:
        assert kind_of_group("5H 6H 7H", meld_min_cards=4) == "invalid"
        assert kind_of_group("5H 6H 7H 8H", meld_min_cards=4) == "pure_sequence"
        assert kind_of_group("5H 5S 5D", meld_min_cards=4) == "invalid"

    @given(
        suit=st.integers(0, 3),
        ranks=st.lists(st.integers(0, 12), min_size=1, max_size=6),
        jokers=st.integers(0, 14),
        ace=st.sampled_from(Ace),
    )
    def test_the_positions_hold_every_natural_and_as_many_cards_as_there_are(
        self, suit: int, ranks: list[int], jokers: int, ace: Ace
    ) -> None:
        naturals = [Kind(suit * RANK_COUNT + rank) for rank in ranks]
        rules = house(ace=ace).melds
        found = sequence_positions(naturals, jokers, rules)
        if found is not None:
            top = 13 if ace is Ace.LOW_OR_HIGH else 12
            assert len(found) == len(naturals) + jokers >= 3
            assert 0 <= found[0] <= found[-1] <= top
            assert {rank % RANK_COUNT for rank in found} >= set(ranks)


class TestSets:
    @pytest.mark.parametrize(
        ("naturals", "jokers"),
        [("9S 9H 9D", 0), ("9S 9H 9D 9C", 0), ("9S 9H", 1), ("9S 9H", 2), ("9S", 2), ("9S", 3)],
    )
    def test_three_or_four_cards_of_one_rank_in_different_suits_are_a_set(
        self, naturals: str, jokers: int
    ) -> None:
        assert is_set(kinds(naturals), jokers, POINTS)

    @pytest.mark.parametrize(
        ("naturals", "jokers"),
        [
            pytest.param("9S 9H", 0, id="two cards"),
            pytest.param("9S 9H 8D", 0, id="two ranks"),
            pytest.param("9S 9S 9D", 0, id="one suit twice"),
            pytest.param("9S 9S", 1, id="one suit twice and a joker"),
            pytest.param("9S 9H 9D 9C", 1, id="a fifth card"),
            pytest.param("9S", 4, id="five cards with one natural"),
            pytest.param("", 3, id="jokers alone"),
        ],
    )
    def test_these_are_no_set(self, naturals: str, jokers: int) -> None:
        assert not is_set(kinds(naturals), jokers, POINTS)

    def test_without_a_limit_jokers_extend_a_set(self) -> None:
        assert reading("9S 9H 9D 9C JK JK", set_max_cards=None) == (
            "set", "9S JK 9H JK 9D 9C", "9S 9S 9H 9H 9D 9C",
        )  # fmt: skip

    def test_without_a_limit_a_suit_still_is_there_once(self) -> None:
        assert kind_of_group("9S 9S 9D JK", set_max_cards=None) == "invalid"

    def test_a_set_may_be_limited_to_three_cards(self) -> None:
        assert kind_of_group("9S 9H 9D", set_max_cards=3) == "set"
        assert kind_of_group("9S 9H 9D 9C", set_max_cards=3) == "invalid"

    def test_a_limit_on_jokers_holds_in_sets(self) -> None:
        assert kind_of_group("9S 9H JK", max_jokers_in_set=0) == "invalid"
        assert kind_of_group("9S 9H JK", max_jokers_in_set=1) == "set"
        assert kind_of_group("9S 9H JK JK", max_jokers_in_set=1) == "invalid"

    def test_jokers_stand_for_the_missing_suits_in_suit_order(self) -> None:
        assert reading("9D JK 9H JK") == ("set", "JK 9H 9D JK", "9S 9H 9D 9C")


class TestKinds:
    def test_seven_and_two_jokers_are_a_sequence_rather_than_a_set(self) -> None:
        assert reading("7H JK JK") == ("impure_sequence", "7H JK JK", "7H 8H 9H")

    def test_one_natural_and_two_jokers_are_a_set_where_sequences_take_one_joker(self) -> None:
        assert kind_of_group("7H JK JK", max_jokers_in_sequence=1) == "set"

    def test_a_wild_card_at_its_own_place_leaves_a_sequence_pure(self) -> None:
        assert reading("6H 7H 8H", "7D") == ("pure_sequence", "6H 7H 8H", "6H 7H 8H")

    def test_a_wild_card_of_another_suit_stands_in(self) -> None:
        assert reading("6H 7S 8H", "7D") == ("impure_sequence", "6H 7S 8H", "6H 7H 8H")

    def test_a_wild_card_at_face_value_beside_another_as_joker(self) -> None:
        assert reading("7H 7H 8H", "7D") == ("impure_sequence", "7H 8H 7H", "7H 8H 9H")

    def test_three_wild_aces_are_a_sequence_of_one_ace_and_two_jokers(self) -> None:
        assert reading("AS AH AD", "JK") == ("impure_sequence", "AS AH AD", "AS 2S 3S")

    def test_wild_aces_at_face_value_make_a_pure_sequence_at_either_end(self) -> None:
        assert kind_of_group("AS 2S 3S", "JK") == "pure_sequence"
        assert kind_of_group("QS KS AS", "JK") == "pure_sequence"

    def test_a_wild_ace_does_not_go_round_the_corner_but_stands_in_elsewhere(self) -> None:
        assert kind_of_group("KS AS 2S", "JK") == "invalid"
        assert reading("JS QS KS AH", "JK")[2] == "JS QS KS AS"

    def test_four_wild_cards_of_one_rank_are_the_sequence_that_a_declaration_needs(self) -> None:
        assert kind_of_group("7S 7H 7D 7C", "7D") == "impure_sequence"

    def test_a_pure_sequence_comes_before_an_impure_reading(self) -> None:
        assert kind_of_group("5D 6D 7D 8D", "7C") == "pure_sequence"

    def test_two_printed_jokers_and_a_wild_card_at_face_value_are_a_meld(self) -> None:
        # Ruling R1: one card stands at face value, and it may be a wild one.
        assert reading("JK JK 7D", "7D") == ("impure_sequence", "7D JK JK", "7D 8D 9D")

    def test_printed_jokers_alone_are_no_meld(self) -> None:
        assert kind_of_group("JK JK JK") == "invalid"

    def test_two_naturals_may_be_asked_for(self) -> None:
        assert kind_of_group("5H JK JK", min_naturals=2) == "invalid"
        assert kind_of_group("5H 6H JK", min_naturals=2) == "impure_sequence"
        assert kind_of_group("5H 5S JK", min_naturals=2) == "set"
        assert kind_of_group("7H 7S JK", "7C", min_naturals=2) == "set"

    def test_without_naturals_asked_for_jokers_alone_are_a_joker_group(self) -> None:
        changes: dict[str, Any] = {"min_naturals": 0, "printed_jokers": 4}
        assert reading("JK JK JK", **changes) == ("joker_group", "JK JK JK", "JK JK JK")
        assert kind_of_group("JK JK", **changes) == "invalid"
        assert kind_of_group("5H JK JK", **changes) == "impure_sequence"

    def test_a_joker_group_holds_wild_cards_where_no_other_reading_is_left(self) -> None:
        limits: dict[str, Any] = {"max_jokers_in_sequence": 0, "max_jokers_in_set": 0}
        found = reading("JK 7S 7S", "7D", min_naturals=0, **limits)
        assert found == ("joker_group", "7S 7S JK", "7S 7S JK")

    def test_jokers_alone_are_a_group_where_they_suffice_to_declare(self) -> None:
        assert kind_of_group("JK JK JK", jokers_to_declare=5, printed_jokers=4) == "joker_group"
        assert has_joker_groups(house(jokers_to_declare=5).melds)
        tunnelas: dict[str, Any] = {"decks": 3, "identical_triplet": True, "tunnelas_to_declare": 2}
        assert has_joker_groups(house(**tunnelas).melds)
        assert has_joker_groups(house(min_naturals=0).melds)
        assert not has_joker_groups(POINTS)

    def test_three_identical_cards_are_a_tunnela_where_the_ruleset_has_it(self) -> None:
        changes: dict[str, Any] = {"decks": 3, "identical_triplet": True}
        assert reading("5H 5H 5H", **changes) == ("tunnela", "5H 5H 5H", "5H 5H 5H")
        assert kind_of_group("5H 5H JK", **changes) == "invalid"
        assert kind_of_group("5H 5H 5S", **changes) == "invalid"
        assert kind_of_group("5H 5H 5H", decks=3) == "invalid"

    def test_three_identical_wild_cards_serve_best_as_a_tunnela(self) -> None:
        changes: dict[str, Any] = {"decks": 3, "identical_triplet": True}
        assert kind_of_group("7H 7H 7H", "7D", **changes) == "tunnela"

    def test_two_identical_cards_are_a_dublee_where_they_may_suffice(self) -> None:
        assert reading("5H 5H", dublees_to_declare=6) == ("dublee", "5H 5H", "5H 5H")
        assert kind_of_group("JK JK", dublees_to_declare=6) == "dublee"
        assert kind_of_group("5H 5S", dublees_to_declare=6) == "invalid"
        assert kind_of_group("5H 5H 5H", dublees_to_declare=6) == "invalid"
        assert kind_of_group("5H 5H") == "invalid"

    def test_a_group_that_is_no_meld_is_left_in_the_order_given(self) -> None:
        assert reading("9S 5H JK 6D") == ("invalid", "9S 5H JK 6D", "9S 5H JK 6D")

    def test_meld_kind_takes_the_kind_that_serves_best(self) -> None:
        assert meld_kind(kinds("5H 6H 7H"), 0, POINTS) is MeldKind.PURE_SEQUENCE
        assert meld_kind(kinds("5H 6H"), 1, POINTS) is MeldKind.IMPURE_SEQUENCE
        assert meld_kind(kinds("5H 5S"), 1, POINTS) is MeldKind.SET
        assert meld_kind(kinds("5H 6S"), 1, POINTS) is MeldKind.INVALID

    @pytest.mark.parametrize(
        ("kind", "pure", "sequence"),
        [
            (MeldKind.PURE_SEQUENCE, True, True),
            (MeldKind.TUNNELA, True, True),
            (MeldKind.IMPURE_SEQUENCE, False, True),
            (MeldKind.SET, False, False),
            (MeldKind.JOKER_GROUP, False, False),
            (MeldKind.DUBLEE, False, False),
            (MeldKind.INVALID, False, False),
        ],
    )
    def test_a_kind_counts_as_pure_or_as_sequence(
        self, kind: MeldKind, pure: bool, sequence: bool
    ) -> None:
        assert (kind.is_pure, kind.is_sequence) == (pure, sequence)

    def test_melds_sort_by_kind_and_then_by_their_cards(self) -> None:
        groups = ["9S 9H 9D", "5D JK 7D", "3H 4H 5H", "2S 3S 4S", "4S 4H 4D"]
        read = [read_meld(kinds(group), frozenset(), POINTS) for group in groups]
        assert [described(meld) for meld in sorted(read, key=meld_order)] == [
            ("pure_sequence", "2S 3S 4S"),
            ("pure_sequence", "3H 4H 5H"),
            ("impure_sequence", "5D JK 7D"),
            ("set", "4S 4H 4D"),
            ("set", "9S 9H 9D"),
        ]

    def test_every_field_is_documented(self) -> None:
        assert undocumented(melds) == []


@given(
    group=st.lists(st.sampled_from(ALL_KINDS), max_size=6),
    wild_card=st.sampled_from([None, *ALL_KINDS]),
    scope=st.sampled_from([WildScope.RANK, WildScope.RANK_AND_COLOUR]),
    data=st.data(),
)
def test_the_order_of_a_group_means_nothing(
    group: list[Kind], wild_card: Kind | None, scope: WildScope, data: st.DataObject
) -> None:
    rules = house(wild_scope=scope).melds
    wild = wild_kinds(wild_card, rules)
    meld = read_meld(group, wild, rules)
    other = read_meld(data.draw(st.permutations(group)), wild, rules)
    assert other.kind is meld.kind
    assert sorted(card.kind for card in meld.cards) == sorted(group)
    if meld.kind is not MeldKind.INVALID:
        assert other == meld


@given(
    naturals=st.lists(st.sampled_from(NATURAL_KINDS[:26]), min_size=1, max_size=5),
    jokers=st.integers(0, 3),
)
def test_a_meld_read_stands_for_a_meld_of_cards_at_face_value(
    naturals: list[Kind], jokers: int
) -> None:
    group = [*naturals, *kinds("JK " * jokers)]
    meld = read_meld(group, frozenset(), POINTS)
    for card, slot in zip(meld.cards, meld.stands_for, strict=True):
        assert card == slot or card.is_printed_joker
    if meld.kind.is_sequence:
        slots = [card.kind for card in meld.stands_for]
        assert meld_kind(slots, 0, POINTS) is MeldKind.PURE_SEQUENCE
    if meld.kind is MeldKind.SET:
        assert is_set([card.kind for card in meld.stands_for], 0, POINTS)
