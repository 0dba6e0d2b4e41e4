"""Taking turns and time limits, as the code of a request sees them."""

import pytest

from api import turns as cooperation


class Request:
    """A running request that notes what it is told."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def allow(self, seconds: float) -> None:
        self.told.append(seconds)

    def close_after_answer(self) -> None:
        self.told.append("close")


def test_without_a_worker_everything_does_nothing() -> None:
    cooperation.pause()
    cooperation.allow(1)
    cooperation.close_after_answer()


def test_a_pause_gives_others_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    turns: list[None] = []
    monkeypatch.setattr(cooperation, "_let_others_run", None)
    cooperation.use_turns(lambda: turns.append(None))
    cooperation.pause()
    assert turns == [None]


def test_the_running_request_is_told() -> None:
    request = Request()
    token = cooperation.running_request.set(request)
    try:
        cooperation.allow(600)
        cooperation.close_after_answer()
    finally:
        cooperation.running_request.reset(token)
    assert request.told == [600, "close"]


def test_a_time_limit_is_not_caught_with_ordinary_failures() -> None:
    assert not issubclass(cooperation.RequestTimedOut, Exception)
