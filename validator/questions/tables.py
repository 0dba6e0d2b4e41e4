"""A table at the end of a deal: who sits there, how each player left the deal, and why it ends."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from ..cards import Kind, parse_kind
from ..deals import Deal
from .declarations import Declaration
from .hands import CardList, Cards, read_cards


class Status(StrEnum):
    """How a player left the deal, or that it is still in."""

    DECLARED = "declared"
    """Shows a hand melded whole, to win the deal."""
    KNOCKED = "knocked"
    """Shows a hand with little deadwood. Source: 003 §5."""
    PLAYING = "playing"
    """Is in, and shows nothing."""
    FIRST_DROP = "first_drop"
    """Left before the first draw. Source: 001."""
    MIDDLE_DROP = "middle_drop"
    """Left later, or missed too many turns. Source: 001."""
    WRONG_DECLARATION = "wrong_declaration"
    """Declared wrongly earlier in this deal, while others played on. Source: ruling R20."""

    @property
    def goes_out(self) -> bool:
        """Whether the player ends the deal, or tries to."""
        return self in (Status.DECLARED, Status.KNOCKED)

    @property
    def is_in(self) -> bool:
        """Whether the player can still win the deal."""
        return self.goes_out or self is Status.PLAYING


class Reason(StrEnum):
    """Why a deal is settled."""

    DECLARATION = "declaration"
    """A player declares, or all others have left."""
    KNOCK = "knock"
    """A player knocks."""
    DRAW_LIMIT = "draw_limit"
    """The draws that the ruleset allows are used up. Source: 000 §stall protection."""
    STOCK_EXHAUSTED = "stock_exhausted"
    """The stock is used up, and that ends the deal. Source: 003 §8."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player as a request tells of it; None for what is absent or could not be read."""

    name: str | None
    """What the caller calls the seat."""
    status: Status | None
    """How the player left the deal, or that it is still in."""
    hand: CardList | None = None
    """The cards held."""
    groups: tuple[CardList, ...] | None = None
    """The grouping of the hand."""
    discard: Kind | None = None
    """The card set aside."""
    cards_read: bool = True
    """Whether none of the cards was there and could not be read."""

    @staticmethod
    def of(
        name: str,
        status: str,
        hand: Cards | None = None,
        groups: Sequence[Cards] | None = None,
        discard: str | None = None,
    ) -> "Seat":
        """Return a player whose cards are written in any accepted notation.

        :raises ValueError: when there is no such status.
        :raises UnknownCard: when the card set aside is not a card; hands are judged with the table.

        >>> Seat.of("north", "first_drop").status
        <Status.FIRST_DROP: 'first_drop'>
        """
        return Seat(
            name,
            Status(status),
            None if hand is None else read_cards(hand, ("hand",)),
            None
            if groups is None
            else tuple(read_cards(group, ("groups", n)) for n, group in enumerate(groups)),
            None if discard is None else parse_kind(discard),
        )


@dataclass(frozen=True, slots=True)
class Player:
    """A player at a table that can be settled."""

    seat: str
    """What the caller calls the seat."""
    status: Status
    """How the player left the deal, or that it is still in."""
    declaration: Declaration | None
    """The hand and its grouping; None when no hand was given."""
    total: int
    """Points before this deal; chips where the ruleset counts those."""


@dataclass(frozen=True, slots=True)
class Table:
    """A deal that can be settled: the question that a `Settlement` answers."""

    deal: Deal
    """The ruleset and its wild cards."""
    reason: Reason
    """Why the deal is settled."""
    players: tuple[Player, ...]
    """The players, in the caller's order."""

    @property
    def goes_out(self) -> int | None:
        """The index of the player who goes out; None when nobody does."""
        out = (n for n, player in enumerate(self.players) if player.status.goes_out)
        return next(out, None)
