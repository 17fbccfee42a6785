"""Deals to order: does one fit what is wanted, and if not, how close does it come?"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from solver.analysis.difficulty import difficulty, passes_needed
from solver.clock import default_clock
from solver.engines import solve
from solver.position import Position
from solver.result import UNKNOWN, WINNABLE, Limits

__all__ = ["Fit", "Wish", "fit"]


# Farther away than any deal that was looked at to the end.
_FAR = 10_000


class Wish(NamedTuple):
    """What a deal should be, besides winnable; None: it doesn't matter.

    Attributes:
        moves: the least number of moves, from and to.
        passes: the fewest passes in which it can be won.
        score: the difficulty, from and to.
    """

    moves: tuple[int, int] | None = None
    passes: int | None = None
    score: tuple[int, int] | None = None


class Fit(NamedTuple):
    """How well a deal fits. The wishes are looked at in order, up to the first that isn't met.

    Attributes:
        fits: whether all are met.
        met: how many are, before the first that isn't.
        gap: by how much that one is missed; very far if a limit hides it.
        words: what the deal is like, as far as it was looked at.
        decided: False if a limit was hit.
    """

    fits: bool
    met: int
    gap: int
    words: str
    decided: bool = True

    @property
    def distance(self) -> tuple[int, int]:
        """Smaller is closer."""
        return -self.met, self.gap


def fit(
    position: Position,
    wish: Wish,
    *,
    games: int = 32,
    seed: int = 0,
    limits: Limits | None = None,
    clock: Callable[[], float] = default_clock,
) -> Fit:
    """See how well a deal fits: whether it can be won, its moves, passes, and difficulty.

    Args:
        position: the deal under its rules.
        wish: what is wanted.
        games: played for the difficulty.
        seed: of those games.
        limits: for each question to the search.
        clock: gives seconds; only differences matter.
    """
    met = 0
    words: list[str] = []

    def missed(gap: int) -> Fit:
        return Fit(False, met, gap, ", ".join(words) or "can't be won")

    def undecided() -> Fit:
        return Fit(False, met, _FAR, ", ".join([*words, "the rest not decided"]), False)

    status = solve(position, winnable_only=True, limits=limits, clock=clock).status
    if status != WINNABLE:
        return undecided() if status == UNKNOWN else missed(0)
    met += 1
    words.append("can be won")
    if wish.moves is not None:
        least = solve(position, limits=limits, clock=clock).min_moves
        if least is None:
            return undecided()
        words[-1] = f"can be won in {least} moves"
        gap = _outside(least, wish.moves)
        if gap:
            return missed(gap)
        met += 1
    if wish.passes is not None:
        passes = passes_needed(position, limits=limits, clock=clock)
        if passes is None:
            return undecided()
        words.append(f"needs {passes} pass{'' if passes == 1 else 'es'}")
        gap = abs(passes - wish.passes)
        if gap:
            return missed(gap)
        met += 1
    if wish.score is not None:
        found = difficulty(position, games=games, seed=seed, limits=limits, clock=clock)
        if found is None:
            return undecided()
        words.append(f"difficulty {found.score} ({found.label})")
        gap = _outside(found.score, wish.score)
        if gap:
            return missed(gap)
        met += 1
    return Fit(True, met, 0, ", ".join(words))


def _outside(value: int, between: tuple[int, int]) -> int:
    """How far a value lies outside of a range."""
    return max(between[0] - value, value - between[1], 0)
