"""Other arrangements of a hand that are as good as the best one.

As good is what `validator.scoring.preference` calls equal. Two arrangements are different where
another card is set aside, or where the cards that are no jokers are melded in another way. Where
the jokers are, wild cards among them, makes no difference (ruling R28): of arrangements that
differ in that alone, the first is returned.

They are found in the order that `validator.search.best_arrangement` documents: by the card
set aside, then card by card, into a pure sequence before an impure one, a set, and no meld.

Bound: what has passed more deadwood than the best arrangement has is not followed. A rest from
which nothing was found is remembered, with all that this can depend on, and never followed again.
So every step leads to an arrangement or is the first to its rest; an arrangement takes at most as
many steps as the hand has kinds and melds. But some differ in jokers alone and are left out, and
a house rule may have hands of 21 cards: after `MAX_STEPS` steps no more are looked for.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice, product
from typing import Final

from ..cards import PRINTED_JOKER, Card, Kind
from ..deals import Deal
from ..melds import is_joker, may_be_joker_group, meld_order, read_meld
from ..rules import LoserModel
from ..scoring import Arrangement, arrange, preference
from ..search import MeldPattern, best_arrangement, find_patterns_of

MAX_STEPS: Final = 20_000
"""Steps for one hand after which no more arrangements are looked for; about a third of a second.

