"""The line that ``pyramid --version`` prints."""

from __future__ import annotations

import platform
from importlib import metadata

__all__ = ["version_line"]

_DISTRIBUTION = "pyramid-solitaire"


def version_line() -> str:
    """Version, Python, and whether the kernel is compiled."""
    from solver import KERNEL_COMPILED

    try:
        version = metadata.version(_DISTRIBUTION)
    except metadata.PackageNotFoundError:
        version = "(not installed)"
    kernel = "compiled" if KERNEL_COMPILED else "interpreted (slower, same answers)"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"pyramid {version}, {python}, kernel {kernel}"
