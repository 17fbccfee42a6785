"""Moves of Pyramid in the terminal, wherever the game is kept."""

from __future__ import annotations

from collections.abc import Sequence

from solver.errors import BadMove
from solver.moves import Move, parse_move

__all__ = ["HOW_TO_MOVE", "NOTHING_TO_REDO", "list_choices", "move_typed", "when_lost"]

HOW_TO_MOVE = "A number or a move (draw, recycle, KS, 4S+9H, cell 9H) plays it."
NOTHING_TO_REDO = "There is nothing to redo."

_MOST_DIGITS = 9


def move_typed(word: str, listed: Sequence[Move]) -> Move:
    """The move that was typed, legal or not: a number of the list, or as it is written.

    Raises:
        BadMove: it is none, or the list has no such number.
    """
    if not (word.isascii() and word.isdecimal()):
        return parse_move(word)
    at = int(word[:_MOST_DIGITS]) - 1
    if not 0 <= at < len(listed):
        raise BadMove(f"{word[:_MOST_DIGITS]} is not the number of a move; ? explains")
    return listed[at]


def list_choices(moves: Sequence[Move]) -> str:
    """The moves with their numbers."""
    numbered = [f"{number}) {move}" for number, move in enumerate(moves, start=1)]
    return "   ".join(numbered) or "No move is left."


def when_lost(played: int, undo: bool = True) -> str:
    """What is told of a game that can't be won.

    Args:
        played: moves so far.
        undo: whether they may be taken back.
    """
    if not played:
        return "This can't be won at all."
    return "This can't be won any more" + ("; u takes moves back." if undo else ".")
