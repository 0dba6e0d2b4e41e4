"""What describes a hand, and every way not to."""

from pathlib import Path
from typing import Any, ClassVar

import pytest

from tests.support.docstrings import undocumented
from tests.support.house import house, kinds, names
from validator import (
    Card,
    Declaration,
    ErrorCode,
    MalformedRequest,
    Ruleset,
    find_faults,
    find_ruleset,
    read_cards,
    read_declaration,
    read_plainly,
)
from validator.cards import PRINTED_JOKER, parse_kind
from validator.questions import hands as legality
from validator.questions.hands import copies_held, find_seen_faults

POINTS = find_ruleset("points-13")
KNOCK = find_ruleset("knock-52")
HAND = "5H 6H 7H 9S 10S JS 4C 4D 4S QC QD QS QH"
TEN = "5H 6H 7H 9S 10S JS 4C 4D 4S QC"


def asked(
    hand: str,
    ruleset: Ruleset = POINTS,
    wild_card: str | None = None,
    groups: list[str] | None = None,
    discard: str | None = None,
) -> dict[str, Any]:
    """Return the arguments of a question; cards as lists, so that each entry has a path."""
    lists = None
    if groups is not None:
        lists = [read_cards(group.split(), ("groups", n)) for n, group in enumerate(groups)]
    return {
        "ruleset": ruleset,
        "hand": read_cards(hand.split(), ("hand",)),
        "wild_card": None if wild_card is None else parse_kind(wild_card),
        "groups": lists,
        "discard": None if discard is None else parse_kind(discard),
    }


def faults(*args: Any, **kwargs: Any) -> list[tuple[str, tuple[str | int, ...], str]]:
    found = find_faults(**asked(*args, **kwargs))
    return [(fault.code, fault.path, fault.detail) for fault in found]


def declaration(*args: Any, **kwargs: Any) -> Declaration:
    return read_declaration(**asked(*args, **kwargs))


class TestReadCards:
    def test_cards_are_read_from_one_string(self) -> None:
        found = read_cards("5h, ♠6 JK", ("hand",))
        assert names(found.known) == "5H 6S JK"
        assert found.paths == (("hand",),) * 3
        assert found.faults == ()

    def test_cards_are_read_from_a_list_of_codes_and_cards(self) -> None:
        found = read_cards(["5h", Card.parse("6S")], ("groups", 2))
        assert names(found.known) == "5H 6S"
        assert found.paths == (("groups", 2, 0), ("groups", 2, 1))

    def test_every_entry_that_is_no_card_is_kept_with_its_place(self) -> None:
        found = read_cards(["ZZ", "5H", "5H 6H"], ("hand",))
        assert found.kinds == (None, parse_kind("5H"), None)
        assert names(found.known) == "5H"
        assert [(fault.code, fault.path, fault.detail) for fault in found.faults] == [
            (ErrorCode.UNKNOWN_CARD, ("hand", 0), "entry 1: 'ZZ' is not a card"),
            (ErrorCode.UNKNOWN_CARD, ("hand", 2), "entry 3: '5H 6H' is not a card"),
        ]

    def test_in_one_string_a_fault_points_at_the_string(self) -> None:
        (fault,) = read_cards("5H ZZ", ("hand",)).faults
        assert (fault.path, fault.detail) == (("hand",), "entry 2: 'ZZ' is not a card")

    def test_no_cards_are_no_fault_of_notation(self) -> None:
        assert read_cards("", ("hand",)) == read_cards([], ("hand",))


