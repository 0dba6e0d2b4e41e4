"""Asks for no second sequence when a hand is declared."""

from parity.examples.python_client import Json, serve
from tests.parity.mutants.misreading import OtherRules


class OneSequenceEnough(OtherRules):
    questions = ("judge",)

    def judge(self, question: Json) -> Json:
        answer = super().judge(question)
        del answer["points_as_grouped"]
        return answer


if __name__ == "__main__":
    serve(OneSequenceEnough(min_sequences=1))
