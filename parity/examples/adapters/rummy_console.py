r"""PyPI `rummy` 2.1.5, a game of knock rummy for the console; to be asked by `knock-52`.

::

    python -m parity run --ruleset knock-52 \
        --command "python -m parity.examples.adapters.rummy_console"

It deals 7 cards of one deck and lets a player knock with 10 points or fewer. What is decided here:

* `best` is asked, of hands of 7 cards and one more; the package deals no others. 7 cards are
  worth what `Melds.calculate_score` returns. Of 8 the least of `Melds.find_discard_scores`
  counts, and the first card with it is set aside, as the package's own test loop does.
* A hand is `declarable` with 10 points or fewer, the condition in both of its controllers.
* It returns no melds, so none are told, and it has no function for a group or for a grouping.
"""

from importlib import import_module

from parity.examples.adapters.loop import Answer, Json, held_cards, serve

PACKAGE = "rummy"
KNOCK_POINTS = 10
"""From ``rummy/controller/ai_controller.py`` and ``human_controller.py``."""


def best(question: Json) -> Json:
    """Return the least points of a hand."""
    hand = held_cards(question, 7, 8)
    card_of = import_module("rummy.deck.card").Card
    melds = import_module("rummy.game.melds").Melds()
    cards = [card_of(code[:-1].replace("10", "T"), code[-1]) for code in hand]
    if len(hand) == 7:
        points, discard = melds.calculate_score(cards), None
    else:
        scores = melds.find_discard_scores(cards)
        points = min(scores)
        discard = hand[scores.index(points)]
    return {"penalty": points, "declarable": points <= KNOCK_POINTS, "discard": discard}


ANSWERS: dict[str, Answer] = {"best": best}

if __name__ == "__main__":
    serve(PACKAGE, ANSWERS)
