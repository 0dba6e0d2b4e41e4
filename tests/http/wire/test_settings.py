"""Settings: defaults, overrides, and one message that names everything wrong."""

import os
import re
from pathlib import Path

import pytest
from flask import Flask

from api.config.settings import Settings, SettingsError, usable_cores
from api.config.values import KeyHash, Rate
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
    keys = tmp_path / "keys"
    keys.write_text(f"app:{'b2' * 32}\n")
    settings = Settings.from_environment(
        {
            "MAX_BODY_BYTES": "1024",
            "MAX_BATCH_BYTES": "4096",
            "MAX_BATCH_ARRAY_BYTES": "2048",
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
            "API_KEY_HASHES": f"web:{'a1' * 32}",
            "API_KEY_FILE": str(keys),
            "RATE_LIMIT": "6000/minute",
            "TRUSTED_PROXIES": "1",
            "CORS_ORIGINS": "https://a.example,http://[::1]:80, https://a.example",
            "COMPRESS": "off",
            "SOMETHING_ELSE": "x",
        }
    )
    assert settings == Settings(
        max_body_bytes=1024,
        max_batch_bytes=4096,
        max_batch_array_bytes=2048,
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
        api_key_hashes=(KeyHash("web", b"\xa1" * 32),),
        api_key_file=(KeyHash("app", b"\xb2" * 32),),
        rate_limit=Rate(6_000, 60),
        trusted_proxies=1,
        cors_origins=("https://a.example", "http://[::1]:80"),
        compress=False,
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
        ("MAX_BATCH_BYTES", "0"),
        ("MAX_BATCH_ARRAY_BYTES", "4MB"),
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
        ("RATE_LIMIT", "100"),
        ("RATE_LIMIT", "0/second"),
        ("RATE_LIMIT", "-1/second"),
        ("RATE_LIMIT", "1.5/second"),
        ("RATE_LIMIT", "١/second"),
        ("RATE_LIMIT", "100 per second"),
        ("RATE_LIMIT", "100/day"),
        ("RATE_LIMIT", "1000000001/hour"),
        ("TRUSTED_PROXIES", "17"),
        ("TRUSTED_PROXIES", "all"),
        ("CORS_ORIGINS", "table.example"),
        ("CORS_ORIGINS", "https://table.example/"),
        ("CORS_ORIGINS", "https://table.example:"),
        ("CORS_ORIGINS", "https://*.example"),
        ("CORS_ORIGINS", "HTTPS://table.example"),
        ("CORS_ORIGINS", "*, https://table.example"),
        ("CORS_ORIGINS", "https://table.example,"),
        ("CORS_ORIGINS", "null"),
        ("COMPRESS", "gzip"),
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


def hooks_of(app: Flask) -> set[str]:
    """Returns the modules whose functions run around each request."""
    hooks = [*app.before_request_funcs.get(None, ()), *app.after_request_funcs.get(None, ())]
    return {getattr(hook, "func", hook).__module__ for hook in hooks}


def test_what_is_not_set_takes_no_part_in_a_request() -> None:
    optional = {
        "api.middleware.api_keys": {"API_KEY_HASHES": f"web:{'a1' * 32}"},
        "api.middleware.rate_limit": {"RATE_LIMIT": "1/second"},
        "api.middleware.cors": {"CORS_ORIGINS": "*"},
    }
    plain = hooks_of(create_app({"COMPRESS": "off"}))
    assert not plain & {*optional, "api.middleware.compression"}
    for module, setting in optional.items():
        assert hooks_of(create_app({"COMPRESS": "off", **setting})) == plain | {module}
    assert hooks_of(create_app()) == plain | {"api.middleware.compression"}


def test_there_is_at_least_one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    assert usable_cores() >= 1
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert usable_cores() == 1


GOOD = f"web:{'a1' * 32}"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("web", "has no name:hash with 64 hexadecimal digits as entry 1"),
        (f"{GOOD},app:secret", "has no name:hash with 64 hexadecimal digits as entry 2"),
        (f"{GOOD},", "has no name:hash with 64 hexadecimal digits as entry 2"),
        ("a1" * 32, "has no name:hash with 64 hexadecimal digits as entry 1"),
        (f":{'a1' * 32}", "has no name:hash with 64 hexadecimal digits as entry 1"),
        (f"a b:{'a1' * 32}", "has no name:hash with 64 hexadecimal digits as entry 1"),
        (f"{'n' * 65}:{'a1' * 32}", "has no name:hash with 64 hexadecimal digits as entry 1"),
        (f"web:{'a1' * 31}", "has no name:hash with 64 hexadecimal digits as entry 1"),
        (f"web:{'g1' * 32}", "has no name:hash with 64 hexadecimal digits as entry 1"),
        (f"{GOOD},app:{'A1' * 32}", "has the hash of entry 2 twice"),
    ],
)
def test_a_wrong_key_hash_is_named_by_its_place(text: str, fault: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.from_environment({"API_KEY_HASHES": text})
    assert str(caught.value) == f"wrong settings: API_KEY_HASHES {fault}"
    path = tmp_path / "keys"
    # A line that is blank is none, an empty entry is one.
    path.write_text("\n".join(["# keys", *(entry or "?" for entry in text.split(","))]))
    place, number = re.findall(r"(entry) (\d)", fault)[0]
    fault = fault.replace(f"{place} {number}", f"line {int(number) + 1}")
    with pytest.raises(SettingsError) as caught:
        Settings.from_environment({"API_KEY_FILE": str(path)})
    assert str(caught.value) == f"wrong settings: API_KEY_FILE {fault}"


@pytest.mark.parametrize("content", [b"", b"\n# nobody\n", b"\xff\xfe"])
def test_a_key_file_without_keys_does_not_open_the_service(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "keys"
    path.write_bytes(content)
    with pytest.raises(SettingsError, match=r"^wrong settings: API_KEY_FILE is "):
        Settings.from_environment({"API_KEY_FILE": str(path)})


def test_neither_faults_nor_settings_show_what_is_known_of_keys(tmp_path: Path) -> None:
    digits = "a1" * 32
    wrong = {
        "API_KEY_HASHES": f"{GOOD},{digits}",
        # The hash in place of the file that has it.
        "API_KEY_FILE": GOOD,
        "PORT": "x",
    }
    with pytest.raises(SettingsError) as caught:
        Settings.from_environment(wrong)
    assert len(caught.value.faults) == 3
    settings = Settings.from_environment({"API_KEY_HASHES": GOOD})
    for shown in (str(caught.value), repr(settings)):
        assert "a1a1" not in shown
        assert "\\xa1" not in shown
