"""Has room for four cards in a group."""

from collections.abc import Sequence

from parity.examples.python_client import serve
from tests.parity.mutants.misreading import Misreading
from validator import Kind, MeldKind, MeldRules
from validator.melds import read_meld


def read(cards: Sequence[Kind], wild: frozenset[Kind], rules: MeldRules) -> MeldKind:
    return read_meld(cards, wild, rules).kind if len(cards) <= 4 else MeldKind.INVALID


if __name__ == "__main__":
    serve(Misreading(read))
