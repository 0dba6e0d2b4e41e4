"""The line protocol around somebody else's package.

An adapter answers with what the package says. It translates names and nothing else: what the
package has no code for is skipped, and what it raises is reported as its error.
"""

import json
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import version
from typing import Any

Json = dict[str, Any]
"""A JSON object."""

Answer = Callable[[Json], Json]
"""Takes a question of one sort and returns the answer to it; may raise `Skip`."""


class Skip(Exception):
    """A question that the package has no code for; the message says why."""


def serve(package: str, answers: Mapping[str, Answer]) -> None:
    """Answer until the kit says stop; `answers` is by the sort of question."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["cmd"] == "stop":
            return
        if message["cmd"] == "start":
            told = {"version": 1, "name": package, "client_version": version(package)}
            reply = {**told, "questions": [*answers]}
        else:
            reply = {"seq": message["seq"], **reply_to(message["question"], answers)}
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()


def reply_to(question: Json, answers: Mapping[str, Answer]) -> Json:
    """Return an answer, the reason for none, or what the package raised."""
    try:
        return {"answer": answers[question["ask"]](question)}
    except Skip as reason:
        return {"skip": str(reason)}
    except Exception as error:  # noqa: BLE001  # whatever a package raises is its answer
        return {"error": f"{type(error).__name__}: {error}"}


def held_cards(question: Json, *sizes: int) -> list[str]:
    """Return the hand of a question without the card that it sets aside.

    :raises Skip: when it has none of these sizes, a card twice, a card that is none, or wild
        cards: the packages here check no hands.
    """
    hand, aside = list(question["hand"]), question["discard"]
    if question["wild_card"] is not None:
        raise Skip("the package has no card turned up to be wild")
    if len(set(hand)) < len(hand) or not all(map(is_natural, hand)):
        raise Skip("hands are not checked by the package")
    if aside is not None:
        if aside not in hand:
            raise Skip("cards set aside are not checked by the package")
        hand.remove(aside)
    if len(hand) not in sizes:
        raise Skip(f"hands of {len(hand)} cards are not for this package")
    return hand


def is_natural(code: str) -> bool:
    """Return whether a code is one of the 52 cards.

    >>> is_natural("10H"), is_natural("JK"), is_natural("11H")
    (True, False, False)
    """
    rank, suit = code[:-1], code[-1:]
    return rank in {"A", *map(str, range(2, 11)), "J", "Q", "K"} and suit in {*"SHDC"}
