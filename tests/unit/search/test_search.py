"""The best arrangement: its value by hand, and which of several equally good ones it is."""

from typing import Any

import pytest

from tests.support.house import cards, deal_of, house, kinds, melds_of, names
from validator import Arrangement, Ruleset, find_ruleset, reference
from validator.cards import RANKS, SUITS
from validator.melds import read_meld
from validator.rules.policies import GoesOutBy, LoserModel, MatchWonBy, NoPure, WrongDeclaration
from validator.scoring import preference
from validator.search import best_arrangement

POINTS = find_ruleset("points-13")
YEEQIA = find_ruleset("yeeqia-13")
KNOCK = find_ruleset("knock-52")


def best(
    hand: str, ruleset: Ruleset = POINTS, wild_card: str | None = None, discard: str | None = None
) -> Arrangement:
    aside = None if discard is None else kinds(discard)[0]
    return best_arrangement(kinds(hand), deal_of(ruleset, wild_card), aside)


class TestWhatABestArrangementCosts:
    @pytest.mark.parametrize(
        ("ruleset", "penalty"),
        [
            ("yeeqia-13", 30),
            ("indian-reference-13", 30),
            ("rummymates-13", 21),
            ("points-13", 60),
            ("points-13-full-count", 80),
        ],
    )
    def test_the_worked_example_of_the_rules(self, ruleset: str, penalty: int) -> None:
        found = best("9H 10H JH 4S 4D 4C 6S 6C 6D AC KD 8C 2S", find_ruleset(ruleset))
        assert (found.declarable, found.penalty) == (False, penalty)
        assert names(found.deadwood) == "2S KD AC 8C"

    def test_a_complete_hand_is_declarable(self) -> None:
        found = best("5H 6H 7H 9S 10S JK 4C 4D 4S QC QD QS QH")
        assert (found.declarable, found.penalty, found.deadwood) == (True, 2, ())

    def test_a_joker_in_a_second_sequence_instead_of_a_set_makes_a_hand_declarable(self) -> None:
        # 9S-9D-JK would be a set and leave 10S; the second sequence has to be found.
        found = best("5H 6H 7H 9S 10S JK 9D 9C 9H QC QD QS QH")
        assert found.declarable

    def test_a_joker_that_no_meld_needs_is_not_left_over(self) -> None:
        found = best("5H 6H 7H 9S 10S JS 4C 4D 4S QC QD QS JK")
        assert found.declarable
        assert found.deadwood == ()

    def test_a_hand_without_a_pure_sequence_still_melds_what_it_can(self) -> None:
        found = best("5H 6H JK 4C 4D 4S KC KD 8S 2D 9D QC 3H")
        assert found.penalty == 5 + 6 + 12 + 20 + 8 + 2 + 9 + 10 + 3
        assert melds_of(found)[0] == ("set", "4S 4D 4C")
        assert names(found.deadwood) == "8S 3H 5H 6H 2D 9D QC"

    def test_the_cascade_saves_the_dearer_of_two_pure_sequences_that_share_a_card(self) -> None:
        # 3H-4H-5H or 4H-5H-6H are pure, and no second sequence exists: 15 points are saved.
        found = best("3H 4H 5H 6H 8S KD QC 2S 2D 10C JD AC 9D", house(cap=None))
        assert melds_of(found)[0] == ("pure_sequence", "3H 4H 5H 6H")
        assert found.penalty == 8 + 10 + 10 + 2 + 2 + 10 + 10 + 10 + 9

    def test_the_cascade_charges_for_a_joker_saved_by_no_pure_sequence(self) -> None:
        # Keeping 5H-6H-7H pure and 9S-10S-JK as second sequence leaves 40 of deadwood.
        found = best("5H 6H 7H 9S 10S JK KD QC 2S 8D 4C 6D 2H")
        assert found.penalty == 10 + 10 + 2 + 8 + 4 + 6 + 2

    def test_a_pure_sequence_may_not_take_the_spare_joker_where_it_has_to_stay_pure(self) -> None:
        found = best("5H 6H 7H JK 2S 4D 6C 8S 10D QC KS AD 3C", YEEQIA)
        assert melds_of(found)[0][0] == "pure_sequence"
        # No two other cards are one joker away from a meld.
        assert found.penalty == 2 + 4 + 6 + 8 + 10 + 10 + 10 + 10 + 3

    def test_wild_cards_play_joker_where_that_is_better_than_their_face(self) -> None:
        found = best("5H 6H 7H 9S 10S 2D 4C 4D 4S QC QD QS QH", POINTS, "2C")
        assert found.declarable
        assert any(kind == "impure_sequence" and "2D" in meld for kind, meld in melds_of(found))

    def test_a_wild_card_at_face_value_keeps_the_only_pure_sequence(self) -> None:
        found = best("6H 7H 8H 9S 10S JK 4C 4D 4S QC QD QS QH", POINTS, "7D")
        assert found.declarable
        assert melds_of(found)[0] == ("pure_sequence", "6H 7H 8H")

    def test_a_wild_ace_is_natural_at_the_top_of_a_sequence(self) -> None:
        found = best("QH KH AH 9S 10S JK 4C 4D 4S 6C 6D 6S 6H", POINTS, "JK")
        assert found.declarable
        assert melds_of(found)[0] == ("pure_sequence", "QH KH AH")

    def test_queen_king_ace_and_ace_two_three_take_two_aces(self) -> None:
        found = best("QH KH AH AH 2H 3H 4C 4D 4S 6C 6D 6S 6H")
        assert found.declarable
        sequences = {meld for kind, meld in melds_of(found) if kind == "pure_sequence"}
        assert sequences == {"QH KH AH", "AH 2H 3H"}

    def test_thirteen_of_one_suit_are_split_into_several_sequences(self) -> None:
        found = best("AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH")
        assert (found.declarable, found.deadwood) == (True, ())

    def test_ten_wild_cards_are_no_trouble(self) -> None:
        found = best("7S 7S 7H 7H 7D 7D 7C 7C JK JK 5S 6S 2D", POINTS, "7D")
        assert (found.declarable, found.deadwood) == (True, ())

    def test_jokers_extend_a_set_where_the_ruleset_lets_them(self) -> None:
        hand = "5H 6H 7H 9S 10S JS 4C 4D 4S 4H QC QD JK"
        found = best(hand, house(set_max_cards=None))
        assert found.declarable

    def test_without_any_card_that_fits_the_whole_hand_is_deadwood(self) -> None:
        found = best("2S 4S 6S 8S 10S QS AH 3H 5H 7H 9H JH KH", house(cap=None))
        assert (found.melds, found.penalty) == ((), 94)

    def test_flat_charges_the_cap_but_melds_all_the_same(self) -> None:
        rules = house(no_pure=NoPure.FLAT, loser_model=LoserModel.PURE_UNLOCKS_ALL)
        found = best("2S 2H 2D 3S 3H 3D 4S 4H 4D 5C 5C 7H 9D", rules)
        # Three runs 2-3-4 are there too, so the hand is not flat: 7 + 9 + 5 + 5.
        assert found.penalty == 26
        flat = best("2S 2H 2D 4S 4H 4D 6S 6H 6D 8C 8C 10H QD", rules)
        assert (flat.penalty, flat.deadwood_points) == (80, 36)


