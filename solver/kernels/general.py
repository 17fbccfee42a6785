"""Best-first search over single moves: exact under every rule set.

State, in two words. Every card of the root position has a bit: the pyramid's cards
first, then the waste (bottom to top) and the stock (next card first) in one run, then
the reserve, then the cells.

* word a: bits 0-51 the cards still in play; bits 52-57 the pointer, the bit number of
  the next stock card (or the end of the run when the stock is empty);
* word b: bits 0-51 the cards that stand in cells; bits 52-63 the recycles left (0
  throughout when they are unlimited).

A draw and a recycle keep the order of the stock, so the waste is always the run's
cards before the pointer and the stock those from it on: the words hold all there is.

**The estimate** h never exceeds the moves still needed, whatever the rules:

* A removal takes at most two cards, and under a pairing where each rank has one
  partner rank at most one card of each. So a partner class with p and q cards left in
  the goal set needs at least max(p, q) moves, and a card that goes alone needs one. (A
  move to a cell takes one card off the board: no better.) Where ranks have several
  partners, half the cards, rounded up.
* Without ``stock_top``, each stock card that must be seen costs its share of a draw.
  For goal ``all`` that is the whole stock. Otherwise, if a class needs d partners from
  outside the goal set, of which w are not in the stock, the (d - w)th stock card of
  that rank must be drawn; if that happens only after a recycle, the whole stock is
  drawn before it, which is more.

**A state is dropped as lost** (only without cells) when some card that must go has
no card left that it could ever go with: not one that lies on top of it or under it
(a lone direct cover excepted under ``cover_pairs``), and no stock card with a stock card
unless ``stock_top``. For goal ``all`` also when the two ranks of a class differ in number.

**Forced moves.** A king that goes alone and must go is removed as soon as it is
available, if it stands on the board (or in the reserve or a cell when the goal counts
those): its removal costs one move whenever it comes, only uncovers cards, and nothing
else can use it. The same holds on the waste and the stock's top for goal ``all`` with
draw 1 (drawing single cards, no packet shifts). With draw 1, a lone king on the stock's
top is never drawn over under ``stock_top``: taking it costs what drawing it costs, and every
line after the draw can be followed without the king, leaving out its removal.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # pragma: no cover - only without Cython
    from solver.kernels import cython_stand_in as cython

if cython.compiled:
    from cython.cimports.solver.kernels.bits import (
        CARDS,
        ONE,
        count_bits,
        first_bit,
        last_bit,
    )
    from cython.cimports.solver.kernels.store import Store
else:
    from solver.kernels.bits import (
        CARDS,
        ONE,
        count_bits,
        first_bit,
        last_bit,
    )
    from solver.kernels.store import Store

from solver.kernels.encoding import GeneralBits, move_of
from solver.kernels.store import FLAGS

__all__ = ["COMPILED", "EXHAUSTED", "NEEDS_ROOM", "PAUSED", "SOLVED", "GeneralSearch"]

PAUSED, SOLVED, EXHAUSTED, NEEDS_ROOM = range(4)

#: No state has more successors than this.
_FANOUT = 512
COST = cython.declare(cython.int, (1 << FLAGS) - 1)
K_DRAW = cython.declare(cython.uint, 0)
K_RECYCLE = cython.declare(cython.uint, 1)
K_SINGLE = cython.declare(cython.uint, 2)
K_PAIR = cython.declare(cython.uint, 3)
K_CELL = cython.declare(cython.uint, 4)


#: Whether this module runs compiled.
COMPILED = bool(cython.compiled)


@cython.cclass
class GeneralSearch:
    """One search; ``load`` a position, then ``run`` until it is not PAUSED."""

    store: Store
    cards: list
    end: cython.int
    draw: cython.int
    cells: cython.int
    classes: cython.int
    goal: cython.int
    limited: cython.bint
    stock_top: cython.bint
    cover_pairs: cython.bint
    functional: cython.bint
    prune: cython.bint
    greedy: cython.bint
    board: cython.ulonglong
    table: cython.ulonglong
    run_cards: cython.ulonglong
    alone: cython.ulonglong
    partner: cython.ulonglong[::1]
    covers: cython.ulonglong[::1]
    possible: cython.ulonglong[::1]
    ranks: cython.ulonglong[::1]
    expanded: cython.longlong
    bound: cython.int
    best: cython.int
    best_node: cython.int

    if not cython.compiled:
        __slots__ = (
            "store", "cards", "end", "draw", "cells", "classes", "goal", "limited",
            "stock_top", "cover_pairs", "functional", "prune", "greedy", "board", "table",
            "run_cards", "alone", "partner", "covers", "possible", "ranks",
            "expanded", "bound", "best", "best_node",
        )  # fmt: skip

    def __init__(self) -> None:
        self.store = Store()

    def load(self, position, greedy: bool) -> None:
        """Start a search; ``greedy`` looks for any win, otherwise for a shortest one."""
        bits = GeneralBits(position)
        rules = position.rules
        self.store.reset()
        self.greedy = greedy
        self.expanded = 0
        self.bound = 0
        self.best = -1
        self.best_node = -1
        self.draw = rules.draw
        self.cells = rules.cells
        self.goal = ("pyramid", "board", "all").index(rules.goal)
        self.limited = rules.passes > 0
        self.stock_top = rules.stock_top
        self.cover_pairs = rules.cover_pairs
        self.prune = rules.cells == 0
        self.cards = bits.cards
        self.end = bits.end
        self.board = bits.board
        self.table = bits.table
        self.run_cards = bits.run
        self.alone = bits.alone
        self.functional = bits.functional
        self.classes = len(bits.ranks) // 2
        self.partner = array("Q", [*bits.partner, 0])
        self.covers = array("Q", [*bits.covers, 0])
        self.possible = array("Q", [*bits.possible, 0])
        self.ranks = array("Q", [*bits.ranks, 0])
        root: cython.ulonglong = bits.root
        word: cython.ulonglong = bits.word_b
        self._add(root, self._settle(root & ~word, bits.pointer), word, 0, -1, 0)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _settle(self, live: cython.ulonglong, pointer: cython.int) -> cython.int:
        """Move a pointer on to the next stock card that is there."""
        stock: cython.ulonglong = (live & self.run_cards) >> pointer
        return pointer + first_bit(stock) if stock else self.end

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _estimate(
        self, cards: cython.ulonglong, b: cython.ulonglong, pointer: cython.int
    ) -> cython.int:
        """A lower bound on the moves to the goal; -1 if the goal can't be reached."""
        in_cells: cython.ulonglong = b & CARDS
        live: cython.ulonglong = cards & ~in_cells
        stock: cython.ulonglong = (live & self.run_cards) >> pointer << pointer
        goal: cython.ulonglong
        rest: cython.ulonglong
        k: cython.int
        p: cython.int
        q: cython.int
        draws: cython.int = 0
        total: cython.int = 0
        if self.goal == 0:
            goal = live & self.board
        elif self.goal == 1:
            goal = (live & self.table) | in_cells
        else:
            goal = cards
        if self.prune:
            rest = goal & ~self.alone
            while rest:
                k = first_bit(rest)
                rest &= rest - ONE
                if not self.possible[k] & cards:
                    return -1
        if not self.functional:
            return (count_bits(goal) + 1) >> 1
        total = count_bits(goal & self.alone)
        for k in range(self.classes):
            p = count_bits(goal & self.ranks[2 * k])
            if self.ranks[2 * k] == self.ranks[2 * k + 1]:
                if self.goal == 2 and p & 1:
                    return -1
                total += (p + 1) >> 1
                continue
            q = count_bits(goal & self.ranks[2 * k + 1])
            total += p if p > q else q
            if p == q:
                continue
            if self.goal == 2:
                return -1
            if not self.prune:
                continue
            rest = cards & ~goal & (self.ranks[2 * k + 1] if p > q else self.ranks[2 * k])
            p = p - q if p > q else q - p
            if count_bits(rest) < p:
                return -1
            if self.stock_top:
                continue
            p -= count_bits(rest & ~stock)
            if p > 0:
                rest &= stock
                while p > 1:
                    rest &= rest - ONE
                    p -= 1
                # The stock's cards up to and including this one must be drawn.
                q = count_bits(stock & (((rest & (~rest + ONE)) << 1) - ONE))
                if q > draws:
                    draws = q
        if not self.stock_top and self.goal == 2:
            draws = count_bits(stock)
        return total + (draws + self.draw - 1) // self.draw

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add(
        self,
        cards: cython.ulonglong,
        pointer: cython.int,
        b: cython.ulonglong,
        g: cython.int,
        parent: cython.int,
        code: cython.uint,
    ) -> cython.void:
        """Queue a state unless it is lost or known."""
        h: cython.int = self._estimate(cards, b, pointer)
        node: cython.int
        live: cython.ulonglong
        if h < 0:
            return
        node = self.store.push(
            cards | (cython.cast(cython.ulonglong, pointer) << 52),
            b,
            g,
            h if self.greedy else g + h,
            parent,
            code,
        )
        if node < 0 or h > 0:
            return
        live = cards & ~b
        if live & self.board:
            return
        if self.goal == 1 and (live & self.table or b & CARDS):
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
        a: cython.ulonglong = self.store.words[4 * node]
        b: cython.ulonglong = self.store.words[4 * node + 1]
        g: cython.int = (self.store.ints[8 * node + 7] & COST) + 1
        cards: cython.ulonglong = a & CARDS
        pointer: cython.int = cython.cast(cython.int, a >> 52)
        in_cells: cython.ulonglong = b & CARDS
        live: cython.ulonglong = cards & ~in_cells
        run: cython.ulonglong = live & self.run_cards
        stock: cython.ulonglong = run >> pointer << pointer
        waste: cython.ulonglong = run & ~stock
        avail: cython.ulonglong = in_cells
        must: cython.ulonglong
        rest: cython.ulonglong
        mates: cython.ulonglong
        taken: cython.ulonglong
        i: cython.int
        j: cython.int
        top: cython.int = -1

        rest = live & self.table
        while rest:
            i = first_bit(rest)
            rest &= rest - ONE
            if not self.covers[i] & live:
                avail |= ONE << i
        # Kings that may go at once without loss.
        must = avail & self.alone & (self.board if self.goal == 0 else CARDS)
        if self.stock_top and stock:
            avail |= stock & (~stock + ONE)
        if waste:
            avail |= ONE << last_bit(waste)
        if self.goal == 2 and self.draw == 1:
            must = avail & self.alone
        if must:
            i = first_bit(must)
            self._take(cards, pointer, b, g, node, ONE << i, i, -1)
            return

        rest = avail
        while rest:
            i = first_bit(rest)
            rest &= rest - ONE
            if self.alone >> i & ONE:
                self._take(cards, pointer, b, g, node, ONE << i, i, -1)
            mates = self.partner[i] & rest
            while mates:
                j = first_bit(mates)
                mates &= mates - ONE
                self._take(cards, pointer, b, g, node, (ONE << i) | (ONE << j), i, j)
        if self.cover_pairs:
            rest = live & self.board & ~avail
            while rest:
                i = first_bit(rest)
                rest &= rest - ONE
                mates = self.covers[i] & live
                if mates & (mates - ONE) == 0 and mates & avail & self.partner[i]:
                    j = first_bit(mates)
                    self._take(cards, pointer, b, g, node, (ONE << i) | (ONE << j), i, j)
        if self.cells and count_bits(in_cells) < self.cells:
            rest = avail & ~in_cells
            while rest:
                i = first_bit(rest)
                rest &= rest - ONE
                taken = ONE << i
                self._add(
                    cards,
                    self._settle(live & ~taken, pointer),
                    b | taken,
                    g,
                    node,
                    K_CELL | (i << 4),
                )
        if stock:
            top = first_bit(stock)
            if self.stock_top and self.draw == 1 and self.alone >> top & ONE:
                return
            j = 0
            while stock and j < self.draw:
                top = first_bit(stock)
                stock &= stock - ONE
                j += 1
            self._add(cards, self._settle(live, top + 1), b, g, node, K_DRAW)
        elif waste and (not self.limited or b >> 52):
            self._add(
                cards,
                first_bit(waste),
                b - (ONE << 52) if self.limited else b,
                g,
                node,
                K_RECYCLE,
            )

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _take(
        self,
        cards: cython.ulonglong,
        pointer: cython.int,
        b: cython.ulonglong,
        g: cython.int,
        node: cython.int,
        gone: cython.ulonglong,
        i: cython.int,
        j: cython.int,
    ) -> cython.void:
        """Queue the state after a removal."""
        code: cython.uint
        cards &= ~gone
        b &= ~gone
        code = K_SINGLE | (i << 4) if j < 0 else K_PAIR | (i << 4) | (j << 10)
        self._add(cards, self._settle(cards & ~b, pointer), b, g, node, code)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _run(self, steps: cython.int) -> cython.int:
        node: cython.int
        while True:
            if self.greedy and self.best >= 0:
                return SOLVED_C
            if self.store.count + FANOUT > self.store.capacity:
                return NEEDS_ROOM_C
            if steps == 0:
                return PAUSED_C
            steps -= 1
            node = self.store.pop()
            if node < 0:
                return EXHAUSTED_C
            if self.store.lowest > self.bound:
                self.bound = self.store.lowest
            if self.best >= 0 and self.best <= self.store.lowest:
                return SOLVED_C
            self.expanded += 1
            self._expand(node)

    def run(self, steps: cython.int) -> int:
        """Expand up to ``steps`` nodes without the GIL; returns how it stands."""
        status: cython.int
        with cython.nogil:
            status = self._run(steps)
        return status

    def watch(self, look) -> None:
        """Nothing here takes long between two returns of ``run``."""

    def start_over(self) -> bool:
        """There is nothing else to try when there is no room."""
        return False

    def bytes_to_grow(self) -> int:
        """Memory taken while the room for nodes grows."""
        return self.store.bytes_to_grow()

    def grow(self) -> None:
        """Make room for more nodes."""
        self.store.grow()

    def nodes(self) -> int:
        """Nodes expanded so far."""
        return self.expanded

    def at_least(self) -> int:
        """No win is shorter than this (0 for a greedy search)."""
        return 0 if self.greedy else self.bound

    def at_most(self):
        """Moves of the best win seen, or None."""
        return None if self.best < 0 else self.best

    def solution(self) -> list:
        """The moves of the best win seen."""
        return [move_of(code, self.cards, 6) for code in self.store.path(self.best_node)]


PAUSED_C = cython.declare(cython.int, PAUSED)
SOLVED_C = cython.declare(cython.int, SOLVED)
EXHAUSTED_C = cython.declare(cython.int, EXHAUSTED)
NEEDS_ROOM_C = cython.declare(cython.int, NEEDS_ROOM)
FANOUT = cython.declare(cython.int, _FANOUT)
