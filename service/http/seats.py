"""Requests that wait or stream hold a thread each: no more of them than leave some free."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["Seats"]


class Seats:
    """So many may wait at once; the others are answered as things stand."""

    def __init__(self, most: int) -> None:
        self._free = threading.BoundedSemaphore(most)

    def take(self) -> bool:
        """Take a seat if one is free."""
        return self._free.acquire(blocking=False)

    def leave(self) -> None:
        """Give it back."""
        self._free.release()

    @contextmanager
    def one(self) -> Iterator[bool]:
        """Whether a seat was free; it is held meanwhile."""
        has = self.take()
        try:
            yield has
        finally:
            if has:
                self.leave()