class TestFourteenCards:
    COMPLETE = "5H 6H 7H 9S 10S JK 4C 4D 4S QC QD QS QH"

    def test_the_card_that_spoils_the_hand_is_set_aside(self) -> None:
        found = best(self.COMPLETE + " 2D")
        assert found.declarable
        assert names((found.discard,) if found.discard else ()) == "2D"

    def test_of_equally_good_discards_the_dearest_is_set_aside(self) -> None:
        # 8H, 4H or QH could go as well; nothing that stays would then be left over.
        found = best("5H 6H 7H 8H 9S 10S JK 4C 4D 4S QC QD QS QH")
        assert names((found.discard,) if found.discard else ()) == "QS"

    def test_a_card_named_is_set_aside(self) -> None:
        found = best(self.COMPLETE + " 2D", POINTS, None, "QH")
        assert names((found.discard,) if found.discard else ()) == "QH"
        assert not found.declarable

    def test_a_hand_of_thirteen_sets_none_aside(self) -> None:
        assert best(self.COMPLETE).discard is None


class TestKnocking:
    def test_gin_found_by_setting_aside_a_card_that_could_be_melded(self) -> None:
        # Melding most of eleven and dropping the dearest leftover misses it (open_spiel).
        found = best("AS 2S 3S 4S AC 2C 4C AD 2D 2H 4H", KNOCK)
        assert (found.penalty, found.declarable) == (0, True)
        assert names((found.discard,) if found.discard else ()) == "3S"

    def test_ten_points_by_setting_aside_six_of_spades(self) -> None:
        found = best("4H 2D 5H 6C 3D 3H 4C 6S 5C 5S 6H", KNOCK)
        assert found.deadwood_points == 10
        assert found.declarable

    @pytest.mark.parametrize(
        ("hand", "points"),
        [
            ("QH KH AH 2S 4D 6C 8S 3D 5C 7S", 10 + 10 + 1 + 2 + 4 + 6 + 8 + 3 + 5 + 7),
            ("AH 2H 3H 2S 4D 6C 8S 10D QC KS", 2 + 4 + 6 + 8 + 10 + 10 + 10),
            ("7H 8H 9H 9S 9D 9C 2S 4D KC QH", 2 + 4 + 10 + 10),
        ],
    )
    def test_the_deadwood_is_the_least_there_is(self, hand: str, points: int) -> None:
        found = best(hand, KNOCK)
        assert found.deadwood_points == points
        assert found.declarable == (points <= 10)

    def test_jokers_knock_for_nothing(self) -> None:
        rules = house("knock-52", printed_jokers=2)
        found = best("5H 6H JK 9S 9D JK 2S 2H 3D 4C", rules)
        assert found.deadwood_points == 2 + 2 + 3 + 4
        assert not found.declarable


