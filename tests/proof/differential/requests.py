"""Seeded validate requests, sound ones and ones with something wrong, as a client would send them.

A request begins as a hand that groups are shown of; most are then changed in one place or more, in
ways that keep it sound, break a rule of the show, or make it no hand at all.
"""

import random
from collections.abc import Callable
from typing import Any

from tests.proof.differential.hands import MAKERS, turn_up
from validator import RULESETS, best_arrangement
from validator.cards import ALL_KINDS, KIND_BY_NOTATION, kind_name
from validator.deals import wild_kinds

Json = dict[str, Any]

SPELLINGS: dict[str, list[str]] = {
    kind_name(kind): [code for code, read in KIND_BY_NOTATION.items() if read == kind]
    for kind in ALL_KINDS
}
"""Every accepted spelling of a card."""

STRANGE: list[Any] = [None, True, 7, 1.5, "", "ZZ", " 5H", "5H 6H", [], ["5H"], {}, {"5H": 1}, "*"]
"""Values that a client may put where they do not belong, or do."""


def make_request(rng: random.Random) -> Json:
    """Return a request, sound or not."""
    request = _sound_request(rng)
    for _ in range(rng.choice((0, 0, 1, 1, 2, 4))):
        rng.choice(_CHANGES)(rng, request)
    return request


def _sound_request(rng: random.Random) -> Json:
    ruleset = rng.choice(RULESETS)
    rules = ruleset.melds
    wild_card = turn_up(rng, rules)
    size = rng.choice(rules.hand_sizes) + rng.choice((0, 0, 1))
    maker = MAKERS[rng.choice([*MAKERS])]
    hand = maker(rng, rules, wild_kinds(wild_card, rules), size)
    codes = [kind_name(kind) for kind in hand]
    request: Json = {"ruleset": ruleset.id, "hand": codes}
    if wild_card is not None or rng.random() < 0.2:
        request["wild_card"] = None if wild_card is None else kind_name(wild_card)
    if rng.random() < 0.8:
        best = best_arrangement(codes, ruleset, wild_card=request.get("wild_card"))
        request["groups"] = [[str(card) for card in meld.cards] for meld in best.melds]
        if best.discard is not None and rng.random() < 0.7:
            request["discard"] = str(best.discard)
    rng.shuffle(codes)
    return request


def _lists(request: Json) -> list[list[Any]]:
    """Return the lists of cards of a request: its hand and its groups, where they are lists."""
    groups = request.get("groups")
    every = [request.get("hand"), *(groups if isinstance(groups, list) else [])]
    return [one for one in every if isinstance(one, list)]


def _spell(rng: random.Random, request: Json) -> None:
    for cards in _lists(request):
        cards[:] = [
            rng.choice(SPELLINGS[card]) if isinstance(card, str) and card in SPELLINGS else card
            for card in cards
        ]


def _write_as_text(rng: random.Random, request: Json) -> None:
    def written(cards: Any) -> Any:
        is_list = isinstance(cards, list) and all(isinstance(card, str) for card in cards)
        return rng.choice((" ", ",", ", ")).join(cards) if is_list else cards

    request["hand"] = written(request.get("hand"))
    groups = request.get("groups")
    if isinstance(groups, list):
        groups[:] = [written(group) if rng.random() < 0.7 else group for group in groups]


def _exchange(rng: random.Random, request: Json) -> None:
    lists = [cards for cards in _lists(request) if cards]
    if lists:
        cards = rng.choice(lists)
        cards[rng.randrange(len(cards))] = kind_name(rng.choice(ALL_KINDS))


def _move(rng: random.Random, request: Json) -> None:
    groups = [cards for cards in _lists(request)[1:] if cards]
    if groups:
        card = rng.choice(groups).pop()
        rng.choice(groups).append(card)


def _shorten(rng: random.Random, request: Json) -> None:
    lists = [cards for cards in _lists(request) if cards]
    if lists:
        rng.choice(lists).pop()


def _lengthen(rng: random.Random, request: Json) -> None:
    lists = _lists(request)
    if lists:
        rng.choice(lists).append(kind_name(rng.choice(ALL_KINDS)))


def _drop_group(rng: random.Random, request: Json) -> None:
    groups = request.get("groups")
    if isinstance(groups, list) and groups:
        del groups[rng.randrange(len(groups))]


def _set_aside(rng: random.Random, request: Json) -> None:
    request["discard"] = rng.choice([None, kind_name(rng.choice(ALL_KINDS))])


def _turn_up(rng: random.Random, request: Json) -> None:
    request["wild_card"] = rng.choice([None, "JK", kind_name(rng.choice(ALL_KINDS))])


def _put_strange(rng: random.Random, request: Json) -> None:
    strange = rng.choice(STRANGE)
    lists = _lists(request)
    if lists and rng.random() < 0.4:
        rng.choice(lists).append(strange)
    else:
        request[rng.choice(["ruleset", "hand", "wild_card", "groups", "discard", "more"])] = strange


def _leave_out(rng: random.Random, request: Json) -> None:
    request.pop(rng.choice([*request]), None) if request else None


def _use_house_rule(rng: random.Random, request: Json) -> None:
    request["ruleset"] = {
        "base": request.get("ruleset"),
        "exposed_card_removed": rng.random() < 0.5,
    }


_CHANGES: list[Callable[[random.Random, Json], None]] = [
    _spell,
    _write_as_text,
    _exchange,
    _move,
    _shorten,
    _lengthen,
    _drop_group,
    _set_aside,
    _turn_up,
    _put_strange,
    _leave_out,
    _use_house_rule,
]
