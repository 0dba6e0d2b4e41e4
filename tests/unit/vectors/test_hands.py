"""The hands of vectors: legal, of the size asked for, and of their kind."""

from collections import Counter

import pytest

from tests.support.house import house, kinds, names
from validator import RULESETS, Kind, Ruleset
from validator.cards import PRINTED_JOKER, parse_kind
from validator.melds import is_joker
from validator.vectors.hands import _EDGES, Dealt, Stock, VectorKind, deal_hand, turn_up
from validator.vectors.splitmix import SeededDraws

POINTS = house()
ONE_DECK = house(decks=1, cards=13)


def dealt(
    ruleset: Ruleset, kind: VectorKind, number: int, wild_card: str | None = "7D"
) -> tuple[Stock, Dealt]:
    turned_up = None if wild_card is None else parse_kind(wild_card)
    stock = Stock(ruleset.melds, turned_up)
    size = ruleset.melds.hand_sizes[0]
    draws = SeededDraws(f"{ruleset.id} {kind} {number}")
    return stock, deal_hand(kind, draws, stock, size, number)


@pytest.mark.parametrize("kind", VectorKind)
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_a_hand_has_its_size_and_the_decks_have_its_cards(
    ruleset: Ruleset, kind: VectorKind
) -> None:
    for number in range(60):
        _, found = dealt(ruleset, kind, number)
        assert len(found.hand) == ruleset.melds.hand_sizes[0]
        assert all(found.groups)
        for card, count in Counter(found.hand).items():
            printed = ruleset.melds.printed_jokers
            assert count <= (printed if card == PRINTED_JOKER else ruleset.melds.decks)


def test_a_joker_heavy_hand_has_two_to_ten_jokers() -> None:
    counts = set()
    for number in range(150):
        stock, found = dealt(POINTS, VectorKind.JOKER_HEAVY, number)
        counts.add(sum(is_joker(card, stock.wild) for card in found.hand))
    assert counts == set(range(2, 11))


def test_without_jokers_in_the_decks_none_are_dealt() -> None:
    stock, found = dealt(house("knock-52"), VectorKind.JOKER_HEAVY, 0, None)
    assert not [card for card in found.hand if is_joker(card, stock.wild)]


def test_a_near_complete_hand_is_in_groups() -> None:
    sizes = Counter[int]()
    for number in range(60):
        _, found = dealt(POINTS, VectorKind.NEAR_COMPLETE, number)
        sizes[len(found.loose)] += 1
        assert all(3 <= len(group) <= 5 for group in found.groups)
    assert sizes[0] > 10
    assert max(sizes) < 3


def test_melds_of_four_are_dealt_where_no_less_is_a_meld() -> None:
    for number in range(30):
        _, found = dealt(house(meld_min_cards=4), VectorKind.NEAR_COMPLETE, number)
        assert all(len(group) >= 4 for group in found.groups)


def test_a_random_hand_is_in_no_groups() -> None:
    _, found = dealt(POINTS, VectorKind.RANDOM, 0)
    assert found.groups == []


def test_the_edges_come_in_turn() -> None:
    firsts = [dealt(POINTS, VectorKind.EDGE, number)[1].groups[0] for number in (0, len(_EDGES))]
    ranks = [sorted(card % 13 for card in group) for group in firsts]
    assert ranks == [[0, 11, 12], [0, 11, 12]]


def edge(number: int, ruleset: Ruleset = POINTS, wild_card: str | None = "7D") -> list[Kind]:
    stock = Stock(ruleset.melds, None if wild_card is None else parse_kind(wild_card))
    return _EDGES[number](SeededDraws("edge"), stock)


def test_an_edge_leaves_out_what_the_stock_lacks() -> None:
    assert len(edge(13)) == 2  # three of a card
    assert len(edge(13, ONE_DECK)) == 1
    assert edge(20, house("knock-52"), None) == []  # jokers alone


def test_a_wild_card_stands_between_its_neighbours() -> None:
    found = edge(21)
    assert [card % 13 for card in found] == [5, 6, 7]
    assert len({card // 13 for card in found}) == 1


def test_where_no_card_is_wild_some_card_stands_there() -> None:
    assert len(edge(21, POINTS, None)) == 3


def test_the_exposed_card_may_be_gone_from_the_stock() -> None:
    assert Stock(POINTS.melds, parse_kind("7D")).copies[parse_kind("7D")] == 2
    removed = house(exposed_card_removed=True).melds
    assert Stock(removed, parse_kind("7D")).copies[parse_kind("7D")] == 1
    assert Stock(removed, None).copies[parse_kind("7D")] == 2


def test_cards_are_taken_as_long_as_there_are_some() -> None:
    stock = Stock(POINTS.melds, None)
    assert names(stock.take([*kinds("5H 5H 5H JK")])) == "5H 5H JK"
    assert len(stock.left()) == 2 * 52 + 2 - 3


def test_jokers_and_other_cards_and_none_are_turned_up() -> None:
    draws = SeededDraws("turned up")
    found = Counter(turn_up(draws, POINTS.melds) for _ in range(2_000))
    assert 60 < found[None] < 140
    assert 140 < found[PRINTED_JOKER] < 250
    assert len(found) == 54


def test_no_card_is_turned_up_where_none_may_be() -> None:
    draws = SeededDraws("turned up")
    assert {turn_up(draws, house("knock-52").melds) for _ in range(50)} == {None}
    without = house(printed_jokers=0).melds
    assert PRINTED_JOKER not in {turn_up(draws, without) for _ in range(300)}


def test_where_no_meld_can_be_dealt_the_cards_are_loose() -> None:
    stock = Stock(POINTS.melds, None)
    stock.copies = Counter(kinds("AS 4S 7H 10D KC"))
    found = deal_hand(VectorKind.JOKER_HEAVY, SeededDraws("none"), stock, 5, 0)
    assert found.groups == []
    assert len(found.loose) == 5
