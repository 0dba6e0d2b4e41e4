"""Asks whether a card is in the hand, not how often: one card serves two melds."""

from itertools import combinations

from parity.examples.python_client import Json, serve
from tests.parity.mutants.searching import Codes, Searching, left_of
from validator import MalformedRequest


class CopiesNotCounted(Searching):
    questions = ("judge", "best")

    def judge(self, question: Json) -> Json:
        try:
            return super().judge(question)
        except MalformedRequest as refused:
            if {fault.code for fault in refused.faults} != {"card_used_twice"}:
                raise
            return {"valid": True, "penalty": 0}

    def best(self, question: Json) -> Json:
        deal = self.deal(question)
        best = super().best(question)
        melds: list[Codes] = best["melds"]
        aside = [code for code in (best["discard"],) if code is not None]
        hand = question["hand"]
        for code in left_of(hand, [*melds, aside]):
            # Jokers would do anywhere: it is the plain cards that are used again.
            plain = sorted({other for other in hand if self.points([other], deal)} - {code})
            pairs = combinations(plain, 2)
            melds += [
                [code, *next(filter(lambda two: self.is_meld((code, *two), deal), pairs), ())]
            ]
        melds = [meld for meld in melds if len(meld) > 1]
        outside = self.points(left_of(hand, [*melds, aside]), deal)
        return {**best, "penalty": min(best["penalty"], outside), "melds": melds}


if __name__ == "__main__":
    serve(CopiesNotCounted())
