"""Relaxed problems whose exact answers bound the real one: V and the order tables.

For draw 1, goal ``pyramid`` and pairs that make 13. Sets of board cards are numbered as
in :mod:`solver.kernels.lattice`. Counts of cards by rank are packed, four bits a rank,
rank 1 lowest; "a card of rank r" below never means a king, which is needed for nothing.

**V(s, avail)** is the least number of removals that clears the board cards s when the
cards in ``avail`` may be used at any time, each once. Any real line that clears s with
those cards removes as it goes: its removals that touch the board are such a sequence,
so it has at least V of them, and if V is infinite there is no line. Counts beyond the
number of partners on the board change nothing, hence the cap in the memo's key. With
draw 1, no ``stock_top`` and unlimited passes the converse holds too: any card of a rank can be
brought to the waste's top by drawing on, so V's sequence can be played, and a
position is winnable exactly when V is finite.

**The order tables** keep the order of the stock. For a set s and counts a of the cards
not yet removed (waste and stock), and the pointer p (cards before it have been drawn in
this pass):

* ``now[p]``: a lower bound on the cost to clear s within this pass, when nothing
  from p on has been removed yet (the first pass of the search);
* ``later[p]``: a lower bound on the cost to clear s when the stock is turned over at
  least once more, *without* this pass's draws and that recycle, which the search
  charges in advance.

They forget which cards have gone, and keep only how many of each rank: u = (counts at
the root) - a. A step removes a board pair, uses a card at or after p (then the pointer
stands behind it), or uses a card j before p if the cards between j and p *might* all have
gone: rank by rank no more of them than u. Every real line passes that test, since the
waste's top has nothing between it and the pointer. Kings between are ignored.

With ``stock_top`` a card is used in place, which saves its draw; and a waste card may go
with the stock's top. Such a pair costs what drawing the stock card would cost, so passing over a
card costs 1 whether it stays or goes that way. Pairs within the cards between j and p
use up equal numbers of two partner ranks, and j is there all the time, so no pair joins
the two sides of it: the cards between might all have gone when, for each two partner
ranks, the difference of their numbers is at most u of the larger.

**The next pass** in ``later`` ends at some card t: it costs at least V(s, the cards up to
t), the draws up to t of the cards that can't have gone (rank by rank, their number less
u), and one for each king up to t that wasn't popped before (drawing over it or having popped
it costs one either way; the search takes back what it has already paid). A pass that is
not the last draws every card that is left, which is no less than with the last t. With
``stock_top`` pairs may thin the stock at no cost, so draws are not counted, only kings.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # pragma: no cover - only without Cython
    from solver.kernels import cython_stand_in as cython

__all__ = ["COMPILED", "INFINITE", "Relaxed"]

INFINITE = 255

ONE = cython.declare(cython.ulonglong, 1)
INF = cython.declare(cython.int, INFINITE)
HIGH = cython.declare(cython.ulonglong, 0x8888888888888)
ONES = cython.declare(cython.ulonglong, 0x1111111111111)
# All fields but the king's.
PLAIN = cython.declare(cython.ulonglong, (1 << 48) - 1)
MASK64 = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
MIX = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
MIX_2 = cython.declare(cython.ulonglong, 0xD6E8FEB86659FD93)
EMPTY = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
M1 = cython.declare(cython.ulonglong, 0x5555555555555555)
M2 = cython.declare(cython.ulonglong, 0x3333333333333333)
M4 = cython.declare(cython.ulonglong, 0x0F0F0F0F0F0F0F0F)
H01 = cython.declare(cython.ulonglong, 0x0101010101010101)

#: Whether this module runs compiled.
COMPILED = bool(cython.compiled)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _first(x: cython.ulonglong) -> cython.int:
    """Number of the lowest bit set; x is not 0."""
    if not cython.compiled:
        return (x & -x).bit_length() - 1
    x = (x & (~x + ONE)) - ONE
    x = x - ((x >> 1) & M1)
    x = (x & M2) + ((x >> 2) & M2)
    x = (x + (x >> 4)) & M4
    return cython.cast(cython.int, (x * H01) >> 56)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _hash(x: cython.ulonglong) -> cython.int:
    x ^= x >> 29
    x = x * MIX & MASK64
    x ^= x >> 32
    return cython.cast(cython.int, x & 0x7FFFFFFF)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _least(x: cython.ulonglong, y: cython.ulonglong) -> cython.ulonglong:
    """Field by field the smaller; fields are at most 7."""
    over: cython.ulonglong = ((((x | HIGH) - y) & HIGH) >> 3) * 15
    return (y & over) | (x & ~over)


@cython.cclass
class Relaxed:
    """V and the order tables of one deal; ``load`` it, then ask."""

    if not cython.compiled:
        __slots__ = (
            "size", "n", "start", "cover_pairs", "stock_top", "sets", "exposed", "single",
            "after", "covers", "board_rank", "run_rank", "upto", "root_counts", "need",
            "need_known", "value_key", "value", "value_mask", "value_count", "table_key",
            "table_at", "table_mask", "table_count", "table_room", "stride", "now", "later",
            "dig_key", "dig_at", "dig_mask", "dig_count", "dig_room", "dig",
        )  # fmt: skip

    def __init__(self) -> None:
        self.value_count = self.table_count = self.dig_count = 0
        self.value_mask = self.table_mask = self.dig_mask = -1

    def load(self, bits) -> None:
        """Forget the last deal and take a new one (a MacroBits)."""
        lattice = bits.lattice
        states = len(lattice.sets)
        self.size = lattice.size
        self.n = bits.n
        self.stride = bits.n + 1
        self.start = bits.pointer
        self.cover_pairs = bits.cover_pairs
        self.stock_top = bits.stock_top
        self.sets = lattice.sets
        self.exposed = lattice.exposed
        self.single = lattice.single
        self.after = lattice.after
        self.covers = bits.covers
        self.board_rank = bits.board_rank
        self.run_rank = bits.run_rank
        self.upto = bits.upto
        self.root_counts = bits.root_counts
        self.need = array("Q", bytes(8 * states))
        self.need_known = array("B", bytes(states))
        if self.value_mask + 1 != 4096 or self.value_count:
            self.value_key = array("Q", [0xFFFFFFFFFFFFFFFF]) * 4096
            self.value = array("B", bytes(4096))
            self.value_mask = 4095
            self.value_count = 0
        if self.table_mask + 1 != 1024 or self.table_count:
            self.table_key = array("Q", [0xFFFFFFFFFFFFFFFF]) * 1024
            self.table_at = array("i", bytes(4 * 1024))
            self.table_mask = 1023
            self.table_count = 0
        self.table_room = 512
        self.now = array("B", bytes(512 * self.stride))
        self.later = array("B", bytes(512 * self.stride))
        if self.dig_mask + 1 != 512 or self.dig_count:
            self.dig_key = array("Q", [0xFFFFFFFFFFFFFFFF]) * 512
            self.dig_at = array("i", bytes(4 * 512))
            self.dig_mask = 511
            self.dig_count = 0
        self.dig_room = 256
        self.dig = array("H", bytes(2 * 256 * self.stride))

    def winnable(self, s: cython.int) -> bool:
        """Whether V is finite at the root, with every card of the run available."""
        found: cython.int
        with cython.nogil:
            found = self.clear(s, self.root_counts)
        return found < INF

    # -- memory: the only places that allocate; they take the GIL ---------------------

    @cython.cfunc
    def _grow_values(self) -> cython.void:
        old_key = self.value_key
        old = self.value
        size = 2 * (self.value_mask + 1)
        key: cython.ulonglong
        at: cython.int
        i: cython.int
        self.value_key = array("Q", [0xFFFFFFFFFFFFFFFF]) * size
        self.value = array("B", bytes(size))
        self.value_mask = size - 1
        for i in range(size // 2):
            key = old_key[i]
            if key != EMPTY:
                at = _hash(key) & self.value_mask
                while self.value_key[at] != EMPTY:
                    at = (at + 1) & self.value_mask
                self.value_key[at] = key
                self.value[at] = old[i]

    @cython.cfunc
    def _grow_tables(self) -> cython.void:
        old_key = self.table_key
        old_at = self.table_at
        size = 2 * (self.table_mask + 1)
        key: cython.ulonglong
        at: cython.int
        i: cython.int
        self.table_key = array("Q", [0xFFFFFFFFFFFFFFFF]) * size
        self.table_at = array("i", bytes(4 * size))
        self.table_mask = size - 1
        for i in range(size // 2):
            key = old_key[i]
            if key != EMPTY:
                at = _hash(key) & self.table_mask
                while self.table_key[at] != EMPTY:
                    at = (at + 1) & self.table_mask
                self.table_key[at] = key
                self.table_at[at] = old_at[i]
        self.table_room = size // 2
        more = bytes(self.table_room // 2 * self.stride)
        self.now = array("B", bytes(self.now) + more)
        self.later = array("B", bytes(self.later) + more)

    @cython.cfunc
    def _grow_digs(self) -> cython.void:
        old_key = self.dig_key
        old_at = self.dig_at
        size = 2 * (self.dig_mask + 1)
        key: cython.ulonglong
        at: cython.int
        i: cython.int
        self.dig_key = array("Q", [0xFFFFFFFFFFFFFFFF]) * size
        self.dig_at = array("i", bytes(4 * size))
        self.dig_mask = size - 1
        for i in range(size // 2):
            key = old_key[i]
            if key != EMPTY:
                at = _hash(key) & self.dig_mask
                while self.dig_key[at] != EMPTY:
                    at = (at + 1) & self.dig_mask
                self.dig_key[at] = key
                self.dig_at[at] = old_at[i]
        self.dig_room = size // 2
        self.dig = array("H", bytes(self.dig) + bytes(2 * (self.dig_room // 2) * self.stride))

    # -- V ------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def needs(self, s: cython.int) -> cython.ulonglong:
        """Packed: for each rank, how many of its partners stand in set s."""
        rest: cython.ulonglong
        total: cython.ulonglong = 0
        rank: cython.int
        if self.need_known[s]:
            return self.need[s]
        rest = self.sets[s]
        while rest:
            rank = self.board_rank[_first(rest)]
            rest &= rest - ONE
            if rank < 13:
                total += ONE << (4 * (12 - rank))
        self.need[s] = total
        self.need_known[s] = 1
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def without_kings(self, s: cython.int) -> cython.int:
        """Set s after taking every king that is exposed, and those exposed thereby."""
        rest: cython.ulonglong = self.exposed[s]
        card: cython.int
        while rest:
            card = _first(rest)
            rest &= rest - ONE
            if self.board_rank[card] == 13:
                s = self.after[s * self.size + card]
                rest = self.exposed[s]
        return s

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def clear(self, s: cython.int, avail: cython.ulonglong) -> cython.int:
        """V(s, avail), or INFINITE."""
        key: cython.ulonglong
        at: cython.int
        best: cython.int
        found: cython.int
        rank: cython.int
        card: cython.int
        other: cython.int
        left: cython.int
        rest: cython.ulonglong
        mates: cython.ulonglong
        if s == 0:
            return 0
        avail = _least(avail & PLAIN, self.needs(s))
        key = avail | (cython.cast(cython.ulonglong, s) << 48)
        at = _hash(key) & self.value_mask
        while self.value_key[at] != EMPTY:
            if self.value_key[at] == key:
                return self.value[at]
            at = (at + 1) & self.value_mask
        best = INF
        rest = self.exposed[s]
        while rest:
            card = _first(rest)
            rest &= rest - ONE
            rank = self.board_rank[card]
            left = self.after[s * self.size + card]
            if rank == 13:
                # A king goes at once: it only uncovers cards and costs one whenever it goes.
                best = self.clear(left, avail) + 1
                break
            if (avail >> (4 * (12 - rank))) & 15:
                found = self.clear(left, avail - (ONE << (4 * (12 - rank)))) + 1
                if found < best:
                    best = found
            mates = rest
            if self.cover_pairs:
                mates |= self.single[s]
            while mates:
                other = _first(mates)
                mates &= mates - ONE
                if self.board_rank[other] + rank == 13 and self.after[left * self.size + other] >= 0:
                    found = self.clear(self.after[left * self.size + other], avail) + 1
                    if found < best:
                        best = found
        if best > INF:
            best = INF
        if 2 * self.value_count > self.value_mask:
            with cython.gil:
                self._grow_values()
        at = _hash(key) & self.value_mask
        while self.value_key[at] != EMPTY:
            at = (at + 1) & self.value_mask
        self.value_key[at] = key
        self.value[at] = best
        self.value_count += 1
        return best

    # -- order tables -------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _digs(self, counts: cython.ulonglong) -> cython.int:
        """Row of ``dig``: for each pointer the mask of ranks that might be dug up there."""
        used: cython.ulonglong = self.root_counts - counts
        between: cython.ulonglong
        at: cython.int = _hash(counts) & self.dig_mask
        row: cython.int
        p: cython.int
        j: cython.int
        rank: cython.int
        mine: cython.int
        mate: cython.int
        mask: cython.int
        while self.dig_key[at] != EMPTY:
            if self.dig_key[at] == counts:
                return self.dig_at[at]
            at = (at + 1) & self.dig_mask
        if self.dig_count >= self.dig_room:
            with cython.gil:
                self._grow_digs()
            at = _hash(counts) & self.dig_mask
            while self.dig_key[at] != EMPTY:
                at = (at + 1) & self.dig_mask
        row = self.dig_count
        self.dig_count = row + 1
        self.dig_key[at] = counts
        self.dig_at[at] = row
        for p in range(self.stride):
            mask = 0
            between = 0
            j = p - 1
            while j >= 0:
                rank = self.run_rank[j]
                j -= 1
                if rank == 13:
                    continue
                if not self.stock_top or self._balanced(between, used):
                    mask |= 1 << rank
                between += ONE << (4 * (rank - 1))
                if not self.stock_top:
                    mine = (between >> (4 * (rank - 1))) & 15
                    if mine > cython.cast(cython.int, (used >> (4 * (rank - 1))) & 15):
                        break
            self.dig[row * self.stride + p] = mask
        return row

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _balanced(self, between: cython.ulonglong, used: cython.ulonglong) -> cython.bint:
        """Whether pairs among themselves and the used counts can account for all between."""
        rank: cython.int
        a: cython.int
        b: cython.int
        for rank in range(1, 7):
            a = (between >> (4 * (rank - 1))) & 15
            b = (between >> (4 * (12 - rank))) & 15
            if a > b:
                if a - b > cython.cast(cython.int, (used >> (4 * (rank - 1))) & 15):
                    return False
            elif b - a > cython.cast(cython.int, (used >> (4 * (12 - rank))) & 15):
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _next_pass(self, s: cython.int, counts: cython.ulonglong) -> cython.int:
        """A lower bound on the cost to clear s from the start of a later pass."""
        used: cython.ulonglong = self.root_counts - counts
        upto: cython.ulonglong
        extra: cython.ulonglong
        best: cython.int = INF
        least: cython.int = self.clear(s, counts)
        found: cython.int
        cost: cython.int = 0
        rank: cython.int
        t: cython.int
        drawn: cython.ulonglong = 0
        last: cython.ulonglong = EMPTY
        if least >= INF:
            return INF
        for t in range(self.n):
            rank = self.run_rank[t]
            if rank == 13:
                cost += 1
                continue
            if not self.stock_top:
                drawn += ONE << (4 * (rank - 1))
                if ((drawn >> (4 * (rank - 1))) & 15) > ((used >> (4 * (rank - 1))) & 15):
                    cost += 1
            if cost + least >= best:
                break
            upto = _least(self.upto[t + 1], counts)
            if upto == last:
                continue
            last = upto
            found = self.clear(s, upto)
            if found < INF and found + cost < best:
                best = found + cost
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def table(self, s: cython.int, counts: cython.ulonglong) -> cython.int:
        """Offset of the order tables of (s, counts) in ``now`` and ``later``; -1: lost."""
        key: cython.ulonglong
        at: cython.int
        row: cython.int
        child: cython.int
        digs: cython.int
        card: cython.int
        other: cython.int
        rank: cython.int
        left: cython.int
        p: cython.int
        cost: cython.int
        best_now: cython.int
        best_later: cython.int
        base: cython.int
        rest: cython.ulonglong
        mates: cython.ulonglong
        now = cython.declare(cython.int[56])
        later = cython.declare(cython.int[56])
        ahead_now = cython.declare(cython.int[56])
        ahead_later = cython.declare(cython.int[56])
        if not cython.compiled:
            now, later = [0] * 56, [0] * 56
            ahead_now, ahead_later = [0] * 56, [0] * 56

        counts &= PLAIN
        key = counts | (cython.cast(cython.ulonglong, s) << 48)
        at = _hash(key) & self.table_mask
        while self.table_key[at] != EMPTY:
            if self.table_key[at] == key:
                return self.table_at[at]
            at = (at + 1) & self.table_mask
        base = -1
        if self.clear(s, counts) < INF:
            for p in range(self.stride):
                now[p] = later[p] = ahead_now[p] = ahead_later[p] = INF
            if s == 0:
                for p in range(self.stride):
                    now[p] = 0
            else:
                digs = self._digs(counts) * self.stride
                cost = self._next_pass(s, counts)
                for p in range(self.stride):
                    later[p] = cost
                rest = self.exposed[s]
                while rest:
                    card = _first(rest)
                    rest &= rest - ONE
                    rank = self.board_rank[card]
                    left = self.after[s * self.size + card]
                    if rank == 13:
                        child = self.table(left, counts)
                        for p in range(self.stride):
                            now[p] = later[p] = INF
                            if child >= 0:
                                now[p] = self.now[child + p] + 1
                                later[p] = self.later[child + p] + 1
                        break
                    if (counts >> (4 * (12 - rank))) & 15:
                        child = self.table(left, counts - (ONE << (4 * (12 - rank))))
                        if child >= 0:
                            self._use(child, digs, 13 - rank, now, later, ahead_now, ahead_later)
                    mates = rest
                    if self.cover_pairs:
                        mates |= self.single[s]
                    while mates:
                        other = _first(mates)
                        mates &= mates - ONE
                        if self.board_rank[other] + rank != 13:
                            continue
                        if self.after[left * self.size + other] < 0:
                            continue
                        child = self.table(self.after[left * self.size + other], counts)
                        if child < 0:
                            continue
                        for p in range(self.stride):
                            if self.now[child + p] + 1 < now[p]:
                                now[p] = self.now[child + p] + 1
                            if self.later[child + p] + 1 < later[p]:
                                later[p] = self.later[child + p] + 1
                best_now = best_later = INF
                for p in range(self.n, -1, -1):
                    # Costs ahead count positions from 0, so those before p come off.
                    if p < self.n:
                        if ahead_now[p] < best_now:
                            best_now = ahead_now[p]
                        if ahead_later[p] < best_later:
                            best_later = ahead_later[p]
                    if best_now - p < now[p] and best_now < INF:
                        now[p] = best_now - p
                    if best_later < later[p]:
                        later[p] = best_later
                    if self.stock_top and p < self.n:
                        if now[p + 1] + 1 < now[p]:
                            now[p] = now[p + 1] + 1
                        if later[p + 1] < later[p]:
                            later[p] = later[p + 1]
            if self.table_count >= self.table_room - 1:
                with cython.gil:
                    self._grow_tables()
            base = self.table_count * self.stride
            for p in range(self.stride):
                self.now[base + p] = now[p] if now[p] < INF else INF
                self.later[base + p] = later[p] if later[p] < INF else INF
        elif self.table_count >= self.table_room - 1:
            with cython.gil:
                self._grow_tables()
        self.table_count += 1
        at = _hash(key) & self.table_mask
        while self.table_key[at] != EMPTY:
            at = (at + 1) & self.table_mask
        self.table_key[at] = key
        self.table_at[at] = base
        return base

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _use(
        self,
        child: cython.int,
        digs: cython.int,
        rank: cython.int,
        now: cython.p_int,
        later: cython.p_int,
        ahead_now: cython.p_int,
        ahead_later: cython.p_int,
    ) -> cython.void:
        """Enter the steps that use a run card of a rank and lead to the row ``child``."""
        p: cython.int
        cost: cython.int
        # With stock_top a card ahead is used in place: its own draw is saved.
        saved: cython.int = 1 if self.stock_top else 0
        for p in range(self.stride):
            if self.dig[digs + p] >> rank & 1:
                if self.now[child + p] + 1 < now[p]:
                    now[p] = self.now[child + p] + 1
                if self.later[child + p] + 1 < later[p]:
                    later[p] = self.later[child + p] + 1
            if p < self.n and self.run_rank[p] == rank:
                cost = self.now[child + p + 1]
                if cost < INF:
                    cost += p + 2 - saved
                    if cost < ahead_now[p]:
                        ahead_now[p] = cost
                cost = self.later[child + p + 1]
                if cost < INF and cost + 1 - saved < ahead_later[p]:
                    ahead_later[p] = cost + 1 - saved
