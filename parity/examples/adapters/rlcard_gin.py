r"""PyPI `rlcard` 1.2.0, gin rummy of its games; to be asked by `gin-classic`.

::

    python -m parity run --ruleset gin-classic \
        --command "python -m parity.examples.adapters.rlcard_gin"

What is decided here:

* `best` of 10 cards, also of 11 when the card set aside is named: the first of
  `get_best_meld_clusters`, and its `get_deadwood_count`.
* `best` of 11 cards without a discard is skipped: `get_best_meld_clusters` refuses them. The
  package's judge lists the cards to go out with, and not the points.
* `classify`: a group is a `set` or a `pure_sequence` when `get_all_set_melds` or
  `get_all_run_melds` lists exactly its cards among the melds of them.
* Cards twice in a group or a hand are skipped: the package's cards are those of one deck.
"""

from importlib import import_module
from typing import Any

from parity.examples.adapters.loop import Answer, Json, Skip, held_cards, is_natural, serve

PACKAGE = "rlcard"
_UTILS = "rlcard.games.gin_rummy.utils"


def cards_of(codes: list[str]) -> list[Any]:
    """Return cards as the package has them; its names are such as ``TS``."""
    read = import_module(f"{_UTILS}.utils").card_from_text
    return [read(code.replace("10", "T")) for code in codes]


def code_of(card: Any) -> str:
    """Return a card of the package by our code."""
    return f"{card.rank.replace('T', '10')}{card.suit}"


def classify(question: Json) -> Json:
    """Return what a group is."""
    group = question["group"]
    if len(set(group)) < len(group) or not all(map(is_natural, group)):
        raise Skip("cards twice and jokers are not in the package's deck")
    melding = import_module(f"{_UTILS}.melding")
    for kind, find in (
        ("set", melding.get_all_set_melds),
        ("pure_sequence", melding.get_all_run_melds),
    ):
        if any({code_of(card) for card in meld} == {*group} for meld in find(cards_of(group))):
            return {"kind": kind}
    return {"kind": "invalid"}


def best(question: Json) -> Json:
    """Return the least deadwood of a hand."""
    cards = cards_of(held_cards(question, 10))
    clusters = import_module(f"{_UTILS}.melding").get_best_meld_clusters(cards)
    melds = clusters[0] if clusters else []
    points = import_module(f"{_UTILS}.utils").get_deadwood_count(cards, melds)
    return {"penalty": points, "melds": [[code_of(card) for card in meld] for meld in melds]}


ANSWERS: dict[str, Answer] = {"classify": classify, "best": best}

if __name__ == "__main__":
    serve(PACKAGE, ANSWERS)
