"""Inflating gzip (RFC 1952) piece by piece: what is held in memory does not grow with the data.

A kilobyte can hold a megabyte, so the reader decides after each piece whether it wants another.
"""

import zlib
from collections.abc import Iterable, Iterator
from typing import Final

PIECE_BYTES: Final = 65_536
"""Most bytes that are inflated at once."""

_GZIP: Final = 16 + zlib.MAX_WBITS
_FIRST_BYTE: Final = 0x1F


class InflationError(ValueError):
    """Says in one sentence why data are no gzip; nothing of them is repeated."""


def inflate(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yields what gzip data hold, in pieces of at most `PIECE_BYTES`; members are joined.

    >>> import gzip
    >>> b"".join(inflate([gzip.compress(b"5H "), gzip.compress(b"6H")]))
    b'5H 6H'

    :raises InflationError: when they are corrupt, end early, or something else follows them.
    """
    member = None
    for chunk in chunks:
        rest = chunk
        while rest:
            if member is None or member.eof:
                _check_start(rest[0], is_first=member is None)
                member = zlib.decompressobj(_GZIP)
            try:
                piece = member.decompress(rest, PIECE_BYTES)
            except zlib.error as error:
                raise InflationError("The body is corrupt gzip data.") from error
            if piece:
                yield piece
            rest = member.unused_data if member.eof else member.unconsumed_tail
    if member is None or not member.eof:
        raise InflationError("The body ends before its gzip data do.")


def _check_start(byte: int, *, is_first: bool) -> None:
    if byte != _FIRST_BYTE:
        raise InflationError(
            "The body is no gzip data." if is_first else "The body goes on after its gzip data."
        )
