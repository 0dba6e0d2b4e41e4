"""Misses Q-K-A."""

from parity.examples.python_client import serve
from tests.parity.mutants.misreading import OtherRules
from validator.rules.policies import Ace

if __name__ == "__main__":
    serve(OtherRules(ace=Ace.LOW))
