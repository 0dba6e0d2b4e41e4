"""Takes sets first, the dearest first, and makes runs of what is left."""

from parity.examples.python_client import Json, serve
from tests.parity.mutants.searching import Codes, Searching, left_of


class Greedy(Searching):
    questions = ("best",)

    def best(self, question: Json) -> Json:
        deal = self.deal(question)
        # Which card goes it knows, so that nothing is wrong but the melds.
        discard = super().best(question)["discard"]
        melds: list[Codes] = []
        left = left_of(question["hand"], [[] if discard is None else [discard]])
        while found := [*self.melds(left, deal)]:
            melds.append(max(found, key=lambda codes: (is_set(codes), self.points(codes, deal))))
            left = left_of(left, melds[-1:])
        return self.priced(question, melds, discard)


def is_set(codes: Codes) -> bool:
    """Return whether a meld without jokers is a set."""
    return codes[0][:-1] == codes[1][:-1]


if __name__ == "__main__":
    serve(Greedy())