class TestHouseRules:
    def test_one_joker_a_sequence(self) -> None:
        rules = house(max_jokers_in_sequence=1, cards=7, min_sequences=1, min_pure_sequences=0)
        # 5H-JK-JK-8H is a sequence without the limit; with it 9C-JK-JK is a set.
        found = best("5H 8H JK JK 2S 4D 9C", rules)
        assert [kind for kind, _ in melds_of(found)] == ["set"]
        assert found.deadwood_points == 5 + 8 + 2 + 4
        free = house(cards=7, min_sequences=1, min_pure_sequences=0)
        assert best("5H 8H JK JK 2S 4D 9C", free).deadwood_points == 2 + 4 + 9

    def test_two_naturals_in_every_meld(self) -> None:
        rules = house(min_naturals=2, cards=6, min_sequences=1, min_pure_sequences=0)
        found = best("5H JK JK 2S 4D 9C", rules)
        assert found.melds == ()
        assert found.deadwood_points == 20

    def test_two_naturals_far_apart_hold_the_jokers_between_them(self) -> None:
        rules = house(
            min_naturals=2, printed_jokers=8, cards=8, min_sequences=1, min_pure_sequences=0
        )
        found = best("5H JK JK JK JK JK JK QH", rules)
        assert found.declarable
        assert melds_of(found) == [("impure_sequence", "5H JK JK JK JK JK JK QH")]

    def test_no_natural_needed(self) -> None:
        rules = house(min_naturals=0, printed_jokers=8, cards=9)
        found = best("5H 6H 7H 9S 10S JS JK JK JK", rules)
        assert found.declarable

    def test_jokers_alone_are_a_group_where_sequences_take_none(self) -> None:
        rules = house(min_naturals=0, printed_jokers=8, max_jokers_in_sequence=0, cards=9)
        found = best("5H 6H 7H 9S 10S JS JK JK JK", rules)
        assert found.declarable
        assert melds_of(found)[-1] == ("joker_group", "JK JK JK")

    def test_two_of_three_pure_sequences_take_a_joker_each(self) -> None:
        rules = house(max_jokers_in_sequence=1, cards=11)
        found = best("5H 6H 7H 9S 10S JS 2D 3D 4D JK JK", rules)
        assert found.declarable
        assert [kind for kind, _ in melds_of(found)] == [
            "pure_sequence", "impure_sequence", "impure_sequence",
        ]  # fmt: skip

    def test_a_tunnela_stays_pure_where_the_other_sequence_takes_the_joker(self) -> None:
        rules = house(identical_triplet=True, decks=3, cards=7)
        found = best("AS 2S 3S 4H 4H 4H JK", rules)
        assert found.declarable
        assert melds_of(found) == [("tunnela", "4H 4H 4H"), ("impure_sequence", "AS 2S 3S JK")]

    def test_jokers_stay_together_where_only_together_they_are_a_group(self) -> None:
        limits: dict[str, Any] = {"max_jokers_in_sequence": 1, "max_jokers_in_set": 0}
        rules = house(min_naturals=0, printed_jokers=3, cards=9, **limits)
        found = best("5H 6H 7H 9S 10S JS JK JK JK", rules)
        assert found.declarable
        assert [kind for kind, _ in melds_of(found)].count("joker_group") == 1

    def test_a_sequence_of_four_is_found_where_one_has_to_be_long(self) -> None:
        rules = house(long_sequence_cards=4)
        found = best("5H 6H 7H 9S 10S JK 4C 4D 4S KC KD KS KH", rules)
        assert not found.declarable
        found = best("5H 6H 7H 8H 9S 10S JK 4C 4D 4S QC QD QS", rules)
        assert found.declarable
        assert max(len(meld.cards) for meld in found.melds if meld.kind.is_sequence) == 4

    def test_a_spare_joker_makes_a_sequence_long(self) -> None:
        rules = house(long_sequence_cards=5, cards=8)
        found = best("5H 6H 7H 9S 10S JS JK JK", rules)
        assert found.declarable
        assert {len(meld.cards) for meld in found.melds} == {3, 5}

    def test_tunnelas_are_pure_sequences(self) -> None:
        rules = house(identical_triplet=True, decks=3, cards=6)
        found = best("5H 5H 5H 9S 9S 9S", rules)
        assert found.declarable
        assert melds_of(found) == [("tunnela", "9S 9S 9S"), ("tunnela", "5H 5H 5H")]

    def test_melds_of_four_cards(self) -> None:
        rules = house(meld_min_cards=4, cards=8)
        assert best("5H 6H 7H 8H 9S 10S JS QS", rules).declarable
        found = best("5H 6H 7H 2D 9S 10S JS QS", rules)
        assert names(found.deadwood) == "5H 6H 7H 2D"

    def test_neighbours_of_the_wild_card_are_wild(self) -> None:
        rules = house(neighbour_wilds=True, cards=6)
        # 7D is up: 6D and 8D of its suit are wild, so 9S-10S-8D is a sequence.
        assert best("3H 4H 5H 9S 10S 8D", rules, "7D").declarable
        assert not best("3H 4H 5H 9S 10S 8C", rules, "7D").declarable

    @pytest.mark.parametrize(
        ("changes", "hand"),
        [
            ({"dublees_to_declare": 3}, "5H 5H KS KS 9C 9C QD 2D"),
            (
                {"tunnelas_to_declare": 2, "identical_triplet": True, "min_sequences": 2},
                "5H 5H 5H KS KS KS QD 2D",
            ),
            ({"jokers_to_declare": 4, "printed_jokers": 4}, "JK JK JK JK KS 9C QD 2D"),
        ],
    )
    def test_dublees_tunnelas_or_jokers_may_be_enough(
        self, changes: dict[str, Any], hand: str
    ) -> None:
        rules = house(decks=3, cards=8, **changes)
        found = best(hand, rules)
        assert (found.declarable, found.penalty) == (True, 2)
        assert found.deadwood_points >= 12
        aside = best(f"{hand} 3S", rules)
        assert aside.declarable

    def test_a_pure_sequence_that_unlocks_the_hand_is_not_spoilt_by_a_spare_joker(self) -> None:
        # With JK in it the sequence would be longer and the hand locked: 9 beside 80.
        rules = house(
            cards=8,
            min_sequences=1,
            min_pure_sequences=0,
            long_sequence_cards=5,
            loser_model=LoserModel.PURE_UNLOCKS_ALL,
            no_pure=NoPure.FLAT,
            ace_points=1,
            meld_min_cards=4,
        )
        found = best("AS 2S 3S 4S AH 3H 5H JK", rules)
        assert found.penalty == 9

    def test_a_knock_ruleset_may_cap_its_deadwood(self) -> None:
        rules = house(
            cards=10,
            goes_out_by=GoesOutBy.KNOCKING,
            first_drop=None,
            middle_drop=None,
            knock_limit=5,
            min_sequences=0,
            min_pure_sequences=0,
            loser_model=LoserModel.DEADWOOD_ONLY,
            wrong_declaration=WrongDeclaration.REJECTED,
            wrong_declaration_points=0,
            match_won_by=MatchWonBy.LOWEST_TOTAL,
            cap=40,
        )
        found = best("2S 4S 6S 8S 10S QH AH 3H 5H KD", rules)
        assert (found.penalty, found.deadwood_points) == (40, 68)


