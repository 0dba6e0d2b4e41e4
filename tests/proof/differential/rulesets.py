"""The rulesets that are compared: built-in ones, and others for every field of the meld rules."""

from dataclasses import replace

from validator.rules.dialects import RULESETS, find_ruleset
from validator.rules.policies import Ace, LoserModel, NoPure, PrintedJokerUp
from validator.rules.rulesets import Ruleset


def worth(ruleset: Ruleset) -> tuple[object, ...]:
    """Return all that the worth of an arrangement depends on; the rest is settlement."""
    points = ruleset.settlement
    return (
        ruleset.melds,
        points.goes_out_by,
        points.knock_limit,
        points.ace_points,
        points.court_points,
        points.loser_model,
        points.no_pure,
        points.cap,
        points.complete_hand_points,
    )


STAND_FOR = {worth(ruleset): ruleset for ruleset in reversed(RULESETS)}
"""For each worth, the first built-in ruleset that has it."""

COMPARED = tuple(ruleset for ruleset in RULESETS if STAND_FOR[worth(ruleset)] is ruleset)
"""Built-in rulesets that differ in more than how a deal is settled."""

_POINTS = find_ruleset("points-13")
_SMALL = ((2, 10),)


def _variant(
    name: str, loser_model: LoserModel = LoserModel.LIVES_CASCADE, **melds: object
) -> Ruleset:
    return replace(
        _POINTS,
        id=name,
        melds=replace(_POINTS.melds, **melds),  # type: ignore[arg-type]
        settlement=replace(_POINTS.settlement, loser_model=loser_model),
    )


VARIANTS = (
    _variant("open-sets", set_max_cards=None),
    _variant("one-joker-a-sequence", max_jokers_in_sequence=1, printed_jokers=4),
    _variant("one-joker-a-set", max_jokers_in_set=1, set_max_cards=5),
    _variant("no-joker-in-sets", max_jokers_in_set=0),
    _variant("long-sequence", long_sequence_cards=4),
    _variant("long-and-limited", long_sequence_cards=5, max_jokers_in_sequence=1),
    _variant("two-naturals", hand_size_by_players=_SMALL, min_naturals=2),
    _variant("joker-groups", hand_size_by_players=_SMALL, min_naturals=0, printed_jokers=6),
    _variant("melds-of-four", meld_min_cards=4),
    _variant("ace-low", ace=Ace.LOW, loser_model=LoserModel.PURE_UNLOCKS_ALL),
    _variant("printed-up-none", printed_joker_up=PrintedJokerUp.NONE),
    _variant("neighbours", hand_size_by_players=_SMALL, neighbour_wilds=True),
    _variant(
        "three-decks",
        hand_size_by_players=_SMALL,
        decks=3,
        printed_jokers=3,
        identical_triplet=True,
        min_sequences=2,
        min_pure_sequences=2,
    ),
    _variant(
        "alternatives",
        hand_size_by_players=_SMALL,
        decks=3,
        identical_triplet=True,
        dublees_to_declare=3,
        tunnelas_to_declare=2,
        jokers_to_declare=4,
    ),
    _variant(
        "one-sequence", LoserModel.TWO_LIVES_OR_FULL, hand_size_by_players=_SMALL, min_sequences=1
    ),
    _variant("three-sequences", min_sequences=3, min_pure_sequences=2),
    replace(
        find_ruleset("marriage-21"),
        id="marriage-of-ten",
        melds=replace(
            find_ruleset("marriage-21").melds,
            hand_size_by_players=_SMALL,
            min_sequences=2,
            min_pure_sequences=2,
            dublees_to_declare=4,
            tunnelas_to_declare=2,
            jokers_to_declare=5,
        ),
    ),
    replace(
        _POINTS,
        id="flat-without-pure",
        settlement=replace(
            _POINTS.settlement,
            no_pure=NoPure.FLAT,
            loser_model=LoserModel.PURE_UNLOCKS_ALL,
            complete_hand_points=0,
        ),
    ),
    replace(_POINTS, id="no-cap", settlement=replace(_POINTS.settlement, cap=None)),
)
"""One ruleset for each field, and some for two that meet."""
