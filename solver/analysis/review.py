"""A game looked back on: where it was lost, and what each move has cost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from solver.analysis.verdict import LOST, Verdict, verdict
from solver.clock import default_clock
from solver.errors import BadPosition
from solver.moves import Move
from solver.position import Position, positions_along
from solver.result import UNKNOWN, WINNABLE, Limits

__all__ = ["Review", "Step", "review"]


class Step(NamedTuple):
    """One move of the game.

    Attributes:
        number: its place, from 1.
        move: what was played.
        status: of the position after it: ``winnable``, ``lost`` or ``unknown``.
        left: the least number of moves to win after it; None unless winnable and known.
        cost: by how much it has lengthened the shortest way to win; 0 is best. None if
            the game was lost or undecided before or after it, or a limit hides that way.
    """

    number: int
    move: Move
    status: str
    left: int | None
    cost: int | None


class Review(NamedTuple):
    """A game, move by move.

    Attributes:
        start: the verdict on the position at the start.
        steps: one for each move.
        won: whether the game was won in the end.
        lost_by: the number of the move that lost a game which could have been won; None
            if there is none, or if a limit hides it.
        certain: False if some position could not be decided.
        wasted: the sum of the costs that are known, up to the losing move.
    """

    start: Verdict
    steps: tuple[Step, ...]
    won: bool
    lost_by: int | None
    certain: bool
    wasted: int


def review(
    position: Position,
    moves: Sequence[Move],
    *,
    limits: Limits | None = None,
    clock: Callable[[], float] = default_clock,
) -> Review:
    """Look back on a game, finished or not.

    Args:
        position: where it started.
        moves: what was played.
        limits: for each position.
        clock: gives seconds; only differences matter.

    Raises:
        IllegalMove: a move is illegal; the error names its number.
        BadPosition: the start is no moment of a game.
    """
    faults = position.faults()
    if faults:
        raise BadPosition(faults)
    # First all of it, so that an illegal move is found before any work is done.
    here = [position, *positions_along(position, moves)]
    verdicts: list[Verdict] = []
    for each in here:
        # What is lost stays lost.
        lost = verdicts and verdicts[-1].status == LOST
        verdicts.append(verdicts[-1] if lost else verdict(each, limits=limits, clock=clock))
    # And what leads to a win could be won, whatever a limit has hidden.
    for at in range(len(moves) - 1, -1, -1):
        if verdicts[at].status == UNKNOWN and verdicts[at + 1].status == WINNABLE:
            verdicts[at] = Verdict(WINNABLE, None)
    steps: list[Step] = []
    lost_by = None
    for number, move in enumerate(moves, start=1):
        before, after = verdicts[number - 1 : number + 1]
        cost = None
        if before.moves is not None and after.moves is not None:
            cost = after.moves + 1 - before.moves
        if before.status == WINNABLE and after.status == LOST:
            lost_by = number
        steps.append(Step(number, move, after.status, after.moves, cost))
    return Review(
        start=verdicts[0],
        steps=tuple(steps),
        won=here[-1].is_won,
        lost_by=lost_by,
        certain=UNKNOWN not in {each.status for each in verdicts},
        wasted=sum(step.cost or 0 for step in steps),
    )
