"""Judges rummy declarations exactly: validity, the best arrangement, the penalty.

Everything that `validator` offers, under the name of the distribution. The command line is
`rummy_referee.cli`.

>>> from rummy_referee import judge
>>> judge("2H 3H 4H 5S 6S 7S KC KD KH 9C", "knock-52").penalty
9
"""

from importlib.metadata import PackageNotFoundError, version

# A list of these names stands in `validator` already, and everything in it is meant.
from validator import *  # noqa: F403
from validator import __all__ as _judging

try:
    __version__ = version("rummy-referee")
    """The version of the distribution."""
except PackageNotFoundError:
    # A checkout that nobody has installed.
    __version__ = "0+checkout"

__all__ = [*_judging, "__version__"]
