"""When a game is lost: the line that clears the most of the pyramid.

What play can leave of the pyramid is a set of cards with all that they cover. To leave
exactly such a set means to win a smaller game, in which its cards are not there: they cover
nothing but each other, and what isn't used needn't be there.

First comes a dive: from sets that can be left to those with one or two cards less, as a removal
takes one or two, each looked at briefly. It soon has a line that clears much. Then every set that
is smaller than the best one is tried, the smallest first; the first that can be left is the answer,
and if none can, the dive's is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from heapq import heappop, heappush
from typing import NamedTuple

from solver.board import Board
from solver.clock import default_clock
from solver.moves import Move
from solver.position import Position
from solver.result import UNWINNABLE, WINNABLE, Limits
from solver.search import search, stepwise_kernel

__all__ = ["Clearing", "clear_most"]


# Positions that are looked at for a set of the dive.
_BRIEFLY = 2000


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
        limits: time for all of the work, nodes and memory for each smaller game.
        clock: gives seconds; only differences matter.
    """
    work = _Work(position, limits or Limits(), clock)
    here = sum(1 << i for i, card in enumerate(position.pyramid) if card is not None)
    best: tuple[Move, ...] = ()
    fewest = here
    todo, seen = [(here.bit_count(), here)], {here}
    while todo and not work.is_over:
        _, cards = heappop(todo)
        for left in _next_sets(position.board, cards):
            if left not in seen:
                seen.add(left)
                line = work.leave(left, _BRIEFLY)
                if line is not None:
                    heappush(todo, (left.bit_count(), left))
                    if left.bit_count() < fewest.bit_count():
                        best, fewest = line, left
    proven = True
    for left in _what_may_stay(position.board, here):
        if left.bit_count() >= fewest.bit_count():
            break
        if work.is_over:
            proven = False
            break
        line = work.leave(left)
        if line is not None:
            best, fewest = line, left
            break
        proven = proven and work.is_impossible(left)
    return Clearing(best, fewest.bit_count(), proven)


class _Work:
    """Which sets can be left, as far as the limits allow."""

    def __init__(self, position: Position, limits: Limits, clock: Callable[[], float]) -> None:
        self._position = position
        self._rules = replace(position.rules, goal="pyramid")
        self._limits = limits
        self._clock = clock
        self._deadline = None if limits.seconds is None else clock() + limits.seconds
        self._impossible: set[int] = set()

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return self._deadline is not None and self._clock() >= self._deadline

    def leave(self, left: int, most: int | None = None) -> tuple[Move, ...] | None:
        """A line that leaves a set; None if there is none, or none was found.

        ``most`` bounds the positions that are looked at.
        """
        if left in self._impossible:
            return None
        own = self._limits
        if self._deadline is not None:
            remaining = self._deadline - self._clock()
            if remaining <= 0:
                return None
            own = replace(own, seconds=remaining)
        if most is not None and (own.nodes is None or own.nodes > most):
            own = replace(own, nodes=most)
        smaller = self._position._replace(
            rules=self._rules,
            pyramid=tuple(
                None if left >> i & 1 else card for i, card in enumerate(self._position.pyramid)
            ),
        )
        # The macro kernel knows only sets that play can leave.
        result = search(
            smaller,
            winnable_only=True,
            limits=own,
            clock=self._clock,
            kernel=stepwise_kernel(smaller),
        )
        if result.status == WINNABLE:
            return result.solution
        if result.status == UNWINNABLE:
            self._impossible.add(left)
        return None

    def is_impossible(self, left: int) -> bool:
        """Whether a set was shown not to be left by any play."""
        return left in self._impossible


def _next_sets(board: Board, cards: int) -> Iterator[int]:
    """What one removal may leave of a set: one card less, or two."""
    for card in board.exposed(cards):
        left = cards & ~(1 << card)
        yield left
        # The second card may be one that only the first has covered.
        for other in board.exposed(left):
            yield left & ~(1 << other)


def _what_may_stay(board: Board, here: int) -> Iterator[int]:
    """Every set that removals could leave of a set, the smallest first.

    One number of cards after the other, each made when it is asked for: a board of several blocks
    has millions of them.
    """
    under = [sum(1 << other for other in beneath) & here for beneath in board.beneath]
    cards = [card for card in range(board.size) if here >> card & 1]
    found = {0}
    while found:
        yield from sorted(found)
        # A card may stay with all that it covers.
        found = {
            left | 1 << card
            for left in found
            for card in cards
            if not left >> card & 1 and not under[card] & ~left
        }
