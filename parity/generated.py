"""Questions about hands that are made: `validator.make_vectors`, taken apart."""

from collections.abc import Iterator

from parity.flags import flags_of
from parity.questions import Ask, Case, Question
from parity.referee import Opinion, consult, opinion_of, opinion_of_group
from validator import Ruleset, Vector, make_vectors


def make_cases(ruleset: Ruleset, count: int, seed: int) -> Iterator[Case]:
    """Yield the cases of so many hands: of each its groups, the grouping, and the hand.

    They are the same for the same ruleset and seed; each is made when it is asked for.
    """
    for vector in make_vectors(ruleset, seed=seed, count=count):
        yield from _cases_of(vector, ruleset)


def case_of(name: str, vector: str, question: Question, opinion: Opinion | None = None) -> Case:
    """Return a question of a hand with its right answer and its flags; none when it is refused."""
    found = consult(question) if opinion is None else opinion
    flags = () if found.verdict is None else flags_of(question, found.verdict)
    return Case(id=name, vector=vector, question=question, expect=found.answer, flags=flags)


def _cases_of(vector: Vector, ruleset: Ruleset) -> Iterator[Case]:
    wild_card = None if vector.wild_card is None else str(vector.wild_card)
    groups = tuple(tuple(map(str, group)) for group in vector.groups or ())
    for place, group in enumerate(groups):
        question = Question(ask=Ask.CLASSIFY, ruleset=ruleset, wild_card=wild_card, group=group)
        name = f"{vector.id}/{Ask.CLASSIFY}/{place}"
        yield case_of(name, vector.id, question, opinion_of_group(vector.verdict, place))
    for ask in (Ask.BEST,) if vector.groups is None else (Ask.JUDGE, Ask.BEST):
        question = Question(
            ask=ask,
            ruleset=ruleset,
            wild_card=wild_card,
            hand=tuple(map(str, vector.hand)),
            groups=groups if ask is Ask.JUDGE else (),
            discard=None if vector.discard is None else str(vector.discard),
        )
        yield case_of(f"{vector.id}/{ask}", vector.id, question, opinion_of(ask, vector.verdict))
