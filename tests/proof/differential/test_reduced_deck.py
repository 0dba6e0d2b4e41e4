"""Exhaustively: every hand of a reduced deck."""

from tests.proof.differential.compare import find_difference
from tests.proof.differential.reduced import joker_hands, knock_hands, marriage_hands


def test_every_seven_cards_of_a_small_knock_deck() -> None:
    hands = list(knock_hands())
    assert len(hands) == 6435  # 15 over 7
    differences = [find_difference(hand, deal) for deal, hand in hands]
    assert not any(differences)


def test_every_six_cards_of_a_small_deck_with_jokers() -> None:
    hands = list(joker_hands("points-13", 6))
    # The coefficient of x^6 in (1 + x + x^2)^11.
    assert len(hands) == 4917
    differences = [find_difference(hand, deal) for deal, hand in hands]
    assert not any(differences)


def test_every_six_cards_of_a_small_marriage_deck() -> None:
    hands = list(marriage_hands())
    # The coefficient of x^6 in (1 + x + x^2 + x^3)^8.
    assert len(hands) == 1428
    differences = [find_difference(hand, deal) for deal, hand in hands]
    assert not any(differences)
