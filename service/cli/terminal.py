"""What the terminal can do, and wants."""

from __future__ import annotations

import os
from typing import TextIO

__all__ = ["wants_color"]


def wants_color(stream: TextIO) -> bool:
    """Whether to colour what goes to a stream: on a terminal, unless NO_COLOR is set."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()
