"""What a person sees on standard error while a batch runs."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Never

from service.inputs import Inputs

if TYPE_CHECKING:
    from tqdm import tqdm

__all__ = ["Progress"]


class Progress:
    """Messages, and a progress bar if there is a terminal to show it on.

    The number of deals isn't known before the end, so the bar's total is estimated
    from the part of the files that has been read.
    """

    def __init__(self, inputs: Inputs, bar: bool) -> None:
        self._inputs = inputs
        self._bytes = inputs.total_bytes() if bar else None
        self._bar: tqdm[Never] | None = None
        if bar:
            # Slow to import, and seldom wanted.
            from tqdm import tqdm  # noqa: PLC0415

            self._bar = tqdm(unit=" deals", file=sys.stderr, smoothing=0.05, leave=False)

    def skip(self, entries: int) -> None:
        """Count entries that an earlier run has answered."""
        if self._bar is not None:
            self._bar.initial = entries
            self._bar.n = entries
            self._bar.refresh()

    def step(self) -> None:
        """Count one more answer."""
        if self._bar is None:
            return
        if self._bytes and self._inputs.bytes_read:
            share = min(1.0, self._inputs.bytes_read / self._bytes)
            self._bar.total = max(round(self._inputs.count / share), self._bar.n + 1)
        self._bar.update()

    def say(self, message: str) -> None:
        """Print a line without disturbing the bar; who listens to nothing misses it."""
        if self._bar is not None:
            self._bar.clear()
        with suppress(OSError):
            if sys.stderr is not None:
                sys.stderr.write(message + "\n")
                sys.stderr.flush()
        if self._bar is not None:
            self._bar.refresh()

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.close()
