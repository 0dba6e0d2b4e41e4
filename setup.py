"""Compiles the search where that is possible; everything else is in pyproject.toml.

Without Cython, a C compiler or Python's headers the same file runs as plain Python, only slower.
With RUMMY_REQUIRE_COMPILED=1 the build fails instead.
"""

import os

from setuptools import Extension, setup

required = os.environ.get("RUMMY_REQUIRE_COMPILED") == "1"

try:
    from Cython.Build import cythonize
except ImportError:
    if required:
        raise
    extensions = []
else:
    extensions = cythonize(
        Extension("validator.search", ["validator/search.py"], optional=not required),
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

setup(ext_modules=extensions)
