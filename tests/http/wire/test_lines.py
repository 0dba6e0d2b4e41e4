"""Lines out of chunks, whatever the chunks are."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.http.ndjson import Line, read_lines

LONGEST = 8


def lines_of(*chunks: bytes) -> list[Line]:
    return [line for lines in read_lines(chunks, LONGEST) for line in lines]


@pytest.mark.parametrize(
    ("chunks", "lines"),
    [
        ([], []),
        ([b""], []),
        ([b"a\n"], [b"a"]),
        ([b"a"], [b"a"]),
        ([b"a\nb"], [b"a", b"b"]),
        ([b"a", b"b\nc", b"d"], [b"ab", b"cd"]),
        ([b"a\n", b"\n\n", b"b\n"], [b"a", b"", b"", b"b"]),
        ([b"12345678\n"], [b"12345678"]),
        ([b"123456789\na"], [None, b"a"]),
        ([b"1234", b"5678", b"9\na\n"], [None, b"a"]),
        ([b"1234", b"56789", b"", b"0\n"], [None]),
        ([b"a\n1234", b"56789"], [b"a", None]),
        ([b"a\n123456789\nb\n123456789"], [b"a", None, b"b", None]),
    ],
)
def test_a_line_ends_with_its_end_or_with_the_body(chunks: list[bytes], lines: list[Line]) -> None:
    assert lines_of(*chunks) == lines


def test_lines_come_with_the_chunk_that_ends_them() -> None:
    found = read_lines(iter([b"a\nb", b"c", b"\n"]), LONGEST)
    assert [next(found), next(found), next(found)] == [[b"a"], [], [b"bc"]]


@given(st.binary(max_size=60), st.lists(st.integers(0, 60)))
def test_where_the_chunks_end_does_not_matter(body: bytes, cuts: list[int]) -> None:
    places = [0, *sorted(cut for cut in cuts if cut < len(body)), len(body)]
    chunks = [body[start:end] for start, end in pairwise(places)]
    *ended, last = body.split(b"\n")
    expected = [*ended, *([last] if last else [])]
    assert lines_of(*chunks) == [line if len(line) <= LONGEST else None for line in expected]
