"""Lets jokers extend a set without limit."""

from parity.examples.python_client import serve
from tests.parity.mutants.misreading import OtherRules

if __name__ == "__main__":
    serve(OtherRules(set_max_cards=None))
