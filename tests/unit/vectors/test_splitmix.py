"""Draws come out the same everywhere."""

from collections import Counter
from hashlib import sha256

import pytest

from validator.vectors.splitmix import SeededDraws


def test_the_words_are_those_of_the_published_generator() -> None:
    draws = SeededDraws("any")
    draws._state = 1_234_567
    # The first numbers of SplitMix64 with this seed, as published with its reference code.
    assert [draws.word() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_a_text_decides_the_stream() -> None:
    state = int.from_bytes(sha256(b"a/b").digest()[:8], "big")
    assert SeededDraws("a/b")._state == state
    assert SeededDraws("a/b").word() == SeededDraws("a/b").word() != SeededDraws("a/c").word()


def test_every_number_below_the_limit_is_as_likely() -> None:
    draws = SeededDraws("likely")
    counts = Counter(draws.below(6) for _ in range(6_000))
    assert sorted(counts) == [0, 1, 2, 3, 4, 5]
    assert all(850 < count < 1_150 for count in counts.values())


def test_words_that_would_favour_low_numbers_are_drawn_again() -> None:
    # Just over half of all words are below the limit; the others are no fair draw.
    limit = 2**63 + 1
    draws, again = SeededDraws("fair"), SeededDraws("fair")
    words = iter(again.word, None)
    for _ in range(20):
        assert draws.below(limit) == next(word for word in words if word < limit)
    assert draws._state == again._state


def test_both_ends_of_a_range_are_drawn() -> None:
    draws = SeededDraws("ends")
    assert {draws.between(2, 4) for _ in range(100)} == {2, 3, 4}


@pytest.mark.parametrize(("times", "of", "found"), [(0, 3, {False}), (3, 3, {True})])
def test_what_happens_never_or_always(times: int, of: int, found: set[bool]) -> None:
    draws = SeededDraws("happens")
    assert {draws.happens(times, of) for _ in range(50)} == found


def test_some_takes_each_place_once() -> None:
    draws = SeededDraws("some")
    assert sorted(draws.some("AABC", 4)) == ["A", "A", "B", "C"]
    assert draws.some("ABC", 0) == []
    firsts = Counter(draws.some(range(5), 2)[0] for _ in range(5_000))
    assert all(850 < count < 1_150 for count in firsts.values())


def test_one_is_one_of_them() -> None:
    draws = SeededDraws("one")
    assert {draws.one("XYZ") for _ in range(60)} == {"X", "Y", "Z"}
