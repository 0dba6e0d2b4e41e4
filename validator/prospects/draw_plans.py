"""What completes the parts of a hand: jokers, cards of the decks, and in a knock deadwood."""

from collections import Counter
from collections.abc import Callable, Sequence

from ..cards import ALL_KINDS, Kind
from ..deals import Deal
from ..melds import is_joker, may_be_joker_group
from .kept_parts import Filling, Part


class Filler:
    """Completes parts of one hand to hands of `size` cards that can be declared.

    `spare` are the copies of every kind that are not in the hand. `count_step` is called for
    every step, and may raise to end it all.
    """

    def __init__(
        self,
        hand: Sequence[Kind],
        deal: Deal,
        spare: Sequence[int],
        size: int,
        count_step: Callable[[], None],
    ) -> None:
        self.hand, self.deal, self.size, self.count_step = Counter(hand), deal, size, count_step
        self.spare = Counter({kind: spare[kind] for kind in ALL_KINDS})
        self.jokers = [kind for kind in ALL_KINDS if is_joker(kind, deal.wild)]
        self.by_points = sorted(ALL_KINDS, key=lambda kind: (deal.points[kind], kind))

    def fill(self, parts: Sequence[Part], most: int) -> list[Kind] | None:
        """Return a hand of these parts with at most so many cards drawn; None: there is none."""
        self.parts, self.most = parts, most
        self.kept = [kind for part in parts for kind in part.kept]
        loose = self.hand - Counter(self.kept)
        self.own_jokers = [kind for kind in self.jokers for _ in range(loose[kind])]
        return self._fill(0, Filling(0, (), 0, 0))

    def _fill(self, number: int, total: Filling) -> list[Kind] | None:
        """Fill the part of this number and those after it; `total` is what filled the others."""
        self.count_step()
        if number == len(self.parts):
            return self._complete(total)
        for filling in self.parts[number].fillings:
            lacking = total.lacking + filling.lacking
            if len(self.kept) + lacking > self.size:
                break
            drawn, jokers = total.drawn + filling.drawn, total.jokers + filling.jokers
            cost = len(drawn) + max(0, jokers - len(self.own_jokers))
            if cost > self.most or any(drawn.count(k) > self.spare[k] for k in filling.drawn):
                continue
            room = total.room + filling.room
            found = self._fill(number + 1, Filling(lacking, drawn, jokers, room))
            if found:
                return found
        return None

    def _complete(self, total: Filling) -> list[Kind] | None:
        """Return the hand of the filled parts and of what it still wants in size."""
        rules, points = self.deal.ruleset.melds, self.deal.ruleset.settlement
        wanting = self.size - len(self.kept) - total.lacking
        jokers = total.jokers
        if points.knock_limit is None:
            is_group = may_be_joker_group(wanting, rules)
            if wanting > total.room and not is_group:
                return None
            jokers += wanting
        own = self.own_jokers[:jokers]
        stock = self.spare - Counter(total.drawn)
        bought = [k for k in self.jokers for _ in range(stock[k])][: jokers - len(own)]
        drawn = [*total.drawn, *bought]
        if len(own) + len(bought) < jokers or len(drawn) > self.most:
            return None
        melded = [*self.kept, *own, *drawn]
        if points.knock_limit is None:
            return melded
        loose = self._cheapest_first(self.hand - Counter([*self.kept, *own]))
        others = self._cheapest_first(stock - Counter(bought))
        deadwood = least_deadwood(
            wanting,
            [self.deal.points[kind] for kind in loose],
            [self.deal.points[kind] for kind in others],
            self.most - len(drawn),
        )
        if deadwood is None or deadwood[0] > points.knock_limit:
            return None
        return [*melded, *others[: deadwood[1]], *loose[: wanting - deadwood[1]]]

    def _cheapest_first(self, cards: Counter[Kind]) -> list[Kind]:
        return [kind for kind in self.by_points for _ in range(cards[kind])]


def least_deadwood(
    size: int, loose: Sequence[int], others: Sequence[int], most: int
) -> tuple[int, int] | None:
    """Return the least points of so many cards of deadwood, and how many of them are drawn.

    Of `loose` cards of the hand and at most `most` `others`, both given by their points, the
    fewest first. None where the cards are too few.
    """
    ways = (
        (sum(loose[: size - drawn]) + sum(others[:drawn]), drawn)
        for drawn in range(min(size, most, len(others)) + 1)
        if size - drawn <= len(loose)
    )
    return min(ways, default=None)
