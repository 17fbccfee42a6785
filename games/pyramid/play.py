"""What a move does, and by which rule it is refused. The rules themselves are the solver's."""

from __future__ import annotations

from collections.abc import Sequence

from games.cards import Card
from games.errors import IllegalAction
from games.pyramid.errors import (
    CardIsBuried,
    CardIsCovered,
    CardIsGone,
    CardIsInStock,
    InCellAlready,
    NoFreeCell,
    NoMatch,
    NoMorePasses,
    NotAlone,
    NothingToRecycle,
    StockIsEmpty,
    StockIsNotEmpty,
)
from solver.errors import IllegalMove
from solver.moves import DRAW, RECYCLE, Move
from solver.position import Position

__all__ = ["moved"]


def moved(position: Position, move: Move) -> Position:
    """The position after a move.

    Raises:
        IllegalAction: by the rule that forbids it.
    """
    try:
        return position.apply(move)
    except IllegalMove as error:
        broken, legal = _broken(position, move), position.legal_moves()
        instead = f"you may play {', '.join(map(str, legal))}" if legal else "no move is left"
        raise broken(f"{error}; {instead}") from None


def _broken(position: Position, move: Move) -> type[IllegalAction]:
    """The rule that an illegal move breaks."""
    cards, pairs = move.cards, position.rules.pairs
    if move == DRAW:
        return StockIsEmpty
    if move == RECYCLE:
        if position.stock:
            return StockIsNotEmpty
        return NoMorePasses if any(position.wastes) else NothingToRecycle
    if move.kind == "cell":
        if cards[0] in position.cells:
            return InCellAlready
        if len(position.cells) >= position.rules.cells:
            return NoFreeCell
    elif len(cards) == 1:
        if not pairs.single(cards[0].rank):
            return NotAlone
    elif not pairs.pairs(cards[0].rank, cards[1].rank):
        return NoMatch
    return _hindrance(position, cards)


def _hindrance(position: Position, cards: Sequence[Card]) -> type[IllegalAction]:
    """Why the first of some cards that isn't free isn't."""
    free = position.available()
    card = next(card for card in cards if card not in free)
    if card in position.pyramid:
        return CardIsCovered
    if any(card in pile for pile in position.wastes + position.reserve):
        return CardIsBuried
    return CardIsInStock if card in position.stock else CardIsGone
