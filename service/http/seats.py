"""Who waits, streams or computes holds a thread: no more of them than leave some free."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["Desks", "Seats"]


class Seats:
    """So many may wait at once; the others are answered as things stand."""

    def __init__(self, most: int) -> None:
        self._free = threading.BoundedSemaphore(most)

    def take(self, patience: float = 0.0) -> bool:
        """Take a seat if one is free, or becomes free within so many seconds."""
        return self._free.acquire(timeout=patience) if patience else self._free.acquire(False)

    def leave(self) -> None:
        """Give it back."""
        self._free.release()

    @contextmanager
    def one(self, patience: float = 0.0) -> Iterator[bool]:
        """Whether a seat was free; it is held meanwhile."""
        has = self.take(patience)
        try:
            yield has
        finally:
            if has:
                self.leave()


class Desks:
    """So many may compute at once, half of them from one address; as many more wait a little."""

    def __init__(self, most: int, patience: float) -> None:
        self._desks = Seats(most)
        self._queue = Seats(most)
        self._patience = patience
        self._most_of_one = max(1, most // 2)
        self._of: Counter[str] = Counter()
        self._counting = threading.Lock()

    @contextmanager
    def one(self, address: str) -> Iterator[bool]:
        """Whether there was room for a question from an address; it is held meanwhile."""
        with self._counting:
            has = self._of[address] < self._most_of_one
            self._of[address] += has
        if not has:
            yield False
            return
        try:
            with self._any() as has_one:
                yield has_one
        finally:
            with self._counting:
                self._of[address] -= 1
                if not self._of[address]:
                    del self._of[address]

    @contextmanager
    def _any(self) -> Iterator[bool]:
        with self._desks.one() as has:
            if has:
                yield True
                return
        with self._queue.one() as may_wait:
            if not may_wait:
                yield False
                return
            with self._desks.one(self._patience) as has:
                yield has
