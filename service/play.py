"""One game of one player: moves, undo and redo, hints, and whether it is lost."""

from __future__ import annotations

from solver.analysis import LOST, FairHint, Hint, fair_hint, hint, verdict
from solver.moves import Move
from solver.position import Position
from solver.result import Limits

__all__ = ["Game"]

# For each question: a person waits for a hint, but not for what they haven't asked for.
_HINT = Limits(seconds=3.0)
_LOOK = Limits(seconds=1.0)
_FAIR_SAMPLES = 30


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
        return verdict(self.position, least=False, limits=_LOOK).status == LOST

    def hint(self) -> Hint:
        """What every move is worth, knowing the stock."""
        return hint(self.position, limits=_HINT)

    def fair_hint(self) -> FairHint:
        """The same for all that the player has seen."""
        return fair_hint(self.position, samples=_FAIR_SAMPLES, limits=_LOOK)
