"""What the corpus shows, ruleset by ruleset: each rule where it bites, and where it nearly does.

Which violations, rulings and flags concern a ruleset is read off its fields here, by the rules
page, and not off the judge. A vector shows a rule from the other side when `near` names its flag.
"""

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

import pytest

from validator import RULESETS, Ruleset
from validator.rules.policies import Ace, GoesOutBy, LoserModel, WildScope

Json = dict[str, Any]
Bites = Callable[[Ruleset], bool]

ROOT = Path(__file__).parent.parent / "vectors"
FLAGS: Json = json.loads((ROOT / "flags.json").read_text(encoding="utf-8"))
VECTORS: dict[str, list[Json]] = {
    ruleset.id: [
        vector
        for path in sorted((ROOT / ruleset.id).glob("*.json"))
        for vector in json.loads(path.read_text(encoding="utf-8"))["vectors"]
    ]
    for ruleset in RULESETS
}
_RANKS: Final = 14
"""Places in a sequence with the ace at both ends."""


def declares(ruleset: Ruleset) -> bool:
    """Return whether one goes out by declaring a whole hand."""
    return ruleset.settlement.goes_out_by is GoesOutBy.DECLARING


def has_copies(ruleset: Ruleset) -> bool:
    """Return whether a card may be held twice."""
    return ruleset.melds.decks > 1


def has_wilds(ruleset: Ruleset) -> bool:
    """Return whether a card is turned up that makes others wild."""
    return ruleset.melds.wild_scope is not WildScope.NONE


def has_jokers(ruleset: Ruleset) -> bool:
    """Return whether a card may stand for another."""
    return ruleset.melds.printed_jokers > 0 or has_wilds(ruleset)


def has_limit_of_jokers(ruleset: Ruleset) -> bool:
    """Return whether a meld may have too many jokers: by a limit, or for want of ranks."""
    melds = ruleset.melds
    limited = melds.max_jokers_in_sequence is not None or melds.max_jokers_in_set is not None
    return limited or (has_jokers(ruleset) and max(melds.hand_sizes) > _RANKS)


def has_joker_limit_by_naturals(ruleset: Ruleset) -> bool:
    """Return whether printed jokers alone have the size of a meld, and are none."""
    melds = ruleset.melds
    allowed = melds.min_naturals == 0 or melds.jokers_to_declare or melds.tunnelas_to_declare
    return melds.printed_jokers >= melds.meld_min_cards and not allowed


def counts_whole_hands(ruleset: Ruleset) -> bool:
    """Return whether a hand without a pure sequence counts whole."""
    return ruleset.settlement.loser_model is not LoserModel.DEADWOOD_ONLY


def needs_two(ruleset: Ruleset) -> bool:
    """Return whether one sequence is not enough."""
    return ruleset.melds.min_sequences > 1


def always(ruleset: Ruleset) -> bool:
    """Return true: the rule is in every ruleset."""
    return True


CODES: dict[str, Bites] = {
    "group_too_small": always,
    "mixed_ranks_and_suits": always,
    "sequence_has_gap": always,
    "sequence_wraps_ace": always,
    "set_too_large": lambda r: (
        r.melds.set_max_cards is not None and (has_copies(r) or has_jokers(r))
    ),
    "duplicate_suit_in_set": has_copies,
    "duplicate_rank_in_sequence": has_copies,
    "too_many_jokers": has_limit_of_jokers,
    "no_natural_card": has_joker_limit_by_naturals,
    "no_pure_sequence": lambda r: r.melds.min_pure_sequences > 0,
    "too_few_sequences": lambda r: r.melds.min_sequences > 0,
    "long_sequence_missing": lambda r: r.melds.long_sequence_cards is not None,
    "card_left_out": declares,
    "knock_above_limit": lambda r: r.settlement.knock_limit is not None,
}
"""For each violation, the rulesets in which a group or a declaration can have it."""

RULES: dict[str, Bites] = {
    "ace-high": lambda r: r.melds.ace is Ace.LOW_OR_HIGH,
    "ace-low": lambda r: r.melds.ace is Ace.LOW,
    "cap": lambda r: r.settlement.cap == 80,
    "cap-60": lambda r: r.settlement.cap == 60,
    "cap-120": lambda r: r.settlement.cap == 120,
    "complete-loser": declares,
    "copies": always,
    "discard-choice": always,
    "duplicate-suit": has_copies,
    "gin": lambda r: r.settlement.gin_bonus > 0,
    "joker-at-end": has_jokers,
    "joker-in-gap": has_jokers,
    "joker-reading": has_jokers,
    "long-run": always,
    "neighbour-wilds": lambda r: r.melds.neighbour_wilds,
    "one-natural-two-jokers": has_jokers,
    "printed-joker-up": has_wilds,
    "second-sequence-missing": needs_two,
    "set-of-five": lambda r: has_copies(r) or has_jokers(r),
    "split-long-run": needs_two,
    "two-aces": has_copies,
    "tunnela": lambda r: r.melds.identical_triplet,
    "whole-hand-without-pure": counts_whole_hands,
    "wild-at-face-value": has_wilds,
    "wild-scope": has_wilds,
    "zero-point-leftover": has_jokers,
}
"""For each flag of a rule that fields decide, the rulesets in which it bites."""

