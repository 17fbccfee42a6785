"""Deals of the cards that one can't see, as far as one knows who can't have what.

All deals that agree with what is known are equally likely. Where no suit is barred from anybody
they come from shuffling. Else seats are served one after the other: how many deals there are for
each way to serve those that are left is counted beforehand, by the numbers of cards of each suit;
a seat then gets so many of each suit with the chance that is their share of all deals.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # pragma: no cover - only without Cython
    from solver.kernels import cython_stand_in as cython

if cython.compiled:
    from cython.cimports.solver.kernels.bits import NOTHING, count_bits
else:
    from solver.kernels.bits import NOTHING, count_bits

__all__ = ["COMPILED", "Worlds"]

SUIT = cython.declare(cython.ulonglong, 0x1FFF)
STEP = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
FIRST = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
SECOND = cython.declare(cython.ulonglong, 0x94D049BB133111EB)
# Cards of a suit, and one more.
WIDE = cython.declare(cython.int, 14)
FINE = cython.declare(cython.double, 1.0 / (1 << 53))

#: Whether this module runs compiled.
COMPILED = bool(cython.compiled)


@cython.cclass
class Worlds:
    """Deals for some seats, from a seed: the same seed gives the same deals.

    :meth:`know` comes first.
    """

    if not cython.compiled:
        __slots__ = (
            "barred", "cards", "count", "free", "held", "holders", "left", "order", "room",
            "seats", "size", "state", "stride", "took", "ways", "ways_to_take",
        )  # fmt: skip

    def __init__(self, seats: int, seed: int) -> None:
        self.seats = seats
        self.state = seed & 0xFFFFFFFFFFFFFFFF
        self.cards = 0
        self.holders = self.size = 0
        self.free = True
        self.held = array("Q", bytes(8 * seats))
        # Seats that still get cards, how many, and for each a bit for each suit that it can't have.
        self.order = array("i", bytes(4 * seats))
        self.room = array("i", bytes(4 * seats))
        self.barred = array("i", bytes(4 * seats))
        # Cards of each suit: all, those that are left, and those that a seat takes.
        self.count = array("i", bytes(4 * 4))
        self.left = array("i", bytes(4 * 4))
        self.took = array("i", bytes(4 * 4))
        self.stride = array("i", bytes(4 * 4))
        self.ways = array("d", [0.0])
        # In how many ways some of so many cards can be taken.
        self.ways_to_take = array("d", bytes(8 * 14 * 14))
        for many in range(14):
            self.ways_to_take[many * 14] = 1.0
            for few in range(1, many + 1):
                before = self.ways_to_take[(many - 1) * 14 + few - 1]
                same = self.ways_to_take[(many - 1) * 14 + few] if few < many else 0.0
                self.ways_to_take[many * 14 + few] = before + same

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
        """From 0 to bound - 1; that some are more likely by 2**-42 doesn't matter here."""
        return cython.cast(cython.int, (self._next() >> 16) % bound)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _walk(self, place: cython.int, chosen: cython.double) -> cython.double:
        """Go through all numbers of cards that a seat may take of each suit.

        Args:
            place: of the seat in the order; ``left`` is what it takes from.
            chosen: stop when the deals that were passed are more than that, with ``took`` the
                numbers where it stopped; below 0: don't stop.

        Returns:
            How many deals were passed.
        """
        a: cython.int
        b: cython.int
        c: cython.int
        d: cython.int
        room: cython.int = self.room[place]
        barred: cython.int = self.barred[place]
        following: cython.int = (place + 1) * self.size
        rest: cython.int
        first: cython.double
        second: cython.double
        passed: cython.double = 0.0
        for a in range(_least(room, 0 if barred & 1 else self.left[0]) + 1):
            first = self.ways_to_take[self.left[0] * WIDE + a]
            for b in range(_least(room - a, 0 if barred & 2 else self.left[1]) + 1):
                second = first * self.ways_to_take[self.left[1] * WIDE + b]
                for c in range(_least(room - a - b, 0 if barred & 4 else self.left[2]) + 1):
                    d = room - a - b - c
                    if d > self.left[3] or (d and barred & 8):
                        continue
                    rest = (
                        (self.left[0] - a) * self.stride[0]
                        + (self.left[1] - b) * self.stride[1]
                        + (self.left[2] - c) * self.stride[2]
                        + (self.left[3] - d) * self.stride[3]
                    )
                    passed += (
                        second
                        * self.ways_to_take[self.left[2] * WIDE + c]
                        * self.ways_to_take[self.left[3] * WIDE + d]
                        * self.ways[following + rest]
                    )
                    if 0.0 <= chosen < passed:
                        self.took[0] = a
                        self.took[1] = b
                        self.took[2] = c
                        self.took[3] = d
                        return passed
        return passed

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _count(self) -> cython.void:
        """Count the deals for each place in the order and all that may be left there."""
        place: cython.int = self.holders
        a: cython.int
        b: cython.int
        c: cython.int
        d: cython.int
        rest: cython.int = 0
        at: cython.int
        # When all have been served, nothing is left.
        self.ways[place * self.size] = 1.0
        while place > 0:
            place -= 1
            rest += self.room[place]
            for a in range(_least(rest, self.count[0]) + 1):
                for b in range(_least(rest - a, self.count[1]) + 1):
                    for c in range(_least(rest - a - b, self.count[2]) + 1):
                        d = rest - a - b - c
                        if d > self.count[3]:
                            continue
                        self.left[0] = a
                        self.left[1] = b
                        self.left[2] = c
                        self.left[3] = d
                        at = (
                            a * self.stride[0]
                            + b * self.stride[1]
                            + c * self.stride[2]
                            + d * self.stride[3]
                        )
                        self.ways[place * self.size + at] = self._walk(place, -1.0)

    def know(self, cards: int, known: object, room: object, allowed: object) -> None:
        """What the deals must agree with.

        Args:
            cards: those that nobody is known to hold, as a word.
            known: what each seat is known to hold (array of unsigned 64-bit words).
            room: how many more each seat holds (array of int).
            allowed: for each suit a bit for each seat that may have it (array of int).

        Raises:
            ValueError: the cards can't be dealt so.
        """
        held: cython.ulonglong[::1] = known  # type: ignore[assignment]
        space: cython.int[::1] = room  # type: ignore[assignment]
        may: cython.int[::1] = allowed  # type: ignore[assignment]
        suit: cython.int
        seat: cython.int
        barred: cython.int
        total: cython.int = 0
        stride: cython.int = 1
        self.cards = cards
        self.holders = 0
        self.free = True
        for suit in range(4):
            self.count[suit] = count_bits(self.cards >> (13 * suit) & SUIT)
            self.stride[suit] = stride
            stride *= self.count[suit] + 1
        self.size = stride
        for seat in range(self.seats):
            self.held[seat] = held[seat]
            if space[seat] == 0:
                continue
            barred = 0
            for suit in range(4):
                if self.count[suit] and not may[suit] >> seat & 1:
                    barred |= 1 << suit
            if barred:
                self.free = False
            self.order[self.holders] = seat
            self.room[self.holders] = space[seat]
            self.barred[self.holders] = barred
            self.holders += 1
            total += space[seat]
        if total != count_bits(self.cards):
            raise ValueError("there are not as many cards as there is room")
        if not self.free:
            self.ways = array("d", bytes(8 * (self.holders + 1) * self.size))
            with cython.nogil:
                self._count()
            if self.ways[self.size - 1] == 0.0:
                raise ValueError("nobody can hold some of the cards")

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _take(self, left: cython.ulonglong, number: cython.int) -> cython.ulonglong:
        """Some of the cards of a word, each set of them as likely."""
        total: cython.int = count_bits(left)
        skipped: cython.int
        rest: cython.ulonglong
        taken: cython.ulonglong = 0
        while number:
            skipped = self._below(total)
            rest = left
            while skipped:
                rest &= rest - 1
                skipped -= 1
            rest &= ~(rest - 1)
            taken |= rest
            left &= ~rest
            total -= 1
            number -= 1
        return taken

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _deal(self, hands: cython.ulonglong[::1], base: cython.int) -> cython.void:
        """Deal the cards on top of what is known."""
        place: cython.int
        suit: cython.int
        at: cython.int
        left: cython.ulonglong = self.cards
        taken: cython.ulonglong
        for suit in range(4):
            self.left[suit] = self.count[suit]
        for place in range(self.holders):
            if place == self.holders - 1:
                taken = left
            elif self.free:
                taken = self._take(left, self.room[place])
            else:
                at = 0
                for suit in range(4):
                    at += self.left[suit] * self.stride[suit]
                self._walk(
                    place,
                    self.ways[place * self.size + at]
                    * (cython.cast(cython.double, self._next() >> 11) * FINE),
                )
                taken = 0
                for suit in range(4):
                    taken |= self._take(left & SUIT << (13 * suit), self.took[suit])
                    self.left[suit] -= self.took[suit]
            hands[base + self.order[place]] |= taken
            left &= ~taken

    def deal(self, number: int) -> object:
        """Some deals that agree with what is known.

        Args:
            number: how many.

        Returns:
            The hands of all seats, deal by deal (array of unsigned 64-bit words).
        """
        hands = array("Q", bytes(8 * self.seats * number))
        out: cython.ulonglong[::1] = hands  # type: ignore[assignment]
        world: cython.int
        count: cython.int = number
        seat: cython.int
        with cython.nogil:
            for world in range(count):
                for seat in range(self.seats):
                    out[world * self.seats + seat] = self.held[seat]
                self._deal(out, world * self.seats)
        return hands


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _least(one: cython.int, other: cython.int) -> cython.int:
    return one if one < other else other
