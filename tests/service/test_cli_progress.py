"""The progress bar: on a terminal only, and never in the way."""

from __future__ import annotations

import os
import re
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from solver import KERNEL_COMPILED
from tests.service.command import EASY, environment

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")


TOTAL = 20 * len(EASY) + 1


def on_terminal(tmp_path: Path, *arguments: str, columns: int = 80) -> str:
    """What a command writes to standard error when that is a terminal."""
    import fcntl
    import pty
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    running = subprocess.Popen(
        [sys.executable, "-m", "service.cli", *arguments],
        cwd=tmp_path,
        env={**environment(), "TQDM_MININTERVAL": "0"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=theirs,
    )
    os.close(theirs)
    seen = b""
    while True:
        try:
            piece = os.read(ours, 4096)
        except OSError:  # how Linux says that the other end is closed
            break
        if not piece:
            break
        seen += piece
    os.close(ours)
    assert running.wait(timeout=60) in {0, 1}
    return seen.decode()


@pytest.fixture
def deals(tmp_path: Path) -> str:
    (tmp_path / "deals").write_text("\n".join([*EASY] * 20) + "\njunk\n")
    return "deals"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_terminal_gets_a_bar(tmp_path: Path, deals: str, jobs: str) -> None:
    """It estimates the total, and is gone before the last message."""
    seen = on_terminal(tmp_path, "solve", deals, "--jobs", jobs, "--output", "out.json")
    assert "deals/s]" in seen
    totals = [int(total) for total in re.findall(r"\d+/(\d+) \[", seen)]
    assert totals
    assert 0.5 * TOTAL < totals[-1] < 1.5 * TOTAL
    last = seen.rstrip().splitlines()[-1].rpartition("\r")[2]
    assert last.startswith("pyramid: out.json: ")
    assert "pyramid: deals, line 161: card 1: 'junk' is not a card" in seen


def test_one_deal_gets_no_bar(tmp_path: Path) -> None:
    """There would be nothing to see."""
    assert "deals/s" not in on_terminal(tmp_path, "solve", "pyramid: KH")


@pytest.mark.skipif(not KERNEL_COMPILED, reason="takes long when interpreted")
@pytest.mark.parametrize("columns", [80, 0])
def test_a_survey_tells_the_time_left(tmp_path: Path, columns: int) -> None:
    """Of all of it; also where the terminal doesn't tell its width."""
    arguments = ("survey", "--rules", "giza,one-pass", "--count", "150", "--output", "s")
    seen = on_terminal(tmp_path, *arguments, "--no-report", columns=columns)
    for title in ("giza (1 of 2)", "one-pass (2 of 2)"):
        assert re.search(rf"{re.escape(title)}: +\d+%\|.*?\| *\d+/300 \[\d\d:\d\d<\d\d:\d\d", seen)
    second = re.findall(r"one-pass \(2 of 2\): .*?(\d+)/300", seen)
    assert min(map(int, second)) == 150


def test_the_arena_has_a_bar(tmp_path: Path) -> None:
    """Of all games, for every seating; on a terminal only."""
    arguments = ("arena", "kaiser", "--games", "4", "--option", "max_deals=1")
    seen = on_terminal(tmp_path, *arguments)
    assert re.search(r"\b[1-8]/8 ", seen)
    done = subprocess.run(
        [sys.executable, "-m", "service.cli", *arguments],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert done.stderr == b""
