"""When a game is lost: the line that clears the most of the pyramid.

What play can leave of the pyramid is a set of cards with all that lies beneath them. To leave
exactly such a set or less means to win a smaller game, in which its cards are not there: they
cover nothing but each other, and what isn't used needn't be there. So the sets are tried one
after the other, the smallest first, and the first that can be left is the answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from solver.board import Board
from solver.clock import default_clock
from solver.moves import Move
from solver.position import Position
from solver.result import UNKNOWN, WINNABLE, Limits
from solver.search import search

__all__ = ["Clearing", "clear_most"]


class Clearing(NamedTuple):
    """How far the pyramid can be cleared.

    Attributes:
        line: moves that clear that far; not always the fewest.
        left: cards of the pyramid that stay.
        proven: whether no line leaves fewer; a limit may have been hit before.
    """

    line: tuple[Move, ...]
    left: int
    proven: bool


def clear_most(
    position: Position,
    *,
    limits: Limits | None = None,
    clock: Callable[[], float] = default_clock,
) -> Clearing:
    """The line that clears the most pyramid cards.

    Args:
        position: any moment of a game.
        limits: for all of the work; nodes and memory for each smaller game.
        clock: gives seconds; only differences matter.
    """
    limits = limits or Limits()
    begun = clock()
    here = sum(1 << i for i, card in enumerate(position.pyramid) if card is not None)
    aim = replace(position.rules, goal="pyramid")
    proven = True
    for left in _what_may_stay(position.board, here):
        if left == here:
            break
        own = limits
        if limits.seconds is not None:
            remaining = limits.seconds - (clock() - begun)
            if remaining <= 0:
                proven = False
                break
            own = replace(limits, seconds=remaining)
        smaller = position._replace(
            rules=aim,
            pyramid=tuple(
                None if left >> i & 1 else card for i, card in enumerate(position.pyramid)
            ),
        )
        # The general kernel takes what no play of ours could leave.
        result = search(smaller, winnable_only=True, limits=own, clock=clock, kernel="general")
        if result.status == WINNABLE:
            return Clearing(result.solution, left.bit_count(), proven)
        proven = proven and result.status != UNKNOWN
    return Clearing((), here.bit_count(), proven)


def _what_may_stay(board: Board, here: int) -> list[int]:
    """Every set that removals could leave of a set, the smallest first."""
    found = {here}
    todo = [here]
    for cards in todo:
        for card in board.exposed(cards):
            left = cards & ~(1 << card)
            if left not in found:
                found.add(left)
                todo.append(left)
    return sorted(found, key=lambda cards: (cards.bit_count(), cards))
