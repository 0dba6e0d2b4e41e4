"""The answer to a validate call, written slowly and plainly: the twin of `write_verdict`."""

from typing import Any, Final

from marshmallow import Schema, fields, post_dump

from schemas.responses.parts import arrangement_object, codes, identity, melds
from validator import Knock, Verdict, Violation


def _violation_object(violation: Violation) -> dict[str, Any]:
    """Return a violation as an object."""
    return {
        "code": violation.code.value,
        "group": violation.group,
        "cards": codes(violation.cards),
        "message": violation.message,
        "pointer": "/groups" if violation.group is None else f"/groups/{violation.group}",
    }


def _knock_object(knock: Knock | None) -> dict[str, Any] | None:
    """Return a knock as an object; None for none."""
    if knock is None:
        return None
    return {"deadwood_points": knock.deadwood_points, "limit": knock.limit, "gin": knock.gin}


class VerdictSchema(Schema):
    """The answer to a validate call; what speaks of a grouping is empty or null without one."""

    ruleset = fields.Function(lambda verdict: identity(verdict.deal.ruleset))
    valid = fields.Boolean()
    outcome = fields.Function(lambda verdict: verdict.outcome.value)
    penalty = fields.Integer()
    violations = fields.Function(lambda verdict: [_violation_object(v) for v in verdict.violations])
    groups = fields.Function(lambda verdict: melds(verdict.groups, verdict.deal))
    deadwood = fields.Function(
        lambda verdict: [] if verdict.grouped is None else codes(verdict.grouped.deadwood)
    )
    deadwood_points = fields.Function(
        lambda verdict: None if verdict.grouped is None else verdict.grouped.deadwood_points
    )
    points_as_grouped = fields.Integer()
    best = fields.Function(lambda verdict: arrangement_object(verdict.best, verdict.deal))
    knock = fields.Function(lambda verdict: _knock_object(verdict.knock))

    @post_dump
    def leave_out_knock(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Return the answer without ``knock`` where the ruleset has no knocking."""
        if data["knock"] is None:
            del data["knock"]
        return data


_VERDICT: Final = VerdictSchema()


def dump_plainly(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as the object that is sent."""
    document: dict[str, Any] = _VERDICT.dump(verdict)
    return document
