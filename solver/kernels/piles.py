"""The stock, the wastes and the cells of a state of :mod:`solver.kernels.wide` that isn't plain.

Two of them: ``here`` is what is expanded, ``next`` the successor that is being made. Each has the
piles from 0 on: the stock with its next card last, the wastes with their tops last, the cells in
rising order; a card is the number of its bit. Pile p has its cards from ``SPAN`` p on.

A **rest** is one of them as bytes: the recycles left, the cards in play from bit 64 on (5 bytes),
the heights of the piles, then their cards. It holds nothing of cards that have gone, so equal
states are equal.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # pragma: no cover - only without Cython
    from solver.kernels import cython_stand_in as cython

if cython.compiled:
    from cython.cimports.solver.kernels.bits import WIDE_NONE, WIDE_ONE, wide
    from cython.cimports.solver.kernels.rests import Rests
else:
    from solver.kernels.bits import WIDE_NONE, WIDE_ONE
    from solver.kernels.rests import Rests

__all__ = ["COMPILED", "Piles"]

#: Bytes of a rest before the heights of the piles.
HEAD = cython.declare(cython.int, 6)
#: Room for each pile, and piles at most: the stock, eight wastes and the cells.
SPAN = cython.declare(cython.int, 104)
_PILES = 10

#: Whether this module runs compiled.
COMPILED = bool(cython.compiled)


@cython.cclass
class Piles:
    """Both piles, and all rests of one search; ``load_piles`` first, then ``begin``."""

    if not cython.compiled:
        __slots__ = (
            "cells", "count", "here", "here_height", "next", "next_height", "rests", "root",
            "row_size",
        )  # fmt: skip

    def __init__(self) -> None:
        self.rests = Rests()
        self.here = array("B", bytes(SPAN * _PILES))
        self.next = array("B", bytes(SPAN * _PILES))
        self.here_height = array("i", bytes(4 * _PILES))
        self.next_height = array("i", bytes(4 * _PILES))

    def load_piles(self, bits, cells: int) -> None:
        """Take the piles of a root (a WideBits), and the number of cells that there are."""
        held = [at for at in range(len(bits.cards)) if bits.in_cells >> at & 1]
        self.root = [*bits.piles, held]
        self.cells = len(bits.piles)
        self.count = self.cells + 1
        self.row_size = (HEAD + self.count + bits.end - bits.base + cells + 7) // 8 * 8

    def begin(self, room: int) -> None:
        """Forget all rests, and make ``next`` of the root."""
        self.rests.begin(self.row_size, room)
        for number, pile in enumerate(self.root):
            self.next_height[number] = len(pile)
            for at, card in enumerate(pile):
                self.next[SPAN * number + at] = card

    def bytes_to_grow(self, room: int) -> int:
        """Memory that the old and the new rests take while the room grows."""
        return self.rests.bytes_to_grow(room)

    def grow(self, room: int) -> None:
        """Make room for that many rests."""
        self.rests.grow(room)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def copy(self) -> cython.void:
        """Make ``next`` a copy of ``here``."""
        i: cython.int
        pile: cython.int
        for pile in range(self.count):
            self.next_height[pile] = self.here_height[pile]
            for i in range(self.here_height[pile]):
                self.next[SPAN * pile + i] = self.here[SPAN * pile + i]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def cards_of(self, pile: cython.int) -> wide:
        """The cards of a pile of ``here``."""
        at: cython.int
        start: cython.int = SPAN * pile
        cards: wide = WIDE_NONE
        for at in range(start, start + self.here_height[pile]):
            cards |= WIDE_ONE << self.here[at]
        return cards

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def top(self, pile: cython.int) -> cython.int:
        """The available card of a pile of ``here`` that isn't empty."""
        return self.here[SPAN * pile + self.here_height[pile] - 1]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sweep(self) -> cython.void:
        """Empty the wastes of ``next``."""
        pile: cython.int
        for pile in range(1, self.cells):
            self.next_height[pile] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def draw(self, at: cython.int) -> cython.int:
        """Move the next card of the stock of ``next``, card ``at`` of a draw, to its waste."""
        card: cython.int
        pile: cython.int = 1 + at % (self.cells - 1)
        self.next_height[0] -= 1
        card = self.next[self.next_height[0]]
        self.next[SPAN * pile + self.next_height[pile]] = card
        self.next_height[pile] += 1
        return card

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def drop(self, card: cython.int) -> cython.void:
        """Take a card that is available off its pile of ``next``, or out of its cells, if any."""
        i: cython.int
        pile: cython.int
        height: cython.int
        for pile in range(self.cells):
            height = self.next_height[pile]
            if height and self.next[SPAN * pile + height - 1] == card:
                self.next_height[pile] = height - 1
                return
        height = self.next_height[self.cells]
        for i in range(height):
            if self.next[SPAN * self.cells + i] == card:
                self.next_height[self.cells] = height - 1
                for pile in range(i + 1, height):
                    self.next[SPAN * self.cells + pile - 1] = self.next[SPAN * self.cells + pile]
                return

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def put_into_cell(self, card: cython.int) -> cython.void:
        """Put a card among those in the cells of ``next``, in rising order."""
        at: cython.int = SPAN * self.cells + self.next_height[self.cells]
        while at > SPAN * self.cells and self.next[at - 1] > card:
            self.next[at] = self.next[at - 1]
            at -= 1
        self.next[at] = card
        self.next_height[self.cells] += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def recycle(self) -> cython.void:
        """Make the wastes of ``next`` its stock: the last pile is drawn first, bottom to top."""
        i: cython.int
        pile: cython.int
        height: cython.int = 0
        # The next card comes last: so begin with the top of the first pile.
        for pile in range(1, self.cells):
            for i in range(self.next_height[pile] - 1, -1, -1):
                self.next[height] = self.next[SPAN * pile + i]
                height += 1
            self.next_height[pile] = 0
        self.next_height[0] = height

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def number(self, high: cython.ulonglong, recycles: cython.int) -> cython.int:
        """The number of the rest that ``next`` makes with the other two."""
        at: cython.int
        i: cython.int
        pile: cython.int
        self.rests.row[0] = recycles
        for i in range(5):
            self.rests.row[1 + i] = (high >> (8 * i)) & 255
        at = HEAD + self.count
        for pile in range(self.count):
            self.rests.row[HEAD + pile] = self.next_height[pile]
            for i in range(self.next_height[pile]):
                self.rests.row[at] = self.next[SPAN * pile + i]
                at += 1
        while at < self.rests.row_size:
            self.rests.row[at] = 0
            at += 1
        return self.rests.number()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def read(self, number: cython.ulonglong) -> cython.ulonglong:
        """Make ``here`` of a rest; the answer is its cards from 64 on, recycles from bit 47."""
        start: cython.longlong = number
        at: cython.int
        i: cython.int
        pile: cython.int
        word: cython.ulonglong = 0
        start *= self.rests.row_size
        for i in range(5):
            word |= cython.cast(cython.ulonglong, self.rests.rows[start + 1 + i]) << (8 * i)
        word |= cython.cast(cython.ulonglong, self.rests.rows[start]) << 47
        at = HEAD + self.count
        for pile in range(self.count):
            self.here_height[pile] = self.rests.rows[start + HEAD + pile]
            for i in range(self.here_height[pile]):
                self.here[SPAN * pile + i] = self.rests.rows[start + at]
                at += 1
        return word
