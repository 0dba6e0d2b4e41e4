"""Makes nothing wild when a printed joker is turned up."""

from parity.examples.python_client import serve
from tests.parity.mutants.misreading import OtherRules
from validator.rules.policies import PrintedJokerUp

if __name__ == "__main__":
    serve(OtherRules(printed_joker_up=PrintedJokerUp.NONE))
