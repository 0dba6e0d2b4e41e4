"""The built-in rulesets as test parameters."""

import pytest

from validator import RULESETS

LARGE = 16
"""Cards of a hand that the plain search takes seconds for."""

BUILT_IN = [
    pytest.param(
        ruleset,
        id=ruleset.id,
        marks=[pytest.mark.compiled] if max(ruleset.melds.hand_sizes) > LARGE else [],
    )
    for ruleset in RULESETS
]
"""All of them; those with large hands are marked, and tried with the compiled search only."""
