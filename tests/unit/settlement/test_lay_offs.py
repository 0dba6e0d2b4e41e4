"""Laying off on the melds of a knock: cases a player knows, and an oracle that tries everything."""

import itertools
import random
from collections.abc import Iterator

import pytest

from tests.support.house import cards, deal_of, house, kinds, names
from validator.deals import Deal
from validator.melds import read_meld
from validator.rules.policies import Ace, LayOffs
from validator.rules.rulesets import Ruleset
from validator.settlement.lay_offs import LayOff, best_lay_off, lay_off

GIN = house("knock-52", lay_offs=LayOffs.UNLESS_GIN)

Group = tuple[str, ...]

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
DECK = [rank + suit for suit in "SHDC" for rank in RANKS]


def best(hand: str, onto: str, ruleset: Ruleset = GIN) -> LayOff:
    deal = deal_of(ruleset)
    melds = [read_meld(kinds(group), deal.wild, ruleset.melds) for group in onto.split(", ")]
    return best_lay_off(kinds(hand), melds, deal)


def laid(found: LayOff) -> str:
    return " ".join(f"{one.card}>{one.group}" for one in found.laid_off)


def test_a_card_joins_either_end_of_a_run() -> None:
    found = best("3H 7H 9C KD", "4H 5H 6H")
    assert (laid(found), names(found.deadwood)) == ("3H>0 7H>0", "KD 9C")
    assert found.deadwood_points == 19


def test_a_card_opens_the_place_for_the_next_one() -> None:
    found = best("9S 10S", "AS AC AD, 10C 10D 10H, JS QS KS")
    assert (laid(found), found.deadwood) == ("10S>2 9S>2", ())


def test_the_fourth_card_joins_a_set() -> None:
    found = best("9S 9H", "9C 9D 9H")
    assert laid(found) == "9S>0"
    found = best("9S KD", "9C 9D 9H")
    assert (laid(found), found.deadwood_points) == ("9S>0", 10)


def test_a_set_of_four_takes_no_more() -> None:
    assert laid(best("8C 10C", "9C 9D 9H 9S")) == ""


def test_where_sets_have_three_cards_none_joins_one() -> None:
    ruleset = house("knock-52", lay_offs=LayOffs.UNLESS_GIN, set_max_cards=3)
    assert laid(best("9S", "9C 9D 9H", ruleset)) == ""


def test_a_run_goes_before_a_set_since_it_may_go_on() -> None:
    found = best("7H 8H", "7S 7D 7C, 4H 5H 6H")
    assert (laid(found), found.deadwood) == ("7H>1 8H>1", ())


def test_what_is_melded_and_what_is_laid_off_are_chosen_together() -> None:
    found = best("JD QD KD KS KH", "8D 9D 10D")
    assert (laid(found), found.deadwood) == ("JD>0 QD>0", ())
    assert [names(meld.cards) for meld in found.melds] == ["KS KH KD"]


def test_a_meld_of_one_s_own_is_broken_where_laying_off_leaves_less() -> None:
    # With 7S 7H 7D melded, 8H is left.
    found = best("7S 7H 7D 8S 8H", "4H 5H 6H, 9S 10S JS")
    assert (names(found.deadwood), found.deadwood_points, found.melds) == ("7D", 7, ())


def test_of_equal_arrangements_that_with_the_fewest_cards_laid_off_is_taken() -> None:
    found = best("7H 8H 9H", "4H 5H 6H")
    assert (laid(found), [names(meld.cards) for meld in found.melds]) == ("", ["7H 8H 9H"])


def test_the_fewest_cards_laid_off_are_counted_over_all_suits() -> None:
    # With three aces melded, AC joins 2C 3C 4C: as little is left, and one card more laid off.
    found = best("AS 7S 10S JS QS AH 8H KH AD AC", "9H 10H JH QH, 4S 4H 4D, 2C 3C 4C")
    assert (laid(found), names(found.deadwood)) == ("8H>0 KH>0", "7S")


