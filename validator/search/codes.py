"""Written for speed: reads hands written in codes, and answers many of them in one call."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from ..cards import KIND_BY_NOTATION

try:
    import cython
except ImportError:
    from .._compiled import shim as cython

if not cython.compiled:
    from .explorer import Explorer
    from .packing import *

_BLANK = ord(" ")
_LINE_END = ord("\n")
_0 = ord("0")
_1 = ord("1")
_T = ord("T")
_pairs = {
    code: kind for code, kind in KIND_BY_NOTATION.items() if len(code) == 2 and code.isascii()
}
_kind_of_pair = array(
    "b", [_pairs.get(chr(pair // ASCII) + chr(pair % ASCII), -1) for pair in range(ASCII**2)]
)
"""The kind of a code of two ASCII characters, -1 for none."""


def take_codes(explorer: Explorer, codes: Sequence[object]) -> int:
    """Put a hand into `counts` and return its size, or -1 when it is no hand of the deal."""
    for kind in range(KINDS):
        explorer.counts[kind] = 0
    size = 0
    for code in codes:
        kind = _kind_of_code(code) if isinstance(code, str) else -1
        if kind < 0 or explorer.counts[kind] == explorer.tables.copies[kind] or size == PLACES:
            return -1
        explorer.counts[kind] += 1
        size += 1
    return size


def _kind_of_code(code: str) -> int:
    """Return the kind that a code names in any notation, -1 for none."""
    kind = -1
    size = len(code)
    if size == 2:
        first = ord(code[0])
        second = ord(code[1])
        if first < ASCII and second < ASCII:
            kind = _kind_of_pair[first * ASCII + second]
    elif size == 3 and code[0] == "1" and code[1] == "0" and ord(code[2]) < ASCII:
        kind = _kind_of_pair[_T * ASCII + ord(code[2])]
    return kind if kind >= 0 else KIND_BY_NOTATION.get(code, -1)


def find_lines(text: bytes, lines: array[int]) -> None:
    """Write down where each line of the text begins, and where the next one would."""
    line = 0
    for place in range(len(text)):
        # Written at every character, so that nothing has to be guessed.
        lines[line + 1] = place + 1
        line += text[place] == _LINE_END


def sort_by_deal(deal_of: array[int], firsts: array[int], order: array[int]) -> None:
    """Write the numbers of the hands into `order`, deal by deal.

    `firsts` then tells where each deal begins, and where the next one would; it is zero before,
    and has one place more than that.
    """
    for number in range(len(deal_of)):
        firsts[deal_of[number] + 2] += 1
    for deal in range(1, len(firsts)):
        firsts[deal] += firsts[deal - 1]
    for number in range(len(deal_of)):
        place = firsts[deal_of[number] + 1]
        order[place] = number
        firsts[deal_of[number] + 1] = place + 1


def work(
    explorer: Explorer,
    text: bytes,
    lines: array[int],
    order: array[int],
    start: int,
    end: int,
    kinds: array[int],
    sizes: array[int],
    answers: array[int],
) -> int:
    """Find the best arrangements of the lines that `order` names from `start` to `end`.

    They are hands of the deal attached. `lines` tells where each line begins in `text`, and
    where the next would. Written down, as of `validator.bulk.Arrangements`, are the cards,
    their number and the answer; 0 for the number where a closer look is needed. Returned is
    how many need none.
    """
    with cython.nogil:
        return _work(explorer, text, lines, order, start, end, kinds, sizes, answers)


def _work(
    explorer: Explorer,
    text: bytes,
    lines: array[int],
    order: array[int],
    start: int,
    end: int,
    kinds: array[int],
    sizes: array[int],
    answers: array[int],
) -> int:
    plain = 0
    for step in range(start, end):
        number = order[step]
        size = _take_line(explorer, text, lines[number], lines[number + 1] - 1, kinds, number)
        if size < 1 or not explorer.tables.is_hand_size(size):
            sizes[number] = 0
            continue
        sizes[number] = size
        plain += 1
        explorer.search(-1, 0 if explorer.tables.hand_sizes >> size & 1 else 1)
        place = number * ANSWER
        answers[place] = explorer.key
        answers[place + 1] = explorer.aside
        answers[place + 2] = explorer.best_spare
        answers[place + 3] = explorer.best_count
        for meld in range(explorer.best_count):
            answers[place + 4 + meld] = (
                explorer.best_placed[meld] * POINT + explorer.best_rooms[meld]
            )
    return plain


def _take_line(
    explorer: Explorer, text: bytes, place: int, end: int, kinds: array[int], number: int
) -> int:
    """Do as `take_codes`, of codes in ASCII separated by single blanks; write `kinds` down."""
    for kind in range(KINDS):
        explorer.counts[kind] = 0
    size = 0
    while place < end:
        letter = text[place]
        following = text[place + 1] if place + 1 < end else _BLANK
        place += 2
        if letter == _1 and following == _0:
            letter = _T
            following = text[place] if place < end else _BLANK
            place += 1
        if letter >= ASCII or following >= ASCII:
            return -1
        kind = _kind_of_pair[letter * ASCII + following]
        if kind < 0:
            return -1
        if explorer.counts[kind] == explorer.tables.copies[kind] or size == PLACES:
            return -1
        if place < end and text[place] != _BLANK:
            return -1
        place += 1
        explorer.counts[kind] += 1
        kinds[number * PLACES + size] = kind
        size += 1
    return size


def recall(
    explorer: Explorer, kinds: array[int], sizes: array[int], answers: array[int], number: int
) -> None:
    """Take a hand and its answer as they were written down, for `lay_out`."""
    _read_back(explorer, kinds, sizes[number], number)
    place = number * ANSWER
    explorer.key = answers[place]
    explorer.aside = answers[place + 1]
    explorer.best_spare = answers[place + 2]
    explorer.best_count = answers[place + 3]
    for meld in range(explorer.best_count):
        explorer.best_placed[meld] = answers[place + 4 + meld] // POINT
        explorer.best_rooms[meld] = answers[place + 4 + meld] % POINT


def _read_back(explorer: Explorer, kinds: array[int], size: int, number: int) -> None:
    for kind in range(KINDS):
        explorer.counts[kind] = 0
    for place in range(number * PLACES, number * PLACES + size):
        explorer.counts[kinds[place]] += 1
