"""The lines of the search that only run where it is compiled, run uncompiled.

A second copy of the module is loaded that believes to be compiled; it has to find the same.
"""

import random
from types import SimpleNamespace

import pytest

from tests.proof.differential.hands import MAKERS, deal_hand
from tests.support.as_compiled import load_copy
from tests.support.house import deal_of, house, kinds
from validator._compiled import shim as uncompiled
from validator.cards import ALL_KINDS, PRINTED_JOKER, RANK_COUNT
from validator.rules.dialects import RULESETS
from validator.rules.layers import MAX_HAND_CARDS
from validator.rules.rulesets import Ruleset
from validator.search import explorer as search
from validator.search import packing as layout
from validator.search.patterns import MOST_NATURALS


def test_the_search_runs_where_cython_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    copy = load_copy(monkeypatch, search, None)
    assert copy.cython is uncompiled
    assert copy.COMPILED is False
    hand = kinds("9H 10H JH 4S 4D 4C 6S 6C 6D AC KD 8C 2S")
    assert copy.best_arrangement(hand, deal_of(house())).penalty == 60


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_the_table_of_the_compiled_search_serves_as_the_dict_does(
    monkeypatch: pytest.MonkeyPatch, ruleset: Ruleset
) -> None:
    copy = load_copy(monkeypatch, search, SimpleNamespace(compiled=True))
    monkeypatch.setattr(copy, "FEW_NODES", 4)
    assert copy.COMPILED is True
    rng = random.Random(5)
    for maker in MAKERS.values():
        for _ in range(6):
            deal, hand = deal_hand(rng, ruleset, maker, one_more=0.1)
            assert copy.best_arrangement(hand, deal) == search.best_arrangement(hand, deal)


def test_a_table_that_is_full_forgets_and_the_answer_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    copy = load_copy(monkeypatch, search, SimpleNamespace(compiled=True))
    monkeypatch.setattr(copy, "SEEN_BITS", 4)
    monkeypatch.setattr(copy, "SEEN_SIZE", 16)
    deal = deal_of(house())
    hand = kinds("4H 5H 6H 7H 4S 5S 6S 7S 5D 6D 7D JK KC")
    assert copy.best_arrangement(hand, deal) == search.best_arrangement(hand, deal)


def test_generations_that_are_used_up_begin_again(monkeypatch: pytest.MonkeyPatch) -> None:
    copy = load_copy(monkeypatch, search, SimpleNamespace(compiled=True))
    monkeypatch.setattr(copy, "LAST_GENERATION", 2)
    deal = deal_of(house())
    hand = kinds("4H 5H 6H 7H 4S 5S 6S 7S 5D 6D 7D JK KC")
    for _ in range(4):
        assert copy.best_arrangement(hand, deal) == search.best_arrangement(hand, deal)


def test_a_meld_that_is_kept_no_more_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    copy = load_copy(monkeypatch, search, SimpleNamespace(compiled=True))
    monkeypatch.setattr(copy, "MELD_BITS", 2)  # room for four melds, all in one bucket
    for _ in range(2):
        for text in (
            "5H 6H 7H 9S JS JK 4C 4D 7C QC QD 7S JK",
            "2H 3H 4H 8S 9S 10S KC KD KH JK JK AS QD",
        ):
            hand = kinds(text)
            assert copy.best_arrangement(hand, deal_of(house())) == search.best_arrangement(
                hand, deal_of(house())
            )


def test_deals_of_the_same_meld_rules_share_their_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    copy = load_copy(monkeypatch, search, SimpleNamespace(compiled=True))
    one = copy.tables_of(deal_of(house()))
    assert copy.tables_of(deal_of(house(), "7D")).cores is one.cores
    assert copy.tables_of(deal_of(house(cap=50), "7D")).cores is one.cores
    assert copy.tables_of(deal_of(house(decks=3))).cores is not one.cores


def test_cores_that_are_too_many_are_dropped_with_their_deals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    copy = load_copy(monkeypatch, search, SimpleNamespace(compiled=True))
    monkeypatch.setattr(copy, "KEPT_BYTES", 1)
    deals = [deal_of(house()), deal_of(house(), "7D"), deal_of(house(decks=3))]
    tables = [copy.tables_of(deal) for deal in deals]
    assert [*copy._kept] == deals[2:]
    assert [*copy._kept_cores] == [deals[2].ruleset.melds]
    assert copy.tables_of(deals[2]) is tables[2]
    assert copy.tables_of(deals[0]) is not tables[0]


def test_deals_that_are_too_many_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    copy = load_copy(monkeypatch, search, SimpleNamespace(compiled=True))
    monkeypatch.setattr(copy, "KEPT_DEALS", 2)
    deals = [deal_of(house(), card) for card in ("7D", "8D", "9D")]
    for deal in deals:
        copy.tables_of(deal)
    assert [*copy._kept] == deals[1:]
    assert len(copy._kept_cores) == 1


def test_cores_of_two_naturals_are_made_for_the_hand_alone() -> None:
    rules = house(cards=7, min_naturals=2, min_sequences=1, min_pure_sequences=1)
    found = search.best_arrangement(kinds("4H 5H 6H 9S JK QS KC"), deal_of(rules))
    assert found.deadwood_points == 29


def test_the_key_of_a_hand_is_what_its_arrangement_says() -> None:
    deal = deal_of(house())
    searcher = search.Searcher()
    searcher.attach(search.tables_of(deal))
    for kind in kinds("9H 10H JH 4S 4D 4C 6S 6C 6D AC KD 8C 2S"):
        searcher.counts[kind] += 1
    # Undeclarable, 60 points, 30 of them deadwood, in four cards.
    assert searcher.find(-1, 0) == (1 << 45) + (60 << 30) + (30 << 15) + 4


def test_the_layout_has_room_for_what_it_lays_out() -> None:
    assert len(ALL_KINDS) == layout.KINDS
    assert PRINTED_JOKER == layout.JOKER
    assert layout.PLACES == MAX_HAND_CARDS + 1
    assert layout.ROW == layout.NATURALS + MOST_NATURALS
    # Two bits for each place; above them a bit for each joker of the longest core.
    assert 2 * layout.PLACES <= layout.JOKERS_AT
    assert layout.JOKERS_AT + RANK_COUNT + 1 <= 64
    # The wild cards of a core, counted above its cards; they may be all of its naturals.
    assert 2 * layout.PLACES <= layout.FACED_AT
    assert MOST_NATURALS < 1 << 64 - layout.FACED_AT
    assert layout.NATURALS_MASK < layout.NO_WILDS < 1 << 64
