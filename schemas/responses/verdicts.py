"""The answer to a validate call as an object.

Cards, melds and violations are plain functions of the verdict: a nested schema for every meld
would cost more than judging the hand.
"""

from typing import Any, Final

from marshmallow import Schema, fields, post_dump

from validator import Verdict

from .parts import arrangement_object, codes, identity, knock_object, melds, violation_object


class VerdictSchema(Schema):
    """The answer to a validate call; what speaks of a grouping is empty or null without one."""

    ruleset = fields.Function(lambda verdict: identity(verdict.deal.ruleset))
    valid = fields.Boolean()
    outcome = fields.Function(lambda verdict: verdict.outcome.value)
    penalty = fields.Integer()
    violations = fields.Function(lambda verdict: [violation_object(v) for v in verdict.violations])
    groups = fields.Function(lambda verdict: melds(verdict.groups, verdict.deal))
    deadwood = fields.Function(
        lambda verdict: [] if verdict.grouped is None else codes(verdict.grouped.deadwood)
    )
    deadwood_points = fields.Function(
        lambda verdict: None if verdict.grouped is None else verdict.grouped.deadwood_points
    )
    points_as_grouped = fields.Integer()
    best = fields.Function(lambda verdict: arrangement_object(verdict.best, verdict.deal))
    knock = fields.Function(lambda verdict: knock_object(verdict.knock))

    @post_dump
    def leave_out_knock(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Return the answer without ``knock`` where the ruleset has no knocking."""
        if data["knock"] is None:
            del data["knock"]
        return data


_VERDICT: Final = VerdictSchema()


def dump_verdict(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as the object that is sent."""
    document: dict[str, Any] = _VERDICT.dump(verdict)
    return document
