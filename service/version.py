"""Which versions run: for ``pyramid --version`` and for certificates."""

from __future__ import annotations

import os
import platform
import sys

from solver import KERNEL_COMPILED

__all__ = ["NOTICE", "version_line", "versions"]

#: Said once by what would be faster if the search were compiled.
NOTICE = "notice: the search kernel is not compiled; the answers are the same, only slower"

_DISTRIBUTION = "pyramid-solitaire"
_SUFFIX = ".dist-info"


def version_line() -> str:
    """Version, Python, and whether the kernel is compiled."""
    kernel = "compiled" if KERNEL_COMPILED else "interpreted (slower, same answers)"
    return f"pyramid {_version()}, {_python()}, kernel {kernel}"


def versions(with_ortools: bool) -> dict[str, str]:
    """The versions of what makes an answer, by name.

    Raises:
        BadEngine: OR-Tools is wanted but not installed.
    """
    found = {
        "pyramid-solitaire": _version(),
        "python": _python(),
        "kernel": "compiled" if KERNEL_COMPILED else "interpreted",
    }
    if with_ortools:
        from solver.cpsat import ortools_version  # noqa: PLC0415 - `pyramid --version` needn't

        found["ortools"] = ortools_version()
    return found


def _python() -> str:
    return f"{platform.python_implementation()} {platform.python_version()}"


def _version() -> str:
    return _version_by_name() or _version_by_metadata() or "(not installed)"


def _version_by_name() -> str | None:
    """The version in the name of the installed package's folder.

    The standard way, below, takes longer to import than all the rest of this command.
    """
    start = _DISTRIBUTION.replace("-", "_") + "-"
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")  # noqa: PTH208 - as in the other start-up code
        except OSError:
            continue
        for name in names:
            if name.startswith(start) and name.endswith(_SUFFIX):
                return name[len(start) : -len(_SUFFIX)]
    return None


def _version_by_metadata() -> str | None:
    from importlib import metadata  # noqa: PLC0415 - slow, and seldom needed

    try:
        return metadata.version(_DISTRIBUTION)
    except metadata.PackageNotFoundError:
        return None
