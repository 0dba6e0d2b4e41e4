"""`Clash`: a combination of fields that no ruleset may have, as a row of a table."""

from collections.abc import Callable
from dataclasses import dataclass

from ..errors import Contradiction
from .layers import MeldRules, SettlementRules


@dataclass(frozen=True, slots=True)
class Clash:
    """A rule about rulesets: fields that cannot be true together."""

    name: str
    """Name of the rule, which tests cite."""
    fields: tuple[str, ...]
    """The fields concerned, the one to blame first."""
    is_broken: Callable[[MeldRules, SettlementRules], bool]
    """Whether these two layers break the rule."""
    detail: str | Callable[[MeldRules], str]
    """The sentence that says what is wrong; a function where it quotes a number of the ruleset."""

    def contradiction(self, melds: MeldRules) -> Contradiction:
        """Return the contradiction to report for rules that break this one."""
        detail = self.detail if isinstance(self.detail, str) else self.detail(melds)
        return Contradiction(self.fields, detail)
