"""Time for several questions together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from solver.result import Limits

__all__ = ["Budget"]

# When the time is over each question still gets this much, to say that it is unknown.
_LAST = 0.001


class Budget:
    """The limits of each question, within a time for all of them.

    Args:
        limits: of each question; None: none.
        seconds: for all of them; None: any time.
        clock: gives seconds; only differences matter.
    """

    def __init__(
        self, limits: Limits | None, seconds: float | None, clock: Callable[[], float]
    ) -> None:
        self._limits = limits
        self._clock = clock
        self._end = None if seconds is None else clock() + seconds

    @property
    def is_spent(self) -> bool:
        """Whether the time is over."""
        return self._end is not None and self._clock() >= self._end

    def limits(self) -> Limits | None:
        """Those of the next question."""
        if self._end is None:
            return self._limits
        left = max(self._end - self._clock(), _LAST)
        limits = self._limits or Limits()
        return replace(
            limits, seconds=left if limits.seconds is None else min(left, limits.seconds)
        )