class TestWhichOfSeveral:
    """The order documented in `validator.search.best_arrangement`."""

    def test_a_card_goes_into_a_pure_sequence_before_a_set(self) -> None:
        # 7S could as well be the fourth seven.
        found = best("7S 8S 9S 10S 7H 7D 7C", house(cards=7, min_sequences=1))
        assert melds_of(found) == [("pure_sequence", "7S 8S 9S 10S"), ("set", "7H 7D 7C")]

    def test_a_card_goes_into_the_meld_with_more_cards_at_face_value(self) -> None:
        # 8S could as well be the fourth eight.
        found = best("5S 6S 7S 8S 8H 8D 8C", house(cards=7, min_sequences=1))
        assert melds_of(found) == [("pure_sequence", "5S 6S 7S 8S"), ("set", "8H 8D 8C")]

    def test_a_spare_joker_goes_into_an_impure_sequence_or_set(self) -> None:
        found = best("5H 6H 7H 9S 10S JS 4C 4D 4S QC QD QS JK")
        assert [kind for kind, meld in melds_of(found) if "JK" in meld] == ["set"]

    def test_the_melds_are_sorted_by_kind_and_card(self) -> None:
        found = best("5H 6H 7H 9S 10S JK 4C 4D 4S QC QD QS QH")
        assert [kind for kind, _ in melds_of(found)] == [
            "pure_sequence", "impure_sequence", "set", "set",
        ]  # fmt: skip

    def test_it_is_the_same_for_every_order_of_the_hand(self) -> None:
        hand = ["5H", "6H", "7H", "7H", "8H", "9H", "7S", "7D", "9C", "9D", "JK", "2S", "2S", "3S"]
        deal = deal_of(POINTS, "3D")
        first = best_arrangement(kinds(" ".join(hand)), deal)
        for turn in range(len(hand)):
            turned = hand[turn:] + hand[:turn]
            assert best_arrangement(kinds(" ".join(turned)), deal) == first
            assert best_arrangement(kinds(" ".join(reversed(turned))), deal) == first


