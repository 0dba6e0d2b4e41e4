"""What the README and the docs show is what the service answers."""

import json
import re
from dataclasses import fields
from http import HTTPStatus
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from api.config.settings import Settings
from api.observability.metrics import REGISTRY
from validator import RULESETS, ErrorCode, ViolationCode, find_ruleset

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
API = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
CODES = (ROOT / "docs" / "violations.md").read_text(encoding="utf-8")
SETTLEMENT = (ROOT / "docs" / "settlement.md").read_text(encoding="utf-8")
DEALS = re.findall(
    r"```json\n(\{\"ruleset\"[^`]*\"players\"[^`]*)```\n\n((?:\|.*\|\n)+)", API + SETTLEMENT
)
"""The tables that are settled in the docs: the request, and a table of what each player gets."""
PAGE_OF_RULESETS = (ROOT / "docs" / "rulesets.md").read_text(encoding="utf-8")
RULINGS = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
OPERATIONS = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
PAGES = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / ".github").glob("*.md")),
    ROOT / "tests" / "vectors" / "README.md",
]
EXAMPLES = dict(re.findall(r"^### (\w+)\n.*?```json\n(.*?)\n```", CODES, re.DOTALL | re.MULTILINE))


def found_codes(client: FlaskClient, body: str, status: HTTPStatus) -> list[str]:
    request = json.loads(body)
    path = "/v1/settle" if "players" in request else "/v1/validate"
    answer = client.post(path, json=request)
    assert answer.status_code == status
    document = json.loads(answer.get_data(as_text=True))
    found = document["violations" if status == HTTPStatus.OK else "errors"]
    return [entry["code"] for entry in found]


def asked(page: str) -> object:
    """Return the body of the first call that a page shows."""
    request = re.search(r"curl .*? -d '(.*?)'\n", page, re.DOTALL)
    assert request
    return json.loads(request[1])


def test_the_api_page_shows_the_true_answer_to_its_request(client: FlaskClient) -> None:
    shown = re.search(r"```json\n(\{\"ruleset\".*?)\n```", API, re.DOTALL)
    assert shown
    answer = client.post("/v1/validate", json=asked(API))
    assert answer.get_data(as_text=True).strip() == shown[1].replace("\n", "")


def test_the_readme_shows_parts_of_the_true_answer_to_its_request(client: FlaskClient) -> None:
    shown = re.search(r"```json\n(\{\"ruleset\".*?)\n```", README, re.DOTALL)
    assert shown
    answer = client.post("/v1/validate", json=asked(README)).get_data(as_text=True).strip()
    parts = [part.strip() for part in shown[1].replace("\n", "").split("…")]
    assert len(parts) == 3
    assert answer.startswith(parts[0].rstrip(", "))
    assert parts[1].removeprefix("}") in answer
    assert answer.endswith(parts[2])


def test_the_api_page_tells_the_true_prospects_of_its_hand(client: FlaskClient) -> None:
    request = re.search(r"curl \S+ \S+/v1/arrange .*? -d '(.*?)'\n", API, re.DOTALL)
    assert request
    answer = client.post("/v1/arrange", json=json.loads(request[1])).get_data(as_text=True)
    for shown in (
        '"distance":1',
        r'"completing_cards":[{"card":"10C","unseen":1},{"card":"JK","unseen":1}]',
    ):
        assert f"`{shown}`" in API
        assert shown in answer


@pytest.mark.parametrize("code", [code.value for code in ViolationCode])
def test_every_violation_has_an_example_that_shows_it(client: FlaskClient, code: str) -> None:
    assert code in found_codes(client, EXAMPLES[code], HTTPStatus.OK)


@pytest.mark.parametrize("code", [code.value for code in ErrorCode])
def test_every_refusal_has_an_example_that_shows_it(client: FlaskClient, code: str) -> None:
    assert code in found_codes(client, EXAMPLES[code], HTTPStatus.UNPROCESSABLE_ENTITY)


