"""What may become of a hand: discards, alternatives, distance, completing cards."""

from .prospects import CompletingCard, DiscardChoice, Prospects, find_prospects

__all__ = ["CompletingCard", "DiscardChoice", "Prospects", "find_prospects"]
