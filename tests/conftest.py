"""Fixtures for tests that speak to the service through its HTTP interface.

With RUMMY_UNCOMPILED=1 everything is tested as plain Python even where it is compiled.
"""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PARTLY_COMPILED = ("validator", "schemas")


class Uncompiled:
    """Finds the source of a module before the compiled one is found."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: object = None
    ) -> ModuleSpec | None:
        source = ROOT.joinpath(*name.split(".")).with_suffix(".py")
        # Packages have no file of their name.
        if name.split(".")[0] not in PARTLY_COMPILED or not source.is_file():
            return None
        return spec_from_file_location(name, source)


if os.environ.get("RUMMY_UNCOMPILED") == "1":
    sys.meta_path.insert(0, Uncompiled())

# Imported after that on purpose.
from flask import Flask  # noqa: E402
from flask.testing import FlaskClient  # noqa: E402

from api.config.settings import Settings  # noqa: E402
from app import create_app  # noqa: E402
from tests.contract.openapi_contract import ContractClient  # noqa: E402


@pytest.fixture(autouse=True, scope="session")
def default_settings() -> Iterator[None]:
    """Keeps the developer's own environment out of the tests."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        for field in fields(Settings):
            monkeypatch.delenv(field.name.upper(), raising=False)
        yield


@pytest.fixture
def app() -> Flask:
    """The application with default settings; routes may be added before the first request."""
    return create_app({"TESTING": True})


@pytest.fixture(scope="session")
def shared_app() -> Flask:
    """One application for all tests that only send requests to it."""
    return create_app({"TESTING": True})


@pytest.fixture
def client(request: pytest.FixtureRequest, shared_app: Flask) -> FlaskClient:
    """A client of `app`, if a test asks for that too, that holds every exchange to openapi.yaml."""
    own = "app" in request.fixturenames
    app: Flask = request.getfixturevalue("app") if own else shared_app
    app.test_client_class = ContractClient
    return app.test_client()


@pytest.fixture
def client_with() -> Callable[..., FlaskClient]:
    """A function that makes such a client of an application with other settings."""

    def make(**settings: object) -> FlaskClient:
        app = create_app({"TESTING": True, **settings})
        app.test_client_class = ContractClient
        return app.test_client()

    return make
