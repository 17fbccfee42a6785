"""A trick on the table and the cards around it, for any game of tricks."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # pragma: no cover - only without Cython
    from solver.kernels import cython_stand_in as cython

if cython.compiled:
    from cython.cimports.solver.kernels.bits import CARDS, ONE
else:
    from solver.kernels.bits import CARDS, ONE

__all__ = ["COMPILED", "MOST_SEATS", "Table"]

#: As many as play any game.
MOST_SEATS = 6

#: Whether this module runs compiled.
COMPILED = bool(cython.compiled)


@cython.cclass
class Table:
    """A deal in play.

    Attributes:
        seats: how many play.
        trump: the suit of trumps; -1 without.
        skipped: the seat that plays no cards; -1 if all do.
        hands: the cards of each seat.
        trick: the cards of the trick on the table, in order; ``played`` of them.
        leader, turn: who led to it, and whose turn it is.
        best, taker: its best card so far, and whose that is.
        voids: for each seat a bit for each suit that it has failed to follow.
        tricks, points: what each seat has taken.
        pack: the cards that are played with.
        gone: those that were played, those on the table too.
    """

    if not cython.compiled:
        __slots__ = (
            "best", "gone", "hands", "leader", "pack", "played", "points", "seats", "skipped",
            "taker", "trick", "tricks", "trump", "turn", "voids",
        )  # fmt: skip

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.trump = self.skipped = -1
        self.hands = array("Q", bytes(8 * MOST_SEATS))
        self.trick = array("i", bytes(4 * MOST_SEATS))
        self.voids = array("i", bytes(4 * MOST_SEATS))
        self.tricks = array("i", bytes(4 * MOST_SEATS))
        self.points = array("i", bytes(4 * MOST_SEATS))
        self.played = self.leader = self.turn = self.taker = self.best = 0
        self.gone = 0
        self.pack = CARDS

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def follow(self, seat: cython.int) -> cython.ulonglong:
        """The cards that follow suit, or all if there are none, or nothing was led."""
        hand: cython.ulonglong = self.hands[seat]
        suited: cython.ulonglong
        if self.played == 0:
            return hand
        suited = hand & (cython.cast(cython.ulonglong, 0x1FFF) << (self.trick[0] // 13 * 13))
        return suited if suited else hand

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def after(self, seat: cython.int) -> cython.int:
        """Who plays after a seat."""
        seat += 1
        if seat == self.seats:
            seat = 0
        if seat == self.skipped:
            seat += 1
            if seat == self.seats:
                seat = 0
        return seat

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def put(self, card: cython.int) -> cython.int:
        """Play a card for whose turn it is; who has taken the trick, -1 while it goes on."""
        seat: cython.int = self.turn
        suit: cython.int = card // 13
        bit: cython.ulonglong = ONE << card
        self.hands[seat] &= ~bit
        self.gone |= bit
        self.trick[self.played] = card
        if self.played == 0:
            self.leader = self.taker = seat
            self.best = card
        else:
            if suit != self.trick[0] // 13:
                self.voids[seat] |= 1 << (self.trick[0] // 13)
            if suit == self.best // 13:
                if card > self.best:
                    self.best = card
                    self.taker = seat
            elif suit == self.trump:
                self.best = card
                self.taker = seat
        self.played += 1
        if self.played < self.seats - (self.skipped >= 0):
            self.turn = self.after(seat)
            return -1
        self.played = 0
        self.turn = self.taker
        self.tricks[self.taker] += 1
        return self.taker

    def turn_to(self, seat: int) -> None:
        """It is a seat's turn."""
        self.turn = seat

    def give(self, seat: int, cards: int) -> None:
        """A seat holds these cards."""
        self.hands[seat] = cards

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def unseen(self, seat: cython.int) -> cython.ulonglong:
        """The cards that a seat has neither in its hand nor seen played."""
        return self.pack & ~self.gone & ~self.hands[seat]
