"""The two layers of a ruleset: what melds are, and what cards and results cost.

Nothing has a default: a dialect states every field, so that the difference between two dialects
is the difference between two literals (`validator.rules.dialects`). The numbers allowed in a field
stand in its metadata; rulings (R1, R2 …) are listed in docs/rulings.md.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from .policies import (
    Ace,
    GoesOutBy,
    LayOffs,
    LoserArrangement,
    LoserModel,
    MatchWonBy,
    NoPure,
    PrintedJokerUp,
    StockExhausted,
    WildScope,
    WrongDeclaration,
)


def _between(low: int, high: int) -> dict[str, int]:
    """Return the metadata of a number field: the least and the greatest value allowed."""
    return {"min": low, "max": high}


MAX_HAND_CARDS = 21
"""Largest hand that any ruleset may deal; one more is held before the discard."""


class SufficientWay(NamedTuple):
    """A way to declare by enough groups of one sort, whatever the other cards are."""

    groups: str
    """The sort: ``dublees``, ``tunnelas`` or ``jokers``."""
    needed: int
    """How many of them suffice."""
    size: int
    """Cards of one of them."""


GROUPS_THAT_SUFFICE: Final = {"dublees": 2, "tunnelas": 3, "jokers": 1}
"""The sorts of groups of which enough may suffice to declare, and the cards of one.

Where jokers suffice, they are counted one by one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldRules:
    """What a hand is and what its melds are: the layer that the search needs."""

    decks: int = field(metadata=_between(1, 3))
    """Decks of 52 cards: how often each natural card exists. Source: ruling R2."""
    printed_jokers: int = field(metadata=_between(0, 8))
    """Printed jokers in all decks together. Source: 000 §players, 001 §basics, 003, 004."""
    hand_size_by_players: tuple[tuple[int, int], ...] = field(metadata=_between(2, MAX_HAND_CARDS))
    """Pairs (players, cards dealt to each), fewest players first. Source: 000, 003, 004; R3."""
    exposed_card_removed: bool
    """Whether the card turned up counts as gone from the decks. Source: ruling R2."""
    wild_scope: WildScope
    """Which cards the card turned up makes wild. Source: 000 §wild joker, 004 §jokers; R4."""
    neighbour_wilds: bool
    """Whether the cards next to it in rank, of its suit, are wild too. Source: rules §6; R40."""
    printed_joker_up: PrintedJokerUp
    """What is wild when a printed joker is turned up. Source: 000 §special case, 004; R4."""
    ace: Ace
    """Where the ace stands in a sequence. Source: 000, 003, 004; R5."""
    meld_min_cards: int = field(metadata=_between(3, 4))
    """Fewest cards of a meld. Source: 000, 001, 003, 004."""
    set_max_cards: int | None = field(metadata=_between(3, MAX_HAND_CARDS))
    """Most cards of a set, jokers included; None: jokers extend it. Source: 000, 003, 004."""
    min_naturals: int = field(metadata=_between(0, 2))
    """Cards of a meld that stand at face value, at least. Source: ruling R1."""
    max_jokers_in_sequence: int | None = field(metadata=_between(0, MAX_HAND_CARDS))
    """Jokers that may stand in for others in one sequence; None: any number. Source: rules §6."""
    max_jokers_in_set: int | None = field(metadata=_between(0, MAX_HAND_CARDS))
    """Jokers that may stand in for others in one set; None: any number. Source: rules §6."""
    min_sequences: int = field(metadata=_between(0, 5))
    """Sequences that a declaration needs, pure ones included. Source: 000 §declaring, 001, 004."""
    min_pure_sequences: int = field(metadata=_between(0, 5))
    """Pure sequences that a declaration needs. Source: 000 §declaring, 001, 004."""
    long_sequence_cards: int | None = field(metadata=_between(4, 6))
    """Cards that at least one sequence must have; None: no such rule. Source: rules §6; R37."""
    identical_triplet: bool
    """Whether three copies of one card are a pure sequence (tunnela). Source: rules §6; R41."""
    dublees_to_declare: int | None = field(metadata=_between(1, 10))
    """Pairs of identical cards that suffice to declare; None: no such way. Source: rules §6."""
    tunnelas_to_declare: int | None = field(metadata=_between(1, 7))
    """Identical triplets that suffice to declare; None: no such way. Source: rules §6; R41."""
    jokers_to_declare: int | None = field(metadata=_between(3, MAX_HAND_CARDS))
    """Jokers of either sort that suffice to declare; None: no such way. Source: rules §6; R43."""

    def __hash__(self) -> int:
        """Return a hash of what sets most rules apart; that of every field would be slow."""
        return hash((self.hand_size_by_players, self.decks, self.set_max_cards))

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """The numbers of cards that may be dealt, ascending, each once."""
        return _sizes(self.hand_size_by_players)

    @property
    def sufficient_ways(self) -> tuple[SufficientWay, ...]:
        """The ways to declare by enough groups of one sort; none in most rulesets."""
        needed = (self.dublees_to_declare, self.tunnelas_to_declare, self.jokers_to_declare)
        return _sufficient_ways(needed)


