"""Deals of the cards that one can't see, as far as one knows who can't have what.

Each card goes to a seat that may have its suit, with a chance in proportion to the room that is
left there, as long as the rest still fits; suits that fewest seats may have go first. Without
anything known all deals are equally likely; with it they are nearly so.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # pragma: no cover - only without Cython
    from solver.kernels import cython_stand_in as cython

if cython.compiled:
    from cython.cimports.solver.kernels.bits import NOTHING, ONE, count_bits, first_bit
else:
    from solver.kernels.bits import NOTHING, ONE, count_bits, first_bit

__all__ = ["COMPILED", "Worlds"]

SUIT = cython.declare(cython.ulonglong, 0x1FFF)
STEP = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
FIRST = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
SECOND = cython.declare(cython.ulonglong, 0x94D049BB133111EB)

#: Whether this module runs compiled.
COMPILED = bool(cython.compiled)


@cython.cclass
class Worlds:
    """Deals for some seats, from a seed: the same seed gives the same deals."""

    if not cython.compiled:
        __slots__ = ("allowed", "left", "room", "seats", "state")

    def __init__(self, seats: int, seed: int) -> None:
        self.seats = seats
        self.state = seed & 0xFFFFFFFFFFFFFFFF
        self.room = array("i", bytes(4 * seats))
        self.allowed = array("i", bytes(4 * 4))
        self.left = array("i", bytes(4 * 4))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _next(self) -> cython.ulonglong:
        """SplitMix64."""
        z: cython.ulonglong
        self.state = (self.state + STEP) & NOTHING
        z = self.state
        z = ((z ^ (z >> 30)) * FIRST) & NOTHING
        z = ((z ^ (z >> 27)) * SECOND) & NOTHING
        return z ^ (z >> 31)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _below(self, bound: cython.int) -> cython.int:
        """From 0 to bound - 1; that some are more likely by 2**-50 doesn't matter here."""
        return cython.cast(cython.int, (self._next() >> 16) % bound)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _fits(self) -> cython.bint:
        """Whether what is left can be dealt: no set of seats must take more than it has room."""
        some: cython.int
        suit: cython.int
        seat: cython.int
        room: cython.int
        need: cython.int
        for some in range(1 << self.seats):
            need = 0
            for suit in range(4):
                if self.left[suit] and self.allowed[suit] & ~some == 0:
                    need += self.left[suit]
            if need:
                room = 0
                for seat in range(self.seats):
                    if some >> seat & 1:
                        room += self.room[seat]
                if need > room:
                    return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _deal(
        self, hands: cython.ulonglong[::1], base: cython.int, cards: cython.ulonglong
    ) -> cython.bint:
        """Deal cards to the seats with room, on top of what they have."""
        suit: cython.int
        done: cython.int = 0
        fewest: cython.int
        best: cython.int
        number: cython.int
        seat: cython.int
        total: cython.int
        pick: cython.int
        tries: cython.int
        mine: cython.ulonglong
        constrained: cython.bint
        for suit in range(4):
            self.left[suit] = count_bits(cards >> (13 * suit) & SUIT)
        while True:
            best = -1
            fewest = 99
            for suit in range(4):
                if self.left[suit] and not done >> suit & 1:
                    number = count_bits(self.allowed[suit])
                    if number < fewest:
                        fewest = number
                        best = suit
            if best < 0:
                return True
            done |= 1 << best
            constrained = False
            for suit in range(4):
                if self.left[suit] and self.allowed[suit] != (1 << self.seats) - 1:
                    constrained = True
            mine = cards & SUIT << (13 * best)
            while mine:
                self.left[best] -= 1
                total = 0
                for seat in range(self.seats):
                    if self.allowed[best] >> seat & 1:
                        total += self.room[seat]
                if total == 0:
                    return False
                tries = 0
                while True:
                    pick = self._below(total)
                    seat = 0
                    while True:
                        if self.allowed[best] >> seat & 1:
                            pick -= self.room[seat]
                            if pick < 0:
                                break
                        seat += 1
                    self.room[seat] -= 1
                    if not constrained or self._fits():
                        break
                    self.room[seat] += 1
                    tries += 1
                    if tries > 200:
                        return False
                hands[base + seat] |= ONE << first_bit(mine)
                mine &= mine - 1

    def deal(self, cards: int, known: object, room: object, allowed: object, number: int) -> object:
        """Some deals.

        Args:
            cards: those that nobody is known to hold, as a word.
            known: what each seat is known to hold (array of unsigned 64-bit words).
            room: how many more each seat holds (array of int).
            allowed: for each suit a bit for each seat that may have it (array of int).
            number: how many deals.

        Returns:
            The hands of all seats, deal by deal (array of unsigned 64-bit words).

        Raises:
            ValueError: the cards can't be dealt so.
        """
        hands = array("Q", bytes(8 * self.seats * number))
        out: cython.ulonglong[::1] = hands  # type: ignore[assignment]
        held: cython.ulonglong[::1] = known  # type: ignore[assignment]
        space: cython.int[::1] = room  # type: ignore[assignment]
        may: cython.int[::1] = allowed  # type: ignore[assignment]
        left: cython.ulonglong = cards
        i: cython.int
        seat: cython.int
        fine: cython.bint
        for i in range(4):
            self.allowed[i] = may[i]
        i = 0
        while i < number:
            for seat in range(self.seats):
                self.room[seat] = space[seat]
                out[i * self.seats + seat] = held[seat]
            fine = self._deal(out, i * self.seats, left)
            if not fine:
                raise ValueError("nobody can hold some of the cards")
            i += 1
        return hands