Hands of the built-in rulesets with at most 13 cards take 11,046 at most of the 7,351 tried, for 20
arrangements."""


def find_alternatives(
    hand: Sequence[Kind],
    deal: Deal,
    best: Arrangement,
    most: int,
    discard: Kind | None = None,
    by_discard: Mapping[Kind, Arrangement] | None = None,
) -> list[Arrangement]:
    """Return up to `most` other arrangements as good as the best one of a hand, in their order.

    `best` is the best arrangement, which is not among them; `discard` the card that the caller
    sets aside, None where that is free. `by_discard` may have the best arrangement for each card
    set aside, where these are known: then they are not searched for. Source: rules §4; ruling R28.

    >>> from validator.cards import parse_kind
    >>> from validator.rules.dialects import find_ruleset
    >>> deal = Deal.of(find_ruleset("knock-52"), None)
    >>> hand = [parse_kind(code) for code in "3S 4S 5S 6S 6H 6D 6C 9H KD 2C".split()]
    >>> best = best_arrangement(hand, deal)
    >>> for found in [best, *find_alternatives(hand, deal, best, 5)]:
    ...     print([" ".join(map(str, meld.cards)) for meld in found.melds])
    ['3S 4S 5S 6S', '6H 6D 6C']
    ['3S 4S 5S', '6S 6H 6D 6C']
    """
    return list(islice(_as_good(hand, deal, best, discard, by_discard or {}), most))


def _as_good(
    hand: Sequence[Kind],
    deal: Deal,
    best: Arrangement,
    discard: Kind | None,
    by_discard: Mapping[Kind, Arrangement],
) -> Iterator[Arrangement]:
    firsts: dict[Kind | None, Arrangement] = {discard: best}
    firsts.update(by_discard.items())
    asides: list[Kind | None] = [discard]
    if discard is None and best.discard is not None:
        asides = [*sorted(set(hand), key=deal.discard_order)]
    search = _Search(deal, best)
    seen = [_look(best, deal)]
    for aside in asides:
        first = firsts.get(aside) or best_arrangement(hand, deal, aside)
        if preference(first) == preference(best):
            # The first by itself too: dublees, tunnelas or jokers may suffice for it.
            for found in chain([first], search.arrangements(hand, aside)):
                look = _look(found, deal)
                if look not in seen:
                    seen.append(look)
                    yield found


def _look(arrangement: Arrangement, deal: Deal) -> tuple[Card | None, list[list[Card]]]:
    """Return what tells it from others as good: the card set aside, and what no joker is melded."""
    melds = (
        sorted(card for card in meld.cards if not is_joker(card.kind, deal.wild))
        for meld in arrangement.melds
    )
    return arrangement.discard, sorted(filter(None, melds))


_Placed = tuple[MeldPattern, ...]
"""The patterns placed so far, in their order."""


class _Search:
    """Finds every arrangement that is as good as `best`."""

    def __init__(self, deal: Deal, best: Arrangement) -> None:
        self.deal, self.rules = deal, deal.ruleset.melds
        self.best = preference(best)
        self.points, self.cards = best.deadwood_points, len(best.deadwood)
        self.asks_long = self.rules.long_sequence_cards is not None
        self.counts_pure = deal.ruleset.settlement.loser_model is LoserModel.LIVES_CASCADE
        self.steps = 0

    def arrangements(self, hand: Sequence[Kind], aside: Kind | None) -> Iterator[Arrangement]:
        """Yield those of the hand without the card set aside, in their order."""
        cards = Counter(hand)
        if aside is not None:
            cards[aside] -= 1
        self.hand, self.aside = +cards, aside
        self.jokers = [kind for kind in sorted(self.hand) if is_joker(kind, self.deal.wild)]
        self.kinds = [kind for kind in sorted(self.hand) if kind != PRINTED_JOKER]
        self.places = {kind: place for place, kind in enumerate(self.kinds)}
        wild = self.deal.wild
        self.patterns = [
            [(pattern, pattern.uses(wild)) for pattern in patterns]
            for patterns in find_patterns_of(self.kinds, self.deal)
        ]
        self.dead: set[tuple[object, ...]] = set()
        left = tuple(self.hand[kind] for kind in self.kinds)
        jokers = sum(self.hand[kind] for kind in self.jokers)
        yield from self._explore(0, 0, left, jokers, (), (0, 0))

    def _explore(
        self,
        place: int,
        number: int,
        left: tuple[int, ...],
        jokers: int,
        placed: _Placed,
        passed: tuple[int, int],
    ) -> Iterator[Arrangement]:
        """Yield every way to go on: with the pattern of this number at `place`, or a later one.

        `left` are the counts of `kinds`; `passed` are the points and the number of the cards that
        it is too late to meld.
        """
        key = (place, number, left, jokers, passed, self._facts(placed, jokers))
        self.steps += 1
        if self.steps > MAX_STEPS or key in self.dead:
            return
        if place == len(self.kinds):
            # What is passed is all the deadwood that has points, jokers have none.
            ways = self._lay_out(placed, jokers) if passed[0] == self.points else iter(())
        else:
            ways = self._go_on(place, number, left, jokers, placed, passed)
        found = False
        for arrangement in ways:
            found = True
            yield arrangement
        if not found:
            self.dead.add(key)

    def _go_on(
        self,
        place: int,
        number: int,
        left: tuple[int, ...],
        jokers: int,
        placed: _Placed,
        passed: tuple[int, int],
    ) -> Iterator[Arrangement]:
        for later in range(number, len(self.patterns[place]) if left[place] else 0):
            pattern, uses = self.patterns[place][later]
            after = self._without(pattern, left) if uses <= jokers else None
            if after is not None:
                patterns = (*placed, pattern)
                yield from self._explore(place, later, after, jokers - uses, patterns, passed)
        points, cards = passed
        if self.kinds[place] not in self.deal.wild:
            points += left[place] * self.deal.points[self.kinds[place]]
            cards += left[place]
        if points <= self.points and cards <= self.cards:
            after = (*left[:place], 0, *left[place + 1 :])
            yield from self._explore(place + 1, 0, after, jokers, placed, (points, cards))

    def _without(self, pattern: MeldPattern, left: tuple[int, ...]) -> tuple[int, ...] | None:
        """Return what is left when the pattern is taken; None where it is not all there."""
        after = [*left]
        for kind in pattern.naturals:
            place = self.places[kind]
            if not after[place]:
                return None
            after[place] -= 1
        return tuple(after)

    def _facts(self, placed: _Placed, jokers: int) -> tuple[tuple[int, ...], ...]:
        """Return of the patterns placed all that what follows can depend on."""
        facts = [
            (
                pattern.sequence,
                pattern.pure,
                min(pattern.room, jokers),
                self._points(pattern) if self.counts_pure and pattern.pure else 0,
                len(pattern.naturals) + pattern.jokers if self.asks_long else 0,
            )
            for pattern in placed
        ]
        # Their order matters only where a spare joker can make a sequence long.
        return tuple(facts if self.asks_long else sorted(facts))

    def _points(self, pattern: MeldPattern) -> int:
        return sum(self.deal.points[natural] for natural in pattern.naturals)

    def _lay_out(self, placed: _Placed, spare: int) -> Iterator[Arrangement]:
        """Yield the arrangement of these patterns, if it is as good as the best.

        Which pure sequences stay pure, while spare jokers are dealt out, is tried in order.
        """
        pure = [number for number, pattern in enumerate(placed) if pattern.pure]
        for staying in product((True, False), repeat=len(pure) if spare else 0):
            stay = {number for number, stays in zip(pure, staying, strict=False) if stays}
            arrangement = self._deal_jokers(placed, spare, stay)
            if preference(arrangement) == self.best:
                yield arrangement
                return

    def _deal_jokers(self, placed: _Placed, spare: int, stay: set[int]) -> Arrangement:
        """Return the arrangement of these patterns; those that `stay` take no spare joker."""
        rooms = [0 if number in stay else pattern.room for number, pattern in enumerate(placed)]
        if spare > sum(rooms) and may_be_joker_group(spare, self.rules):
            spare = 0  # they are a group of their own
        order = [number for number, pattern in enumerate(placed) if not pattern.pure]
        order += [number for number, pattern in reversed([*enumerate(placed)]) if pattern.pure]
        extra = [0] * len(placed)
        for number in order:
            extra[number] = min(rooms[number], spare)
            spare -= extra[number]
        loose = self.hand - Counter(kind for pattern in placed for kind in pattern.naturals)
        jokers = [kind for kind in self.jokers for _ in range(loose[kind])]
        groups = []
        for pattern, more in zip(placed, extra, strict=True):
            size = pattern.jokers + more
            groups.append((*pattern.naturals, *jokers[:size]))
            jokers = jokers[size:]
        if may_be_joker_group(len(jokers), self.rules):
            groups.append(tuple(jokers))
        melds = [read_meld(group, self.deal.wild, self.rules) for group in groups]
        deadwood = self.hand - Counter(kind for group in groups for kind in group)
        aside = None if self.aside is None else Card(self.aside)
        cards = map(Card, deadwood.elements())
        return arrange(sorted(melds, key=meld_order), cards, aside, self.deal)
