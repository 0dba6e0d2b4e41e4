"""Runs the rule corpus in tests/vectors: every vector is a test of the library by itself."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from validator import (
    MalformedRequest,
    Ruleset,
    Seat,
    Settlement,
    UnknownCard,
    Verdict,
    best_arrangement,
    find_ruleset,
    judge,
    settle,
)
from validator.cards import Card, Kind, kind_name, parse_kind
from validator.deals import Deal
from validator.melds import MeldKind, read_meld
from validator.questions.hands import read_cards
from validator.verdicts.explanations import explain_group

Json = dict[str, Any]
Check = Callable[[str, Json], None]
CheckOfFile = Callable[[str, list[Json]], None]

ROOT = Path(__file__).parent.parent / "vectors"
NOTATION: Json = json.loads((ROOT / "notation.json").read_text(encoding="utf-8"))


def vectors_with(*names: str) -> list[Any]:
    """Return a test case for every file that has vectors with these keys: ruleset and vectors.

    A key counts in the vector itself, or in what it expects.
    """
    cases = []
    for path in sorted(ROOT.glob("*/*.json")):
        content = json.loads(path.read_text(encoding="utf-8"))
        vectors = [
            vector
            for vector in content["vectors"]
            if all(name in vector or name in vector["expect"] for name in names)
        ]
        if vectors:
            case = f"{content['ruleset']}/{path.stem}"
            cases.append(pytest.param(content["ruleset"], vectors, id=case))
    return cases


def each_vector_with(*names: str) -> Callable[[Check], CheckOfFile]:
    """Make a check of one vector a test of each file: it names every vector that fails."""

    def decorate(check: Check) -> CheckOfFile:
        @pytest.mark.parametrize(("ruleset", "vectors"), vectors_with(*names))
        def check_file(ruleset: str, vectors: list[Json]) -> None:
            failed = []
            for vector in vectors:
                try:
                    check(ruleset, vector)
                # What pytest raises where an exception is missing is no `Exception`.
                except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001
                    failed.append(f"{vector['id']}: {error!r}")
            assert not failed, "\n".join(failed)

        check_file.__name__ = check.__name__
        return check_file

    return decorate


_judged: dict[str, Verdict] = {}


def judge_vector(ruleset: str, vector: Json) -> Verdict:
    """Return the verdict on a vector; several tests look at the same one."""
    if vector["id"] not in _judged:
        _judged[vector["id"]] = judge(
            vector["hand"],
            ruleset,
            wild_card=vector["wild"],
            groups=vector.get("grouping"),
            discard=vector.get("discard"),
        )
    return _judged[vector["id"]]


def settle_vector(ruleset: str | Ruleset, vector: Json) -> Settlement:
    seats = [
        Seat.of(
            player["seat"],
            player["status"],
            player.get("hand"),
            player.get("grouping"),
            player.get("discard"),
        )
        for player in vector["players"]
    ]
    return settle(
        seats,
        ruleset,
        wild_card=vector["wild"],
        reason=vector.get("reason"),
        totals=vector.get("totals"),
    )


@each_vector_with("outcome")
def test_the_outcome_is_as_expected(ruleset: str, vector: Json) -> None:
    verdict = judge_vector(ruleset, vector)
    expect = vector["expect"]
    assert verdict.outcome == expect["outcome"]
    assert verdict.valid == expect.get("valid", False)


@each_vector_with("grouping", "violations")
def test_every_violation_is_found_in_reading_order(ruleset: str, vector: Json) -> None:
    verdict = judge_vector(ruleset, vector)
    wanted = vector["expect"]["violations"]
    found = [(found.code.value, found.group) for found in verdict.violations]
    assert found == [(violation["code"], violation.get("group")) for violation in wanted]
    for violation, expected in zip(verdict.violations, wanted, strict=True):
        if "cards" in expected:
            assert sorted(map(str, violation.cards)) == sorted(expected["cards"])


@each_vector_with("kinds")
def test_each_group_is_read_as_what_it_is(ruleset: str, vector: Json) -> None:
    verdict = judge_vector(ruleset, vector)
    assert [group.kind.value for group in verdict.groups] == vector["expect"]["kinds"]


@each_vector_with("penalty")
def test_the_penalty_is_what_the_ruleset_charges(ruleset: str, vector: Json) -> None:
    assert judge_vector(ruleset, vector).penalty == vector["expect"]["penalty"]


@each_vector_with("points_as_grouped")
def test_the_grouping_costs_what_the_ruleset_charges(ruleset: str, vector: Json) -> None:
    verdict = judge_vector(ruleset, vector)
    assert verdict.points_as_grouped == vector["expect"]["points_as_grouped"]


@each_vector_with("best")
def test_the_best_arrangement_is_the_best(ruleset: str, vector: Json) -> None:
    best = judge_vector(ruleset, vector).best
    expect = vector["expect"]["best"]
    assert best.declarable == expect["declarable"]
    assert best.penalty == expect["penalty"]
    assert best.deadwood_points == expect["deadwood_points"]
    if "discard" in expect:
        assert str(best.discard) == expect["discard"]


@each_vector_with("discards")
def test_each_card_set_aside_costs_what_it_costs(ruleset: str, vector: Json) -> None:
    for card, points in vector["expect"]["discards"].items():
        best = best_arrangement(vector["hand"], ruleset, wild_card=vector["wild"], discard=card)
        assert (card, best.penalty) == (card, points)


@each_vector_with("knock")
def test_a_knock_leaves_what_it_leaves(ruleset: str, vector: Json) -> None:
    knock = judge_vector(ruleset, vector).knock
    assert knock is not None
    found = {"deadwood_points": knock.deadwood_points, "limit": knock.limit, "gin": knock.gin}
    assert found == vector["expect"]["knock"]


@each_vector_with("errors")
def test_a_request_that_is_no_hand_is_refused(ruleset: str, vector: Json) -> None:
    ask = settle_vector if "players" in vector else judge_vector
    with pytest.raises(MalformedRequest) as refusal:
        ask(ruleset, vector)
    found = [
        {"code": fault.code, "pointer": "".join(f"/{step}" for step in fault.path)}
        for fault in refusal.value.faults
    ]
    assert found == vector["expect"]["errors"]


@each_vector_with("settled")
def test_a_deal_is_won_by_whom_the_ruleset_says(ruleset: str, vector: Json) -> None:
    settlement = settle_vector(ruleset, vector)
    expect = vector["expect"]
    verdict = settlement.verdict
    assert settlement.settled == expect["settled"]
    assert settlement.winner == expect["winner"]
    assert settlement.match_winner == expect.get("match_winner")
    assert (None if verdict is None else verdict.outcome) == expect["verdict"]


@each_vector_with("settled")
def test_a_deal_brings_each_player_what_the_ruleset_says(ruleset: str, vector: Json) -> None:
    found = settle_vector(ruleset, vector).players
    for player, expected in zip(found, vector["expect"]["players"], strict=True):
        told = {name: getattr(player, name) for name in expected if name != "best_penalty"}
        if "best_penalty" in expected:
            assert player.best is not None
            told["best_penalty"] = player.best.penalty
        assert told == expected


@each_vector_with("group", "kind")
def test_a_single_group_is_what_it_is(ruleset: str, vector: Json) -> None:
    wild_card = None if vector["wild"] is None else parse_kind(vector["wild"])
    deal = Deal.of(find_ruleset(ruleset), wild_card)
    kinds: tuple[Kind, ...] = read_cards(vector["group"], ()).known
    meld = read_meld(kinds, deal.wild, deal.ruleset.melds)
    assert meld.kind.value == vector["expect"]["kind"]
    if meld.kind is MeldKind.INVALID and "violations" in vector["expect"]:
        reasons = explain_group(kinds, deal.wild, deal.ruleset.melds)
        codes = [violation["code"] for violation in vector["expect"]["violations"]]
        assert [code.value for code, _ in reasons] == codes


@pytest.mark.parametrize("entry", NOTATION["accept"], ids=lambda entry: ascii(entry["token"]))
def test_a_notation_is_read(entry: Json) -> None:
    assert kind_name(parse_kind(entry["token"])) == entry["card"]


@pytest.mark.parametrize("entry", NOTATION["reject"], ids=lambda entry: ascii(entry["token"]))
def test_what_is_no_card_is_refused(entry: Json) -> None:
    with pytest.raises(UnknownCard):
        parse_kind(entry["token"])


@pytest.mark.parametrize("entry", NOTATION["lists"], ids=lambda entry: ascii(entry["text"]))
def test_a_hand_in_one_string_is_read(entry: Json) -> None:
    assert [str(Card(kind)) for kind in read_cards(entry["text"], ()).known] == entry["cards"]
