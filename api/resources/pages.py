"""The pages for people: the playground at /, the API reference at /docs, and what they load.

All of it is read once at start and comes from this service alone: no page loads anything from
elsewhere, and each says so to the browser in its own Content-Security-Policy.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from flask import Blueprint, Flask, Response, abort, current_app

from ..config import shipped_place
from ..http import revalidated
from ..middleware import produces

blueprint = Blueprint("pages", __name__)

PLAYGROUND: Final = "index.html"
REFERENCE: Final = "docs.html"

_TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
"""Content types by what a file's name ends with; other files are not served."""

_REFERENCE_FILES: Final = ("swagger-ui-bundle.js", "swagger-ui.css")
"""What the API reference needs of the package that draws it."""

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file as it is sent."""

    content: bytes
    content_type: str
    etag: str


def load_pages(app: Flask) -> None:
    """Reads the pages and what they load once, for / and /docs.

    :raises FileNotFoundError: when they are not where they belong: half an installation must not
        start.
    """
    app.config["PAGES"] = _read_pages()


@blueprint.get("/")
@produces()
def playground() -> Response:
    """Answers with the page on which a hand is laid out and judged."""
    return _page(PLAYGROUND)


@blueprint.get("/docs")
@produces()
def reference() -> Response:
    """Answers with the page that shows the contract."""
    return _page(REFERENCE)


@blueprint.get("/assets/<name>")
@produces()
def asset(name: str) -> Response:
    """Answers with a file that a page loads.

    :raises NotFound: when no page loads one of this name.
    """
    file = current_app.config["PAGES"].get(name)
    if file is None or name in (PLAYGROUND, REFERENCE):
        abort(404)
    return _answer(file)


def _page(name: str) -> Response:
    answer = _answer(current_app.config["PAGES"][name])
    answer.headers["Content-Security-Policy"] = _POLICY
    return answer


def _answer(file: PageFile) -> Response:
    answer = Response(file.content, content_type=file.content_type)
    answer.set_etag(file.etag)
    answer.cache_control.no_cache = True
    return revalidated(answer)


@cache
def _read_pages() -> Mapping[str, PageFile]:
    """Return the files by name; a process reads them once, however many applications it makes."""
    return {file.name: _read(file) for file in _shipped_files()}


def _shipped_files() -> Iterator[Traversable]:
    folder = shipped_place("web")
    if not folder.is_dir():
        raise FileNotFoundError(f"no folder web at {folder}")
    yield from (file for file in folder.iterdir() if file.suffix[1:] in _TYPES)
    yield from (files("flask_swagger_ui") / "dist" / name for name in _REFERENCE_FILES)


def _read(file: Traversable) -> PageFile:
    content = file.read_bytes()
    ending = file.name.rpartition(".")[2]
    return PageFile(content, _TYPES[ending], sha256(content).hexdigest()[:32])