@lru_cache(maxsize=256)
def _sizes(by_players: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    return tuple(sorted({cards for _, cards in by_players}))


@lru_cache(maxsize=256)
def _sufficient_ways(needed_by_sort: tuple[int | None, ...]) -> tuple[SufficientWay, ...]:
    sorts = zip(GROUPS_THAT_SUFFICE.items(), needed_by_sort, strict=True)
    return tuple(
        SufficientWay(groups, needed, size)
        for (groups, size), needed in sorts
        if needed is not None
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementRules:
    """What cards and results cost: arithmetic on an arrangement. All numbers are points."""

    goes_out_by: GoesOutBy
    """How a player ends the deal. Source: 000, 001, 003 §5, 004."""
    ace_points: int = field(metadata=_between(0, 50))
    """An ace as deadwood. Source: 000, 001, 003, 004."""
    court_points: int = field(metadata=_between(0, 50))
    """A jack, queen or king as deadwood; 2 to 10 cost their number. Source: 000, 001, 003, 004."""
    loser_model: LoserModel
    """What a losing hand pays. Source: 000 §scoring, 003 §6, 004 §scoring; R6."""
    no_pure: NoPure
    """How a hand that counts whole is charged. Source: 000 §scoring."""
    cap: int | None = field(metadata=_between(1, 1000))
    """Most that a losing hand pays; None: no limit. Source: 000, 001, 004."""
    complete_hand_points: int = field(metadata=_between(0, 1000))
    """A losing hand that could itself have been declared. Source: rules §4; ruling R13."""
    loser_arrangement: LoserArrangement
    """Which arrangement of a losing hand is charged. Source: 000 §deadwood."""
    wrong_declaration: WrongDeclaration
    """What becomes of a wrong declaration. Source: 001, 004; R7, R8."""
    wrong_declaration_points: int = field(metadata=_between(0, 1000))
    """What a wrong declaration costs; 0 where it is rejected. Source: 001; R7."""
    first_drop: int | None = field(metadata=_between(0, 1000))
    """Leaving before the first draw; None: not offered. Source: 001."""
    middle_drop: int | None = field(metadata=_between(0, 1000))
    """Leaving later; None: not offered. Source: 001."""
    missed_turns_for_middle_drop: int | None = field(metadata=_between(1, 100))
    """Missed turns in a row that count as a middle drop; None: no such rule. Source: rules §6."""
    draw_limit: int | None = field(metadata=_between(1, 10_000))
    """Draws after which the deal is settled by force; None: no limit. Source: 000."""
    stock_exhausted: StockExhausted
    """What happens when the stock runs out. Source: 000, 003 §8; R16."""
    knock_limit: int | None = field(metadata=_between(0, 100))
    """Most deadwood points of a knock; None: no knocking. Source: 003 §5."""
    gin_bonus: int = field(metadata=_between(0, 1000))
    """Bonus for a knock without deadwood. Source: 003 §6."""
    undercut_bonus: int = field(metadata=_between(0, 1000))
    """Bonus of an opponent with no more deadwood than the knocker. Source: 003 §7."""
    undercut_on_tie: bool
    """Whether equal deadwood is an undercut. Source: 003 §7."""
    undercut_max_players: int | None = field(metadata=_between(2, 6))
    """Most players with whom there is an undercut; None: no undercut. Source: 003 §7; R10."""
    gin_can_be_undercut: bool
    """Whether a gin can be undercut. Source: ruling R12."""
    lay_offs: LayOffs
    """Whether opponents may lay off on the knocker's melds. Source: ruling R9; rules §6."""
    match_won_by: MatchWonBy
    """How the winner of several deals is found. Source: 003 §8, 004 §scoring; R16."""
    target_points: int | None = field(metadata=_between(1, 10_000))
    """Total that wins; None: no target. Source: 003 §8; R39."""
    elimination_points: int | None = field(metadata=_between(1, 10_000))
    """Total that puts a player out; None: nobody goes out. Source: rules §6."""
    deals_per_match: int | None = field(metadata=_between(1, 100))
    """Deals after which chips are counted; None: no fixed number. Source: rules §6; R36."""


def number_range(layer: type[MeldRules | SettlementRules], name: str) -> tuple[int, int] | None:
    """Return the least and greatest value of a number field; None for any other field.

    >>> number_range(MeldRules, "decks")
    (1, 3)
    """
    metadata = layer.__dataclass_fields__[name].metadata
    return (metadata["min"], metadata["max"]) if metadata else None
