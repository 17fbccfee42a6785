"""Process groups end with the process that has started them, whenever that is told to end."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.service.command import environment

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="processes are looked for in /proc"
)

SCRIPT = """
import os, signal, subprocess, sys
from service import groups

real, number = subprocess.Popen, int(sys.argv[1])

def strike():
    os.kill(os.getpid(), number)

def popen(*arguments, **how):
    "The signal comes when the process is there and nobody knows it yet."
    process = real(*arguments, **how)
    print(process.pid, flush=True)
    if sys.argv[3] == "start":
        strike()
    return process

def play():
    process = groups.start_group(["sleep", "600"])
    if sys.argv[3] == "end":
        groups._kill = lambda _, kill=groups._kill: (strike(), kill(process))
        groups.end_group(process)
    strike()

subprocess.Popen = popen
if sys.argv[2] == "worker":
    groups.end_with_groups()
    play()
else:
    with groups.groups_end_first():
        play()
"""


def is_there(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("when", ["start", "later", "end"])
@pytest.mark.parametrize(
    ("who", "how"),
    [("worker", signal.SIGTERM), ("arena", signal.SIGTERM), ("arena", signal.SIGINT),
     ("arena", signal.SIGHUP)],
)  # fmt: skip
def test_told_to_end(who: str, how: signal.Signals, when: str) -> None:
    """Also between the start of a process and the next line, and while it is being ended."""
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(int(how)), who, when],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    # Of Ctrl-C Python itself dies by the signal, once it has told where.
    assert ran.returncode == (1 if who == "worker" else -how)
    assert ("KeyboardInterrupt" in ran.stderr) == (how == signal.SIGINT)
    end = time.monotonic() + 20
    while is_there(int(ran.stdout)):
        assert time.monotonic() < end
        time.sleep(0.05)


def test_nothing_is_changed_for_good() -> None:
    """Afterwards signals do what they did."""
    from service.groups import groups_end_first

    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    with groups_end_first():
        assert signal.getsignal(signal.SIGTERM) != before[1]
    assert [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)] == before
