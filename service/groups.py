"""Process groups that end with this process, unless that is ended by SIGKILL.

Who is told to end may be told so at any moment: between the start of a process and the line that
would have seen to its end, or while it is being ended. So all groups stand in one list, signals
wait while it is written to, and whoever is told to end begins by killing what stands there.
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

__all__ = ["end_group", "end_with_groups", "groups_end_first", "start_group"]

#: What tells a process to end; SIGHUP comes from a terminal that is closed.
_ENDING = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)

_groups: set[subprocess.Popen[bytes]] = set()


class _Told(BaseException):
    """This process is to end by a signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def start_group(command: Sequence[str], **how: Any) -> subprocess.Popen[bytes]:
    """Start a process in a group of its own; see :class:`subprocess.Popen`."""
    with _signals_wait():
        process = subprocess.Popen(command, start_new_session=True, **how)  # noqa: S603 - the caller's
        _groups.add(process)
    return process


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and what it has started, as far as that is still there."""
    with _signals_wait():
        _kill(process)
        _groups.discard(process)
    process.wait()


def end_with_groups() -> None:
    """Let SIGTERM kill all groups and end this process at once: for those that hold no more."""
    signal.signal(signal.SIGTERM, _end)


@contextmanager
def groups_end_first() -> Iterator[None]:
    """Whatever ends what is done in here, and be it a signal, ends the groups first.

    Signals then do what they did before.
    """
    before = _handlers(_told_by)
    try:
        yield
    except _Told as told:
        _kill_all()
        _restore(before)
        signal.raise_signal(told.number)
        raise
    finally:
        _kill_all()
        _restore(before)


def _kill(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def _kill_all() -> None:
    for process in tuple(_groups):
        _kill(process)


def _end(*_: object) -> None:
    _kill_all()
    os._exit(1)


def _told_by(number: int, _: FrameType | None) -> None:
    # At once, should the exception be lost where Python lets none through.
    _kill_all()
    raise _Told(number)


Handler = Callable[[int, FrameType | None], Any]


def _handlers(handler: Handler) -> dict[int, Any]:
    """Set a handler for the signals that tell this process to end; those before.

    A signal that is ignored stays so, as under ``nohup``, and in threads there are no handlers.
    """
    if threading.current_thread() is not threading.main_thread():
        return {}
    before = {number: signal.getsignal(number) for number in _ENDING}
    before = {each: old for each, old in before.items() if old not in (signal.SIG_IGN, None)}
    for number in before:
        signal.signal(number, handler)
    return before


def _restore(before: dict[int, Any]) -> None:
    for number, handler in before.items():
        signal.signal(number, handler)


@contextmanager
def _signals_wait() -> Iterator[None]:
    """Let signals that have a handler do their work later; processes started in here get them."""
    came: list[int] = []
    before = _handlers(lambda number, _: came.append(number))
    try:
        yield
    finally:
        _restore(before)
        for number in came:
            signal.raise_signal(number)
