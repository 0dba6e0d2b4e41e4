"""Every field of every ruleset counts: a client that has another value fails the corpus.

Each field is changed by itself, a number by one up and down, and the referee plays the client. What
the corpus cannot show is listed with the reason, and in some rulesets tried: it has to hold.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from enum import Enum
from functools import cache
from typing import Any

import pytest

from parity.comparison import compare
from parity.corpus import SHIPPED, read_corpus
from parity.questions import Ask, Case
from parity.referee import consult
from tests.corpus.test_corpus import settle_vector
from tests.corpus.test_corpus_coverage import VECTORS, declares, has_jokers
from tests.support.house import house
from validator import RULESETS, MalformedRequest, MeldRules, Ruleset, SettlementRules, find_ruleset
from validator.errors import RulesetContradiction
from validator.rules.layers import number_range
from validator.rules.policies import LoserModel

pytestmark = pytest.mark.compiled

Json = dict[str, Any]
Field = tuple[str, str]
"""A ruleset's id, and the name of a field."""

Unseen = Callable[[Ruleset, Ruleset], bool]
"""Says of a ruleset and the changed one that no hand and no table tells them apart."""

LEAST = 4
"""Least limit of jokers or of cards that is tried where there is none."""
SUITS = 4


def knocks(ruleset: Ruleset, other: Ruleset) -> bool:
    return not declares(ruleset)


def nobody_knocks(ruleset: Ruleset, other: Ruleset) -> bool:
    return declares(ruleset)


def no_jokers(ruleset: Ruleset, other: Ruleset) -> bool:
    return not has_jokers(ruleset)


def no_group_of_printed_jokers(ruleset: Ruleset, other: Ruleset) -> bool:
    """Nothing becomes a meld that was none, though no natural is asked for."""
    melds = ruleset.melds
    few = melds.printed_jokers < melds.meld_min_cards
    return other.melds.min_naturals == 0 and (few or melds.jokers_to_declare is not None)


def no_set_so_large(ruleset: Ruleset, other: Ruleset) -> bool:
    """A set cannot have as many jokers as the changed ruleset allows, or more."""
    most, allowed = ruleset.melds.set_max_cards, other.melds.max_jokers_in_set
    return most is not None and allowed is not None and allowed >= most


def no_fifth_card(ruleset: Ruleset, other: Ruleset) -> bool:
    """One deck without jokers has four cards of a rank."""
    return no_jokers(ruleset, other) and (other.melds.set_max_cards or SUITS + 1) > SUITS


def pure_is_all(ruleset: Ruleset, other: Ruleset) -> bool:
    """With one pure sequence everything is there that is required."""
    one = ruleset.melds.min_sequences == ruleset.melds.min_pure_sequences == 1
    return one and other.settlement.loser_model is not LoserModel.DEADWOOD_ONLY


def deadwood_only(ruleset: Ruleset, other: Ruleset) -> bool:
    return ruleset.settlement.loser_model is LoserModel.DEADWOOD_ONLY


def two_play(ruleset: Ruleset, other: Ruleset) -> bool:
    return {players for players, _ in ruleset.melds.hand_size_by_players} == {2}


def not_told(ruleset: Ruleset, other: Ruleset) -> bool:
    """A table does not say how many turns were missed, or how many deals follow."""
    return True


def draws_not_told(ruleset: Ruleset, other: Ruleset) -> bool:
    """A table does not say how many cards were drawn, only that the limit was reached."""
    return ruleset.settlement.draw_limit is not None and other.settlement.draw_limit is not None


