"""The geometry of a board: which pyramid card covers which. Computed, never typed in.

Pyramid cards are numbered from the top row down, left to right, from 0. A set of
pyramid cards is an ``int`` bit mask in that numbering.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import accumulate

__all__ = ["MAX_ROWS", "Board", "board_for", "rows_of"]

MAX_ROWS = 9


@dataclass(frozen=True, slots=True)
class Board:
    """``rows`` rows of cards in one of the shapes.

    Attributes:
        sizes: number of cards in each row, from the top of the picture down.
        covers: for each card the cards that lie on it (it is available when all are gone).
        cover_mask: the same as bit masks.
        below: for each card the mask of all cards that must go before it (covers of
            covers and so on, the card itself left out).
        beneath: for each card the cards that it covers.
    """

    shape: str
    rows: int
    sizes: tuple[int, ...]
    covers: tuple[tuple[int, ...], ...]
    cover_mask: tuple[int, ...]
    below: tuple[int, ...]
    beneath: tuple[tuple[int, ...], ...]

    @property
    def size(self) -> int:
        """Number of cards on the full board."""
        return len(self.covers)

    @property
    def full(self) -> int:
        """Mask of all cards."""
        return (1 << self.size) - 1

    def by_row(self) -> list[range]:
        """The cards of each row, from the top of the picture down."""
        starts = accumulate(self.sizes, initial=0)
        return [range(at, at + size) for at, size in zip(starts, self.sizes, strict=False)]

    def exposed(self, cards: int) -> list[int]:
        """The cards of a set that nothing in the set covers, in order."""
        return [i for i in range(self.size) if cards >> i & 1 and not self.cover_mask[i] & cards]

    def is_reachable(self, cards: int) -> bool:
        """Whether play can leave exactly this set: nothing gone that is still covered."""
        return all(cards >> i & 1 or not self.cover_mask[i] & cards for i in range(self.size))


def _pyramid_covers(rows: int) -> list[tuple[int, ...]]:
    covers: list[tuple[int, ...]] = []
    for row in range(rows):
        below = (row + 1) * (row + 2) // 2
        covers += [
            (below + column, below + column + 1) if row + 1 < rows else ()
            for column in range(row + 1)
        ]
    return covers


def _triangle_covers(rows: int) -> list[tuple[int, ...]]:
    covers: list[tuple[int, ...]] = []
    start = 0
    for row in range(rows):
        length = rows - row
        below = start + length
        for column in range(length):
            # The shorter row below has its cards between this row's neighbours.
            near = (column - 1, column)
            covers.append(tuple(below + c for c in near if 0 <= c < length - 1))
        start = below
    return covers


@cache
def board_for(shape: str, rows: int) -> Board:
    """The board of a shape (``pyramid`` or ``triangle``) with 1 to 9 rows."""
    if shape == "pyramid":
        sizes = tuple(range(1, rows + 1))
        covers = _pyramid_covers(rows)
    else:
        sizes = tuple(range(rows, 0, -1))
        covers = _triangle_covers(rows)
    masks = tuple(sum(1 << c for c in cover) for cover in covers)
    below = [0] * len(covers)
    # Covers always have higher numbers, so going backwards meets them first.
    for card in range(len(covers) - 1, -1, -1):
        for cover in covers[card]:
            below[card] |= below[cover] | 1 << cover
    beneath: list[list[int]] = [[] for _ in covers]
    for card, lying_on in enumerate(covers):
        for cover in lying_on:
            beneath[cover].append(card)
    return Board(shape, rows, sizes, tuple(covers), masks, tuple(below), tuple(map(tuple, beneath)))


def rows_of(size: int) -> int | None:
    """The number of rows of a board with ``size`` cards, or None if there is none."""
    rows = 0
    while rows * (rows + 1) // 2 < size:
        rows += 1
    return rows if rows * (rows + 1) // 2 == size else None
