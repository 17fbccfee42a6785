"""The best next move, and what every other one is worth. Knows the order of the stock."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from solver.analysis.clearing import Clearing, clear_most
from solver.analysis.verdict import LOST
from solver.clock import default_clock
from solver.engines import solve
from solver.moves import Move
from solver.position import Position
from solver.result import UNKNOWN, UNWINNABLE, WINNABLE, Limits, Result

__all__ = ["BEST", "LOSES", "WINS", "Grade", "Hint", "hint"]

BEST, WINS, LOSES = "best", "wins", "loses"


class Grade(NamedTuple):
    """What a move is worth.

    Attributes:
        move: a legal move.
        grade: ``best`` (no other wins in fewer), ``wins`` (but not in the fewest moves, or
            a limit kept it from being known), ``loses``, or ``unknown``.
        more: moves that a win takes more than after the best move; None unless both are known.
    """

    move: Move
    grade: str
    more: int | None = None


class Hint(NamedTuple):
    """What to do next.

    Attributes:
        kind: ``full``: the order of the stock was looked at, which a player can't see.
        status: ``winnable``, ``lost`` or ``unknown``, of the position.
        best: the move to make; None if the game is over or lost.
        moves: the least number of moves to win, the best one included; None unless known.
        grades: every legal move, in the order of ``legal_moves``.
        clearing: when the game is lost, how far the pyramid can still be cleared.
    """

    kind: str
    status: str
    best: Move | None
    moves: int | None
    grades: tuple[Grade, ...]
    clearing: Clearing | None = None


def hint(
    position: Position,
    *,
    limits: Limits | None = None,
    clock: Callable[[], float] = default_clock,
) -> Hint:
    """The best move from a position, with every legal move graded.

    A move that loses is never the best one while some move is known to win.

    Args:
        position: any moment of a game.
        limits: for each move that is looked at.
        clock: gives seconds; only differences matter.

    Raises:
        BadPosition: this is no moment of a game.
    """
    whole = solve(position, limits=limits, clock=clock)
    if position.is_won:
        return Hint("full", WINNABLE, None, 0, ())
    if whole.status == UNWINNABLE:
        grades = tuple(Grade(move, LOSES) for move in position.legal_moves())
        clearing = clear_most(position, limits=limits, clock=clock)
        return Hint("full", LOST, None, None, grades, clearing)
    after = {
        move: solve(position.apply(move), limits=limits, clock=clock)
        for move in position.legal_moves()
    }
    grades = tuple(_grade(move, result, whole) for move, result in after.items())
    best = whole.solution[0] if whole.solution else _most_promising(grades)
    known = whole.status == WINNABLE or best in {g.move for g in grades if g.grade == WINS}
    return Hint("full", WINNABLE if known else UNKNOWN, best, whole.min_moves, grades)


def _grade(move: Move, after: Result, whole: Result) -> Grade:
    if after.status == UNWINNABLE:
        return Grade(move, LOSES)
    if after.min_moves is not None and whole.min_moves is not None:
        more = after.min_moves + 1 - whole.min_moves
        return Grade(move, BEST if more == 0 else WINS, more)
    if after.at_most is not None:
        return Grade(move, WINS)
    return Grade(move, UNKNOWN)


def _most_promising(grades: tuple[Grade, ...]) -> Move | None:
    """Where the limit has left the position undecided: a win, or else what isn't lost."""
    for wanted in (WINS, UNKNOWN):
        for grade in grades:
            if grade.grade == wanted:
                return grade.move
    return None
