"""The states of the wide search, and the single moves that lead from one to another.

Every card of the root position has a bit, numbered as in the general kernel. A **plain** state,
of one waste and without cells, is two words:

* word a: bits 0-63 the cards still in play;
* word b: bits 0-39 the cards from 64 on, bits 40-46 the pointer (the bit of the next stock card,
  or the end of the run), bits 47-54 the recycles left.

A waste that isn't kept needs no more: what a draw discards is out of play, and the order of the
run stays. Several wastes change it at each redeal, and of two packs the cells have no room in the
words. So where there are several wastes or any cells, word b is the number of a rest
(:mod:`solver.kernels.piles`), which holds all but the cards below 64.

**Forced moves** are those of the general kernel, with one exception: where the waste isn't kept, a
king on it or on the stock's top isn't forced, since a draw that discards a card may be worth more.
With several wastes a recycle changes the order, so no pass is pointless for want of a removal.
"""

from __future__ import annotations

try:
    import cython
except ImportError:  # pragma: no cover - only without Cython
    from solver.kernels import cython_stand_in as cython

if cython.compiled:
    from cython.cimports.solver.kernels.bits import (
        WIDE_NONE,
        WIDE_ONE,
        wide,
        wide_count,
        wide_first,
        wide_high,
        wide_join,
        wide_last,
        wide_low,
    )
    from cython.cimports.solver.kernels.store import Store
    from cython.cimports.solver.kernels.wide_bounds import WideBounds
else:
    from solver.kernels.bits import (
        WIDE_NONE,
        WIDE_ONE,
        wide_count,
        wide_first,
        wide_high,
        wide_join,
        wide_last,
        wide_low,
    )
    from solver.kernels.store import Store
    from solver.kernels.wide_bounds import WideBounds

from solver.kernels import general
from solver.kernels.store import FLAGS

__all__ = ["COMPILED", "WideSteps"]

PAUSED = cython.declare(cython.int, general.PAUSED)
SOLVED = cython.declare(cython.int, general.SOLVED)
EXHAUSTED = cython.declare(cython.int, general.EXHAUSTED)
NEEDS_ROOM = cython.declare(cython.int, general.NEEDS_ROOM)
#: No state has more successors than this: with 23 partners each, 104 cards make 1,196 pairs.
FANOUT = cython.declare(cython.int, 2048)
COST = cython.declare(cython.int, (1 << FLAGS) - 1)
K_DRAW = cython.declare(cython.int, 0)
K_RECYCLE = cython.declare(cython.int, 1)
K_SINGLE = cython.declare(cython.int, 2)
K_PAIR = cython.declare(cython.int, 3)
K_CELL = cython.declare(cython.int, 4)
#: Bits of word b.
HIGH = cython.declare(cython.ulonglong, (1 << 40) - 1)
#: Whether this module runs compiled.
COMPILED = bool(cython.compiled)


