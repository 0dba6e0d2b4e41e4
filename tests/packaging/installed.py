"""Builds distributions from a copy of the checkout, and environments to use them in.

No network is needed: building uses what this environment has, and a wheel has no dependencies.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
OFFLINE: Final = {"PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
HAS_COMPILER: Final = any(map(shutil.which, ("cc", "gcc", "clang")))

_NO_SOURCE: Final = shutil.ignore_patterns(
    ".git", ".venv*", ".*_cache", "build", "dist", "*.egg-info", "__pycache__", "*.so", "*.c"
)


def run(
    command: Sequence[str | Path], *, cwd: Path, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command and return how it ended; whatever points Python elsewhere is taken away."""
    own = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
    return subprocess.run(
        [*map(str, command)],
        cwd=cwd,
        env={**own, **OFFLINE, **(env or {})},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def must(command: Sequence[str | Path], *, cwd: Path, env: Mapping[str, str] | None = None) -> str:
    """Run a command that has to succeed and return what it prints."""
    done = run(command, cwd=cwd, env=env)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


def build_sdist(folder: Path) -> Path:
    """Return a source distribution, made in `folder` from a copy of the checkout."""
    copy = folder / "checkout"
    shutil.copytree(ROOT, copy, ignore=_NO_SOURCE)
    must([sys.executable, "setup.py", "-q", "sdist", "-d", folder], cwd=copy)
    (sdist,) = folder.glob("*.tar.gz")
    return sdist


def build_wheel(sdist: Path, folder: Path, env: Mapping[str, str]) -> Path:
    """Return the wheel that is built of a source distribution, in `folder`."""
    options = ("--no-deps", "--no-build-isolation", "--no-cache-dir", "--wheel-dir", folder)
    folder.mkdir()
    must([sys.executable, "-m", "pip", "wheel", *options, sdist], cwd=folder, env=env)
    (wheel,) = folder.glob("*.whl")
    return wheel


def write_wheel(folder: Path, name: str, text: str) -> Path:
    """Return a wheel of a distribution that is one package of this name, and has this text."""
    info = f"{name}-99.0.dist-info"
    content = {
        f"{name}/__init__.py": text,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 99.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\n"
        "Tag: py3-none-any\n",
    }
    content[f"{info}/RECORD"] = "".join(f"{path},,\n" for path in [*content, f"{info}/RECORD"])
    wheel = folder / f"{name}-99.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for path, inside in content.items():
            archive.writestr(path, inside)
    return wheel


@dataclass(frozen=True)
class Environment:
    """A virtual environment, used from a folder whose modules come before all others."""

    bin: Path
    folder: Path

    @property
    def python(self) -> Path:
        return self.bin / "python"

    def run(self, *command: str | Path, more_path: str = "") -> subprocess.CompletedProcess[str]:
        """Run a command of the environment in the folder, with all warnings shown as errors."""
        program, *arguments = command
        return run([self.bin / program, *arguments], cwd=self.folder, env=self.environ(more_path))

    def must(self, *command: str | Path) -> str:
        """Run a command that has to succeed and return what it prints."""
        done = self.run(*command)
        assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
        return done.stdout

    def environ(self, more_path: str = "") -> dict[str, str]:
        """Return the variables with which the folder is first on the path."""
        return {"PYTHONPATH": os.pathsep.join(filter(None, (str(self.folder), more_path)))}


def make_environment(folder: Path, *wheels: Path) -> Environment:
    """Return an environment with nothing but pip and these wheels."""
    home, strangers = folder / "env", folder / "strangers"
    must([sys.executable, "-m", "venv", home], cwd=folder)
    environment = Environment(home / "bin", strangers)
    # One by one: each has to do without the others.
    for wheel in wheels:
        must([environment.python, "-m", "pip", "install", "-q", wheel], cwd=folder)
    _place_strangers(strangers)
    return environment


def _place_strangers(folder: Path) -> None:
    """Write modules that have the names of this project's packages and are none of them."""
    stranger = "raise ImportError('this is the stranger')\n"
    for name in ("schemas", "api", "parity"):
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text(stranger, encoding="utf-8")
    for name in ("validator.py", "app.py", "stage.py"):
        (folder / name).write_text(stranger, encoding="utf-8")


def site_packages() -> str:
    """Return where this environment has what the service needs."""
    return sysconfig.get_path("purelib")