def test_of_equal_points_that_with_the_fewest_cards_left_is_taken() -> None:
    # With three threes melded, 4S QS AD 2D QD are left: 27 points as well, of five cards.
    found = best("3S 4S QS 7H AD 2D 3D QD 3C 8C", "9S 9D 9C, 8H 9H 10H, 4C 5C 6C 7C")
    assert (names(found.deadwood), found.deadwood_points) == ("3S 4S QS QD", 27)


@pytest.mark.parametrize(
    ("ace", "left"), [(Ace.LOW, "AH"), (Ace.LOW_OR_HIGH, "")], ids=["low", "low or high"]
)
def test_an_ace_joins_a_king_where_it_may_be_high(ace: Ace, left: str) -> None:
    ruleset = house("knock-52", lay_offs=LayOffs.UNLESS_GIN, ace=ace)
    assert names(best("AH", "JH QH KH", ruleset).deadwood) == left


def test_a_run_of_one_s_own_ends_with_an_ace_where_it_may_be_high() -> None:
    ruleset = house("knock-52", lay_offs=LayOffs.UNLESS_GIN, ace=Ace.LOW_OR_HIGH)
    assert best("QH KH AH", "8S 9S 10S", ruleset).deadwood == ()


def test_the_one_ace_of_a_suit_stands_at_one_end_of_a_run_only() -> None:
    ruleset = house("knock-52", lay_offs=LayOffs.UNLESS_GIN, ace=Ace.LOW_OR_HIGH, cards=13)
    found = best(" ".join(rank + "H" for rank in RANKS), "8S 9S 10S", ruleset)
    assert found.deadwood == ()
    assert sum(len(meld.cards) for meld in found.melds) == 13


def test_the_order_of_the_hand_means_nothing() -> None:
    hand = ["3H", "7H", "7S", "7D", "8D", "9D", "9C", "KD", "KS"]
    shuffled = random.Random(1).sample(hand, len(hand))
    onto = "4H 5H 6H, 10D JD QD"
    assert best(" ".join(hand), onto) == best(" ".join(shuffled), onto)


def test_a_grouping_keeps_its_melds_and_its_loose_cards_join() -> None:
    deal = deal_of(GIN)
    onto = [read_meld(kinds("4H 5H 6H"), deal.wild, GIN.melds)]
    own = [read_meld(kinds("7H 7S 7D"), deal.wild, GIN.melds)]
    found = lay_off(own, cards("3H 8H KS"), onto, deal)
    assert (laid(found), names(found.deadwood), found.melds) == ("3H>0", "KS 8H", tuple(own))


# The oracle: every way to meld, to lay off and to leave. It shares no code with the subject.


def is_meld(group: Group, ace_high: bool) -> bool:
    if len(group) < 3:
        return False
    suits = {card[-1] for card in group}
    ranks = sorted(RANKS.index(card[:-1]) for card in group)
    if len(set(ranks)) == 1:
        return len(suits) == len(group) <= 4
    readings = [ranks, sorted(13 if rank == 0 else rank for rank in ranks)][: 1 + ace_high]
    steps = ([b - a for a, b in itertools.pairwise(reading)] for reading in readings)
    return len(suits) == 1 and any(set(gaps) == {1} for gaps in steps)


def can_be_melded(group: Group, ace_high: bool) -> bool:
    """Whether these cards part into melds."""
    if not group:
        return True
    first, rest = group[0], group[1:]
    for size in range(2, len(rest) + 1):
        for others in itertools.combinations(rest, size):
            left = tuple(card for card in rest if card not in others)
            if is_meld((first, *others), ace_high) and can_be_melded(left, ace_high):
                return True
    return False


def are_related(card: str, other: str) -> bool:
    return card[-1] == other[-1] or card[:-1] == other[:-1]