@cython.cclass
class WideSteps(WideBounds):
    """Best-first search from one root; the trials and what comes of it are its heirs' business."""

    if not cython.compiled:
        __slots__ = (
            "best", "best_node", "board_weight", "bound", "ceiling", "cells", "end", "expanded",
            "greedy", "keep", "limited", "rest_weight", "steps_weight", "store",
        )  # fmt: skip

    def __init__(self) -> None:
        WideBounds.__init__(self)
        self.store = Store()

    def load_steps(self, bits, rules) -> None:
        """Take a root (a WideBits) and the rules."""
        self.load_bounds(bits, rules)
        self.piles.load_piles(bits, rules.cells)
        self.end = bits.end
        self.cells = rules.cells
        self.limited = rules.passes > 0
        self.keep = rules.keep_waste

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _rating(self, cards: wide, g: cython.int, h: cython.int) -> cython.int:
        """How little a trial promises itself of a state; never negative."""
        return (
            self.steps_weight * g
            + self.rest_weight * h
            + self.board_weight * wide_count(cards & self.board)
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add(
        self,
        cards: wide,
        stock: wide,
        in_cells: wide,
        gone: wide,
        recycles: cython.int,
        g: cython.int,
        parent: cython.int,
        code: cython.int,
    ) -> cython.void:
        """Queue the state ``next`` unless it is lost, too long or known.

        ``gone``: the cards that were in play in the state before and aren't now.
        """
        h: cython.int
        node: cython.int
        pointer: cython.int
        word: cython.ulonglong
        doubtful: wide = cards if parent < 0 else WIDE_NONE
        while gone:
            node = wide_first(gone)
            gone &= gone - WIDE_ONE
            doubtful |= self.mask(self.possible, node)
        h = self.estimate(cards, stock, in_cells, doubtful)
        if h < 0 or g + h >= self.ceiling:
            return
        if self.plain:
            pointer = wide_first(stock) if stock else self.end
            word = cython.cast(cython.ulonglong, pointer) << 40
            word |= cython.cast(cython.ulonglong, recycles) << 47
            word |= wide_high(cards)
        else:
            word = self.piles.number(wide_high(cards), recycles)
        node = self.store.push(
            wide_low(cards),
            word,
            g,
            self._rating(cards, g, h) if self.greedy else g + h,
            parent,
            code,
        )
        if node < 0 or h > 0:
            return
        if cards & ~in_cells & self.board:
            return
        if self.goal == 1 and (cards & self.table or in_cells):
            return
        if self.goal == 2 and cards:
            return
        if self.best < 0 or g < self.best:
            self.best = g
            self.best_node = node

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _expand(self, node: cython.int) -> cython.void:
        """Queue all successors of a node, or the one that is forced."""
        b: cython.ulonglong = self.store.words[4 * node + 1]
        g: cython.int = (self.store.ints[8 * node + 7] & COST) + 1
        cards: wide
        in_cells: wide = WIDE_NONE
        live: wide
        stock: wide = WIDE_NONE
        waste: wide
        avail: wide
        must: wide
        rest: wide
        mates: wide
        i: cython.int
        j: cython.int
        pile: cython.int
        recycles: cython.int

        if self.plain:
            cards = wide_join(self.store.words[4 * node], b & HIGH)
            live = cards
            i = cython.cast(cython.int, (b >> 40) & 127)
            waste = cards & self.run_cards
            if i < self.end:
                stock = waste >> i << i
            waste &= ~stock
        else:
            b = self.piles.read(b)
            cards = wide_join(self.store.words[4 * node], b & HIGH)
            in_cells = self.piles.cards_of(self.piles.cells)
            stock = self.piles.cards_of(0)
            live = cards & ~in_cells
            waste = live & self.run_cards & ~stock
        recycles = cython.cast(cython.int, b >> 47)

        avail = in_cells
        rest = live & self.table
        while rest:
            i = wide_first(rest)
            rest &= rest - WIDE_ONE
            if not self.mask(self.covers, i) & live:
                avail |= WIDE_ONE << i
        # Kings that may go at once without loss.
        must = avail & self.alone
        if self.goal == 0:
            must &= self.board
        if stock and self.stock_top:
            avail |= self._next_of(stock)
        if self.plain:
            if waste:
                avail |= WIDE_ONE << wide_last(waste)
        else:
            for pile in range(1, self.piles.cells):
                if self.piles.here_height[pile]:
                    avail |= WIDE_ONE << self.piles.top(pile)
        if self.strict and self.draw == 1:
            must = avail & self.alone
        if must:
            i = wide_first(must)
            self._take(cards, stock, in_cells, recycles, g, node, i, -1)
            return

        rest = avail
        while rest:
            i = wide_first(rest)
            rest &= rest - WIDE_ONE
            if self.alone >> i & WIDE_ONE:
                self._take(cards, stock, in_cells, recycles, g, node, i, -1)
            mates = self.mask(self.partner, i) & rest
            while mates:
                j = wide_first(mates)
                mates &= mates - WIDE_ONE
                self._take(cards, stock, in_cells, recycles, g, node, i, j)
        if self.cover_pairs:
            rest = live & self.board & ~avail
            while rest:
                i = wide_first(rest)
                rest &= rest - WIDE_ONE
                mates = self.mask(self.covers, i) & live
                if mates & (mates - WIDE_ONE):
                    continue
                mates &= avail & self.mask(self.partner, i)
                if mates:
                    self._take(cards, stock, in_cells, recycles, g, node, i, wide_first(mates))
        if self.cells and self.piles.here_height[self.piles.cells] < self.cells:
            rest = avail & ~in_cells
            while rest:
                i = wide_first(rest)
                rest &= rest - WIDE_ONE
                self.piles.copy()
                self.piles.drop(i)
                self.piles.put_into_cell(i)
                must = WIDE_ONE << i
                self.add(
                    cards, stock & ~must, in_cells | must, WIDE_NONE, recycles, g, node,
                    K_CELL | (i << 4),
                )  # fmt: skip
        if stock:
            if (
                self.stock_top
                and self.keep
                and self.draw == 1
                and self.alone & self._next_of(stock)
            ):
                return
            self._draw(cards, stock, waste, in_cells, recycles, g, node)
        elif waste and (not self.limited or recycles):
            if not self.plain:
                self.piles.copy()
                self.piles.recycle()
            if self.limited:
                recycles -= 1
            self.add(cards, waste, in_cells, WIDE_NONE, recycles, g, node, K_RECYCLE)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _next_of(self, stock: wide) -> wide:
        """The next card of the stock that is expanded; it isn't empty."""
        if self.plain:
            return stock & (~stock + WIDE_ONE)
        return WIDE_ONE << self.piles.top(0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _take(
        self,
        cards: wide,
        stock: wide,
        in_cells: wide,
        recycles: cython.int,
        g: cython.int,
        node: cython.int,
        i: cython.int,
        j: cython.int,
    ) -> cython.void:
        """Queue the state after a removal."""
        gone: wide = WIDE_ONE << i
        code: cython.int = K_SINGLE | (i << 4)
        if j >= 0:
            gone |= WIDE_ONE << j
            code = K_PAIR | (i << 4) | (j << 11)
        if not self.plain:
            self.piles.copy()
            self.piles.drop(i)
            if j >= 0:
                self.piles.drop(j)
        self.add(cards & ~gone, stock & ~gone, in_cells & ~gone, gone, recycles, g, node, code)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _draw(
        self,
        cards: wide,
        stock: wide,
        waste: wide,
        in_cells: wide,
        recycles: cython.int,
        g: cython.int,
        node: cython.int,
    ) -> cython.void:
        """Queue the state after a draw."""
        gone: wide = WIDE_NONE
        drawn: cython.int = 0
        if not self.plain:
            self.piles.copy()
        if not self.keep:
            gone = waste
            if not self.plain:
                self.piles.sweep()
        while stock and drawn < self.draw:
            if self.plain:
                stock &= stock - WIDE_ONE
            else:
                stock &= ~(WIDE_ONE << self.piles.draw(drawn))
            drawn += 1
        self.add(cards & ~gone, stock, in_cells, gone, recycles, g, node, K_DRAW)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def go_on(self, steps: cython.int) -> cython.int:
        """Expand up to so many nodes; the status."""
        node: cython.int
        while True:
            if self.greedy and self.best >= 0:
                return SOLVED
            if self.store.count + FANOUT > self.store.capacity:
                return NEEDS_ROOM
            if steps == 0:
                return PAUSED
            steps -= 1
            node = self.store.pop()
            if node < 0:
                return EXHAUSTED
            if self.store.lowest > self.bound:
                self.bound = self.store.lowest
            if self.best >= 0 and self.best <= self.store.lowest:
                return SOLVED
            self.expanded += 1
            self._expand(node)
