"""The auction of kaiser by rule: what a hand promises, what is bid on it, and what comes of bids.

The points that a hand's team takes on average are a sum over what is in the hand. The summands
were found by least squares, from deals that were dealt at random and played by rule.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # pragma: no cover - only without Cython
    from solver.kernels import cython_stand_in as cython

if cython.compiled:
    from cython.cimports.games.kernels.kaiser import KaiserTable
    from cython.cimports.solver.kernels.bits import count_bits
else:
    from games.kernels.kaiser import KaiserTable
    from solver.kernels.bits import count_bits

__all__ = ["COMPILED", "KaiserAuction"]

SEATS = cython.declare(cython.int, 4)
FIVE = cython.declare(cython.int, 29)
THREE = cython.declare(cython.int, 40)
SUIT = cython.declare(cython.ulonglong, 0x1FFF)
FORTY = cython.declare(cython.int, 80)
ACE = cython.declare(cython.ulonglong, 0x1000)
KING = cython.declare(cython.ulonglong, 0x800)
QUEEN = cython.declare(cython.ulonglong, 0x400)
JACK = cython.declare(cython.ulonglong, 0x200)
TEN = cython.declare(cython.ulonglong, 0x100)
NINE = cython.declare(cython.ulonglong, 0x80)
EIGHT = cython.declare(cython.ulonglong, 0x40)

# What things in a hand are worth with trumps, in hundredths of a point.
TRUMP_WORTH = (
    56, 117, 60, 36, 13, 8, 7, 97, -57, -78, 79, 32, 19, 9, 0, -2, 19, 67, 22, -45, 114, 87, 81, 0,
)  # fmt: skip
# And without.
NO_TRUMP_WORTH = (267, 99, 43, 15, 75, 17, 31, 72, 46, 59, 62, -1, 1, 78)
PARTS = cython.declare(cython.int, 24)
NO_PARTS = cython.declare(cython.int, 14)

#: Whether this module runs compiled.
COMPILED = bool(cython.compiled)


@cython.cclass
class KaiserAuction(KaiserTable):
    """A deal of kaiser from its auction on.

    Attributes:
        dealer: who speaks last.
        said: what was bid, in that order, ``spoken`` of them; 0 for passing.
        lowest: the lowest bid.
        forty: whether 40 can be bid.
        forced: whether the dealer must bid when the others have passed.
        suit_margin, no_margin: by how much a hand must promise more than is bid, in hundredths
            of a point, with trumps and without.
        partner_bids, opponent_bids: what a bid of the partner or an opponent adds to a promise.
    """

    if not cython.compiled:
        __slots__ = (
            "dealer", "forced", "forty", "lowest", "no_margin", "no_worth", "opponent_bids",
            "partner_bids", "parts", "said", "spoken", "suit_margin", "trump_worth",
        )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.dealer = self.spoken = 0
        self.said = array("i", bytes(4 * 4))
        self.lowest = 14
        self.forty = False
        self.forced = True
        self.suit_margin = 0
        self.no_margin = 50
        self.partner_bids = 80
        self.opponent_bids = -40
        self.trump_worth = array("i", TRUMP_WORTH)
        self.no_worth = array("i", NO_TRUMP_WORTH)
        self.parts = array("i", bytes(4 * 24))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _count_parts(self, hand: cython.ulonglong, trump: cython.int) -> cython.void:
        """Count what is in a hand."""
        i: cython.int
        suit: cython.int
        own: cython.int
        mine: cython.ulonglong
        for i in range(PARTS):
            self.parts[i] = 0
        self.parts[0] = 1
        for suit in range(4):
            mine = hand >> (13 * suit) & SUIT
            own = count_bits(mine)
            if suit == trump:
                self.parts[1] = mine & ACE != 0
                self.parts[2] = mine & KING != 0
                self.parts[3] = mine & QUEEN != 0
                self.parts[4] = mine & JACK != 0
                self.parts[5] = mine & TEN != 0
                self.parts[6] = mine & NINE != 0
                self.parts[7] = own
                self.parts[8] = own >= 5
                self.parts[9] = own >= 6
                self.parts[20] = suit == 2 and hand >> FIVE & 1
                self.parts[22] = suit == 3 and hand >> THREE & 1
            elif trump >= 0:
                self.parts[10] += mine & ACE != 0
                self.parts[11] += mine & KING != 0 and own > 1
                self.parts[12] += mine & KING != 0 and own == 1
                self.parts[13] += mine & QUEEN != 0 and own > 2
                self.parts[14] += mine & QUEEN != 0 and own <= 2
                self.parts[15] += count_bits(mine & (JACK | TEN))
                self.parts[16] += mine & (ACE | KING) == ACE | KING
                self.parts[17] += own == 0
                self.parts[18] += own == 1
                if suit == 2 and hand >> FIVE & 1:
                    self.parts[19] = 1
                    self.parts[23] = mine & ACE != 0
                elif suit == 3:
                    self.parts[21] = hand >> THREE & 1 != 0
            else:
                self.parts[1] += mine & ACE != 0
                self.parts[2] += mine & KING != 0 and own > 1
                self.parts[3] += mine & KING != 0 and own == 1
                self.parts[4] += mine & (ACE | KING) == ACE | KING
                self.parts[5] += mine & (ACE | KING | QUEEN) == ACE | KING | QUEEN
                self.parts[6] += mine & QUEEN != 0 and own > 2
                self.parts[7] += mine & ACE != 0 and own > 3
                self.parts[8] += mine & (ACE | KING) != 0 and own > 4
                self.parts[12] += count_bits(mine & (JACK | TEN))
                self.parts[13] += own > 5
                if suit == 2 and hand >> FIVE & 1:
                    self.parts[9] = 1
                    self.parts[11] = mine & ACE != 0
                elif suit == 3:
                    self.parts[10] = hand >> THREE & 1 != 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def promise(self, hand: cython.ulonglong, trump: cython.int) -> cython.int:
        """The points that a hand's team takes on average, in hundredths; trump -1 is without."""
        i: cython.int
        total: cython.int = 0
        self._count_parts(hand, trump)
        if trump >= 0:
            for i in range(PARTS):
                total += self.parts[i] * self.trump_worth[i]
        else:
            for i in range(NO_PARTS):
                total += self.parts[i] * self.no_worth[i]
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def name_suit(self, hand: cython.ulonglong) -> cython.int:
        """The suit of trumps that promises most."""
        suit: cython.int
        best: cython.int = 0
        most: cython.int = -(1 << 28)
        promised: cython.int
        for suit in range(4):
            promised = self.promise(hand, suit)
            if promised > most:
                most = promised
                best = suit
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _all_alone(self, hand: cython.ulonglong) -> cython.bint:
        """Whether a hand takes all eight tricks without trumps, if suits are not too uneven."""
        suit: cython.int
        own: cython.int
        top: cython.int
        mine: cython.ulonglong
        for suit in range(4):
            mine = hand >> (13 * suit) & SUIT
            own = count_bits(mine)
            top = 0
            while top < own and mine >> (12 - top) & 1:
                top += 1
            # After so many leads nobody has any left.
            if top < own and 8 - own > 2 * (top - 1):
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _highest(self, spoken: cython.int) -> cython.int:
        """The highest of the first bids; 0 if there is none."""
        i: cython.int
        highest: cython.int = 0
        for i in range(spoken):
            if self.said[i] > highest:
                highest = self.said[i]
        return highest

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _context(self, place: cython.int) -> cython.int:
        """What the bids before a place add to a promise."""
        i: cython.int
        more: cython.int = 0
        for i in range(place):
            if self.said[i]:
                more += self.partner_bids if (place - i) % 2 == 0 else self.opponent_bids
        return more

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _cheapest(self, place: cython.int, none: cython.bint) -> cython.int:
        """The lowest bid, with trumps or without, that may be made at a place; 0 for none."""
        highest: cython.int = self._highest(place)
        bid: cython.int
        if highest == 0:
            bid = self.lowest
        else:
            bid = highest if place == 3 else highest + 1
        if bid % 2 != none:
            bid += 1
        return bid if bid < 26 else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def rule_bid(self, place: cython.int, hand: cython.ulonglong) -> cython.int:
        """What a sensible player bids at a place, from 0 on; 0 is passing."""
        more: cython.int = self._context(place)
        suit: cython.int = self._cheapest(place, False)
        none: cython.int = self._cheapest(place, True)
        suit_over: cython.int = -10000
        none_over: cython.int = -10000
        must: cython.bint = self.forced and place == 3 and self._highest(3) == 0
        if self.forty and self._all_alone(hand):
            if self._highest(place) < FORTY or place == 3:
                return FORTY
        if suit:
            suit_over = self.promise(hand, self.name_suit(hand)) + more - 50 * suit
        if none:
            none_over = self.promise(hand, -1) + more - 50 * (none - 1)
        if none_over >= self.no_margin:
            return none
        if suit_over >= self.suit_margin:
            return suit
        if not must:
            return 0
        return none if none_over - self.no_margin > suit_over - self.suit_margin else suit

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def doubt(self, place: cython.int, hand: cython.ulonglong) -> cython.int:
        """How far a hand is from what was said at a place, in hundredths of a point."""
        said: cython.int = self.said[place]
        more: cython.int
        suit: cython.int
        none: cython.int
        over: cython.int
        other: cython.int
        if said == FORTY:
            return 0 if self._all_alone(hand) else 100
        more = self._context(place)
        if said:
            if said % 2:
                over = self.promise(hand, -1) + more - 50 * (said - 1) - self.no_margin
            else:
                over = self.promise(hand, self.name_suit(hand)) + more - 50 * said
                over -= self.suit_margin
            if self.forced and place == 3 and self._highest(3) == 0 and said < self.lowest + 2:
                return 0
            return -over if over < 0 else 0
        suit = self._cheapest(place, False)
        none = self._cheapest(place, True)
        over = -10000
        if suit:
            over = self.promise(hand, self.name_suit(hand)) + more - 50 * suit - self.suit_margin
        if none:
            other = self.promise(hand, -1) + more - 50 * (none - 1) - self.no_margin
            if other > over:
                over = other
        return over if over > 0 else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _open(self) -> cython.int:
        """The declarer of an auction that is over: the trick is theirs to lead; -1 for none."""
        i: cython.int
        place: cython.int = -1
        highest: cython.int = self._highest(4)
        self.declarer = self.skipped = self.trump = -1
        if highest == 0:
            return -1
        for i in range(4):
            if self.said[i] == highest:
                place = i
        self.declarer = (self.dealer + 1 + place) % 4
        self.bid = highest
        self.turn = self.declarer
        if highest == FORTY:
            self.skipped = (self.declarer + 2) % 4
        return self.declarer

    def try_bids(
        self, seat: int, bids: object, worlds: object, chosen: object, totals: object
    ) -> None:
        """Make each of some bids in each of some worlds; the rest goes on by rule.

        Args:
            seat: whose turn it is to bid.
            bids: what it may say (array of int).
            worlds: as in :meth:`try_out`.
            chosen: as in :meth:`try_out`.
            totals: as in :meth:`try_out`.
        """
        wanted: cython.int[::1] = bids  # type: ignore[assignment]
        held: cython.ulonglong[::1] = worlds  # type: ignore[assignment]
        sums: cython.double[::1] = totals  # type: ignore[assignment]
        mine: cython.int = self.spoken
        which: cython.int[::1] = chosen  # type: ignore[assignment]
        team: cython.int = seat % 2
        i: cython.int
        count: cython.int = len(chosen)  # type: ignore[arg-type]
        choices: cython.int = len(bids)  # type: ignore[arg-type]
        at: cython.int
        place: cython.int
        base: cython.int
        with cython.nogil:
            self.keep()
            for i in range(count):
                base = which[i] * SEATS
                for at in range(choices):
                    self.said[mine] = wanted[at]
                    for place in range(mine + 1, 4):
                        self.said[place] = self.rule_bid(
                            place, held[base + (self.dealer + 1 + place) % 4]
                        )
                    if self._open() < 0:
                        sums[at] += self.standing(
                            self.totals[team], self.totals[1 - team], self.left
                        )
                        continue
                    if self.bid % 2 == 0 and self.bid != FORTY:
                        self.trump = self.name_suit(held[base + self.declarer])
                    self.hold(held, which[i])
                    self.finish()
                    sums[at] += self.value(team)
                    self.restore()
            self.declarer = self.skipped = self.trump = -1

    def try_suits(
        self, seat: int, suits: object, worlds: object, chosen: object, totals: object
    ) -> None:
        """Name each of some suits of trumps in each of some worlds.

        Args:
            seat: the declarer.
            suits: what may be named (array of int).
            worlds: as in :meth:`try_out`.
            chosen: as in :meth:`try_out`.
            totals: as in :meth:`try_out`.
        """
        wanted: cython.int[::1] = suits  # type: ignore[assignment]
        held: cython.ulonglong[::1] = worlds  # type: ignore[assignment]
        sums: cython.double[::1] = totals  # type: ignore[assignment]
        which: cython.int[::1] = chosen  # type: ignore[assignment]
        team: cython.int = seat % 2
        i: cython.int
        count: cython.int = len(chosen)  # type: ignore[arg-type]
        choices: cython.int = len(suits)  # type: ignore[arg-type]
        at: cython.int
        with cython.nogil:
            self.keep()
            for i in range(count):
                for at in range(choices):
                    self.trump = wanted[at]
                    self.hold(held, which[i])
                    self.finish()
                    sums[at] += self.value(team)
                    self.restore()
            self.trump = -1

    def weigh_worlds(self, seat: int, worlds: object, number: int, weights: object) -> None:
        """How well worlds agree with what the others have bid, and the suit that was named.

        Args:
            seat: whose own doing tells it nothing.
            worlds: as in :meth:`try_out`; the cards that were played come on top.
            number: of worlds.
            weights: of each world (array of double).
        """
        held: cython.ulonglong[::1] = worlds  # type: ignore[assignment]
        out: cython.double[::1] = weights  # type: ignore[assignment]
        me: cython.int = seat
        count: cython.int = number
        world: cython.int
        with cython.nogil:
            for world in range(count):
                out[world] = self._agreement(me, held, world * SEATS)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _agreement(
        self, me: cython.int, held: cython.ulonglong[::1], base: cython.int
    ) -> cython.double:
        """How well one world does."""
        place: cython.int
        other: cython.int
        lack: cython.int
        trump: cython.int = self.trump
        found: cython.double = 1.0
        far: cython.double
        hand: cython.ulonglong
        for place in range(self.spoken):
            other = (self.dealer + 1 + place) % 4
            if other == me:
                continue
            hand = held[base + other] | self.shown[other]
            lack = self.doubt(place, hand)
            if other == self.declarer and trump >= 0:
                lack += self.promise(hand, self.name_suit(hand)) - self.promise(hand, trump)
            far = lack / 60.0
            found /= 1.0 + far * far
        return found

    def bid_by_rule(self, hand: int) -> int:
        """What a sensible player bids whose turn it is to bid."""
        return self.rule_bid(self.spoken, hand)

    def suit_by_rule(self, hand: int) -> int:
        """The suit of trumps that a sensible player names."""
        return self.name_suit(hand)

    def promised(self, hand: int, trump: int) -> int:
        """See :meth:`promise`."""
        return self.promise(hand, trump)

    def parts_of(self, hand: int, trump: int) -> list[int]:
        """What is counted in a hand."""
        self._count_parts(hand, trump)
        return list(self.parts)[: NO_PARTS if trump < 0 else PARTS]