ONE_SIDED = {
    "ace-ends": "has both ends and the middle itself",
    "all-violations": "is about the list of faults, not about a rule",
    "as-grouped": "holds of every grouping",
    "card-points": "holds of every card",
    "counts": "holds of every hand",
    "knock-limit": "has both sides of the limit itself",
    "loser-points": "holds of every losing hand",
    "many-jokers": "is about the work of a search",
    "near-miss": "is the other side itself",
    "notation": "has accepted and refused cards in notation.json",
    "order": "holds of every group",
    "refused": "has every other vector on the other side",
    "regression": "names hands, not a rule",
    "spelling": "has accepted and refused cards in notation.json",
}
"""Flags of which nothing is near by, and why."""

NOT_ASKED = {
    "R28": "no question asks for other arrangements",
    "R29": "no question asks for the distance",
    "R30": "no question asks for the distance",
    "R31": "no question asks for completing cards",
    "R32": "is about house rules, and the corpus has built-in rulesets",
    "R36": "a deal does not know how many follow it",
}
"""Rulings that no vector can show, and why. docs/rulings.md says where they are tested."""


def flags_in(ruleset: str, name: str) -> set[str]:
    """Return the flags that vectors of a ruleset have, under ``flags`` or ``near``."""
    return {flag for vector in VECTORS[ruleset] for flag in vector.get(name, ())}


def codes_in(vector: Json) -> set[str]:
    """Return the violations that a vector expects."""
    return {found["code"] for found in vector["expect"].get("violations", ())}


def flag_of(code: str) -> str:
    """Return the flag of a violation."""
    return f"code-{code.replace('_', '-')}"


def is_two_sided(flag: str) -> bool:
    """Return whether a flag names a rule that may nearly apply."""
    return "effect" in FLAGS[flag] and flag not in ONE_SIDED


def wanted_flags(ruleset: Ruleset) -> set[str]:
    """Return the flags that have to be shown in a ruleset: its rules, and its rulings."""
    rules = {flag for flag, bites in RULES.items() if bites(ruleset)}
    return rules | {number.lower() for number in ruleset.rulings if number not in NOT_ASKED}


def each(pairs: Iterable[tuple[str, str]]) -> pytest.MarkDecorator:
    """Return the parametrisation over pairs of a ruleset and a code or flag."""
    cases = [pytest.param(*pair, id="/".join(pair)) for pair in sorted(pairs)]
    return pytest.mark.parametrize(("ruleset", "name"), cases)


PAIRS = {(r.id, code) for r in RULESETS for code, bites in CODES.items() if bites(r)}
"""Every ruleset with every violation that it knows."""
SHOWN = {(ruleset, code) for ruleset in VECTORS for v in VECTORS[ruleset] for code in codes_in(v)}
WANTED = {(ruleset.id, flag) for ruleset in RULESETS for flag in wanted_flags(ruleset)}
TWO_SIDED = {
    (ruleset.id, flag)
    for ruleset in RULESETS
    for flag in wanted_flags(ruleset) | flags_in(ruleset.id, "flags")
    if is_two_sided(flag)
}


@each(PAIRS)
def test_a_violation_is_raised(ruleset: str, name: str) -> None:
    assert (ruleset, name) in SHOWN


@each(PAIRS)
def test_a_violation_is_nearly_raised(ruleset: str, name: str) -> None:
    near = [v for v in VECTORS[ruleset] if flag_of(name) in v.get("near", ())]
    assert near
    assert not any(name in codes_in(vector) for vector in near)


def test_no_violation_is_raised_where_it_cannot_be() -> None:
    assert SHOWN == PAIRS


@each(WANTED)
def test_a_rule_is_shown_where_it_bites(ruleset: str, name: str) -> None:
    assert name in flags_in(ruleset, "flags")


@each(TWO_SIDED)
def test_a_rule_has_a_vector_where_it_nearly_bites(ruleset: str, name: str) -> None:
    assert name in flags_in(ruleset, "near")


def test_every_ruling_has_a_vector_or_a_reason() -> None:
    page = (ROOT.parent.parent / "docs" / "rulings.md").read_text(encoding="utf-8")
    written = set(re.findall(r"^\| (R\d+) \|", page, re.MULTILINE))
    shown = {flag.upper() for flag in FLAGS if re.fullmatch(r"r\d+", flag)}
    assert shown | NOT_ASKED.keys() == written
    assert shown.isdisjoint(NOT_ASKED)


def test_exceptions_are_needed() -> None:
    near = {flag for ruleset in VECTORS for flag in flags_in(ruleset, "near")}
    assert near.isdisjoint(ONE_SIDED)
    assert set(ONE_SIDED) <= set(FLAGS)
