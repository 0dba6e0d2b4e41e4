"""The policies that a ruleset chooses from: names on the wire."""

from enum import StrEnum

import pytest

from tests.support.docstrings import undocumented
from validator.rules import policies


@pytest.mark.parametrize(
    ("policy", "values"),
    [
        (policies.WildScope, "rank rank_and_colour none"),
        (policies.PrintedJokerUp, "aces none"),
        (policies.Ace, "low low_or_high"),
        (policies.GoesOutBy, "declaring knocking"),
        (
            policies.LoserModel,
            "pure_unlocks_all lives_cascade two_lives_or_full deadwood_only",
        ),
        (policies.NoPure, "capped_sum flat"),
        (policies.LoserArrangement, "best as_grouped"),
        (policies.WrongDeclaration, "penalised rejected"),
        (policies.StockExhausted, "reshuffle washout"),
        (policies.LayOffs, "none unless_gin"),
        (policies.MatchWonBy, "lowest_total first_to_target last_not_eliminated most_chips"),
    ],
)
def test_a_policy_has_these_choices(policy: type[StrEnum], values: str) -> None:
    assert [choice.value for choice in policy] == values.split()


def test_every_choice_is_documented() -> None:
    assert undocumented(policies) == []
