"""Notation, and the two encodings of a card."""

import itertools
import re
import unicodedata
from dataclasses import FrozenInstanceError

import pytest

from validator.cards import (
    ALL_KINDS,
    NATURAL_KINDS,
    PRINTED_JOKER,
    RANKS,
    SUITS,
    Card,
    Kind,
    Rank,
    Suit,
    is_red,
    kind_name,
    kind_of,
    parse_kind,
    rank_index,
    split_codes,
    suit_index,
)
from validator.errors import UnknownCard

CANONICAL = [
    "AS",
    "2S",
    "3S",
    "4S",
    "5S",
    "6S",
    "7S",
    "8S",
    "9S",
    "10S",
    "JS",
    "QS",
    "KS",
    "AH",
    "2H",
    "3H",
    "4H",
    "5H",
    "6H",
    "7H",
    "8H",
    "9H",
    "10H",
    "JH",
    "QH",
    "KH",
    "AD",
    "2D",
    "3D",
    "4D",
    "5D",
    "6D",
    "7D",
    "8D",
    "9D",
    "10D",
    "JD",
    "QD",
    "KD",
    "AC",
    "2C",
    "3C",
    "4C",
    "5C",
    "6C",
    "7C",
    "8C",
    "9C",
    "10C",
    "JC",
    "QC",
    "KC",
    "JK",
]

RANK = "(?:A|a|1|[2-9]|10|T|t|J|j|Q|q|K|k)"
SYMBOL = "[♠♤♥♡♦♢♣♧][\ufe0e\ufe0f]?"
ACCEPTED = re.compile(
    f"{RANK}[SsHhDdCc]|{RANK}{SYMBOL}|{SYMBOL}{RANK}|[JjPp][Kk]|[Pp][Jj]|[*]|[\U0001f0bf🃏]"
    "[\ufe0e\ufe0f]?"
)
"""The notations of up to three characters, written down independently; PK is weeded out below."""


def test_the_53_kinds_are_named_in_card_order() -> None:
    assert [kind_name(kind) for kind in ALL_KINDS] == CANONICAL


@pytest.mark.parametrize("code", CANONICAL)
def test_every_canonical_code_parses_and_prints_as_itself(code: str) -> None:
    assert kind_name(parse_kind(code)) == code
    assert str(Card.parse(code)) == code


@pytest.mark.parametrize("kind", NATURAL_KINDS)
def test_rank_and_suit_make_the_kind_that_they_were_taken_from(kind: Kind) -> None:
    rank, suit = rank_index(kind), suit_index(kind)
    assert kind_of(rank, suit) == kind
    assert kind_name(kind) == RANKS[rank].value + SUITS[suit].value
    assert (Card(kind).rank, Card(kind).suit) == (RANKS[rank], SUITS[suit])


@pytest.mark.parametrize("kind", NATURAL_KINDS)
def test_hearts_and_diamonds_are_red(kind: Kind) -> None:
    assert is_red(kind) == (kind_name(kind)[-1] in "HD")


def test_the_printed_joker_has_no_rank_and_no_suit() -> None:
    joker = Card(PRINTED_JOKER)
    assert joker.is_printed_joker
    assert (joker.rank, joker.suit, str(joker)) == (None, None, "JK")
    assert suit_index(PRINTED_JOKER) == 4


def test_a_natural_card_is_no_printed_joker() -> None:
    assert not Card.parse("KC").is_printed_joker


