"""The fast search: draw 1, goal ``pyramid``, pairs that make 13, any number of passes.

**State**, in two words. Run cards (waste, bottom to top, then stock) are numbered from 0.

* word a: bits 0-51 the run cards still there (m); bits 52-57 the pointer p, the next
  stock card's number; bit 58 the mode; bits 59-60 the level;
* word b: bits 0-15 the number of the set s of board cards; bits 16-31 the recycles
  left (0 when unlimited); bits 32-63 what :meth:`MacroSearch._rate` says, which follows from
  s and m and is kept here lest it be looked up again.

**Steps.** One step is: some board pairs, then draws up to a run card, then its use on
a board card; :mod:`solver.kernels.uses` says after which pairs on which card. Exposed board
kings go at once (each costs one move whenever it goes, and only uncovers). When pairs alone
clear the board, the goal is entered at once, at their number.

**Modes.** A state says whether the game is won in this pass (mode 0) or the stock is
turned over after it (mode 1). In mode 1 the pass's draws are known, all cards
left in the stock, and are charged with the recycle when the pass begins.

**Kings of the run** are needed for nothing. Drawing over one costs a draw.

* Without ``stock_top``: in the pass in which a king is first drawn it is popped only to
  use a card beneath it. In the next pass it costs one move, whether it is drawn
  over or was popped right after its first draw (which was possible, for it lay on top
  then): so it is charged when the pointer passes it, and is otherwise treated as gone.
  In passes after that it is gone: popping it early costs no more than that one draw. A
  king on the waste at the root could not be popped before, so for it all this holds
  one pass later; in the root's pass it may also be popped when it is on top.
* With ``stock_top`` a king is taken in place when the pointer reaches it: that costs what
  drawing it would cost, and it is gone. A king on the waste at the root is popped, or
  reached in the next pass.

The level counts passes from the root and says which kings are still there, charged, or
gone; levels at which the same holds are one.

**Pairs of waste and stock's top** (``stock_top``) are steps of their own.

**Estimates** are those of :mod:`solver.kernels.bounds`.

**The winnable-only question.** With unlimited passes V answers it (see
:mod:`solver.kernels.ways`), and there is no line to show. Otherwise the search is
greedy: states have no mode and no cost, the one with the least V is taken first, and
after a while of that without a win, states that the order tables prove lost are dropped.
"""

from __future__ import annotations

try:
    import cython
except ImportError:  # pragma: no cover - only without Cython
    from solver.kernels import cython_stand_in as cython

if cython.compiled:
    from cython.cimports.solver.kernels.bits import (
        CARDS,
        NOTHING,
        ONE,
        count_bits,
        field_of,
        first_bit,
        last_bit,
    )
    from cython.cimports.solver.kernels.bounds import Bounds
    from cython.cimports.solver.kernels.store import Store
    from cython.cimports.solver.kernels.uses import Uses
else:
    from solver.kernels.bits import (
        CARDS,
        NOTHING,
        ONE,
        count_bits,
        field_of,
        first_bit,
        last_bit,
    )
    from solver.kernels.bounds import Bounds
    from solver.kernels.store import Store
    from solver.kernels.uses import Uses

from solver.kernels import general, macro_line
from solver.kernels.encoding import MacroBits
from solver.kernels.store import FLAGS
from solver.kernels.ways import INFINITE

__all__ = ["COMPILED", "MacroSearch"]

# How a run stands, and the kinds of steps.
PAUSED = cython.declare(cython.int, general.PAUSED)
SOLVED = cython.declare(cython.int, general.SOLVED)
EXHAUSTED = cython.declare(cython.int, general.EXHAUSTED)
NEEDS_ROOM = cython.declare(cython.int, general.NEEDS_ROOM)
K_RECYCLE = cython.declare(cython.uint, macro_line.RECYCLE_STEP)
K_FINISH = cython.declare(cython.uint, macro_line.FINISH_STEP)
K_POP = cython.declare(cython.uint, macro_line.POP_STEP)
K_USE = cython.declare(cython.uint, macro_line.USE_STEP)
K_RUN_PAIR = cython.declare(cython.uint, macro_line.RUN_PAIR_STEP)
REFINED = cython.declare(cython.int, 4 << FLAGS)
COST = cython.declare(cython.int, (1 << FLAGS) - 1)
# States that a greedy search expands before it makes order tables.
PATIENCE = cython.declare(cython.int, 500)
INF = cython.declare(cython.int, INFINITE)

#: Whether this module runs compiled.
COMPILED = bool(cython.compiled)


