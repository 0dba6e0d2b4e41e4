"""Charges the whole hand although there is a pure sequence, for want of a second one."""

from parity.examples.python_client import serve
from tests.parity.mutants.misreading import OtherRules
from validator.rules.policies import LoserModel

if __name__ == "__main__":
    serve(OtherRules(loser_model=LoserModel.TWO_LIVES_OR_FULL))
