"""The estimate of the wide search: what it knows of the rules and of the root's cards.

It is that of :mod:`solver.kernels.general`, for the same reasons. What differs:

* Cards of several wastes may go with one another, so these count as possible partners.
* A waste that isn't kept loses cards without a removal. So for goal ``all`` only the removals of
  cards elsewhere are counted, and ranks needn't be equal in number.
* Whether a card has a partner left is asked only of those that may have lost one: of the others
  nothing has changed since the state before.
"""

from __future__ import annotations

try:
    import cython
except ImportError:  # pragma: no cover - only without Cython
    from solver.kernels import cython_stand_in as cython

if cython.compiled:
    from cython.cimports.solver.kernels.bits import (
        WIDE_ONE,
        wide,
        wide_count,
        wide_first,
        wide_join,
    )
    from cython.cimports.solver.kernels.piles import Piles
else:
    from solver.kernels.bits import (
        WIDE_ONE,
        wide_count,
        wide_first,
        wide_join,
    )
    from solver.kernels.piles import Piles

from solver.kernels.encoding import halves

__all__ = ["COMPILED", "WideBounds"]

#: Whether this module runs compiled.
COMPILED = bool(cython.compiled)


@cython.cclass
class WideBounds:
    """Rates the states of one root; ``load_bounds`` first."""

    if not cython.compiled:
        __slots__ = (
            "alone", "board", "classes", "cover_pairs", "covers", "draw", "functional", "goal",
            "partner", "piles", "plain", "possible", "prune", "ranks", "run_cards", "stock_top",
            "strict", "table",
        )  # fmt: skip

    def __init__(self) -> None:
        self.piles = Piles()

    def load_bounds(self, bits, rules) -> None:
        """Take a root (a WideBits) and the rules."""
        self.draw = rules.draw
        self.goal = ("pyramid", "board", "all").index(rules.goal)
        self.stock_top = rules.stock_top
        self.cover_pairs = rules.cover_pairs
        self.prune = rules.cells == 0
        # Every card must go, and by a removal.
        self.strict = rules.goal == "all" and rules.keep_waste
        self.plain = rules.wastes == 1 and rules.cells == 0
        self.board = self.wide_of(bits.board)
        self.table = self.wide_of(bits.table)
        self.run_cards = self.wide_of(bits.run)
        self.alone = self.wide_of(bits.alone)
        self.functional = bits.functional
        self.classes = len(bits.ranks) // 2
        self.partner = bits.pairs_of["partner"]
        self.covers = bits.pairs_of["covers"]
        self.possible = bits.pairs_of["possible"]
        self.ranks = bits.pairs_of["ranks"]

    @cython.cfunc
    def wide_of(self, mask) -> wide:
        """A Python number as a wide word."""
        low, high = halves(mask)
        return wide_join(low, high)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def mask(self, masks: cython.ulonglong[::1], at: cython.int) -> wide:
        return wide_join(masks[2 * at], masks[2 * at + 1])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def estimate(self, cards: wide, stock: wide, in_cells: wide, doubtful: wide) -> cython.int:
        """A lower bound on the moves to the goal; -1 if the goal can't be reached.

        ``doubtful``: the cards that may have no partner left.
        """
        live: wide = cards & ~in_cells
        goal: wide
        rest: wide
        first: wide
        second: wide
        k: cython.int
        p: cython.int
        q: cython.int
        draws: cython.int = 0
        total: cython.int = 0
        if self.goal == 0:
            goal = live & self.board
        elif self.strict:
            goal = cards
        else:
            goal = (live & self.table) | in_cells
        if self.prune:
            rest = goal & doubtful & ~self.alone
            while rest:
                k = wide_first(rest)
                rest &= rest - WIDE_ONE
                if not self.mask(self.possible, k) & cards:
                    return -1
        if not self.functional:
            total = (wide_count(goal) + 1) >> 1
        else:
            total = wide_count(goal & self.alone)
            for k in range(self.classes):
                first = self.mask(self.ranks, 2 * k)
                second = self.mask(self.ranks, 2 * k + 1)
                p = wide_count(goal & first)
                if first == second:
                    if self.strict and p & 1:
                        return -1
                    total += (p + 1) >> 1
                    continue
                q = wide_count(goal & second)
                total += p if p > q else q
                if p == q:
                    continue
                if self.strict:
                    return -1
                if not self.prune:
                    continue
                rest = cards & ~goal & (second if p > q else first)
                p = p - q if p > q else q - p
                if wide_count(rest) < p:
                    return -1
                if self.stock_top:
                    continue
                p -= wide_count(rest & ~stock)
                if p > 0:
                    q = self._draws_to(stock, rest & stock, p)
                    if q > draws:
                        draws = q
        if not self.stock_top and self.goal == 2:
            draws = wide_count(stock)
        return total + (draws + self.draw - 1) // self.draw

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _draws_to(self, stock: wide, wanted: wide, number: cython.int) -> cython.int:
        """The stock's cards up to and including the so-many-th of those wanted (of ``next``)."""
        at: cython.int
        top: cython.int = self.piles.next_height[0] - 1
        if self.plain:
            while number > 1:
                wanted &= wanted - WIDE_ONE
                number -= 1
            return wide_count(stock & (((WIDE_ONE << wide_first(wanted)) << 1) - WIDE_ONE))
        for at in range(top, -1, -1):
            if wanted >> self.piles.next[at] & WIDE_ONE:
                number -= 1
                if number == 0:
                    return top - at + 1
        return 0
