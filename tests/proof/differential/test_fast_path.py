"""The fast way through the service says what the careful one says, byte for byte.

Careful is `schemas.requests.declarations.read_carefully`, which reads field by field and knows what
is wrong, and `tests.support.verdict_schema.dump_plainly`, which makes an object of every part.
"""

import json
import random
from collections import Counter
from copy import deepcopy
from typing import Any

import pytest
from marshmallow import ValidationError

from schemas.requests.batches import load_batch_request
from schemas.requests.declarations import (
    load_validate_request,
    read_carefully,
    read_plain_request,
)
from schemas.responses.verdict_json import write_verdict
from schemas.validation_errors import problem_errors
from tests.proof.differential.hands import MAKERS, deal_hand
from tests.proof.differential.requests import make_request
from tests.support.rulesets import BUILT_IN
from tests.support.verdict_schema import dump_plainly
from validator import (
    COMPILED,
    Declaration,
    InputFault,
    Ruleset,
    Verdict,
    find_best,
    judge_declaration,
)
from validator.cards import CARDS
from validator.scoring import arrange
from validator.search import best_arrangement as search_best

REQUESTS = 3_000 if COMPILED else 240
"""As plain Python each takes some milliseconds."""

Told = Declaration | list[InputFault]
"""What is read, or everything that is wrong."""


def read(load: Any, *arguments: Any) -> Told:
    try:
        found: Declaration = load(*arguments)
    except ValidationError as error:
        return problem_errors(error)
    return found


def seeded_requests(name: str) -> list[dict[str, Any]]:
    rng = random.Random(f"fast path {name}")
    return [make_request(rng) for _ in range(REQUESTS)]


def verdict_of(declaration: Declaration) -> Verdict:
    return judge_declaration(declaration, find_best(declaration))


@pytest.mark.parametrize("part", ["first", "second"])
def test_a_request_is_read_or_refused_alike_either_way(part: str) -> None:
    told = Counter[str]()
    for request in seeded_requests(part):
        sent = deepcopy(request)
        carefully = read(read_carefully, request)
        assert read(load_validate_request, request) == carefully, request
        assert read(load_batch_request, {**request, "id": 7}, {}) == carefully, request
        assert request == sent
        told["sound" if isinstance(carefully, Declaration) else "refused"] += 1
    assert told["sound"] > REQUESTS / 4
    assert told["refused"] > REQUESTS / 4


def test_nearly_every_sound_request_goes_the_fast_way() -> None:
    fast, sound = 0, 0
    for request in seeded_requests("fast"):
        by_id = isinstance(request.get("ruleset"), str)
        if by_id and isinstance(read(read_carefully, request), Declaration):
            sound += 1
            fast += read_plain_request(request) is not None
    assert (fast, sound > REQUESTS / 4) == (sound, True)


def test_a_verdict_is_written_as_it_is_dumped() -> None:
    written = Counter[str]()
    for request in seeded_requests("verdicts"):
        declaration = read(load_validate_request, request)
        if isinstance(declaration, Declaration):
            verdict = verdict_of(declaration)
            text = json.dumps(dump_plainly(verdict), ensure_ascii=False, separators=(",", ":"))
            assert write_verdict(verdict) == text
            written[verdict.outcome.value] += 1
    assert min(written.values()) > REQUESTS / 60
    assert len(written) == 4


def test_the_order_and_the_spelling_of_cards_do_not_change_a_verdict_either_way() -> None:
    rng = random.Random("fast path order")
    for request in seeded_requests("order")[: REQUESTS // 3]:
        declaration = read(load_validate_request, request)
        if isinstance(declaration, Declaration) and isinstance(request["hand"], list):
            turned = deepcopy(request)
            rng.shuffle(turned["hand"])
            again = read(load_validate_request, turned)
            assert isinstance(again, Declaration)
            assert write_verdict(verdict_of(again)) == write_verdict(verdict_of(declaration))


@pytest.mark.parametrize("ruleset", BUILT_IN)
def test_the_best_arrangement_as_grouped_costs_what_its_cards_cost(ruleset: Ruleset) -> None:
    rng = random.Random(f"as grouped {ruleset.id}")
    for maker in MAKERS.values():
        for _ in range(15):
            deal, hand = deal_hand(rng, ruleset, maker, one_more=0.1)
            best = search_best(hand, deal)
            groups = [tuple([card.kind for card in meld.cards]) for meld in best.melds]
            rng.shuffle(groups)
            aside = None if best.discard is None else best.discard.kind
            declaration = Declaration(deal, tuple(hand), tuple(groups), aside, aside)
            verdict = judge_declaration(declaration, best)
            grouped = verdict.grouped
            assert grouped is not None
            left = Counter(hand)
            left.subtract(card.kind for meld in grouped.melds for card in meld.cards)
            left.subtract([] if aside is None else [aside])
            loose = [CARDS[kind] for kind in left.elements()]
            assert grouped == arrange(grouped.melds, loose, best.discard, deal)
