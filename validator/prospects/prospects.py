"""What may become of a hand: the card to set aside, other arrangements, the cards that help.

`judge_declaration` says what a hand is worth now; here a player asks what to do next.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from ..cards import ALL_KINDS, Card, Kind
from ..deals import Deal
from ..questions import Situation
from ..scoring import Arrangement, preference
from ..search import best_arrangement
from .alternatives import find_alternatives
from .completing_cards import completing_kinds
from .distance import distance


@dataclass(frozen=True, slots=True)
class DiscardChoice:
    """What a hand is worth after one of its cards is set aside."""

    card: Card
    """The card."""
    penalty: int
    """Points that the rest costs a loser."""
    declarable: bool
    """Whether the rest may be declared; in knock rulesets, whether it may be knocked with."""
    gin: bool | None
    """Whether the rest is a knock without deadwood; None where there is no knocking."""


@dataclass(frozen=True, slots=True)
class CompletingCard:
    """A card that makes a hand one that can be declared when it is drawn."""

    card: Card
    """The card."""
    unseen: int
    """Copies that can still be drawn, as far as the owner of the hand knows; at least 1."""


@dataclass(frozen=True, slots=True)
class Prospects:
    """The answer to a `Situation`."""

    deal: Deal
    """The ruleset by which it was judged, and the wild cards."""
    best: Arrangement
    """The best arrangement of the hand."""
    alternatives: tuple[Arrangement, ...]
    """Others that are as good, in the documented order."""
    discards: tuple[DiscardChoice, ...]
    """Each card that may be set aside, the best first; none where that is not open."""
    distance: int | None
    """The fewest cards to exchange until the hand can be declared; None: undetermined."""
    completing_cards: tuple[CompletingCard, ...]
    """Each card that completes the hand when it is drawn, in card order."""


def find_prospects(situation: Situation, most_alternatives: int = 0) -> Prospects:
    """Return what may become of a hand, with up to `most_alternatives` equally good arrangements.

    >>> from validator.rules.dialects import find_ruleset
    >>> from validator.questions import read_cards, read_situation
    >>> hand = read_cards("4H 5H 6H 8C 9C 10C KS KH KD 2S 3S 9D JD 7D", ("hand",))
    >>> found = find_prospects(read_situation(find_ruleset("points-13"), hand, None, None, None))
    >>> found.distance, [str(choice.card) for choice in found.discards[:2]]
    (2, ['JD', '9D'])
    """
    deal, hand, discard = situation.deal, situation.hand, situation.discard
    best = best_arrangement(hand, deal, discard)
    rest = [*hand]
    if discard is not None:
        rest.remove(discard)
    far = 0 if best.declarable else distance(rest, deal, situation.copies, best)
    is_open = best.discard is not None and discard is None
    kinds = sorted(set(hand)) if is_open else ()
    by_discard = {kind: best_arrangement(hand, deal, kind) for kind in kinds}
    others = find_alternatives(hand, deal, best, most_alternatives, discard, by_discard)
    return Prospects(
        deal=deal,
        best=best,
        alternatives=tuple(others),
        discards=_choices(by_discard, deal, best),
        distance=far,
        completing_cards=_completing_cards(situation, best, far),
    )


def _choices(
    by_discard: Mapping[Kind, Arrangement], deal: Deal, best: Arrangement
) -> tuple[DiscardChoice, ...]:
    """Return what each card set aside leaves; of equally good ones, in the order of the search."""
    found = []
    for kind, left in by_discard.items():
        card = Card(kind)
        knocks = deal.ruleset.settlement.knock_limit is not None
        gin = not left.deadwood if knocks else None
        order = (preference(left), card != best.discard, deal.discard_order(kind))
        found.append((order, DiscardChoice(card, left.penalty, left.declarable, gin)))
    return tuple(choice for _, choice in sorted(found, key=lambda entry: entry[0]))


def _completing_cards(
    situation: Situation, best: Arrangement, far: int | None
) -> tuple[CompletingCard, ...]:
    """Return the cards that complete the hand after its discard, as many as can be drawn."""
    hand = [*situation.hand]
    if best.discard is not None:
        hand.remove(best.discard.kind)
    drawable = [kind for kind in ALL_KINDS if situation.unseen[kind] > 0]
    if far is not None and far > 1:
        return ()
    # A hand that can be declared can still be after a card is drawn: that one is set aside.
    kinds = drawable if far == 0 else completing_kinds(hand, situation.deal, drawable)
    return tuple(CompletingCard(Card(kind), situation.unseen[kind]) for kind in kinds)
