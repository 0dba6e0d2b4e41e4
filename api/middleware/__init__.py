"""Face of this folder."""

from .lifecycle import note_batch, note_ruleset
from .negotiation import produces

__all__ = ["note_batch", "note_ruleset", "produces"]