class TestTheHand:
    @pytest.mark.parametrize("hand", [HAND, HAND + " KC"])
    def test_a_hand_has_as_many_cards_as_are_dealt_or_one_more(self, hand: str) -> None:
        assert faults(hand) == []

    @pytest.mark.parametrize(("hand", "size"), [("", 0), (TEN, 10), (HAND + " KC KD", 15)])
    def test_another_number_of_cards_is_no_hand(self, hand: str, size: int) -> None:
        detail = f"a hand of points-13 has 13 cards, or one more; this has {size}"
        assert faults(hand) == [("hand_size", ("hand",), detail)]

    @pytest.mark.parametrize("size", [7, 8, 10])
    def test_knock_hands_have_seven_or_ten_cards(self, size: int) -> None:
        assert faults(" ".join(TEN.split()[:size]), KNOCK) == []

    @pytest.mark.parametrize("size", [6, 9])
    def test_a_knock_hand_has_no_other_size(self, size: int) -> None:
        detail = f"a hand of knock-52 has 7 or 10 cards, or one more; this has {size}"
        assert faults(" ".join(TEN.split()[:size]), KNOCK) == [("hand_size", ("hand",), detail)]

    def test_a_card_is_there_as_often_as_there_are_decks(self) -> None:
        twice = HAND.replace("6H", "5H")
        assert faults(twice) == []
        thrice = twice.replace("7H", "5H")
        detail = "copy 3 of 5H, and points-13 holds 2"
        assert faults(thrice) == [("too_many_copies", ("hand", 2), detail)]

    def test_every_copy_too_many_is_pointed_at(self) -> None:
        hand = "5H 5H 5H 5H 10S JS 4C 4D 4S QC QD QS QH"
        assert [(code, path) for code, path, _ in faults(hand)] == [
            ("too_many_copies", ("hand", 2)),
            ("too_many_copies", ("hand", 3)),
        ]

    def test_there_are_as_many_printed_jokers_as_the_ruleset_has(self) -> None:
        assert faults(HAND.replace("5H 6H", "JK JK")) == []
        hand = HAND.replace("5H 6H 7H", "JK JK JK")
        assert [code for code, _, _ in faults(hand)] == ["too_many_copies"]
        assert faults(hand, house(printed_jokers=3)) == []

    def test_in_one_deck_a_second_copy_is_impossible(self) -> None:
        hand = TEN.replace("6H", "5H")
        assert [(code, path) for code, path, _ in faults(hand, KNOCK)] == [
            ("too_many_copies", ("hand", 1))
        ]

    def test_the_exposed_card_counts_against_the_decks_only_where_the_ruleset_says_so(self) -> None:
        # Ruling R2: published examples hold both copies beside the card turned up.
        twice = HAND.replace("6H", "5H")
        assert faults(twice, POINTS, "5H") == []
        removed = house(exposed_card_removed=True)
        detail = "copy 2 of 5H, and house-rule holds 1"
        assert faults(twice, removed, "5H") == [("too_many_copies", ("hand", 1), detail)]
        assert faults(twice, removed, "5D") == []

    def test_an_exposed_printed_joker_counts_against_the_jokers(self) -> None:
        hand = HAND.replace("5H 6H", "JK JK")
        removed = house(exposed_card_removed=True)
        assert [code for code, _, _ in faults(hand, removed, "JK")] == ["too_many_copies"]


class TestTheWildCard:
    @pytest.mark.parametrize("wild_card", ["7D", "JK"])
    def test_a_card_may_be_turned_up_where_the_ruleset_turns_one_up(self, wild_card: str) -> None:
        assert faults(HAND, POINTS, wild_card) == []

    def test_none_may_be_turned_up_where_the_ruleset_turns_none_up(self) -> None:
        detail = "7D cannot be turned up: knock-52 has no such card, or turns none up"
        assert faults(TEN, KNOCK, "7D") == [("wild_card_not_allowed", ("wild_card",), detail)]

    def test_a_printed_joker_is_not_turned_up_where_there_is_none(self) -> None:
        found = faults(HAND, house(printed_jokers=0), "JK")
        assert [(code, path) for code, path, _ in found] == [
            ("wild_card_not_allowed", ("wild_card",))
        ]


