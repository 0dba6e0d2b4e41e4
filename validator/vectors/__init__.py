"""Made hands with their answers, to hold a client's rules against."""

from .hands import VectorKind
from .vectors import LAST_SEED, MOST_VECTORS, VECTORS_VERSION, Vector, make_vector, make_vectors

__all__ = [
    "LAST_SEED",
    "MOST_VECTORS",
    "VECTORS_VERSION",
    "Vector",
    "VectorKind",
    "make_vector",
    "make_vectors",
]
