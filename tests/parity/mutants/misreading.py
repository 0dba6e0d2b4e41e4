"""What the wrong clients share: a ruleset changed, or groups read wrongly."""

from collections.abc import Callable, Sequence
from typing import Any

from parity.examples.python_client import Client, Json
from tests.support.house import house
from validator import Card, Kind, Meld, MeldKind, MeldRules, ViolationCode
from validator.melds import read_meld
from validator.verdicts import judging as declaration
from validator.verdicts.explanations import Reason

Reader = Callable[[Sequence[Kind], frozenset[Kind], MeldRules], MeldKind]
"""Says what a group is, given the wild cards and the rules."""


class OtherRules(Client):
    """A client that plays by its ruleset but for some fields."""

    def __init__(self, **changes: Any) -> None:
        super().__init__()
        self.changes = changes

    def start(self, message: Json) -> Json:
        answer = super().start(message)
        self.rules = house(message["ruleset"], **self.changes)
        return answer


class Misreading(Client):
    """A client that knows no codes, and that reads groups in its own way."""

    questions = ("classify", "judge")

    def __init__(self, reader: Reader) -> None:
        super().__init__()

        def read(cards: Sequence[Kind], wild: frozenset[Kind], rules: MeldRules) -> Meld:
            meld = read_meld(cards, wild, rules)
            kind = reader(cards, wild, rules)
            given = tuple(map(Card, cards))
            return meld if kind is meld.kind else Meld(given, given, kind)

        # No group is one that the best arrangement has been read with.
        vars(declaration).update(read_meld=read, explain_group=explain, _key=lambda _: object())

    def classify(self, question: Json) -> Json:
        return {"kind": super().classify(question)["kind"]}

    def judge(self, question: Json) -> Json:
        answer = super().judge(question)
        return {"valid": answer["valid"], "penalty": answer["penalty"]}


def explain(cards: Sequence[Kind], wild: frozenset[Kind], rules: MeldRules) -> list[Reason]:
    """Return a reason for any group, also for one that is a meld."""
    return [(ViolationCode.MIXED_RANKS_AND_SUITS, "this is no meld")]
