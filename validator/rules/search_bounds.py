"""What a house rule may not ask for because no search could answer it in time.

Each number of `MeldRules` is bounded by itself. What is bounded here are combinations that no
published rummy has and that make the search try many times as many melds; docs/house-rules.md
tells what the worst of the others cost. Source: ruling R32.
"""

from collections.abc import Iterator
from typing import Final, Protocol

Clash = tuple[bool, str, str]
"""Whether fields of a ruleset clash, their names, and the sentence that says so."""

MOST_CARDS_TRIED_FREELY: Final = 16
"""Largest hand under rules by which a wild card has to be tried at face value in every meld, or
sequences that are longer than they would otherwise have to be."""

MOST_SPAN: Final = 9
"""Most cards of the shortest meld and of the long sequence together: sequences are tried with one
card less than that, since from there on they split in two."""


class Searched(Protocol):
    """The rules that decide how many melds are tried: those fields of `MeldRules`."""

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """The numbers of cards that may be dealt."""

    @property
    def meld_min_cards(self) -> int:
        """Fewest cards of a meld."""

    @property
    def min_naturals(self) -> int:
        """Cards of a meld at face value, at least."""

    @property
    def long_sequence_cards(self) -> int | None:
        """Cards that one sequence must have; None: no such rule."""

    @property
    def max_jokers_in_sequence(self) -> int | None:
        """Most jokers of a sequence; None: any number."""

    @property
    def max_jokers_in_set(self) -> int | None:
        """Most jokers of a set; None: any number."""


def search_clashes(rules: Searched) -> Iterator[Clash]:
    """Yield every combination that is bounded, and whether these rules have it.

    >>> from validator.rules.dialects import find_ruleset
    >>> any(clash for clash, _, _ in search_clashes(find_ruleset("points-13").melds))
    False
    """
    long = rules.long_sequence_cards
    is_large = max(rules.hand_sizes) > MOST_CARDS_TRIED_FREELY
    for name, is_tried in (
        ("min_naturals", rules.min_naturals > 1),
        ("long_sequence_cards", long is not None),
        ("max_jokers_in_sequence", rules.max_jokers_in_sequence is not None),
        ("max_jokers_in_set", rules.max_jokers_in_set is not None),
    ):
        most = "at most 1" if name == "min_naturals" else "null"
        yield (
            is_large and is_tried,
            f"{name} hand_size_by_players",
            f"{name} is {most} where a hand has more than {MOST_CARDS_TRIED_FREELY} cards",
        )
    yield (
        rules.meld_min_cards + (long or 0) > MOST_SPAN,
        "long_sequence_cards meld_min_cards",
        f"long_sequence_cards and meld_min_cards are more than {MOST_SPAN} together",
    )
    yield (
        rules.min_naturals > 1 and (rules.meld_min_cards > 3 or long is not None),
        "min_naturals meld_min_cards long_sequence_cards",
        "min_naturals is at most 1 where melds have 4 cards, or one sequence has to be long",
    )
