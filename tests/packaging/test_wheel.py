"""What is installed: one package with everything in it, whatever else has the names of its parts.

Takes two minutes: `pytest -m packaging`, in one process, for each would build its own wheel.
"""

import json
import signal
import socket
import subprocess
import tarfile
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import stage
from tests.packaging.installed import (
    HAS_COMPILER,
    ROOT,
    Environment,
    build_sdist,
    build_wheel,
    make_environment,
    site_packages,
    write_wheel,
)
from validator import RULESETS

pytestmark = pytest.mark.packaging

VECTORS = ROOT / "tests" / "vectors"
JUDGE_CORPUS = ROOT / "tests" / "packaging" / "judge_corpus.py"
MOST_BYTES = 2_000_000
"""Of a wheel; with what a debugger reads it had five millions."""

Tmp = pytest.TempPathFactory


@pytest.fixture(scope="session")
def sdist(tmp_path_factory: Tmp) -> Path:
    return build_sdist(tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="session")
def wheel(sdist: Path, tmp_path_factory: Tmp) -> Path:
    required = {"RUMMY_REQUIRE_COMPILED": "1" if HAS_COMPILER else "0"}
    return build_wheel(sdist, tmp_path_factory.mktemp("wheel") / "made", required)


@pytest.fixture(scope="session")
def plain_wheel(sdist: Path, tmp_path_factory: Tmp) -> Path:
    """The wheel that is built where there is no C compiler."""
    nowhere = {"CC": "/bin/false", "RUMMY_REQUIRE_COMPILED": "0"}
    return build_wheel(sdist, tmp_path_factory.mktemp("plain") / "made", nowhere)


@pytest.fixture(scope="session")
def environment(wheel: Path, tmp_path_factory: Tmp) -> Environment:
    """An environment with the wheel, and a distribution that has the name of a part of it."""
    folder = tmp_path_factory.mktemp("environment")
    stranger = write_wheel(folder, "validator", "NAME = 'the stranger'\n")
    return make_environment(folder, stranger, wheel)


@pytest.fixture(scope="session")
def plain(plain_wheel: Path, tmp_path_factory: Tmp) -> Environment:
    return make_environment(tmp_path_factory.mktemp("plain-environment"), plain_wheel)


