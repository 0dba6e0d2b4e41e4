"""Documents for the calls that judge: sound ones, and sound ones in which something is changed.

All is made from a `random.Random`, so that a request can be made again from its seed.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from typing import Any

from tests.proof.differential.hands import dense_hand, full_deck, makers_for, turn_up
from tests.proof.differential.requests import SPELLINGS, make_request
from tests.proof.fuzz.house_rules import accepted_rules
from validator import RULESETS, Kind, MalformedRequest, Ruleset, best_arrangement
from validator.cards import kind_name, rank_index
from validator.deals import wild_kinds
from validator.melds import is_joker
from validator.rules.policies import GoesOutBy

Json = dict[str, Any]

MOST_CARDS = 21
"""Cards of the largest hands; in plain Python one of these may take minutes."""

STRANGE: list[Any] = [
    *(None, True, False, 0, -1, 7, 10**19, -(10**18), 1.5, -0.0, 1e308, 5e-324),
    *("", " ", "\x00", "ZZ", " 5H", "5H 6H", "*", "5H\n", "５Ｈ", "İK", "ß" * 40, "\u202e5H"),
    *("🂱", "🂬", "👩‍👩‍👧", "\ufeff", "e\u0301" * 30, "A" * 5_000, "5H," * 70, "null", "__proto__"),
    *([], [[]], [None], ["5H"], ["5H"] * 70, [["5H"] * 4] * 31),
    *({}, {"": None}, {"5H": 1}, {"base": "points-13"}, {"base": 7}, {"_schema": "x"}),
]
"""Values that a client may put where they do not belong."""

FIELD_NAMES = [
    *("ruleset", "hand", "wild_card", "groups", "discard", "alternatives", "seen", "reason"),
    *("players", "totals", "seat", "status", "id", "defaults", "base", "decks", "more", "", "~/"),
    *("_schema", "\x00", "🂱" * 80),
]


def rules_of(rng: random.Random, most_cards: int) -> tuple[Any, Ruleset]:
    """Returns what names a ruleset, an id or a house rule, and the ruleset."""
    while True:
        ruleset = rng.choice(RULESETS)
        named, ruleset = (ruleset.id, ruleset) if rng.random() < 0.6 else accepted_rules(rng)
        if max(ruleset.melds.hand_sizes) <= most_cards:
            return named, ruleset


def validate_document(rng: random.Random, most_cards: int) -> Json:
    """Returns a request to judge a show."""
    if rng.random() < 0.3 and most_cards == MOST_CARDS:
        return make_request(rng)
    document, hand, ruleset = _hand_document(rng, most_cards)
    is_one_more = len(hand) not in ruleset.melds.hand_sizes
    if rng.random() < 0.8:
        wild_card = document["wild_card"]
        document |= _show(rng, hand, ruleset, wild_card, is_one_more=is_one_more)
    return document


def arrange_document(rng: random.Random, most_cards: int) -> Json:
    """Returns a request to arrange a hand."""
    document, hand, ruleset = _hand_document(rng, most_cards)
    if len(hand) not in ruleset.melds.hand_sizes and rng.random() < 0.3:
        document["discard"] = rng.choice(hand)
    if rng.random() < 0.5:
        document["alternatives"] = rng.choice((0, 1, 5, 20))
    if rng.random() < 0.3:
        unseen = Counter(_names(full_deck(ruleset.melds))) - Counter(hand)
        deck = sorted((unseen + Counter(rng.sample(hand, rng.randrange(2)))).elements())
        document["seen"] = rng.sample(deck, rng.randrange(len(deck)))
    return document


def settle_document(rng: random.Random, most_cards: int) -> Json:
    """Returns a request to settle a deal."""
    named, ruleset = rules_of(rng, most_cards)
    wild_card = turn_up(rng, ruleset.melds)
    players, size = rng.choice(ruleset.melds.hand_size_by_players)
    deck = _ordered_deck(rng, ruleset, wild_card)
    knocks = ruleset.settlement.goes_out_by is GoesOutBy.KNOCKING
    goes_out = rng.choice(("knocked" if knocks else "declared",) * 6 + (*STATUSES, "playing"))
    drops = ruleset.settlement.first_drop is not None
    others = ("playing",) * 6 + (("first_drop", "middle_drop") if drops else ())
    document: Json = {"ruleset": named, "wild_card": _name(wild_card), "players": []}
    for place in range(players):
        status = goes_out if place == 0 else rng.choice(others)
        count = size + (place == 0 and rng.random() < 0.8)
        hand, deck = _names(deck[:count]), deck[count:]
        player: Json = {"seat": f"seat {place}", "status": status, "hand": hand}
        if place == 0 or rng.random() < 0.3:
            player |= _show(rng, hand, ruleset, document["wild_card"], is_one_more=count > size)
        if status.endswith("drop") and rng.random() < 0.9:
            player = {"seat": player["seat"], "status": status}
        document["players"].append(player)
    if goes_out == "playing" or rng.random() < 0.1:
        document["reason"] = rng.choice(REASONS)
    if rng.random() < 0.4:
        seats = [player["seat"] for player in document["players"]]
        document["totals"] = {seat: rng.choice((0, 20, 79, 20, 79, 10**6)) for seat in seats}
    if rng.random() < 0.1:
        rng.choice(document["players"])["status"] = rng.choice(STATUSES)
    rng.shuffle(document["players"])
    return document


STATUSES = ("declared", "knocked", "first_drop", "middle_drop")
REASONS = ("declaration", "knock", "draw_limit", "stock_exhausted")


def batch_documents(rng: random.Random, most_cards: int) -> list[Any]:
    """Returns the requests of a batch, sometimes with defaults."""
    documents: list[Any] = [validate_document(rng, most_cards) for _ in range(rng.randrange(7))]
    for place, document in enumerate(documents):
        if rng.random() < 0.5:
            document["id"] = rng.choice((place, f"hand {place}", None, 1.5, True))
        if rng.random() < 0.1:
            documents[place] = spoiled(rng, document)
    if rng.random() < 0.4:
        named, ruleset = rules_of(rng, most_cards)
        defaults = {"ruleset": named, "wild_card": _name(turn_up(rng, ruleset.melds))}
        documents.insert(0, {"defaults": defaults})
        documents[1:] = [_without(rng, one) for one in documents[1:]]
    return documents


def spoiled(rng: random.Random, document: Any) -> Any:
    """Returns the document with some values or names exchanged for such as do not belong there."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        holders = [*_holders(document)]
        if not holders:
            return deepcopy(rng.choice(STRANGE))
        holder = rng.choice(holders)
        places = [*holder] if isinstance(holder, dict) else range(len(holder))
        place = rng.choice(places)
        change = rng.random()
        if change < 0.2:
            del holder[place]
        elif isinstance(holder, dict) and change < 0.4:
            holder[rng.choice(FIELD_NAMES)] = deepcopy(rng.choice(STRANGE))
        elif isinstance(holder, list) and change < 0.4:
            holder.insert(place, deepcopy(holder[place]))
        elif change < 0.5 and isinstance(holder[place], str):
            holder[place] = rng.choice(SPELLINGS.get(holder[place], ["JK"]))
        else:
            holder[place] = deepcopy(rng.choice(STRANGE))
    return document