def test_every_example_in_the_docs_is_of_a_code_and_shows_it(client: FlaskClient) -> None:
    violations = {code.value for code in ViolationCode}
    for code, body in EXAMPLES.items():
        status = HTTPStatus.OK if code in violations else HTTPStatus.UNPROCESSABLE_ENTITY
        assert code in found_codes(client, body, status), code


def test_the_api_page_shows_the_true_errors(client: FlaskClient) -> None:
    shown = re.search(r"```json\n(\{\"type\".*?)\n```", API, re.DOTALL)
    assert shown
    body = {"ruleset": "points-13", "hand": ["4H", "5H", "11D"], "discrad": "4H"}
    answer = json.loads(client.post("/v1/validate", json=body).get_data(as_text=True))
    wanted = json.loads(shown[1])
    assert {**answer, "instance": wanted["instance"]} == wanted


def test_the_api_page_shows_a_true_vector(client: FlaskClient) -> None:
    shown = re.search(r"```json\n(\{\"id\".*?)\n```", API, re.DOTALL)
    assert shown
    lines = client.get("/v1/vectors?ruleset=points-13&kind=edge&count=40").data.splitlines()
    assert lines[-1].decode() == shown[1].replace("\n", "")


def links(page: Path) -> list[str]:
    """Return where a page leads to inside the project: paths, perhaps with an anchor."""
    found = re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8"))
    return [link for link in found if not re.match(r"[a-z]+:", link)]


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_the_list_of_documents_has_them_all() -> None:
    listed = {link for link in links(ROOT / "docs" / "README.md") if "/" not in link}
    assert listed == {page.name for page in (ROOT / "docs").glob("*.md")} - {"README.md"}


def test_every_ruling_that_a_ruleset_names_is_in_the_docs() -> None:
    listed = set(re.findall(r"^\| (R\d+) \|", RULINGS, re.MULTILINE))
    named = {ruling for ruleset in RULESETS for ruling in ruleset.rulings}
    assert named <= listed


def test_the_rulesets_page_lists_every_ruleset() -> None:
    listed = re.findall(r"^\| `([a-z0-9-]+)` \| ", PAGE_OF_RULESETS, re.MULTILINE)
    assert sorted(listed) == sorted(ruleset.id for ruleset in RULESETS)
    assert all(find_ruleset(ruleset_id) for ruleset_id in listed)


def test_the_docs_settle_deals_of_every_family() -> None:
    assert len(DEALS) == 11


@pytest.mark.parametrize(("request_", "table"), DEALS)
def test_a_deal_in_the_docs_is_settled_as_shown(
    client: FlaskClient, request_: str, table: str
) -> None:
    answer = client.post("/v1/settle", json=json.loads(request_))
    assert answer.status_code == HTTPStatus.OK, answer.get_data(as_text=True)
    header, _, *rows = (
        [cell.strip() for cell in row.split("|")[1:-1]] for row in table.split("\n")[:-1]
    )
    found = [[player[name] for name in header] for player in json.loads(answer.data)["players"]]
    assert found == [[row[0], *map(json.loads, row[1:])] for row in rows]


def test_the_operations_page_lists_every_setting_with_its_default() -> None:
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| ([^|]+) \|", OPERATIONS, re.MULTILINE))
    assert rows.keys() == {field.name.upper() for field in fields(Settings)}
    for field in fields(Settings):
        if rows[field.name.upper()].isdigit():
            assert int(rows[field.name.upper()]) == field.default, field.name


def test_the_operations_page_lists_every_metric() -> None:
    listed = set(re.findall(r"^\| `(rummy_\w+)` \|", OPERATIONS, re.MULTILINE))
    # A counter's own name lacks the ending of its series.
    made = {
        f"{metric.name}_total" if metric.type == "counter" else metric.name
        for metric in REGISTRY.collect()
    }
    assert listed == made
