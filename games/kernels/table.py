"""A trick on the table and the cards around it, for any game of tricks.

A game says what may be played, what a sensible player plays and what has come of a deal; then
cards can be tried out in many deals.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # pragma: no cover - only without Cython
    from solver.kernels import cython_stand_in as cython

if cython.compiled:
    from cython.cimports.solver.kernels.bits import CARDS, ONE, count_bits, first_bit
else:
    from solver.kernels.bits import CARDS, ONE, count_bits, first_bit

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
        reason: why the last card was chosen, a place in the game's ``REASONS``.
    """

    if not cython.compiled:
        __slots__ = (
            "best", "gone", "hands", "kept", "kept_gone", "leader", "pack", "played", "points",
            "reason", "seats", "skipped", "taker", "trick", "tricks", "trump", "turn", "voids",
        )  # fmt: skip

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.trump = self.skipped = -1
        self.hands = array("Q", bytes(8 * MOST_SEATS))
        self.trick = array("i", bytes(4 * MOST_SEATS))
        self.voids = array("i", bytes(4 * MOST_SEATS))
        self.tricks = array("i", bytes(4 * MOST_SEATS))
        self.points = array("i", bytes(4 * MOST_SEATS))
        self.kept = array("i", bytes(4 * 30))
        self.played = self.leader = self.turn = self.taker = self.best = self.reason = 0
        self.gone = self.kept_gone = 0
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def unseen(self, seat: cython.int) -> cython.ulonglong:
        """The cards that a seat has neither in its hand nor seen played."""
        return self.pack & ~self.gone & ~self.hands[seat]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def in_first_trick(self) -> cython.bint:
        """Whether no trick of the deal is complete."""
        return count_bits(self.gone) < self.seats - (self.skipped >= 0)

    # What a game says.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def legal(self, seat: cython.int) -> cython.ulonglong:
        """The cards that may be played on one's turn."""
        return self.follow(seat)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def lay(self, card: cython.int) -> cython.void:
        """Play a card, and what follows of it."""
        self.put(card)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def choose(self, seat: cython.int) -> cython.int:
        """The card that a sensible player plays."""
        may: cython.ulonglong = self.legal(seat)
        return self.pick(seat, may) if may & (may - 1) else first_bit(may)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def pick(self, seat: cython.int, may: cython.ulonglong) -> cython.int:  # noqa: ARG002 - for games
        """The same of some cards, and why."""
        return first_bit(may)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def worth(self, seat: cython.int) -> cython.double:
        """How well a deal that is over has gone for a seat."""
        return self.points[seat]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep(self) -> cython.void:
        """Remember how the deal stands, but for the hands."""
        i: cython.int
        for i in range(self.seats):
            self.kept[i] = self.trick[i]
            self.kept[6 + i] = self.voids[i]
            self.kept[12 + i] = self.tricks[i]
            self.kept[18 + i] = self.points[i]
        self.kept[24] = self.played
        self.kept[25] = self.leader
        self.kept[26] = self.turn
        self.kept[27] = self.taker
        self.kept[28] = self.best
        self.kept_gone = self.gone

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def restore(self) -> cython.void:
        """Back to what was kept."""
        i: cython.int
        for i in range(self.seats):
            self.trick[i] = self.kept[i]
            self.voids[i] = self.kept[6 + i]
            self.tricks[i] = self.kept[12 + i]
            self.points[i] = self.kept[18 + i]
        self.played = self.kept[24]
        self.leader = self.kept[25]
        self.turn = self.kept[26]
        self.taker = self.kept[27]
        self.best = self.kept[28]
        self.gone = self.kept_gone

    # Playing out.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def hold(self, worlds: cython.ulonglong[::1], world: cython.int) -> cython.void:
        """All hold what they do in a world."""
        seat: cython.int
        for seat in range(self.seats):
            self.hands[seat] = worlds[world * self.seats + seat]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def finish(self) -> cython.void:
        """Play the deal to its last card."""
        while self.hands[self.turn]:
            self.lay(self.choose(self.turn))

    def try_out(
        self, seat: int, cards: object, worlds: object, chosen: object, totals: object
    ) -> None:
        """Play each of some cards in each of some worlds, and the deal to its end.

        Args:
            seat: whose turn it is.
            cards: what it may play (array of int).
            worlds: the hands of all seats, world by world (array of unsigned 64-bit words).
            chosen: which worlds, by their numbers (array of int).
            totals: how well each card comes off for the seat is added to it (array of double).
        """
        wanted: cython.int[::1] = cards  # type: ignore[assignment]
        held: cython.ulonglong[::1] = worlds  # type: ignore[assignment]
        which: cython.int[::1] = chosen  # type: ignore[assignment]
        sums: cython.double[::1] = totals  # type: ignore[assignment]
        me: cython.int = seat
        i: cython.int
        count: cython.int = len(chosen)  # type: ignore[arg-type]
        choices: cython.int = len(cards)  # type: ignore[arg-type]
        at: cython.int
        with cython.nogil:
            self.keep()
            for i in range(count):
                for at in range(choices):
                    self.hold(held, which[i])
                    self.lay(wanted[at])
                    self.finish()
                    sums[at] += self.worth(me)
                    self.restore()

    def turn_to(self, seat: int) -> None:
        """It is a seat's turn."""
        self.turn = seat

    def give(self, seat: int, cards: int) -> None:
        """A seat holds these cards."""
        self.hands[seat] = cards

    def best_card(self, seat: int) -> int:
        """What a sensible player plays; :attr:`reason` tells why.

        It does so where there was no choice as well: else the reason would tell that.
        """
        may: cython.ulonglong = self.legal(seat)
        card: cython.int = self.pick(seat, may)
        return card if may & (may - 1) else first_bit(may)

    def lay_card(self, card: int) -> None:
        """Play a card for whose turn it is."""
        self.lay(card)

    def may_play(self, seat: int) -> int:
        """The cards that a seat may play on its turn."""
        return self.legal(seat)

    def play_on(self) -> None:
        """Play the deal to its last card, as all would."""
        with cython.nogil:
            self.finish()