UNSEEN: dict[str, tuple[Unseen, ...]] = {
    "complete_hand_points": (knocks,),
    "deals_per_match": (not_told,),
    "draw_limit": (draws_not_told,),
    "gin_bonus": (nobody_knocks,),
    "gin_can_be_undercut": (nobody_knocks,),
    "lay_offs": (nobody_knocks,),
    "loser_model": (pure_is_all,),
    "max_jokers_in_sequence": (no_jokers,),
    "max_jokers_in_set": (no_jokers, no_set_so_large),
    "min_naturals": (no_jokers, no_group_of_printed_jokers),
    "missed_turns_for_middle_drop": (not_told,),
    "no_pure": (deadwood_only,),
    "set_max_cards": (no_fifth_card,),
    "undercut_bonus": (nobody_knocks,),
    "undercut_max_players": (nobody_knocks, two_play),
    "undercut_on_tie": (nobody_knocks,),
}
"""Fields whose changes a vector may be unable to show, and where that is so."""

TRIED = ("points-13", "octro-13", "ten-card-10", "knock-52", "gin-25")
"""Rulesets in which it is tried that what cannot be shown is not; one of each sort."""


def is_unseen(ruleset: Ruleset, other: Ruleset, name: str) -> bool:
    return any(unseen(ruleset, other) for unseen in UNSEEN.get(name, ()))


def other_values(layer: MeldRules | SettlementRules, name: str) -> Iterator[Any]:
    """Yield other values of a field."""
    value = getattr(layer, name)
    allowed = number_range(type(layer), name)
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, Enum):
        yield from (other for other in type(value) if other is not value)
    elif allowed is not None and isinstance(value, int):
        yield from (n for n in (value - 1, value + 1) if allowed[0] <= n <= allowed[1])
    elif allowed is not None and value is None:
        yield from {allowed[0], min(allowed[1], max(allowed[0], LEAST))}


def changed(ruleset: Ruleset, name: str) -> Iterator[Ruleset]:
    """Yield the ruleset with other values of one field, as far as they make sense."""
    layer = ruleset.melds if name in MeldRules.__dataclass_fields__ else ruleset.settlement
    for value in other_values(layer, name):
        try:
            yield replace(house(ruleset.id, **{name: value}), id=ruleset.id)
        except RulesetContradiction:
            continue


COST = {ask: place for place, ask in enumerate((Ask.CLASSIFY, Ask.SETTLE, Ask.JUDGE, Ask.BEST))}
"""The questions, the quickest to answer first."""


@cache
def cases_of(ruleset_id: str, *, groups: bool) -> list[Case]:
    """Return the cases of a ruleset, the quickest first, with or without those of single groups."""
    cases, _ = read_corpus(SHIPPED, find_ruleset(ruleset_id))
    asked = [case for case in cases if groups or case.question.ask is not Ask.CLASSIFY]
    return sorted(asked, key=lambda case: COST[case.question.ask])


def is_noticed(rules: Ruleset, name: str) -> bool:
    """Return whether an answer by these rules is not that of a vector of the ruleset so named."""
    for case in cases_of(rules.id, groups=name in MeldRules.__dataclass_fields__):
        if compare(case, consult(replace(case.question, ruleset=rules)).answer):
            return True
    settled = [vector for vector in VECTORS[rules.id] if "settled" in vector["expect"]]
    return any(match_winner(rules, v) != v["expect"].get("match_winner") for v in settled)


def match_winner(rules: Ruleset, vector: Json) -> str | None:
    try:
        return settle_vector(rules, vector).match_winner
    except MalformedRequest as refused:
        return json.dumps(str(refused))


NAMES = [
    field.name
    for layer in (MeldRules, SettlementRules)
    for field in fields(layer)
    if field.name != "hand_size_by_players"
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_another_value_of_a_field_fails_the_corpus(ruleset: Ruleset, name: str) -> None:
    for other in changed(ruleset, name):
        assert is_unseen(ruleset, other, name) or is_noticed(other, name), other


@pytest.mark.parametrize("name", sorted(UNSEEN))
@pytest.mark.parametrize("ruleset", TRIED)
def test_what_cannot_be_shown_is_not(ruleset: str, name: str) -> None:
    built_in = find_ruleset(ruleset)
    for other in changed(built_in, name):
        assert not (is_unseen(built_in, other, name) and is_noticed(other, name)), other
