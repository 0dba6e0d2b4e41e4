"""Settings: defaults, overrides, and one message that names everything wrong."""

import os
from pathlib import Path

import pytest

from api.settings import Settings, SettingsError, usable_cores
from app import create_app


def test_an_empty_environment_gives_the_defaults() -> None:
    settings = Settings.from_environment({})
    assert settings == Settings(
        web_concurrency=usable_cores(), max_bulk_requests=max(1, usable_cores() - 1)
    )


@pytest.mark.parametrize(("workers", "slots"), [("1", 1), ("2", 1), ("8", 7)])
def test_bulk_work_leaves_one_worker_free_where_there_are_more(workers: str, slots: int) -> None:
    assert Settings.from_environment({"WEB_CONCURRENCY": workers}).max_bulk_requests == slots


def test_an_empty_variable_is_a_missing_one() -> None:
    assert Settings.from_environment({"PORT": " ", "LOG_CARDS": ""}).port == 8000


def test_every_variable_is_read(tmp_path: Path) -> None:
    contract = tmp_path / "openapi.yaml"
    contract.write_text("openapi: 3.1.0\n")
    settings = Settings.from_environment(
        {
            "MAX_BODY_BYTES": "1024",
            "LOG_LEVEL": "warning",
            "LOG_CARDS": "Yes",
            "PORT": "9000",
            "WEB_CONCURRENCY": "3",
            "MAX_CONNECTIONS": "50",
            "KEEPALIVE_TIMEOUT": "7",
            "BULK_TIMEOUT": "8",
            "MAX_BULK_REQUESTS": "9",
            "GRACEFUL_TIMEOUT": "5",
            "REQUEST_TIMEOUT": "6",
            "MAX_REQUESTS": "0",
            "PROMETHEUS_MULTIPROC_DIR": str(tmp_path),
            "OPENAPI_FILE": str(contract),
            "SOMETHING_ELSE": "x",
        }
    )
    assert settings == Settings(
        max_body_bytes=1024,
        log_level="WARNING",
        log_cards=True,
        port=9000,
        web_concurrency=3,
        max_connections=50,
        keepalive_timeout=7,
        bulk_timeout=8,
        max_bulk_requests=9,
        graceful_timeout=5,
        request_timeout=6,
        max_requests=0,
        prometheus_multiproc_dir=tmp_path,
        openapi_file=contract,
    )


@pytest.mark.parametrize("text", ["0", "false", "NO", "off"])
def test_a_switch_can_be_off(text: str) -> None:
    assert Settings.from_environment({"LOG_CARDS": text}).log_cards is False


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("MAX_BODY_BYTES", "0"),
        ("MAX_BODY_BYTES", "64k"),
        ("MAX_BODY_BYTES", "1e3"),
        ("MAX_BODY_BYTES", "1_000"),
        ("MAX_BODY_BYTES", "9" * 5_000),
        ("LOG_LEVEL", "loud"),
        ("LOG_CARDS", "maybe"),
        ("PORT", "0"),
        ("PORT", "65536"),
        ("PORT", "-1"),
        ("PORT", "٨٠٠٠"),
        ("WEB_CONCURRENCY", "0"),
        ("MAX_CONNECTIONS", "7"),
        ("KEEPALIVE_TIMEOUT", "0"),
        ("BULK_TIMEOUT", "0"),
        ("MAX_BULK_REQUESTS", "0"),
        ("GRACEFUL_TIMEOUT", "0"),
        ("REQUEST_TIMEOUT", "soon"),
        ("MAX_REQUESTS", "-5"),
        ("PROMETHEUS_MULTIPROC_DIR", "/nowhere/at/all"),
        ("OPENAPI_FILE", "/nowhere/openapi.yaml"),
    ],
)
def test_a_wrong_value_is_named(name: str, text: str) -> None:
    with pytest.raises(SettingsError, match=f"^wrong settings: {name}='.{{1,40}}' is ") as caught:
        Settings.from_environment({name: text})
    assert len(caught.value.faults) == 1


def test_all_wrong_values_are_named_at_once() -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.from_environment({"PORT": "x", "LOG_LEVEL": "y", "LOG_CARDS": "z"})
    assert [fault.split("=")[0] for fault in caught.value.faults] == [
        "LOG_LEVEL",
        "LOG_CARDS",
        "PORT",
    ]


def test_the_application_takes_overrides_and_settings_of_flask() -> None:
    app = create_app({"MAX_BODY_BYTES": 10, "TESTING": True})
    assert app.config["MAX_BODY_BYTES"] == 10
    assert app.config["TESTING"] is True


def test_the_environment_reaches_the_application(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAX_BODY_BYTES", "20")
    assert create_app().config["MAX_BODY_BYTES"] == 20
    assert create_app({"MAX_BODY_BYTES": 30}).config["MAX_BODY_BYTES"] == 30


def test_wrong_settings_stop_the_application(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "eighty")
    with pytest.raises(SettingsError, match="PORT"):
        create_app()


def test_there_is_at_least_one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    assert usable_cores() >= 1
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert usable_cores() == 1
