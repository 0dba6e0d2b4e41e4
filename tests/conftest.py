"""Fixtures for tests that speak to the service through its HTTP interface."""

from dataclasses import fields

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.settings import Settings
from app import create_app
from tests.openapi_contract import ContractClient


@pytest.fixture(autouse=True)
def default_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps the developer's own environment out of the tests."""
    for field in fields(Settings):
        monkeypatch.delenv(field.name.upper(), raising=False)


@pytest.fixture
def app() -> Flask:
    """The application with default settings; routes may be added before the first request."""
    return create_app({"TESTING": True})


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A client of `app` that holds every exchange against openapi.yaml."""
    app.test_client_class = ContractClient
    return app.test_client()
