"""The fast search: draw 1, goal ``pyramid``, pairs that make 13, any number of passes.

**State**, in two words. Run cards (waste, bottom to top, then stock) are numbered from 0.

* word a: bits 0-51 the run cards still there (m); bits 52-57 the pointer p, the next
  stock card's number; bit 58 the mode; bits 59-60 the level;
* word b: bits 0-15 the number of the set s of board cards; bits 16-31 the recycles
  left (0 when unlimited).

**Steps.** One step is: some board pairs, then draws up to a run card, then its use on
a board card. Exposed board kings go at once (each costs one move whenever it goes, and
only uncovers). A board pair that isn't needed to expose the card used next can as well
follow that use: both its cards stay exposed, and the use only exposes more. So a use on
card x is tried after some pairs only if no beginning of them exposes x. (It is not enough
that some smaller set of pairs exposes x: they may be other pairs.) When pairs
alone clear the board, the goal is entered at once, at their number.

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

**Estimates.** When a state is queued: in mode 0 ``now`` in the root's pass and ``last`` in others, in mode 1
``later`` less the kings already paid for (see :mod:`solver.kernels.relaxed`). When it is
taken out, a bound that knows which cards are there:

* mode 0: the least over t of V(s, waste that can be dug up, and stock up to t) + the
  draws to t. Digging stops at the first card above which some rank has more cards than
  can go: its partners on the board and, with ``stock_top``, those still in the stock.
  With ``stock_top`` only those cards before t are counted that must be passed: more of
  a rank than have partners on the board.
* mode 1, without ``stock_top``: the least over t of V(s, what can be used in this pass, and
  all up to t) + the draws of the last pass up to t: kings, what can't be dug up in this
  pass, and of each rank those that have too few partners on the board to be gone by
  then. If a further pass comes before the last, it draws all of these and more.

All are lower bounds; the queue reopens states, so they needn't be consistent.

**The winnable-only question.** With unlimited passes V answers it (see
:mod:`solver.kernels.relaxed`), and there is no line to show. Otherwise the search is
greedy: states have no mode and no cost, the one with the least V is taken first, and
after a while of that without a win, states that the order tables prove lost are dropped.
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
        NOTHING,
        ONE,
        count_bits,
        field_of,
        first_bit,
        last_bit,
    )
    from cython.cimports.solver.kernels.relaxed import Relaxed
    from cython.cimports.solver.kernels.store import Store
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
    from solver.kernels.relaxed import Relaxed
    from solver.kernels.store import Store

from solver.kernels.encoding import MacroBits
from solver.kernels.macro_line import line_of

__all__ = ["COMPILED", "MacroSearch"]

# How a run stands; the same numbers as in solver.kernels.general.
PAUSED = cython.declare(cython.int, 0)
SOLVED = cython.declare(cython.int, 1)
EXHAUSTED = cython.declare(cython.int, 2)
NEEDS_ROOM = cython.declare(cython.int, 3)
# Step kinds, read by solver.kernels.macro_line.
K_RECYCLE = cython.declare(cython.uint, 0)
K_FINISH = cython.declare(cython.uint, 1)
K_POP = cython.declare(cython.uint, 2)
K_USE = cython.declare(cython.uint, 3)
K_RUN_PAIR = cython.declare(cython.uint, 4)
REFINED = cython.declare(cython.uchar, 4)
# States that a greedy search expands before it makes order tables.
PATIENCE = cython.declare(cython.int, 500)
INF = cython.declare(cython.int, 200)

#: Whether this module runs compiled.
COMPILED = bool(cython.compiled)


@cython.cclass
class MacroSearch:
    """One search; ``load`` a position, then ``run`` until it is not PAUSED."""

    store: Store
    relaxed: Relaxed
    bits: object
    n: cython.int
    limited: cython.bint
    stock_top: cython.bint
    cover_pairs: cython.bint
    greedy: cython.bint
    kings: cython.ulonglong
    old_kings: cython.ulonglong
    first_level: cython.int
    last_level: cython.int
    # By level: kings that are charged when passed, and kings that lie there for real.
    charged: cython.ulonglong[::1]
    real: cython.ulonglong[::1]
    of_rank: cython.ulonglong[::1]
    # Closure of a set under board pairs: its states and what it costs to get there.
    near: cython.int[::1]
    near_cost: cython.int[::1]
    near_from: cython.ulonglong[::1]
    near_at: cython.int[::1]
    mark: cython.int[::1]
    epoch: cython.int
    expanded: cython.longlong
    bound: cython.int
    best: cython.int
    best_node: cython.int
    root_lost: cython.bint

    if not cython.compiled:
        __slots__ = (
            "store", "relaxed", "bits", "n", "limited", "stock_top", "cover_pairs", "greedy",
            "kings", "old_kings", "first_level", "last_level", "charged", "real",
            "of_rank", "near", "near_cost", "near_from", "near_at", "mark", "epoch", "expanded", "bound", "best",
            "best_node", "root_lost",
        )  # fmt: skip

    def __init__(self) -> None:
        self.store = Store()
        self.relaxed = Relaxed()
        self.mark = array("i", [0])
        self.near = array("i", [0])
        self.near_cost = array("i", [0])
        self.near_from = array("Q", [0])
        self.near_at = array("i", [0])
        self.epoch = 0

    def load(self, position, greedy: bool) -> None:
        """Start a search; ``greedy`` looks for any win, otherwise for a shortest one."""
        bits = MacroBits(position)
        self.bits = bits
        self.store.reset()
        self.relaxed.load(bits)
        self.n = bits.n
        self.greedy = greedy
        self.expanded = 0
        self.bound = 0
        self.best = -1
        self.best_node = -1
        self.stock_top = bits.stock_top
        self.cover_pairs = bits.cover_pairs
        self.limited = bits.recycles >= 0
        self.kings = bits.kings
        self.old_kings = bits.old_kings
        fresh = bits.kings & ~bits.old_kings
        # Level 0: every king lies there. 1: those of the root's stock are charged. 2: those
        # of the root's waste are charged. 3: all are gone.
        self.real = array("Q", [bits.kings, bits.old_kings, 0, 0])
        self.charged = array("Q", [0, fresh, bits.old_kings, 0])
        self.first_level = 1 if bits.stock_top else 0
        self.last_level = 3 if bits.old_kings else 2
        states = len(bits.lattice.sets)
        if len(self.mark) != states:
            self.mark = array("i", bytes(4 * states))
            self.near = array("i", bytes(4 * states))
            self.near_cost = array("i", bytes(4 * states))
            self.near_from = array("Q", bytes(8 * states))
            self.near_at = array("i", bytes(4 * states))
            self.epoch = 0
        self.of_rank = bits.of_rank
        m: cython.ulonglong = bits.everything
        s: cython.int = self.relaxed.without_kings(bits.root)
        g: cython.int = self._cards(bits.root) - self._cards(s)
        p: cython.int = bits.pointer
        passes: cython.int = bits.recycles if self.limited else 0
        counts: cython.ulonglong = bits.root_counts
        row: cython.int = self._rate(s, counts)
        self.root_lost = row < 0
        if self.root_lost:
            return
        self._begin_pass(m, p, self.first_level, s, passes, row, g, -1, K_RECYCLE, 0)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _cards(self, s: cython.int) -> cython.int:
        """Number of cards in set s."""
        return count_bits(self.relaxed.sets[s])

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
        p = p + first_bit(ahead) if ahead else self.n
        if s == 0:
            if mode:
                return
            # All wins are one state.
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
            h = self._estimate(m, p, mode, level, row)
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
        b = cython.cast(cython.ulonglong, s) | (cython.cast(cython.ulonglong, passes) << 16)
        node = self.store.push(a, b, g, h, parent, code)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _rate(self, s: cython.int, counts: cython.ulonglong) -> cython.int:
        """-1 if (s, counts) is lost; else its row in the order tables, or V if greedy."""
        value: cython.int
        if not self.greedy:
            return self.relaxed.table(s, counts)
        value = self.relaxed.clear(s, counts)
        return value if value < INF else -1

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _estimate(
        self,
        m: cython.ulonglong,
        p: cython.int,
        mode: cython.int,
        level: cython.int,
        row: cython.int,
    ) -> cython.int:
        """What the order tables say; INFINITE if there is no way in this mode."""
        h: cython.int
        paid: cython.int
        if mode == 0:
            if level == self.first_level:
                return self.relaxed.now[row + p]
            return self.relaxed.last[row + p]
        h = self.relaxed.later[row + p]
        if h < INF:
            paid = count_bits(self.kings & ~(m & ~self.charged[level]))
            h = h - paid if h > paid else 0
        return h

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _hopeless(self, node: cython.int) -> cython.bint:
        """Whether the order tables prove a state of a greedy search lost."""
        a: cython.ulonglong = self.store.key_a[node]
        b: cython.ulonglong = self.store.key_b[node]
        m: cython.ulonglong = a & CARDS
        p: cython.int = cython.cast(cython.int, (a >> 52) & 63)
        level: cython.int = cython.cast(cython.int, (a >> 59) & 3)
        row: cython.int = self.relaxed.table(
            cython.cast(cython.int, b & 0xFFFF), self._counts(m & ~self.kings)
        )
        if row < 0:
            return True
        if self._estimate(m, p, 0, level, row) < INF:
            return False
        if self.limited and b >> 16 == 0:
            return True
        return self._estimate(m, p, 1, level, row) >= INF

    # -- bounds that know which cards are there -----------------------------------------

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _counts(self, cards: cython.ulonglong) -> cython.ulonglong:
        """Packed counts by rank of run cards, none of them a king."""
        total: cython.ulonglong = 0
        while cards:
            total += ONE << field_of(self.relaxed.run_rank[first_bit(cards)])
            cards &= cards - ONE
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _diggable(
        self, m: cython.ulonglong, p: cython.int, level: cython.int, s: cython.int
    ) -> cython.ulonglong:
        """The waste cards that may come up before the stock is turned over, as a mask."""
        room: cython.ulonglong = self.relaxed.needs(s)
        found: cython.ulonglong = 0
        waste: cython.ulonglong = m & ((ONE << p) - ONE) & ~self.kings
        j: cython.int
        rank: cython.int
        goers: cython.int
        while waste:
            j = last_bit(waste)
            waste ^= ONE << j
            found |= ONE << j
            # What lies below it can come up only if it can go.
            rank = self.relaxed.run_rank[j]
            goers = cython.cast(cython.int, (room >> (field_of(rank))) & 15)
            if self.stock_top:
                goers += count_bits(self.of_rank[13 - rank] & (m >> p << p))
            if count_bits(found & self.of_rank[rank]) > goers:
                break
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _finish_bound(
        self,
        m: cython.ulonglong,
        p: cython.int,
        level: cython.int,
        s: cython.int,
        floor: cython.int,
    ) -> cython.int:
        """Mode 0: a lower bound on the cost to win within this pass.

        ``floor`` is what the order tables say; ``last`` doesn't count the draws of kings.
        """
        avail: cython.ulonglong = self._counts(self._diggable(m, p, level, s))
        room: cython.ulonglong = self.relaxed.needs(s)
        ahead: cython.ulonglong = m >> p << p
        best: cython.int = self.relaxed.clear(s, avail)
        found: cython.int
        least: cython.int
        cost: cython.int = 0
        j: cython.int
        rank: cython.int
        least = self.relaxed.clear(s, avail + self._counts(ahead & ~self.kings))
        if least >= INF:
            return INF
        while ahead:
            j = first_bit(ahead)
            ahead &= ahead - ONE
            rank = self.relaxed.run_rank[j]
            if not self.stock_top or rank == 13:
                cost += 1
                if rank == 13:
                    if best >= INF and level != self.first_level:
                        floor += 1
                    continue
            if cost + least >= best:
                break
            avail += ONE << field_of(rank)
            if (self.relaxed.needs(s) >> (field_of(rank))) & 15:
                found = self.relaxed.clear(s, avail) + cost
                if found < best:
                    best = found
            if self.stock_top:
                if (room >> (field_of(rank))) & 15:
                    room -= ONE << field_of(rank)
                else:
                    cost += 1
        if best >= INF:
            return INF
        return best if best > floor else floor

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _recycle_bound(
        self,
        m: cython.ulonglong,
        p: cython.int,
        level: cython.int,
        s: cython.int,
        floor: cython.int,
    ) -> cython.int:
        """Mode 1: a lower bound on the cost that this pass's draws don't cover.

        ``floor`` is what the table ``later`` says. Not for ``stock_top``: uses in place save
        draws that are charged already.
        """
        usable: cython.ulonglong = self._diggable(m, p, level, s) | (m >> p << p & ~self.kings)
        avail: cython.ulonglong = self._counts(usable)
        counts: cython.ulonglong = self._counts(m & ~self.kings)
        used: cython.ulonglong = self.relaxed.root_counts - counts
        need: cython.ulonglong = self.relaxed.needs(s)
        # Packed, up to t: cards at the root, cards there now, those of them usable in this
        # pass, and by how much the table's draws fall short.
        had: cython.ulonglong = 0
        have: cython.ulonglong = 0
        able: cython.ulonglong = 0
        lacks: cython.ulonglong = 0
        best: cython.int = INF
        value: cython.int = INF
        least: cython.int = self.relaxed.clear(s, counts)
        draws: cython.int = 0
        extra: cython.int = 0
        here: cython.int
        spare: cython.int
        other: cython.int
        t: cython.int
        rank: cython.int
        field: cython.int
        if least >= INF:
            return INF
        for t in range(self.n):
            rank = self.relaxed.run_rank[t]
            if rank == 13:
                if (m & ~self.charged[level]) >> t & ONE:
                    draws += 1
                continue
            field = field_of(rank)
            had += ONE << field
            if m >> t & ONE:
                have += ONE << field
                draws += 1
                if usable >> t & ONE:
                    able += ONE << field
                    # One that may have gone by then, as long as the board has partners.
                    if ((able >> field) & 15) <= ((need >> field) & 15):
                        draws -= 1
                else:
                    avail += ONE << field
            here = cython.cast(cython.int, (have >> field) & 15)
            spare = cython.cast(cython.int, (able >> field) & 15)
            other = cython.cast(cython.int, (need >> field) & 15)
            if other < spare:
                spare = other
            other = cython.cast(cython.int, (had >> field) & 15) - cython.cast(
                cython.int, (used >> field) & 15
            )
            if other > spare:
                spare = other
            here -= spare
            extra += here - cython.cast(cython.int, (lacks >> field) & 15)
            lacks = lacks - (lacks & (ONE * 15 << field)) + (
                cython.cast(cython.ulonglong, here) << field
            )
            if not m >> t & ONE:
                continue
            if draws + least >= best:
                return best
            if value >= INF or not usable >> t & ONE:
                value = self.relaxed.clear(s, avail)
            if value >= INF:
                continue
            here = value + draws
            if floor + extra > here:
                here = floor + extra
            if here < best:
                best = here
        # Or the next pass isn't the last: then it draws all there is.
        here = least + draws + 2
        if floor > here:
            here = floor
        return here if here < best else best

    # -- successors ---------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _close(self, s: cython.int) -> cython.int:
        """List the sets that board pairs (and exposed kings) lead to, fewest pairs first.

        ``near_from`` notes which of the first 64 lie on a way to each.
        """
        before: cython.ulonglong
        size: cython.int = self.relaxed.size
        count: cython.int = 1
        at: cython.int = 0
        here: cython.int
        card: cython.int
        other: cython.int
        left: cython.int
        rest: cython.ulonglong
        mates: cython.ulonglong
        if self.epoch > 2000000000:
            for at in range(self.mark.shape[0] if cython.compiled else len(self.mark)):
                self.mark[at] = 0
            self.epoch = 0
            at = 0
        self.epoch += 1
        self.near[0] = s
        self.near_cost[0] = 0
        self.mark[s] = self.epoch
        self.near_from[0] = 0
        while at < count:
            here = self.near[at]
            # Sets with fewer pairs come first, so all ways to this one are known by now.
            before = self.near_from[at] | (ONE << at if at < 64 else 0)
            rest = self.relaxed.exposed[here]
            while rest:
                card = first_bit(rest)
                rest &= rest - ONE
                mates = rest
                if self.cover_pairs:
                    mates |= self.relaxed.single[here]
                mates &= self.relaxed.board_of_rank[13 - self.relaxed.board_rank[card]]
                left = self.relaxed.after[here * size + card]
                while mates:
                    other = first_bit(mates)
                    mates &= mates - ONE
                    if self.relaxed.after[left * size + other] < 0:
                        continue
                    s = self.relaxed.without_kings(self.relaxed.after[left * size + other])
                    if self.mark[s] == self.epoch:
                        self.near_from[self.near_at[s]] |= before
                        continue
                    self.mark[s] = self.epoch
                    self.near_at[s] = count
                    self.near_from[count] = before
                    self.near[count] = s
                    # A pair takes two cards in one move, a king one.
                    self.near_cost[count] = (
                        self.near_cost[at] + self._cards(here) - self._cards(s) - 1
                    )
                    count += 1
            at += 1
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _expand(self, node: cython.int, f: cython.int) -> cython.void:
        """Queue all successors of a node."""
        a: cython.ulonglong = self.store.key_a[node]
        b: cython.ulonglong = self.store.key_b[node]
        g: cython.int = self.store.cost[node]
        m: cython.ulonglong = a & CARDS
        p: cython.int = cython.cast(cython.int, (a >> 52) & 63)
        mode: cython.int = cython.cast(cython.int, (a >> 58) & 1)
        level: cython.int = cython.cast(cython.int, (a >> 59) & 3)
        s: cython.int = cython.cast(cython.int, b & 0xFFFF)
        passes: cython.int = cython.cast(cython.int, b >> 16)
        counts: cython.ulonglong = self._counts(m & ~self.kings)
        rest: cython.ulonglong
        waste: cython.ulonglong
        ahead: cython.ulonglong
        gone: cython.ulonglong
        popped: cython.ulonglong = 0
        field: cython.ulonglong
        seen: cython.ulonglong
        top: cython.int = -1
        top_rank: cython.int = 0
        pops: cython.int = 0
        near: cython.int
        at: cython.int
        here: cython.int
        card: cython.int
        rank: cython.int
        left: cython.int
        cost: cython.int
        j: cython.int
        w: cython.int
        saved: cython.int = 1 if self.stock_top else 0
        size: cython.int = self.relaxed.size
        draws: cython.int
        child: cython.int
        row: cython.int = self._rate(s, counts)

        # The waste's top, and the kings that must be popped to reach it.
        waste = m & ((ONE << p) - ONE) & ~self.charged[level]
        while waste:
            j = last_bit(waste)
            if self.relaxed.run_rank[j] != 13:
                top = j
                top_rank = self.relaxed.run_rank[j]
                break
            popped |= ONE << j
            pops += 1
            waste ^= ONE << j
            if level == self.first_level and self.old_kings >> j & ONE:
                # It may go for its own sake, to be out of the next pass.
                self._add(
                    m & ~popped, p, mode, level, s, passes, row, g + pops, node,
                    K_POP | (j << 3), f,
                )  # fmt: skip

        if mode == 0:
            cost = self.relaxed.clear(s, 0)
            if cost < INF:
                self._add(m, p, 0, level, 0, passes, row, g + cost, node, K_FINISH, f)
        if mode == 1 or (self.greedy and (not self.limited or passes > 0)):
            gone = m & ~self.charged[level]
            if gone:
                j = level + 1 if level < self.last_level else level
                self._begin_pass(
                    gone, 0, j, s, passes - 1 if self.limited else 0, row, g, node,
                    K_RECYCLE, f,
                )  # fmt: skip

        ahead = m >> p << p
        near = self._close(s)
        for at in range(near):
            here = self.near[at]
            rest = self.relaxed.exposed[here]
            while rest:
                card = first_bit(rest)
                rest &= rest - ONE
                rank = 13 - self.relaxed.board_rank[card]
                field = ONE << field_of(rank)
                if not (counts >> (field_of(rank))) & 15:
                    continue
                # Only if no set on the way here exposes this card already.
                seen = self.near_from[at]
                while seen:
                    if self.relaxed.exposed[self.near[first_bit(seen)]] >> card & ONE:
                        break
                    seen &= seen - ONE
                if seen:
                    continue
                left = self.relaxed.without_kings(self.relaxed.after[here * size + card])
                child = self._rate(left, counts - field)
                if child < 0:
                    continue
                cost = g + self.near_cost[at] + self._cards(here) - self._cards(left)
                if top_rank == rank:
                    self._add(
                        m & ~popped & ~(ONE << top), p, mode, level, left, passes,
                        child, cost + pops, node,
                        K_USE | (top << 3) | (card << 9) | (here << 15), f,
                    )  # fmt: skip
                gone = ahead & self.of_rank[rank]
                while gone:
                    j = first_bit(gone)
                    gone &= gone - ONE
                    if mode == 0:
                        draws = count_bits(ahead & ((ONE << j) - ONE)) + 1 - saved
                    else:
                        draws = -saved
                    self._add(
                        m & ~(ONE << j), j + 1, mode, level, left, passes,
                        child, cost + draws, node,
                        K_USE | (j << 3) | (card << 9) | (here << 15), f,
                    )  # fmt: skip

        if self.stock_top:
            # A waste card with the stock's top: those next to each other in what is there.
            gone = ahead & ~self.kings
            w = top if pops == 0 else -1
            while gone:
                j = first_bit(gone)
                gone &= gone - ONE
                if w >= 0 and self.relaxed.run_rank[w] + self.relaxed.run_rank[j] == 13:
                    child = self._rate(
                        s,
                        counts
                        - (ONE << field_of(self.relaxed.run_rank[w]))
                        - (ONE << field_of(self.relaxed.run_rank[j])),
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
        a: cython.ulonglong
        m: cython.ulonglong
        p: cython.int
        mode: cython.int
        level: cython.int
        s: cython.int
        while True:
            if self.greedy and self.best >= 0:
                return SOLVED
            if self.store.count + FANOUT > self.store.capacity:
                return NEEDS_ROOM
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
            a = self.store.key_a[node]
            if not (
                self.greedy
                or self.store.flags[node] & REFINED
                or (self.stock_top and (a >> 58) & ONE)
            ):
                self.store.flags[node] |= REFINED
                m = a & CARDS
                p = cython.cast(cython.int, (a >> 52) & 63)
                level = cython.cast(cython.int, (a >> 59) & 3)
                mode = cython.cast(cython.int, (a >> 58) & 1)
                s = cython.cast(cython.int, self.store.key_b[node] & 0xFFFF)
                h = self._estimate(
                    m, p, mode, level, self.relaxed.table(s, self._counts(m & ~self.kings))
                )
                if mode:
                    h = self._recycle_bound(m, p, level, s, h)
                else:
                    h = self._finish_bound(m, p, level, s, h)
                if h >= INF:
                    continue
                h += self.store.cost[node]
                if h > f:
                    self.store.requeue(node, h)
                    continue
            steps -= 1
            self.expanded += 1
            if self.greedy and self.expanded > PATIENCE and self._hopeless(node):
                continue
            self._expand(node, f)

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

    def capacity(self) -> int:
        """Nodes for which there is room."""
        return self.store.capacity

    def grow(self) -> None:
        """Make room for twice as many nodes."""
        self.store.grow()

    def sizes(self) -> tuple:
        """Entries of V, order tables and dig masks: for tuning."""
        return self.relaxed.ways_end, self.relaxed.table_count, self.relaxed.dig_count

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
        return line_of(self.bits, self.store.path(self.best_node))


FANOUT = cython.declare(cython.int, 2000)
