"""The answer to a declaration: verdicts, violations, and the sentences that explain them."""

from .judging import find_best, judge_declaration
from .verdicts import Knock, Outcome, Verdict
from .violations import Violation, ViolationCode

__all__ = [
    "Knock",
    "Outcome",
    "Verdict",
    "Violation",
    "ViolationCode",
    "find_best",
    "judge_declaration",
]
