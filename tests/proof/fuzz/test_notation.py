"""Whatever text a client sends for a card: it is the card that the notation says, or refused.

The notation is defined here a second time, by patterns and by the names that Unicode has for
cards; the service reads it from a table.
"""

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.proof.differential.requests import SPELLINGS
from tests.proof.fuzz.examples import tried
from validator import UnknownCard, read_cards, split_codes
from validator.cards import ALL_KINDS, Kind, kind_name, parse_kind

WORDS = {"10": "TEN", "T": "TEN", "1": "ACE", "A": "ACE", "J": "JACK", "Q": "QUEEN", "K": "KING"}
WORDS |= {digit: unicodedata.name(digit).removeprefix("DIGIT ") for digit in "23456789"}
SUITS = {"S": "SPADE", "H": "HEART", "D": "DIAMOND", "C": "CLUB"}
CODES = {"TEN": "10", "ACE": "A", "JACK": "J", "QUEEN": "Q", "KING": "K"}
CODES |= {unicodedata.name(digit).removeprefix("DIGIT "): digit for digit in "23456789"}

RANK = "(?P<rank>10|[1-9TJQKA])"
SYMBOL = "(?P<symbol>[\u2660-\u2667])[\ufe0e\ufe0f]?"
FORMS = [
    re.compile(form, re.ASCII | re.IGNORECASE)
    for form in (f"{RANK}(?P<suit>[SHDC])", f"{RANK}{SYMBOL}", f"{SYMBOL}{RANK}")
]
JOKER = re.compile(
    r"jk|pj|joker|\*|[\U0001F0BF\U0001F0CF][\ufe0e\ufe0f]?", re.ASCII | re.IGNORECASE
)


def meant_by(text: str) -> str | None:
    """Returns the code of the card that a text is; None for a text that is none."""
    if JOKER.fullmatch(text):
        return "JK"
    if len(text) == 1 and "\U0001f0a0" <= text <= "\U0001f0ff":
        named = re.fullmatch(
            r"PLAYING CARD (\w+) OF (SPADE|HEART|DIAMOND|CLUB)S", unicodedata.name(text, "")
        )
        if named and named[1] in CODES:
            return CODES[named[1]] + named[2][0]
    for form in FORMS:
        if found := form.fullmatch(text):
            parts = found.groupdict()
            word = WORDS[parts["rank"].upper()]
            # WHITE HEART SUIT: an outlined one.
            suit = SUITS.get((parts.get("suit") or "").upper())
            return CODES[word] + (suit or unicodedata.name(parts["symbol"]).split()[1])[0]
    return None


def read(text: str) -> str | None:
    try:
        return kind_name(parse_kind(text))
    except UnknownCard:
        return None


# Letters that look like those of the notation, or become them in another case, too.
LETTERS = "AaTtJjQqKkSsHhDdCcPpOoEeRr0123456789*♠♥♦♣♤♡♢♧\ufe0e\ufe0f🃏🂿🂬🂡🃞"
LETTERS += "\u212a\u017fÅ５Ａ٣²Ⅹ ,\u200d\x00"
TEXTS = (
    st.text(LETTERS, max_size=5)
    | st.text(max_size=6)
    | st.text(st.characters(codec=None), max_size=3)
    | st.sampled_from([spelling for every in SPELLINGS.values() for spelling in every])
    | st.integers(0x1F090, 0x1F110).map(chr)
    | st.one_of([st.from_regex(form, fullmatch=True) for form in (*FORMS, JOKER)])
)


@given(TEXTS)
@tried(1_500)
@example("\u212ah")
@example("A\u017f")
@example("10\ufe0fH")
@example("5H\n")
def test_a_text_is_the_card_that_the_notation_says_or_none(text: str) -> None:
    assert read(text) == meant_by(text)


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_every_spelling_is_read_as_its_card_and_written_as_one(kind: Kind) -> None:
    name = kind_name(kind)
    assert {meant_by(spelling) for spelling in SPELLINGS[name]} == {name}
    assert parse_kind(name) == kind


@given(st.lists(st.tuples(TEXTS, st.sampled_from([" ", ",", ", ", "  ", " ,", "\n", "\t,"]))))
@tried(400)
def test_a_hand_in_one_text_is_that_of_its_codes(parts: list[tuple[str, str]]) -> None:
    text = "".join(code + end for code, end in parts)
    codes = [code for code in re.split(r"[\s,]+", text) if code]
    assert split_codes(text) == codes
    hand = read_cards(text, ("hand",))
    assert [None if kind is None else kind_name(kind) for kind in hand.kinds] == [
        meant_by(code) for code in codes
    ]
    wrong = [number for number, code in enumerate(codes, 1) if meant_by(code) is None]
    assert [int(fault.detail.split()[1].rstrip(":")) for fault in hand.faults] == wrong
