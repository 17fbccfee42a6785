"""The geometry of a board: which pyramid card covers which. Computed, never typed in.

A **layout** says which blocks a board is made of. ``^`` is a pyramid, ``v`` a triangle (a
pyramid turned upside down); after it stands the number of its rows: a number, ``n`` (the ``rows``
of the rules) or ``n-1``. Blocks that are separated by blanks stand side by side, those after a
``/`` under the ones before, in the middle. In a block a card is covered by those of its next row
that overlap it; blocks don't touch.

Pyramid cards are numbered from the top row down, left to right, from 0. A set of
pyramid cards is an ``int`` bit mask in that numbering.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import accumulate

__all__ = ["LAYOUTS", "MAX_ROWS", "Board", "board_for"]

#: Two packs fill a pyramid of 13 rows.
MAX_ROWS = 13

#: What each shape is made of. To add one is to add a line.
LAYOUTS = {
    "pyramid": "^n",
    "triangle": "vn",
    "two-pyramids": "^n ^n",
    "pharaohs": "^2 ^n / ^n-1",
    "up-and-down": "^n vn",
}


@dataclass(frozen=True, slots=True)
class Board:
    """The cards of a shape, with ``rows`` for the n of its layout.

    Attributes:
        sizes: number of cards in each row, from the top of the picture down.
        covers: for each card the cards that lie on it (it is available when all are gone).
        cover_mask: the same as bit masks.
        below: for each card the mask of all cards that must go before it (covers of
            covers and so on, the card itself left out).
        beneath: for each card the cards that it covers.
        across: for each card how far from the left it begins, in half cards.
        block: for each card the number of the block that it belongs to.
        blocks: for each block its kind, ``^`` or ``v``, and its rows.
    """

    shape: str
    rows: int
    sizes: tuple[int, ...]
    covers: tuple[tuple[int, ...], ...]
    cover_mask: tuple[int, ...]
    below: tuple[int, ...]
    beneath: tuple[tuple[int, ...], ...]
    across: tuple[int, ...]
    block: tuple[int, ...]
    blocks: tuple[tuple[str, int], ...]

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

    def by_block(self) -> list[int]:
        """The cards block after block, each in order."""
        return sorted(range(self.size), key=self.block.__getitem__)

    def exposed(self, cards: int) -> list[int]:
        """The cards of a set that nothing in the set covers, in order."""
        return [i for i in range(self.size) if cards >> i & 1 and not self.cover_mask[i] & cards]

    def is_reachable(self, cards: int) -> bool:
        """Whether play can leave exactly this set: nothing gone that is still covered."""
        return all(cards >> i & 1 or not self.cover_mask[i] & cards for i in range(self.size))


def _block(kind: str, rows: int) -> list[list[int]]:
    """The rows of one block: how far to the right each card begins, in half cards."""
    lines = [[abs(rows - 1 - row) + 2 * at for at in range(row + 1)] for row in range(rows)]
    return lines if kind == "^" else lines[::-1]


def _rows_in(written: str, rows: int) -> int:
    """The rows of a block from its description: a number, n, or n less a number."""
    if not written.startswith("n"):
        return int(written)
    return rows - int(written[2:] or 0)


def _bands(layout: str, rows: int) -> list[list[tuple[str, int]]]:
    """The blocks of a layout that have any rows, as kind and rows: bands, one under the other."""
    bands = [[(each[0], _rows_in(each[1:], rows)) for each in band.split()]
             for band in layout.split("/")]  # fmt: skip
    return [[block for block in band if block[1] > 0] for band in bands]


def _placed(bands: list[list[tuple[str, int]]]) -> list[tuple[int, int, int]]:
    """The cards of a layout as (line, half cards from the left, block), in reading order."""
    cards: list[tuple[int, int, int]] = []
    widths = [2 * sum(rows for _, rows in band) for band in bands]
    line, block = 0, 0
    for band, width in zip(bands, widths, strict=True):
        across = (max(widths) - width) // 2
        for kind, rows in band:
            cards += [
                (line + down, across + place, block)
                for down, places in enumerate(_block(kind, rows))
                for place in places
            ]
            across += 2 * rows
            block += 1
        line += max((rows for _, rows in band), default=0)
    return sorted(cards)


@cache
def board_for(shape: str, rows: int) -> Board:
    """The board of a shape with so many rows: computed from its layout.

    Args:
        shape: a key of ``LAYOUTS``.
        rows: 1 to ``MAX_ROWS``.
    """
    bands = _bands(LAYOUTS[shape], rows)
    cards = _placed(bands)
    number = {card: at for at, card in enumerate(cards)}
    covers = [
        tuple(
            number[lower]
            for lower in ((line + 1, across - 1, block), (line + 1, across + 1, block))
            if lower in number
        )
        for line, across, block in cards
    ]
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
    return Board(
        shape=shape,
        rows=rows,
        sizes=tuple(Counter(line for line, _, _ in cards).values()),
        covers=tuple(covers),
        cover_mask=masks,
        below=tuple(below),
        beneath=tuple(map(tuple, beneath)),
        across=tuple(across for _, across, _ in cards),
        block=tuple(block for _, _, block in cards),
        blocks=tuple(block for band in bands for block in band),
    )
