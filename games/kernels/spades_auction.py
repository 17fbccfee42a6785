"""The auction of spades by rule: what a hand is good for, what is bid on it, what comes of bids."""

from __future__ import annotations

try:
    import cython
except ImportError:  # pragma: no cover - only without Cython
    from solver.kernels import cython_stand_in as cython

if cython.compiled:
    from cython.cimports.games.kernels.spades import SpadesTable
    from cython.cimports.solver.kernels.bits import count_bits, first_bit
else:
    from games.kernels.spades import SpadesTable
    from solver.kernels.bits import count_bits, first_bit

__all__ = ["COMPILED", "SpadesAuction"]

SUIT = cython.declare(cython.ulonglong, 0x1FFF)
SPADES = cython.declare(cython.ulonglong, 0x1FFF << 39)
# In :attr:`SpadesTable.prices`.
NIL_VALUE = cython.declare(cython.int, 0)

#: Whether this module runs compiled.
COMPILED = bool(cython.compiled)


@cython.cclass
class SpadesAuction(SpadesTable):
    """A deal of spades from its auction on."""

    if not cython.compiled:
        __slots__ = ()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _strength(self, hand: cython.ulonglong) -> cython.int:
        """How many hundredths of a trick a hand is good for."""
        suit: cython.int
        own: cython.int
        found: cython.int = 0
        mine: cython.ulonglong
        spades: cython.int = count_bits(hand & SPADES)
        for suit in range(3):
            mine = hand >> (13 * suit) & SUIT
            own = count_bits(mine)
            if mine >> 12 & 1:
                found += 95 if own <= 5 else 75
            if mine >> 11 & 1:
                found += (70 if own <= 4 else 50) if own >= 2 else 20
                if mine >> 12 & 1 and own <= 4:
                    found += 15
            if mine >> 10 & 1 and own >= 3:
                found += 25 if own <= 4 else 10
                if mine >> 11 & 3:
                    found += 15
            # What is short can be ruffed while there are spades.
            if own == 0 and spades >= 3:
                found += 90 if spades == 3 else 60
            elif own == 1 and spades >= 3:
                found += 45 if spades == 3 else 30
        mine = hand >> 39 & SUIT
        if mine >> 12 & 1:
            found += 100
        if mine >> 11 & 1:
            found += 95 if spades >= 2 else 60
        if mine >> 10 & 1:
            found += 80 if spades >= 3 else 40
        if mine >> 9 & 1:
            found += 50 if spades >= 4 else 20
        if spades > 3:
            found += 55 * (spades - 3)
            if spades > 5:
                found += 25 * (spades - 5)
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _nil_risk(self, hand: cython.ulonglong) -> cython.int:
        """How far a hand is from a safe nil; below 100 one may dare it."""
        suit: cython.int
        i: cython.int
        risk: cython.int = 0
        rank: cython.int
        allowed: cython.int
        mine: cython.ulonglong = hand >> 39 & SUIT
        spades: cython.int = count_bits(mine)
        if mine >> 11:
            return 1000
        if mine >> 10 & 1:
            risk += 70 if spades == 1 else 120
        if mine >> 9 & 1:
            risk += 35 if spades <= 2 else 70
        if spades > 3:
            risk += 60 * (spades - 3)
        for suit in range(3):
            mine = hand >> (13 * suit) & SUIT
            # The lowest cards decide: the i-th must be low enough to get under.
            i = 0
            while mine and i < 4:
                rank = first_bit(mine)
                mine &= mine - 1
                allowed = 3 + 2 * i
                if rank > allowed:
                    risk += (rank - allowed) * (14 if i == 0 else 9 if i == 1 else 5)
                i += 1
            # An ace needs three small cards to hide behind.
            mine = hand >> (13 * suit) & SUIT
            if mine >> 12 and count_bits(mine) < 4:
                risk += 40 if count_bits(mine) == 3 else 200
        return risk

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _bid(self, seat: cython.int, hand: cython.ulonglong) -> cython.int:
        """What a sensible player bids."""
        partner: cython.int = seat ^ 2
        strength: cython.int = self._strength(hand)
        bid: cython.int
        other: cython.int
        total: cython.int = 0
        if self.nil_counts and not (self.bids[partner] == 0):
            if self._nil_risk(hand) < (95 if self.bids[partner] >= 3 else 70):
                if self.prices[NIL_VALUE] >= 50:
                    return 0
        if self.bids[partner] == 0 and self.nil_counts:
            strength -= 60  # High cards will have to cover.
        for other in range(4):
            if self.bids[other] > 0:
                total += self.bids[other]
        bid = (strength + 40) // 100
        # The last to speak knows what is left.
        if self.bids[(seat + 1) & 3] >= 0 and total + bid > 13:
            bid -= 1  # The others may be wrong about it, too.
        if bid < 1:
            bid = 1
        return bid

    def bid_for(self, seat: int, hand: int) -> int:
        """What a sensible player bids."""
        return self._bid(seat, hand)

    def strength_of(self, hand: int) -> int:
        """How many hundredths of a trick a hand is good for."""
        return self._strength(hand)

    def nil_risk_of(self, hand: int) -> int:
        """How far a hand is from a safe nil."""
        return self._nil_risk(hand)

    def weigh(
        self, seat: int, worlds: object, number: int, played: object, spread: int, weights: object
    ) -> None:
        """How well the bids agree with the hands of some worlds.

        Args:
            seat: who imagines them; its own bid says nothing.
            worlds: the hands of all seats, world by world (array of unsigned 64-bit words).
            number: of worlds.
            played: what each seat has played already (array of the same).
            spread: hundredths of a trick by which bids are off in the usual run of things.
            weights: each world's is put here (array of double).
        """
        held: cython.ulonglong[::1] = worlds  # type: ignore[assignment]
        before: cython.ulonglong[::1] = played  # type: ignore[assignment]
        out: cython.double[::1] = weights  # type: ignore[assignment]
        me: cython.int = seat
        count: cython.int = number
        world: cython.int
        other: cython.int
        off: cython.int
        usual: cython.double = spread
        weight: cython.double
        x: cython.double
        hand: cython.ulonglong
        for world in range(count):
            weight = 1.0
            for other in range(4):
                if other == me or self.bids[other] < 0:
                    continue
                hand = held[world * 4 + other] | before[other]
                if self._is_nil(other):
                    if self.blind[other]:
                        continue
                    off = self._nil_risk(hand) - 70
                    if off < 0:
                        off = 0
                else:
                    off = self._strength(hand) - 100 * self.bids[other]
                x = off / usual
                weight *= 1.0 / (1.0 + x * x * x * x)
            out[world] = weight

    def try_bids(
        self, seat: int, bids: object, worlds: object, chosen: object, lead: int, totals: object
    ) -> None:
        """Bid each of some numbers in each of some worlds; the others after it bid by rule.

        Args:
            seat: whose turn it is to bid.
            bids: what it may bid (array of int).
            worlds: as in :meth:`try_out`.
            chosen: as in :meth:`try_out`.
            lead: who leads; -1 is whoever has the two of clubs.
            totals: as in :meth:`try_out`.
        """
        wanted: cython.int[::1] = bids  # type: ignore[assignment]
        held: cython.ulonglong[::1] = worlds  # type: ignore[assignment]
        which: cython.int[::1] = chosen  # type: ignore[assignment]
        sums: cython.double[::1] = totals  # type: ignore[assignment]
        me: cython.int = seat
        first: cython.int = lead
        i: cython.int
        count: cython.int = len(chosen)  # type: ignore[arg-type]
        choices: cython.int = len(bids)  # type: ignore[arg-type]
        at: cython.int
        n: cython.int
        # Who hasn't bid yet, the seat itself among them.
        to_come: cython.int = 1
        other: cython.int
        with cython.nogil:
            self.keep()
            while to_come < 4 and self.bids[(me + to_come) & 3] < 0:
                to_come += 1
            for i in range(count):
                for at in range(choices):
                    self.hold(held, which[i])
                    for other in range(4):
                        if first < 0 and self.hands[other] & 1:
                            self.turn = other
                    if first >= 0:
                        self.turn = first
                    self.bids[me] = wanted[at]
                    for n in range(1, to_come):
                        other = (me + n) & 3
                        self.bids[other] = self._bid(other, self.hands[other])
                    self.finish()
                    sums[at] += self.worth(me)
                    self.restore()
                    for n in range(to_come):
                        self.bids[(me + n) & 3] = -1
