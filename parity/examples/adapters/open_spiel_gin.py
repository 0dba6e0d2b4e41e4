r"""PyPI `open_spiel` 2.0.2, gin rummy of its games in C++; to be asked by `gin-25`.

::

    python -m parity run --ruleset gin-25 \
        --command "python -m parity.examples.adapters.open_spiel_gin"

Its default game is played with 10 cards, a knock card of 10, and 25 for gin and undercut. All is
asked of `pyspiel.gin_rummy.GinRummyUtils`. What is decided here:

* `classify`: a group is a `set` when `is_rank_meld` says so, and a `pure_sequence` when
  `is_suit_meld` does.
* `best` of 10 cards: `min_deadwood` are the points, `best_meld_group` the melds.
* `best` of 11 cards: `min_deadwood` sets a card aside itself and does not say which, so neither
  melds nor a discard are told. The hand is `declarable` when `legal_discards` with the knock card
  finds a card to go out with; of 10 cards the package does not say it.
* Cards twice in a group or a hand are skipped: the package's cards are those of one deck.
"""

from functools import cache
from importlib import import_module
from typing import Any

from parity.examples.adapters.loop import Answer, Json, Skip, held_cards, is_natural, serve

PACKAGE = "open_spiel"
KNOCK_CARD = 10
"""The default of its game."""


@cache
def utils() -> Any:
    """Return its functions for 13 ranks, 4 suits and hands of 10 cards."""
    return import_module("pyspiel").gin_rummy.GinRummyUtils(13, 4, 10)


def numbers(codes: list[str]) -> list[int]:
    """Return cards as the package numbers them; its names are such as ``Ts``."""
    return [utils().card_int(code[:-1].replace("10", "T") + code[-1].lower()) for code in codes]


def code_of(number: int) -> str:
    """Return a card of the package by our code."""
    name = utils().card_string(number)
    return str(name[:-1].replace("T", "10") + name[-1].upper())


def classify(question: Json) -> Json:
    """Return what a group is."""
    group = question["group"]
    if len(set(group)) < len(group) or not all(map(is_natural, group)):
        raise Skip("cards twice and jokers are not in the package's deck")
    cards = numbers(group)
    if utils().is_rank_meld(cards):
        return {"kind": "set"}
    return {"kind": "pure_sequence" if utils().is_suit_meld(cards) else "invalid"}


def best(question: Json) -> Json:
    """Return the least deadwood of a hand."""
    cards = numbers(held_cards(question, 10, 11))
    points = utils().min_deadwood(cards)
    if len(cards) == 11:
        return {
            "penalty": points,
            "declarable": bool(utils().legal_discards(cards, KNOCK_CARD)),
        }
    melds = utils().best_meld_group(cards)
    return {"penalty": points, "melds": [[code_of(card) for card in meld] for meld in melds]}


ANSWERS: dict[str, Answer] = {"classify": classify, "best": best}

if __name__ == "__main__":
    serve(PACKAGE, ANSWERS)
