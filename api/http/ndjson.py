"""The lines of a body that comes in chunks, however long it is."""

from collections.abc import Iterable, Iterator

Line = bytes | None
"""A line without its end; None in place of one that is too long, of which nothing is kept."""


def read_lines(chunks: Iterable[bytes], longest: int) -> Iterator[list[Line]]:
    """Yields the lines that end in each chunk, which may be none; the last needs no end.

    Held are one chunk and at most `longest` bytes of a line that goes on.

    >>> list(read_lines([b"5H 6H", b" 7H\\n9S\\n", b"4C"], 8))
    [[], [b'5H 6H 7H', b'9S'], [], [b'4C']]
    >>> list(read_lines([b"5H 6H", b" 7H\\n9S\\n"], 4))
    [[], [None, b'9S']]
    """
    rest: Line = b""
    for chunk in chunks:
        *ended, after = chunk.split(b"\n")
        lines: list[Line] = []
        if ended:
            lines = [_joined(rest, ended[0], longest)]
            lines += [line if len(line) <= longest else None for line in ended[1:]]
            rest = b""
        rest = _joined(rest, after, longest)
        yield lines
    if rest != b"":
        yield [rest]


def _joined(start: Line, more: bytes, longest: int) -> Line:
    return None if start is None or len(start) + len(more) > longest else start + more
