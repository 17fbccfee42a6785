"""Simulated players, to measure games by: one moves at random, one grabs what it can."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from solver.moves import Move
from solver.position import Position
from solver.shuffle import Dice

__all__ = ["Player", "greedy", "play_out", "random_mover", "taken_off"]

#: Chooses one of a position's legal moves (there are some).
Player = Callable[[Position, Sequence[Move], Dice], Move]


def taken_off(position: Position, move: Move) -> int:
    """How many cards a move takes off the pyramid."""
    return sum(card in position.pyramid for card in move.cards)


def random_mover(position: Position, moves: Sequence[Move], dice: Dice) -> Move:  # noqa: ARG001
    """Any legal move, each as likely."""
    return dice.choose(moves)


def greedy(position: Position, moves: Sequence[Move], dice: Dice) -> Move:
    """A removal if there is one, that which takes most off the pyramid; else it draws.

    Of several as good, each is as likely.
    """

    def worth(move: Move) -> tuple[bool, int]:
        return move.kind == "remove", taken_off(position, move)

    most = max(map(worth, moves))
    return dice.choose([move for move in moves if worth(move) == most])


def play_out(position: Position, player: Player, dice: Dice, patience: int = 2) -> bool:
    """Let a player go on to the end; whether it wins.

    A player gives up who has turned the stock over more than ``patience`` times without a
    removal since.
    """
    idle = 0
    while not position.is_won:
        moves = position.legal_moves()
        if not moves or idle > patience:
            return False
        move = player(position, moves, dice)
        if move.kind == "remove":
            idle = 0
        elif move.kind == "recycle":
            idle += 1
        position = position.apply(move)
    return True
