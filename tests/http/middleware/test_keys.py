"""API keys: who may call where keys are asked for, and what is told of them."""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.config.values import KeyHash
from api.middleware.api_keys import find_name
from api.middleware.lifecycle import CALLS
from app import create_app

Capture = pytest.CaptureFixture[str]
ClientWith = Callable[..., FlaskClient]

KEYS = {"web": "w" * 43, "app.2": "-._~+/=" * 6, "old": "short"}
HAND = {"ruleset": "knock-52", "hand": "5H 6H 7H 9S 10S JS 4C 4D 4S QC"}
DOCS = Path(__file__).parents[3] / "docs" / "security.md"


def hash_of(key: str) -> str:
    return sha256(key.encode()).hexdigest()


def entry(name: str) -> str:
    return f"{name}:{hash_of(KEYS[name])}"


@pytest.fixture
def client(client_with: ClientWith) -> FlaskClient:
    return client_with(API_KEY_HASHES=",".join(map(entry, KEYS)))


def judge(client: FlaskClient, **headers: str) -> TestResponse:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post("/v1/validate", json=HAND, headers=sent)


def code_of(answer: TestResponse) -> str:
    (error,) = json.loads(answer.data)["errors"]
    code: str = error["code"]
    return code


@pytest.mark.parametrize("key", KEYS.values())
@pytest.mark.parametrize(
    "form",
    [
        {"Authorization": "Bearer {}"},
        {"Authorization": "bearer {}"},
        {"Authorization": "BEARER  {} "},
        {"X_API_Key": "{}"},
        {"X_API_Key": " {} "},
    ],
)
def test_who_has_a_key_may_call(client: FlaskClient, key: str, form: dict[str, str]) -> None:
    headers = {name: value.format(key) for name, value in form.items()}
    assert judge(client, **headers).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": ""},
        {"Authorization": "Bearer"},
        {"Authorization": "Bearer "},
        {"Authorization": KEYS["web"]},
        {"Authorization": f"Basic {KEYS['web']}"},
        {"Authorization": f"Bearer{KEYS['web']}"},
        {"Authorization": f"Bearer {KEYS['web']} {KEYS['web']}"},
        {"Authorization": f"Bearer\t{KEYS['web']}"},
        {"Authorization": "Bearer é"},
        {"Authorization": f"Bearer {'w' * 257}"},
        {"X_API_Key": ""},
        {"X_API_Key": "a b"},
        {"X_API_Key": f'"{KEYS["web"]}"'},
        {"X_API_Key": "\xff"},
    ],
)
def test_who_shows_no_key_is_told_how(client: FlaskClient, headers: dict[str, str]) -> None:
    answer = judge(client, **headers)
    assert answer.status_code == 401
    assert code_of(answer) == "key_missing"
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="rummy-referee"'


@pytest.mark.parametrize(
    "key", ["w" * 42, "w" * 44, "W" * 43, "web", hash_of(KEYS["web"]), entry("web")[:256], "x"]
)
@pytest.mark.parametrize("name", ["X_API_Key", "Authorization"])
def test_who_shows_a_key_that_nobody_has_is_refused(
    client: FlaskClient, key: str, name: str
) -> None:
    key = key.replace(":", ".")
    answer = judge(client, **{name: f"Bearer {key}" if name == "Authorization" else key})
    assert (answer.status_code, code_of(answer)) == (403, "key_unknown")
    assert "WWW-Authenticate" not in answer.headers


def test_authorization_goes_before_the_other_header(client: FlaskClient) -> None:
    good, bad = KEYS["web"], "nobody"
    assert judge(client, Authorization=f"Bearer {good}", X_API_Key=bad).status_code == 200
    assert judge(client, Authorization=f"Bearer {bad}", X_API_Key=good).status_code == 403
    assert judge(client, Authorization=f"Basic {bad}", X_API_Key=good).status_code == 401


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/metrics", "/openapi.yaml"])
def test_what_operators_ask_stays_open(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 200


def test_every_call_and_nothing_else_asks_for_a_key(client: FlaskClient) -> None:
    answers = {
        rule.rule: client.open(
            rule.rule.replace("<id:ruleset_id>", "knock-52"),
            method=min((rule.methods or set()) - {"HEAD", "OPTIONS"}),
        ).status_code
        for rule in client.application.url_map.iter_rules()
    }
    assert len(answers) > 6
    for path, status in answers.items():
        assert (status == 401) is path.startswith(CALLS), path


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/v1/nothing", 404), ("GET", "/v1/validate", 405), ("OPTIONS", "/v1/validate", 200)],
)
def test_the_form_of_the_service_is_no_secret(
    client: FlaskClient, method: str, path: str, status: int
) -> None:
    assert client.open(path, method=method).status_code == status


