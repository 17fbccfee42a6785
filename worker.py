"""Start a worker: the same as ``pyramid worker``."""

from __future__ import annotations

import sys

from service.cli.app import run

if __name__ == "__main__":
    sys.exit(run(["worker", *sys.argv[1:]]))
