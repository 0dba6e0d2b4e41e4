"""What happens around every request, and what a view says of itself to it."""

from .lifecycle import note_batch, note_ruleset
from .negotiation import produces

__all__ = ["note_batch", "note_ruleset", "produces"]
