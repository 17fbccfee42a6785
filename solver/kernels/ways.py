"""V: the least number of removals that clears a set of board cards.

For draw 1, goal ``pyramid`` and pairs that make 13. Sets of board cards are numbered as
in :mod:`solver.kernels.lattice`. "A card of rank r" never means a king, which is needed for
nothing. Counts of cards by rank are packed; see :mod:`solver.kernels.bits`.

**V(s, avail)** is the least number of removals that clears the board cards s when the
cards in ``avail`` may be used at any time, each once. The removals of a real line that
touch the board are such a sequence, so it has at least V of them, and if V is infinite
there is no line. With draw 1, no ``stock_top`` and unlimited passes the converse holds
too: any card can be brought to the waste's top by drawing on, so V's sequence can be
played, and a position is winnable exactly when V is finite.

V is found without search over ``avail``: a way to clear s is, as far as counts go, its
number of board pairs in each of the six partner classes, k = (k1 .. k6). The other cards
of a class are removed one by one (with p and q cards in the class that uses p - k cards of
the one rank and q - k of the other), so V = cards in s - the greatest sum of k over those k
that leave no use uncovered. A pair can always be replaced by two single removals at the
same moment, so with k every smaller vector is possible, and only the greatest vectors
are kept for each s. They follow from those of the sets one removal away.
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

__all__ = ["COMPILED", "INFINITE", "Ways"]

#: Costs from here on mean that there is no way. Nothing that is added to a cost in one
#: step brings it over 255, so rows of bytes can be combined without checks.
INFINITE = 200
INF = cython.declare(cython.int, INFINITE)

# Room for vectors that every search starts with.
_FIRST_WAYS = 4096

#: Whether this module runs compiled.
COMPILED = bool(cython.compiled)


@cython.cclass
class Ways:
    """V for one deal; ``load_ways`` first."""

    if not cython.compiled:
        __slots__ = (
            "after", "board_of_rank", "board_rank", "card_count", "cover_pairs", "exposed",
            "need", "sets", "single", "size", "ways", "ways_at", "ways_count", "ways_end",
            "ways_room",
        )  # fmt: skip

    def load_ways(self, bits) -> None:
        """Forget the last deal and take a new one (a MacroBits)."""
        lattice = bits.lattice
        states = len(lattice.sets)
        self.size = lattice.size
        self.sets = lattice.sets
        self.exposed = lattice.exposed
        self.single = lattice.single
        self.after = lattice.after
        self.card_count = lattice.counts
        self.cover_pairs = bits.cover_pairs
        self.board_rank = bits.board_rank
        self.board_of_rank = bits.board_of_rank
        self.need = array("Q", bytes(8 * states))
        self.ways_at = array("i", bytes(4 * states))
        self.ways_count = array("i", bytes(4 * states))
        if self.ways_room != _FIRST_WAYS:
            self.ways_room = _FIRST_WAYS
            self.ways = array("I", bytes(4 * _FIRST_WAYS))
        # The empty set is cleared with no pair.
        self.ways[0] = 0
        self.ways_count[0] = 1
        self.ways_end = 1

    @cython.cfunc
    def _grow_ways(self) -> cython.void:
        """Make room; runs with the GIL."""
        self.ways = array("I", bytes(self.ways) + bytes(4 * self.ways_room))
        self.ways_room *= 2

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def needs(self, s: cython.int) -> cython.ulonglong:
        """Packed: for each rank, how many of its partners stand in set s."""
        if not self.ways_count[s]:
            self._find_ways(s)
        return self.need[s]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def without_kings(self, s: cython.int) -> cython.int:
        """Set s after taking every king that is exposed, and those exposed thereby."""
        kings: cython.ulonglong = self.exposed[s] & self.board_of_rank[13]
        while kings:
            s = self.after[s * self.size + first_bit(kings)]
            kings = self.exposed[s] & self.board_of_rank[13]
        return s

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find_ways(self, s: cython.int) -> cython.void:
        """Find the greatest vectors of board pairs with which s can be cleared."""
        rest: cython.ulonglong = self.exposed[s]
        mates: cython.ulonglong
        card: cython.int
        other: cython.int
        rank: cython.int
        left: cython.int = -1
        start: cython.int
        total: cython.ulonglong = 0
        # First all that this set is made of: what is found for one set lies together. All
        # removals, even where a king will decide: a pair taken from the set above skips to here.
        while rest:
            card = first_bit(rest)
            rest &= rest - ONE
            left = self.after[s * self.size + card]
            if not self.ways_count[left]:
                self._find_ways(left)
        rank = self.board_rank[card]
        total = self.need[left]
        if rank < 13:
            total += ONE << field_of(13 - rank)
        self.need[s] = total
        start = self.ways_end
        rest = self.exposed[s]
        while rest:
            card = first_bit(rest)
            rest &= rest - ONE
            rank = self.board_rank[card]
            left = self.after[s * self.size + card]
            if rank == 13:
                # A king goes at once: it only uncovers cards and costs one whenever it goes.
                self.ways_end = start
                self._merge_ways(start, left, 0)
                break
            self._merge_ways(start, left, 0)
            mates = rest
            if self.cover_pairs:
                mates |= self.single[s]
            mates &= self.board_of_rank[13 - rank]
            while mates:
                other = first_bit(mates)
                mates &= mates - ONE
                if self.after[left * self.size + other] >= 0:
                    other = self.after[left * self.size + other]
                    self._merge_ways(start, other, ONE << field_of(rank if rank < 7 else 13 - rank))
        self.ways_at[s] = start
        self.ways_count[s] = self.ways_end - start

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _merge_ways(
        self, start: cython.int, source: cython.int, pair: cython.ulonglong
    ) -> cython.void:
        """Add to the vectors from ``start`` on those of a set, plus one pair; keep the greatest."""
        i: cython.int
        j: cython.int
        kept: cython.int
        way: cython.ulonglong
        old: cython.ulonglong
        dominated: cython.bint
        if self.ways_end + self.ways_count[source] > self.ways_room:
            with cython.gil:
                self._grow_ways()
        for i in range(self.ways_at[source], self.ways_at[source] + self.ways_count[source]):
            way = self.ways[i] + pair
            dominated = False
            kept = start
            for j in range(start, self.ways_end):
                old = self.ways[j]
                if covers_fields(old, way):
                    dominated = True
                    break
            if dominated:
                continue
            for j in range(start, self.ways_end):
                old = self.ways[j]
                if not covers_fields(way, old):
                    self.ways[kept] = cython.cast(cython.uint, old)
                    kept += 1
            self.ways[kept] = cython.cast(cython.uint, way)
            self.ways_end = kept + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def clear(self, s: cython.int, avail: cython.ulonglong) -> cython.int:
        """V(s, avail), or INFINITE."""
        short: cython.ulonglong
        low: cython.ulonglong
        high: cython.ulonglong
        way: cython.ulonglong
        i: cython.int
        pairs: cython.int
        most: cython.int = -1
        if not self.ways_count[s]:
            self._find_ways(s)
        # In each class at least as many pairs as either rank is short of partners.
        short = self.need[s] - least_fields(avail, self.need[s])
        low = short & HALF
        high = short >> 24
        low = low + high - least_fields(low, high)
        for i in range(self.ways_at[s], self.ways_at[s] + self.ways_count[s]):
            way = self.ways[i]
            if covers_fields(way, low):
                pairs = total_fields(way)
                if pairs > most:
                    most = pairs
        return INF if most < 0 else self.card_count[s] - most
