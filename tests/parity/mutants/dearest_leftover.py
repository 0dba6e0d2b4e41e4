"""Melds all eleven cards as well as it can, then sets the dearest one left over aside."""

from dataclasses import replace

from parity.examples.python_client import Json, serve
from tests.parity.mutants.searching import Searching
from validator import best_arrangement


class DearestLeftover(Searching):
    questions = ("best",)

    def best(self, question: Json) -> Json:
        hand = question["hand"]
        if question["discard"] is not None or len(hand) in self.rules.melds.hand_sizes:
            return super().best(question)
        melds = replace(self.rules.melds, hand_size_by_players=((2, len(hand)),))
        found = best_arrangement(hand, replace(self.rules, id="eleven", melds=melds))
        deal = self.deal(question)
        left = [str(card) for card in found.deadwood] or hand
        dearest = max(left, key=lambda code: self.points([code], deal))
        groups = [[str(card) for card in meld.cards] for meld in found.melds]
        shown = [[code for code in group if code != dearest] for group in groups]
        return self.priced(question, shown, dearest)


if __name__ == "__main__":
    serve(DearestLeftover())
