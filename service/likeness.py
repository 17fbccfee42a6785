"""Whether one game may have come from another: what the seal of today's daily rests on.

Suits don't matter to any rules. Neither do ranks as such, but only which go together; nor does
it matter whether a board is seen in a mirror, or has more rows that are empty. A few cards that
lie elsewhere don't make another game of it, either.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Self

from solver.position import Position

__all__ = ["Layout"]

Place = tuple[int, int]

# In bits: how much it says that a card lies where it should, and that one is found in the run
# of stock and waste after those before it.
_SAYS_PLACE, _SAYS_ORDER = 3.7, 1.2
# So much is never said by chance: one in a thousand million.
_ENOUGH = 30.0
# Where ranks may be called what one likes, the first card of each rank agrees with anything. Of
# the others that do in unrelated games there are fewer than one in five.
_LEAST_AGREEING = 10
_SHARE = 0.6
_RANKS = 13


class Layout(NamedTuple):
    """How the cards of a game lie, by rank.

    Attributes:
        cells: the ranks on the board by row and column, and those of the reserve by column
            and depth, in rows below zero.
        run: waste and stock in the order in which they were, and will be, turned.
        rows: of the board.
        is_pyramid: whether its rows grow.
    """

    cells: dict[Place, int]
    run: tuple[int, ...]
    rows: int
    is_pyramid: bool

    @classmethod
    def of(cls, position: Position) -> Self:
        """How a position lies."""
        board = position.board
        cells = {
            (row, column): card.rank
            for row, places in enumerate(board.by_row())
            for column, place in enumerate(places)
            if (card := position.pyramid[place]) is not None
        }
        for column, cards in enumerate(position.reserve):
            cells |= {(-1 - column, depth): card.rank for depth, card in enumerate(cards)}
        run = tuple(card.rank for card in (*position.waste, *position.stock))
        return cls(cells, run, board.rows, board.shape == "pyramid")

    def may_come_from(self, start: Layout) -> bool:
        """Whether this may be a moment of the game that begins with ``start``."""
        return any(
            _is_part(cells, self.run, start) or _is_alike(cells, self.run, start)
            for cells in self._seen()
        )

    def _seen(self) -> Iterator[dict[Place, int]]:
        """The cells as they lie, and in a mirror."""
        yield self.cells
        yield {
            (row, self._last(row) - column) if row >= 0 else (row, column): rank
            for (row, column), rank in self.cells.items()
        }

    def _last(self, row: int) -> int:
        return row if self.is_pyramid else self.rows - 1 - row


def _is_part(cells: dict[Place, int], run: Sequence[int], start: Layout) -> bool:
    """Whether all lies where it lay, and enough to tell."""
    if any(start.cells.get(place) != rank for place, rank in cells.items()):
        return False
    return (
        _in_order(run, start.run) == len(run)
        and _SAYS_PLACE * len(cells) + _SAYS_ORDER * len(run) >= _ENOUGH
    )


def _is_alike(cells: dict[Place, int], run: Sequence[int], start: Layout) -> bool:
    """Whether most lies where it lay, with ranks called what one likes."""
    pairs = [(start.cells[place], rank) for place, rank in cells.items() if place in start.cells]
    is_whole = len(run) == len(start.run)
    if is_whole:
        pairs += zip(start.run, run, strict=True)
    if len(set(pairs)) > _RANKS + (1 - _SHARE) * len(pairs):
        return False  # Too many disagree, whatever stands for what.
    named: dict[int, int] = {}
    agree = 0
    for (rank, other), times in Counter(pairs).most_common():
        if other not in named and rank not in named.values():
            named[other] = rank
            agree += times
    if not is_whole:
        agree += _in_order([named.get(rank, 0) for rank in run], start.run)
    free = len(named)
    number = len(cells) + len(run)
    return agree - free >= max(_LEAST_AGREEING, _SHARE * (number - free))


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
