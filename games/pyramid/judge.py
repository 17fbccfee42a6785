"""Who says what a position is worth. The game itself never asks: only its views do."""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

from solver.position import Position
from solver.result import WINNABLE, Limits

__all__ = ["Judge", "Remembered", "SolverJudge"]

# Positions that are remembered: those of the last moves of many games.
_KEPT = 4096


class Judge(Protocol):
    """Knows, or doesn't, what a position is worth; it says the same of equal positions."""

    def can_win(self, position: Position) -> bool | None:
        """Whether it can still be won; None: unknown."""

    def least_moves(self, position: Position) -> int | None:
        """The fewest moves that win it; None: unknown, or none do."""


class Remembered:
    """What a judge has said of the positions that were asked about last."""

    def __init__(self, judge: Judge) -> None:
        self.can_win = lru_cache(_KEPT)(judge.can_win)
        self.least_moves = lru_cache(_KEPT)(judge.least_moves)


class SolverJudge:
    """The solver's exact search; what it hasn't found out within its limits is unknown.

    Args:
        limits: for each question; by default a second, for a player is waiting.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits or Limits(seconds=1.0)

    def can_win(self, position: Position) -> bool | None:
        """Whether it can still be won; None: not decided within the limits."""
        from solver.analysis.verdict import LOST, verdict  # noqa: PLC0415 - games start without it

        status = verdict(position, least=False, limits=self._limits).status
        return {WINNABLE: True, LOST: False}.get(status)

    def least_moves(self, position: Position) -> int | None:
        """The fewest moves that win it; None: not decided, or none do."""
        from solver.analysis.verdict import verdict  # noqa: PLC0415 - as above

        return verdict(position, limits=self._limits).moves
