"""Draws that come out the same on every machine and under every version of Python.

The generator is SplitMix64 (Steele, Lea and Flood, 2014): a counter that goes up by the golden
ratio, and a mix of its bits. What is drawn is the API of the vectors, so nothing here changes
without `VECTORS_VERSION`; Python's own `random` promises less for its shuffles.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, TypeVar

_WORD: Final = (1 << 64) - 1
_GOLDEN: Final = 0x9E3779B97F4A7C15

Item = TypeVar("Item")


class SeededDraws:
    """A stream of draws that a text decides.

    >>> draws = SeededDraws("points-13/random/1/0")
    >>> [draws.below(13) for _ in range(6)]
    [8, 11, 8, 7, 12, 1]
    """

    def __init__(self, seed: str) -> None:
        self._state = int.from_bytes(sha256(seed.encode()).digest()[:8], "big")

    def word(self) -> int:
        """Return a number of 64 bits."""
        self._state = (self._state + _GOLDEN) & _WORD
        mixed = self._state
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 & _WORD
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & _WORD
        return mixed ^ (mixed >> 31)

    def below(self, limit: int) -> int:
        """Return a number from 0 up to but not including `limit`, each as likely as the others."""
        fair = _WORD + 1 - (_WORD + 1) % limit
        while (word := self.word()) >= fair:
            pass  # these would make the low numbers more likely
        return word % limit

    def between(self, least: int, most: int) -> int:
        """Return a number from `least` to `most`, both included."""
        return least + self.below(most - least + 1)

    def happens(self, times: int, of: int) -> bool:
        """Return True `times` in `of` times."""
        return self.below(of) < times

    def one(self, items: Sequence[Item]) -> Item:
        """Return one of these items."""
        return items[self.below(len(items))]

    def some(self, items: Sequence[Item], count: int) -> list[Item]:
        """Return `count` of these items, each place at most once, in random order."""
        left = list(items)
        for place in range(count):
            other = place + self.below(len(left) - place)
            left[place], left[other] = left[other], left[place]
        return left[:count]
