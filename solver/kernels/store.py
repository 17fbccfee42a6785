"""The memory of a best-first search: every node met, a hash table over them, and a queue.

A node has a 128-bit key (two words), the cost of the best way to it, that way's last
step (parent node and an opaque move code), and a place in a bucket queue indexed by
the estimate f. All of it lies together, since in a large search each look at a node is a
cache miss: node i has the words 4 i and 4 i + 1 for its key, and of the same memory seen as
integers of half that size number 8 i + 4 (its parent), 5 (the move), 6 (the next node of its
bucket) and 7 (its cost, and flags from bit ``FLAGS`` on). Reaching a key again more cheaply
makes a new node and kills the old one, so an inconsistent heuristic is handled by reopening.

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
BYTES_PER_NODE = 32 + 8
_SMALLEST = 1 << 13
_LARGE = 1 << 18

# Where the flags begin in the integer that holds a node's cost; a cost is below BUCKETS.
FLAGS = 16
_DEAD = 1 << FLAGS
_REPLACES = 2 << FLAGS
DEAD = cython.declare(cython.int, _DEAD)
REPLACES = cython.declare(cython.int, _REPLACES)
COST = cython.declare(cython.int, (1 << FLAGS) - 1)
LAST = cython.declare(cython.int, BUCKETS - 1)


#: Whether this module runs compiled.
COMPILED = bool(cython.compiled)


@cython.cclass
class Store:
    """Nodes, hash table and queue; see the module."""

    if not cython.compiled:
        __slots__ = (
            "capacity", "count", "heads", "highest", "ints", "lowest", "memory", "offered",
            "slot_mask", "slots", "words",
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
        memory = bytearray(32 * capacity)
        if old is not None:
            memory[: len(old)] = old
        self.memory = memory
        self.words = memoryview(memory).cast("Q")
        self.ints = memoryview(memory).cast("i")
        self.slots = array("i", [0]) * (2 * capacity)
        self.slot_mask = 2 * capacity - 1
        self.capacity = capacity

    def next_capacity(self) -> int:
        """The capacity after the next :meth:`grow`."""
        # Growing enters every node anew, so small tables grow faster.
        return self.capacity * (4 if self.capacity < _LARGE else 2)

    def bytes_to_grow(self) -> int:
        """Memory that the old and the new tables take while the room grows."""
        return (self.capacity + self.next_capacity()) * BYTES_PER_NODE

    def grow(self) -> None:
        """Make more room. Raises MemoryError if the machine has none."""
        self._allocate(self.next_capacity(), self.memory)
        node: cython.int
        at: cython.int
        for node in range(self.count):
            if not self.ints[8 * node + 7] & DEAD:
                at = self.find(self.words[4 * node], self.words[4 * node + 1])
                self.slots[-at - 1] = node + 1

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
                if not self.ints[8 * node + 7] & REPLACES:
                    self.slots[self.find(self.words[4 * node], self.words[4 * node + 1])] = 0
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
            if self.words[4 * node] == a and self.words[4 * node + 1] == b:
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
        move: cython.int,
    ) -> cython.int:
        """Queue a node unless its key was reached as cheaply; -1, or the node.

        The caller sees to it that ``count < capacity``.
        """
        at: cython.int = self.find(a, b)
        node: cython.int
        flag: cython.int = 0
        if at >= 0:
            node = self.slots[at] - 1
            if self.ints[8 * node + 7] & COST <= g:
                return -1
            self.ints[8 * node + 7] |= DEAD
            flag = REPLACES
        else:
            at = -1 - at
        node = self.count
        self.count = node + 1
        self.slots[at] = node + 1
        self.words[4 * node] = a
        self.words[4 * node + 1] = b
        self.ints[8 * node + 4] = parent
        self.ints[8 * node + 5] = move
        self.ints[8 * node + 7] = g | flag
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
        move: cython.int,
    ) -> cython.void:
        """Have a node pushed by the next :meth:`settle`, before which nothing else is pushed.

        In a large table nearly every look is a cache miss; so the misses of all the children
        of a node overlap.
        """
        node: cython.int = self.count + self.offered
        self.offered += 1
        if cython.compiled:
            prefetch(cython.address(self.slots[mix(a, b) & self.slot_mask]))
        self.words[4 * node] = a
        self.words[4 * node + 1] = b
        self.ints[8 * node + 4] = parent
        self.ints[8 * node + 5] = move
        self.ints[8 * node + 6] = f
        self.ints[8 * node + 7] = g

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
                self.words[4 * node],
                self.words[4 * node + 1],
                self.ints[8 * node + 7],
                self.ints[8 * node + 6],
                self.ints[8 * node + 4],
                self.ints[8 * node + 5],
            )
        self.offered = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def requeue(self, node: cython.int, f: cython.int) -> cython.void:
        """Put a node that isn't queued into the bucket of ``f``."""
        if f > LAST:
            f = LAST
        self.ints[8 * node + 6] = self.heads[f]
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
                self.heads[self.lowest] = self.ints[8 * node + 6]
                if not self.ints[8 * node + 7] & DEAD:
                    return node
                node = self.heads[self.lowest]
            self.lowest += 1
        return -1

    def path(self, node: cython.int) -> list:
        """The move codes from the root to a node."""
        codes = []
        while self.ints[8 * node + 4] >= 0:
            codes.append(self.ints[8 * node + 5])
            node = self.ints[8 * node + 4]
        codes.reverse()
        return codes
