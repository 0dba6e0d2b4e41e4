"""Fields of a ruleset that cannot be true together."""

from collections.abc import Iterator
from typing import Any

from ..errors import Contradiction
from .layers import MeldRules, SettlementRules, number_range
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
from .search_bounds import Clash, search_clashes


def find_contradictions(melds: MeldRules, points: SettlementRules) -> Iterator[Contradiction]:
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