@pytest.mark.parametrize(
    ("spelling", "code"),
    [
        ("as", "AS"), ("aS", "AS"), ("As", "AS"), ("1S", "AS"), ("1s", "AS"),
        ("TH", "10H"), ("th", "10H"), ("10h", "10H"),
        ("jd", "JD"), ("qC", "QC"), ("Kh", "KH"), ("2c", "2C"),
        ("A♠", "AS"), ("♠A", "AS"), ("♤a", "AS"), ("1♤", "AS"),
        ("5♥", "5H"), ("♥5", "5H"), ("♡5", "5H"), ("5♡", "5H"),
        ("♦10", "10D"), ("T♢", "10D"), ("♣k", "KC"), ("K♧", "KC"),
        ("♥\ufe0f5", "5H"), ("5♥\ufe0f", "5H"), ("♥\ufe0e10", "10H"), ("10♧\ufe0e", "10C"),
        ("\U0001f0a1", "AS"), ("\U0001f0aa", "10S"), ("\U0001f0ab", "JS"), ("\U0001f0ad", "QS"),
        ("\U0001f0ae", "KS"), ("\U0001f0b5", "5H"), ("\U0001f0cd", "QD"), ("\U0001f0de", "KC"),
        ("jk", "JK"), ("Jk", "JK"), ("PJ", "JK"), ("pJ", "JK"), ("JOKER", "JK"), ("Joker", "JK"),
        ("*", "JK"), ("🃏", "JK"), ("🃏\ufe0f", "JK"), ("🂿", "JK"),
    ],
)  # fmt: skip
def test_every_class_of_notation_is_read(spelling: str, code: str) -> None:
    assert kind_name(parse_kind(spelling)) == code


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param(" ", id="blank"),
        pytest.param(" 5H", id="blank before"),
        pytest.param("5H ", id="blank after"),
        pytest.param("5 H", id="blank inside"),
        pytest.param("5H\n", id="line end"),
        pytest.param("5", id="no suit"),
        pytest.param("H", id="no rank"),
        pytest.param("H5", id="letter before rank"),
        pytest.param("0H", id="zero"),
        pytest.param("11H", id="eleven"),
        pytest.param("05H", id="leading zero"),
        pytest.param("100H", id="hundred"),
        pytest.param("1OH", id="letter O for zero"),
        pytest.param("BH", id="bube"),
        pytest.param("5X", id="no such suit"),
        pytest.param("5HH", id="suit twice"),
        pytest.param("55", id="rank twice"),
        pytest.param("♥5♥", id="suit on both sides"),
        pytest.param("♥", id="symbol alone"),
        pytest.param("\ufe0f5♥", id="selector before rank"),
        pytest.param("5\ufe0f♥", id="selector after rank"),
        pytest.param("5♥\ufe0f\ufe0f", id="selector twice"),
        pytest.param("5H\ufe0f", id="selector after letter"),
        pytest.param("5♥\ufe0d", id="another selector"),
        pytest.param("5ſ", id="long s, upper-cased to S"),
        pytest.param("\u212aH", id="Kelvin sign, lower-cased to k"),
        pytest.param("J\u212a", id="Kelvin sign in JK"),
        pytest.param("5Н", id="Cyrillic en"),
        pytest.param("АS", id="Cyrillic a"),
        pytest.param("5Ｈ", id="full-width H"),
        pytest.param("٥H", id="Arabic five"),
        pytest.param("²H", id="superscript two"),
        pytest.param("Ⅴ♥", id="Roman five"),
        pytest.param("5❤", id="heart that is no suit"),
        pytest.param("5â™¥", id="mis-encoded heart, as Windows-1252"),
        pytest.param("5âÂ¥", id="mis-encoded heart, twice"),
        pytest.param("5\ufffd", id="replacement character"),
        pytest.param("5?", id="question mark for a lost heart"),
        pytest.param("\x035", id="code page 437 heart"),
        pytest.param("JJ", id="no joker"),
        pytest.param("JO", id="half a joker"),
        pytest.param("JOKERS", id="jokers"),
        pytest.param("**", id="two stars"),
        pytest.param("JK1", id="numbered joker"),
        pytest.param("5H6H", id="two cards"),
        pytest.param("5H,6H", id="two cards and a comma"),
        pytest.param("NULL", id="null"),
    ],
)
def test_everything_else_is_no_card(text: str) -> None:
    with pytest.raises(UnknownCard) as caught:
        parse_kind(text)
    assert caught.value.token == text
    assert caught.value.__cause__ is None
    with pytest.raises(UnknownCard):
        Card.parse(text)


def test_short_texts_are_read_exactly_where_the_documented_notation_has_them() -> None:
    alphabet = "A1T0t9JjKkPpsSHd♥♢\ufe0e\ufe0f *ſ\u212a🃏"
    for size in range(1, 4):
        for letters in itertools.product(alphabet, repeat=size):
            text = "".join(letters)
            expected = bool(ACCEPTED.fullmatch(text)) and text.upper() != "PK"
            try:
                parse_kind(text)
            except UnknownCard:
                assert not expected, text
            else:
                assert expected, text


def test_unicode_playing_cards_are_read_by_their_unicode_names() -> None:
    for point in range(0x1F0A0, 0x1F100):
        name = unicodedata.name(chr(point), "")
        found = re.fullmatch(r"PLAYING CARD (\w+) OF (\w+)", name)
        try:
            card = Card.parse(chr(point))
        except UnknownCard:
            refused = "KNIGHT", "BACK", "TRUMP", "FOOL", "WHITE JOKER"
            assert not name or any(word in name for word in refused), name
            continue
        if found is None:
            assert card.is_printed_joker
            assert name in ("PLAYING CARD RED JOKER", "PLAYING CARD BLACK JOKER")
        else:
            assert (card.rank, card.suit) == (Rank[found[1]], Suit[found[2]])


@pytest.mark.parametrize("knight", ["\U0001f0ac", "\U0001f0bc", "\U0001f0cc", "\U0001f0dc"])
def test_a_knight_is_no_rummy_card(knight: str) -> None:
    with pytest.raises(UnknownCard):
        parse_kind(knight)


def test_the_back_of_a_card_is_no_card() -> None:
    with pytest.raises(UnknownCard):
        parse_kind("\U0001f0a0")


def test_cards_sort_in_card_order() -> None:
    shuffled = [Card.parse(code) for code in reversed(CANONICAL)]
    assert [str(card) for card in sorted(shuffled)] == CANONICAL


def test_a_card_equals_cards_only() -> None:
    card = Card.parse("5H")
    assert card == Card.parse("♥5")
    assert hash(card) == hash(Card.parse("♥5"))
    others: list[object] = ["5H", int(card.kind)]
    assert card not in others


def test_a_card_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Card.parse("5H").kind = PRINTED_JOKER  # type: ignore[misc]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("", []),
        (" , ", []),
        ("5H", ["5H"]),
        ("5H 6H", ["5H", "6H"]),
        ("5H,6H", ["5H", "6H"]),
        (" 5H , 6H,,7H\t8H\n", ["5H", "6H", "7H", "8H"]),
        ("5H;6H", ["5H;6H"]),
    ],
)
def test_a_hand_in_one_string_is_split_at_blanks_and_commas(text: str, codes: list[str]) -> None:
    assert split_codes(text) == codes
