"""Spades played out by rule: how a sensible player bids and plays, and what comes of it.

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
    "the only card",
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
ONLY = cython.declare(cython.int, 0)
SURE = cython.declare(cython.int, 1)
LOW = cython.declare(cython.int, 2)
DRAW = cython.declare(cython.int, 3)
SHORT = cython.declare(cython.int, 4)
PARTNER = cython.declare(cython.int, 5)
CHEAP = cython.declare(cython.int, 6)
THIRD = cython.declare(cython.int, 7)
SECOND = cython.declare(cython.int, 8)
HOPELESS = cython.declare(cython.int, 9)
RUFF = cython.declare(cython.int, 10)
AWAY = cython.declare(cython.int, 11)
BAGS = cython.declare(cython.int, 12)
NIL = cython.declare(cython.int, 13)
COVER = cython.declare(cython.int, 14)
AGAINST = cython.declare(cython.int, 15)

# Of :attr:`SpadesTable.worth`.
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
        count: cards that were played.
        broken: whether spades are.
        nil_counts: a bid of 0 is a nil; nil_helps: its tricks help the partner's bid.
        bids: of each seat, -1 before it has bid; blind: 1 for a blind nil.
        sheet: points of both teams, then bags of both.
        worth: nil, blind nil, bags that are full (0: never), their penalty, boston, target,
            floor, 1 if two nils count as a pair.
        reason: of the last choice, a place in :data:`REASONS`.
    """

    if not cython.compiled:
        __slots__ = (
            "bids", "blind", "broken", "count", "first_lead", "kept", "kept_gone", "nil_counts",
            "new_bags", "nil_helps", "reason", "sheet", "worth",
        )  # fmt: skip

    def __init__(self) -> None:
        super().__init__(4)
        self.trump = 3
        self.first_lead = self.count = self.reason = self.new_bags = 0
        self.broken = self.nil_helps = False
        self.nil_counts = True
        self.bids = array("i", [-1] * 4)
        self.blind = array("i", [0] * 4)
        self.sheet = array("i", [0] * 4)
        self.worth = array("i", [100, 200, 10, 100, 0, 500, -500, 0])
        self.kept_gone = array("Q", bytes(8))
        self.kept = array("i", bytes(4 * 40))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def legal(self, seat: cython.int) -> cython.ulonglong:
        """The cards that may be played on one's turn."""
        may: cython.ulonglong = self.follow(seat)
        if self.played:
            return may
        if self.count == 0 and self.first_lead == 1:
            return ONE
        if self.broken or (self.count == 0 and self.first_lead == 2):
            return may
        return may & ~SPADES if may & ~SPADES else may

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def lay(self, card: cython.int) -> cython.void:
        """Play a card, and what follows of it."""
        if card >= 39:
            self.broken = True
        self.count += 1
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
    def choose(self, seat: cython.int) -> cython.int:
        """The card that a sensible player plays."""
        may: cython.ulonglong = self.legal(seat)
        partner: cython.int = seat ^ 2
        need: cython.int
        theirs: cython.int
        left: cython.int
        wants: cython.bint
        if may & (may - 1) == 0:
            self.reason = ONLY
            return first_bit(may)
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
        wants = need > 0 or (theirs > 0 and left - theirs <= 1)
        if self.played == 0:
            return self._lead(seat, may, wants)
        # A nil of theirs is worth more than a trick.
        if self._nil_lives(self.taker) and (self.taker ^ seat) & 1:
            if may & ~self._beating(may):
                self.reason = AGAINST
                return self._highest(may & ~self._beating(may))
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
    def finish(self) -> cython.void:
        """Play the deal to its last card."""
        while self.hands[self.turn]:
            self.lay(self.choose(self.turn))

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
                value = self.worth[BLIND_VALUE] if self.blind[seat] else self.worth[NIL_VALUE]
                if self.tricks[seat]:
                    failed += 1
                    points -= value
                else:
                    points += value
                if self.nil_helps:
                    helping += self.tricks[seat]
            else:
                helping += self.tricks[seat]
        if nils == 2 and failed == 1 and self.worth[PAIRED]:
            points = 0
            for seat in range(team, 4, 2):
                points -= self.worth[BLIND_VALUE] if self.blind[seat] else self.worth[NIL_VALUE]
        if helping >= bid:
            points += 10 * bid
            self.new_bags = tricks - bid
        else:
            points -= 10 * bid
            self.new_bags = tricks - helping
        if tricks == 13:
            points += self.worth[BOSTON]
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
        if own >= self.worth[TARGET] or others >= self.worth[TARGET]:
            return value + (VICTORY if value > 0 else -VICTORY if value < 0 else 0)
        if own <= self.worth[FLOOR] or others <= self.worth[FLOOR]:
            return value + (VICTORY if value > 0 else -VICTORY if value < 0 else 0)
        if self.worth[FULL]:
            value -= (dues - self.new_bags) * self.worth[PENALTY] // self.worth[FULL]
        return value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _total(self, team: cython.int) -> cython.int:
        """A team's points after the deal; its bags are in ``new_bags``."""
        total: cython.int = self.sheet[team] + self._team_points(team)
        self.new_bags += self.sheet[2 + team]
        while self.worth[FULL] and self.new_bags >= self.worth[FULL]:
            self.new_bags -= self.worth[FULL]
            total -= self.worth[PENALTY]
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _keep(self) -> cython.void:
        """Remember how the deal stands, but for the hands."""
        i: cython.int
        for i in range(4):
            self.kept[i] = self.trick[i]
            self.kept[4 + i] = self.voids[i]
            self.kept[8 + i] = self.tricks[i]
            self.kept[12 + i] = self.bids[i]
            self.kept[16 + i] = self.blind[i]
        self.kept[24] = self.played
        self.kept[25] = self.leader
        self.kept[26] = self.turn
        self.kept[27] = self.taker
        self.kept[28] = self.best
        self.kept[29] = self.count
        self.kept[30] = self.broken
        self.kept_gone[0] = self.gone

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _restore(self) -> cython.void:
        """Back to what was kept."""
        i: cython.int
        for i in range(4):
            self.trick[i] = self.kept[i]
            self.voids[i] = self.kept[4 + i]
            self.tricks[i] = self.kept[8 + i]
            self.bids[i] = self.kept[12 + i]
            self.blind[i] = self.kept[16 + i]
        self.played = self.kept[24]
        self.leader = self.kept[25]
        self.turn = self.kept[26]
        self.taker = self.kept[27]
        self.best = self.kept[28]
        self.count = self.kept[29]
        self.broken = self.kept[30] != 0
        self.gone = self.kept_gone[0]

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
                if self.worth[NIL_VALUE] >= 50:
                    return 0
        if self.bids[partner] == 0 and self.nil_counts:
            strength -= 60  # High cards will have to cover.
        for other in range(4):
            if self.bids[other] > 0:
                total += self.bids[other]
        bid = (strength + 40) // 100
        # The last to speak knows what is left.
        if self.bids[(seat + 1) & 3] >= 0 and total + bid > 13:
            bid = 13 - total
        if bid < 1:
            bid = 1
        return bid

    def set_up(self, bids: object, blind: object, sheet: object, worth: object) -> None:
        """How the deal was bid, and what counts; see the attributes."""
        self.bids = array("i", bids)  # type: ignore[arg-type]
        self.blind = array("i", blind)  # type: ignore[arg-type]
        self.sheet = array("i", sheet)  # type: ignore[arg-type]
        self.worth = array("i", worth)  # type: ignore[arg-type]

    def bid_for(self, seat: int, hand: int) -> int:
        """What a sensible player bids."""
        return self._bid(seat, hand)

    def strength_of(self, hand: int) -> int:
        """How many hundredths of a trick a hand is good for."""
        return self._strength(hand)

    def nil_risk_of(self, hand: int) -> int:
        """How far a hand is from a safe nil."""
        return self._nil_risk(hand)

    def best_card(self, seat: int) -> int:
        """What a sensible player plays; :attr:`reason` tells why."""
        return self.choose(seat)

    def lay_card(self, card: int) -> None:
        """Play a card for whose turn it is."""
        self.lay(card)

    def may_play(self, seat: int) -> int:
        """The cards that a seat may play on its turn."""
        return self.legal(seat)

    def value(self, team: int) -> int:
        """What the score sheet is worth to a team after a deal that is over."""
        return self._value(team)

    def total(self, team: int) -> int:
        """A team's points after a deal that is over."""
        return self._total(team)

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

    def try_out(
        self, seat: int, cards: object, worlds: object, chosen: object, totals: object
    ) -> None:
        """Play each of some cards in each of some worlds, and the deal to its end.

        Args:
            seat: whose turn it is.
            cards: what it may play (array of int).
            worlds: the hands of all seats, world by world (array of unsigned 64-bit words).
            chosen: which worlds, by their numbers (array of int).
            totals: what comes of each card is added to it (array of double).
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
        other: cython.int
        with cython.nogil:
            self._keep()
            for i in range(count):
                for at in range(choices):
                    for other in range(4):
                        self.hands[other] = held[which[i] * 4 + other]
                    self.lay(wanted[at])
                    self.finish()
                    sums[at] += self._value(me & 1)
                    self._restore()

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
        other: cython.int
        with cython.nogil:
            self._keep()
            for i in range(count):
                for at in range(choices):
                    for other in range(4):
                        self.hands[other] = held[which[i] * 4 + other]
                        if first < 0 and self.hands[other] & 1:
                            self.turn = other
                    if first >= 0:
                        self.turn = first
                    self.bids[me] = wanted[at]
                    for n in range(1, 4):
                        other = (me + n) & 3
                        if self.bids[other] < 0:
                            self.bids[other] = self._bid(other, self.hands[other])
                    self.finish()
                    sums[at] += self._value(me & 1)
                    self._restore()
