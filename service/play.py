"""One game of one player: moves, undo and redo, hints, and whether it is lost."""

from __future__ import annotations

from solver.engines import solve
from solver.moves import Move
from solver.position import Position
from solver.result import UNKNOWN, UNWINNABLE, Limits

__all__ = ["Game"]

# A person waits for a hint, but not for what they haven't asked for.
_HINT = Limits(seconds=10.0)
_LOOK = Limits(seconds=1.0)


class Game:
    """A position with its past and, after undo, its future."""

    def __init__(self, position: Position) -> None:
        self._past: list[tuple[Position, Move]] = []
        self._future: list[Move] = []
        self.position = position

    @property
    def played(self) -> int:
        """Moves made so far."""
        return len(self._past)

    def do(self, move: Move) -> None:
        """Make a move; what was undone before can't be redone after it.

        Raises:
            IllegalMove: the rules forbid it; nothing has changed.
        """
        self._advance(move)
        self._future.clear()

    def _advance(self, move: Move) -> None:
        following = self.position.apply(move)
        self._past.append((self.position, move))
        self.position = following

    def undo(self) -> bool:
        """Take the last move back; False if there is none."""
        if not self._past:
            return False
        self.position, move = self._past.pop()
        self._future.append(move)
        return True

    def redo(self) -> bool:
        """Make the move again that was undone last; False if there is none."""
        if not self._future:
            return False
        self._advance(self._future.pop())
        return True

    def is_lost(self) -> bool:
        """Whether it is proven, within a moment, that no win is left."""
        result = solve(self.position, winnable_only=True, limits=_LOOK)
        return result.status == UNWINNABLE

    def hint(self) -> str:
        """The first move of a shortest win, in a sentence; or that there is none."""
        if self.position.is_won:
            return "The game is won."
        result = solve(self.position, limits=_HINT)
        if result.status == UNWINNABLE:
            return "No win is left from here; take moves back with u."
        if not result.solution:
            return "No win was found in the time there is; that proves nothing."
        left = len(result.solution)
        more = "1 move wins" if left == 1 else f"{left} moves win"
        best = "" if result.status == UNKNOWN else ", and no fewer can"
        return f"Hint: {result.solution[0]} ({more}{best})."
