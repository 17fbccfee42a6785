"""The ``pyramid`` command."""

from __future__ import annotations

import sys
from contextlib import suppress

__all__ = ["main"]


def main() -> None:
    """Entry point of the ``pyramid`` command; ends the process."""
    # Click takes longer to import than this command takes.
    if sys.argv[1:] == ["--version"]:
        from service.version import version_line  # noqa: PLC0415

        # What goes wrong here goes wrong again below, where it is explained.
        with suppress(OSError, AttributeError):
            sys.stdout.write(version_line() + "\n")
            sys.stdout.flush()
            sys.exit(0)
    from service.cli.app import run  # noqa: PLC0415

    sys.exit(run(sys.argv[1:]))
