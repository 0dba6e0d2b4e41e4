"""Counts points alone, so that a joker, worth nothing, may lie outside every meld."""

from parity.examples.python_client import Json, serve
from tests.parity.mutants.searching import Searching
from validator import Card
from validator.melds import is_joker


class PointsOnly(Searching):
    questions = ("best",)

    def best(self, question: Json) -> Json:
        deal = self.deal(question)
        best = super().best(question)
        # What is worth nothing need not be melded at all.
        best["melds"] = [meld for meld in best["melds"] if self.points(meld, deal)]
        for meld in best["melds"]:
            for code in [code for code in meld if is_joker(Card.parse(code).kind, deal.wild)]:
                rest = [*meld]
                rest.remove(code)
                if self.is_meld(rest, deal):
                    meld.remove(code)
        return self.priced(question, best["melds"], best["discard"])


if __name__ == "__main__":
    serve(PointsOnly())
