"""Compiles the hot modules where that is possible; everything else is in pyproject.toml.

Without Cython, a C compiler or Python's headers the same files run as plain Python, only slower:
the search a hundred times, what is around it by a third. With RUMMY_REQUIRE_COMPILED=1 the build
fails instead.
"""

import os
import runpy

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

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


def write_layout() -> None:
    """Write the constants of validator/search/packing.py into a header for the C compiler."""
    lines = []
    for name, value in runpy.run_path("validator/search/packing.py").items():
        if name.isupper():
            kind, suffix = ("unsigned long long", "ULL") if value >> 63 else ("long long", "LL")
            lines.append(f"static const {kind} {name} = {value}{suffix};\n")
    os.makedirs(BUILD, exist_ok=True)
    with open(f"{BUILD}/layout.h", "w", encoding="ascii") as header:
        header.writelines(lines)


required = os.environ.get("RUMMY_REQUIRE_COMPILED") == "1"

try:
    from Cython.Build import cythonize
except ImportError:
    if required:
        raise
    extensions = []
else:
    write_layout()
    extensions = cythonize(
        Extension(
            "validator.search.explorer", ["validator/search/explorer.py"], include_dirs=[BUILD]
        ),
        compiler_directives={
            "language_level": 3,
            # The types of the C code are those of search.pxd; the annotations are Python's.
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
