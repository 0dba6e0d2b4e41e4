"""The example clients agree with the referee, each as far as it goes."""

import shutil

import pytest

from tests.parity.conftest import CORRECT, Runner
from validator import RULESETS

NODE = shutil.which("node")
JAVASCRIPT = "node parity/examples/javascript_client.mjs"
IDS = [ruleset.id for ruleset in RULESETS]

needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")


@pytest.mark.parametrize("ruleset", IDS)
def test_the_client_in_python_agrees_on_every_vector(parity: Runner, ruleset: str) -> None:
    ran = parity("run", "--ruleset", ruleset, "--command", CORRECT)
    assert ran.report["differences"] == []
    assert ran.report["skipped"] == []
    assert ran.code == 0


@pytest.mark.parametrize("ruleset", IDS)
def test_the_client_in_python_agrees_on_hands_that_are_made(parity: Runner, ruleset: str) -> None:
    ran = parity("run", "--ruleset", ruleset, "--generate", "60", "--command", CORRECT)
    assert ran.report["differences"] == []
    assert ran.code == 0


@needs_node
@pytest.mark.parametrize("ruleset", IDS)
def test_the_client_in_javascript_agrees_on_the_vectors_it_answers(
    parity: Runner, ruleset: str
) -> None:
    ran = parity("run", "--ruleset", ruleset, "--command", JAVASCRIPT)
    assert ran.report["differences"] == []
    assert ran.report["counts"]["agree"] > 0
    assert ran.code == 0


@needs_node
@pytest.mark.parametrize("ruleset", IDS)
def test_the_client_in_javascript_agrees_on_hands_that_are_made(
    parity: Runner, ruleset: str
) -> None:
    ran = parity("run", "--ruleset", ruleset, "--generate", "60", "--command", JAVASCRIPT)
    assert ran.report["differences"] == []
    assert ran.code == 0


@needs_node
def test_the_client_in_javascript_says_what_it_does_not_answer(parity: Runner) -> None:
    ran = parity("run", "--ruleset", "marriage-21", "--command", JAVASCRIPT)
    reasons = {one["reason"] for one in ran.report["skipped"]}
    assert "the client does not answer best" in reasons
    assert any(reason.startswith("dublees, tunnelas") for reason in reasons)
