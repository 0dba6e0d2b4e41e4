"""What the clients with a wrong search share: melds in a hand, and the price of an arrangement."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from parity.examples.python_client import Client, Json
from validator import Card, Deal, MeldKind, judge
from validator.melds import is_joker, read_meld

Codes = Sequence[str]


class Searching(Client):
    """A client with a search of its own."""

    def deal(self, question: Json) -> Deal:
        wild_card = question["wild_card"]
        return Deal.of(self.rules, None if wild_card is None else Card.parse(wild_card).kind)

    def is_meld(self, codes: Codes, deal: Deal) -> bool:
        kinds = [Card.parse(code).kind for code in codes]
        return read_meld(kinds, deal.wild, self.rules.melds).kind is not MeldKind.INVALID

    def melds(self, hand: Codes, deal: Deal) -> Iterator[Codes]:
        """Yield every meld in the hand."""
        for size in range(3, len(hand) + 1):
            for codes in combinations(hand, size):
                plain = [c for c in codes if not is_joker(Card.parse(c).kind, deal.wild)]
                alike = len({c[-1] for c in plain}) < 2 or len({c[:-1] for c in plain}) < 2
                if alike and self.is_meld(codes, deal):
                    yield codes

    def priced(self, question: Json, melds: Sequence[Codes], discard: str | None) -> Json:
        """Return the arrangement as an answer, priced as it is."""
        verdict = judge(
            question["hand"],
            self.rules,
            wild_card=question["wild_card"],
            groups=melds,
            discard=discard,
        )
        assert verdict.grouped is not None
        return {
            "penalty": verdict.grouped.penalty,
            "declarable": verdict.grouped.declarable,
            "melds": melds,
            "discard": discard,
        }

    def points(self, codes: Codes, deal: Deal) -> int:
        return deal.sum_points(map(Card.parse, codes))


def left_of(hand: Codes, melds: Sequence[Codes]) -> list[str]:
    """Return the cards outside these melds."""
    return [*(Counter(hand) - Counter(code for meld in melds for code in meld)).elements()]
