"""Builds the kernels. Everything else about the project is in pyproject.toml.

The kernels are Python files that Cython can compile. Each is optional: where no C
compiler works, the install goes through without it and the same file runs interpreted.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

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


class BuildChanged(build_ext):  # type: ignore[misc]  # which has no types here
    """Compiles on all cores; an editable install leaves alone what is newer than all sources."""

    def finalize_options(self) -> None:
        """One after the other they take minutes; an editable install forgets other settings."""
        super().finalize_options()
        self.parallel = os.cpu_count() or 1

    def build_extension(self, ext: Extension) -> None:
        """Compile, or take what an install before has left beside the sources."""
        target = Path(self.get_ext_fullpath(ext.name))
        before = Path(*ext.name.split(".")[:-1]) / target.name
        if self.editable_mode and before.exists() and before.stat().st_mtime > self._changed():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(before, target)
        else:
            super().build_extension(ext)

    @staticmethod
    def _changed() -> float:
        """When a source of any kernel was changed last: they include each other."""
        folders = {Path(*name.split(".")[:-1]) for name in KERNELS}
        sources = [
            path for folder in folders for path in folder.glob("*.p*") if path.suffix != ".pyc"
        ]
        return max(path.stat().st_mtime for path in [Path(__file__), *sources])


modules = cythonize(  # type: ignore[no-untyped-call]
    extensions(),
    compiler_directives=DIRECTIVES,
    # Elsewhere each process would begin with this file.
    nthreads=os.cpu_count() or 1 if sys.platform == "linux" else 0,
)
for module in modules:
    # Said here because cythonize makes new extensions and forgets it.
    module.optional = True
setup(ext_modules=modules, cmdclass={"build_ext": BuildChanged})
