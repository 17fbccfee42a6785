"""On which board card of a set a run card may be used, and after which board pairs.

For the steps of :mod:`solver.kernels.macro`: some board pairs, then the use of a run card.
What a set offers depends on the board alone, so it is found once for each set.

A board pair that isn't needed to expose the card used next can as well follow that use:
both its cards stay exposed, and the use only exposes more. So a use on a card is listed
after some pairs only if no beginning of them exposes that card. (It is not enough that some
smaller set of pairs exposes it: they may be other pairs.)
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # pragma: no cover - only without Cython
    from solver.kernels import cython_stand_in as cython

if cython.compiled:
    from cython.cimports.solver.kernels.bits import ONE, field_of, first_bit
    from cython.cimports.solver.kernels.bounds import Bounds
else:
    from solver.kernels.bits import ONE, field_of, first_bit
    from solver.kernels.bounds import Bounds

__all__ = ["COMPILED", "Uses"]

_FIRST_ROOM = 1 << 12
_KEPT_ROOM = 1 << 18
# More than the sets that pairs lead to from any set offer: 9 exposed cards each.
EXPOSED = cython.declare(cython.int, 9)

#: Whether this module runs compiled.
COMPILED = bool(cython.compiled)


@cython.cclass
class Uses:
    """The uses that each set offers, listed as they are asked for; ``load_uses`` first.

    Those of set s are numbered from ``first[s]`` on, ``number[s]`` of them, fewest pairs
    first. Use i takes a run card of rank ``rank[i]``, leads to the set ``left[i]`` (exposed
    kings taken) at ``price[i]`` moves, draws not counted, and is described by
    ``place[i]``: the board card it is on, and from bit 6 the set before it.
    """

    if not cython.compiled:
        __slots__ = (
            "bounds", "child", "child_at", "child_end", "child_room", "child_rows", "end", "epoch",
            "first", "left", "mark", "near", "near_at", "near_cost", "near_from", "number",
            "place", "price", "rank", "room",
        )  # fmt: skip

    def __init__(self) -> None:
        self.room = 0
        self.child_room = 0
        self.epoch = 0
        self.first = self.number = self.mark = self.child = self.child_at = array("i")

    def load_uses(self, bounds: Bounds) -> None:
        """Forget the last deal and take that of ``bounds``."""
        states = len(bounds.sets)
        self.bounds = bounds
        if self.room == 0 or self.room > _KEPT_ROOM:
            self.room = _FIRST_ROOM
            self.rank = array("B", bytes(self.room))
            self.price = array("i", bytes(4 * self.room))
            self.left = array("i", bytes(4 * self.room))
            self.place = array("I", bytes(4 * self.room))
        if self.child_room != _FIRST_ROOM:
            self.child_room = _FIRST_ROOM
            self.child = array("i", bytes(4 * _FIRST_ROOM))
        self.child_rows = bounds.table_room * bounds.stride >> 5
        self.child_at = array("i", [-1]) * self.child_rows
        self.end = self.child_end = 0
        self.first = array("i", [-1]) * states
        self.number = array("i", bytes(4 * states))
        if len(self.mark) != states:
            self.mark = array("i", bytes(4 * states))
            self.near = array("i", bytes(4 * states))
            self.near_cost = array("i", bytes(4 * states))
            self.near_from = array("Q", bytes(8 * states))
            self.near_at = array("i", bytes(4 * states))
            self.epoch = 0

    def memory(self) -> int:
        """Bytes that the lists of this deal take."""
        return 13 * self.end + 4 * (self.child_room + self.child_rows)

    @cython.cfunc
    def _grow_uses(self, least: cython.int) -> cython.void:
        """Make room; runs with the GIL."""
        room = self.room
        while room < least:
            room *= 2
        more = room - self.room
        self.rank = array("B", bytes(self.rank) + bytes(more))
        self.price = array("i", bytes(self.price) + bytes(4 * more))
        self.left = array("i", bytes(self.left) + bytes(4 * more))
        self.place = array("I", bytes(self.place) + bytes(4 * more))
        self.room = room

    @cython.cfunc
    def _grow_children(self, least: cython.int) -> cython.void:
        """Make room for that many children; runs with the GIL."""
        while self.child_room < least:
            self.child = array("i", bytes(self.child) + bytes(4 * self.child_room))
            self.child_room *= 2

    @cython.cfunc
    def _grow_rows(self) -> cython.void:
        """Make room for as many rows as the order tables have; runs with the GIL."""
        more = (self.bounds.table_room * self.bounds.stride >> 5) - self.child_rows
        self.child_at = array("i", self.child_at) + array("i", [-1]) * more
        self.child_rows += more

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def children(self, s: cython.int, row: cython.int, counts: cython.ulonglong) -> cython.int:
        """Where ``child`` lists the order tables that the uses of s lead to; -1 is lost.

        ``row`` is the order table of (s, counts).
        """
        at: cython.int = row >> 5
        start: cython.int = self.child_end
        uses: cython.int = self.offered(s)
        i: cython.int
        use: cython.int
        field: cython.int
        if at < self.child_rows and self.child_at[at] >= 0:
            return self.child_at[at]
        if start + uses > self.child_room:
            with cython.gil:
                self._grow_children(start + uses)
        for i in range(uses):
            use = self.first[s] + i
            field = field_of(self.rank[use])
            row = -1
            if (counts >> field) & 15:
                row = self.bounds.table(self.left[use], counts - (ONE << field))
            self.child[start + i] = row
        if at >= self.child_rows:
            with cython.gil:
                self._grow_rows()
        self.child_at[at] = start
        self.child_end = start + uses
        return start

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def offered(self, s: cython.int) -> cython.int:
        """The number of uses that s offers; ``first[s]`` is set afterwards."""
        if self.first[s] < 0:
            self._list(s)
        return self.number[s]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _list(self, s: cython.int) -> cython.void:
        """List the uses that s offers."""
        near: cython.int = self._close(s)
        end: cython.int = self.end
        at: cython.int
        here: cython.int
        card: cython.int
        left: cython.int
        rank: cython.int
        rest: cython.ulonglong
        seen: cython.ulonglong
        size: cython.int = self.bounds.size
        if end + EXPOSED * near > self.room:
            with cython.gil:
                self._grow_uses(end + EXPOSED * near)
        self.first[s] = end
        for at in range(near):
            here = self.near[at]
            rest = self.bounds.exposed[here]
            while rest:
                card = first_bit(rest)
                rest &= rest - ONE
                rank = 13 - self.bounds.board_rank[card]
                if not self.bounds.of_rank[rank]:
                    continue
                # Only if no set on the way here exposes this card already.
                seen = self.near_from[at]
                while seen:
                    if self.bounds.exposed[self.near[first_bit(seen)]] >> card & ONE:
                        break
                    seen &= seen - ONE
                if seen:
                    continue
                left = self.bounds.without_kings(self.bounds.after[here * size + card])
                self.rank[end] = rank
                self.left[end] = left
                self.price[end] = (
                    self.near_cost[at] + self.bounds.card_count[here] - self.bounds.card_count[left]
                )
                self.place[end] = cython.cast(cython.uint, card | (here << 6))
                end += 1
        self.number[s] = end - self.end
        self.end = end

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _close(self, s: cython.int) -> cython.int:
        """List the sets that board pairs (and exposed kings) lead to, fewest pairs first.

        ``near_from`` notes which of the first 64 lie on a way to each.
        """
        before: cython.ulonglong
        size: cython.int = self.bounds.size
        count: cython.int = 1
        at: cython.int = 0
        here: cython.int
        card: cython.int
        other: cython.int
        left: cython.int
        rest: cython.ulonglong
        mates: cython.ulonglong
        # One for each set at most, in each of the deals that share these marks.
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
            rest = self.bounds.exposed[here]
            while rest:
                card = first_bit(rest)
                rest &= rest - ONE
                mates = rest
                if self.bounds.cover_pairs:
                    mates |= self.bounds.single[here]
                mates &= self.bounds.board_of_rank[13 - self.bounds.board_rank[card]]
                left = self.bounds.after[here * size + card]
                while mates:
                    other = first_bit(mates)
                    mates &= mates - ONE
                    if self.bounds.after[left * size + other] < 0:
                        continue
                    s = self.bounds.without_kings(self.bounds.after[left * size + other])
                    if self.mark[s] == self.epoch:
                        self.near_from[self.near_at[s]] |= before
                        continue
                    self.mark[s] = self.epoch
                    self.near_at[s] = count
                    self.near_from[count] = before
                    self.near[count] = s
                    # A pair takes two cards in one move, a king one.
                    self.near_cost[count] = (
                        self.near_cost[at]
                        + self.bounds.card_count[here]
                        - self.bounds.card_count[s]
                        - 1
                    )
                    count += 1
            at += 1
        return count
