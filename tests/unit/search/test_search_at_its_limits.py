"""The search where a table is full, and where Cython is not installed.

Tables are made to be full by smaller constants, which only plain Python can change: so these tests
have a plain copy of the search, whichever is tested otherwise.
"""

import random
from types import ModuleType

import pytest

from tests.proof.differential.hands import MAKERS, deal_hand
from tests.support.house import deal_of, house, kinds
from tests.support.plain_copy import load_plain
from validator import search
from validator._compiled import shim
from validator.cards import ALL_KINDS, PRINTED_JOKER, RANK_COUNT
from validator.rules.dialects import RULESETS
from validator.rules.layers import MAX_HAND_CARDS
from validator.rules.rulesets import Ruleset
from validator.search import packing
from validator.search.patterns import MOST_NATURALS

DEEP = "3S 10S 3H 3H 4H 4H 5H 6H 10H 3D 10D 3C 10C"
"""A hand whose search meets many rests again, where a 4S was turned up."""


@pytest.fixture
def copy(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    return load_plain(monkeypatch, "validator.search")


def test_the_search_runs_where_cython_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    copy = load_plain(monkeypatch, "validator.search", with_cython=False)
    assert copy.best.cython is shim
    assert copy.COMPILED is False
    hand = kinds("9H 10H JH 4S 4D 4C 6S 6C 6D AC KD 8C 2S")
    assert copy.best_arrangement(hand, deal_of(house())).penalty == 60


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_what_was_met_before_need_not_be_followed(
    monkeypatch: pytest.MonkeyPatch, copy: ModuleType, ruleset: Ruleset
) -> None:
    rng = random.Random(5)
    for maker in MAKERS.values():
        for _ in range(6):
            deal, hand = deal_hand(rng, ruleset, maker, one_more=0.1)
            monkeypatch.setattr(copy.explorer, "FEW_NODES", 4)
            found = copy.best_arrangement(hand, deal)
            monkeypatch.setattr(copy.explorer, "FEW_NODES", 1 << 60)  # the table is never used
            assert found == copy.best_arrangement(hand, deal)


def test_the_table_saves_nodes(monkeypatch: pytest.MonkeyPatch, copy: ModuleType) -> None:
    def count_nodes() -> int:
        explorer = copy.Explorer()
        explorer.attach(copy.tables_of(deal_of(house(), "4S")))
        for kind in kinds(DEEP):
            explorer.counts[kind] += 1
        explorer.find(-1, 0)
        nodes: int = explorer.nodes
        return nodes

    nodes = count_nodes()
    monkeypatch.setattr(copy.explorer, "FEW_NODES", 1 << 60)
    assert nodes < count_nodes()


def test_a_table_that_is_full_forgets_and_the_answer_stays(
    monkeypatch: pytest.MonkeyPatch, copy: ModuleType
) -> None:
    monkeypatch.setattr(copy.explorer, "SEEN_BITS", 4)
    monkeypatch.setattr(copy.explorer, "SEEN_SIZE", 16)
    deal, hand = deal_of(house(), "4S"), kinds(DEEP)
    assert copy.best_arrangement(hand, deal) == search.best_arrangement(hand, deal)


def test_generations_that_are_used_up_begin_again(
    monkeypatch: pytest.MonkeyPatch, copy: ModuleType
) -> None:
    monkeypatch.setattr(copy.explorer, "LAST_GENERATION", 2)
    deal, hand = deal_of(house(), "4S"), kinds(DEEP)
    for _ in range(4):
        assert copy.best_arrangement(hand, deal) == search.best_arrangement(hand, deal)
    (explorer,) = copy.best._idle
    assert explorer.generation in (1, 2)


def test_a_meld_that_is_kept_no_more_is_read_again(
    monkeypatch: pytest.MonkeyPatch, copy: ModuleType
) -> None:
    monkeypatch.setattr(copy.laying_out, "MELD_BITS", 2)  # room for four melds, all in one bucket
    for _ in range(2):
        for text in (
            "5H 6H 7H 9S JS JK 4C 4D 7C QC QD 7S JK",
            "2H 3H 4H 8S 9S 10S KC KD KH JK JK AS QD",
        ):
            hand = kinds(text)
            assert copy.best_arrangement(hand, deal_of(house())) == search.best_arrangement(
                hand, deal_of(house())
            )


def test_deals_of_the_same_meld_rules_share_their_patterns() -> None:
    one = search.tables_of(deal_of(house()))
    assert search.tables_of(deal_of(house(), "7D")).patterns is one.patterns
    assert search.tables_of(deal_of(house(cap=50), "7D")).patterns is one.patterns
    assert search.tables_of(deal_of(house(decks=3))).patterns is not one.patterns


def test_patterns_that_are_too_many_are_dropped_with_their_deals(
    monkeypatch: pytest.MonkeyPatch, copy: ModuleType
) -> None:
    monkeypatch.setattr(copy.tables, "KEPT_BYTES", 1)
    deals = [deal_of(house()), deal_of(house(), "7D"), deal_of(house(decks=3))]
    tables = [copy.tables_of(deal) for deal in deals]
    assert [*copy.tables._kept] == deals[2:]
    assert [*copy.tables._kept_patterns] == [deals[2].ruleset.melds]
    assert copy.tables_of(deals[2]) is tables[2]
    assert copy.tables_of(deals[0]) is not tables[0]


def test_deals_that_are_too_many_are_dropped(
    monkeypatch: pytest.MonkeyPatch, copy: ModuleType
) -> None:
    monkeypatch.setattr(copy.tables, "KEPT_DEALS", 2)
    deals = [deal_of(house(), card) for card in ("7D", "8D", "9D")]
    for deal in deals:
        copy.tables_of(deal)
    assert [*copy.tables._kept] == deals[1:]
    assert len(copy.tables._kept_patterns) == 1


def test_an_explorer_is_given_back_after_an_error(copy: ModuleType) -> None:
    deal = deal_of(house())
    with pytest.raises(IndexError):
        copy.best_arrangement([*kinds("AS"), 99], deal)
    with pytest.raises(IndexError), copy.Borrowed(copy.tables_of(deal)) as explorer:
        explorer.counts[99] += 1
    assert len(copy.best._idle) == 1
    hand = kinds(DEEP)
    assert copy.best_arrangement(hand, deal) == search.best_arrangement(hand, deal)


def test_patterns_of_two_naturals_are_made_for_the_hand_alone() -> None:
    rules = house(cards=7, min_naturals=2, min_sequences=1, min_pure_sequences=1)
    found = search.best_arrangement(kinds("4H 5H 6H 9S JK QS KC"), deal_of(rules))
    assert found.deadwood_points == 29


def test_the_key_of_a_hand_is_what_its_arrangement_says() -> None:
    deal = deal_of(house())
    explorer = search.Explorer()
    explorer.attach(search.tables_of(deal))
    for kind in kinds("9H 10H JH 4S 4D 4C 6S 6C 6D AC KD 8C 2S"):
        explorer.counts[kind] += 1
    # Undeclarable, 60 points, 30 of them deadwood, in four cards.
    assert explorer.find(-1, 0) == (1 << 45) + (60 << 30) + (30 << 15) + 4


def test_words_have_room_for_what_is_packed_into_them() -> None:
    assert len(ALL_KINDS) == packing.KINDS
    assert PRINTED_JOKER == packing.JOKER
    assert packing.PLACES == MAX_HAND_CARDS + 1
    assert packing.ROW == packing.NATURALS + MOST_NATURALS
    # Two bits for each place; above them a bit for each joker of the longest pattern.
    assert 2 * packing.PLACES <= packing.JOKERS_AT
    assert packing.JOKERS_AT + RANK_COUNT + 1 <= 64
    # The wild cards of a pattern, counted above its cards; they may be all of its naturals.
    assert 2 * packing.PLACES <= packing.FACED_AT
    assert MOST_NATURALS < 1 << 64 - packing.FACED_AT
    assert packing.NATURALS_MASK < packing.NO_WILDS < 1 << 64
