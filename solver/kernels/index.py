"""A hash table from words to small numbers, for the order tables."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # pragma: no cover - only without Cython
    from solver.kernels import cython_stand_in as cython

if cython.compiled:
    from cython.cimports.solver.kernels.bits import NOTHING, mix
else:
    from solver.kernels.bits import NOTHING, mix

__all__ = ["COMPILED", "Index"]

# Words of a new table: a key and its number lie side by side.
_FIRST_SIZE = 1 << 12
# A table that has grown beyond this is given back: emptying it would cost more than growing.
_KEPT_SIZE = 1 << 14

#: Whether this module runs compiled.
COMPILED = bool(cython.compiled)


@cython.cclass
class Index:
    """Numbers from 0 on by key; any key but ``NOTHING``."""

    if not cython.compiled:
        __slots__ = ("count", "mask", "slots")

    def __init__(self) -> None:
        self.mask = 0
        self.clear()

    def clear(self) -> None:
        """Forget all keys."""
        if self.mask == 0 or self.mask >= _KEPT_SIZE:
            self.mask = _FIRST_SIZE - 1
            self.slots = array("Q", bytes(8 * _FIRST_SIZE))
        self.count = 0
        self._empty()

    @cython.cfunc
    def _empty(self) -> cython.void:
        at: cython.int
        for at in range(0, self.mask + 1, 2):
            self.slots[at] = NOTHING

    @cython.cfunc
    def _grow(self) -> cython.void:
        """Make the table twice as large; runs with the GIL."""
        old: cython.ulonglong[::1] = self.slots
        at: cython.int
        i: cython.int
        size: cython.int = self.mask + 1
        self.mask = 2 * size - 1
        self.slots = array("Q", bytes(16 * size))
        self._empty()
        for i in range(0, size, 2):
            if old[i] != NOTHING:
                at = self._slot(old[i])
                self.slots[at] = old[i]
                self.slots[at + 1] = old[i + 1]

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _slot(self, key: cython.ulonglong) -> cython.int:
        """Where a key stands, or where it belongs."""
        at: cython.int = cython.cast(cython.int, mix(key, 0) & self.mask) & -2
        while self.slots[at] != key and self.slots[at] != NOTHING:
            at = (at + 2) & self.mask
        return at

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(self, key: cython.ulonglong) -> cython.int:
        """The number of a key, or -1."""
        at: cython.int = self._slot(key)
        return cython.cast(cython.int, self.slots[at + 1]) if self.slots[at] == key else -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def enter(self, key: cython.ulonglong, number: cython.int) -> cython.void:
        """Add a key that isn't there."""
        at: cython.int
        # At most half of the slots are taken: half of those words are numbers.
        if 4 * self.count > self.mask:
            with cython.gil:
                self._grow()
        at = self._slot(key)
        self.slots[at] = key
        self.slots[at + 1] = number
        self.count += 1
