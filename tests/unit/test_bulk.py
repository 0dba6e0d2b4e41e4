"""Many hands in one call: the same answers as hand by hand, and every fault of every hand."""

import random
from typing import Any

import pytest

from tests.proof.differential.hands import MAKERS, deal_hand, is_large
from tests.support.house import house
from tests.support.rulesets import BUILT_IN
from validator import (
    Arrangement,
    Card,
    MalformedRequest,
    UnknownRuleset,
    best_arrangement,
    best_arrangements,
)
from validator.bulk import Arrangements
from validator.cards import ALL_KINDS, Kind, kind_name
from validator.deals import Deal, wild_kinds
from validator.rules.rulesets import Ruleset
from validator.search import best_arrangement as search_best

WORKED = "9H 10H JH 4S 4D 4C 6S 6C 6D AC KD 8C 2S"
SHOW = "5H 6H 7H 9S 10S JK 4C 4D 4S QC QD QS QH"


def text(hand: list[Kind]) -> str:
    return " ".join(map(kind_name, hand))


def dealt(ruleset: Ruleset, count: int) -> list[tuple[Deal, list[Kind]]]:
    rng = random.Random(f"bulk {ruleset.id}")
    makers = list(MAKERS.values())
    one_more = 0.1
    if is_large(ruleset):
        count, one_more = count // 10, 0.0  # as plain Python such hands take long
    return [deal_hand(rng, ruleset, makers[n % len(makers)], one_more) for n in range(count)]


def turned_up(deal: Deal) -> str | None:
    """Return a card that makes the wild cards of this deal, if it has any."""
    rules = deal.ruleset.melds
    kind = next(kind for kind in (None, *ALL_KINDS) if wild_kinds(kind, rules) == deal.wild)
    return None if kind is None else kind_name(kind)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("ruleset", BUILT_IN)
def test_many_hands_get_what_each_gets_alone(ruleset: Ruleset, threads: int) -> None:
    hands = dealt(ruleset, 100)
    found = best_arrangements(
        [text(hand) for _, hand in hands],
        ruleset.id,
        wild_cards=[turned_up(deal) for deal, _ in hands],
        threads=threads,
    )
    assert list(found) == [search_best(hand, deal) for deal, hand in hands]


@pytest.mark.parametrize("ruleset", BUILT_IN)
def test_a_hand_in_codes_gets_what_its_kinds_get(ruleset: Ruleset) -> None:
    for deal, hand in dealt(ruleset, 40):
        wild_card = turned_up(deal)
        codes = [kind_name(kind) for kind in hand]
        expected = search_best(hand, deal)
        assert best_arrangement(codes, ruleset, wild_card=wild_card) == expected
        assert best_arrangement(", ".join(codes), ruleset.id, wild_card=wild_card) == expected
        cards = [Card(kind) for kind in hand]
        assert best_arrangement(cards, ruleset.id, wild_card=wild_card) == expected


def test_one_wild_card_serves_all_hands() -> None:
    found = best_arrangements([WORKED, SHOW], "points-13", wild_cards="3H")
    assert [best.penalty for best in found] == [60, 2]
    assert best_arrangements([WORKED], "points-13", wild_cards=Card.parse("3H"))[0] == found[0]


def test_the_answers_are_a_sequence() -> None:
    found = best_arrangements([WORKED, SHOW, WORKED], "points-13")
    assert len(found) == 3
    assert isinstance(found[-1], Arrangement)
    assert found[0] == found[2] == found[-1]
    assert found[1:] == [found[1], found[2]]
    with pytest.raises(IndexError, match="there are 3 arrangements, none is number 3"):
        found[3]


def test_no_hands_get_no_answers() -> None:
    assert len(best_arrangements([], "points-13")) == 0


