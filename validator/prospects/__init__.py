"""Face of this folder."""

from .prospects import CompletingCard, DiscardChoice, Prospects, find_prospects

__all__ = ["CompletingCard", "DiscardChoice", "Prospects", "find_prospects"]
