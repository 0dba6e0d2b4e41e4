"""Calls one card and two jokers a set, though it could be the second sequence."""

from collections.abc import Sequence

from parity.examples.python_client import serve
from tests.parity.mutants.misreading import Misreading
from validator import Kind, MeldKind, MeldRules
from validator.melds import is_joker, read_meld


def read(cards: Sequence[Kind], wild: frozenset[Kind], rules: MeldRules) -> MeldKind:
    kind = read_meld(cards, wild, rules).kind
    jokers = sum(is_joker(card, wild) for card in cards)
    return MeldKind.SET if len(cards) == 3 and jokers == 2 and kind.is_sequence else kind


if __name__ == "__main__":
    serve(Misreading(read))
