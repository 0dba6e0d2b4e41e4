"""What is wrong with an answer is seen, in every place where it may be told."""

import json
from typing import Any, NoReturn

import pytest
from flask import Flask, Response
from hypothesis import strategies as st

from tests.proof.fuzz import run
from tests.proof.fuzz.sending import Request, check, send
from tests.proof.fuzz.sources import Source

JSON = (("Content-Type", "application/json"),)
LINES = (("Content-Type", "application/x-ndjson"),)
BODY = json.dumps({"ruleset": "knock-52", "hand": "2H 3H 4H 5S 6S 7S KC KD KH 9C"}).encode()
LIVEZ = Request("GET", "/livez")


def fail(*_: Any) -> NoReturn:
    raise ValueError("a fault of the service")


def test_a_sound_answer_has_no_faults(app: Flask) -> None:
    exchange = send(app, Request("POST", "/v1/validate", "", JSON, BODY))
    assert (exchange.operation, exchange.status, exchange.faults) == ("POST /v1/validate", 200, ())


def test_a_failure_is_seen(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.resources.validate.judge", fail)
    with pytest.raises(AssertionError, match="answered 500"):
        check(app, Request("POST", "/v1/validate", "", JSON, BODY))


@pytest.mark.parametrize(
    ("headers", "body"), [(JSON, b"[" + BODY + b"]"), (LINES, BODY)], ids=["array", "lines"]
)
def test_a_failure_on_a_line_is_seen(
    app: Flask, monkeypatch: pytest.MonkeyPatch, headers: tuple[tuple[str, str]], body: bytes
) -> None:
    monkeypatch.setattr("api.resources.batch.judge", fail)
    (fault,) = send(app, Request("POST", "/v1/validate/batch", "", headers, body)).faults
    assert '"status": 500' in fault


def test_an_answer_that_is_not_as_documented_is_seen(app: Flask) -> None:
    @app.after_request
    def spoil(response: Response) -> Response:
        response.set_data(b'{"alive": 1}')
        return response

    (fault,) = send(app, LIVEZ).faults
    assert fault.startswith("GET /livez: 200")


def test_a_run_counts_and_reports_what_is_wrong(
    app: Flask, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source = Source("two paths", st.sampled_from([LIVEZ, Request("GET", "/nowhere")]), 10)
    ran = run.Run(app, 10)
    ran.round(source, 1)
    assert (ran.wrong, set(ran.tallies)) == (0, {"GET /livez", "other"})
    monkeypatch.setattr(run, "LATE", 0)
    monkeypatch.setattr(run, "REPEATS", 0)
    ran.wanted = 20
    ran.round(source, 1)
    assert ran.wrong > 0
    assert "late: " in capsys.readouterr().err
    assert "\n".join(ran.report()).startswith(f"{ran.sent} requests, 2 of them different")


def test_a_run_that_finds_nothing_ends_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["--requests", "5", "--seed", "3"]) == 0
    assert "5 requests" in capsys.readouterr().out