class TestTheGroups:
    def test_groups_take_their_cards_from_the_hand(self) -> None:
        assert faults(HAND, groups=["5H 6H 7H", "9S 10S JS", "4C 4D 4S"]) == []

    def test_a_group_without_cards_is_a_fault(self) -> None:
        assert faults(HAND, groups=["5H 6H 7H", ""]) == [
            ("empty_group", ("groups", 1), "group 2 has no cards")
        ]

    def test_a_card_that_is_not_in_the_hand_is_a_fault(self) -> None:
        assert faults(HAND, groups=["5H 6H 8H"]) == [
            ("card_not_in_hand", ("groups", 0, 2), "8H is in a group but not in the hand")
        ]

    def test_one_card_does_not_serve_two_groups(self) -> None:
        assert faults(HAND, groups=["5H 6H 7H", "7H"]) == [
            ("card_used_twice", ("groups", 1, 0), "7H is in the groups more often than in the hand")
        ]

    def test_two_copies_serve_two_groups(self) -> None:
        hand = "5H 6H 7H 7H 10S JS 4C 4D 4S QC QD QS QH"
        assert faults(hand, groups=["5H 6H 7H", "7H"]) == []

    def test_codes_that_are_no_card_are_found_in_groups_too(self) -> None:
        assert faults(HAND, groups=["5H ZZ", "7H"]) == [
            ("unknown_card", ("groups", 0, 1), "entry 2: 'ZZ' is not a card")
        ]

    def test_groups_are_not_held_against_a_hand_that_could_not_be_read(self) -> None:
        hand = HAND.replace("5H", "5X")
        assert [code for code, _, _ in faults(hand, groups=["5H 6H 7H", ""])] == [
            "unknown_card",
            "empty_group",
        ]

    def test_all_faults_are_found_together_in_the_order_of_the_request(self) -> None:
        hand = "5H 5H 5H 9S"
        found = faults(hand, KNOCK, "7D", ["ZZ 5H", "", "8H"], "KS")
        assert [(code, path) for code, path, _ in found] == [
            ("hand_size", ("hand",)),
            ("too_many_copies", ("hand", 1)),
            ("too_many_copies", ("hand", 2)),
            ("wild_card_not_allowed", ("wild_card",)),
            ("unknown_card", ("groups", 0, 0)),
            ("empty_group", ("groups", 1)),
            ("discard_not_in_hand", ("discard",)),
            ("card_not_in_hand", ("groups", 2, 0)),
        ]


class TestTheDiscard:
    FULL: ClassVar = ["5H 6H 7H", "9S 10S JS", "4C 4D 4S", "QC QD QS QH"]

    def test_it_may_be_named(self) -> None:
        found = declaration(HAND + " KC", groups=self.FULL, discard="KC")
        assert (found.discard, found.named_discard) == (parse_kind("KC"), parse_kind("KC"))

    def test_it_is_the_one_card_that_the_groups_leave_out(self) -> None:
        found = declaration(HAND + " KC", groups=self.FULL)
        assert (found.discard, found.named_discard) == (parse_kind("KC"), None)

    def test_it_may_be_a_second_copy_of_a_card_in_a_group(self) -> None:
        assert declaration(HAND + " QH", groups=self.FULL).discard == parse_kind("QH")
        assert faults(HAND + " QH", groups=self.FULL, discard="QH") == []

    def test_without_groups_it_need_not_be_named(self) -> None:
        found = declaration(HAND + " KC")
        assert (found.groups, found.discard, found.named_discard) == (None, None, None)

    def test_it_is_missing_when_the_groups_leave_out_several_cards(self) -> None:
        assert faults(HAND + " KC", groups=self.FULL[:3]) == [
            ("discard_missing", ("discard",), "of 14 cards one is set aside: name it in discard")
        ]

    def test_it_is_missing_when_the_groups_leave_out_none(self) -> None:
        groups = [*self.FULL[:3], "QC QD QS QH KC"]
        assert [code for code, _, _ in faults(HAND + " KC", groups=groups)] == ["discard_missing"]

    def test_a_knock_names_it_even_where_one_card_is_left_out(self) -> None:
        # The card left out may be meant as deadwood.
        groups = ["5H 6H 7H", "9S 10S JS", "4C 4D 4S", "QC"]
        hand = TEN + " KC"
        assert [code for code, _, _ in faults(hand, KNOCK, None, groups)] == ["discard_missing"]
        assert faults(hand, KNOCK, None, groups, "KC") == []

    def test_a_card_that_is_not_in_the_hand_is_not_set_aside(self) -> None:
        assert faults(HAND + " KC", discard="KD") == [
            ("discard_not_in_hand", ("discard",), "KD is set aside but not in the hand")
        ]

    def test_it_is_in_no_group(self) -> None:
        groups = [*self.FULL[:3], "QC QD QS KC"]
        assert faults(HAND + " KC", groups=groups, discard="KC") == [
            ("discard_in_group", ("groups", 3, 3), "KC is set aside and also in a group")
        ]

    def test_none_is_set_aside_of_a_hand_without_a_card_more(self) -> None:
        detail = "13 cards are a hand; with a card set aside there is one more"
        assert faults(HAND, discard="QH") == [("hand_size", ("hand",), detail)]

    def test_that_a_discard_is_missing_is_not_said_beside_other_faults(self) -> None:
        found = faults(HAND + " KC", groups=[*self.FULL[:3], ""])
        assert [code for code, _, _ in found] == ["empty_group"]