@cython.cclass
class MacroSearch:
    """One search; ``load`` a position, then ``run`` until it is not PAUSED."""

    store: Store
    bounds: Bounds
    uses: Uses
    bits: object
    limited: cython.bint
    greedy: cython.bint
    old_kings: cython.ulonglong
    last_level: cython.int
    expanded: cython.longlong
    bound: cython.int
    best: cython.int
    best_node: cython.int
    root_lost: cython.bint

    if not cython.compiled:
        __slots__ = (
            "best", "best_node", "bits", "bound", "bounds", "expanded", "greedy", "last_level",
            "limited", "old_kings", "root_lost", "store", "uses",
        )  # fmt: skip

    def __init__(self) -> None:
        self.store = Store()
        self.bounds = Bounds()
        self.uses = Uses()

    def load(self, position, greedy: bool) -> None:
        """Start a search; ``greedy`` looks for any win, otherwise for a shortest one."""
        bits = MacroBits(position)
        self.bits = bits
        self.store.reset()
        self.bounds.load_bounds(bits)
        self.greedy = greedy
        self.expanded = 0
        self.bound = 0
        self.best = -1
        self.best_node = -1
        self.limited = bits.recycles >= 0
        self.old_kings = bits.old_kings
        self.last_level = bits.last_level
        self.uses.load_uses(self.bounds)
        m: cython.ulonglong = bits.everything
        s: cython.int = self.bounds.without_kings(bits.root)
        g: cython.int = self._cards(bits.root) - self._cards(s)
        p: cython.int = bits.pointer
        passes: cython.int = bits.recycles if self.limited else 0
        counts: cython.ulonglong = bits.root_counts
        row: cython.int
        # Making the root's tables is a good part of all the work.
        with cython.nogil:
            if self.bounds.clear(s, counts) < INF:
                self.bound = g + self.bounds.clear(s, counts)
            row = self._rate(s, counts)
            if row >= 0:
                self._begin_pass(m, p, self.bounds.first_level, s, passes, row, g, -1, K_RECYCLE, 0)
                self.store.settle()
        self.root_lost = row < 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _cards(self, s: cython.int) -> cython.int:
        """Number of cards in set s."""
        return self.bounds.card_count[s]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _begin_pass(
        self,
        m: cython.ulonglong,
        p: cython.int,
        level: cython.int,
        s: cython.int,
        passes: cython.int,
        row: cython.int,
        g: cython.int,
        parent: cython.int,
        code: cython.uint,
        f: cython.int,
    ) -> cython.void:
        """Queue the start of a pass in both modes."""
        self._add(m, p, 0, level, s, passes, row, g, parent, code, f)
        if m and not self.greedy and (not self.limited or passes > 0):
            g += count_bits(m >> p) + 1
            self._add(m, p, 1, level, s, passes, row, g, parent, code, f)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add(
        self,
        m: cython.ulonglong,
        p: cython.int,
        mode: cython.int,
        level: cython.int,
        s: cython.int,
        passes: cython.int,
        row: cython.int,
        g: cython.int,
        parent: cython.int,
        code: cython.uint,
        f: cython.int,
    ) -> cython.void:
        """Queue a state unless it is lost or known.

        ``row`` is what :meth:`_rate` gave for (s, counts), f the parent's estimate.
        """
        h: cython.int
        node: cython.int
        ahead: cython.ulonglong = m >> p
        a: cython.ulonglong
        b: cython.ulonglong
        p = p + first_bit(ahead) if ahead else self.bounds.n
        if s == 0:
            if mode:
                return
            # All wins are one state.
            self.store.settle()
            node = self.store.push(NOTHING, 0, g, 0 if self.greedy else g, parent, code)
            if node >= 0 and (self.best < 0 or g < self.best):
                self.best = g
                self.best_node = node
            return
        if self.greedy:
            # Pairs of run cards, which bring no card off the board, wait.
            h = 2 * row + (1 if code & 7 == K_RUN_PAIR else 0)
            g = 0
        else:
            h = self.bounds.estimate(m, p, mode, level, row)
            if h >= INF:
                return
            h = h + g
            if h < f:
                h = f
            if self.best >= 0 and h >= self.best:
                return
        a = (
            m
            | (cython.cast(cython.ulonglong, p) << 52)
            | (cython.cast(cython.ulonglong, mode) << 58)
            | (cython.cast(cython.ulonglong, level) << 59)
        )
        b = (
            cython.cast(cython.ulonglong, s)
            | (cython.cast(cython.ulonglong, passes) << 16)
            | (cython.cast(cython.ulonglong, row) << 32)
        )
        self.store.offer(a, b, g, h, parent, code)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _rate(self, s: cython.int, counts: cython.ulonglong) -> cython.int:
        """-1 if (s, counts) is lost; else its row in the order tables, or V if greedy."""
        value: cython.int
        if not self.greedy:
            return self.bounds.table(s, counts)
        value = self.bounds.clear(s, counts)
        return value if value < INF else -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _hopeless(self, node: cython.int) -> cython.bint:
        """Whether the order tables prove a state of a greedy search lost."""
        a: cython.ulonglong = self.store.words[4 * node]
        b: cython.ulonglong = self.store.words[4 * node + 1]
        m: cython.ulonglong = a & CARDS
        p: cython.int = cython.cast(cython.int, (a >> 52) & 63)
        level: cython.int = cython.cast(cython.int, (a >> 59) & 3)
        row: cython.int = self.bounds.table(
            cython.cast(cython.int, b & 0xFFFF), self.bounds.counts_of(m)
        )
        if row < 0:
            return True
        if self.bounds.estimate(m, p, 0, level, row) < INF:
            return False
        if self.limited and b >> 16 & 0xFFFF == 0:
            return True
        return self.bounds.estimate(m, p, 1, level, row) >= INF

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _expand(self, node: cython.int, f: cython.int) -> cython.void:
        """Queue all successors of a node whose set's uses are listed."""
        a: cython.ulonglong = self.store.words[4 * node]
        b: cython.ulonglong = self.store.words[4 * node + 1]
        g: cython.int = self.store.ints[8 * node + 7] & COST
        m: cython.ulonglong = a & CARDS
        p: cython.int = cython.cast(cython.int, (a >> 52) & 63)
        mode: cython.int = cython.cast(cython.int, (a >> 58) & 1)
        level: cython.int = cython.cast(cython.int, (a >> 59) & 3)
        s: cython.int = cython.cast(cython.int, b & 0xFFFF)
        passes: cython.int = cython.cast(cython.int, (b >> 16) & 0xFFFF)
        counts: cython.ulonglong = self.bounds.counts_of(m)
        waste: cython.ulonglong
        ahead: cython.ulonglong
        gone: cython.ulonglong
        popped: cython.ulonglong = 0
        field: cython.int
        top: cython.int = -1
        top_rank: cython.int = 0
        pops: cython.int = 0
        at: cython.int
        i: cython.int
        start: cython.int
        code: cython.uint
        rank: cython.int
        left: cython.int
        cost: cython.int
        j: cython.int
        w: cython.int
        saved: cython.int = 1 if self.bounds.stock_top else 0
        draws: cython.int
        child: cython.int
        row: cython.int = cython.cast(cython.int, b >> 32)

        # The waste's top, and the kings that must be popped to reach it.
        waste = m & ((ONE << p) - ONE) & ~self.bounds.charged[level]
        while waste:
            j = last_bit(waste)
            if self.bounds.run_rank[j] != 13:
                top = j
                top_rank = self.bounds.run_rank[j]
                break
            popped |= ONE << j
            pops += 1
            waste ^= ONE << j
            if level == self.bounds.first_level and self.old_kings >> j & ONE:
                # It may go for its own sake, to be out of the next pass.
                self._add(
                    m & ~popped, p, mode, level, s, passes, row, g + pops, node,
                    K_POP | (j << 3), f,
                )  # fmt: skip

        if mode == 0:
            cost = self.bounds.clear(s, 0)
            if cost < INF:
                self._add(m, p, 0, level, 0, passes, row, g + cost, node, K_FINISH, f)
        if mode == 1 or (self.greedy and (not self.limited or passes > 0)):
            gone = m & ~self.bounds.charged[level]
            if gone:
                j = level + 1 if level < self.last_level else level
                self._begin_pass(
                    gone, 0, j, s, passes - 1 if self.limited else 0, row, g, node,
                    K_RECYCLE, f,
                )  # fmt: skip

        ahead = m >> p << p
        start = 0 if self.greedy else self.uses.children(s, row, counts)
        for i in range(self.uses.number[s]):
            at = self.uses.first[s] + i
            rank = self.uses.rank[at]
            field = field_of(rank)
            if not (counts >> field) & 15:
                continue
            left = self.uses.left[at]
            if self.greedy:
                child = self._rate(left, counts - (ONE << field))
            else:
                child = self.uses.child[start + i]
            if child < 0:
                continue
            cost = g + self.uses.price[at]
            code = K_USE | (self.uses.place[at] << 9)
            if top_rank == rank:
                self._add(
                    m & ~popped & ~(ONE << top), p, mode, level, left, passes, child,
                    cost + pops, node, code | (top << 3), f,
                )  # fmt: skip
            gone = ahead & self.bounds.of_rank[rank]
            while gone:
                j = first_bit(gone)
                gone &= gone - ONE
                if mode == 0:
                    draws = count_bits(ahead & ((ONE << j) - ONE)) + 1 - saved
                else:
                    draws = -saved
                self._add(
                    m & ~(ONE << j), j + 1, mode, level, left, passes, child,
                    cost + draws, node, code | (j << 3), f,
                )  # fmt: skip

        if self.bounds.stock_top:
            # A waste card with the stock's top: those next to each other in what is there.
            gone = ahead & ~self.bounds.kings
            w = top if pops == 0 else -1
            while gone:
                j = first_bit(gone)
                gone &= gone - ONE
                if w >= 0 and self.bounds.run_rank[w] + self.bounds.run_rank[j] == 13:
                    child = self._rate(
                        s,
                        counts
                        - (ONE << field_of(self.bounds.run_rank[w]))
                        - (ONE << field_of(self.bounds.run_rank[j])),
                    )
                    if child < 0:
                        w = j
                        continue
                    draws = count_bits(ahead & ((ONE << j) - ONE)) + 1 if mode == 0 else 0
                    self._add(
                        m & ~(ONE << j) & ~(ONE << w), j + 1, mode, level, s, passes,
                        child, g + draws, node, K_RUN_PAIR | (j << 3) | (w << 9), f,
                    )  # fmt: skip
                w = j

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _run(self, steps: cython.int) -> cython.int:
        node: cython.int
        f: cython.int
        h: cython.int
        uses: cython.int
        cost: cython.int
        a: cython.ulonglong
        b: cython.ulonglong
        while True:
            if self.greedy and self.best >= 0:
                return SOLVED
            if steps == 0:
                return PAUSED
            node = self.store.pop()
            if node < 0:
                return SOLVED if self.best >= 0 else EXHAUSTED
            f = self.store.lowest
            if f > self.bound:
                self.bound = f
            if self.best >= 0 and self.best <= f:
                return SOLVED
            if not self.greedy and not self.store.ints[8 * node + 7] & REFINED:
                cost = self.store.ints[8 * node + 7] & COST
                self.store.ints[8 * node + 7] |= REFINED
                a = self.store.words[4 * node]
                b = self.store.words[4 * node + 1]
                h = self.bounds.sharpened(
                    a & CARDS,
                    cython.cast(cython.int, (a >> 52) & 63),
                    cython.cast(cython.int, (a >> 58) & 1),
                    cython.cast(cython.int, (a >> 59) & 3),
                    cython.cast(cython.int, b & 0xFFFF),
                    cython.cast(cython.int, b >> 32),
                    f - cost,
                )
                if h >= INF:
                    continue
                h += cost
                if h > f:
                    self.store.requeue(node, h)
                    continue
            uses = self.uses.offered(
                cython.cast(cython.int, self.store.words[4 * node + 1] & 0xFFFF)
            )
            if self.store.count + OTHERS + EACH * uses > self.store.capacity:
                self.store.requeue(node, f)
                return NEEDS_ROOM
            steps -= 1
            self.expanded += 1
            if self.greedy and self.expanded > PATIENCE and self._hopeless(node):
                continue
            self._expand(node, f)
            self.store.settle()

    def run(self, steps: cython.int) -> int:
        """Expand up to ``steps`` nodes without the GIL; returns how it stands."""
        status: cython.int
        if self.root_lost:
            return EXHAUSTED
        if self.greedy and not self.limited:
            # V is finite: that is the whole proof.
            return SOLVED
        with cython.nogil:
            status = self._run(steps)
        return status

    def watch(self, look) -> None:
        """See :meth:`solver.kernels.tables.OrderTables.watch`."""
        self.bounds.watch(look)

    def start_over(self) -> bool:
        """There is nothing else to try when there is no room."""
        return False

    def bytes_to_grow(self) -> int:
        """Memory taken while the room for nodes grows."""
        tables = self.bounds.memory() + self.uses.memory()
        return self.store.bytes_to_grow() + tables

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
        if self.best < 0:
            return None
        return len(self.solution()) if self.greedy else self.best

    def solution(self) -> list:
        """The moves of the best win seen."""
        return macro_line.line_of(self.bits, self.store.path(self.best_node))


# Successors of a state at most: for each use its set offers, the waste's top or one of four
# cards ahead; besides those, pops, a finish, two recycles and pairs of run cards.
EACH = cython.declare(cython.int, 5)
OTHERS = cython.declare(cython.int, 64)
