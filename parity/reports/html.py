"""The report as one HTML file with pictures of cards; it loads nothing from elsewhere."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final

from parity.explanations import explain
from parity.protocol import own_text
from parity.questions import Case, Json
from parity.reports.text import answer_of, client_of, counts_of, verdict_of
from parity.results import Exit, Outcome, Report, Status

MOST_SHOWN: Final = 500
"""Questions of one sort that are shown with their cards; the JSON report has all of them."""

_SYMBOLS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

_STYLE: Final = """
:root { color-scheme: light dark; --ink: #1c2321; --page: #f4f2ec; --sheet: #fff; --line: #d9d5c9;
  --red: #b3261e; --black: #1c2321; --card: #fffdf8; --good: #256d3b; --bad: #b3261e;
  --dim: #5d6662; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6e0; --page: #191c1b; --sheet: #232726;
  --line: #3a403d; --good: #7fce97; --bad: #ff9a8f; --dim: #a3aca7; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 2rem 1rem 4rem; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; }
h1 { margin: 0; font-size: 1.5rem; } h2 { margin: 2.5rem 0 .75rem; font-size: 1.15rem; }
.verdict { margin: .25rem 0; font-size: 1.1rem; font-weight: 600; }
.good { color: var(--good); } .bad { color: var(--bad); } .dim { color: var(--dim); }
table { width: 100%; border-collapse: collapse; background: var(--sheet);
  border: 1px solid var(--line); }
th, td { padding: .5rem .75rem; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top; } th { font-weight: 600; } td.number { white-space: nowrap; }
td p { margin: 0; }
article { margin: 1rem 0; padding: 1rem 1.25rem; background: var(--sheet);
  border: 1px solid var(--line); border-radius: .5rem; }
article h3 { margin: 0 0 .25rem; font-size: 1rem; overflow-wrap: anywhere; }
article p, article ul { margin: .5rem 0 0; } article ul { padding-left: 1.25rem; }
.flag { display: inline-block; margin: 0 .25rem .25rem 0; padding: 0 .5rem; font-size: .85rem;
  border: 1px solid var(--line); border-radius: 1rem; }
.hand { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; margin: .5rem 0 0;
  align-items: flex-end; }
.hand > .dim { flex: 0 0 6rem; align-self: center; font-size: .85rem; }
.cards { display: flex; flex-wrap: wrap; gap: .25rem; padding: .35rem; border-radius: .5rem; }
.group { background: var(--page); border: 1px dashed var(--line); }
.card { display: inline-flex; flex-direction: column; width: 2.6rem; height: 3.6rem;
  padding: .2rem .35rem; line-height: 1.15; font-weight: 600; color: var(--black);
  background: var(--card); border: 1px solid #b9b4a5; border-radius: .35rem;
  box-shadow: 0 1px 2px #0003; }
.card b { font-size: 1.05rem; } .card i { font-size: 1.25rem; font-style: normal; }
.card.red { color: var(--red); } .card.joker { color: #5b3a8c; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .75rem 0 0; }
dt { color: var(--dim); } dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 40rem) { .hand > .dim { flex-basis: 100%; } dl { grid-template-columns: 1fr; }
  .flags tr { display: grid; grid-template-columns: 1fr auto; }
  .flags td, .flags th { border: 0; } .flags :nth-child(3) { grid-column: 1 / -1; }
  .flags tr { border-bottom: 1px solid var(--line); } }
"""


def write_html(report: Report) -> str:
    """Return the report as an HTML document."""
    return "\n".join(_document(report)) + "\n"


def _document(report: Report) -> Iterator[str]:
    title = f"{client_of(report)} and {report.ruleset.id}"
    tone = "good" if report.exit_code is Exit.AGREE else "bad"
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>"
    yield f"<h1>{escape(title)}</h1>"
    yield f'<p class="verdict {tone}">{escape(verdict_of(report))}</p>'
    yield f'<p class="dim">{escape(counts_of(report))}; from {escape(report.origin)}</p>'
    for text in (*report.breaches, *report.stale):
        yield f'<p class="bad">{escape(text)}</p>'
    yield from _by_question(report)
    yield from _by_flag(report)
    small = [shrunk.outcome for shrunk in report.shrunk]
    for heading, outcomes in (
        ("Smallest questions that show it", small),
        ("Differences", report.having(Status.DIFFER)),
        ("Without an answer", report.having(Status.FAILED)),
        ("Out of date", report.having(Status.STALE)),
        ("Known from the baseline", report.having(Status.KNOWN)),
    ):
        yield from _section(report, heading, outcomes)
    yield "</main>\n</body>\n</html>"


def _by_question(report: Report) -> Iterator[str]:
    statuses = [status for status in Status if report.counts[status]]
    heads = "".join(f"<th>{status.value.replace('_', ' ')}</th>" for status in statuses)
    yield f"<h2>By question</h2>\n<table>\n<tr><th>question</th>{heads}</tr>"
    for ask, counts in report.asks():
        cells = "".join(f"<td>{counts[status]}</td>" for status in statuses)
        yield f"<tr><td>{ask.value}</td>{cells}</tr>"
    yield "</table>"


def _by_flag(report: Report) -> Iterator[str]:
    telling = [count for count in report.flags() if count.differ]
    if not telling:
        return
    yield '<h2>By flag, the most telling first</h2>\n<table class="flags">'
    yield "<tr><th>flag</th><th>differ</th><th>the rule, and what goes wrong</th></tr>"
    for count in telling:
        note = report.notes.get(count.flag)
        text = "" if note is None else f"<p>{escape(note.text)}</p>"
        effect = "" if note is None else f'<p class="dim">{escape(note.effect)}</p>'
        yield (
            f"<tr><td>{escape(count.flag)}</td>"
            f'<td class="number">{count.differ} of {count.asked}</td><td>{text}{effect}</td></tr>'
        )
    yield "</table>"


def _section(report: Report, heading: str, outcomes: Sequence[Outcome]) -> Iterator[str]:
    if not outcomes:
        return
    yield f"<h2>{heading} ({len(outcomes)})</h2>"
    for outcome in outcomes[:MOST_SHOWN]:
        yield from _article(report, outcome)
    if len(outcomes) > MOST_SHOWN:
        yield f'<p class="dim">and {len(outcomes) - MOST_SHOWN} more in the JSON report</p>'


def _article(report: Report, outcome: Outcome) -> Iterator[str]:
    case = outcome.case
    yield f"<article>\n<h3>{escape(case.id)}</h3>"
    if case.description:
        yield f"<p>{escape(case.description)}</p>"
    yield "".join(f'<span class="flag">{escape(flag)}</span>' for flag in case.flags)
    yield from _pictures(case)
    yield "<dl>"
    for name, answer in ((client_of(report), outcome.answer), ("referee", case.expect)):
        yield f"<dt>{escape(name)}</dt><dd>{escape(answer_of(answer))}{_melds(answer)}</dd>"
    yield "</dl>\n<ul>"
    yield "".join(f"<li>{escape(detail)}</li>" for detail in outcome.details)
    yield f"</ul>\n<p>{escape(explain(case))}</p>"
    if case.source:
        yield f'<p class="dim">Source: {escape("; ".join(case.source))}</p>'
    yield "</article>"


def _melds(answer: Json | None) -> str:
    """Return pictures of the arrangement in an answer, if there is one."""
    melds = [] if answer is None else answer.get("melds", [])
    return f'<div class="hand">{"".join(_cards(meld, "group") for meld in melds)}</div>'


def _pictures(case: Case) -> Iterator[str]:
    question = case.question
    if question.wild_card is not None:
        yield _row("turned up", [_cards((question.wild_card,))])
    if question.group:
        yield _row("group", [_cards(question.group, "group")])
    if question.groups:
        yield _row("groups", [_cards(group, "group") for group in question.groups])
    grouped = Counter(card for group in question.groups for card in group)
    loose = [*(Counter(question.hand) - grouped).elements()]
    if loose:
        yield _row("in no group" if question.groups else "hand", [_cards(loose)])
    if question.discard is not None:
        yield _row("set aside", [_cards((question.discard,))])
    for player in question.players:
        name = f"{player['seat']}, {player['status'].replace('_', ' ')}"
        groups = player.get("groups")
        rows = [_cards(group, "group") for group in groups or ()] or [
            _cards(player.get("hand") or ())
        ]
        yield _row(name, rows)


def _row(name: str, parts: Iterable[str]) -> str:
    return f'<div class="hand"><span class="dim">{escape(name)}</span>{"".join(parts)}</div>'


def _cards(codes: Sequence[str], style: str = "") -> str:
    pictures = "".join(map(_card, codes))
    return f'<div class="cards {style}">{pictures}</div>'


def _card(code: str) -> str:
    """Return the picture of a card; a text that is none stands on one of its own."""
    rank, symbol = code[:-1], _SYMBOLS.get(code[-1:])
    if code == "JK":
        return '<span class="card joker" title="printed joker"><b>JK</b><i>★</i></span>'
    if symbol is None or not rank:
        return f'<span class="card" title="no card"><b>{escape(own_text(code[:5]))}</b></span>'
    tone = " red" if code[-1] in "HD" else ""
    return f'<span class="card{tone}"><b>{escape(own_text(rank[:3]))}</b><i>{symbol}</i></span>'
