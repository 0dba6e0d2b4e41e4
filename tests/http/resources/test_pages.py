"""The playground at /, the API reference at /docs, and what they load."""

import re
from html.parser import HTMLParser
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

import stage
from api.resources import pages
from tests.contract.openapi_contract import CONTRACT

ROOT = Path(__file__).resolve().parents[3]
WEB = ROOT / "web"
PAGES = {"/": "index.html", "/docs": "docs.html"}
ASSETS = sorted(
    {file.name for file in WEB.iterdir()} - {*PAGES.values()} | {*pages._REFERENCE_FILES}
)


class Page(HTMLParser):
    """What a page loads and links, its ids, and what it has in line."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loaded: set[str] = set()
        self.linked: set[str] = set()
        self.ids: list[str] = []
        self.in_line: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids += [given["id"]] if "id" in given else []
        self.in_line += [name for name in given if name == "style" or name.startswith("on")]
        if tag == "style" or (tag == "script" and "src" not in given):
            self.in_line.append(tag)
        if "src" in given:
            self.loaded.add(given["src"])
        if "href" in given:
            (self.loaded if tag == "link" else self.linked).add(given["href"])


def read(name: str) -> Page:
    return Page((WEB / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_the_file_that_is_shipped(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == HTTPStatus.OK
    assert answer.content_type == "text/html; charset=utf-8"
    assert answer.data == (WEB / PAGES[path]).read_bytes()


@pytest.mark.parametrize("path", PAGES)
def test_a_page_may_run_and_load_only_what_this_service_sends(
    client: FlaskClient, path: str
) -> None:
    policy = client.get(path).headers["Content-Security-Policy"]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
    assert rules["frame-ancestors"] == rules["base-uri"] == "'none'"
    assert "unsafe" not in policy


@pytest.mark.parametrize("name", PAGES.values())
def test_a_page_has_no_script_or_style_in_line(name: str) -> None:
    assert read(name).in_line == []


@pytest.mark.parametrize("path", PAGES)
def test_everything_that_a_page_loads_and_links_is_there(client: FlaskClient, path: str) -> None:
    page = read(PAGES[path])
    assert page.loaded
    for address in page.loaded | page.linked:
        # Relative, so that the pages work behind a proxy with a path of its own.
        assert not address.startswith("/"), address
        assert client.get(f"/{address.removeprefix('./')}").status_code == HTTPStatus.OK, address


@pytest.mark.parametrize("name", [name for name in ASSETS if name not in pages._REFERENCE_FILES])
def test_nothing_of_ours_speaks_of_another_host(name: str) -> None:
    text = (WEB / name).read_text(encoding="utf-8")
    namespaces = {"http://www.w3.org/2000/svg"}
    assert set(re.findall(r"https?://[^\"'\s)]+", text)) <= namespaces


@pytest.mark.parametrize("name", ASSETS)
def test_an_asset_has_the_type_that_a_browser_asks_for(client: FlaskClient, name: str) -> None:
    answer = client.get(f"/assets/{name}")
    assert answer.status_code == HTTPStatus.OK
    endings = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
    assert answer.mimetype == endings[name.rpartition(".")[2]]


@pytest.mark.parametrize("path", [*PAGES, "/assets/playground.js", "/assets/swagger-ui.css"])
def test_what_the_browser_has_is_not_sent_again(client: FlaskClient, path: str) -> None:
    etag = client.get(path).headers["ETag"]
    answer = client.get(path, headers={"If-None-Match": etag})
    assert (answer.status_code, answer.data) == (HTTPStatus.NOT_MODIFIED, b"")
    assert answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("path", [*PAGES, "/assets/playground.js"])
def test_the_head_of_a_page_is_the_same_without_a_body(client: FlaskClient, path: str) -> None:
    head, whole = client.head(path), client.get(path)
    assert (head.status_code, head.data) == (HTTPStatus.OK, b"")
    assert head.headers["Content-Length"] == whole.headers["Content-Length"]


@pytest.mark.parametrize(
    "name",
    ["index.html", "docs.html", "", "..", "../app.py", "%2e%2e%2fapp.py", "swagger-ui.js", "x/y"],
)
def test_there_is_nothing_else(client: FlaskClient, name: str) -> None:
    assert client.get(f"/assets/{name}").status_code == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize("path", [*PAGES, "/assets/playground.js"])
def test_pages_are_only_read(client: FlaskClient, path: str) -> None:
    answer = client.post(path)
    assert answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED


def test_every_place_that_the_script_looks_for_is_in_the_page() -> None:
    script = (WEB / "playground.js").read_text(encoding="utf-8")
    wanted = set(re.findall(r'byId\("([\w-]+)"\)', script))
    ids = read("index.html").ids
    assert len(wanted) > 15
    assert wanted <= set(ids)
    assert len(set(ids)) == len(ids)


def test_every_kind_of_meld_and_every_loser_model_has_words() -> None:
    script = (WEB / "playground.js").read_text(encoding="utf-8")
    schemas = CONTRACT["components"]["schemas"]
    models = schemas["RulesetFields"]["properties"]["loser_model"]
    for value in (*schemas["MeldKind"]["enum"], *models["enum"]):
        assert re.search(rf"\b{value}: \"", script), value


def test_the_pages_are_installed_and_in_the_image() -> None:
    assert stage.FOLDERS["web"] == "web"
    assert all(file.is_file() for file in WEB.iterdir())
    assert "COPY web/ web/" in (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert "!web/" in (ROOT / ".dockerignore").read_text(encoding="utf-8")


def test_the_files_of_the_reference_are_of_its_package(client: FlaskClient) -> None:
    bundle = files("flask_swagger_ui") / "dist" / "swagger-ui-bundle.js"
    assert client.get("/assets/swagger-ui-bundle.js").data == bundle.read_bytes()


def test_half_an_installation_does_not_start(
    app: Flask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(pages, "shipped_place", lambda name: tmp_path / name)
    pages._read_pages.cache_clear()
    with pytest.raises(FileNotFoundError, match="no folder web at "):
        pages.load_pages(app)