class TestReadPlainly:
    """What is right is read as `read_declaration` does; of what is wrong nothing is said."""

    @pytest.mark.parametrize(
        ("hand", "ruleset", "wild_card", "groups", "discard"),
        [
            (HAND, POINTS, None, None, None),
            (HAND, POINTS, "7D", [], None),
            (HAND, POINTS, "JK", ["5H 6H 7H", "9S 10S JS"], None),
            (f"{HAND} KC", POINTS, None, None, None),
            (f"{HAND} KC", POINTS, None, None, "KC"),
            (f"{HAND} KC", POINTS, None, ["5H 6H 7H"], "KC"),
            (f"{HAND} 5H", POINTS, None, ["5H 6H 7H", "9S 10S JS", "4C 4D 4S QC QD QS QH"], None),
            (f"{HAND} 5H", POINTS, None, ["5H 6H 7H"], "5H"),
            (TEN, KNOCK, None, ["5H 6H 7H"], None),
            (f"{TEN} QD", KNOCK, None, ["5H 6H 7H"], "QD"),
        ],
    )
    def test_a_sound_request_is_read_alike(
        self,
        hand: str,
        ruleset: Ruleset,
        wild_card: str | None,
        groups: list[str] | None,
        discard: str | None,
    ) -> None:
        carefully = declaration(hand, ruleset, wild_card, groups, discard)
        assert read_plainly(ruleset, hand, wild_card, groups, discard) == carefully
        lists = None if groups is None else [group.split() for group in groups]
        assert read_plainly(ruleset, hand.split(), wild_card, lists, discard) == carefully

    @pytest.mark.parametrize(
        ("hand", "wild_card", "groups", "discard"),
        [
            ("5H 6H", None, None, None),
            ("5H " * 20_000, None, None, None),
            (f"{HAND[:-2]}ZZ", None, None, None),
            (f"{HAND[:-2]}5H 5H", None, None, None),
            (f"{HAND[3:]} 5H", "ZZ", None, None),
            ("5H 5H 5H " + HAND[9:], None, None, None),
            ("JK JK JK " + HAND[9:], None, None, None),
            (HAND, None, [[]], None),
            (HAND, None, ["8H"], None),
            (HAND, None, ["5H", "5H"], None),
            (HAND, None, "5H 6H 7H", None),
            (HAND, None, "***", None),
            (HAND, None, {"5H": 1}, None),
            (HAND, None, [None], None),
            (HAND, None, [7], None),
            (HAND, None, [{"5H": 1}], None),
            (HAND, None, None, "QH"),
            (f"{HAND} KC", None, [], None),
            (f"{HAND} KC", None, None, "KD"),
            (f"{HAND} KC", None, ["KC"], "KC"),
            ([*HAND.split()[:12], None], None, None, None),
            ([*HAND.split()[:12], ["QH"]], None, None, None),
            (tuple(HAND.split()), None, None, None),
            ({"5H": 1}, None, None, None),
            (None, None, None, None),
            (HAND, 7, None, None),
            (HAND, ["7D"], None, None),
            (f"{HAND} KC", None, None, ["KC"]),
        ],
    )
    def test_anything_else_needs_a_closer_look(
        self, hand: object, wild_card: object, groups: object, discard: object
    ) -> None:
        assert read_plainly(POINTS, hand, wild_card, groups, discard) is None

    def test_so_does_what_a_ruleset_does_not_have(self) -> None:
        assert read_plainly(KNOCK, TEN, "7D", None, None) is None
        assert (
            read_plainly(KNOCK, f"{TEN} QD", None, ["5H 6H 7H 9S 10S JS 4C 4D 4S QC"], None) is None
        )

    def test_so_does_a_deck_that_lacks_the_card_turned_up(self) -> None:
        assert read_plainly(house(exposed_card_removed=True), HAND, None, None, None) is None


