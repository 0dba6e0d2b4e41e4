"""`Verdict`: the answer to one declaration."""

from dataclasses import dataclass
from enum import StrEnum

from .._compiled import fast_frozen
from ..deals import Deal
from ..melds import Meld
from ..scoring import Arrangement
from .violations import Violation


class Outcome(StrEnum):
    """What becomes of a declaration."""

    VALID = "valid"
    """It stands."""
    WRONG_DECLARATION = "wrong_declaration"
    """It breaks a rule, and costs the wrong-declaration points."""
    REJECTED = "rejected"
    """It breaks a rule, and the ruleset refuses it without a charge."""
    NOT_DECLARED = "not_declared"
    """No grouping was proposed."""


@dataclass(frozen=True, slots=True)
class Knock:
    """A knock, as grouped; of the best arrangement when no grouping was proposed."""

    deadwood_points: int
    """Points of the cards outside the melds."""
    limit: int
    """The most that a knock may leave."""
    gin: bool
    """Whether no card is outside the melds."""


@fast_frozen
class Verdict:
    """The answer to one declaration."""

    deal: Deal
    """The ruleset by which it was judged, and the wild cards."""
    valid: bool
    """Whether the grouping is a legal declaration; in knock rulesets, a legal knock."""
    outcome: Outcome
    """What becomes of it."""
    penalty: int
    """Points charged for this call; without a grouping, what the best arrangement costs."""
    violations: tuple[Violation, ...]
    """Every rule broken: by group in the caller's order, then by the declaration as a whole."""
    groups: tuple[Meld, ...]
    """The groups as read, in the caller's order; empty without a grouping."""
    grouped: Arrangement | None
    """The hand as grouped, groups that are no meld counted as deadwood; None without a grouping."""
    points_as_grouped: int | None
    """What the grouping would cost a loser; None without one. Never less than the best does."""
    best: Arrangement
    """The best arrangement of the hand."""
    knock: Knock | None
    """The knock, in knock rulesets only."""
