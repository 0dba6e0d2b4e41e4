"""What a house rule may not ask for because no search could answer it in time.

Each number of `MeldRules` is bounded by itself. The rows here bound combinations that no published
rummy has, and that make the search try many times as many melds; docs/house-rules.md gives
the cost of the worst of the others. Source: ruling R32.
"""

from typing import Final

from .clashes import Clash
from .layers import MeldRules

MAX_CARDS_TRIED_FREELY: Final = 16
"""Largest hand under rules by which a wild card has to be tried at face value in every meld, or
sequences that are longer than they would otherwise have to be."""

MAX_SPAN: Final = 9
"""Most cards of the shortest meld and of the long sequence together.

The search tries sequences with up to one card less: longer ones split in two."""


def _has_large_hand(rules: MeldRules) -> bool:
    return max(rules.hand_sizes) > MAX_CARDS_TRIED_FREELY


def _unlimited_in_large_hands(name: str) -> Clash:
    """Return the row by which a field is null where a hand is large."""
    return Clash(
        f"{name}_in_large_hand",
        (name, "hand_size_by_players"),
        lambda melds, _: _has_large_hand(melds) and getattr(melds, name) is not None,
        f"{name} is null where a hand has more than {MAX_CARDS_TRIED_FREELY} cards",
    )


SEARCH_CLASHES: Final = (
    Clash(
        "min_naturals_in_large_hand",
        ("min_naturals", "hand_size_by_players"),
        lambda melds, _: _has_large_hand(melds) and melds.min_naturals > 1,
        f"min_naturals is at most 1 where a hand has more than {MAX_CARDS_TRIED_FREELY} cards",
    ),
    _unlimited_in_large_hands("long_sequence_cards"),
    _unlimited_in_large_hands("max_jokers_in_sequence"),
    _unlimited_in_large_hands("max_jokers_in_set"),
    Clash(
        "long_sequence_beside_long_melds",
        ("long_sequence_cards", "meld_min_cards"),
        lambda melds, _: melds.meld_min_cards + (melds.long_sequence_cards or 0) > MAX_SPAN,
        f"long_sequence_cards and meld_min_cards are more than {MAX_SPAN} together",
    ),
    Clash(
        "two_naturals_in_long_melds",
        ("min_naturals", "meld_min_cards", "long_sequence_cards"),
        lambda melds, _: (
            melds.min_naturals > 1
            and (melds.meld_min_cards > 3 or melds.long_sequence_cards is not None)
        ),
        "min_naturals is at most 1 where melds have 4 cards, or one sequence has to be long",
    ),
)
"""The combinations that are bounded, in the order in which they are reported."""
