"""Goes on past the ace: K-A-2 is a sequence."""

from collections.abc import Sequence

from parity.examples.python_client import serve
from tests.parity.mutants.misreading import Misreading
from validator import Kind, MeldKind, MeldRules
from validator.cards import RANK_COUNT
from validator.melds import read_meld


def read(cards: Sequence[Kind], wild: frozenset[Kind], rules: MeldRules) -> MeldKind:
    kind = read_meld(cards, wild, rules).kind
    first = min(cards)
    if kind is MeldKind.INVALID and len(cards) >= 3:
        for start in range(RANK_COUNT):
            ranks = ((start + step) % RANK_COUNT for step in range(len(cards)))
            if sorted(cards) == sorted(first - first % RANK_COUNT + rank for rank in ranks):
                return MeldKind.PURE_SEQUENCE
    return kind


if __name__ == "__main__":
    serve(Misreading(read))
