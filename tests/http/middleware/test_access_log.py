"""The access log: one JSON line a request, and never a card unless asked for."""

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import pytest
from flask import Flask

from api.middleware.lifecycle import note_cards, note_ruleset
from app import create_app

HAND = "5H 6H 7H"

Capture = pytest.CaptureFixture[str]


def make_app(config: Mapping[str, object]) -> Flask:
    app = create_app({"TESTING": True, **config})

    def judge(name: str) -> str:
        note_ruleset("yeeqia-13")
        note_cards(HAND)
        return name

    def crash() -> str:
        try:
            raise KeyError(HAND)
        except KeyError as error:
            raise RuntimeError(HAND) from error

    app.add_url_rule("/judge/<name>", view_func=judge)
    app.add_url_rule("/crash", view_func=crash)
    return app


def lines(capsys: Capture) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_request_is_one_line_with_its_facts(capsys: Capture) -> None:
    headers = {"X-Request-ID": "mine"}
    make_app({}).test_client().get("/judge/secret-name?q=secret", headers=headers)
    (line,) = lines(capsys)
    moment = datetime.fromisoformat(line.pop("time"))
    assert moment.utcoffset() == timedelta(0)
    assert line.pop("milliseconds") >= 0
    assert line == {
        "level": "info",
        "request_id": "mine",
        "message": "request",
        "method": "GET",
        "route": "/judge/<name>",
        "status": 200,
        "ruleset": "yeeqia-13",
    }


def test_a_request_that_matches_no_route_is_logged_without_its_path(capsys: Capture) -> None:
    make_app({}).test_client().get("/secret-name")
    (line,) = lines(capsys)
    assert (line["route"], line["status"], line["ruleset"]) == (None, 404, None)
    assert "secret-name" not in json.dumps(line)


def test_cards_are_logged_only_when_asked_for(capsys: Capture) -> None:
    make_app({"LOG_CARDS": "true"}).test_client().get("/judge/x")
    (line,) = lines(capsys)
    assert line["cards"] == HAND


def test_a_failure_is_logged_with_its_traceback_but_without_cards(capsys: Capture) -> None:
    make_app({}).test_client().get("/crash", headers={"X-Request-ID": "mine"})
    failure, access = lines(capsys)
    assert (failure["level"], failure["request_id"]) == ("error", "mine")
    assert failure["exception"].startswith("RuntimeError\n")
    assert "caused by KeyError" in failure["exception"]
    assert "test_access_log.py" in failure["exception"]
    assert HAND not in json.dumps(failure)
    assert access["status"] == 500


def test_a_failure_is_logged_with_its_message_when_cards_may_be(capsys: Capture) -> None:
    make_app({"LOG_CARDS": True}).test_client().get("/crash")
    failure, _ = lines(capsys)
    assert HAND in failure["exception"]


def test_the_log_level_switches_the_access_log_off(capsys: Capture) -> None:
    make_app({"LOG_LEVEL": "warning"}).test_client().get("/judge/x")
    assert lines(capsys) == []


def test_an_application_made_twice_logs_once(capsys: Capture) -> None:
    make_app({})
    make_app({}).test_client().get("/judge/x")
    assert len(lines(capsys)) == 1


def test_a_log_that_cannot_be_written_fails_no_request(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        def write(self, _text: str) -> int:
            raise OSError

    monkeypatch.setattr("logging.raiseExceptions", False)
    monkeypatch.setattr("sys.stdout", Full())
    assert make_app({}).test_client().get("/judge/x").status_code == 200
