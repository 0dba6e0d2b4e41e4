"""Compiles the hot modules where that is possible; everything else is in pyproject.toml.

Without Cython, a C compiler or Python's headers the same files run as plain Python, only slower:
the search a hundred times, what is around it by a third. With RUMMY_REQUIRE_COMPILED=1 the build
fails instead.

``setup.py build_ext --inplace`` compiles the modules of a checkout where they stand. Whatever else
is built is made of the one package that stage.py lays out.
"""

import os
import runpy
import shutil
import sys
from pathlib import Path

from setuptools import Extension, find_packages, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext

SEARCH = (
    "validator.search.tables",
    "validator.search.fitting",
    "validator.search.explorer",
    "validator.search.laying_out",
    "validator.search.codes",
    "validator.search.best",
)
"""What is compiled without Python's checks; each with its .pxd, and the layout as constants."""

AROUND_THE_SEARCH = (
    "validator._compiled.frozen",
    "validator.cards",
    "validator.melds",
    "validator.deals",
    "validator.scoring",
    "validator.questions.hands",
    "validator.questions.declarations",
    "validator.questions.quick_reader",
    "validator.verdicts.judging",
    "validator.shorthand",
    "schemas.responses.verdict_json",
)
"""What every hand goes through beside the search; with the C types of a .pxd where there is one."""

LAYOUT = "validator/search/packing.py"
"""The constants that the C compiler has to know."""

BUILD = "build/cython"
PACKAGE = Path("build/package")
"""What is made for a wheel: the stage, and what setuptools copies from there."""

IN_PLACE = (
    # Also for an editable installation, which is the checkout itself.
    "editable_wheel" in sys.argv
    or "develop" in sys.argv
    or ("build_ext" in sys.argv and ("--inplace" in sys.argv or "-i" in sys.argv))
)

required = os.environ.get("RUMMY_REQUIRE_COMPILED") == "1"


def write_packing() -> None:
    """Write the constants of the layout for the C compiler and for Cython."""
    values, names = [], ['cdef extern from "packing.h":\n']
    for name, value in runpy.run_path(LAYOUT).items():
        if name.isupper():
            kind, suffix = ("unsigned long long", "ULL") if value >> 63 else ("long long", "LL")
            values.append(f"static const {kind} {name} = {value}{suffix};\n")
            names.append(f"    const {kind} {name}\n")
    os.makedirs(BUILD, exist_ok=True)
    with open(f"{BUILD}/packing.h", "w", encoding="ascii") as header:
        header.writelines(values)
    with open(f"{BUILD}/packing.pxi", "w", encoding="ascii") as included:
        included.writelines(names)


def extension(name: str) -> Extension:
    """Return a module to compile: of the checkout, or of the stage, under its name there."""
    folder = "" if IN_PLACE else f"{stage_folder}/{stage_name}/"
    # Names of variables for a debugger would be two thirds of a wheel.
    gcc_like = os.name == "posix"
    return Extension(
        name if IN_PLACE else f"{stage_name}.{name}",
        [f"{folder}{name.replace('.', '/')}.py"],
        include_dirs=[BUILD],
        extra_compile_args=["-g0"] if gcc_like else [],
        extra_link_args=["-s"] if sys.platform == "linux" else [],
    )


def translate() -> dict[str, list[str]]:
    """Write the modules as C code; return the files of each. :raises ImportError: no Cython."""
    from Cython.Build import cythonize

    write_packing()
    search = cythonize(
        [extension(name) for name in SEARCH],
        include_path=[BUILD],
        compiler_directives={
            "language_level": 3,
            # The types of the C code are those of the .pxd; the annotations are Python's.
            "annotation_typing": False,
            # Every index is bounded by construction; the differential tests run this build.
            "boundscheck": False,
            "wraparound": False,
            "initializedcheck": False,
            "cdivision": True,
        },
        build_dir=BUILD,
        # It would not notice that a file of types is gone.
        force=True,
    )
    around = cythonize(
        [extension(name) for name in AROUND_THE_SEARCH],
        compiler_directives={"language_level": 3, "annotation_typing": False},
        build_dir=BUILD,
        force=True,
    )
    return {made.name: made.sources for made in search + around}


class BuildIfPossible(build_ext):
    """Goes on without what is compiled where it cannot be built, whatever the reason is."""

    def run(self) -> None:
        """Build, or say why not."""
        try:
            # Only now: most commands need no C code, and it takes half a minute.
            sources = translate()
            for wanted in self.extensions:
                wanted.sources = sources[wanted.name]
            super().run()
        except Exception as error:
            # setuptools' own `optional` does not cover a compiler that is not there at all.
            if required:
                raise
            self.warn(f"everything stays plain Python: {error}")
            self.extensions = []


class WheelOfWhatWasBuilt(bdist_wheel):
    """Makes a wheel for every platform where nothing could be compiled."""

    def run(self) -> None:
        """Build first: only then it is known."""
        self.run_command("build")
        if not self.get_finalized_command("build_ext").extensions:
            self.distribution.ext_modules = []
            self.root_is_pure = True
        super().run()


if IN_PLACE:
    parts = ["rummy_referee*", "validator*", "schemas*", "api*", "parity*"]
    told = {"packages": find_packages(include=parts), "py_modules": ["app"]}
else:
    # Not on the path where a builder runs this file in a process of its own.
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    import stage

    stage_name, stage_folder = stage.NAME, PACKAGE / "stage"
    # What setuptools has copied before would go into the wheel again.
    shutil.rmtree(PACKAGE, ignore_errors=True)
    staged = stage.lay_out(Path(), stage_folder)
    told = {
        "packages": stage.modules_of(staged),
        # Not of "", or what setuptools writes beside the stage would be in a source distribution.
        "package_dir": {stage.NAME: str(staged)},
        "package_data": {stage.NAME: stage.data_of(staged)},
        "options": {"build": {"build_base": str(PACKAGE)}},
    }

setup(
    ext_modules=[extension(name) for name in (*SEARCH, *AROUND_THE_SEARCH)],
    cmdclass={"build_ext": BuildIfPossible, "bdist_wheel": WheelOfWhatWasBuilt},
    **told,
)
