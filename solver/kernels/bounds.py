"""The estimates of the macro search: the order tables, sharpened by the cards really there.

When a state is queued it is rated by the order tables: in mode 0 ``now`` in the root's
pass and ``last`` in others, in mode 1 ``later`` less the kings already paid for (see
:mod:`solver.kernels.tables`; modes and levels are those of :mod:`solver.kernels.macro`). When
it is taken out, a bound that knows which cards are there is tried:

* mode 0: the least over t of V(s, waste that can be dug up, and stock up to t) + the
  draws to t. Digging stops at the first card above which some rank has more cards than
  can go: its partners on the board and, with ``stock_top``, those still in the stock.
  With ``stock_top`` only those cards before t are counted that must be passed: more of
  a rank than have partners on the board. ``last`` counts no kings: those that must be passed
  before V is finite are added to it.
* mode 1, without ``stock_top``: the last pass ends at some card t.

  - If the next pass is the last, the cost is at least V(s, what can be used in this pass, and
    all up to t) + the draws up to t: kings, what can't be dug up in this pass, and of each
    rank those that have too few partners on the board to be gone by then.
  - It is also at least ``later`` + what the tables' draws up to t fall short. They take it
    that of each rank the first u + d cards have gone, u by now and d from now to the last
    pass: P' = max(0, cards at the root - u - d) are drawn. In truth P - x are, of the P
    there now, where x <= d and x <= those usable in this pass, and x <= the partners on
    the board. For x = d up to (cards at the root - u), P - x - P' stays at
    P - (cards at the root - u); beyond, P' is 0 and P - x falls to its least value at the
    largest x. So the tables fall short by at least P - max(cards at the root - u, the
    largest x), summed over the ranks. (Splitting the pass into steps, as ``last`` does,
    counts no more draws than P'.)
  - If a further pass comes before the last, it draws all cards that can't have gone; then
    a recycle and a draw at least follow.

All are lower bounds; the queue reopens states, so they needn't be consistent.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # pragma: no cover - only without Cython
    from solver.kernels import cython_stand_in as cython

if cython.compiled:
    from cython.cimports.solver.kernels.bits import ONE, count_bits, field_of, first_bit, last_bit
    from cython.cimports.solver.kernels.tables import OrderTables
else:
    from solver.kernels.bits import ONE, count_bits, field_of, first_bit, last_bit
    from solver.kernels.tables import OrderTables

from solver.kernels.ways import INFINITE

__all__ = ["COMPILED", "Bounds"]

INF = cython.declare(cython.int, INFINITE)

#: Whether this module runs compiled.
COMPILED = bool(cython.compiled)


@cython.cclass
class Bounds(OrderTables):
    """Rates the states of one deal; ``load_bounds`` first."""

    if not cython.compiled:
        __slots__ = ("charged", "first_level", "kings", "sums")

    def __init__(self) -> None:
        OrderTables.__init__(self)
        self.sums = array("Q", bytes(8 * 7 * 256))

    def load_bounds(self, bits) -> None:
        """Forget the last deal and take a new one (a MacroBits)."""
        self.load_tables(bits)
        self.kings = bits.kings
        self.first_level = bits.first_level
        self.charged = bits.charged
        self._add_up()

    @cython.cfunc
    def _add_up(self) -> cython.void:
        """Make ``sums``: for each byte of a mask of run cards and each value of it the counts."""
        at: cython.int
        byte: cython.int
        places: cython.int
        rank: cython.int
        for at in range(0, self.n, 8):
            self.sums[32 * at] = 0
            for places in range(8):
                rank = self.run_rank[at + places] if at + places < self.n else 13
                for byte in range(1 << places, 2 << places):
                    self.sums[32 * at + byte] = self.sums[32 * at + byte - (1 << places)] + (
                        ONE << field_of(rank) if rank < 13 else 0
                    )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def estimate(
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
                return self.now[row + p]
            return self.last[row + p]
        h = self.later[row + p]
        if h < INF:
            paid = count_bits(self.kings & ~(m & ~self.charged[level]))
            h = h - paid if h > paid else 0
        return h

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sharpened(
        self,
        m: cython.ulonglong,
        p: cython.int,
        mode: cython.int,
        level: cython.int,
        s: cython.int,
        row: cython.int,
        enough: cython.int,
    ) -> cython.int:
        """The bound that is tried when a state is taken out; INFINITE if it is lost.

        If it is no more than ``enough`` the answer is some bound of that size.
        """
        h: cython.int = self.estimate(m, p, mode, level, row)
        if mode == 0:
            return self._finish_bound(m, p, level, s, h, enough)
        return h if self.stock_top else self._recycle_bound(m, p, level, s, h, enough)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def counts_of(self, cards: cython.ulonglong) -> cython.ulonglong:
        """Packed counts by rank of run cards, kings left out."""
        total: cython.ulonglong = 0
        at: cython.int = 0
        while cards:
            total += self.sums[at + cython.cast(cython.int, cards & 255)]
            cards >>= 8
            at += 256
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _diggable(self, m: cython.ulonglong, p: cython.int, s: cython.int) -> cython.ulonglong:
        """The waste cards that may come up before the stock is turned over, as a mask."""
        room: cython.ulonglong = self.needs(s)
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
            rank = self.run_rank[j]
            goers = cython.cast(cython.int, (room >> field_of(rank)) & 15)
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
        enough: cython.int,
    ) -> cython.int:
        """Mode 0: a lower bound on the cost to win within this pass.

        ``floor`` is what the order tables say; ``last`` doesn't count the draws of kings.
        """
        avail: cython.ulonglong = self.counts_of(self._diggable(m, p, s))
        need: cython.ulonglong = self.needs(s)
        room: cython.ulonglong = need
        ahead: cython.ulonglong = m >> p << p
        best: cython.int = self.clear(s, avail)
        found: cython.int
        least: cython.int
        cost: cython.int = 0
        j: cython.int
        rank: cython.int
        field: cython.int
        least = self.clear(s, avail + self.counts_of(ahead))
        if least >= INF:
            return INF
        while ahead:
            j = first_bit(ahead)
            ahead &= ahead - ONE
            rank = self.run_rank[j]
            if not self.stock_top or rank == 13:
                cost += 1
                if rank == 13:
                    if best >= INF and level != self.first_level:
                        floor += 1
                    continue
            if cost + least >= best:
                break
            field = field_of(rank)
            avail += ONE << field
            # Another card of a rank changes V only up to the partners that the rank has.
            if ((avail >> field) & 15) <= ((need >> field) & 15):
                found = self.clear(s, avail) + cost
                if found < best:
                    best = found
                    if best <= enough and floor <= enough:
                        return best
            if self.stock_top:
                if (room >> field) & 15:
                    room -= ONE << field
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
        enough: cython.int,
    ) -> cython.int:
        """Mode 1: a lower bound on the cost that this pass's draws don't cover.

        ``floor`` is what the table ``later`` says. Not for ``stock_top``: there uses in place
        save draws that are charged already.
        """
        usable: cython.ulonglong = self._diggable(m, p, s) | (m >> p << p & ~self.kings)
        avail: cython.ulonglong = self.counts_of(usable)
        counts: cython.ulonglong = self.counts_of(m)
        used: cython.ulonglong = self.root_counts - counts
        need: cython.ulonglong = self.needs(s)
        # Packed, up to t: cards at the root, cards there now, those of them usable in this
        # pass, and by how much the table's draws fall short.
        had: cython.ulonglong = 0
        have: cython.ulonglong = 0
        able: cython.ulonglong = 0
        lacks: cython.ulonglong = 0
        best: cython.int = INF
        value: cython.int = INF
        fresh: cython.bint = True
        least: cython.int = self.clear(s, counts)
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
            rank = self.run_rank[t]
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
            lacks = (
                lacks
                - (lacks & (ONE * 15 << field))
                + (cython.cast(cython.ulonglong, here) << field)
            )
            if not m >> t & ONE:
                continue
            if draws + least >= best:
                return best
            if value > least and (fresh or not usable >> t & ONE):
                value = self.clear(s, avail)
                fresh = False
            if value >= INF:
                continue
            here = value + draws
            if floor + extra > here:
                here = floor + extra
            if here < best:
                best = here
                if best <= enough:
                    return best
        # Or the next pass isn't the last: then it draws all there is.
        here = least + draws + 2
        if floor > here:
            here = floor
        return here if here < best else best
