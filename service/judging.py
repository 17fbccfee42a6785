"""What players of Pyramid are told of their game while they play."""

from __future__ import annotations

from games.pyramid.judge import SolverJudge
from service.seal import Seal
from solver.position import Position
from solver.result import Limits

__all__ = ["SealedJudge"]

# A player is waiting, and so is a thread.
_LIMITS = Limits(seconds=0.1)


class SealedJudge:
    """The solver's, which keeps the fewest moves of today's daily to itself."""

    def __init__(self, seal: Seal) -> None:
        self._seal = seal
        self._judge = SolverJudge(_LIMITS)

    def can_win(self, position: Position) -> bool | None:
        """Whether it can still be won; None: not decided in time."""
        return self._judge.can_win(position)

    def least_moves(self, position: Position) -> int | None:
        """The fewest moves that win it; None: not decided in time, none do, or not yet told."""
        return None if self._seal.covers(position) else self._judge.least_moves(position)
