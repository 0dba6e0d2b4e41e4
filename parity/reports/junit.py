"""The report as JUnit XML: a suite for each sort of question, a test case for each question."""

from xml.etree.ElementTree import Element, SubElement, tostring

from parity.explanations import explain
from parity.reports.text import answer_of, client_of, hand_of
from parity.results import Outcome, Report, Status


def write_junit(report: Report) -> str:
    """Return the report as an XML document."""
    root = Element("testsuites", name=f"parity {report.ruleset.id}")
    for ask, counts in report.asks():
        suite = SubElement(
            root,
            "testsuite",
            name=f"{report.ruleset.id}.{ask}",
            tests=str(counts.total()),
            failures=str(counts[Status.DIFFER] + counts[Status.STALE]),
            errors=str(counts[Status.FAILED] + counts[Status.NOT_ASKED]),
            skipped=str(counts[Status.SKIPPED] + counts[Status.KNOWN]),
        )
        for outcome in report.outcomes:
            if outcome.case.question.ask is ask:
                _add_case(suite, report, outcome)
    if report.breaches or report.stale:
        _add_run(root, report)
    text: str = tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'


def _add_case(suite: Element, report: Report, outcome: Outcome) -> None:
    case = SubElement(suite, "testcase", classname=suite.get("name", ""), name=outcome.case.id)
    if outcome.status is Status.AGREE:
        return
    kind = {
        Status.DIFFER: "failure",
        Status.STALE: "failure",
        Status.FAILED: "error",
        Status.NOT_ASKED: "error",
    }.get(outcome.status, "skipped")
    found = SubElement(case, kind, message="; ".join(outcome.details))
    if kind != "skipped":
        found.text = "\n".join(
            (
                *hand_of(outcome.case),
                f"{client_of(report)}: {answer_of(outcome.answer)}",
                f"referee: {answer_of(outcome.case.expect)}",
                explain(outcome.case),
            )
        )


def _add_run(root: Element, report: Report) -> None:
    """Add a suite for what concerns no question."""
    errors, failures = len(report.breaches), len(report.stale)
    suite = SubElement(
        root,
        "testsuite",
        name=f"{report.ruleset.id}.run",
        tests=str(errors + failures),
        errors=str(errors),
        failures=str(failures),
    )
    for kind, texts in (("error", report.breaches), ("failure", report.stale)):
        for text in texts:
            case = SubElement(suite, "testcase", classname=suite.get("name", ""), name=text)
            SubElement(case, kind, message=text)
