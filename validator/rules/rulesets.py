"""`Ruleset`: a dialect of rummy as frozen data, in two layers.

`MeldRules` is all that the search for an arrangement needs; `SettlementRules` is arithmetic on its
result. Nothing has a default: a dialect states every field, so that the difference between two
dialects is the difference between two literals (`validator.rules.dialects`). The numbers allowed in
a field stand in its metadata; rulings (R1, R2 …) are listed in docs/rulings.md.
"""

import dataclasses
import hashlib
import json
from dataclasses import dataclass, field

from ..errors import Contradiction, RulesetContradiction
from .contradictions import find_contradictions
from .layers import MeldRules, SettlementRules

_MAX_VERSION = 999_999
"""Greatest version of a ruleset."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """A dialect: identity, provenance and its two layers of rules.

    :raises RulesetContradiction: when fields contradict each other; it names all of them.
    """

    id: str
    """Name in requests: lower-case letters, digits and hyphens."""
    version: int
    """Raised whenever a field changes."""
    title: str
    """One line for people."""
    source: str
    """Where the rules are published."""
    rulings: tuple[str, ...]
    """Ids of the rulings that decide where the source is silent; docs/rulings.md has the texts."""
    melds: MeldRules
    """The layer that the search needs."""
    settlement: SettlementRules
    """The layer of points."""

    def __hash__(self) -> int:
        """Return a hash of the id and of what is judged; that of every field would be slow."""
        return hash((self.id, self.digest))

    digest: str = field(init=False)
    """``sha256:`` and the hash of every rule field: equal rules, equal digest.

    Hashed is the JSON object of both layers' fields, keys sorted, without blanks."""

    def __post_init__(self) -> None:
        found = [*find_contradictions(self.melds, self.settlement)]
        if not 1 <= self.version <= _MAX_VERSION:
            text = f"version lies between 1 and {_MAX_VERSION}"
            found.insert(0, Contradiction(("version",), text))
        if found:
            raise RulesetContradiction(found)
        fields = {**dataclasses.asdict(self.melds), **dataclasses.asdict(self.settlement)}
        text = json.dumps(fields, sort_keys=True, separators=(",", ":"))
        digest = f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"
        object.__setattr__(self, "digest", digest)  # the one way to set a field of a frozen class
