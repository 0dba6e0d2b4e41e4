"""Rank, suit, card and kind; the only place that parses or prints card notation.

Two encodings are used, and only this module converts between them:

* outside, `Card`, `Rank` and `Suit`;
* inside, `Kind`: an int, ``suit * 13 + rank`` for the 52 naturals (suits in the order spades,
  hearts, diamonds, clubs; ranks A = 0, 2 = 1 … K = 12) and 52 for the printed joker.

Two copies of a card are interchangeable in every rule of every ruleset, so a copy has no identity
of its own: a hand is a multiset, and holding both copies means listing the card twice.

The accepted notations are listed in `validator`.
"""

import itertools
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NewType

from .errors import UnknownCard

Kind = NewType("Kind", int)
"""What is printed on a card: ``suit * 13 + rank``, or 52 for the printed joker."""


class Rank(StrEnum):
    """The thirteen ranks, lowest first; the value is the canonical spelling."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"


class Suit(StrEnum):
    """The four suits in canonical order; the value is the canonical letter."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


RANKS: Final = tuple(Rank)
"""All ranks, lowest first; the index is the rank part of a `Kind`."""

SUITS: Final = tuple(Suit)
"""All suits; the index is the suit part of a `Kind`."""

RANK_COUNT: Final = len(RANKS)
"""Ranks in a suit: 13."""

NATURAL_KINDS: Final = tuple(Kind(n) for n in range(len(SUITS) * RANK_COUNT))
"""The 52 kinds that have a rank and a suit, in card order."""

PRINTED_JOKER: Final = Kind(len(NATURAL_KINDS))
"""The kind of every printed joker."""

ALL_KINDS: Final = (*NATURAL_KINDS, PRINTED_JOKER)
"""The 53 kinds in card order: AS … KS, AH … KH, AD … KD, AC … KC, JK."""


def kind_of(rank: int, suit: int) -> Kind:
    """Return the kind with this rank index (0 = A … 12 = K) and suit index (0 = S … 3 = C).

    >>> kind_name(kind_of(9, 1))
    '10H'
    """
    return Kind(suit * RANK_COUNT + rank)


def rank_index(kind: Kind) -> int:
    """Return the rank index 0 (ace) … 12 (king) of a natural kind."""
    return kind % RANK_COUNT


def suit_index(kind: Kind) -> int:
    """Return the suit index 0 (spades) … 3 (clubs) of a natural kind; 4 for the printed joker."""
    return kind // RANK_COUNT


def is_red(kind: Kind) -> bool:
    """Return whether a natural kind is a heart or a diamond."""
    return SUITS[suit_index(kind)] in (Suit.HEARTS, Suit.DIAMONDS)


def kind_name(kind: Kind) -> str:
    """Return the canonical code of a kind: rank then suit, ``JK`` for the printed joker.

    >>> kind_name(PRINTED_JOKER)
    'JK'
    """
    return _NAMES[kind]


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One card of a hand: a kind, since copies are interchangeable. ``str()`` is its code.

    Cards sort in card order: AS … KS, AH … KH, AD … KD, AC … KC, JK.

    >>> str(Card.parse("♥️5"))
    '5H'
    """

    kind: Kind
    """The `Kind` printed on the card."""

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Return the card written in any accepted notation.

        :raises UnknownCard: when the text is no card.
        """
        return cls(parse_kind(text))

    @property
    def rank(self) -> Rank | None:
        """The rank; None for the printed joker, which has none."""
        return None if self.is_printed_joker else RANKS[rank_index(self.kind)]

    @property
    def suit(self) -> Suit | None:
        """The suit; None for the printed joker, which has none."""
        return None if self.is_printed_joker else SUITS[suit_index(self.kind)]

    @property
    def is_printed_joker(self) -> bool:
        """Whether this is a printed joker."""
        return self.kind == PRINTED_JOKER

    def __str__(self) -> str:
        return kind_name(self.kind)


CARDS: Final = tuple(Card(kind) for kind in ALL_KINDS)
"""The card of every kind, indexed by `Kind`: cards are values, so one of each is enough."""


def parse_kind(text: str) -> Kind:
    """Return the kind written in any accepted notation.

    :raises UnknownCard: when the text is no card; nothing is trimmed or guessed.

    >>> [kind_name(parse_kind(code)) for code in ("th", "1S", "🂮", "pj")]
    ['10H', 'AS', 'KS', 'JK']
    """
    try:
        return KIND_BY_NOTATION[text]
    except KeyError:
        raise UnknownCard(text) from None


def split_codes(text: str) -> list[str]:
    """Return the codes of a hand written as one string, separated by blanks or commas.

    >>> split_codes("5H, 6H  7H")
    ['5H', '6H', '7H']
    """
    return text.replace(",", " ").split()


_NAMES: Final = (*(f"{rank}{suit}" for suit in SUITS for rank in RANKS), "JK")

_SYMBOLS: Final = ("♠♤", "♥♡", "♦♢", "♣♧")
"""Filled and outlined symbol of each suit, in the order of `SUITS`."""

_VARIATIONS: Final = ("", "\ufe0e", "\ufe0f")
"""Nothing, text style or emoji style: some keyboards append one to a symbol."""

_BLOCK: Final = 0x1F0A0
"""First code point of the Unicode playing cards: a row of 16 for each suit, S H D C.

In a row, 1 is the ace, 10 the ten, 11 the jack, 12 the knight (no rummy card), 13 the queen and
14 the king. U+1F0BF and U+1F0CF are the red and the black joker."""


def _rank_spellings(rank: Rank) -> set[str]:
    extra = {Rank.ACE: {"1"}, Rank.TEN: {"T", "t"}}.get(rank, set())
    return {str(rank), rank.lower(), *extra}


def _either_case(word: str) -> set[str]:
    return {"".join(letters) for letters in itertools.product(*((c, c.lower()) for c in word))}


def _build_notation() -> dict[str, Kind]:
    """Return every accepted spelling. A full table cannot guess: what is not in it is no card."""
    table: dict[str, Kind] = {}
    for kind in NATURAL_KINDS:
        rank, suit = rank_index(kind), suit_index(kind)
        letter = SUITS[suit]
        symbols = [glyph + style for glyph in _SYMBOLS[suit] for style in _VARIATIONS]
        for spelling in _rank_spellings(RANKS[rank]):
            table.update({spelling + end: kind for end in (letter, letter.lower(), *symbols)})
            table.update({symbol + spelling: kind for symbol in symbols})
        place = rank + 1 if rank < RANKS.index(Rank.QUEEN) else rank + 2
        table[chr(_BLOCK + 16 * suit + place)] = kind
    jokers = {*_either_case("JK"), *_either_case("PJ"), *_either_case("JOKER"), "*"}
    jokers |= {chr(point) + style for point in (0x1F0BF, 0x1F0CF) for style in _VARIATIONS}
    table.update(dict.fromkeys(jokers, PRINTED_JOKER))
    return table


KIND_BY_NOTATION: Final = _build_notation()
"""The kind of every accepted spelling of a card."""
