"""What a person sees on standard error while a batch runs."""

from __future__ import annotations

import sys
from contextlib import suppress
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Never

from service.sources import Source

if TYPE_CHECKING:
    from tqdm import tqdm

__all__ = ["Progress"]


class Progress:
    """Messages, and a progress bar if there is a terminal to show it on.

    Args:
        inputs: whose number of deals, as far as it is known, is the bar's total.
        bar: whether to show one.
        title: what is at work, in front of the bar.
        others: deals of other runs that the bar stands for too: done before, to do after.
    """

    def __init__(
        self,
        inputs: Source,
        bar: bool,
        title: str | None = None,
        others: tuple[int, int] = (0, 0),
    ) -> None:
        self._inputs = inputs
        self._before, self._after = others
        self._bar: tqdm[Never] | None = None
        if bar:
            # Slow to import, and seldom wanted.
            from tqdm import tqdm  # noqa: PLC0415

            self._bar = tqdm(
                desc=title,
                total=self._expected(),
                initial=self._before,
                # Where the terminal doesn't tell its width, this knows a usual one.
                ncols=get_terminal_size().columns,
                unit=" deals",
                file=sys.stderr,
                smoothing=0.05,
                leave=False,
            )

    def _expected(self) -> int | None:
        own = self._inputs.expected()
        return None if own is None else self._before + own + self._after

    def skip(self, entries: int) -> None:
        """Count entries that an earlier run has answered."""
        if self._bar is not None:
            self._bar.initial = self._before + entries
            self._bar.n = self._before + entries
            self._bar.refresh()

    def step(self) -> None:
        """Count one more answer."""
        if self._bar is None:
            return
        expected = self._expected()
        if expected is not None:
            self._bar.total = max(expected, self._bar.n + 1)
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
