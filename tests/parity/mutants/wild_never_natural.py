"""Takes every wild card for a joker, so that 6-7-8 is impure where 7 is wild."""

from collections.abc import Sequence

from parity.examples.python_client import serve
from tests.parity.mutants.misreading import Misreading
from validator import Kind, MeldKind, MeldRules
from validator.cards import PRINTED_JOKER
from validator.melds import read_meld


def read(cards: Sequence[Kind], wild: frozenset[Kind], rules: MeldRules) -> MeldKind:
    as_jokers = [PRINTED_JOKER if kind in wild else kind for kind in cards]
    return read_meld(as_jokers, frozenset(), rules).kind


if __name__ == "__main__":
    serve(Misreading(read))
