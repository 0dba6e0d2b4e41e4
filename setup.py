"""Compiles the search where that is possible; everything else is in pyproject.toml.

Without Cython, a C compiler or Python's headers the same file runs as plain Python, only slower.
With RUMMY_REQUIRE_COMPILED=1 the build fails instead.
"""

import os

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

required = os.environ.get("RUMMY_REQUIRE_COMPILED") == "1"

try:
    from Cython.Build import cythonize
except ImportError:
    if required:
        raise
    extensions = []
else:
    extensions = cythonize(
        Extension("validator.search", ["validator/search.py"]),
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
        build_dir="build/cython",
    )


class BuildIfPossible(build_ext):
    """Goes on without the compiled search where it cannot be built, whatever the reason is."""

    def run(self) -> None:
        """Build, or say why not."""
        try:
            super().run()
        except Exception as error:
            # setuptools' own `optional` does not cover a compiler that is not there at all.
            if required:
                raise
            self.warn(f"the search stays plain Python: {error}")
            self.extensions = []


setup(ext_modules=extensions, cmdclass={"build_ext": BuildIfPossible})
