"""Running the ``pyramid`` command in tests."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from service.cli.app import run

ROOT = Path(__file__).parents[2]

#: Small positions, easy for the interpreted kernel too, each with its answer.
WON_IN_4 = "pyramid: QH / 5C -- | stock: 8D AD"
LOST = "pyramid: QH | stock: 5C 7D"
#: What is left of seven rows, which have scores: won in three moves, 915 points and par 49.
AT_THE_TOP = (
    "pyramid: KD / KC QH / AH -- -- / -- -- -- -- / -- -- -- -- -- / -- -- -- -- -- -- / "
    "-- -- -- -- -- -- -- | stock: 2C"
)
#: Small, but more than one node's work.
FORK = "pyramid: QC / JD 4C / 2D JC 2C | stock: 9C AC"
EASY: dict[str, int | None] = {
    WON_IN_4: 4,
    LOST: None,
    "pyramid: QH | stock: 5C AD": 3,
    "pyramid: 5H / -- 8C": 1,
    "pyramid: AS / QH 5C | waste: 8D": 2,
    "pyramid: 2S / JH 9C | stock: 4D": 3,
    "pyramid: KS / -- 9H": None,
    "pyramid: KH": 1,
}


class Ended(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str


class Pyramid:
    """Runs the command in this process, with standard streams of its own."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._patch = patch

    def __call__(self, *arguments: str, stdin: bytes | str | None = b"") -> Ended:
        """Run it; ``stdin=None`` is a terminal on which nobody types."""
        given = stdin.encode() if isinstance(stdin, str) else stdin or b""
        out, err = io.BytesIO(), io.BytesIO()
        with self._patch.context() as patch:
            stream = io.TextIOWrapper(io.BufferedReader(io.BytesIO(given)), encoding="utf-8")
            if stdin is None:
                patch.setattr(stream, "isatty", lambda: True, raising=False)
            stdout = io.TextIOWrapper(out, encoding="utf-8", write_through=True)
            stderr = io.TextIOWrapper(err, encoding="utf-8", write_through=True)
            patch.setattr(sys, "stdin", stream)
            patch.setattr(sys, "stdout", stdout)
            patch.setattr(sys, "stderr", stderr)
            status = run(arguments)
            return Ended(status, out.getvalue().decode(), err.getvalue().decode())


def environment() -> dict[str, str]:
    """The environment of a process that runs the command from this source tree."""
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def start(*arguments: str, cwd: Path) -> subprocess.Popen[bytes]:
    """Start the command as a process of its own, in a group of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "service.cli", *arguments],
        cwd=cwd,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def process(*arguments: str, cwd: Path, stdin: bytes = b"", **variables: str) -> Ended:
    """Run the command as a process of its own to its end, with some environment variables."""
    done = subprocess.run(
        [sys.executable, "-m", "service.cli", *arguments],
        cwd=cwd,
        env={**environment(), **variables},
        input=stdin,
        capture_output=True,
        timeout=120,
        check=False,
    )
    return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())
