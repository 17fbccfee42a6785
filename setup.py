"""Builds the kernels. Everything else about the project is in pyproject.toml.

The kernels are Python files that Cython can compile. Each is optional: where no C
compiler works, the install goes through without it and the same file runs interpreted.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

#: The modules that are compiled. To add one is to add a line; one without a file is left out.
KERNELS = (
    "solver.kernels.store",
    "solver.kernels.general",
    "solver.kernels.piles",
    "solver.kernels.rests",
    "solver.kernels.wide_bounds",
    "solver.kernels.wide_steps",
    "solver.kernels.wide",
    "solver.kernels.ways",
    "solver.kernels.index",
    "solver.kernels.tables",
    "solver.kernels.bounds",
    "solver.kernels.uses",
    "solver.kernels.macro",
    "games.kernels.table",
    "games.kernels.worlds",
    "games.kernels.hearts",
    "games.kernels.kaiser",
    "games.kernels.kaiser_auction",
    "games.kernels.spades",
    "games.kernels.spades_auction",
)

#: What the kernels promise: indexes stay in range, and divisions are of positive numbers.
DIRECTIVES = {
    "language_level": "3",
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
}

# Debug information is ten times the size of the code.
FLAGS = [] if sys.platform == "win32" else ["-O3", "-g0"]


def extensions() -> list[Extension]:
    """An extension for each kernel that has a source file."""
    sources = {name: Path(*name.split(".")).with_suffix(".py") for name in KERNELS}
    return [
        Extension(name, [str(source)], extra_compile_args=FLAGS)
        for name, source in sources.items()
        if source.exists()
    ]


modules = cythonize(extensions(), compiler_directives=DIRECTIVES)  # type: ignore[no-untyped-call]
for module in modules:
    # Said here because cythonize makes new extensions and forgets it.
    module.optional = True
# One after the other they take minutes.
setup(ext_modules=modules, options={"build_ext": {"parallel": os.cpu_count() or 1}})
