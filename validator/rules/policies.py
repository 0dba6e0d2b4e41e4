"""The policies that a ruleset chooses from, one enum for each field that is not a number."""

from enum import StrEnum


class WildScope(StrEnum):
    """Which cards the card turned up makes wild. Source: rules §2.6."""

    RANK = "rank"
    """Every card of its rank. Source: 004 §jokers; ruling R4 for 001."""
    RANK_AND_COLOUR = "rank_and_colour"
    """Every card of its rank in its colour. Source: 000 §wild joker."""
    NONE = "none"
    """None: no card is turned up. Source: 003."""


class PrintedJokerUp(StrEnum):
    """What is wild when the card turned up is a printed joker."""

    ACES = "aces"
    """Every ace of every suit. Source: 000 §special case, 004 §jokers; ruling R4 for 001, R40."""
    NONE = "none"
    """Nothing but the printed jokers themselves."""


class Ace(StrEnum):
    """Where the ace stands in a sequence."""

    LOW = "low"
    """Below the two only. Source: 003."""
    LOW_OR_HIGH = "low_or_high"
    """Below the two or above the king, never between. Source: 000, 004; ruling R5 for 001."""


class GoesOutBy(StrEnum):
    """How a player ends the deal."""

    DECLARING = "declaring"
    """By showing a hand that is melded whole."""
    KNOCKING = "knocking"
    """By showing a hand whose deadwood is at most the knock limit. Source: 003 §5."""


class LoserModel(StrEnum):
    """What a losing hand pays, before the cap. Source: rules §4."""

    PURE_UNLOCKS_ALL = "pure_unlocks_all"
    """The deadwood with a pure sequence, the whole hand without. Source: 000; ruling R6 for 001."""
    LIVES_CASCADE = "lives_cascade"
    """The deadwood when every required sequence is there; everything but the pure sequences while
    others are missing; the whole hand without a pure sequence."""
    TWO_LIVES_OR_FULL = "two_lives_or_full"
    """The deadwood when every required sequence is there, the whole hand otherwise."""
    DEADWOOD_ONLY = "deadwood_only"
    """The deadwood, whatever the melds are. Source: 003, 004."""


class NoPure(StrEnum):
    """What a hand pays that counts whole because a required sequence is missing."""

    CAPPED_SUM = "capped_sum"
    """The sum of its cards, at most the cap. Source: 000 §scoring."""
    FLAT = "flat"
    """The cap at once."""


class LoserArrangement(StrEnum):
    """Which arrangement of a losing hand is charged."""

    BEST = "best"
    """The best there is. Source: 000 §deadwood."""
    AS_GROUPED = "as_grouped"
    """The one the player laid out."""


class WrongDeclaration(StrEnum):
    """What becomes of a declaration that breaks a rule."""

    PENALISED = "penalised"
    """It costs `SettlementRules.wrong_declaration_points`. Source: 001; ruling R7 for 000."""
    REJECTED = "rejected"
    """It is refused and costs nothing. Source: 004 §scoring; ruling R8 for 003."""


class StockExhausted(StrEnum):
    """What happens when the stock runs out."""

    RESHUFFLE = "reshuffle"
    """The discard pile but for its top card becomes the stock. Source: 000; ruling R16."""
    WASHOUT = "washout"
    """The deal ends without points. Source: 003 §8."""


class LayOffs(StrEnum):
    """Whether opponents may add their deadwood to the melds of a player who knocks."""

    NONE = "none"
    """Never. Source: ruling R9."""
    UNLESS_GIN = "unless_gin"
    """After a knock, not after gin."""


class MatchWonBy(StrEnum):
    """How the winner of several deals is found."""

    LOWEST_TOTAL = "lowest_total"
    """The lowest sum of penalties. Source: 004 §scoring."""
    FIRST_TO_TARGET = "first_to_target"
    """The first to reach `SettlementRules.target_points`. Source: 003 §8."""
    LAST_NOT_ELIMINATED = "last_not_eliminated"
    """The last player below `SettlementRules.elimination_points`."""
    MOST_CHIPS = "most_chips"
    """The most chips after `SettlementRules.deals_per_match` deals."""
