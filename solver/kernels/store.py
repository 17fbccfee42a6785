"""The memory of a best-first search: every node met, a hash table over them, and a queue.

A node has a 128-bit key (two words), the cost of the best way to it, that way's last
step (parent node and an opaque move code), and a place in a bucket queue indexed by
the estimate f. Reaching a key again more cheaply makes a new node and kills the old
one, so an inconsistent heuristic is handled by reopening.

Nothing here allocates except :meth:`Store.grow` and :meth:`Store.reset`, which run with
the GIL held: the search itself may release it.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # pragma: no cover - only without Cython
    from solver.kernels import cython_stand_in as cython

if cython.compiled:
    from cython.cimports.solver.kernels.bits import mix, prefetch
else:
    from solver.kernels.bits import mix, prefetch

__all__ = ["COMPILED", "BUCKETS", "BYTES_PER_NODE", "Store"]

#: Estimates run from 0 to this, exclusive; no line of play is near as long.
BUCKETS = 8192
#: Memory that one node takes, its two hash slots included.
BYTES_PER_NODE = 8 + 8 + 4 + 4 + 4 + 4 + 1 + 8
_SMALLEST = 1 << 13
_LARGE = 1 << 18

_DEAD = 1
_REPLACES = 2
DEAD = cython.declare(cython.uchar, _DEAD)
REPLACES = cython.declare(cython.uchar, _REPLACES)
LAST = cython.declare(cython.int, BUCKETS - 1)


#: Whether this module runs compiled.
COMPILED = bool(cython.compiled)


@cython.cclass
class Store:
    """Nodes, hash table and queue; see the module."""

    if not cython.compiled:
        __slots__ = (
            "arrays", "keys", "parent", "move", "cost", "link", "flags", "slots",
            "heads", "count", "capacity", "offered", "lowest", "highest", "slot_mask",
        )  # fmt: skip

    def __init__(self) -> None:
        self.heads = array("i", [-1]) * BUCKETS
        self.count = 0
        self.offered = 0
        self.capacity = 0
        self.lowest = 0
        self.highest = -1
        self._allocate(_SMALLEST, None)

    def _allocate(self, capacity, old) -> None:
        kinds = ("Q", "i", "I", "i", "i", "B")
        made = []
        for place, kind in enumerate(kinds):
            # The two words of a key lie side by side: they are always read together.
            width = 2 if kind == "Q" else 1
            fresh = array(kind, [0]) * (width * capacity)
            if old is not None:
                fresh[: width * self.count] = old[place][: width * self.count]
            made.append(fresh)
        self.arrays = made
        self.keys, self.parent, self.move, self.cost, self.link, self.flags = made
        self.slots = array("i", [0]) * (2 * capacity)
        self.slot_mask = 2 * capacity - 1
        self.capacity = capacity

    def _next_capacity(self) -> int:
        # Growing enters every node anew, so small tables grow faster.
        return self.capacity * (4 if self.capacity < _LARGE else 2)

    def bytes_to_grow(self) -> int:
        """Memory that the old and the new tables take while the room grows."""
        return (self.capacity + self._next_capacity()) * BYTES_PER_NODE

    def grow(self) -> None:
        """Make more room. Raises MemoryError if the machine has none."""
        self._allocate(self._next_capacity(), self.arrays)
        node: cython.int
        for node in range(self.count):
            if not self.flags[node] & DEAD:
                self.slots[-self.find(self.keys[2 * node], self.keys[2 * node + 1]) - 1] = node + 1

    def reset(self) -> None:
        """Forget all nodes; give back what a large search had taken."""
        node: cython.int
        at: cython.int
        if self.capacity != _SMALLEST:
            # Every search starts the same way, whatever came before it: what a memory limit
            # lets it do must not depend on that.
            self._allocate(_SMALLEST, None)
        elif self.count * 8 > self.capacity:
            self.slots = array("i", [0]) * (2 * self.capacity)
        else:
            # Entries go in the reverse of the order in which they took their slots, since
            # probing for one needs those before it; a key's first node took its slot.
            for node in range(self.count - 1, -1, -1):
                if not self.flags[node] & REPLACES:
                    self.slots[self.find(self.keys[2 * node], self.keys[2 * node + 1])] = 0
        for at in range(self.lowest if self.lowest < self.highest else 0, self.highest + 1):
            self.heads[at] = -1
        self.count = 0
        self.offered = 0
        self.lowest = 0
        self.highest = -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(self, a: cython.ulonglong, b: cython.ulonglong) -> cython.int:
        """The slot that holds this key, or -1 - (the free slot where it belongs)."""
        h: cython.ulonglong = mix(a, b) & self.slot_mask
        node: cython.int
        while True:
            node = self.slots[h] - 1
            if node < 0:
                return -1 - cython.cast(cython.int, h)
            if self.keys[2 * node] == a and self.keys[2 * node + 1] == b:
                return cython.cast(cython.int, h)
            h = (h + 1) & self.slot_mask

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def push(
        self,
        a: cython.ulonglong,
        b: cython.ulonglong,
        g: cython.int,
        f: cython.int,
        parent: cython.int,
        move: cython.uint,
    ) -> cython.int:
        """Queue a node unless its key was reached as cheaply; -1, or the node.

        The caller sees to it that ``count < capacity``.
        """
        at: cython.int = self.find(a, b)
        node: cython.int
        flag: cython.uchar = 0
        if at >= 0:
            node = self.slots[at] - 1
            if self.cost[node] <= g:
                return -1
            self.flags[node] |= DEAD
            flag = REPLACES
        else:
            at = -1 - at
        node = self.count
        self.count = node + 1
        self.slots[at] = node + 1
        self.keys[2 * node] = a
        self.keys[2 * node + 1] = b
        self.cost[node] = g
        self.parent[node] = parent
        self.move[node] = move
        self.flags[node] = flag
        self.requeue(node, f)
        return node

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def offer(
        self,
        a: cython.ulonglong,
        b: cython.ulonglong,
        g: cython.int,
        f: cython.int,
        parent: cython.int,
        move: cython.uint,
    ) -> cython.void:
        """Have a node pushed by the next :meth:`settle`, before which nothing else is pushed.

        In a large table nearly every look is a cache miss; so the misses of all the children
        of a node overlap.
        """
        node: cython.int = self.count + self.offered
        self.offered += 1
        if cython.compiled:
            prefetch(cython.address(self.slots[mix(a, b) & self.slot_mask]))
        self.keys[2 * node] = a
        self.keys[2 * node + 1] = b
        self.cost[node] = g
        self.link[node] = f
        self.parent[node] = parent
        self.move[node] = move

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settle(self) -> cython.void:
        """Push all that is offered, in that order."""
        node: cython.int
        first: cython.int = self.count
        for node in range(first, first + self.offered):
            # Pushing fills places from ``first`` on: never one not read yet.
            self.push(
                self.keys[2 * node],
                self.keys[2 * node + 1],
                self.cost[node],
                self.link[node],
                self.parent[node],
                self.move[node],
            )
        self.offered = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def requeue(self, node: cython.int, f: cython.int) -> cython.void:
        """Put a node that isn't queued into the bucket of ``f``."""
        if f > LAST:
            f = LAST
        self.link[node] = self.heads[f]
        self.heads[f] = node
        if f > self.highest:
            self.highest = f
        if f < self.lowest:
            self.lowest = f

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def pop(self) -> cython.int:
        """Take the newest node of the lowest bucket; -1 when the queue is empty.

        Afterwards ``lowest`` is that bucket.
        """
        node: cython.int
        while self.lowest <= self.highest:
            node = self.heads[self.lowest]
            while node >= 0:
                self.heads[self.lowest] = self.link[node]
                if not self.flags[node] & DEAD:
                    return node
                node = self.heads[self.lowest]
            self.lowest += 1
        return -1

    def path(self, node: cython.int) -> list:
        """The move codes from the root to a node."""
        codes = []
        while self.parent[node] >= 0:
            codes.append(self.move[node])
            node = self.parent[node]
        codes.reverse()
        return codes