def layings(loose: Group, onto: list[Group], ace_high: bool) -> Iterator[int]:
    """Yield the points left by every way to lay off some of these cards."""
    related = [
        [n for n, meld in enumerate(onto) if any(are_related(card, other) for other in meld)]
        for card in loose
    ]
    for places in itertools.product(*((None, *places) for places in related)):
        grown = [
            (*meld, *(card for card, place in zip(loose, places, strict=True) if place == n))
            for n, meld in enumerate(onto)
        ]
        if all(is_meld(meld, ace_high) for meld in grown):
            left = [card for card, place in zip(loose, places, strict=True) if place is None]
            yield sum(min(RANKS.index(card[:-1]) + 1, 10) for card in left)


def least_left(hand: Group, onto: list[Group], ace_high: bool) -> int:
    found = []
    for size in range(len(hand) + 1):
        for melded in itertools.combinations(hand, size):
            if can_be_melded(melded, ace_high):
                loose = tuple(card for card in hand if card not in melded)
                found.append(min(layings(loose, onto, ace_high)))
    return min(found)


def random_table(random_: random.Random, size: int, ace_high: bool) -> tuple[Group, list[Group]]:
    """Return a hand and the melds of a knock, of few ranks, so that much can be laid off."""
    low = random_.randrange(6)
    pool = [card for card in DECK if low <= RANKS.index(card[:-1]) <= low + 7]
    if ace_high and low == 5:
        pool += [f"A{suit}" for suit in "SHDC"]
    runs = [g for s in "SHDC" for g in itertools.combinations([c for c in pool if c[-1] == s], 3)]
    sets = [g for g in itertools.combinations(pool, 3) if len({c[:-1] for c in g}) == 1]
    melds = [group for group in runs + sets if is_meld(group, ace_high)]
    onto: list[Group] = []
    while len(onto) < 3:
        meld = random_.choice(melds)
        if not any(card in other for card in meld for other in onto):
            onto.append(meld)
    free = [card for card in pool if not any(card in meld for meld in onto)]
    return tuple(random_.sample(free, size)), onto[: random_.randint(1, 3)]


@pytest.mark.parametrize("ace_high", [False, True], ids=["ace low", "ace low or high"])
@pytest.mark.parametrize(("size", "count"), [(7, 60), (10, 5)])
def test_the_least_is_left_of_every_way_to_meld_and_lay_off(
    size: int, count: int, ace_high: bool
) -> None:
    ace = Ace.LOW_OR_HIGH if ace_high else Ace.LOW
    deal = deal_of(house("knock-52", lay_offs=LayOffs.UNLESS_GIN, ace=ace))
    random_ = random.Random(f"{size} {ace_high}")
    used = 0
    for _ in range(count):
        hand, onto = random_table(random_, size, ace_high)
        found = check_lay_off(hand, onto, deal)
        assert found.deadwood_points == least_left(hand, onto, ace_high), (hand, onto)
        used += bool(found.laid_off)
    assert used >= count // 3


def check_lay_off(hand: Group, onto: list[Group], deal: Deal) -> LayOff:
    """Return the best lay-off, its cards accounted for and every card laid off where it fits."""
    ace_high = deal.ruleset.melds.ace is Ace.LOW_OR_HIGH
    melds = [read_meld(kinds(" ".join(group)), deal.wild, deal.ruleset.melds) for group in onto]
    found = best_lay_off(kinds(" ".join(hand)), melds, deal)
    own = [tuple(names(meld.cards).split()) for meld in found.melds]
    away = [str(one.card) for one in found.laid_off]
    left = names(found.deadwood).split()
    assert sorted([*(card for group in own for card in group), *away, *left]) == sorted(hand)
    assert all(is_meld(group, ace_high) for group in own)
    grown = list(onto)
    for one in found.laid_off:
        grown[one.group] += (str(one.card),)
        assert is_meld(grown[one.group], ace_high)
    return found


def test_the_widest_hand_of_one_deck_is_arranged_soon() -> None:
    # Five whole ranks: the most ways there are to choose sets, and every suit can run as well.
    ruleset = house("knock-52", lay_offs=LayOffs.UNLESS_GIN, cards=21)
    hand = " ".join(card for card in DECK if card[:-1] in RANKS[2:7]) + " 8S"
    found = best(hand, "9S 10S JS, KH KD KC", ruleset)
    assert found.deadwood == ()