def names_in(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


def test_the_source_distribution_has_everything_and_nothing_built(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = ("setup.py", "stage.py", "requirements.in", "LICENSE", "tests/vectors/index.json")
    assert set(wanted) <= names
    assert [name for name in names if name.startswith("build") or name.endswith(".so")] == []


@pytest.mark.parametrize("made", ["wheel", "plain_wheel"])
def test_a_wheel_has_one_package_only(made: str, request: pytest.FixtureRequest) -> None:
    names = names_in(request.getfixturevalue(made))
    info = {name.split("/")[0] for name in names if ".dist-info/" in name}
    assert len(info) == 1
    assert {name.split("/")[0] for name in names} == {"rummy_referee", *info}
    inside = {name.removeprefix("rummy_referee/") for name in names}
    assert {
        *("py.typed", "validator/py.typed", "schemas/py.typed", "app.py", "gunicorn.conf.py"),
        *("openapi.yaml", "web/index.html", "parity/vectors/flags.json", "parity/cli.py"),
        *(f"web/{file.name}" for file in (ROOT / "web").iterdir()),
        *(f"parity/vectors/{file.relative_to(VECTORS)}" for file in VECTORS.rglob("*.json")),
    } <= inside


def test_nothing_in_a_wheel_imports_by_the_names_of_a_checkout(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        sources = {
            name: archive.read(name).decode() for name in names_in(wheel) if name[-3:] == ".py"
        }
    found = {name: [*stage.foreign_imports(source)] for name, source in sources.items()}
    assert len(sources) > 80
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.skipif(not HAS_COMPILER, reason="there is no C compiler")
def test_a_compiled_wheel_is_small(wheel: Path) -> None:
    assert [name for name in names_in(wheel) if name.endswith(".so")]
    assert wheel.stat().st_size < MOST_BYTES


def test_a_wheel_without_a_compiler_is_for_every_platform(plain_wheel: Path) -> None:
    assert plain_wheel.name.endswith("-py3-none-any.whl")
    assert [name for name in names_in(plain_wheel) if name.endswith(".so")] == []


def test_nothing_else_is_installed(environment: Environment) -> None:
    listed = json.loads(environment.must("python", "-m", "pip", "list", "--format=json"))
    names = {entry["name"].lower().replace("_", "-") for entry in listed}
    assert names - {"pip", "setuptools"} == {"rummy-referee", "validator"}
    environment.must("python", "-m", "pip", "check")


def test_the_search_is_compiled_where_it_can_be(environment: Environment) -> None:
    told = environment.must("python", "-c", "import rummy_referee as r; print(r.COMPILED)")
    assert told.strip() == str(HAS_COMPILER)


def test_the_whole_corpus_is_judged_right(environment: Environment) -> None:
    rulesets = [ruleset.id for ruleset in RULESETS]
    told = environment.must("python", "-W", "error", JUDGE_CORPUS, VECTORS, *rulesets)
    assert int(told) > 500


def test_the_corpus_is_judged_right_without_a_compiler(plain: Environment) -> None:
    told = plain.must("python", "-c", "import rummy_referee as r; print(r.COMPILED)")
    assert told.strip() == "False"
    told = plain.must("python", "-W", "error", JUDGE_CORPUS, VECTORS, "points-13", "knock-52")
    assert int(told) > 60


def test_the_command_judges(environment: Environment) -> None:
    hand = "2H 3H 4H 5S 6S 7S KC KD KH 9C"
    options = ("judge", "--ruleset", "knock-52", "--hand", hand)
    groups = ("2H 3H 4H", "5S 6S 7S", "KC KD KH")
    shown = [f"--group={group}" for group in groups]
    assert environment.must("rummy-referee", *options, *shown).startswith("VALID")
    assert environment.must("python", "-m", "rummy_referee", *options, *shown).startswith("VALID")
    wrong = environment.run("rummy-referee", *options, f"--group={hand}")
    assert wrong.returncode == 1
    refused = environment.run("rummy-referee", *options, "--group=XX")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "--group 1: unknown_card" in refused.stderr


def test_who_has_read_enough_is_no_fault(environment: Environment) -> None:
    command = (environment.bin / "rummy-referee", "vectors", "--ruleset", "points-13")
    with subprocess.Popen(
        [*map(str, command), "--count", "2000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=environment.folder,
    ) as writing:
        assert writing.stdout is not None
        assert writing.stderr is not None
        assert writing.stdout.readline().startswith("{")
        writing.stdout.close()
        assert writing.stderr.read() == ""
    assert writing.returncode == 0


@pytest.mark.parametrize("ruleset", [ruleset.id for ruleset in RULESETS])
def test_the_kit_holds_a_client_against_the_corpus_that_comes_with_it(
    ruleset: str, environment: Environment
) -> None:
    client = f"{environment.python} -m rummy_referee.parity.examples.python_client"
    run = ("run", "--ruleset", ruleset, "--command", client)
    assert environment.must("rummy-referee", "parity", *run)


def test_the_kit_runs_as_a_module_too(environment: Environment) -> None:
    told = environment.must("python", "-m", "rummy_referee.parity", "run", "--help")
    assert told.startswith("usage: python -m rummy_referee.parity run")


def test_serve_says_what_to_install(environment: Environment) -> None:
    refused = environment.run("rummy-referee", "serve")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.endswith(": pip install 'rummy-referee[service]'\n")


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


@contextmanager
def serving(environment: Environment, log: Path) -> Iterator[str]:
    """Start the installed service; what it needs beside the wheel is that of this environment."""
    port = free_port()
    environ = environment.environ(site_packages()) | {
        "WEB_CONCURRENCY": "1",
        "PATH": "/usr/bin:/bin",
    }
    with log.open("wb") as output:
        server = subprocess.Popen(
            [str(environment.bin / "rummy-referee"), "serve", "--port", str(port)],
            cwd=environment.folder,
            env=environ,
            stdout=output,
            stderr=output,
        )
    url = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + 60
        while True:
            try:
                urllib.request.urlopen(f"{url}/readyz", timeout=5).close()
                break
            except OSError:
                ended = server.poll() is not None or time.monotonic() > deadline
                assert not ended, log.read_text(encoding="utf-8")
                time.sleep(0.2)
        yield url
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(60)


def test_the_service_starts_and_answers(environment: Environment, tmp_path: Path) -> None:
    body = {"ruleset": "points-13", "hand": "9H 10H JH 4S 4D 4C 6S 6C 6D AC KD 8C 2S"}
    with serving(environment, tmp_path / "log") as url:
        question = urllib.request.Request(
            f"{url}/v1/validate",
            json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(question, timeout=30) as answer:
            document: dict[str, Any] = json.load(answer)
        assert document["best"]["penalty"] == 60
        for path in ("/", "/docs", "/openapi.yaml", "/metrics"):
            with urllib.request.urlopen(f"{url}{path}", timeout=30) as answer:
                assert answer.read(), path
