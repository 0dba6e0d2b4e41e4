"""The folder of metrics files, and who writes which."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from api import workers


@pytest.fixture
def at_exit(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Callable[[], None]]]:
    """What would run when the main process exits; the module is as in a fresh process."""
    registered: list[Callable[[], None]] = []
    monkeypatch.setattr(workers, "_metrics_folder", None)
    monkeypatch.setattr("atexit.register", registered.append)
    monkeypatch.delenv("GUNICORN_PID", raising=False)
    yield registered
    for function in registered:
        function()


AtExit = list[Callable[[], None]]


def test_a_configured_folder_is_emptied_of_metrics_only(tmp_path: Path, at_exit: AtExit) -> None:
    (tmp_path / "counter_0.db").touch()
    (tmp_path / "kept.txt").touch()
    assert workers.prepare_metrics_folder(tmp_path) == tmp_path
    assert [path.name for path in tmp_path.iterdir()] == ["kept.txt"]
    assert at_exit == []


def test_a_reload_keeps_folder_and_files(tmp_path: Path, at_exit: AtExit) -> None:
    workers.prepare_metrics_folder(tmp_path)
    (tmp_path / "counter_0.db").touch()
    assert workers.prepare_metrics_folder(tmp_path) == tmp_path
    assert (tmp_path / "counter_0.db").exists()


def test_a_temporary_folder_is_removed_by_its_maker_only(
    at_exit: AtExit, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = workers.prepare_metrics_folder(None)
    assert folder.is_dir()
    (remove,) = at_exit
    with monkeypatch.context() as in_a_worker:
        in_a_worker.setattr(os, "getpid", lambda: -1)
        remove()
    assert folder.is_dir()
    remove()
    assert not folder.exists()


def test_a_server_that_replaces_a_running_one_leaves_its_files(
    tmp_path: Path, at_exit: AtExit, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "counter_0.db").touch()
    monkeypatch.setenv("GUNICORN_PID", "1")
    folder = workers.prepare_metrics_folder(tmp_path)
    assert folder.parent == tmp_path
    assert (tmp_path / "counter_0.db").exists()


def test_a_process_is_known_by_its_slot_once_it_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_own_slot", None)
    assert workers.process_identity() == f"pid{os.getpid()}"
    workers.claim_slot(3)
    assert workers.process_identity() == "3"


def test_without_shared_memory_the_default_folder_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_SHARED_MEMORY", "/nowhere")
    assert workers.fast_temporary_folder() is None


def test_life_is_shown_to_who_has_asked_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[int] = []
    monkeypatch.setattr(workers, "_notify", None)
    workers.show_life()  # nobody has: another server, or a test
    workers.notify_by(lambda: shown.append(1))
    workers.show_life()
    workers.show_life()
    assert shown == [1, 1]
