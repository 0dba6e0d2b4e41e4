"""Reads requests: each `load_…` returns the question that the domain answers."""

from .batches import id_of, is_defaults, load_batch_request, load_defaults
from .declarations import load_validate_request
from .queries import VectorsQuery, load_vectors_query
from .situations import load_arrange_request
from .tables import load_settle_request

__all__ = [
    "VectorsQuery",
    "id_of",
    "is_defaults",
    "load_arrange_request",
    "load_batch_request",
    "load_defaults",
    "load_settle_request",
    "load_validate_request",
    "load_vectors_query",
]
