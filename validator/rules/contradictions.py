"""Fields of a ruleset that cannot be true together: one row of a table for each rule.

The rows stand in the order in which they are reported.
"""

from collections.abc import Iterator
from typing import Any, Final

from ..errors import Contradiction
from .clashes import Clash
from .layers import GROUPS_THAT_SUFFICE, MeldRules, SettlementRules, number_range
from .policies import (
    GoesOutBy,
    LayOffs,
    LoserModel,
    MatchWonBy,
    NoPure,
    PrintedJokerUp,
    WildScope,
    WrongDeclaration,
)
from .search_bounds import SEARCH_CLASHES


def find_contradictions(melds: MeldRules, points: SettlementRules) -> Iterator[Contradiction]:
    """Yield every contradiction of the two layers, ranges first."""
    yield from _out_of_range(melds)
    yield from _out_of_range(points)
    # The rows about melds compare with the smallest hand, so they need one.
    about_melds = MELD_CLASHES if melds.hand_size_by_players else (NO_HAND_SIZE,)
    for clash in (*about_melds, *SETTLEMENT_CLASHES):
        if clash.is_broken(melds, points):
            yield clash.contradiction(melds)


def _out_of_range(layer: MeldRules | SettlementRules) -> Iterator[Contradiction]:
    for name in layer.__dataclass_fields__:
        allowed = number_range(type(layer), name)
        value: Any = getattr(layer, name)
        if allowed is None or value is None:
            continue
        numbers = [n for pair in value for n in pair] if isinstance(value, tuple) else [value]
        if not all(allowed[0] <= number <= allowed[1] for number in numbers):
            yield Contradiction((name,), f"{name} lies between {allowed[0]} and {allowed[1]}")


def _deck(melds: MeldRules) -> int:
    """Return how many cards the decks hold together."""
    return 52 * melds.decks + melds.printed_jokers


def _fewest_sequence_cards(melds: MeldRules) -> int:
    """Return how many cards the required sequences have at least."""
    longer = (melds.long_sequence_cards or melds.meld_min_cards) - melds.meld_min_cards
    return melds.min_sequences * melds.meld_min_cards + longer


def _names_players_twice(melds: MeldRules) -> bool:
    players = [count for count, _ in melds.hand_size_by_players]
    return len(set(players)) != len(players)


def _exceeds(value: int | None, limit: int | None) -> bool:
    """Return whether both are numbers, and the first is the greater one."""
    return value is not None and limit is not None and value > limit


def _more_than_a_hand(name: str) -> Clash:
    """Return the row by which the cards that suffice to declare fit the smallest hand."""
    return Clash(
        f"{name}_exceed_hand",
        (f"{name}_to_declare", "hand_size_by_players"),
        lambda melds, _: any(
            way.needed * way.size > min(melds.hand_sizes)
            for way in melds.sufficient_ways
            if way.groups == name
        ),
        f"{name}_to_declare asks for more cards than the smallest hand",
    )


NO_HAND_SIZE: Final = Clash(
    "no_hand_size",
    ("hand_size_by_players",),
    lambda melds, _: not melds.hand_size_by_players,
    "no number of players has a hand size",
)
"""The one row about melds that is asked where there is no hand size."""

MELD_CLASHES: Final = (
    NO_HAND_SIZE,
    Clash(
        "hand_sizes_differ_by_one",
        ("hand_size_by_players",),
        lambda melds, _: any(size + 1 in melds.hand_sizes for size in melds.hand_sizes),
        "hand sizes that differ by one cannot be told from a hand before its discard",
    ),
    Clash(
        "players_named_twice",
        ("hand_size_by_players",),
        lambda melds, _: _names_players_twice(melds),
        "a number of players has one hand size",
    ),
    Clash(
        "too_few_cards_to_deal",
        ("hand_size_by_players", "decks", "printed_jokers"),
        lambda melds, _: any(n * cards > _deck(melds) for n, cards in melds.hand_size_by_players),
        lambda melds: f"the decks hold {_deck(melds)} cards, too few to deal these hands",
    ),
    Clash(
        "pure_exceeds_all",
        ("min_pure_sequences", "min_sequences"),
        lambda melds, _: melds.min_pure_sequences > melds.min_sequences,
        "min_pure_sequences is greater than min_sequences",
    ),
    Clash(
        "sequences_exceed_hand",
        ("min_sequences", "meld_min_cards", "long_sequence_cards", "hand_size_by_players"),
        lambda melds, _: _fewest_sequence_cards(melds) > min(melds.hand_sizes),
        "the required sequences have more cards than the smallest hand",
    ),
    Clash(
        "long_without_sequences",
        ("long_sequence_cards", "min_sequences"),
        lambda melds, _: melds.long_sequence_cards is not None and melds.min_sequences == 0,
        "a long sequence is required, but no sequence is",
    ),
    Clash(
        "set_smaller_than_meld",
        ("set_max_cards", "meld_min_cards"),
        lambda melds, _: _exceeds(melds.meld_min_cards, melds.set_max_cards),
        "set_max_cards is less than meld_min_cards",
    ),
    Clash(
        "neighbours_without_wild_card",
        ("neighbour_wilds", "wild_scope"),
        lambda melds, _: melds.wild_scope is WildScope.NONE and melds.neighbour_wilds,
        "no card is turned up, so it has no neighbours",
    ),
    Clash(
        "printed_joker_up_without_wild_card",
        ("printed_joker_up", "wild_scope"),
        lambda melds, _: (
            melds.wild_scope is WildScope.NONE and melds.printed_joker_up is PrintedJokerUp.ACES
        ),
        "no card is turned up, so no printed joker is",
    ),
    Clash(
        "triplet_without_three_decks",
        ("identical_triplet", "decks"),
        lambda melds, _: melds.identical_triplet and melds.decks < 3,
        "three identical cards need three decks",
    ),
    Clash(
        "tunnelas_without_triplet",
        ("tunnelas_to_declare", "identical_triplet"),
        lambda melds, _: melds.tunnelas_to_declare is not None and not melds.identical_triplet,
        "tunnelas suffice to declare, but three identical cards are no meld",
    ),
    Clash(
        "jokers_fewer_than_group",
        ("jokers_to_declare", "meld_min_cards"),
        lambda melds, _: _exceeds(melds.meld_min_cards, melds.jokers_to_declare),
        "fewer jokers suffice to declare than make a group",
    ),
    *map(_more_than_a_hand, GROUPS_THAT_SUFFICE),
    *SEARCH_CLASHES,
)
"""The rules about `MeldRules`, where it has a hand size."""


