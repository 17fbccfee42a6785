"""The order tables: lower bounds that keep the order of the stock.

For draw 1, goal ``pyramid`` and pairs that make 13; see :mod:`solver.kernels.ways`.

For a set s and counts a of the cards
not yet removed (waste and stock), and the pointer p (cards before it have been drawn in
this pass), lower bounds on the cost to clear s

* ``now[p]``: within this pass, when nothing from p on has been removed yet (the first
  pass of the search);
* ``last[p]``: within this pass, whichever it is, the draws of kings not counted;
* ``later[p]``: when the stock is turned over at least once more, *without* this pass's
  draws and that recycle, which the search charges in advance.

They forget which cards have gone, and keep only how many of each rank: u = (counts at
the root) - a. A step removes a board pair, uses a card at or after p (then the pointer
stands behind it), or uses a card j before p if the cards between j and p *might* all have
gone: rank by rank no more of them than u. Every real line passes that test, since the
waste's top has nothing between it and the pointer. Kings between are ignored. In ``last``
a step from p to j costs the draws of the cards that can't have gone: of each rank, those
from p to j less u.

With ``stock_top`` a card is used in place, which saves its draw; and a waste card may go
with the stock's top. Such a pair costs what drawing the stock card would cost, so passing
over a card costs 1 whether it stays or goes that way. Pairs within the cards between j
and p use up equal numbers of two partner ranks, and j is there all the time, so no pair
joins the two sides of it: the cards between might all have gone when, for each two
partner ranks, the difference of their numbers is at most u of the larger.

**The next pass** in ``later`` ends at some card t: it costs at least V(s, the cards up to
t), the draws up to t of the cards that can't have gone (rank by rank, their number less
u), and one for each king up to t that wasn't popped before (drawing over it or having
popped it costs one either way; the search takes back what it has already paid). It costs at
least ``last[0]`` too. A pass that is not the last draws every card that is left, which is
no less than with the last t. With ``stock_top`` pairs may thin the stock at no cost
before that pass, so neither draws nor ``last`` are counted, only V and kings.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # pragma: no cover - only without Cython
    from solver.kernels import cython_stand_in as cython

if cython.compiled:
    from cython.cimports.solver.kernels.bits import (
        HALF,
        ONE,
        covers_fields,
        field_of,
        first_bit,
        least_fields,
        total_fields,
    )
    from cython.cimports.solver.kernels.index import Index
    from cython.cimports.solver.kernels.rows import (
        add,
        copy_lowered,
        fill,
        least_after,
        lower,
        lower_difference,
        lower_masked,
        lower_sum,
        lower_to,
        raise_next,
        spread,
        subtract,
    )
    from cython.cimports.solver.kernels.ways import Ways
else:
    from solver.kernels.bits import (
        HALF,
        ONE,
        covers_fields,
        field_of,
        first_bit,
        least_fields,
        total_fields,
    )
    from solver.kernels.index import Index
    from solver.kernels.rows import (
        add,
        copy_lowered,
        fill,
        least_after,
        lower,
        lower_difference,
        lower_masked,
        lower_sum,
        lower_to,
        raise_next,
        spread,
        subtract,
    )
    from solver.kernels.ways import Ways

from solver.kernels.ways import INFINITE

__all__ = ["COMPILED", "OrderTables"]

_FIRST_ROWS = 1024
_KEPT_ROWS = 8192
# Random deals need some thousands of rows. Where nearly all cards pair on the board it may
# be a hundred thousand, and the search is over before they would pay.
MOST_ROWS = cython.declare(cython.int, 1 << 15)
INF = cython.declare(cython.int, INFINITE)

#: Whether this module runs compiled.
COMPILED = bool(cython.compiled)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _balanced(between: cython.ulonglong, used: cython.ulonglong) -> cython.bint:
    """Whether pairs among themselves and the used counts can account for all between."""
    low: cython.ulonglong = between & HALF
    high: cython.ulonglong = between >> 24
    both: cython.ulonglong = least_fields(low, high)
    # What is left of either rank, side by side again.
    return covers_fields(used, (low - both) | ((high - both) << 24))


def _look_nowhere() -> None:
    pass


@cython.cclass
class OrderTables(Ways):
    """The order tables of one deal, made as they are asked for; ``load_tables`` first."""

    if not cython.compiled:
        __slots__ = (
            "behind", "dig", "dig_index", "dig_room", "ends", "iota",
            "last", "later", "look", "n", "now", "of_rank", "order", "recycles",
            "root_counts", "run_rank", "segment", "stock_top", "stride",
            "table_count", "table_index", "table_room", "upto",
        )  # fmt: skip

    def __init__(self) -> None:
        self.watch(_look_nowhere)
        self.ways_room = 0
        self.table_index = Index()
        self.dig_index = Index()
        self.table_count = 0
        self.table_room = self.dig_room = 0
        self.stride = 0
        # Positions; past the last possible one they stay, lest a sum of bytes run over.
        self.iota = array("B", [min(p, 52) for p in range(64)])

    def load_tables(self, bits) -> None:
        """Forget the last deal and take a new one (a MacroBits)."""
        self.load_ways(bits)
        self.n = bits.n
        stride = self.stride
        self.stride = 32 if bits.n < 32 else 64
        self.recycles = bits.recycles != 0
        self.stock_top = bits.stock_top
        self.run_rank = bits.run_rank
        self.order = bits.order
        self.ends = bits.ends
        self.upto = bits.upto
        self.of_rank = bits.of_rank
        self.root_counts = bits.root_counts
        # What a large search took is given back; what a usual one takes is kept.
        if self.stride != stride or self.table_room > _KEPT_ROWS:
            self.table_room = _FIRST_ROWS
            self.now = array("B", bytes(_FIRST_ROWS * self.stride))
            self.last = array("B", bytes(_FIRST_ROWS * self.stride))
            self.later = array("B", bytes(_FIRST_ROWS * self.stride))
            # Row j + 1: 0 for pointers up to card j, 255 behind it.
            behind = []
            for j in range(self.stride):
                behind += [0] * j + [255] * (self.stride - j)
            self.behind = array("B", behind)
        self.table_count = 0
        self.table_index.clear()
        if self.stride != stride or self.dig_room > _KEPT_ROWS:
            self.dig_room = _FIRST_ROWS // 2
            self.dig = array("B", bytes(self.dig_room * 14 * self.stride))
            self.segment = array("B", [0])
        self.dig_index.clear()
        size = self.dig_room * self.stride * self.stride
        if self.recycles and len(self.segment) != size:
            self.segment = array("B", bytes(size))

    def watch(self, look) -> None:
        """Have ``look`` called while tables are made; it may raise to end the search.

        Only interpreted, where that takes seconds. Compiled, it takes some hundredths.
        """
        if not cython.compiled:
            self.look = look

    def memory(self) -> int:
        """Bytes that the tables of this deal take."""
        rows = 2 * self.table_count * (3 * self.stride + 24)
        return rows + 2 * self.dig_index.count * (14 * self.stride + self.stride * self.stride + 24)

    # The only places that allocate; they take the GIL.

    @cython.cfunc
    def _grow_tables(self) -> cython.void:
        self.table_room *= 2
        self.now = array("B", 2 * bytes(self.now))
        self.last = array("B", 2 * bytes(self.last))
        self.later = array("B", 2 * bytes(self.later))

    @cython.cfunc
    def _grow_digs(self) -> cython.void:
        self.dig_room *= 2
        self.dig = array("B", 2 * bytes(self.dig))
        if self.recycles:
            self.segment = array("B", 2 * bytes(self.segment))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def table(self, s: cython.int, counts: cython.ulonglong) -> cython.int:
        """Offset of the order tables of (s, counts) in their rows; -1: lost."""
        key: cython.ulonglong = counts | (cython.cast(cython.ulonglong, s) << 48)
        base: cython.int = self.table_index.find(key)
        if base >= 0:
            return base
        # What is lost is not kept: V is found as fast as a table.
        if self.clear(s, counts) >= INF:
            return -1
        if self.table_count < MOST_ROWS:
            base = self._make_rows(s, counts)
        else:
            base = self._plain_rows(s, counts)
        self.table_index.enter(key, base)
        return base

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _plain_rows(self, s: cython.int, counts: cython.ulonglong) -> cython.int:
        """Rows that say no more than V, for deals that would need too many real ones."""
        base: cython.int
        value: cython.int = self.clear(s, counts)
        p: cython.int
        if self.table_count >= self.table_room - 1:
            with cython.gil:
                self._grow_tables()
        base = self.table_count * self.stride
        self.table_count += 1
        for p in range(self.stride):
            self.now[base + p] = value
            self.last[base + p] = value
            # With stock_top a use in place may cost nothing beyond its draw.
            self.later[base + p] = 0 if self.stock_top else value
        return base

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _make_rows(self, s: cython.int, counts: cython.ulonglong) -> cython.int:
        """Fill the next row of each order table; everything it needs is made first."""
        child: cython.int
        digs: cython.int
        card: cython.int
        other: cython.int
        rank: cython.int
        left: cython.int
        cost: cython.int
        base: cython.int
        rest: cython.ulonglong
        mates: cython.ulonglong
        now = cython.declare(cython.uchar[64])
        last = cython.declare(cython.uchar[64])
        later = cython.declare(cython.uchar[64])
        ahead_now = cython.declare(cython.uchar[64])
        ahead_later = cython.declare(cython.uchar[64])
        iota: cython.p_uchar = self._row(self.iota, 0, 1)
        weight: cython.p_uchar
        n: cython.int = self.stride
        if not cython.compiled:
            self.look()
            now, last, later = bytearray(64), bytearray(64), bytearray(64)
            ahead_now, ahead_later = bytearray(64), bytearray(64)

        fill(now, n, INF)
        fill(last, n, INF)
        fill(later, n, INF)
        fill(ahead_now, n, 255)
        fill(ahead_later, n, 255)
        if s == 0:
            fill(now, n, 0)
            fill(last, n, 0)
        else:
            digs = self._digs(counts)
            rest = self.exposed[s]
            mates = rest & self.board_of_rank[13]
            if mates:
                # Nothing is lost by taking a king first.
                rest = 0
                child = self.table(self.after[s * self.size + first_bit(mates)], counts)
                if child >= 0:
                    self._step(child, now, last, later)
            while rest:
                card = first_bit(rest)
                rest &= rest - ONE
                rank = self.board_rank[card]
                left = self.after[s * self.size + card]
                if (counts >> field_of(13 - rank)) & 15:
                    child = self.table(left, counts - (ONE << field_of(13 - rank)))
                    if child >= 0:
                        self._use(child, digs, 13 - rank, now, last, later, ahead_now, ahead_later)
                mates = rest
                if self.cover_pairs:
                    mates |= self.single[s]
                mates &= self.board_of_rank[13 - rank]
                while mates:
                    other = first_bit(mates)
                    mates &= mates - ONE
                    if self.after[left * self.size + other] < 0:
                        continue
                    child = self.table(self.after[left * self.size + other], counts)
                    if child >= 0:
                        self._step(child, now, last, later)
            if self.stock_top:
                # Passing over a card costs one; none of it in ``later``; in ``last`` only where
                # the card can't have gone.
                lower_sum(ahead_now, now, iota, n)
                lower(ahead_later, later, n, 0)
                weight = self._row(self.dig, digs * 14 * n, 1)
                add(last, weight, n)
                least_after(last, n)
                subtract(last, weight, n)
            # Costs ahead count positions from 0, so those before p come off.
            least_after(ahead_now, n)
            lower_difference(now, ahead_now, iota, n)
            if self.recycles:
                least_after(ahead_later, n)
                lower(later, ahead_later, n, 0)
                cost = self._next_pass(s, counts, digs, last[0] if last[0] < INF else INF)
                lower_to(later, n, cost)
        if self.table_count >= self.table_room - 1:
            with cython.gil:
                self._grow_tables()
        base = self.table_count * n
        self.table_count += 1
        self._keep(self.now, base, now)
        if self.recycles:
            self._keep(self.last, base, last)
            self._keep(self.later, base, later)
        return base

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _keep(self, rows: cython.uchar[::1], base: cython.int, row: cython.p_uchar) -> cython.void:
        """Write a row down; whatever is infinite becomes INFINITE."""
        to: cython.p_uchar = self._row(rows, base, 1)
        copy_lowered(to, row, self.stride, INF)
        if not cython.compiled:
            rows[base : base + self.stride] = array("B", to)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _row(self, rows: cython.uchar[::1], base: cython.int, count: cython.int) -> cython.p_uchar:
        """Where ``count`` rows begin (interpreted: a copy of them)."""
        if cython.compiled:
            return cython.address(rows[base])
        return bytearray(rows[base : base + count * self.stride])

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _step(
        self, child: cython.int, now: cython.p_uchar, last: cython.p_uchar, later: cython.p_uchar
    ) -> cython.void:
        """Enter a removal from the board that leads to the row ``child``."""
        lower(now, self._row(self.now, child, 1), self.stride, 1)
        if self.recycles:
            lower(last, self._row(self.last, child, 1), self.stride, 1)
            lower(later, self._row(self.later, child, 1), self.stride, 1)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _use(
        self,
        child: cython.int,
        digs: cython.int,
        rank: cython.int,
        now: cython.p_uchar,
        last: cython.p_uchar,
        later: cython.p_uchar,
        ahead_now: cython.p_uchar,
        ahead_later: cython.p_uchar,
    ) -> cython.void:
        """Enter the steps that use a run card of a rank and lead to the row ``child``."""
        j: cython.int
        cost: cython.uchar
        places: cython.ulonglong = self.of_rank[rank]
        mask: cython.p_uchar = self._row(self.dig, (digs * 14 + rank) * self.stride, 1)
        # With stock_top a card ahead is used in place: its own draw is saved.
        saved: cython.int = 1 if self.stock_top else 0
        draws: cython.p_uchar
        n: cython.int = self.stride
        lower_masked(now, self._row(self.now, child, 1), mask, n, 1)
        if self.recycles:
            lower_masked(last, self._row(self.last, child, 1), mask, n, 1)
            lower_masked(later, self._row(self.later, child, 1), mask, n, 1)
        while places:
            j = first_bit(places)
            places &= places - ONE
            cost = self.now[child + j + 1]
            if cost < INF:
                cost += j + 2 - saved
                ahead_now[j] = cost if cost < ahead_now[j] else ahead_now[j]
            if not self.recycles:
                continue
            cost = self.later[child + j + 1]
            if cost < INF:
                cost += 1 - saved
                ahead_later[j] = cost if cost < ahead_later[j] else ahead_later[j]
            cost = self.last[child + j + 1] + 1
            if cost < INF:
                draws = self._row(self.segment, (digs * n + j + 1 - saved) * n, 1)
                lower_masked(last, draws, self._row(self.behind, (j + 1) * n, 1), n, cost)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _digs(self, counts: cython.ulonglong) -> cython.int:
        """Row of ``dig``: by rank and pointer, 0 where a card of the rank might be dug up."""
        # Kings might always have gone.
        used: cython.ulonglong = (self.root_counts - counts) | ONE * 4 << field_of(13)
        between: cython.ulonglong
        row: cython.int = self.dig_index.find(counts)
        p: cython.int
        j: cython.int
        rank: cython.int
        mine: cython.int
        far: cython.int
        base: cython.int
        n: cython.int
        rows: cython.p_uchar
        masks = cython.declare(cython.ulonglong[14])
        if not cython.compiled:
            masks = [0] * 14
        if row >= 0:
            return row
        row = self.dig_index.count
        if row >= self.dig_room:
            with cython.gil:
                self._grow_digs()
        self.dig_index.enter(counts, row)
        n = self.stride
        base = row * 14 * n
        rows = self._row(self.dig, base, 14)
        for rank in range(14):
            masks[rank] = 0
        if self.stock_top:
            for p in range(self.n + 1):
                between = 0
                for j in range(p - 1, -1, -1):
                    rank = self.run_rank[j]
                    if rank != 13:
                        if _balanced(between, used):
                            masks[rank] |= ONE << p
                        between += ONE << field_of(rank)
        else:
            # Card j might be dug up as long as no more of any rank lie between it and the
            # pointer than have gone: up to the card ``far``, the first one too many.
            far = self.n
            for j in range(self.n - 1, -1, -1):
                rank = self.run_rank[j]
                masks[rank] |= (ONE << far << 1) - (ONE << j << 1)
                p = 12 * rank + 4 + self.order[j]
                p = self.ends[p + cython.cast(cython.int, (used >> field_of(rank)) & 15)] - 1
                far = p if p < far else far
        for rank in range(1, 13):
            spread(rows, rank * n, masks[rank], n)
        # In place of rank 13: what a pass costs up to p. Of each rank the first are spared.
        mine = 0
        for p in range(self.n):
            rows[13 * n + p] = mine
            rank = self.run_rank[p]
            if rank == 13 or (
                not self.stock_top and self.order[p] >= (used >> field_of(rank)) & 15
            ):
                mine += 1
        rows[13 * n + self.n] = mine
        if self.stock_top:
            # In place of rank 0: the cards before p of ranks of which none has gone.
            mine = 0
            for p in range(n):
                rows[p] = mine
                if p < self.n:
                    rank = self.run_rank[p]
                    if rank != 13 and not (used >> field_of(rank)) & 15:
                        mine += 1
        if not cython.compiled:
            self.dig[base : base + len(rows)] = array("B", rows)
        if self.recycles:
            self._segments(row * self.stride * self.stride, used)
        return row

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _segments(self, base: cython.int, used: cython.ulonglong) -> cython.void:
        """Row j, place p: the draws of cards p to j - 1 that can't be spared, kings left out."""
        j: cython.int
        p: cython.int
        rank: cython.int
        n: cython.int = self.stride
        row: cython.p_uchar
        row = self._row(self.segment, base, self.n + 1)
        fill(row, self.stride, 0)
        for j in range(self.n):
            # Card j can't be spared where more of its rank lie from p to j than are used.
            rank = self.run_rank[j]
            p = 12 * rank + 4 + self.order[j]
            p = self.ends[p - cython.cast(cython.int, (used >> field_of(rank)) & 15)]
            raise_next(row, j * n, self._row(self.behind, p * n, 1), n)
        if not cython.compiled:
            self.segment[base : base + len(row)] = array("B", row)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _next_pass(
        self, s: cython.int, counts: cython.ulonglong, digs: cython.int, floor: cython.int
    ) -> cython.int:
        """A lower bound on the cost to clear s from the start of a later pass.

        ``floor`` is one on the cost to clear it in that very pass.
        """
        need: cython.ulonglong = self.needs(s)
        uses: cython.ulonglong
        way: cython.ulonglong
        best: cython.int = INF
        least: cython.int = INF
        cost: cython.int
        low: cython.int
        high: cython.int
        middle: cython.int
        i: cython.int
        draws: cython.int = (digs * 14 + 13) * self.stride
        for i in range(self.ways_at[s], self.ways_at[s] + self.ways_count[s]):
            # This way uses, of each rank, the partners that board pairs leave over.
            way = self.ways[i]
            uses = need - (way | way << 24)
            if not covers_fields(counts, uses):
                continue
            cost = self.card_count[s] - total_fields(way)
            if cost < least:
                least = cost
            # The pass goes on until all of them have come up.
            low = 1
            high = self.n
            while low < high:
                middle = (low + high) >> 1
                if covers_fields(self.upto[middle], uses):
                    high = middle
                else:
                    low = middle + 1
            cost += self.dig[draws + low]
            if cost < best:
                best = cost
        if self.stock_top:
            return best
        if best < floor:
            best = floor
        # Or the pass isn't the last: then it draws all there is, and the last at least a card.
        cost = least + 2 + self.dig[draws + self.n]
        return cost if cost < best else best
