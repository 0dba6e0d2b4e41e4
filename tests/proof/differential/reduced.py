"""Decks so small that every hand can be tried."""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from validator.cards import PRINTED_JOKER, Kind, parse_kind, split_codes
from validator.deals import Deal
from validator.rules.dialects import find_ruleset
from validator.rules.rulesets import Ruleset


def _smaller(ruleset_id: str, size: int, **melds: Any) -> Ruleset:
    ruleset = find_ruleset(ruleset_id)
    smaller = replace(ruleset.melds, hand_size_by_players=((2, size),), **melds)
    return replace(ruleset, id=f"{ruleset_id}-reduced", melds=smaller)


def _kinds(codes: str) -> list[Kind]:
    return [parse_kind(code) for code in split_codes(codes)]


def every_hand(deck: list[Kind], size: int) -> Iterator[tuple[Kind, ...]]:
    """Yield every hand of a deck once; copies are interchangeable."""
    yield from sorted(set(itertools.combinations(sorted(deck), size)))


def knock_hands(
    ruleset_id: str = "knock-52", size: int = 7
) -> Iterator[tuple[Deal, tuple[Kind, ...]]]:
    """Yield every hand of ace to five in three suits, by the rules of a game without jokers."""
    deal = Deal.of(_smaller(ruleset_id, size), None)
    deck = _kinds("AS 2S 3S 4S 5S AH 2H 3H 4H 5H AD 2D 3D 4D 5D")
    for hand in every_hand(deck, size):
        yield deal, hand


def joker_hands(ruleset_id: str, size: int = 7) -> Iterator[tuple[Deal, tuple[Kind, ...]]]:
    """Yield every hand of two decks of Q K A 2 3 in two suits and two printed jokers, 2 wild."""
    deal = Deal.of(_smaller(ruleset_id, size), parse_kind("2S"))
    deck = _kinds("QS KS AS 2S 3S QH KH AH 2H 3H") * 2 + [PRINTED_JOKER] * 2
    for hand in every_hand(deck, size):
        yield deal, hand


def marriage_hands(size: int = 6) -> Iterator[tuple[Deal, tuple[Kind, ...]]]:
    """Yield every hand of three decks of 3 4 5 6H 3 4 5S and three printed jokers, 6H up.

    So small a hand needs two pure sequences, three dublees, two tunnelas or four jokers.
    """
    needs = {
        "min_sequences": 2,
        "min_pure_sequences": 2,
        "dublees_to_declare": 3,
        "tunnelas_to_declare": 2,
        "jokers_to_declare": 4,
    }
    deal = Deal.of(_smaller("marriage-21", size, **needs), parse_kind("6H"))
    deck = _kinds("3H 4H 5H 6H 3S 4S 5S") * 3 + [PRINTED_JOKER] * 3
    for hand in every_hand(deck, size):
        yield deal, hand


def reduced_hands(ruleset: Ruleset) -> Iterator[tuple[Deal, tuple[Kind, ...]]]:
    """Yield every hand of the reduced deck that suits a built-in ruleset."""
    if ruleset.settlement.knock_limit is not None:
        return knock_hands(ruleset.id)
    if ruleset.melds.identical_triplet:
        return marriage_hands()
    return joker_hands(ruleset.id)
