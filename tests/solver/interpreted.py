"""The kernels' sources run by the interpreter, although compiled ones are installed."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

import solver
import solver.kernels
from solver import Limits, Position, Result, search
from solver.search import Kernel, search_with

PACKAGE = "solver.kernels"


class _SourceOnly(MetaPathFinder):
    """Finds the kernels' ``.py`` files and never an extension module."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != PACKAGE and not fullname.startswith(PACKAGE + "."):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        assert spec is not None
        assert spec.origin is not None
        if spec.origin.endswith(".py"):
            return spec
        source = Path(spec.origin).with_name(fullname.rpartition(".")[2] + ".py")
        return spec_from_file_location(fullname, source)


@contextmanager
def _set_aside(cython: bool) -> Iterator[None]:
    """Hide the loaded kernels (and Cython, unless asked for), and bring them back."""
    hidden = {
        name: module
        for name, module in sys.modules.items()
        if name == PACKAGE or name.startswith(PACKAGE + ".") or name == "cython"
    }
    attribute = solver.kernels
    for name in hidden:
        del sys.modules[name]
    if not cython:
        sys.modules["cython"] = None  # type: ignore[assignment]  # makes its import fail
    try:
        yield
    finally:
        for name in list(sys.modules):
            if name == PACKAGE or name.startswith(PACKAGE + ".") or name == "cython":
                del sys.modules[name]
        sys.modules.update(hidden)
        solver.kernels = attribute


def interpreted_kernels(cython: bool = False) -> dict[str, Kernel]:
    """A kernel of each kind, run by the interpreter.

    Args:
        cython: take the types from Cython's own module for uncompiled use, which must
            be installed, instead of from the stand-in.
    """
    finder = _SourceOnly()
    kernels: dict[str, Kernel] = {}
    with _set_aside(cython):
        sys.meta_path.insert(0, finder)
        try:
            for kind, compiled in search._make.items():
                assert isinstance(compiled, type)
                module = importlib.import_module(compiled.__module__)
                assert module.COMPILED is False
                assert str(module.__file__).endswith(".py")
                kernels[kind] = getattr(module, compiled.__name__)()
        finally:
            sys.meta_path.remove(finder)
    return kernels


def solve_interpreted(
    kernels: dict[str, Kernel],
    position: Position,
    *,
    winnable_only: bool = False,
    limits: Limits | None = None,
) -> Result:
    """What :func:`solver.solve` answers, from interpreted kernels; not for won positions."""
    kind = search._kernel_for(position)
    return search_with(
        kernels[kind],
        position,
        winnable_only=winnable_only,
        limits=limits or Limits(),
        kind=kind,
        compiled=False,
    )
