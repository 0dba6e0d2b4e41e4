"""A client in Python: the library `validator` behind the line protocol.

::

    python -m parity run --ruleset points-13 --command "python -m parity.examples.python_client"

It agrees everywhere, of course. Put your own rules into the four methods of `Client`; one that
raises `Skip` is not compared. The loop in `serve` is all that the protocol asks for.
"""

import json
import sys
from typing import Any

from validator import (
    Arrangement,
    Card,
    Deal,
    Declaration,
    MalformedRequest,
    Ruleset,
    Seat,
    UnknownCard,
    best_arrangement,
    find_ruleset,
    judge,
    judge_declaration,
    settle,
)

Json = dict[str, Any]


class Skip(Exception):
    """A question that this client does not answer; the message says why."""


class Client:
    """The rules of the client: a method for each sort of question."""

    name = "validator"
    questions: tuple[str, ...] = ("classify", "judge", "best", "settle")

    def __init__(self) -> None:
        self.rules: Ruleset = find_ruleset("points-13")

    def start(self, message: Json) -> Json:
        """Take the ruleset; ``message["rules"]`` has its fields, for clients that want them."""
        self.rules = find_ruleset(message["ruleset"])
        return {"version": 1, "name": self.name, "questions": [*self.questions]}

    def classify(self, question: Json) -> Json:
        """Say what a group is."""
        wild_card = question["wild_card"]
        deal = Deal.of(self.rules, None if wild_card is None else Card.parse(wild_card).kind)
        group = tuple(Card.parse(code).kind for code in question["group"])
        nothing = Arrangement((), (), None, declarable=False, penalty=0, deadwood_points=0)
        # The group is judged as if it were the whole hand.
        verdict = judge_declaration(Declaration(deal, group, (group,), None, None), nothing)
        violations = [found.code.value for found in verdict.violations if found.group == 0]
        return {"kind": verdict.groups[0].kind.value, "violations": violations}

    def judge(self, question: Json) -> Json:
        """Say whether a grouping stands, and what it costs."""
        verdict = judge(
            question["hand"],
            self.rules,
            wild_card=question["wild_card"],
            groups=question["groups"],
            discard=question["discard"],
        )
        return {
            "valid": verdict.valid,
            "penalty": verdict.penalty,
            "violations": [found.code.value for found in verdict.violations],
            "points_as_grouped": verdict.points_as_grouped,
        }

    def best(self, question: Json) -> Json:
        """Find the best arrangement."""
        best = best_arrangement(
            question["hand"],
            self.rules,
            wild_card=question["wild_card"],
            discard=question["discard"],
        )
        return {
            "penalty": best.penalty,
            "declarable": best.declarable,
            "melds": [[str(card) for card in meld.cards] for meld in best.melds],
            "discard": None if best.discard is None else str(best.discard),
        }

    def settle(self, question: Json) -> Json:
        """Settle a deal."""
        names = ("seat", "status", "hand", "groups", "discard")
        settled = settle(
            [Seat.of(*(player.get(name) for name in names)) for player in question["players"]],
            self.rules,
            wild_card=question["wild_card"],
            reason=question["reason"],
            totals=question["totals"],
        )
        told = ("seat", "points", "rank", "total")
        return {
            "settled": settled.settled,
            "winner": settled.winner,
            "players": [{name: getattr(one, name) for name in told} for one in settled.players],
        }

    def answer(self, question: Json) -> Json:
        """Return what goes into the line that answers a question, beside its number."""
        try:
            return {"answer": getattr(self, question["ask"])(question)}
        except MalformedRequest as refused:
            return {"answer": {"refused": sorted({fault.code for fault in refused.faults})}}
        except UnknownCard as refused:
            return {"answer": {"refused": [refused.code]}}
        except Skip as reason:
            return {"skip": str(reason)}


def serve(client: Client) -> None:
    """Answer until the kit says stop."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["cmd"] == "stop":
            return
        if message["cmd"] == "start":
            answer = client.start(message)
        else:
            told = {"seq": message["seq"], "id": message["id"]}
            answer = {**told, **client.answer(message["question"])}
        sys.stdout.write(json.dumps(answer) + "\n")
        # The kit waits for this line.
        sys.stdout.flush()


if __name__ == "__main__":
    serve(Client())
