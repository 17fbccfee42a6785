"""The kernels' sources run by the interpreter, although compiled ones are installed."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import cast

import games.kernels
import solver
import solver.kernels
from solver import Limits, Position, Result, search
from solver.search import Kernel, search_by

PACKAGES = ("solver.kernels", "games.kernels")


def _is_kernel(name: str) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in PACKAGES)


class _SourceOnly(MetaPathFinder):
    """Finds the kernels' ``.py`` files and never an extension module."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not _is_kernel(fullname):
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
        name: module for name, module in sys.modules.items() if _is_kernel(name) or name == "cython"
    }
    attributes = solver.kernels, games.kernels
    for name in hidden:
        del sys.modules[name]
    if not cython:
        sys.modules["cython"] = None  # type: ignore[assignment]  # makes its import fail
    try:
        yield
    finally:
        for name in list(sys.modules):
            if _is_kernel(name) or name == "cython":
                del sys.modules[name]
        sys.modules.update(hidden)
        solver.kernels, games.kernels = attributes


def interpreted_modules(names: Sequence[str], cython: bool = False) -> list[ModuleType]:
    """Kernels' modules, run by the interpreter.

    Args:
        names: of the modules.
        cython: take the types from Cython's own module for uncompiled use, which must
            be installed, instead of from the stand-in.
    """
    finder = _SourceOnly()
    with _set_aside(cython):
        sys.meta_path.insert(0, finder)
        try:
            modules = [importlib.import_module(name) for name in names]
        finally:
            sys.meta_path.remove(finder)
    for module in modules:
        assert module.COMPILED is False
        assert str(module.__file__).endswith(".py")
    return modules


def interpreted_kernels(cython: bool = False) -> dict[str, Kernel]:
    """A kernel of each kind of the search, run by the interpreter."""
    compiled = {kind: cast("type", made) for kind, made in search._make.items()}
    modules = interpreted_modules([made.__module__ for made in compiled.values()], cython)
    return {
        kind: getattr(module, made.__name__)()
        for (kind, made), module in zip(compiled.items(), modules, strict=True)
    }


def solve_interpreted(
    kernels: dict[str, Kernel],
    position: Position,
    *,
    winnable_only: bool = False,
    limits: Limits | None = None,
) -> Result:
    """What :func:`solver.solve` answers, from interpreted kernels; not for won positions."""
    return search_by(
        lambda kind: nullcontext(kernels[kind]),
        position,
        winnable_only=winnable_only,
        limits=limits or Limits(),
        compiled=False,
    )
