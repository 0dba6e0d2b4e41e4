"""Vectors: the same everywhere, legal, and answered as the service answers."""

import json
from collections import Counter
from hashlib import sha256
from itertools import islice

import pytest

from schemas.responses.vectors import dump_vector
from tests.support.house import house
from tests.support.rulesets import BUILT_IN
from validator import (
    COMPILED,
    VECTORS_VERSION,
    Outcome,
    Ruleset,
    Vector,
    VectorKind,
    find_ruleset,
    judge,
    make_vector,
    make_vectors,
)

POINTS = find_ruleset("points-13")
KNOCK = find_ruleset("knock-52")
COUNT = 92 if COMPILED else 23
"""Of each kind: every edge once or four times."""


def vectors(ruleset: Ruleset, kind: VectorKind | None = None, count: int = COUNT) -> list[Vector]:
    return list(make_vectors(ruleset, kind, seed=1, count=count))


def judged_again(vector: Vector) -> object:
    """Return the verdict on a vector as its reader asks for it."""
    return judge(
        vector.hand,
        vector.id.split("/")[0],
        wild_card=vector.wild_card,
        groups=vector.groups,
        discard=vector.discard,
    )


@pytest.mark.parametrize("kind", VectorKind)
@pytest.mark.parametrize("ruleset", BUILT_IN)
def test_the_answer_is_the_verdict_on_the_question(ruleset: Ruleset, kind: VectorKind) -> None:
    # No question is refused: `judge` would say so.
    for vector in vectors(ruleset, kind):
        assert judged_again(vector) == vector.verdict, vector.id


def test_a_vector_is_decided_by_its_id() -> None:
    found = vectors(POINTS, VectorKind.NEAR_COMPLETE, 5)
    assert [vector.id for vector in found] == [f"points-13/near_complete/1/{n}" for n in range(5)]
    assert found[3] == make_vector(POINTS, VectorKind.NEAR_COMPLETE, 1, 3)
    assert found[:3] == vectors(POINTS, VectorKind.NEAR_COMPLETE, 3)


def test_without_a_kind_they_come_in_turn() -> None:
    ids = [vector.id for vector in islice(make_vectors(KNOCK), 6)]
    assert ids == [
        "knock-52/random/0/0",
        "knock-52/near_complete/0/0",
        "knock-52/joker_heavy/0/0",
        "knock-52/edge/0/0",
        "knock-52/random/0/1",
        "knock-52/near_complete/0/1",
    ]


def test_another_seed_has_other_hands() -> None:
    hands = {make_vector(POINTS, VectorKind.RANDOM, seed, 0).hand for seed in range(20)}
    assert len(hands) == 20


GOLDEN = {
    1: "81e85ef1fb0053e8",
}
"""What the vectors of each version come to. A new one needs a new `VECTORS_VERSION`."""


def test_the_vectors_of_a_version_do_not_change() -> None:
    text = "".join(
        json.dumps(dump_vector(vector))
        for ruleset in (POINTS, KNOCK, find_ruleset("yeeqia-13"))
        for vector in vectors(ruleset, count=200)
    )
    assert sha256(text.encode()).hexdigest()[:16] == GOLDEN[VECTORS_VERSION]


def outcomes(ruleset: Ruleset, kind: VectorKind) -> Counter[Outcome]:
    return Counter(vector.verdict.outcome for vector in vectors(ruleset, kind, 200))


@pytest.mark.parametrize("kind", [*VectorKind][1:])
def test_every_kind_but_fresh_deals_has_valid_and_wrong_declarations(kind: VectorKind) -> None:
    found = outcomes(POINTS, kind)
    assert min(found[Outcome.WRONG_DECLARATION], found[Outcome.VALID]) > 15
    assert (found[Outcome.NOT_DECLARED] == 0) is (kind is VectorKind.EDGE)


def test_a_fresh_deal_is_shown_wrongly_or_not_at_all() -> None:
    found = outcomes(POINTS, VectorKind.RANDOM)
    assert min(found[Outcome.WRONG_DECLARATION], found[Outcome.NOT_DECLARED]) > 30


def test_knocks_are_legal_and_rejected() -> None:
    found = outcomes(KNOCK, VectorKind.NEAR_COMPLETE)
    assert min(found[Outcome.VALID], found[Outcome.REJECTED], found[Outcome.NOT_DECLARED]) > 20


def test_the_edges_break_every_rule_that_a_group_can_break() -> None:
    edges = vectors(POINTS, VectorKind.EDGE, 400)
    found = {one.code.value for vector in edges for one in vector.verdict.violations}
    assert found == {
        "group_too_small",
        "set_too_large",
        "duplicate_suit_in_set",
        "duplicate_rank_in_sequence",
        "sequence_wraps_ace",
        "sequence_has_gap",
        "mixed_ranks_and_suits",
        "card_left_out",
        "no_pure_sequence",
        "too_few_sequences",
    }


def test_a_card_set_aside_is_named_or_told_by_the_groups_or_left_to_choose() -> None:
    found = Counter(
        (vector.groups is not None, vector.discard is not None)
        for vector in vectors(POINTS, count=400)
        if len(vector.hand) == 14
    )
    assert min(found.values()) > 8
    assert len(found) == 4


def test_every_size_of_hand_is_dealt() -> None:
    sizes = {len(vector.hand) for vector in vectors(KNOCK)}
    assert sizes == {7, 8, 10, 11}


@pytest.mark.parametrize(
    "ruleset",
    [
        house(cards=21, decks=3, identical_triplet=True, dublees_to_declare=8),
        house(cards=2, min_sequences=0, min_pure_sequences=0),
        house(exposed_card_removed=True, decks=1, hand_size_by_players=((2, 13),)),
        house(meld_min_cards=4, min_naturals=0, printed_jokers=8),
    ],
    ids=["21 cards", "two cards", "exposed card removed", "melds of four"],
)
def test_a_house_rule_may_have_vectors_too(ruleset: Ruleset) -> None:
    for vector in vectors(ruleset, count=40):
        verdict = judge(
            vector.hand,
            ruleset,
            wild_card=vector.wild_card,
            groups=vector.groups,
            discard=vector.discard,
        )
        assert verdict == vector.verdict, vector.id
