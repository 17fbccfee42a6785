"""Can it still be won? From any moment of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from solver.clock import default_clock
from solver.engines import solve
from solver.position import Position
from solver.result import UNKNOWN, UNWINNABLE, WINNABLE, Limits

__all__ = ["LOST", "Verdict", "verdict"]

#: A position from which no sequence of moves wins. (A deal of that kind is *unwinnable*.)
LOST = "lost"


class Verdict(NamedTuple):
    """Whether a position can still be won.

    Attributes:
        status: ``winnable``, ``lost`` or ``unknown`` (a limit was hit).
        moves: the least number of further moves; None unless winnable, if it wasn't
            asked for, or if a limit has hidden it.
    """

    status: str
    moves: int | None


def verdict(
    position: Position,
    *,
    least: bool = True,
    limits: Limits | None = None,
    clock: Callable[[], float] = default_clock,
) -> Verdict:
    """Say whether a position can still be won.

    Args:
        position: any moment of a game.
        least: how few moves it takes, too; without it the answer is much cheaper.
        limits: when to answer ``unknown``.
        clock: gives seconds; only differences matter.

    Raises:
        BadPosition: this is no moment of a game.
    """
    result = solve(position, winnable_only=not least, limits=limits, clock=clock)
    if result.at_most is not None:
        # Some win is known, if not that none is shorter.
        return Verdict(WINNABLE, result.min_moves)
    status = {WINNABLE: WINNABLE, UNWINNABLE: LOST, UNKNOWN: UNKNOWN}[result.status]
    return Verdict(status, result.min_moves)
