"""The referee: plain breadth-first search over :class:`Position`, slow and obviously right.

It visits every position that play can reach, nearest first, so the first won one is
reached in the least number of moves. Use it on small boards only.
"""

from __future__ import annotations

from dataclasses import dataclass

from solver.moves import Move
from solver.position import Position

__all__ = ["ReferenceAnswer", "reference_solve"]


@dataclass(frozen=True, slots=True)
class ReferenceAnswer:
    """``min_moves`` and ``line`` are None when the position is lost.

    ``complete`` is False when ``max_positions`` ended the search: nothing is proven.
    """

    min_moves: int | None
    line: tuple[Move, ...] | None
    positions: int
    complete: bool = True


def _key(position: Position) -> Position:
    """The position with what can't matter left out: the number of a pass that isn't limited."""
    if position.rules.passes:
        return position
    return position._replace(pass_number=1)


def reference_solve(position: Position, max_positions: int = 1_000_000) -> ReferenceAnswer:
    """Decide a position by visiting everything that can be reached from it."""
    start = _key(position)
    came_from: dict[Position, tuple[Position, Move] | None] = {start: None}
    layer = [start]
    while layer:
        following: list[Position] = []
        for current in layer:
            if current.is_won:
                line = _line(current, came_from)
                return ReferenceAnswer(len(line), line, len(came_from))
            for move in current.legal_moves():
                nxt = _key(current.apply(move))
                if nxt not in came_from:
                    if len(came_from) >= max_positions:
                        return ReferenceAnswer(None, None, len(came_from), complete=False)
                    came_from[nxt] = (current, move)
                    following.append(nxt)
        layer = following
    return ReferenceAnswer(None, None, len(came_from))


def _line(
    position: Position, came_from: dict[Position, tuple[Position, Move] | None]
) -> tuple[Move, ...]:
    moves: list[Move] = []
    step = came_from[position]
    while step is not None:
        position, move = step
        moves.append(move)
        step = came_from[position]
    return tuple(reversed(moves))
