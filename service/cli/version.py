"""The line that ``pyramid --version`` prints."""

from __future__ import annotations

import os
import platform
import sys

from solver import KERNEL_COMPILED

__all__ = ["version_line"]

_DISTRIBUTION = "pyramid-solitaire"
_SUFFIX = ".dist-info"


def version_line() -> str:
    """Version, Python, and whether the kernel is compiled."""
    kernel = "compiled" if KERNEL_COMPILED else "interpreted (slower, same answers)"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    version = _version_by_name() or _version_by_metadata() or "(not installed)"
    return f"pyramid {version}, {python}, kernel {kernel}"


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
