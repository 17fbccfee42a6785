"""What of a state doesn't fit into two words, kept once and known by its number.

For :mod:`solver.kernels.wide`. A rest is a row of bytes of the same length in one search. Write
it to ``row``, every byte of it, then ask for its ``number``.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # pragma: no cover - only without Cython
    from solver.kernels import cython_stand_in as cython

if cython.compiled:
    from cython.cimports.solver.kernels.bits import mix
else:
    from solver.kernels.bits import mix

__all__ = ["COMPILED", "Rests"]

#: Whether this module runs compiled.
COMPILED = bool(cython.compiled)


@cython.cclass
class Rests:
    """Rows of bytes, numbered from 0 on; ``begin`` first.

    Only ``begin`` and ``grow`` allocate. The caller sees to it that ``count < room`` when it asks
    for a number.
    """

    if not cython.compiled:
        __slots__ = (
            "count", "room", "row", "row_size", "row_words", "rows", "size", "slot_mask", "slots",
            "words",
        )  # fmt: skip

    def __init__(self) -> None:
        self.begin(8, 0)

    def begin(self, row_size: cython.int, room: cython.int) -> None:
        """Forget all rows; from now on they have ``row_size`` bytes, a multiple of 8."""
        self.row_size = row_size
        self.size = row_size // 8
        row = bytearray(row_size)
        self.row = memoryview(row)
        self.row_words = memoryview(row).cast("Q")
        self.rows = memoryview(bytearray(8))
        self.count = 0
        self.grow(room)

    def bytes_to_grow(self, room: int) -> int:
        """Memory that the old and the new rows take while the room grows."""
        return (self.room + room) * (self.row_size + 8)

    def grow(self, room: cython.int) -> None:
        """Make room for that many rows, a power of two. Raises MemoryError if there is none."""
        node: cython.int
        old = self.rows
        memory = bytearray(self.row_size * max(room, 1))
        self.rows = memoryview(memory)
        self.words = memoryview(memory).cast("Q")
        self._copy(old)
        self.slots = array("i", [0]) * max(2 * room, 1)
        self.slot_mask = max(2 * room, 1) - 1
        self.room = room
        for node in range(self.count):
            at: cython.longlong = node
            h: cython.ulonglong = self._hash(self.words, at * self.size) & self.slot_mask
            while self.slots[h]:
                h = (h + 1) & self.slot_mask
            self.slots[h] = node + 1

    @cython.cfunc
    def _copy(self, rows: cython.uchar[::1]) -> cython.void:
        at: cython.Py_ssize_t
        end: cython.Py_ssize_t = self.count
        end *= self.row_size
        for at in range(end):
            self.rows[at] = rows[at]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _hash(self, words: cython.ulonglong[::1], at: cython.longlong) -> cython.ulonglong:
        i: cython.int
        h: cython.ulonglong = 0
        for i in range(self.size):
            h = mix(words[at + i], h + i + 1)
        return h

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def number(self) -> cython.int:
        """The number of the row that was written to ``row``."""
        h: cython.ulonglong = self._hash(self.row_words, 0) & self.slot_mask
        at: cython.longlong
        i: cython.int
        node: cython.int
        same: cython.bint
        while True:
            node = self.slots[h] - 1
            if node < 0:
                break
            same = True
            at = node
            at *= self.size
            for i in range(self.size):
                if self.words[at + i] != self.row_words[i]:
                    same = False
                    break
            if same:
                return node
            h = (h + 1) & self.slot_mask
        node = self.count
        self.count = node + 1
        self.slots[h] = node + 1
        at = node
        at *= self.size
        for i in range(self.size):
            self.words[at + i] = self.row_words[i]
        return node
