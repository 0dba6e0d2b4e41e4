"""`Ruleset`: a dialect of rummy as frozen data, in two layers.

`MeldRules` is all that the search for an arrangement needs; `SettlementRules` is arithmetic on its
result. Nothing has a default: a dialect states every field, so that the difference between two
dialects is the difference between two literals (`validator.dialects`). The numbers allowed in a
field stand in its metadata; rulings (R1, R2 …) are listed in docs/rulings.md.
"""

import dataclasses
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from validator.bounds import Clash, search_clashes
from validator.errors import Contradiction, RulesetContradiction
from validator.policies import (
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


_LAST_VERSION = 999_999
"""Greatest version of a ruleset."""

MAX_HAND_CARDS = 21
"""Largest hand that any ruleset may deal; one more is held before the discard."""


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


@lru_cache(maxsize=256)
def _sizes(by_players: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    return tuple(sorted({cards for _, cards in by_players}))


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """A dialect: identity, provenance and its two layers of rules.

    :raises RulesetContradiction: when fields contradict each other; it names all of them.
    """

    id: str
    """Name in requests: lower-case letters, digits and hyphens."""
    version: int
    """Raised whenever a field changes."""
    title: str
    """One line for people."""
    source: str
    """Where the rules are published."""
    rulings: tuple[str, ...]
    """Ids of the rulings that decide where the source is silent; docs/rulings.md has the texts."""
    melds: MeldRules
    """The layer that the search needs."""
    settlement: SettlementRules
    """The layer of points."""

    def __hash__(self) -> int:
        """Return a hash of the id and of what is judged; that of every field would be slow."""
        return hash((self.id, self.digest))

    digest: str = field(init=False)
    """``sha256:`` and the hash of every rule field: equal rules, equal digest.

    Hashed is the JSON object of both layers' fields, keys sorted, without blanks."""

    def __post_init__(self) -> None:
        found = [*_find_contradictions(self.melds, self.settlement)]
        if not 1 <= self.version <= _LAST_VERSION:
            text = f"version lies between 1 and {_LAST_VERSION}"
            found.insert(0, Contradiction(("version",), text))
        if found:
            raise RulesetContradiction(found)
        fields = {**dataclasses.asdict(self.melds), **dataclasses.asdict(self.settlement)}
        text = json.dumps(fields, sort_keys=True, separators=(",", ":"))
        digest = f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"
        object.__setattr__(self, "digest", digest)  # the one way to set a field of a frozen class


def number_range(layer: type[MeldRules | SettlementRules], name: str) -> tuple[int, int] | None:
    """Return the least and greatest value of a number field; None for any other field.

    >>> number_range(MeldRules, "decks")
    (1, 3)
    """
    metadata = layer.__dataclass_fields__[name].metadata
    return (metadata["min"], metadata["max"]) if metadata else None


def _find_contradictions(melds: MeldRules, points: SettlementRules) -> Iterator[Contradiction]:
    """Yield every contradiction of the two layers, ranges first."""
    yield from _out_of_range(melds)
    yield from _out_of_range(points)
    for clash, fields, detail in (*_meld_clashes(melds), *_settlement_clashes(melds, points)):
        if clash:
            yield Contradiction(tuple(fields.split()), detail)


def _out_of_range(layer: MeldRules | SettlementRules) -> Iterator[Contradiction]:
    for name in layer.__dataclass_fields__:
        allowed = number_range(type(layer), name)
        value: Any = getattr(layer, name)
        if allowed is None or value is None:
            continue
        numbers = [n for pair in value for n in pair] if isinstance(value, tuple) else [value]
        if not all(allowed[0] <= number <= allowed[1] for number in numbers):
            yield Contradiction((name,), f"{name} lies between {allowed[0]} and {allowed[1]}")


def _meld_clashes(melds: MeldRules) -> Iterator[Clash]:
    sizes = melds.hand_sizes
    if not sizes:
        yield True, "hand_size_by_players", "no number of players has a hand size"
        return
    smallest = min(sizes)
    players = [count for count, _ in melds.hand_size_by_players]
    deck = 52 * melds.decks + melds.printed_jokers
    yield (
        any(size + 1 in sizes for size in sizes),
        "hand_size_by_players",
        "hand sizes that differ by one cannot be told from a hand before its discard",
    )
    twice = len(set(players)) != len(players)
    yield twice, "hand_size_by_players", "a number of players has one hand size"
    yield (
        any(count * cards > deck for count, cards in melds.hand_size_by_players),
        "hand_size_by_players decks printed_jokers",
        f"the decks hold {deck} cards, too few to deal these hands",
    )
    yield (
        melds.min_pure_sequences > melds.min_sequences,
        "min_pure_sequences min_sequences",
        "min_pure_sequences is greater than min_sequences",
    )
    yield (
        _fewest_sequence_cards(melds) > smallest,
        "min_sequences meld_min_cards long_sequence_cards hand_size_by_players",
        "the required sequences have more cards than the smallest hand",
    )
    yield (
        melds.long_sequence_cards is not None and melds.min_sequences == 0,
        "long_sequence_cards min_sequences",
        "a long sequence is required, but no sequence is",
    )
    yield (
        melds.set_max_cards is not None and melds.set_max_cards < melds.meld_min_cards,
        "set_max_cards meld_min_cards",
        "set_max_cards is less than meld_min_cards",
    )
    yield (
        melds.wild_scope is WildScope.NONE and melds.neighbour_wilds,
        "neighbour_wilds wild_scope",
        "no card is turned up, so it has no neighbours",
    )
    yield (
        melds.wild_scope is WildScope.NONE and melds.printed_joker_up is PrintedJokerUp.ACES,
        "printed_joker_up wild_scope",
        "no card is turned up, so no printed joker is",
    )
    yield (
        melds.identical_triplet and melds.decks < 3,
        "identical_triplet decks",
        "three identical cards need three decks",
    )
    yield (
        melds.tunnelas_to_declare is not None and not melds.identical_triplet,
        "tunnelas_to_declare identical_triplet",
        "tunnelas suffice to declare, but three identical cards are no meld",
    )
    yield (
        melds.jokers_to_declare is not None and melds.jokers_to_declare < melds.meld_min_cards,
        "jokers_to_declare meld_min_cards",
        "fewer jokers suffice to declare than make a group",
    )
    for name, size in (("dublees", 2), ("tunnelas", 3), ("jokers", 1)):
        count = getattr(melds, f"{name}_to_declare")
        yield (
            count is not None and count * size > smallest,
            f"{name}_to_declare hand_size_by_players",
            f"{name}_to_declare asks for more cards than the smallest hand",
        )
    yield from search_clashes(melds)


def _fewest_sequence_cards(melds: MeldRules) -> int:
    """Return how many cards the required sequences have at least."""
    longer = (melds.long_sequence_cards or melds.meld_min_cards) - melds.meld_min_cards
    return melds.min_sequences * melds.meld_min_cards + longer


def _settlement_clashes(melds: MeldRules, points: SettlementRules) -> Iterator[Clash]:
    knocking = points.goes_out_by is GoesOutBy.KNOCKING
    yield (
        knocking == (points.knock_limit is None),
        "knock_limit goes_out_by",
        "knock_limit goes with knocking, and knocking with knock_limit",
    )
    yield (
        knocking and melds.min_sequences > 0,
        "min_sequences goes_out_by",
        "a knock asks for no sequences",
    )
    ways = (melds.dublees_to_declare, melds.tunnelas_to_declare, melds.jokers_to_declare)
    yield (
        knocking and any(ways),
        "goes_out_by dublees_to_declare tunnelas_to_declare jokers_to_declare",
        "a knock counts deadwood, so nothing suffices to declare",
    )
    yield (
        knocking and points.loser_model is not LoserModel.DEADWOOD_ONLY,
        "loser_model goes_out_by",
        "hands that are knocked on count their deadwood only",
    )
    yield (
        knocking and points.wrong_declaration is WrongDeclaration.PENALISED,
        "wrong_declaration goes_out_by",
        "a knock above the limit is no legal knock, so it is rejected",
    )
    yield (
        knocking
        and points.lay_offs is not LayOffs.NONE
        and (melds.decks > 1 or melds.printed_jokers > 0 or melds.wild_scope is not WildScope.NONE),
        "lay_offs decks printed_jokers wild_scope",
        "cards are laid off where one deck without jokers is played",
    )
    for key in ("first_drop", "middle_drop", "draw_limit", "elimination_points", "deals_per_match"):
        yield (
            knocking and getattr(points, key) is not None,
            f"{key} goes_out_by",
            f"{key} goes with penalties, and a knock scores points",
        )
    yield (
        points.no_pure is NoPure.FLAT and points.cap is None,
        "no_pure cap",
        "a flat charge is the cap, and there is no cap",
    )
    yield (
        points.wrong_declaration is WrongDeclaration.REJECTED
        and points.wrong_declaration_points != 0,
        "wrong_declaration_points wrong_declaration",
        "a rejected declaration costs nothing",
    )
    for name in ("first_drop", "middle_drop", "complete_hand_points"):
        value = getattr(points, name)
        yield (
            value is not None and points.cap is not None and value > points.cap,
            f"{name} cap",
            f"{name} is greater than cap",
        )
    yield (
        points.first_drop is not None
        and points.middle_drop is not None
        and points.first_drop > points.middle_drop,
        "first_drop middle_drop",
        "first_drop is greater than middle_drop",
    )
    yield (
        points.missed_turns_for_middle_drop is not None and points.middle_drop is None,
        "missed_turns_for_middle_drop middle_drop",
        "missed turns count as a middle drop, and none is offered",
    )
    for name, way in (
        ("target_points", MatchWonBy.FIRST_TO_TARGET),
        ("elimination_points", MatchWonBy.LAST_NOT_ELIMINATED),
        ("deals_per_match", MatchWonBy.MOST_CHIPS),
    ):
        yield (
            (getattr(points, name) is None) == (points.match_won_by is way),
            f"{name} match_won_by",
            f"{name} goes with match_won_by {way}, and the other way round",
        )
