"""The fast exact best arrangement; `validator.reference` is its oracle and shares no code with it.

These modules are the search, compiled or not: where they are compiled, a `.pxd` beside each gives
the C types, and nothing else differs. docs/search.md tells the idea from the beginning.

The way of a hand
    `tables` knows the deal, `codes` reads the hand, `fitting` takes the patterns that it has the
    cards for, `explorer` finds the best arrangement, `laying_out` makes the melds of it. `best`
    is the way in, and holds the explorers.

Glossary
    pattern  the cards of a meld that stand at face value, and the jokers it cannot do without:
             those that fill gaps, and those that bring it up to the fewest cards of a meld
    room     how many more jokers a meld can take in
    spare    jokers that no pattern needs; they go into the room of the melds, or stay loose
    place    the number of a kind among those of the hand that any pattern takes, lowest kind first
    left     the cards not yet placed: a count in two bits for every place
    state    the sequences still needed, the room, and the jokers left, in one number
    passed   the cost of the cards that it is too late to meld
    goal     the sequences that an arrangement must hold; decides what is charged
    cost     deadwood points * 64 + deadwood cards, so that comparing ints compares both; where
             only pure sequences save their points, all other points stand above that

How it goes
    Melds are placed in the order of their lowest cards. After one is placed, the next is any
    pattern of the same or a later card; the cards between are passed, and stay outside (a wild card
    passed plays joker). That tries every arrangement once, but for where spare jokers go, and that
    does not matter for its value, in the documented order: the first of the best is found by
    keeping only what is better. What has passed too much to be better is not followed, nor is a
    rest that was met before with no more passed. Cards that no pattern takes are settled before.

Why no optimum is lost
    1. Copies of a card, and cards that play joker, are interchangeable: counts suffice.
    2. A sequence of more cards than two shortest ones splits in two, each with its own naturals,
       and splitting never loses a required sequence. So no pattern spans more cards than
       2 * fewest - 1, or, where one sequence has to be long, than that length and fewest - 1.
       Jokers between two halves that neither needs become spare, and the halves have room for
       them: a sequence can grow to the whole rank order. (Where two naturals are asked for, a
       split may leave a half one short; patterns then span the whole order, with as few cards.)
    3. A wild card at face value in a meld that holds a joker and another natural could as well be
       one of its jokers. So patterns have wild cards at face value only if they are pure, or have
       no other natural, or if the ruleset limits jokers or asks for two naturals.
    4. Spare jokers can all be placed exactly when there is room for all of them, whatever the
       order, because room in one meld does not depend on the others.

Bound: a rest that was met before is followed again only with less passed. A table of fixed size
remembers that, so memory never grows; docs/search.md gives the most nodes found.

Which of several best arrangements: see `best_arrangement`.
"""

from .best import (
    COMPILED,
    Borrowed,
    arrange_codes,
    best_arrangement,
    recalled_arrangement,
)
from .codes import find_lines, sort_by_deal, work
from .explorer import Explorer
from .laying_out import lay_out
from .packing import ANSWER, PLACES
from .patterns import MeldPattern, find_patterns_of
from .special_hands import ways_that_suffice
from .tables import DealTables, tables_for, tables_of

__all__ = [
    "ANSWER",
    "COMPILED",
    "PLACES",
    "Borrowed",
    "DealTables",
    "Explorer",
    "MeldPattern",
    "arrange_codes",
    "best_arrangement",
    "find_lines",
    "find_patterns_of",
    "lay_out",
    "recalled_arrangement",
    "sort_by_deal",
    "tables_for",
    "tables_of",
    "ways_that_suffice",
    "work",
]