def sometimes_spoiled(rng: random.Random, document: Any) -> Any:
    """Returns the document, in one case of four spoiled."""
    return spoiled(rng, document) if rng.random() < 0.25 else document


def _hand_document(rng: random.Random, most_cards: int) -> tuple[Json, list[str], Ruleset]:
    named, ruleset = rules_of(rng, most_cards)
    rules = ruleset.melds
    wild_card = turn_up(rng, rules)
    size = rng.choice(rules.hand_sizes) + rng.choice((0, 1))
    maker = rng.choice([*makers_for(ruleset).values()])
    hand = maker(rng, rules, wild_kinds(wild_card, rules), size)
    if maker is dense_hand and len(hand) < size:
        rest = [kind for kind in full_deck(rules) if kind not in hand]
        hand += rng.sample(rest, size - len(hand))
    names = _names(hand)
    rng.shuffle(names)
    return {"ruleset": named, "hand": names, "wild_card": _name(wild_card)}, names, ruleset


def _ordered_deck(rng: random.Random, ruleset: Ruleset, wild_card: Kind | None) -> list[Kind]:
    """Returns the deck: shuffled, or so that hands have neighbouring ranks or many jokers."""
    deck = full_deck(ruleset.melds)
    rng.shuffle(deck)
    manner = rng.random()
    if manner < 0.4:
        return deck
    if manner < 0.7:
        return sorted(deck, key=lambda kind: rank_index(kind) + 4 * rng.random())
    wild = wild_kinds(wild_card, ruleset.melds)
    return sorted(deck, key=lambda kind: rng.random() - is_joker(kind, wild) / 2)


def _show(
    rng: random.Random, hand: list[str], ruleset: Ruleset, wild_card: Any, *, is_one_more: bool
) -> Json:
    """Returns the best grouping, or what a player may take for one, and what is set aside."""
    aside = rng.choice(hand) if hand else None
    groups: list[list[str]] = []
    if len(hand) <= 14 and rng.random() < 0.6:
        with suppress(MalformedRequest):
            best = best_arrangement(hand, ruleset, wild_card=wild_card)
            groups = [[str(card) for card in meld.cards] for meld in best.melds]
            aside = None if best.discard is None else str(best.discard)
    if not groups:
        order = sorted(hand, key=rng.choice((lambda name: name[-1], lambda name: name)))
        if aside is not None and is_one_more:
            order.remove(aside)
        size = rng.choice((3, 3, 4, 5, 13))
        groups = [order[start : start + size] for start in range(0, len(order), size)]
    is_named = is_one_more != (rng.random() < 0.1)
    return {"groups": groups, "discard": aside} if is_named else {"groups": groups}


def _without(rng: random.Random, document: Any) -> Any:
    if isinstance(document, dict):
        for name in ("ruleset", "wild_card"):
            if rng.random() < 0.8:
                document.pop(name, None)
    return document


def _holders(document: Any) -> Iterator[Any]:
    """Yields every object and array in a document that is not empty."""
    if isinstance(document, dict | list) and document:
        yield document
        for child in document.values() if isinstance(document, dict) else document:
            yield from _holders(child)


def _names(kinds: list[Kind]) -> list[str]:
    return [kind_name(kind) for kind in kinds]


def _name(kind: Kind | None) -> str | None:
    return None if kind is None else kind_name(kind)


DOCUMENTS: dict[str, Callable[[random.Random, int], Any]] = {
    "/v1/validate": validate_document,
    "/v1/arrange": arrange_document,
    "/v1/settle": settle_document,
    "/v1/validate/batch": batch_documents,
    "/v1/rulesets/check": lambda rng, _: accepted_rules(rng)[0],
}
"""What makes a document for each call that takes one: hands of so many cards at most."""
