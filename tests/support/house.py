"""House rules and cards for the unit tests, written the way a player writes them."""

import dataclasses
from typing import Any

from validator import Arrangement, Card, Deal, Kind, Meld, MeldRules, Ruleset, find_ruleset
from validator.cards import kind_name, parse_kind, split_codes


def house(base: str = "points-13", *, cards: int | None = None, **changes: Any) -> Ruleset:
    """Return a built-in ruleset with some fields changed; `cards` is the hand size for two."""
    built_in = find_ruleset(base)
    if cards is not None:
        changes["hand_size_by_players"] = ((2, cards),)
    of_melds = {name: changes.pop(name) for name in MeldRules.__dataclass_fields__ & changes.keys()}
    return dataclasses.replace(
        built_in,
        id="house-rule",
        melds=dataclasses.replace(built_in.melds, **of_melds),
        settlement=dataclasses.replace(built_in.settlement, **changes),
    )


def deal_of(ruleset: Ruleset, wild_card: str | None = None) -> Deal:
    """Return the deal in which this card was turned up."""
    return Deal.of(ruleset, None if wild_card is None else parse_kind(wild_card))


def kinds(codes: str) -> tuple[Kind, ...]:
    """Return the kinds of a hand written as one string."""
    return tuple(parse_kind(code) for code in split_codes(codes))


def cards(codes: str) -> tuple[Card, ...]:
    """Return the cards of a hand written as one string."""
    return tuple(map(Card, kinds(codes)))


def names(found: "tuple[Card, ...] | tuple[Kind, ...] | list[Kind]") -> str:
    """Return cards or kinds as one string of codes, in the order given."""
    return " ".join(str(card) if isinstance(card, Card) else kind_name(card) for card in found)


def melds_of(arrangement: Arrangement) -> list[tuple[str, str]]:
    """Return the kind and the cards of each meld."""
    return [described(meld) for meld in arrangement.melds]


def described(meld: Meld) -> tuple[str, str]:
    """Return the kind and the cards of a meld."""
    return meld.kind.value, names(meld.cards)
