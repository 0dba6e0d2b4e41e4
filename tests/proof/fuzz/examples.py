"""How many examples a test tries: a bounded number in the suite, FUZZ_FACTOR times as many else."""

import os

from hypothesis import HealthCheck, settings

FACTOR = int(os.environ.get("FUZZ_FACTOR", "1"))


def tried(examples: int) -> settings:
    """Returns the settings of a test that tries so many examples.

    In the suite they are the same each time, so that it fails for what was changed, not by chance.
    """
    return settings(
        max_examples=examples * FACTOR,
        deadline=None,
        derandomize=FACTOR == 1,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    )
