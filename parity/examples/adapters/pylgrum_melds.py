r"""PyPI `pylgrum` 0.0.1, a library for gin rummy; to be asked by `gin-classic`.

::

    python -m parity run --ruleset gin-classic \
        --command "python -m parity.examples.adapters.pylgrum_melds"

It has melds and moves, and no search and no score (its own notes say so). What is decided here:

* `classify`: a group is what `Meld` of its cards says, `is_set` or `is_run`. A meld that is not
  `complete`, or that it refuses with `InvalidMeldError`, is `invalid`.
* Jokers are skipped: it has no such card. Cards twice are asked: its stacks allow them.
"""

from importlib import import_module

from parity.examples.adapters.loop import Answer, Json, Skip, is_natural, serve

PACKAGE = "pylgrum"


def classify(question: Json) -> Json:
    """Return what a group is."""
    group = question["group"]
    if not all(map(is_natural, group)):
        raise Skip("the package has no jokers")
    library = import_module("pylgrum.card")
    ranks = {"A": "1"}
    cards = [
        library.Card(library.Rank(ranks.get(code[:-1], code[:-1])), library.Suit(code[-1]))
        for code in group
    ]
    try:
        meld = import_module("pylgrum.meld").Meld(*cards)
    except import_module("pylgrum.errors").InvalidMeldError:
        return {"kind": "invalid"}
    if meld.is_set:
        return {"kind": "set"}
    return {"kind": "pure_sequence" if meld.is_run else "invalid"}


ANSWERS: dict[str, Answer] = {"classify": classify}

if __name__ == "__main__":
    serve(PACKAGE, ANSWERS)
