"""The forms of a report: all say the same, and nothing that a client sends breaks one."""

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from jsonschema import Draft202012Validator

from parity.corpus import SHIPPED, read_corpus
from parity.explanations import explain
from parity.reports import document, text
from tests.parity.conftest import CORRECT, Runner
from validator import RULESETS, Ruleset

SCHEMA = json.loads((Path(document.__file__).parents[1] / "schemas" / "report.json").read_text())
FORMS = Callable[..., dict[str, str]]

HOSTILE = "<script>alert(1)</script>&\\x1b[31m\\u0000\\ud800]]>\\r\\nred"
"""Markup, a terminal's escape, characters that XML does not know."""


@pytest.fixture
def forms(parity: Runner, tmp_path: Path) -> FORMS:
    """A function that runs the kit and returns every form of its report."""

    def run(*arguments: str) -> dict[str, str]:
        paths = {form: tmp_path / f"out.{form}" for form in ("junit", "html")}
        writes = (part for form, path in paths.items() for part in (f"--{form}", str(path)))
        ran = parity("run", *arguments, *writes)
        Draft202012Validator(SCHEMA).validate(ran.report)
        assert ran.report["exit_code"] == ran.code
        written = {form: path.read_text(encoding="utf-8") for form, path in paths.items()}
        return {"text": ran.text, "json": json.dumps(ran.report), **written}

    return run


class Page(HTMLParser):
    """Counts the elements of a page, and sees that they close."""

    VOID = ("meta",)

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def count(self, tag: str, style: str) -> int:
        return sum(t == tag and style in (a.get("class") or "").split() for t, a in self.seen)


MIXED = """
if message["seq"] == 2:
    os._exit(1)
elif message["seq"] == 3:
    say({"seq": 3, "skip": "not yet"})
else:
    kind(message, "set")
"""


def test_every_form_has_the_same_counts(forms: FORMS, program: Callable[[str], str]) -> None:
    told = forms("--ruleset", "points-13", "--run", "p13-*/classify", "--command", program(MIXED))
    counts = json.loads(told["json"])["counts"]
    (suite,) = fromstring(told["junit"])
    assert suite.get("name") == "points-13.classify"
    assert suite.get("failures") == str(counts["differ"]) == str(len(suite.findall(".//failure")))
    assert suite.get("errors") == str(counts["failed"]) == str(len(suite.findall(".//error")))
    assert suite.get("skipped") == str(counts["skipped"]) == str(len(suite.findall(".//skipped")))
    assert suite.get("tests") == str(sum(counts.values())) == str(len(suite.findall("testcase")))
    line = f"{counts['agree']} agree, {counts['differ']} differ, 1 skipped, 1 failed"
    assert line in told["text"]
    assert line in told["html"]


def test_the_page_shows_every_card_of_a_difference(
    forms: FORMS, program: Callable[[str], str]
) -> None:
    only = ("--run", "p13-four-card-pure-run/classify")
    told = forms("--ruleset", "points-13", *only, "--command", program("kind(message, 'set')"))
    page = Page(told["html"])
    # Four cards of the group and the one turned up.
    assert page.count("span", "card") == 5
    assert "<b>3</b><i>♠</i>" in told["html"]
    assert "3S 4S 5S 6S is a pure sequence." in told["html"]


def test_the_page_loads_nothing(forms: FORMS) -> None:
    made = ("--generate", "60", "--seed", "1")
    wrong = CORRECT.replace("parity.examples.python_client", "tests.parity.mutants.ace_only_low")
    told = forms("--ruleset", "yeeqia-13", *made, "--command", wrong)
    page = Page(told["html"])
    assert {tag for tag, _ in page.seen} & {"script", "link", "img", "iframe"} == set()
    assert not any(name in ("src", "href") for _, attributes in page.seen for name in attributes)
    assert not re.search(r"url\(|@import|https?:", told["html"].split("</style>")[0])
    # The arrangement that is best is shown in cards as well.
    assert page.count("div", "group") > 10


def test_what_a_client_says_is_text_in_every_form(
    forms: FORMS, program: Callable[[str], str]
) -> None:
    body = f"say({{'seq': message['seq'], 'error': \"{HOSTILE}\"}})"
    told = forms("--ruleset", "points-13", "--run", "p13-*/classify", "--command", program(body))
    assert fromstring(told["junit"]) is not None
    page = Page(told["html"])
    assert not any(tag == "script" for tag, _ in page.seen)
    for form, content in told.items():
        assert not re.search("[\x00\x1b\r\ud800]", content), form
        assert "red" in content, form


def test_melds_that_are_no_cards_are_drawn_all_the_same(
    forms: FORMS, program: Callable[[str], str]
) -> None:
    melds = "[['', '<b>', '\\ud800\\x00S', '\\ud800', '5H']]"
    body = f"say({{'seq': message['seq'], 'answer': {{'penalty': -1, 'melds': {melds}}}}})"
    command = program(body)
    path = Path(command.split()[-1])
    path.write_text(path.read_text().replace("        start()", "        start('best')"))
    told = forms("--ruleset", "points-13", "--run", "p13-*/best", "--command", command)
    Page(told["html"])
    assert "its melds are not of this hand" in told["text"]


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_every_vector_is_explained_in_sentences(ruleset: Ruleset) -> None:
    cases, _ = read_corpus(SHIPPED, ruleset)
    for case in cases:
        assert explain(case).endswith((".", ")")), case.id


def test_a_table_is_shown_seat_by_seat(forms: FORMS, program: Callable[[str], str]) -> None:
    body = "say({'seq': message['seq'], 'answer': {'winner': None, 'players': []}})"
    command = program(body)
    path = Path(command.split()[-1])
    path.write_text(path.read_text().replace("        start()", "        start('settle')"))
    told = forms("--ruleset", "points-13", "--run", "*/settle", "--command", command)
    assert "p2 playing 9H 10H JH 4S 4D 4C 6S 6C 6D AC KD 8C 2S as 4S 4D 4C" in told["text"]
    assert "The deal is over; p1 has won. Points: p1 0, p2 60" in told["text"]
    assert "p3, first drop" in told["html"]


def test_what_concerns_no_question_is_in_every_form(forms: FORMS) -> None:
    only = ("--ruleset", "points-13", "--run", "p13-*/classify", "--command", CORRECT)
    for content in forms(*only, "--skip", "long-gone").values():
        assert "--skip long-gone matches no question" in content


def test_a_long_list_is_cut_and_says_so(
    forms: FORMS, program: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text, "MOST_SHOWN", 2)
    monkeypatch.setattr("parity.reports.html.MOST_SHOWN", 2)
    only = ("--ruleset", "points-13", "--run", "p13-*/classify")
    told = forms(*only, "--command", program("kind(message, 'dublee')"))
    more = json.loads(told["json"])["counts"]["differ"] - 2
    assert f"\nand {more} more\n" in told["text"]
    assert f"and {more} more in the JSON report" in told["html"]


class Terminal:
    """A stream that is a terminal."""

    def __init__(self) -> None:
        self.written = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> None:
        self.written += text

    def flush(self) -> None:
        pass


def test_progress_is_shown_on_a_terminal_only(
    parity: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    only = ("--ruleset", "points-13", "--command", CORRECT)
    assert parity("run", *only).errors == ""
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    parity("run", *only)
    assert "\r100 questions, 0 differ" in terminal.written
    assert terminal.written.endswith("\r\033[K")
