"""Kaiser played out by rule: how a sensible player plays, and what comes of it.

The rules of the game itself are those of :mod:`games.kaiser`; the tests hold the two against each
other. What a player chooses depends on its own hand and on what everybody has seen: of each card
it weighs how likely its team takes the trick then, what the trick is worth, and what the card
would still be worth later.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # pragma: no cover - only without Cython
    from solver.kernels import cython_stand_in as cython

if cython.compiled:
    from cython.cimports.games.kernels.table import Table
    from cython.cimports.solver.kernels.bits import ONE, count_bits, first_bit
else:
    from games.kernels.table import Table
    from solver.kernels.bits import ONE, count_bits, first_bit

__all__ = ["COMPILED", "REASONS", "KaiserTable"]

SEATS = cython.declare(cython.int, 4)
FIVE = cython.declare(cython.int, 29)
THREE = cython.declare(cython.int, 40)
POINTED = cython.declare(cython.ulonglong, ONE << 29 | ONE << 40)
HEARTS = cython.declare(cython.int, 2)
SPADES = cython.declare(cython.int, 3)
SUIT = cython.declare(cython.ulonglong, 0x1FFF)

#: Seven to ace of each suit, with 5H and 3S in the place of two sevens.
PACK = 0x1FE0 | 0x1FE0 << 13 | 0x1FC8 << 26 | 0x1FC2 << 39

# In tenths of a point: what each trick is worth where one that is lost decides.
ALL_OF_IT = cython.declare(cython.int, 400)
#: The contract of 40; other bids are twice their number, and one more without trumps.
FORTY = cython.declare(cython.int, 80)

#: Why a card was chosen, by :attr:`KaiserTable.reason`.
REASONS = (
    "drawing trumps",
    "cashing a winner",
    "leading towards the partner",
    "throwing the three of spades",
    "smearing the five of hearts",
    "second hand low",
    "third hand high enough",
    "taking it as cheaply as can be",
    "ruffing",
    "the partner has it",
    "it can't be won",
)
DRAW = cython.declare(cython.int, 0)
CASH = cython.declare(cython.int, 1)
TOWARDS = cython.declare(cython.int, 2)
THROW_THREE = cython.declare(cython.int, 3)
SMEAR = cython.declare(cython.int, 4)
SECOND_LOW = cython.declare(cython.int, 5)
THIRD_HIGH = cython.declare(cython.int, 6)
CHEAP = cython.declare(cython.int, 7)
RUFF = cython.declare(cython.int, 8)
PARTNERS = cython.declare(cython.int, 9)
LOST = cython.declare(cython.int, 10)

#: Whether this module runs compiled.
COMPILED = bool(cython.compiled)


@cython.cclass
class KaiserTable(Table):
    """A deal of kaiser in play.

    Attributes:
        declarer: who has won the auction; -1 before.
        bid: the contract: twice its number, one more without trumps; 80 for 40.
        three_trick_rule, must_bid, target, floor: options; ``must_bid`` is ``must_bid_to_win``.
        cap: the option; above all scores for none.
        left: deals that may still come after this one.
        totals: the score sheet before the deal, by team.
        three_taker: who has taken the three of spades; -1 before.
        shown: the cards that each seat has played.
        sheet: the score sheet after the deal, once it is settled.
    """

    if not cython.compiled:
        __slots__ = (
            "bid", "cap", "declarer", "floor", "kept_three", "lacking", "left", "must_bid", "row",
            "shares", "sheet", "shown", "target", "three_taker", "three_trick_rule", "totals",
        )  # fmt: skip

    def __init__(self) -> None:
        super().__init__(4)
        self.pack = PACK
        self.declarer = self.three_taker = self.kept_three = -1
        self.bid = 0
        self.three_trick_rule = self.must_bid = False
        self.cap = 47
        self.target = 52
        self.floor = -52
        self.left = 100
        self.totals = array("i", [0, 0])
        self.sheet = array("i", [0, 0])
        self.shown = array("Q", bytes(8 * 4))
        # By suit, as who chooses sees it: that a seat that may have it doesn't, in percent; and
        # where the shares begin of the seats that may.
        self.lacking = array("i", bytes(4 * 4))
        self.row = array("i", bytes(4 * 4))
        # In percent: that a given one of 1 to 3 seats holds one of 0 to 8 cards that they hold.
        self.shares = array("i", bytes(4 * 36))
        for holders in range(1, 4):
            for number in range(9):
                none = (holders - 1) ** number * 100 // holders**number
                self.shares[9 * holders + number] = 100 - none

    # The rules.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def lay(self, card: cython.int) -> cython.void:
        """Play a card, and what follows of it."""
        taker: cython.int
        points: cython.int = 1
        i: cython.int
        self.shown[self.turn] |= ONE << card
        taker = self.put(card)
        if taker < 0:
            return
        for i in range(SEATS - (self.skipped >= 0)):
            if self.trick[i] == FIVE:
                points += 5
            elif self.trick[i] == THREE:
                points -= 3
                self.three_taker = taker
        self.points[taker] += points

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def taken(self, team: cython.int) -> cython.int:
        """The points of a team's tricks."""
        if self.three_trick_rule and self.three_taker >= 0 and self.three_taker % 2 == team:
            if self.tricks[team] + self.tricks[team + 2] < 3:
                return -3
        return self.points[team] + self.points[team + 2]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _settle(self) -> cython.void:
        """Write the deal down on the score sheet."""
        bidders: cython.int = self.declarer % 2
        others: cython.int = 1 - bidders
        number: cython.int = self.bid // 2
        own: cython.int = self.taken(bidders)
        points: cython.int = self.taken(others)
        before: cython.int = self.totals[others]
        if self.bid == FORTY:
            own = number if self.tricks[self.declarer] == 8 else -number
        else:
            if own < number:
                own = -number
            if self.bid % 2:
                own *= 2
        if points > 0:
            if before >= self.cap:
                points = 0
            elif self.must_bid and before + points > self.target - 1:
                points = self.target - 1 - before
                if points < 0:
                    points = 0
        self.sheet[bidders] = self.totals[bidders] + own
        self.sheet[others] = before + points

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def value(self, team: cython.int) -> cython.double:
        """How well a team stands after the deal: 100 has won, -100 has lost, 0 is even."""
        own: cython.int
        others: cython.int
        bidders: cython.int = self.declarer % 2
        self._settle()
        own = self.sheet[bidders]
        others = self.sheet[1 - bidders]
        if own >= self.target or (own > self.floor and others <= self.floor):
            return 100.0 if team == bidders else -100.0
        if own <= self.floor or others >= self.target:
            return -100.0 if team == bidders else 100.0
        return self.standing(self.sheet[team], self.sheet[1 - team], self.left)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def standing(self, own: cython.int, others: cython.int, left: cython.int) -> cython.double:
        """How well a team stands that has so many points while the game goes on."""
        ahead: cython.double = own - others
        most: cython.int = own if own > others else others
        least: cython.int = others if own > others else own
        way: cython.double = self.target - most
        if least - self.floor < way:
            way = least - self.floor
        if left == 0:
            return 0.0 if own == others else (100.0 if own > others else -100.0)
        # A lead counts for more the sooner the game is over.
        way = 10.0 + 0.8 * way
        if way > 12.0 * left:
            way = 12.0 * left
        return 100.0 * ahead / (way + (ahead if ahead > 0 else -ahead))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def worth(self, seat: cython.int) -> cython.double:
        """How well a seat's team stands after the deal."""
        return self.value(seat % 2)

    # What a seat can tell.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _look(self, seat: cython.int) -> cython.ulonglong:
        """See what a seat can tell of each suit; the cards that it can't see."""
        out: cython.ulonglong = self.unseen(seat)
        suit: cython.int
        other: cython.int
        holders: cython.int
        number: cython.int
        for suit in range(4):
            holders = 0
            for other in range(SEATS):
                if other != seat and not self.voids[other] >> suit & 1:
                    holders += 1
            number = count_bits(out >> (13 * suit) & SUIT)
            self.row[suit] = 9 * holders
            self.lacking[suit] = 100 if number == 0 else 100 - self.shares[9 * holders + number]
        return out

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _beats(
        self, other: cython.int, best: cython.int, led: cython.int, out: cython.ulonglong
    ) -> cython.int:
        """In percent: that a seat still to come can beat a card, as who has looked sees it."""
        suit: cython.int = best // 13
        lacks: cython.bint = self.voids[other] >> led & 1
        chance: cython.int = 0
        trumps: cython.ulonglong
        void: cython.int
        if suit == led and not lacks:
            chance = count_bits(out >> best & (SUIT >> (best % 13)) & ~ONE)
            if chance:
                chance = self.shares[self.row[led] + chance]
        if self.trump < 0 or led == self.trump or self.voids[other] >> self.trump & 1:
            return chance
        trumps = out >> (13 * self.trump) & SUIT
        if suit == self.trump:
            trumps &= ~((ONE << (best % 13)) - 1)
        if trumps == 0:
            return chance
        void = 100 if lacks else self.lacking[led]
        chance += void * self.shares[self.row[self.trump] + count_bits(trumps)] // 100
        return chance if chance < 100 else 100

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _chance(self, seat: cython.int, card: cython.int, out: cython.ulonglong) -> cython.int:
        """In percent: that the seat's team takes the trick if the seat plays a card to it."""
        led: cython.int = card // 13
        best: cython.int = card
        taker: cython.int = seat
        other: cython.int = seat
        left: cython.int = SEATS - (self.skipped >= 0) - self.played - 1
        # That the best card on the table holds, that the partner takes it over, or an opponent.
        holds: cython.int = 100
        partner: cython.int = 0
        opponents: cython.int = 0
        top: cython.int
        x: cython.int
        if self.played:
            led = self.trick[0] // 13
            if card // 13 != self.best // 13:
                if card // 13 != self.trump:
                    best = self.best
            elif card < self.best:
                best = self.best
            if best != card:
                taker = self.taker
        if (taker - seat) % 2:
            opponents = 100
            holds = 0
        while left:
            left -= 1
            other = self.after(other)
            x = self._beats(other, best, led, out)
            if other == (seat + 2) % 4:
                if holds == 0 and opponents == 100 and (taker - seat) % 2:
                    x = opponents * x // 100
                else:
                    # An opponent has gone over already: only the top of what is out helps.
                    top = self.shares[self.row[led] + 1]
                    if self.voids[other] >> led & 1:
                        top = x
                    x = opponents * top // 100
                opponents -= x
                partner += x
            else:
                opponents += holds * x // 100 + partner // 5
                partner -= partner // 5
                holds -= holds * x // 100
        return holds + partner

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _keeping(self, seat: cython.int, card: cython.int, out: cython.ulonglong) -> cython.int:
        """What a card may still be worth later, in thousandths of a point."""
        suit: cython.int = card // 13
        rank: cython.int = card % 13
        theirs: cython.ulonglong = out >> (13 * suit) & SUIT
        higher: cython.int = count_bits(theirs >> rank)
        own: cython.int = count_bits(self.hands[seat] >> (13 * suit) & SUIT)
        worth: cython.int = 12 * rank
        if card == FIVE:
            return 1200
        if card == THREE:
            return 1000  # Better thrown to the opponents than played idly.
        if suit == self.trump:
            return worth + (1450 if higher == 0 else 700)
        if theirs == 0:
            return worth + 300
        if higher == 0:
            return worth + 550
        if higher == 1 and own > 1:
            return worth + 200
        if higher == 2 and own > 2:
            return worth + 100
        return worth

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def pick(self, seat: cython.int, may: cython.ulonglong) -> cython.int:
        """The card that a sensible player plays."""
        left: cython.ulonglong = may
        out: cython.ulonglong
        card: cython.int
        last: cython.int = -1
        best: cython.int = -1
        score: cython.int
        best_score: cython.int = -(1 << 28)
        chance: cython.int
        # That the team takes the trick with a card that isn't the best on the table.
        idle: cython.int = -1
        out = self._look(seat)
        while left:
            card = first_bit(left)
            left &= left - 1
            if last >= 0 and last // 13 == card // 13 and not POINTED >> last & 1:
                if out >> last & ((ONE << (card - last)) - 1) == 0 and (
                    self.played == 0 or self._takes(last) == self._takes(card)
                ):
                    last = card
                    continue  # As good as the one below.
            last = card
            if self.played and not self._takes(card):
                if idle < 0:
                    idle = self._chance(seat, card, out)
                chance = idle
            else:
                chance = self._chance(seat, card, out)
            score = self._weigh(seat, card, chance, out)
            if score > best_score:
                best_score = score
                best = card
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _takes(self, card: cython.int) -> cython.bint:
        """Whether a card beats those on the table, of which there are some."""
        if card // 13 == self.best // 13:
            return card > self.best
        return card // 13 == self.trump

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _weigh(
        self, seat: cython.int, card: cython.int, chance: cython.int, out: cython.ulonglong
    ) -> cython.int:
        """What playing a card is worth that takes the trick with a chance; thousandths."""
        led: cython.int = card // 13 if self.played == 0 else self.trick[0] // 13
        # Of the trick, in tenths of a point.
        worth: cython.int = 10
        i: cython.int
        bonus: cython.int = 0
        for i in range(self.played):
            if self.trick[i] == FIVE:
                worth += 50
            elif self.trick[i] == THREE:
                worth -= 30
        if card == FIVE:
            worth += 50
        elif card == THREE:
            worth -= 30
        if led == HEARTS and out >> FIVE & 1:
            worth += 5
        elif led == SPADES and out >> THREE & 1:
            worth -= 6
        if self.bid == FORTY:
            worth += ALL_OF_IT
        if self.played == 0 and led == self.trump and (seat - self.declarer) % 2 == 0:
            if out >> (13 * led) & SUIT and not (
                self.voids[(seat + 1) % 4] & self.voids[(seat + 3) % 4] & 1 << led
            ):
                bonus = 600
        return worth * (2 * chance - 100) - self._keeping(seat, card, out) + bonus

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _explain(self, seat: cython.int, card: cython.int, out: cython.ulonglong) -> cython.void:
        """Say why a card was chosen."""
        suit: cython.int = card // 13
        chance: cython.int = self._chance(seat, card, out)
        if card == THREE and chance < 50:
            self.reason = THROW_THREE
        elif card == FIVE and chance >= 50:
            self.reason = SMEAR
        elif self.played == 0:
            if (
                suit == self.trump
                and out >> (13 * suit) & SUIT
                and ((seat - self.declarer) % 2 == 0)
            ):
                self.reason = DRAW
            elif out >> card & (SUIT >> (card % 13)) == 0:
                self.reason = CASH
            else:
                self.reason = TOWARDS
        elif self._takes(card):
            if suit != self.trick[0] // 13:
                self.reason = RUFF
            elif self.played == 2 and SEATS - (self.skipped >= 0) == 4:
                self.reason = THIRD_HIGH
            else:
                self.reason = CHEAP
        elif (self.taker - seat) % 2 == 0:
            self.reason = PARTNERS
        elif self.played == 1 and self.skipped < 0:
            self.reason = SECOND_LOW
        else:
            self.reason = LOST

    # Playing out.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep(self) -> cython.void:
        """Remember how the deal stands, but for the hands."""
        Table.keep(self)
        self.kept_three = self.three_taker

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def restore(self) -> cython.void:
        """Back to what was kept."""
        seat: cython.int
        Table.restore(self)
        self.three_taker = self.kept_three
        for seat in range(SEATS):
            self.shown[seat] &= self.gone

    def contract(self, declarer: int, bid: int, trump: int, skipped: int) -> None:
        """The auction has been won; trump and skipped are -1 for none."""
        self.declarer = declarer
        self.bid = bid
        self.trump = trump
        self.skipped = skipped

    def best_card(self, seat: int) -> int:
        """What a sensible player plays; :attr:`reason` tells why."""
        card: cython.int = self.choose(seat)
        self._explain(seat, card, self._look(seat))
        return card

    def points_of(self, team: int) -> int:
        """What a team has taken."""
        return self.taken(team)

    def totals_after(self) -> tuple[int, int]:
        """The score sheet after a deal that is over."""
        self._settle()
        return self.sheet[0], self.sheet[1]

    def stands(self, team: int) -> float:
        """How well a team stands after a deal that is over."""
        return self.value(team)