def test_a_declaration_holds_the_cards_as_the_caller_ordered_them() -> None:
    found = declaration(HAND, POINTS, "7D", ["7H 6H 5H", "4S 4D 4C"])
    assert names(found.hand) == HAND
    assert found.groups == (kinds("7H 6H 5H"), kinds("4S 4D 4C"))
    assert found.deal.ruleset is POINTS
    assert found.deal.wild == frozenset(kinds("7S 7H 7D 7C"))
    assert (found.discard, found.named_discard) == (None, None)


def test_a_malformed_request_is_refused_with_every_fault() -> None:
    with pytest.raises(MalformedRequest) as caught:
        declaration("5H", POINTS, None, [""])
    assert [fault.code for fault in caught.value.faults] == [
        ErrorCode.HAND_SIZE,
        ErrorCode.EMPTY_GROUP,
    ]
    assert caught.value.code is ErrorCode.HAND_SIZE


def test_every_code_of_a_malformed_request_has_a_test_here() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    elsewhere = {ErrorCode.UNKNOWN_RULESET, ErrorCode.RULESET_CONTRADICTION}
    codes = list(ErrorCode)
    of_hands = codes[: codes.index(ErrorCode.PLAYER_COUNT)]  # the others are faults of tables
    assert all(f'"{code.value}"' in text for code in of_hands if code not in elsewhere)


def test_every_field_is_documented() -> None:
    assert undocumented(legality) == []


class TestCopies:
    def test_the_decks_hold_each_card_as_often_as_there_are_decks(self) -> None:
        assert copies_held(POINTS, None) == [2] * 53
        assert copies_held(KNOCK, None) == [1] * 52 + [0]

    def test_the_card_turned_up_is_gone_only_where_the_ruleset_says_so(self) -> None:
        turned_up = parse_kind("7D")
        assert copies_held(POINTS, turned_up)[turned_up] == 2
        assert copies_held(house(exposed_card_removed=True), turned_up)[turned_up] == 1
        none = house(exposed_card_removed=True, printed_jokers=0)
        assert copies_held(none, PRINTED_JOKER)[PRINTED_JOKER] == 0


class TestSeen:
    def seen(self, codes: str, hand: str = HAND) -> list[tuple[str, tuple[str | int, ...]]]:
        cards = read_cards(codes.split(), ("seen",))
        found = find_seen_faults(POINTS, read_cards(hand, ("hand",)), None, cards)
        return [(fault.code, fault.path) for fault in found]

    def test_cards_beside_the_hand_may_have_been_seen(self) -> None:
        assert self.seen("5H JK JK 2C 2C") == []

    def test_hand_and_cards_seen_together_are_no_more_than_the_decks(self) -> None:
        assert self.seen("5H 5H 2C 2C 2C") == [
            ("too_many_copies", ("seen", 1)),
            ("too_many_copies", ("seen", 4)),
        ]

    def test_what_is_no_card_is_named(self) -> None:
        assert self.seen("5H ZZ") == [("unknown_card", ("seen", 1))]