@pytest.mark.parametrize(
    "hand",
    [
        WORKED.lower(),
        WORKED.replace("10H", "TH"),
        WORKED.replace(" ", ","),
        f" {WORKED} ",
        WORKED.replace(" ", "  "),
        WORKED.replace(" ", "\n"),
        WORKED.replace("9H", "♥9"),
        WORKED.replace("2S", "🂢"),
    ],
)
def test_every_notation_is_read(hand: str) -> None:
    (found,) = best_arrangements([hand], "points-13", wild_cards="3H")
    assert found == best_arrangement(WORKED, "points-13", wild_card="3H")


@pytest.mark.parametrize(
    ("hand", "codes"),
    [
        ("", ["hand_size"]),
        ("9H", ["hand_size"]),
        (f"{WORKED} 9S 9S", ["hand_size"]),
        (f"{WORKED} AS 3S 5S 6S 7S 8S 9S 10S JS QS", ["hand_size"]),
        (f"{WORKED}, AS 3S 5S 6S 7S 8S 9S 10S JS QS", ["hand_size"]),
        (WORKED.replace("AC", "9H").replace("KD", "9H"), ["too_many_copies"]),
        (WORKED.replace("AC", "XC"), ["unknown_card"]),
        (WORKED.replace("AC", "A"), ["unknown_card"]),
        (WORKED.replace("AC", "1C1"), ["unknown_card"]),
        (WORKED.replace("AC", "AX"), ["unknown_card"]),
        (WORKED.replace("2S", "10"), ["unknown_card"]),
        (WORKED.replace("2S", "1"), ["unknown_card"]),
        (WORKED.replace("AC", "JKX"), ["unknown_card"]),
        (WORKED.replace("AC", "11C"), ["unknown_card"]),
    ],
)
def test_what_is_no_hand_is_named(hand: str, codes: list[str]) -> None:
    with pytest.raises(MalformedRequest) as refusal:
        best_arrangements([WORKED, hand, WORKED], "points-13")
    assert [fault.code for fault in refusal.value.faults] == codes
    assert {fault.path for fault in refusal.value.faults} == {("hands", 1)}


def test_the_faults_of_all_hands_are_named() -> None:
    with pytest.raises(MalformedRequest) as refusal:
        best_arrangements(["9H", WORKED, "KX"], "points-13")
    places = [(fault.path, fault.code) for fault in refusal.value.faults]
    assert places == [
        (("hands", 0), "hand_size"),
        (("hands", 2), "unknown_card"),
        (("hands", 2), "hand_size"),
    ]


def test_a_wild_card_that_cannot_be_is_named() -> None:
    with pytest.raises(MalformedRequest) as refusal:
        best_arrangements(["3S 4S 5S 6S 9H 9D 9C 2H AD 8C"], "knock-52", wild_cards="7D")
    assert [fault.code for fault in refusal.value.faults] == ["wild_card_not_allowed"]
    with pytest.raises(MalformedRequest, match="'7X' is not a card"):
        best_arrangements([WORKED], "points-13", wild_cards="7X")
    with pytest.raises(MalformedRequest, match="'7X' is not a card"):
        best_arrangement(WORKED, "points-13", wild_card="7X")


def test_as_many_wild_cards_as_hands_are_wanted() -> None:
    with pytest.raises(ValueError, match="1 wild cards for 2 hands"):
        best_arrangements([WORKED, SHOW], "points-13", wild_cards=["3H"])


def test_an_unknown_ruleset_is_named() -> None:
    with pytest.raises(UnknownRuleset):
        best_arrangements([WORKED], "points-31")


@pytest.mark.parametrize(
    "changes",
    [
        {"min_naturals": 2},
        {"decks": 3, "identical_triplet": True, "tunnelas_to_declare": 1},
        {"exposed_card_removed": True},
    ],
)
def test_rulesets_that_need_a_closer_look_get_it(changes: dict[str, Any]) -> None:
    ruleset = house(cards=7, min_sequences=1, min_pure_sequences=1, **changes)
    hands = ["4H 5H 6H 9S 9D JK KC", "4H 4H 6H 9S 9D JK KC"]
    found = best_arrangements(hands, ruleset, wild_cards="8C")
    assert isinstance(found, Arrangements)
    assert list(found) == [best_arrangement(hand, ruleset, wild_card="8C") for hand in hands]
