"""Spades played out by rule: how a sensible player plays, and what comes of it.

The rules of the game itself are those of :mod:`games.spades`; the tests hold the two against each
other. What a player chooses depends on its own hand and on what everybody has seen.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # pragma: no cover - only without Cython
    from solver.kernels import cython_stand_in as cython

if cython.compiled:
    from cython.cimports.games.kernels.table import Table
    from cython.cimports.solver.kernels.bits import ONE, count_bits, first_bit, last_bit
else:
    from games.kernels.table import Table
    from solver.kernels.bits import ONE, count_bits, first_bit, last_bit

__all__ = ["COMPILED", "REASONS", "SpadesTable"]

SUIT = cython.declare(cython.ulonglong, 0x1FFF)
SPADES = cython.declare(cython.ulonglong, 0x1FFF << 39)

#: Why a card was chosen, by :attr:`SpadesTable.reason`.
REASONS = (
    "a sure trick",
    "a low lead",
    "drawing trumps",
    "short suit, to ruff",
    "the partner has it",
    "as cheap as it can be won",
    "high in third place",
    "low in second place",
    "it can't be won",
    "ruffing",
    "out of the way",
    "no more bags",
    "keeping the nil",
    "covering the nil",
    "against the nil",
)
SURE = cython.declare(cython.int, 0)
LOW = cython.declare(cython.int, 1)
DRAW = cython.declare(cython.int, 2)
SHORT = cython.declare(cython.int, 3)
PARTNER = cython.declare(cython.int, 4)
CHEAP = cython.declare(cython.int, 5)
THIRD = cython.declare(cython.int, 6)
SECOND = cython.declare(cython.int, 7)
HOPELESS = cython.declare(cython.int, 8)
RUFF = cython.declare(cython.int, 9)
AWAY = cython.declare(cython.int, 10)
BAGS = cython.declare(cython.int, 11)
NIL = cython.declare(cython.int, 12)
COVER = cython.declare(cython.int, 13)
AGAINST = cython.declare(cython.int, 14)

# Of :attr:`SpadesTable.prices`.
NIL_VALUE = cython.declare(cython.int, 0)
BLIND_VALUE = cython.declare(cython.int, 1)
FULL = cython.declare(cython.int, 2)
PENALTY = cython.declare(cython.int, 3)
BOSTON = cython.declare(cython.int, 4)
TARGET = cython.declare(cython.int, 5)
FLOOR = cython.declare(cython.int, 6)
PAIRED = cython.declare(cython.int, 7)
# What winning the game is worth beyond its points.
VICTORY = cython.declare(cython.int, 250)

#: Whether this module runs compiled.
COMPILED = bool(cython.compiled)


@cython.cclass
class SpadesTable(Table):
    """A deal of spades in play.

    Attributes:
        first_lead: what begins the deal: 0 no spade, 1 the two of clubs, 2 anything.
        broken: whether spades are.
        nil_counts: a bid of 0 is a nil; nil_helps: its tricks help the partner's bid.
        bids: of each seat, -1 before it has bid; blind: 1 for a blind nil.
        sheet: points of both teams, then bags of both.
        left: deals that may still come after this one.
        prices: nil, blind nil, bags that are full (0: never), their penalty, boston, target,
            floor, 1 if two nils count as a pair.
    """

    if not cython.compiled:
        __slots__ = (
            "bids", "blind", "broken", "first_lead", "kept_broken", "left", "new_bags",
            "nil_counts", "nil_helps", "prices", "sheet",
        )  # fmt: skip

    def __init__(self) -> None:
        super().__init__(4)
        self.trump = 3
        self.first_lead = self.new_bags = 0
        self.left = 100
        self.broken = self.kept_broken = self.nil_helps = False
        self.nil_counts = True
        self.bids = array("i", [-1] * 4)
        self.blind = array("i", [0] * 4)
        self.sheet = array("i", [0] * 4)
        self.prices = array("i", [100, 200, 10, 100, 0, 500, -500, 0])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def legal(self, seat: cython.int) -> cython.ulonglong:
        """The cards that may be played on one's turn."""
        may: cython.ulonglong = self.follow(seat)
        if self.played:
            return may
        if self.gone == 0 and self.first_lead == 1:
            return ONE
        if self.broken or (self.gone == 0 and self.first_lead == 2):
            return may
        return may & ~SPADES if may & ~SPADES else may

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def lay(self, card: cython.int) -> cython.void:
        """Play a card, and what follows of it."""
        if card >= 39:
            if self.played == 0 and not self.broken and (self.gone or self.first_lead != 2):
                self.voids[self.turn] |= 7  # Else it would have led something else.
            self.broken = True
        self.put(card)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_nil(self, seat: cython.int) -> cython.bint:
        return self.nil_counts and self.bids[seat] == 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _nil_lives(self, seat: cython.int) -> cython.bint:
        return self._is_nil(seat) and self.tricks[seat] == 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _need(self, team: cython.int) -> cython.int:
        """How many tricks a team's bid still needs; below 0 what is over."""
        seat: cython.int
        need: cython.int = 0
        for seat in range(team, 4, 2):
            if self.bids[seat] > 0:
                need += self.bids[seat]
            if not self._is_nil(seat) or self.nil_helps:
                need -= self.tricks[seat]
        return need

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _lowest(self, may: cython.ulonglong) -> cython.int:
        """The card of the lowest rank, of other suits before spades."""
        suit: cython.int
        rank: cython.int
        best: cython.int = -1
        best_rank: cython.int = 99
        mine: cython.ulonglong
        for suit in range(4):
            mine = may >> (13 * suit) & SUIT
            if mine:
                rank = first_bit(mine) + (20 if suit == 3 else 0)
                if rank < best_rank:
                    best_rank = rank
                    best = 13 * suit + first_bit(mine)
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _highest(self, may: cython.ulonglong) -> cython.int:
        """The card of the highest rank, of other suits before spades."""
        suit: cython.int
        rank: cython.int
        best: cython.int = -1
        best_rank: cython.int = -99
        mine: cython.ulonglong
        for suit in range(4):
            mine = may >> (13 * suit) & SUIT
            if mine:
                rank = last_bit(mine) - (20 if suit == 3 else 0)
                if rank > best_rank:
                    best_rank = rank
                    best = 13 * suit + last_bit(mine)
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _beating(self, may: cython.ulonglong) -> cython.ulonglong:
        """The cards that would take the lead in the trick on the table."""
        suit: cython.int = self.best // 13
        found: cython.ulonglong = may & (SUIT << (13 * suit)) & ~((ONE << self.best) - 1)
        if suit != 3:
            found |= may & SPADES
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_boss(self, seat: cython.int, card: cython.int) -> cython.bint:
        """Whether nobody else can hold a higher card of its suit."""
        suit: cython.int = card // 13
        return self.unseen(seat) & (SUIT << (13 * suit)) & ~((ONE << card) - 1) == 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def pick(self, seat: cython.int, may: cython.ulonglong) -> cython.int:
        """The card that a sensible player plays."""
        partner: cython.int = seat ^ 2
        need: cython.int
        theirs: cython.int
        left: cython.int
        wants: cython.bint
        under: cython.ulonglong
        if self._nil_lives(seat):
            self.reason = NIL
            return self._nil_plays(seat, may)
        if self._nil_lives(partner):
            need = self._covers(seat, may)
            if need >= 0:
                self.reason = COVER
                return need
        need = self._need(seat & 1)
        theirs = self._need(1 - (seat & 1))
        left = count_bits(self.hands[seat])
        # Tricks are wanted for the bid, or to break theirs while that is near.
        wants = need > 0 or (theirs > 0 and 0 <= left - theirs <= 1)
        if self.played == 0:
            return self._lead(seat, may, wants)
        # A nil of theirs is worth more than a trick.
        if self._nil_lives(self.taker) and (self.taker ^ seat) & 1:
            under = may & ~self._beating(may)
            if under:
                self.reason = AGAINST
                if under & SUIT << (self.trick[0] // 13 * 13):
                    return self._highest(under)
                return self._throw(seat, under, wants)
        if may & SUIT << (self.trick[0] // 13 * 13):
            return self._follow(seat, may, wants)
        return self._throw(seat, may, wants)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _nil_plays(self, seat: cython.int, may: cython.ulonglong) -> cython.int:
        """As high as goes without taking the trick."""
        under: cython.ulonglong
        suit: cython.int
        card: cython.int
        cost: cython.int
        best: cython.int = -1
        best_cost: cython.int = 1 << 28
        mine: cython.ulonglong
        out: cython.ulonglong = self.unseen(seat)
        if self.played == 0:
            for suit in range(4):
                mine = may >> (13 * suit) & SUIT
                if mine:
                    card = 13 * suit + first_bit(mine)
                    # Many higher cards about, and few lower ones.
                    cost = 10 * count_bits(
                        out & (SUIT << (13 * suit)) & ((ONE << card) - 1)
                    ) - 4 * count_bits(out & (SUIT << (13 * suit)) & ~((ONE << card) - 1))
                    if suit == 3:
                        cost += 30
                    if cost < best_cost:
                        best_cost = cost
                        best = card
            return best
        under = may & ~self._beating(may)
        if under:
            # Spades are the danger, then whatever is high.
            if under & SPADES:
                return last_bit(under & SPADES)
            return self._highest(under)
        if self.played == 3:
            return self._highest(may)
        return self._lowest(may)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _covers(self, seat: cython.int, may: cython.ulonglong) -> cython.int:
        """A card that keeps the partner's nil from failing; -1 if any will do."""
        partner: cython.int = seat ^ 2
        beating: cython.ulonglong
        suited: cython.ulonglong
        if self.played == 0:
            # What is high takes the trick from the partner.
            suited = may & ~SPADES
            if suited == 0:
                suited = may
            return self._highest(suited)
        beating = self._beating(may)
        suited = may & SUIT << (self.trick[0] // 13 * 13)
        if self.taker == partner:
            if beating:
                # As low as does it; who plays after may go over it, but not the partner.
                if beating & (SUIT << (self.best // 13 * 13)):
                    return first_bit(beating & (SUIT << (self.best // 13 * 13)))
                return first_bit(beating)
            return -1
        if self.played < 2 and suited and beating & suited:
            # The partner is still to play.
            return last_bit(beating & suited)
        return -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _lead(self, seat: cython.int, may: cython.ulonglong, wants: cython.bint) -> cython.int:
        out: cython.ulonglong = self.unseen(seat)
        hand: cython.ulonglong = self.hands[seat]
        suit: cython.int
        card: cython.int
        total: cython.int
        own: cython.int
        cost: cython.int
        best: cython.int = -1
        best_cost: cython.int = 1 << 28
        mine: cython.ulonglong
        theirs: cython.ulonglong
        spades_out: cython.int = count_bits(out & SPADES)
        own_spades: cython.int = count_bits(hand & SPADES)
        against: cython.bint = self._nil_lives((seat + 1) & 3) or self._nil_lives((seat + 3) & 3)
        for suit in range(4):
            mine = may >> (13 * suit) & SUIT
            if mine == 0:
                continue
            theirs = out >> (13 * suit) & SUIT
            total = count_bits(theirs)
            own = count_bits(mine)
            # The highest card of the suit.
            card = 13 * suit + last_bit(mine)
            if wants and theirs >> last_bit(mine) == 0 and not against:
                if suit == 3:
                    cost = -60 if spades_out else -50
                    if own_spades >= 4 and spades_out:
                        cost -= 60
                else:
                    # Early: later somebody may ruff it.
                    cost = -100 + (40 if total < 6 and spades_out else 0)
                    if total < 3 and spades_out:
                        cost += 60
                if cost < best_cost:
                    best_cost = cost
                    best = card
                    self.reason = DRAW if suit == 3 and spades_out else SURE
            # The lowest one.
            card = 13 * suit + first_bit(mine)
            if wants:
                cost = 4 * first_bit(mine) + (40 if suit == 3 else 0)
                if suit != 3 and own == 1 and own_spades >= 1 and spades_out:
                    cost -= 25
                cost -= 3 * own
                # From a king or queen one would rather wait.
                if suit != 3 and own <= 3 and last_bit(mine) >= 10 and own > 1:
                    cost += 20
            else:
                cost = 20 * count_bits(theirs & ((ONE << first_bit(mine)) - 1)) - 8 * total
                if total == 0:
                    cost += 200
                if suit == 3:
                    cost += 15
            if cost < best_cost:
                best_cost = cost
                best = card
                self.reason = LOW if wants else BAGS
                if wants and suit != 3 and own == 1 and own_spades:
                    self.reason = SHORT
                if against:
                    self.reason = AGAINST
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _follow(self, seat: cython.int, may: cython.ulonglong, wants: cython.bint) -> cython.int:
        """The suit is there: win it, leave it to the partner, or duck."""
        beating: cython.ulonglong = self._beating(may)
        under: cython.ulonglong = may & ~beating
        partner: cython.int = seat ^ 2
        last: cython.bint = self.played == 3
        out: cython.ulonglong = self.unseen(seat)
        led: cython.int = self.trick[0] // 13
        higher: cython.ulonglong
        if not wants:
            self.reason = BAGS
            if under:
                return last_bit(under)
            return last_bit(may) if last else first_bit(may)
        if self.taker == partner and not self._nil_lives(partner):
            # A card that nobody can beat any more, or the last say.
            higher = out >> self.best & (SUIT >> (self.best % 13))
            if last or (self.best // 13 == led and higher == 0):
                self.reason = PARTNER
                return first_bit(may)
            if self.played == 2 and self.best % 13 >= 10:
                self.reason = PARTNER
                return first_bit(may)
        if beating == 0:
            self.reason = HOPELESS
            return first_bit(may)
        if last:
            self.reason = CHEAP
            return first_bit(beating)
        if self._is_boss(seat, last_bit(beating)):
            self.reason = SURE
            # Of cards that are as good as each other the lowest.
            return last_bit(beating)
        if self.played == 1:
            self.reason = SECOND
            return first_bit(may)
        self.reason = THIRD
        # The fourth may hold anything that is still out: as high as may help.
        if last_bit(beating) >= led * 13 + 8:
            return last_bit(beating)
        return first_bit(beating)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _throw(self, seat: cython.int, may: cython.ulonglong, wants: cython.bint) -> cython.int:
        """Void: ruff, or throw something away."""
        partner: cython.int = seat ^ 2
        ruffs: cython.ulonglong = self._beating(may) & SPADES
        others: cython.ulonglong = may & ~SPADES
        last: cython.bint = self.played == 3
        out: cython.ulonglong = self.unseen(seat)
        under: cython.ulonglong
        suit: cython.int
        own: cython.int
        cost: cython.int
        best: cython.int = -1
        best_cost: cython.int = 1 << 28
        mine: cython.ulonglong
        if wants and ruffs:
            if self.taker == partner and not self._nil_lives(partner):
                if last or self.best // 13 == 3 or self.best % 13 >= 11:
                    ruffs = 0
                elif self.best // 13 != 3 and out >> self.best & (SUIT >> (self.best % 13)) == 0:
                    ruffs = 0
            if ruffs:
                self.reason = RUFF
                return first_bit(ruffs)
        if not wants:
            under = may & SPADES & ~self._beating(may)
            if under:
                self.reason = BAGS
                return last_bit(under)
        if others == 0:
            self.reason = AWAY
            under = may & ~self._beating(may)
            if not wants and under:
                return last_bit(under)
            return first_bit(may)
        if not wants:
            self.reason = BAGS
            return self._highest(others)
        self.reason = PARTNER if self.taker == partner else AWAY
        for suit in range(3):
            mine = others >> (13 * suit) & SUIT
            if mine:
                own = count_bits(mine)
                # Low cards of short suits, but no guard of a high one.
                cost = 6 * first_bit(mine) + 5 * own
                if own == 2 and last_bit(mine) >= 10:
                    cost += 30
                if cost < best_cost:
                    best_cost = cost
                    best = 13 * suit + first_bit(mine)
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _team_points(self, team: cython.int) -> cython.int:
        """What the deal counts for a team; how many bags it brings is in ``new_bags``."""
        seat: cython.int
        bid: cython.int = 0
        helping: cython.int = 0
        tricks: cython.int = 0
        points: cython.int = 0
        nils: cython.int = 0
        failed: cython.int = 0
        value: cython.int = 0
        for seat in range(team, 4, 2):
            tricks += self.tricks[seat]
            bid += self.bids[seat]
            if self._is_nil(seat):
                nils += 1
                value = self.prices[BLIND_VALUE] if self.blind[seat] else self.prices[NIL_VALUE]
                if self.tricks[seat]:
                    failed += 1
                    points -= value
                else:
                    points += value
                if self.nil_helps:
                    helping += self.tricks[seat]
            else:
                helping += self.tricks[seat]
        if nils == 2 and failed == 1 and self.prices[PAIRED]:
            points = 0
            for seat in range(team, 4, 2):
                points -= self.prices[BLIND_VALUE] if self.blind[seat] else self.prices[NIL_VALUE]
        if helping >= bid:
            points += 10 * bid
            self.new_bags = tricks - bid
        else:
            points -= 10 * bid
            self.new_bags = tricks - helping
        if tricks == 13:
            points += self.prices[BOSTON]
        return points + self.new_bags

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _value(self, team: cython.int) -> cython.int:
        """What the score sheet is worth to a team after the deal."""
        own: cython.int = self._total(team)
        value: cython.int
        # Each bag on the sheet is a part of the next penalty.
        dues: cython.int = self.new_bags
        others: cython.int = self._total(1 - team)
        value = own - others
        if (
            self.left == 0
            or own >= self.prices[TARGET]
            or others >= self.prices[TARGET]
            or own <= self.prices[FLOOR]
            or others <= self.prices[FLOOR]
        ):
            return value + (VICTORY if value > 0 else -VICTORY if value < 0 else 0)
        if self.prices[FULL]:
            value -= dues * self.prices[PENALTY] // self.prices[FULL]
            value += self.new_bags * self.prices[PENALTY] // self.prices[FULL]
        return value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def worth(self, seat: cython.int) -> cython.double:
        """What the score sheet is worth to a seat's team after the deal."""
        return self._value(seat & 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _total(self, team: cython.int) -> cython.int:
        """A team's points after the deal; its bags are in ``new_bags``."""
        total: cython.int = self.sheet[team] + self._team_points(team)
        self.new_bags += self.sheet[2 + team]
        while self.prices[FULL] and self.new_bags >= self.prices[FULL]:
            self.new_bags -= self.prices[FULL]
            total -= self.prices[PENALTY]
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep(self) -> cython.void:
        """Remember how the deal stands, but for the hands."""
        Table.keep(self)
        self.kept_broken = self.broken

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def restore(self) -> cython.void:
        """Back to what was kept."""
        Table.restore(self)
        self.broken = self.kept_broken

    def set_up(self, bids: object, blind: object, sheet: object, prices: object) -> None:
        """How the deal was bid, and what counts; see the attributes."""
        self.bids = array("i", bids)  # type: ignore[arg-type]
        self.blind = array("i", blind)  # type: ignore[arg-type]
        self.sheet = array("i", sheet)  # type: ignore[arg-type]
        self.prices = array("i", prices)  # type: ignore[arg-type]

    def value(self, team: int) -> int:
        """What the score sheet is worth to a team after a deal that is over."""
        return self._value(team)

    def total(self, team: int) -> int:
        """A team's points after a deal that is over."""
        return self._total(team)
