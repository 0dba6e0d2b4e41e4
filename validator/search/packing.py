"""How the search packs what it works with into numbers: the constants of this folder.

They stand in a module of their own because they are more than names where the search is compiled:
setup.py writes them into a header, so that the C compiler knows each shift and mask while it
compiles. Nothing is imported here, and every value is an int; whoever computes with them takes
all (`import *`).
"""

KINDS = 53
JOKER = 52
NO_KIND = 53
"""Stands where a pattern has no more naturals."""
NATURALS_MASK = (1 << 52) - 1
"""The kinds that have a rank and a suit."""
WILDS_AT = 63
NO_WILDS = 1 << WILDS_AT
"""Marks the cards of a pattern in which a wild card at face value is not worth trying."""
PLACES = 22
"""Most kinds of a hand: `validator.rules.layers.MAX_HAND_CARDS` and the card set aside."""
MELDS = 8
"""More melds than any hand has: three cards each, of at most 22."""

POINT_BITS = 6
POINT = 1 << POINT_BITS
"""Cost of a deadwood point, as against 1 for a deadwood card; no hand has 64 cards."""
OUTSIDE_BITS = 20
OUTSIDE_POINT = 1 << OUTSIDE_BITS
"""Cost of a point outside the pure sequences; no hand has 2 ** 14 points."""
IMPOSSIBLE = 1 << 39
"""Cost of a goal that cannot be met."""

ANYTHING = 0
"""Goal: any arrangement."""
LIVES = 1
"""Goal: every sequence that a declaration needs."""
PURE = 2
"""Goal: a pure sequence."""
HEAVY = 3
"""Goal: a pure sequence, and the most points in pure ones."""
GOLDEN = 0x9E3779B97F4A7C15
"""2 ** 64 over the golden ratio: spreads keys over the table."""
WORD = (1 << 64) - 1
COST_BITS = (1 << 40) - 1
LAST_GENERATION = (1 << 24) - 1
"""The cost and, above it, the generation of an entry of the table share a word."""
JOKERS_AT = 44
"""Where the jokers stand in a word, above the kinds: so many ones."""
TAKEN = (1 << JOKERS_AT) - 1
"""The counts alone."""
FACED_AT = 60
"""Where the wild cards of a pattern are counted while its cards are."""
LOW_BITS = 0x5555_5555_5555_5555
"""The low bit of every count."""
ANSWER = 4 + MELDS
"""Numbers that an answer is written down in: key, card set aside, spare jokers, melds."""
FEW_JOKERS = 5
MELD_BITS = 16
"""2 ** MELD_BITS melds are kept, by rules or deal, pattern and jokers."""
BUCKET = 4
"""Places that a meld may be kept in."""
ORDER_CARDS = 9
"""Cards that the order of a meld looks at; its length tells the rest of a sequence."""
FEW_NODES = 64
"""Nodes before the table is used: so few are sooner searched twice than looked up."""
SEEN_BITS = 13
SEEN_SIZE = 1 << SEEN_BITS

CARD = 1
LOOSE_BITS = 15
LOOSE_POINT = 1 << LOOSE_BITS
PENALTY_BITS = 30
PENALTY = 1 << PENALTY_BITS
FIELD = LOOSE_POINT - 1
UNDECLARABLE = 1 << 45
"""What deadwood cards, deadwood points, penalty and being undeclarable add to a key."""
WORST = 1 << 60
"""Above every key."""

UNLIMITED = 1 << 13
"""More points than any hand has."""

LONG = 1
ONE_SEQUENCE = 1 << 1
SEQUENCES = 7 << 1
ONE_PURE = 1 << 4
PURES = 7 << 4
NEEDS = LONG + SEQUENCES + PURES
ROOM_BITS = 7
ROOMS = 31 << ROOM_BITS
JOKER_BITS = 12
STATE_BITS = 17
"""A state: whether a long sequence is needed, the sequences and pure ones needed, room, jokers."""

INFO = 0
JOKERS = 1
COUNT = 2
NATURALS = 3
ROW = NATURALS + 8
"""Columns of what is known of a pattern; the last are `MOST_NATURALS` of `patterns`."""

USES_BITS = 5
USES = (1 << USES_BITS) - 1
ROOM = USES << USES_BITS
IS_PURE = 1 << 10
IS_SEQUENCE = 1 << 11
IS_LONG = 1 << 12
IS_TRIPLE = 1 << 13
"""Parts of the first column: jokers gone, room, and what it counts as."""

LIFE_NEEDS = 0
JOKER_GROUP = 1
MODEL = 2
KNOCK_LIMIT = 3
CAP = 4
FLAT = 5
COMPLETE = 6
HAS_TUNNELAS = 7
SETTINGS = 8
"""Places of a ruleset's fields, as ints."""

ASCII = 1 << 7
"""Characters of which a code in two characters may be made."""