def _is_knocking(points: SettlementRules) -> bool:
    return points.goes_out_by is GoesOutBy.KNOCKING


def _has_jokers(melds: MeldRules) -> bool:
    return melds.printed_jokers > 0 or melds.wild_scope is not WildScope.NONE


def _needs_penalties(name: str) -> Clash:
    """Return the row by which a field is null where one knocks."""
    return Clash(
        f"{name}_in_knock",
        (name, "goes_out_by"),
        lambda _, points: _is_knocking(points) and getattr(points, name) is not None,
        f"{name} goes with penalties, and a knock scores points",
    )


def _more_than_cap(name: str) -> Clash:
    """Return the row by which a charge is at most the cap."""
    return Clash(
        f"{name}_exceeds_cap",
        (name, "cap"),
        lambda _, points: _exceeds(getattr(points, name), points.cap),
        f"{name} is greater than cap",
    )


def _goes_with(name: str, way: MatchWonBy) -> Clash:
    """Return the row by which a field is stated where a match is won this way, and only there."""
    return Clash(
        f"{name}_goes_with_{way}",
        (name, "match_won_by"),
        lambda _, points: (getattr(points, name) is None) == (points.match_won_by is way),
        f"{name} goes with match_won_by {way}, and the other way round",
    )


SETTLEMENT_CLASHES: Final = (
    Clash(
        "knock_limit_goes_with_knocking",
        ("knock_limit", "goes_out_by"),
        lambda _, points: _is_knocking(points) == (points.knock_limit is None),
        "knock_limit goes with knocking, and knocking with knock_limit",
    ),
    Clash(
        "sequences_in_knock",
        ("min_sequences", "goes_out_by"),
        lambda melds, points: _is_knocking(points) and melds.min_sequences > 0,
        "a knock asks for no sequences",
    ),
    Clash(
        "sufficient_melds_in_knock",
        ("goes_out_by", *(f"{groups}_to_declare" for groups in GROUPS_THAT_SUFFICE)),
        lambda melds, points: (
            _is_knocking(points) and any(way.needed for way in melds.sufficient_ways)
        ),
        "a knock counts deadwood, so nothing suffices to declare",
    ),
    Clash(
        "loser_model_in_knock",
        ("loser_model", "goes_out_by"),
        lambda _, points: (
            _is_knocking(points) and points.loser_model is not LoserModel.DEADWOOD_ONLY
        ),
        "hands that are knocked on count their deadwood only",
    ),
    Clash(
        "penalised_knock",
        ("wrong_declaration", "goes_out_by"),
        lambda _, points: (
            _is_knocking(points) and points.wrong_declaration is WrongDeclaration.PENALISED
        ),
        "a knock above the limit is no legal knock, so it is rejected",
    ),
    Clash(
        "lay_offs_with_jokers_or_decks",
        ("lay_offs", "decks", "printed_jokers", "wild_scope"),
        lambda melds, points: (
            _is_knocking(points)
            and points.lay_offs is not LayOffs.NONE
            and (melds.decks > 1 or _has_jokers(melds))
        ),
        "cards are laid off where one deck without jokers is played",
    ),
    _needs_penalties("first_drop"),
    _needs_penalties("middle_drop"),
    _needs_penalties("draw_limit"),
    _needs_penalties("elimination_points"),
    _needs_penalties("deals_per_match"),
    Clash(
        "flat_charge_without_cap",
        ("no_pure", "cap"),
        lambda _, points: points.no_pure is NoPure.FLAT and points.cap is None,
        "a flat charge is the cap, and there is no cap",
    ),
    Clash(
        "rejected_declaration_charged",
        ("wrong_declaration_points", "wrong_declaration"),
        lambda _, points: (
            points.wrong_declaration is WrongDeclaration.REJECTED
            and points.wrong_declaration_points != 0
        ),
        "a rejected declaration costs nothing",
    ),
    _more_than_cap("first_drop"),
    _more_than_cap("middle_drop"),
    _more_than_cap("complete_hand_points"),
    Clash(
        "first_exceeds_middle_drop",
        ("first_drop", "middle_drop"),
        lambda _, points: _exceeds(points.first_drop, points.middle_drop),
        "first_drop is greater than middle_drop",
    ),
    Clash(
        "missed_turns_without_middle_drop",
        ("missed_turns_for_middle_drop", "middle_drop"),
        lambda _, points: (
            points.missed_turns_for_middle_drop is not None and points.middle_drop is None
        ),
        "missed turns count as a middle drop, and none is offered",
    ),
    _goes_with("target_points", MatchWonBy.FIRST_TO_TARGET),
    _goes_with("elimination_points", MatchWonBy.LAST_NOT_ELIMINATED),
    _goes_with("deals_per_match", MatchWonBy.MOST_CHIPS),
)
"""The rules about `SettlementRules`, alone or beside `MeldRules`."""