def test_what_is_preferred_is_what_is_returned() -> None:
    found = best("9H 10H JH 4S 4D 4C 6S 6C 6D AC KD 8C 2S", YEEQIA)
    assert preference(found) == (True, 30, 30, 4)
    assert found.deadwood == cards("2S KD AC 8C")


def test_two_goals_that_lead_to_the_same_arrangement_are_one() -> None:
    # Court cards cost nothing here, so saving the pure sequence and saving both cost the same.
    rules = house(ace_points=0, court_points=0)
    hand = kinds("4S 5S 6S QH KH JK AD AD AC AC JD JD JC")
    found = best_arrangement(hand, deal_of(rules))
    assert preference(found) == preference(reference.best_arrangement(hand, deal_of(rules)))
    assert (found.penalty, found.declarable) == (0, False)


def test_of_two_goals_the_arrangement_first_in_order_is_taken() -> None:
    # Both melds of the joker cost the same here; JS comes before JC and KC.
    rules = house(ace_points=0, court_points=0)
    hand = kinds("4S 5S 6S AS AS JS JS QH QH QD JC KC JK")
    found = best_arrangement(hand, deal_of(rules))
    assert melds_of(found) == [("pure_sequence", "4S 5S 6S"), ("set", "JS JK JC")]


def test_two_copies_of_a_card_are_no_tunnela() -> None:
    rules = house(identical_triplet=True, decks=3, cards=7)
    found = best("AS 2S 3S 4H 4H 9D KC", rules)
    assert names(found.deadwood) == "4H 4H 9D KC"


def test_no_meld_is_taken_for_that_of_another_deal() -> None:
    # Melds are kept by pattern and jokers; a hundred deals of one hand must not mix them up.
    hand = "5H 6H 7H 9S JS JK 4C 4D 7C QC QD 7S JK"
    wild_cards = [f"{rank}{suit}" for rank in RANKS for suit in SUITS] * 2
    # With wild cards of several suits, of one colour, and of neighbouring ranks.
    neighbours = house(neighbour_wilds=True)
    for wild_card in wild_cards:
        for ruleset in (POINTS, YEEQIA, neighbours):
            found = best(hand, ruleset, wild_card)
            deal = deal_of(ruleset, wild_card)
            again = [
                read_meld([c.kind for c in m.cards], deal.wild, ruleset.melds) for m in found.melds
            ]
            assert list(found.melds) == again


def test_many_jokers_in_one_meld() -> None:
    rules = house(cards=9, min_sequences=1, min_pure_sequences=0, printed_jokers=8)
    assert melds_of(best("5H JK JK JK JK JK JK JK JK", rules)) == [
        ("impure_sequence", "5H JK JK JK JK JK JK JK JK")
    ]


def test_a_meld_is_kept_for_every_deal() -> None:
    hand = "4H 5H 6H 9S 10S JS QC QD JK AC KD 8C 2S"
    one, other = (best(hand, wild_card=up).melds for up in ("7D", "3D"))
    assert len(one) == 3
    assert [meld is again for meld, again in zip(one, other, strict=True)] == [True] * 3


def test_a_wild_card_at_face_value_is_read_by_its_own_deal() -> None:
    # Two wild sevens beside a natural one are jokers; three natural ones are a set.
    hand = "4H 5H 6H 9S 10S JS 7S 7C 7D AC KD 8C 2S"
    kinds_found = [
        [meld.kind.value for meld in best(hand, wild_card=up).melds] for up in ("QH", "7H")
    ]
    assert kinds_found[0] == ["pure_sequence", "pure_sequence", "set"]
    assert "set" not in kinds_found[1]
