"""Compiles the hot modules where that is possible; everything else is in pyproject.toml.

Without Cython, a C compiler or Python's headers the same files run as plain Python, only slower:
the search a hundred times, what is around it by a third. With RUMMY_REQUIRE_COMPILED=1 the build
fails instead.
"""

import os
import runpy

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

THE_SEARCH = (
    "validator.search.tables",
    "validator.search.fitting",
    "validator.search.explorer",
    "validator.search.laying_out",
    "validator.search.codes",
    "validator.search.best",
)
"""What finds the best arrangement; with the C types of the .pxd beside each."""

AROUND_THE_SEARCH = (
    "validator._compiled.frozen",
    "validator.cards",
    "validator.melds",
    "validator.deals",
    "validator.scoring",
    "validator.questions.quick_reader",
    "validator.verdicts.judging",
    "validator.shorthand",
    "schemas.responses.verdict_json",
)
"""What every hand goes through beside the search; with the C types of a .pxd where there is one."""

BUILD = "build/cython"


def write_packing() -> None:
    """Write the constants of validator/search/packing.py for the C compiler and for Cython."""
    values, names = [], ['cdef extern from "packing.h":\n']
    for name, value in runpy.run_path("validator/search/packing.py").items():
        if name.isupper():
            kind, suffix = ("unsigned long long", "ULL") if value >> 63 else ("long long", "LL")
            values.append(f"static const {kind} {name} = {value}{suffix};\n")
            names.append(f"    const {kind} {name}\n")
    os.makedirs(BUILD, exist_ok=True)
    with open(f"{BUILD}/packing.h", "w", encoding="ascii") as header:
        header.writelines(values)
    with open(f"{BUILD}/packing.pxi", "w", encoding="ascii") as included:
        included.writelines(names)


required = os.environ.get("RUMMY_REQUIRE_COMPILED") == "1"

try:
    from Cython.Build import cythonize
except ImportError:
    if required:
        raise
    extensions = []
else:
    write_packing()
    extensions = cythonize(
        [
            Extension(name, [f"{name.replace('.', '/')}.py"], include_dirs=[BUILD])
            for name in THE_SEARCH
        ],
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
    ) + cythonize(
        [Extension(name, [f"{name.replace('.', '/')}.py"]) for name in AROUND_THE_SEARCH],
        compiler_directives={"language_level": 3, "annotation_typing": False},
        build_dir=BUILD,
        force=True,
    )


class BuildIfPossible(build_ext):
    """Goes on without what is compiled where it cannot be built, whatever the reason is."""

    def run(self) -> None:
        """Build, or say why not."""
        try:
            super().run()
        except Exception as error:
            # setuptools' own `optional` does not cover a compiler that is not there at all.
            if required:
                raise
            self.warn(f"everything stays plain Python: {error}")
            self.extensions = []


setup(ext_modules=extensions, cmdclass={"build_ext": BuildIfPossible})
