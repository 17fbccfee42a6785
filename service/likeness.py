"""Whether one game may have come from another: what the seal of today's daily rests on.

Suits don't matter to any rules. Neither do ranks as such, but only which go together; nor does
it matter whether a block of a board is seen in a mirror or lies in a larger one, or which block of
its like, and which column of a reserve, comes first. A few cards that lie elsewhere don't make
another game of it, and a board by itself says enough, whatever its stock is said to be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, permutations, product
from typing import NamedTuple, Self

from solver.board import Board
from solver.position import Position

__all__ = ["Layout"]

Cells = tuple[int, ...]

# In bits: how much it says that a card lies where it should, that one is found in the run of stock
# and waste after those before it, once around, and that it is found there at all.
_SAYS_PLACE, _SAYS_ORDER, _SAYS_THERE = 3.7, 0.8, 0.4
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
        boards: the ranks on the board row by row, 0 where a card has gone: as it lies, and as it
            would lie just as well, with a block in a mirror or in the place of its like.
        reserve: the columns, the available card last.
        run: waste and stock in the order in which they were, and will be, turned.
        keeps_order: whether the run does; it doesn't where there are several wastes.
        rows: the lengths of the board's rows.
        alone: the only block that has any cards, seen both ways, and the lengths of its rows;
            None if there are several.
    """

    boards: tuple[Cells, ...]
    reserve: tuple[Cells, ...]
    run: Cells
    keeps_order: bool
    rows: Cells
    alone: tuple[tuple[Cells, ...], Cells] | None

    @classmethod
    def of(cls, position: Position) -> Self:
        """How a position lies."""
        ways, rows = _ways(position.board)
        ranks = [0 if card is None else card.rank for card in position.pyramid]
        boards = tuple([tuple([ranks[place] for place in way]) for way in ways])
        return cls(
            boards,
            tuple([tuple([card.rank for card in column]) for column in position.reserve]),
            tuple([card.rank for card in chain(*position.wastes, position.stock)]),
            len(position.wastes) == 1,
            rows,
            (boards, rows) if len(position.board.blocks) == 1 else _alone(position.board, ranks),
        )

    def may_come_from(self, start: Layout) -> bool:
        """Whether this may be a moment of the game that begins with ``start``."""
        boards = self.boards if self.rows == start.rows else self._moved(start)
        return any(
            _is_part(self, board, start) or _is_alike(self, board, start) for board in boards
        )

    def _moved(self, start: Layout) -> Iterator[Cells]:
        """The board as it lies in the places of another size: its topmost, leftmost cards first.

        Boards of several blocks aren't fitted into other sizes; one of their blocks is, if it is
        all that is left.
        """
        if self.alone is None or start.alone is None:
            return
        boards, rows = self.alone
        if _grows(rows) != _grows(start.rows):
            return
        for board in boards:
            cells = {
                (row, column): rank
                for row, length in enumerate(rows)
                for column in range(length)
                if (rank := board[sum(rows[:row]) + column])
            }
            left = 0 if _grows(rows) else min((column for _, column in cells), default=0)
            top = 0 if _grows(rows) else min((row for row, _ in cells), default=0)
            places = [
                cells.pop((row + top, column + left), 0)
                for row, length in enumerate(start.rows)
                for column in range(length)
            ]
            if not cells:
                yield tuple(places)


@cache
def _ways(board: Board) -> tuple[tuple[Cells, ...], Cells]:
    """The ways to see a board, as places in its order, and the lengths of its rows.

    Each block may be seen in a mirror, and stand in the place of another of its kind and size.
    """
    numbers = range(len(board.blocks))
    both = [(_block(board, number), _block(board, number, mirrored=True)) for number in numbers]
    ways = []
    for order in permutations(numbers):
        if any(board.blocks[own] != board.blocks[other] for own, other in enumerate(order)):
            continue
        for seen in product(*(both[number] for number in order)):
            way = [0] * board.size
            for number, places in zip(numbers, seen, strict=True):
                for place, other in zip(both[number][0], places, strict=True):
                    way[place] = other
            ways.append(tuple(way))
    return tuple(ways), tuple(map(len, board.by_row()))


def _block(board: Board, number: int, *, mirrored: bool = False) -> Cells:
    """The places of a block row by row, from left to right or the other way round."""
    rows = ([place for place in row if board.block[place] == number] for row in board.by_row())
    return tuple(chain.from_iterable(row[::-1] if mirrored else row for row in rows))


def _alone(board: Board, ranks: Sequence[int]) -> tuple[tuple[Cells, ...], Cells] | None:
    """The only block that has any cards, seen both ways, and the lengths of its rows."""
    held = {number for number, rank in zip(board.block, ranks, strict=True) if rank}
    if len(held) != 1:
        return None
    (number,) = held
    seen = [_block(board, number, mirrored=mirrored) for mirrored in (False, True)]
    kind, rows = board.blocks[number]
    sizes = tuple(range(1, rows + 1))
    boards = tuple(tuple(ranks[place] for place in places) for places in seen)
    return boards, sizes if kind == "^" else sizes[::-1]


def _grows(rows: Cells) -> bool:
    return rows == tuple(sorted(rows))


def _is_part(layout: Layout, board: Cells, start: Layout) -> bool:
    """Whether all lies where it lay, and enough to tell."""
    for rank, first in zip(board, start.boards[0], strict=True):
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
    if layout.keeps_order and start.keeps_order:
        is_part, says = _in_order(layout.run, start.run * 2) == turned, _SAYS_ORDER
    else:
        is_part, says = Counter(layout.run) <= Counter(start.run), _SAYS_THERE
    return is_part and _SAYS_PLACE * placed + says * turned >= _ENOUGH


def _is_alike(layout: Layout, board: Cells, start: Layout) -> bool:
    """Whether most of the board lies where it lay, with ranks called what one likes."""
    pairs = list(zip(start.boards[0], board, strict=True))
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
