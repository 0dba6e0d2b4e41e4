"""The built-in rulesets: data only, one literal each that states every field.

An overlay takes another ruleset's literal and names what differs, so that the two cannot drift
apart. Sources: 000 is the 13-card page of yeeqia, 001 the complete reference of Indian rummy
(reviewed 2026-08-17), 003 the knock rummy page (checked 2026-09-01), 004 the page of Rummymates.
"""

from typing import Final

from ...errors import UnknownRuleset
from ..rulesets import Ruleset
from .gin import GIN
from .marriage import MARRIAGE
from .points import POINTS
from .published import SEEDS

RULESETS: Final = (*SEEDS, *POINTS, *GIN, *MARRIAGE)
"""Every built-in ruleset, in the order in which they are listed to users."""

_BY_ID: Final = {ruleset.id: ruleset for ruleset in RULESETS}


def find_ruleset(ruleset_id: str) -> Ruleset:
    """Return the built-in ruleset with this id.

    :raises UnknownRuleset: naming the ids there are.

    >>> find_ruleset("knock-52").settlement.knock_limit
    10
    """
    try:
        return _BY_ID[ruleset_id]
    except KeyError:
        raise UnknownRuleset(ruleset_id, tuple(_BY_ID)) from None