def test_a_head_of_a_call_needs_a_key_too(client: FlaskClient) -> None:
    assert client.head("/v1/rulesets").status_code == 401
    assert client.head("/v1/rulesets", headers={"X-API-Key": KEYS["web"]}).status_code == 200


def test_without_keys_anybody_may_call(client_with: ClientWith) -> None:
    assert judge(client_with(), Authorization="Basic x").status_code == 200


def lines(capsys: Capture) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_log_has_the_name_and_never_the_key(client: FlaskClient, capsys: Capture) -> None:
    judge(client, X_API_Key=KEYS["app.2"])
    judge(client, Authorization="Bearer not-a-known-key")
    judge(client)
    text = capsys.readouterr().out
    assert [json.loads(line).get("key") for line in text.splitlines()] == ["app.2", None, None]
    assert "not-a-known-key" not in text
    assert not [key for name in KEYS for key in (KEYS[name], hash_of(KEYS[name])) if key in text]


def test_an_open_service_logs_no_key(client_with: ClientWith, capsys: Capture) -> None:
    judge(client_with(), X_API_Key=KEYS["web"])
    assert "key" not in lines(capsys)[0]
    client_with().get("/livez", headers={"X-API-Key": KEYS["web"]})
    assert "key" not in lines(capsys)[0]


def test_keys_may_be_in_a_file_and_in_the_environment(
    client_with: ClientWith, tmp_path: Path
) -> None:
    path = tmp_path / "keys"
    path.write_text(f"# Who may call\n\n  {entry('web')}  # the web\n{entry('old').upper()}\n")
    client = client_with(API_KEY_FILE=path, API_KEY_HASHES=entry("app.2"))
    assert [judge(client, X_API_Key=key).status_code for key in KEYS.values()] == [200] * 3
    assert judge(client).status_code == 401


def test_a_name_may_have_two_keys_while_one_replaces_the_other(client_with: ClientWith) -> None:
    both = f"web:{hash_of('new')},web:{hash_of('old')}"
    client = client_with(API_KEY_HASHES=both)
    assert [judge(client, X_API_Key=key).status_code for key in ("new", "old")] == [200, 200]


def test_every_entry_is_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []

    def note(known: bytes, shown: bytes) -> bool:
        compared.append(known)
        return known == shown

    monkeypatch.setattr("api.middleware.api_keys.compare_digest", note)
    known = [KeyHash(str(n), sha256(str(n).encode()).digest()) for n in range(5)]
    assert [find_name(known, key) for key in ("0", "4", "5")] == ["0", "4", None]
    assert compared == [entry.digest for entry in known] * 3


def test_the_documented_command_makes_a_key_that_is_taken(client_with: ClientWith) -> None:
    (command,) = re.findall(r"^python3 (-c .*?)\n```", DOCS.read_text(), re.DOTALL | re.MULTILINE)
    made = subprocess.run(
        (sys.executable, *shlex.split(command)), capture_output=True, text=True, check=True
    )
    key, name_and_hash = made.stdout.split()
    client = client_with(API_KEY_HASHES=name_and_hash.replace("NAME", "shop"))
    assert judge(client, Authorization=f"Bearer {key}").status_code == 200
    assert len(key) >= 43


def test_the_hashes_are_not_printed_with_the_settings() -> None:
    digest = bytes.fromhex(hash_of(KEYS["web"]))
    shown = repr(KeyHash("web", digest))
    assert "web" in shown
    assert "digest" not in shown
    assert not [
        value
        for value in create_app({"API_KEY_HASHES": entry("web")}).config.values()
        if hash_of(KEYS["web"]) in repr(value) or repr(digest) in repr(value)
    ]
