"""Writes a verdict as the JSON text that is sent. Written for speed.

Making an object of a verdict and writing that takes three times as long. Members of enumerations
are written by their values: formatting one runs Python code of its class. The same shape, written
slowly and plainly, is `tests/support/verdict_schema.py`.
"""

import json
from json.encoder import encode_basestring
from typing import Any, Final

from validator import Arrangement, Card, Deal, Kind, Knock, Meld, Verdict, Violation

_KINDS: Final = 53
_CODES: Final = tuple(f'"{Card(Kind(number))}"' for number in range(_KINDS))
"""The code of every card as a JSON string, indexed by its kind."""

_CONSTANTS: Final = {True: "true", False: "false"}


def dump_verdict(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as an object, for answers of which it is a part."""
    document: dict[str, Any] = json.loads(write_verdict(verdict))
    return document


def write_verdict(verdict: Verdict, id_text: str | None = None) -> str:
    """Return a verdict as the JSON object that is sent, without blanks.

    In a batch it starts with the `id` of the request, which is given as JSON text.

    >>> from validator import judge
    >>> write_verdict(judge("2H 3H 4H 5S 6S 7S KC KD KH 9C", "knock-52"))[-53:]
    '"knock":{"deadwood_points":9,"limit":10,"gin":false}}'
    """
    deal, grouped = verdict.deal, verdict.grouped
    # Most groupings are the best arrangement too: the same objects, so the same text.
    left = _codes(verdict.best.deadwood)
    if grouped is None:
        deadwood, deadwood_points = "", "null"
    else:
        is_same = grouped.deadwood is verdict.best.deadwood
        deadwood = left if is_same else _codes(grouped.deadwood)
        deadwood_points = str(grouped.deadwood_points)
    as_grouped = "null" if verdict.points_as_grouped is None else verdict.points_as_grouped
    # By identity: hashing a meld, card by card, takes longer than writing it.
    melds = {id(meld): _meld(meld, deal) for meld in verdict.best.melds}
    groups = [melds.get(id(meld)) or _meld(meld, deal) for meld in verdict.groups]
    start = "" if id_text is None else f'"id":{id_text},'
    return (
        f'{{{start}"ruleset":{{"id":"{deal.ruleset.id}","version":{deal.ruleset.version}'
        f',"digest":"{deal.ruleset.digest}"}}'
        f',"valid":{_CONSTANTS[verdict.valid]}'
        f',"outcome":"{verdict.outcome._value_}"'
        f',"penalty":{verdict.penalty}'
        f',"violations":[{",".join([_violation(found) for found in verdict.violations])}]'
        f',"groups":[{",".join(groups)}]'
        f',"deadwood":[{deadwood}]'
        f',"deadwood_points":{deadwood_points}'
        f',"points_as_grouped":{as_grouped}'
        f',"best":{_best(verdict.best, [melds[id(meld)] for meld in verdict.best.melds], left)}'
        f"{_knock(verdict.knock)}}}"
    )


def _best(best: Arrangement, melds: list[str], deadwood: str) -> str:
    discard = "null" if best.discard is None else _CODES[best.discard.kind]
    return (
        f'{{"declarable":{_CONSTANTS[best.declarable]}'
        f',"penalty":{best.penalty}'
        f',"discard":{discard}'
        f',"melds":[{",".join(melds)}]'
        f',"deadwood":[{deadwood}]'
        f',"deadwood_points":{best.deadwood_points}}}'
    )


def _meld(meld: Meld, deal: Deal) -> str:
    codes = _codes(meld.cards)
    stands_for = codes if meld.stands_for is meld.cards else _codes(meld.stands_for)
    return (
        f'{{"cards":[{codes}],"as":[{stands_for}],"kind":"{meld.kind._value_}"'
        f',"points":{deal.sum_points(meld.cards)}}}'
    )


def _violation(violation: Violation) -> str:
    group, place = (
        ("null", "") if violation.group is None else (violation.group, f"/{violation.group}")
    )
    return (
        f'{{"code":"{violation.code._value_}","group":{group},"cards":[{_codes(violation.cards)}]'
        f',"message":{encode_basestring(violation.message)},"pointer":"/groups{place}"}}'
    )


def _knock(knock: Knock | None) -> str:
    if knock is None:
        return ""
    return (
        f',"knock":{{"deadwood_points":{knock.deadwood_points},"limit":{knock.limit}'
        f',"gin":{_CONSTANTS[knock.gin]}}}'
    )


def _codes(cards: tuple[Card, ...]) -> str:
    codes = []
    for card in cards:
        kind = card.kind  # a C integer where this is compiled
        codes.append(_CODES[kind])
    return ",".join(codes)
