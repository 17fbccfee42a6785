"""The ``pyramid`` command."""

from __future__ import annotations

__all__ = ["main"]


def main() -> None:
    """Entry point of the ``pyramid`` command; ends the process."""
    import sys

    from service.cli.app import run

    sys.exit(run(sys.argv[1:]))
