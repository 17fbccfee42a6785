"""The best next move, and what every other one is worth. Knows the order of the stock."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from solver.analysis.budget import Budget
from solver.analysis.clearing import Clearing, clear_most
from solver.analysis.verdict import LOST
from solver.clock import default_clock
from solver.engines import solve
from solver.moves import Move
from solver.position import Position
from solver.result import UNKNOWN, UNWINNABLE, WINNABLE, Limits, Result

__all__ = ["BEST", "LOSES", "WINS", "Grade", "Hint", "hint"]

BEST, WINS, LOSES = "best", "wins", "loses"

# How many seconds the clearing of a lost game is looked at if nobody says anything.
_CLEARING = 10.0


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
    seconds: float | None = None,
    clock: Callable[[], float] = default_clock,
) -> Hint:
    """The best move from a position, with every legal move graded.

    A move that loses is never the best one while some move is known to win.

    Args:
        position: any moment of a game.
        limits: for each move that is looked at, and for the clearing of a lost game; by default
            the latter ends after 10 seconds, whatever the nodes are.
        seconds: for all of it; what isn't found by then is unknown.
        clock: gives seconds; only differences matter.

    Raises:
        BadPosition: this is no moment of a game.
    """
    budget = Budget(limits, seconds, clock)
    whole = solve(position, limits=budget.limits(), clock=clock)
    if position.is_won:
        return Hint("full", WINNABLE, None, 0, ())
    moves = position.legal_moves()
    after = (
        {}
        if whole.status == UNWINNABLE
        else {
            move: solve(position.apply(move), limits=budget.limits(), clock=clock) for move in moves
        }
    )
    if all(result.status == UNWINNABLE for result in after.values()):
        grades = tuple(Grade(move, LOSES) for move in moves)
        own = budget.limits() or Limits()
        if own.seconds is None:
            own = replace(own, seconds=_CLEARING)
        clearing = clear_most(position, limits=own, clock=clock)
        return Hint("full", LOST, None, None, grades, clearing)
    # The shortest win that is known, by any of the searches.
    wins = {
        move: result.at_most + 1 for move, result in after.items() if result.at_most is not None
    }
    if whole.at_most is not None and whole.solution:
        first = whole.solution[0]
        wins[first] = min(wins.get(first, whole.at_most), whole.at_most)
    least = _least(whole, after)
    grades = tuple(_grade(move, after[move], wins.get(move), least) for move in moves)
    if wins:
        shortest = min(wins.values())
        best = min(wins, key=wins.__getitem__)
        if whole.solution and wins[whole.solution[0]] == shortest:
            best = whole.solution[0]
    else:
        best = next(grade.move for grade in grades if grade.grade == UNKNOWN)
    return Hint("full", WINNABLE if wins else UNKNOWN, best, least, grades)


def _least(whole: Result, after: Mapping[Move, Result]) -> int | None:
    """The least number of moves, from the position's own search or from those of all moves."""
    if whole.min_moves is not None:
        return whole.min_moves
    if any(result.status == UNKNOWN for result in after.values()):
        return None
    return 1 + min(result.min_moves for result in after.values() if result.min_moves is not None)


def _grade(move: Move, after: Result, win: int | None, least: int | None) -> Grade:
    """What a move is worth, if a win in ``win`` moves by way of it is known."""
    if after.status == UNWINNABLE:
        return Grade(move, LOSES)
    if win is None:
        return Grade(move, UNKNOWN)
    if least is not None and win == least:
        return Grade(move, BEST, 0)
    if least is not None and after.min_moves is not None:
        return Grade(move, WINS, after.min_moves + 1 - least)
    return Grade(move, WINS)
