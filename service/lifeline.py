"""Processes that don't outlive the one that started them, however it ends.

Linux tells a process of its parent's death. Elsewhere a thread waits for it.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
import threading
import time
from multiprocessing.connection import wait

__all__ = ["die_with", "die_with_parent_on_exec"]

_PR_SET_PDEATHSIG = 1
_LOOK_SECONDS = 1.0


def _ask_linux() -> bool:
    """Whether the system has promised to kill this process when its parent dies."""
    if sys.platform != "linux":
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    return bool(libc.prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0) == 0)


def die_with(parent: int) -> None:
    """Let this process end when its parent, the process of that number, does."""
    promised = _ask_linux()
    if os.getppid() != parent:
        os._exit(1)  # It has died before we could ask.
    if not promised:
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def die_with_parent_on_exec() -> None:
    """The same for a program that isn't Python: between fork and exec, on Linux only."""
    _ask_linux()


def _watch(parent: int) -> None:
    process = multiprocessing.parent_process()
    if process is not None:
        wait([process.sentinel])
    else:
        while os.getppid() == parent:
            time.sleep(_LOOK_SECONDS)
    os._exit(1)
