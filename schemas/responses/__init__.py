"""Writes answers: each `dump_…` or `write_…` takes what the domain returns."""

from .prospects import dump_prospects
from .ruleset_checks import check_house_rule
from .settlements import dump_settlement
from .vectors import dump_vector
from .verdict_json import write_verdict

__all__ = ["check_house_rule", "dump_prospects", "dump_settlement", "dump_vector", "write_verdict"]
