"""The folder of metrics files, and who writes which."""

import os
import resource
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from api.config.settings import SettingsError
from api.server import shared_files as workers
from api.server import worker_slots


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
    own = [f"{kind}_{worker_slots.process_identity()}.db" for kind in ("counter", "histogram")]
    assert {path.name for path in tmp_path.iterdir()} > {"kept.txt", *own}
    assert not (tmp_path / "counter_0.db").exists()
    assert at_exit == []


def test_metrics_files_have_all_their_room_before_they_are_used(tmp_path: Path) -> None:
    workers.reserve_metrics_files(tmp_path)
    for file in tmp_path.iterdir():
        facts = file.stat()
        # st_blocks counts 512 bytes each: less would be a hole, and writing into it may kill.
        assert facts.st_blocks * 512 >= facts.st_size >= 2**18


@pytest.fixture
def full_disk() -> Iterator[None]:
    """Files that cannot become longer than 1,000 bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.usefixtures("full_disk")
def test_a_start_without_room_for_metrics_names_the_setting_and_leaves_nothing(
    tmp_path: Path, at_exit: AtExit
) -> None:
    with pytest.raises(SettingsError, match="PROMETHEUS_MULTIPROC_DIR: no room for metrics in "):
        workers.prepare_metrics_folder(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_metrics_files_that_are_there_already_keep_their_counts(tmp_path: Path) -> None:
    workers.reserve_metrics_files(tmp_path)
    (file, *_) = tmp_path.glob("counter_*.db")
    counts = b"counts".ljust(file.stat().st_size, b"x")
    file.write_bytes(counts)
    workers.reserve_metrics_files(tmp_path)
    assert file.read_bytes() == counts


def test_the_limit_of_open_files_is_raised_as_far_as_it_may_be() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
        workers.allow_connections(300)
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (400, hard)
        workers.allow_connections(8)
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (400, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


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
    monkeypatch.setattr(worker_slots, "_own_slot", None)
    assert worker_slots.process_identity() == f"pid{os.getpid()}"
    worker_slots.claim_slot(3)
    assert worker_slots.process_identity() == "3"


def test_without_shared_memory_the_default_folder_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_SHARED_MEMORY", "/nowhere")
    assert workers.fast_temporary_folder() is None
