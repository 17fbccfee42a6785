"""Whether one game may have come from another: what the seal of today's daily rests on.

Suits don't matter to any rules. Neither do ranks as such, but only which go together; nor does
it matter whether a board is seen in a mirror, lies in a larger one, or which column of a reserve
comes first. A few cards that lie elsewhere don't make another game of it, and a board by itself
says enough, whatever its stock is said to be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple, Self

from solver.board import Board
from solver.position import Position

__all__ = ["Layout"]

Cells = tuple[int, ...]

# In bits: how much it says that a card lies where it should, and that one is found in the run
# of stock and waste after those before it, once around.
_SAYS_PLACE, _SAYS_ORDER = 3.7, 0.8
# So much is never said by chance: one in a thousand million.
_ENOUGH = 30.0
# Where ranks may be called what one likes, the first card of each rank agrees with anything. Of
# the others that do in unrelated games there are fewer than one in three.
_LEAST_AGREEING = 9
_SHARE = 0.6
_RANKS = 13


class Layout(NamedTuple):
    """How the cards of a game lie, by rank.

    Attributes:
        board, mirror: the ranks on the board row by row, 0 where a card has gone, and the same
            with each row from right to left.
        reserve: the columns, the available card last.
        run: waste and stock in the order in which they were, and will be, turned (of several
            wastes, one after the other).
        rows: the lengths of the board's rows.
    """

    board: Cells
    mirror: Cells
    reserve: tuple[Cells, ...]
    run: Cells
    rows: Cells

    @classmethod
    def of(cls, position: Position) -> Self:
        """How a position lies."""
        mirrored, rows = _mirrored(position.board)
        ranks = [0 if card is None else card.rank for card in position.pyramid]
        return cls(
            tuple(ranks),
            tuple([ranks[place] for place in mirrored]),
            tuple([tuple([card.rank for card in column]) for column in position.reserve]),
            tuple([card.rank for card in chain(*position.wastes, position.stock)]),
            rows,
        )

    def may_come_from(self, start: Layout) -> bool:
        """Whether this may be a moment of the game that begins with ``start``."""
        boards = (self.board, self.mirror) if self.rows == start.rows else self._moved(start)
        return any(
            _is_part(self, board, start) or _is_alike(self, board, start) for board in boards
        )

    def _moved(self, start: Layout) -> Iterator[Cells]:
        """The board as it lies in the places of another size: its topmost, leftmost cards first."""
        if _grows(self.rows) != _grows(start.rows):
            return
        for board in (self.board, self.mirror):
            cells = {
                (row, column): rank
                for row, length in enumerate(self.rows)
                for column in range(length)
                if (rank := board[sum(self.rows[:row]) + column])
            }
            left = 0 if _grows(self.rows) else min((column for _, column in cells), default=0)
            top = 0 if _grows(self.rows) else min((row for row, _ in cells), default=0)
            places = [
                cells.pop((row + top, column + left), 0)
                for row, length in enumerate(start.rows)
                for column in range(length)
            ]
            if not cells:
                yield tuple(places)


@cache
def _mirrored(board: Board) -> tuple[Cells, Cells]:
    """The places of a board with each row from right to left, and the lengths of the rows."""
    rows = board.by_row()
    return tuple(place for places in rows for place in reversed(places)), tuple(map(len, rows))


def _grows(rows: Cells) -> bool:
    return rows == tuple(sorted(rows))


def _is_part(layout: Layout, board: Cells, start: Layout) -> bool:
    """Whether all lies where it lay, and enough to tell."""
    for rank, first in zip(board, start.board, strict=True):
        if rank and rank != first:
            return False
    columns = list(start.reserve)
    for column in sorted(layout.reserve, key=len, reverse=True):
        whole = next((each for each in columns if each[: len(column)] == column), None)
        if whole is None:
            return False
        columns.remove(whole)
    placed = len(board) - board.count(0) + sum(map(len, layout.reserve))
    turned = len(layout.run)
    return (
        _in_order(layout.run, start.run * 2) == turned
        and _SAYS_PLACE * placed + _SAYS_ORDER * turned >= _ENOUGH
    )


def _is_alike(layout: Layout, board: Cells, start: Layout) -> bool:
    """Whether most of the board lies where it lay, with ranks called what one likes."""
    pairs = list(zip(start.board, board, strict=True))
    if 0 in board:
        pairs = [pair for pair in pairs if pair[1]]
    # One that disagrees makes a pair of its own.
    if len(set(pairs)) > _RANKS + (1 - _SHARE) * len(pairs):
        return False
    named: dict[int, int] = {}
    agree = 0
    for (rank, other), times in Counter(pairs).most_common():
        if other not in named and rank not in named.values():
            named[other] = rank
            agree += times
    number, agree = len(pairs) - len(named), agree - len(named)
    if agree < _SHARE * number:
        return False
    if agree >= _LEAST_AGREEING:
        return True
    # Little is left of the board: the run must say the rest.
    turned = _in_order([named.get(rank, 0) for rank in layout.run], start.run)
    return agree + turned >= max(_LEAST_AGREEING + _RANKS // 2, _SHARE * (number + len(layout.run)))


def _in_order(run: Sequence[int], whole: Sequence[int]) -> int:
    """How many of a run are found in another, each after the one before it."""
    found, at = 0, 0
    for rank in run:
        try:
            at = whole.index(rank, at) + 1
        except ValueError:
            continue
        found += 1
    return found
