"""Why a group is no meld, in sentences that a player understands."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.house import house, kinds
from validator import Kind, MeldKind, ViolationCode
from validator.cards import ALL_KINDS, parse_kind
from validator.deals import wild_kinds
from validator.melds import read_meld
from validator.rules.policies import Ace
from validator.verdicts.explanations import explain_group

LOW: dict[str, Any] = {"ace": Ace.LOW}
WHOLE_SUIT = "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"


def explained(group: str, wild_card: str | None = None, **changes: Any) -> list[tuple[str, str]]:
    rules = house(**changes).melds
    wild = wild_kinds(None if wild_card is None else parse_kind(wild_card), rules)
    assert read_meld(kinds(group), wild, rules).kind in (MeldKind.INVALID, MeldKind.DUBLEE)
    return [(code.value, text) for code, text in explain_group(kinds(group), wild, rules)]


CASES: list[tuple[str, str | None, dict[str, Any], list[str]]] = [
    ("5H", None, {}, ["group_too_small"]),
    ("JK JK", None, {}, ["group_too_small"]),
    ("5H 6H", None, {}, ["group_too_small"]),
    ("5H 6H 7H", None, {"meld_min_cards": 4}, ["group_too_small"]),
    ("5H 5H", None, {"dublees_to_declare": 6}, ["group_too_small"]),
    ("JK JK JK", None, {}, ["no_natural_card"]),
    ("5H JK JK", None, {"min_naturals": 2}, ["no_natural_card"]),
    ("5H 6D 7C", None, {}, ["mixed_ranks_and_suits"]),
    ("5H 5D 6H", None, {}, ["mixed_ranks_and_suits"]),
    ("5H 6D JK JK", None, {}, ["mixed_ranks_and_suits"]),
    ("7H 8S 9D", "7C", {}, ["mixed_ranks_and_suits"]),
    ("5H 5H 5D", None, {}, ["duplicate_suit_in_set"]),
    ("5H 5H JK", None, {}, ["duplicate_suit_in_set"]),
    ("5H 5H 5H", None, {"decks": 3}, ["duplicate_suit_in_set"]),
    ("5H 5H 5S JK", None, {"set_max_cards": None}, ["duplicate_suit_in_set"]),
    ("5H 5D 5S 5C JK", None, {}, ["set_too_large"]),
    ("5H 5D 5S JK JK", None, {}, ["set_too_large"]),
    ("5H 5D 5S 5C", None, {"set_max_cards": 3}, ["set_too_large"]),
    ("5H 5H 5S 5C JK", None, {}, ["duplicate_suit_in_set", "set_too_large"]),
    ("5H 5H 6H", None, {}, ["duplicate_rank_in_sequence"]),
    ("5H 6H 6H 7H", None, {}, ["duplicate_rank_in_sequence"]),
    ("AH AH KH", None, {}, ["duplicate_rank_in_sequence"]),
    ("AH AH 2H", None, {}, ["duplicate_rank_in_sequence"]),
    ("5H 6H 8H", None, {}, ["sequence_has_gap"]),
    ("5H 8H JK", None, {}, ["sequence_has_gap"]),
    ("6H 8H 10H", "7D", {}, ["sequence_has_gap"]),
    ("5H 9H 7S", "7C", {}, ["sequence_has_gap"]),
    ("AH KH JH", None, {}, ["sequence_has_gap"]),
    ("AH 3H 4H", None, {}, ["sequence_has_gap"]),
    ("AH 3H 4H", None, LOW, ["sequence_has_gap"]),
    ("KH AH 2H", None, {}, ["sequence_wraps_ace"]),
    ("QH KH AH 2H", None, {}, ["sequence_wraps_ace"]),
    ("KH AH 2H JK", None, {}, ["sequence_wraps_ace"]),
    ("KH JK 2H", None, {}, ["sequence_wraps_ace"]),
    ("QH KH AH", None, LOW, ["sequence_wraps_ace"]),
    ("KH AH JK", None, LOW, ["sequence_wraps_ace"]),
    (f"{WHOLE_SUIT} JK", None, LOW, ["too_many_jokers"]),
    (f"{WHOLE_SUIT} JK JK", None, {}, ["too_many_jokers"]),
    ("5H 7H 9H JK JK", None, {"max_jokers_in_sequence": 1}, ["too_many_jokers"]),
    ("5H 5D JK JK", None, {"max_jokers_in_set": 1}, ["too_many_jokers"]),
    (
        "5H JK JK",
        None,
        {"max_jokers_in_sequence": 1, "max_jokers_in_set": 1},
        ["too_many_jokers"],
    ),
    ("7H 8H 9H 7D JK", "7C", {"max_jokers_in_sequence": 1}, ["too_many_jokers"]),
    ("7H 7D JK JK JK", "7C", {"max_jokers_in_sequence": 1}, ["too_many_jokers"]),
]


@pytest.mark.parametrize(("group", "wild_card", "changes", "codes"), CASES)
def test_a_group_is_no_meld_for_these_reasons(
    group: str, wild_card: str | None, changes: dict[str, Any], codes: list[str]
) -> None:
    assert [code for code, _ in explained(group, wild_card, **changes)] == codes


@pytest.mark.parametrize(
    ("group", "changes", "sentence"),
    [
        ("5H 6H", {}, "A group has at least 3 cards; this one has 2."),
        ("5H 6D 7C", {}, "5H, 6D and 7C share neither a suit nor a rank."),
        ("5H 6D JK", {}, "5H and 6D share neither a suit nor a rank."),
        ("5H 5H 5D", {}, "A set holds each suit once; 5H is there more than once."),
        ("5H 5H 5D 5D", {}, "A set holds each suit once; 5H and 5D are there more than once."),
        ("5H 5D 5S 5C JK", {}, "A set has at most 4 cards, jokers included; this one has 5."),
        ("5H 5H 6H", {}, "A sequence holds each rank once; 5H is there more than once."),
        ("AH AH KH KH", {}, "A sequence holds each rank once; AH and KH are there more than once."),
        ("5H 6H 8H", {}, "7H is missing from 5H, 6H and 8H, and no joker can stand in."),
        ("5H 8H JK", {}, "6H and 7H are missing from 5H and 8H, and only 1 joker can stand in."),
        (
            "5H 9H JK JK",
            {},
            "6H, 7H and 8H are missing from 5H and 9H, and only 2 jokers can stand in.",
        ),
        ("JH KH AH", {}, "QH is missing from JH, KH and AH, and no joker can stand in."),
        ("AH 3H 4H", LOW, "2H is missing from AH, 3H and 4H, and no joker can stand in."),
        ("KH AH 2H", {}, "KH, AH and 2H: a sequence does not go on past the ace."),
        (
            "QH KH AH",
            LOW,
            "QH, KH and AH: a sequence does not go on past the king, for the ace is low.",
        ),
        (f"{WHOLE_SUIT} JK JK", {}, "15 cards are more than a sequence can have."),
    ],
)
def test_the_sentence_names_the_cards_and_what_is_wrong_with_them(
    group: str, changes: dict[str, Any], sentence: str
) -> None:
    assert explained(group, **changes)[0][1] == sentence


@pytest.mark.parametrize(
    ("group", "stand_in"), [("7H 8H 9H 7D JK", 2), ("9H JK JK 7D", 3), ("7H 7D JK JK JK", 4)]
)
def test_a_wild_card_at_its_own_place_is_not_counted_as_a_joker(group: str, stand_in: int) -> None:
    ((_, text),) = explained(group, "7C", max_jokers_in_sequence=1, max_jokers_in_set=2)
    most = "At most 1 joker may stand in for others in a sequence"
    assert text == f"{most}; here it would be {stand_in}."


def test_too_few_dublees_are_told_how_many_there_have_to_be() -> None:
    ((_, text),) = explained("5H 5H", dublees_to_declare=6)
    assert text == "A dublee is a group only where 6 dublees are shown."


@pytest.mark.parametrize(("group", "wild_card", "changes"), [case[:3] for case in CASES])
def test_a_sentence_is_english(group: str, wild_card: str | None, changes: dict[str, Any]) -> None:
    for _, text in explained(group, wild_card, **changes):
        assert re.fullmatch(r"[A-Z0-9].*\.", text)
        assert not re.search(r"\b1 (cards|jokers|points)\b|\b([02-9]|\d\d) (card|joker)\b", text)
        assert "  " not in text


def test_two_naturals_where_two_are_asked_for_but_do_not_fit_are_not_too_many_cards() -> None:
    # 7D could stand at face value, but not beside 5H.
    ((code, text),) = explained("5H JK 7D", "7C", min_naturals=2)
    assert code in ("no_natural_card", "mixed_ranks_and_suits")
    assert "more than a sequence can have" not in text


@pytest.mark.parametrize("limit", ["max_jokers_in_set", "max_jokers_in_sequence"])
def test_a_joker_where_none_may_stand_in_is_told_in_english(limit: str) -> None:
    group = "5H 5D JK" if limit == "max_jokers_in_set" else "5H 6H JK"
    changes: dict[str, Any] = {limit: 0}
    ((code, text),) = explained(group, **changes)
    assert code == "too_many_jokers"
    assert "1 jokers" not in text


@given(
    group=st.lists(st.sampled_from(ALL_KINDS), min_size=1, max_size=6),
    wild_card=st.sampled_from([None, *ALL_KINDS]),
    fewest=st.integers(0, 2),
    most=st.sampled_from([None, 0, 1, 2]),
    ace=st.sampled_from(Ace),
    set_most=st.sampled_from([None, 3, 4]),
)
def test_every_group_that_is_no_meld_has_a_reason(
    group: list[Kind],
    wild_card: Kind | None,
    fewest: int,
    most: int | None,
    ace: Ace,
    set_most: int | None,
) -> None:
    limits: dict[str, Any] = {"max_jokers_in_sequence": most, "max_jokers_in_set": most}
    rules = house(min_naturals=fewest, ace=ace, set_max_cards=set_most, **limits).melds
    wild = wild_kinds(wild_card, rules)
    if read_meld(group, wild, rules).kind is MeldKind.INVALID:
        reasons = explain_group(group, wild, rules)
        assert reasons
        assert len({code for code, _ in reasons}) == len(reasons)
        assert {code for code, _ in reasons} <= set(ViolationCode)
