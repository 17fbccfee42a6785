"""Hearts played out by rule: how a sensible player plays, and what comes of it.

The rules of the game itself are those of :mod:`games.hearts`; the tests hold the two against each
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

from games.kernels.table import MOST_SEATS

__all__ = ["COMPILED", "REASONS", "HeartsTable"]

QUEEN = cython.declare(cython.int, 49)
SUIT = cython.declare(cython.ulonglong, 0x1FFF)

#: Why a card was chosen, by :attr:`HeartsTable.reason`.
REASONS = (
    "a low lead",
    "getting rid of a high card",
    "drawing out the queen",
    "ducking",
    "taking it while it is free",
    "taking it",
    "throwing the queen",
    "throwing a danger",
    "stopping a moon",
    "shooting the moon",
    "the diamond that counts ten",
)
LOW = cython.declare(cython.int, 0)
HIGH = cython.declare(cython.int, 1)
DRAW_QUEEN = cython.declare(cython.int, 2)
DUCK = cython.declare(cython.int, 3)
FREE = cython.declare(cython.int, 4)
MUST = cython.declare(cython.int, 5)
THROW_QUEEN = cython.declare(cython.int, 6)
THROW = cython.declare(cython.int, 7)
STOP = cython.declare(cython.int, 8)
SHOOT = cython.declare(cython.int, 9)
BONUS = cython.declare(cython.int, 10)

# Points, all of one seat, from which a moon is to be feared.
FEARED = cython.declare(cython.int, 4)
# What winning the game is worth beyond its points.
VICTORY = cython.declare(cython.int, 20)

#: Whether this module runs compiled.
COMPILED = bool(cython.compiled)


@cython.cclass
class HeartsTable(Table):
    """A deal of hearts in play.

    Attributes:
        modern: False in the style of 1913.
        clean_first: no points go to the first trick.
        queen_breaks, queen_waits, queen_excuses: the options ``queen_breaks_hearts``,
            ``queen_lead_needs_broken`` and ``lead_hearts_if_only_queen_else``.
        moon: 0 adds to the others, 1 takes off, 2 is as the shooter likes.
        moon_needs_bonus: the moon needs the diamond too.
        first_card: what must be led first; -1 if anything may be.
        bonus, bonus_taker: the diamond that counts ten less, and who has taken it; -1 for none.
        all_points: of the pack.
        pointed: the cards that have points.
        broken: whether hearts are.
        sheet: points of each before the deal; charged: what the deal adds, once it is over.
        target, reached, tie_ends, left: points that end the game, whether they had been reached
            already, whether it ends too when several have the fewest, and how many deals may
            still come.
    """

    if not cython.compiled:
        __slots__ = (
            "all_points", "bonus", "bonus_taker", "broken", "charged", "clean_first", "first_card",
            "going", "kept_broken", "kept_taker", "left", "modern", "moon", "moon_needs_bonus",
            "pointed", "queen_breaks", "queen_excuses", "queen_waits", "reached", "sheet",
            "target", "tie_ends",
        )  # fmt: skip

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.modern = self.clean_first = True
        self.queen_breaks = self.queen_waits = self.queen_excuses = False
        self.moon_needs_bonus = self.broken = self.kept_broken = False
        self.reached = self.tie_ends = False
        self.moon = self.first_card = 0
        self.bonus = self.bonus_taker = self.kept_taker = -1
        self.target = self.left = 100
        self.sheet = array("i", bytes(4 * MOST_SEATS))
        self.charged = array("i", bytes(4 * MOST_SEATS))
        self.all_points = 26
        self.pointed = SUIT << 26 | ONE << QUEEN
        self.going = array("Q", bytes(8 * MOST_SEATS))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def legal(self, seat: cython.int) -> cython.ulonglong:
        """The cards that may be played on one's turn."""
        may: cython.ulonglong = self.follow(seat)
        some: cython.ulonglong
        if not self.modern:
            return may
        if self.played:
            if self.clean_first and self.in_first_trick():
                if may & SUIT << (self.trick[0] // 13 * 13) == 0 and may & ~self.pointed:
                    return may & ~self.pointed
            return may
        if self.gone == 0:
            return ONE << self.first_card
        if self.broken:
            return may
        some = may & ~(SUIT << 26)
        if self.queen_excuses and some == ONE << QUEEN:
            some = may
        if self.queen_waits:
            some &= ~(ONE << QUEEN)
        return some if some else may

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _points_in(self, number: cython.int) -> cython.int:
        """What the first cards of the trick cost."""
        i: cython.int
        points: cython.int = 0
        for i in range(number):
            if self.trick[i] // 13 == 2:
                points += 1
            elif self.trick[i] == QUEEN and self.modern:
                points += 13
        return points

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _learn(self, card: cython.int) -> cython.void:
        """What a card tells besides the suit that isn't followed."""
        if self.played == 0:
            if card // 13 == 2 and not self.broken:
                # Else it would have led something else; the queen may be left to it.
                self.voids[self.turn] |= 3 if self.queen_waits or self.queen_excuses else 11
        elif self.clean_first and self.in_first_trick() and self.pointed >> card & 1:
            if card // 13 != self.trick[0] // 13:
                self.voids[self.turn] |= 2

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def lay(self, card: cython.int) -> cython.void:
        """Play a card, and what follows of it."""
        taker: cython.int
        i: cython.int
        if card // 13 == 2 and self.played and self.trick[0] // 13 != 2:
            self.broken = True
        if self.modern:
            self._learn(card)
        if card == QUEEN and self.queen_breaks:
            self.broken = True
        taker = self.put(card)
        if taker < 0:
            return
        self.points[taker] += self._points_in(self.seats)
        for i in range(self.seats):
            if self.trick[i] == self.bonus:
                self.bonus_taker = taker

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def pick(self, seat: cython.int, may: cython.ulonglong) -> cython.int:
        """The card that a sensible player plays."""
        if self._shoots(seat):
            self.reason = SHOOT
            return self._take_all(seat, may)
        if self.played == 0:
            return self._lead(seat, may)
        if may & SUIT << (self.trick[0] // 13 * 13):
            return self._follow(seat, may)
        return self._discard(seat, may)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _shooter(self, seat: cython.int) -> cython.int:
        """Another seat that has taken all points so far, and enough to be feared; -1 if none."""
        other: cython.int
        found: cython.int = -1
        for other in range(self.seats):
            if self.points[other]:
                if found >= 0:
                    return -1
                found = other
        if found == seat or found < 0 or not self.modern:
            return -1
        # The queen alone comes to somebody in every deal.
        if self.points[found] >= FEARED and self.points[found] != 13:
            return found
        return -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _shoots(self, seat: cython.int) -> cython.bint:
        """Whether a seat has taken all points so far, and will hardly lose a trick any more."""
        other: cython.int
        suit: cython.int
        higher: cython.int
        own: cython.int
        mine: cython.ulonglong
        theirs: cython.ulonglong
        out: cython.ulonglong
        if not self.modern or self.points[seat] == 0:
            return False
        for other in range(self.seats):
            if self.points[other] and other != seat:
                return False
        out = self.unseen(seat)
        for suit in range(4):
            mine = self.hands[seat] >> (13 * suit) & SUIT
            theirs = out >> (13 * suit) & SUIT
            own = 0
            while mine:
                # Each higher card of one's own draws one of theirs.
                higher = count_bits(theirs >> last_bit(mine))
                if higher > own:
                    return False
                own += 1
                mine &= ~(ONE << last_bit(mine))
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _take_all(self, seat: cython.int, may: cython.ulonglong) -> cython.int:
        """From the top; who can't take a trick throws away what is lowest."""
        out: cython.ulonglong = self.unseen(seat)
        above: cython.ulonglong
        suit: cython.int
        rank: cython.int
        lead: cython.int = -1
        most: cython.int = -1
        lowest: cython.int = -1
        least: cython.int = 99
        mine: cython.ulonglong
        if self.played and may & SUIT << (self.trick[0] // 13 * 13):
            above = may & ~((ONE << self.best) - 1)
            if above:
                return first_bit(above) if self.played == self.seats - 1 else last_bit(above)
            return first_bit(may)
        for suit in range(4):
            mine = may >> (13 * suit) & SUIT
            if mine:
                rank = last_bit(mine)
                if (out >> (13 * suit) & SUIT) >> rank == 0 and count_bits(mine) > most:
                    most = count_bits(mine)
                    lead = 13 * suit + rank
                rank = first_bit(mine)
                if suit != 2 and rank < least:
                    least = rank
                    lowest = 13 * suit + rank
        if self.played == 0 and lead >= 0:
            return lead
        return lowest if lowest >= 0 else first_bit(may)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _lead(self, seat: cython.int, may: cython.ulonglong) -> cython.int:
        """The card of least risk, a hundredth of a point as the unit; ties go to the higher."""
        hand: cython.ulonglong = self.hands[seat]
        out: cython.ulonglong = self.unseen(seat)
        queen_out: cython.bint = self.modern and out >> QUEEN & 1
        shooter: cython.int = self._shooter(seat)
        best: cython.int = -1
        best_cost: cython.int = 1 << 28
        suit: cython.int
        side: cython.int
        card: cython.int
        cost: cython.int
        total: cython.int
        lower: cython.int
        wins: cython.int
        stake: cython.int
        own: cython.int
        rank: cython.int
        mine: cython.ulonglong
        theirs: cython.ulonglong
        for suit in range(4):
            mine = may >> (13 * suit) & SUIT
            if mine == 0:
                continue
            theirs = out >> (13 * suit) & SUIT
            total = count_bits(theirs)
            own = count_bits(hand >> (13 * suit) & SUIT)
            # What a trick in this suit is likely to cost who takes it.
            if total >= 9:
                stake = 40
            elif total >= 7:
                stake = 110
            elif total >= 5:
                stake = 240
            elif total >= 3:
                stake = 400
            else:
                stake = 550
            if queen_out and suit != 3:
                stake *= 2
            if suit == 2:
                stake += 300
            for side in range(2):
                card = first_bit(mine) if side == 0 else last_bit(mine)
                rank = card
                card += 13 * suit
                lower = count_bits(theirs & ((ONE << rank) - 1))
                # In a thousand: all others play below.
                wins = 1000 if total == 0 else 1000 * lower * lower // (total * total)
                if 0 < lower < total and self.seats > 3:
                    wins = wins * lower // total
                if lower == total:
                    wins = 1000
                cost = wins * stake // 1000
                if suit == 2 and shooter >= 0 and theirs >> rank == 0:
                    cost -= 500 + 4 * wins  # The trick is had, and the moon is over.
                if suit == 3 and self.modern:
                    if queen_out:
                        if rank < 10:
                            cost -= 150  # Lower spades draw the queen out.
                        else:
                            cost += 500
                    elif hand >> QUEEN & 1 and total:
                        cost += 300 if card != QUEEN else 900
                if card == self.bonus:
                    cost += 1000 - 2 * wins
                # High cards are a burden later, short suits an advantage.
                cost -= 12 * rank + 25 * (4 - own)
                if cost < best_cost or (cost == best_cost and card > best):
                    best_cost = cost
                    best = card
        self.reason = LOW
        if best // 13 == 3 and queen_out:
            self.reason = DRAW_QUEEN
        elif best % 13 >= 8:
            self.reason = HIGH
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _follow(self, seat: cython.int, may: cython.ulonglong) -> cython.int:
        """Duck as high as one can, or take the trick with what is best gone."""
        suit: cython.int = self.trick[0] // 13
        below: cython.ulonglong = may & ((ONE << self.best) - 1)
        above: cython.ulonglong = may & ~below
        out: cython.ulonglong = self.unseen(seat)
        queen: cython.ulonglong = ONE << QUEEN if self.modern else 0
        last: cython.bint = self.played == self.seats - 1
        points: cython.int = self._points_in(self.played)
        shooter: cython.int = self._shooter(seat)
        safe: cython.ulonglong
        if self.bonus >= 0 and suit == self.bonus // 13:
            safe = self._after_bonus(above, points)
            if safe:
                self.reason = BONUS
                return first_bit(safe)
            if below & ~(ONE << self.bonus):
                below &= ~(ONE << self.bonus)  # It would go to somebody else.
            elif may & ~(ONE << self.bonus):
                may &= ~(ONE << self.bonus)
                above &= may
                below = 0
        if shooter >= 0 and points and self.taker == shooter and above & ~queen:
            if last or self.points[shooter] + points > 13:
                self.reason = STOP
                return first_bit(above & ~queen) if last else last_bit(above & ~queen)
        if suit == 3 and below & queen:
            self.reason = THROW_QUEEN
            return QUEEN
        if last and points == 0 and above & ~queen:
            # Nothing lies there: a high card goes for free, unless leading would be worse.
            if count_bits(self.hands[seat]) > 4 or not below & ~queen:
                self.reason = FREE
                return last_bit(may & ~queen)
        if self.clean_first and self.in_first_trick() and self.modern:
            self.reason = FREE
            return last_bit(may)
        if below & ~queen:
            self.reason = DUCK
            return last_bit(below & ~queen)
        safe = may & ~queen
        if safe == 0:
            self.reason = MUST
            return last_bit(may)
        self.reason = MUST
        if last:
            return last_bit(safe)
        if suit == 3 and out & queen:
            # Below the queen others may still go over; above it she may come.
            if safe & (queen - 1):
                return last_bit(safe & (queen - 1))
            return first_bit(safe)
        # Somebody may still have to go over the lowest card.
        if out >> first_bit(safe) & ((ONE << (13 * suit + 12 - first_bit(safe) + 1)) - 1) & ~ONE:
            if count_bits(out >> (13 * suit) & SUIT) >= 9 and points == 0 and suit != 2:
                self.reason = FREE
                return last_bit(safe)
            return first_bit(safe)
        return last_bit(safe)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _after_bonus(self, above: cython.ulonglong, points: cython.int) -> cython.ulonglong:
        """A card that takes the trick with the diamond that counts ten less; 0 if none should."""
        bonus: cython.ulonglong = ONE << self.bonus
        here: cython.bint = False
        i: cython.int
        for i in range(self.played):
            if self.trick[i] == self.bonus:
                here = True
        if points >= 10 or above == 0:
            return 0
        if self.played == self.seats - 1:
            if here:
                return above
            return above & bonus
        # Who plays after may still go over it.
        return ONE << last_bit(above) if here and last_bit(above) % 13 >= 11 else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _discard(self, seat: cython.int, may: cython.ulonglong) -> cython.int:
        """The queen, what is in danger of catching her, or the card most likely to hurt."""
        out: cython.ulonglong = self.unseen(seat)
        shooter: cython.int = self._shooter(seat)
        best: cython.int = -1
        best_danger: cython.int = -(1 << 28)
        other: cython.int
        suit: cython.int
        card: cython.int
        rank: cython.int
        danger: cython.int
        own: cython.int
        lower: cython.int
        mine: cython.ulonglong
        theirs: cython.ulonglong
        to_shooter: cython.bint = shooter >= 0 and self.taker == shooter
        is_open: cython.bint = self.modern
        if self.modern and may >> QUEEN & 1 and not to_shooter:
            self.reason = THROW_QUEEN
            return QUEEN
        for other in range(self.seats):
            if self.points[other] and other != self.taker:
                is_open = False
        for suit in range(4):
            mine = may >> (13 * suit) & SUIT
            if mine == 0:
                continue
            theirs = out >> (13 * suit) & SUIT
            rank = last_bit(mine)
            if suit == 2 and is_open and rank >= 9 and mine & (mine - 1):
                # As long as one may take all points, the highest heart is kept against it.
                rank = last_bit(mine & ~(ONE << rank))
            card = 13 * suit + rank
            own = count_bits(mine)
            # How often it would have to go over what others hold.
            lower = count_bits(theirs & ((ONE << rank) - 1))
            danger = 10 * lower + 6 * rank - 14 * own - 8 * count_bits(mine & 15)
            if lower == 0:
                danger -= 60
            if suit == 2:
                danger += 30
                if to_shooter:
                    danger -= 400  # Kept to take a trick away.
                elif shooter >= 0:
                    danger += 400  # In somebody else's trick it ends the moon.
            elif suit == 3 and self.modern:
                if out >> QUEEN & 1:
                    danger += 250 if rank > 10 else -60
                elif card == QUEEN:
                    danger -= 500
            if card == self.bonus:
                danger -= 100
            if danger > best_danger:
                best_danger = danger
                best = card
        self.reason = STOP if to_shooter else THROW
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _charge(self) -> cython.void:
        """Write down what each is charged for a deal that is over."""
        seat: cython.int
        shot_by: cython.int = -1
        if self.modern:
            for seat in range(self.seats):
                if self.points[seat] == self.all_points:
                    shot_by = seat
        if shot_by >= 0 and self.moon_needs_bonus and self.bonus_taker != shot_by:
            shot_by = -1
        for seat in range(self.seats):
            self.charged[seat] = self.points[seat]
            if shot_by >= 0:
                if self.moon == 1:
                    self.charged[seat] = -self.all_points if seat == shot_by else 0
                else:
                    self.charged[seat] = 0 if seat == shot_by else self.all_points
            if seat == self.bonus_taker:
                self.charged[seat] -= 10

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def worth(self, seat: cython.int) -> cython.double:
        """What the others are charged on average, minus what a seat is; and who wins the game."""
        other: cython.int
        total: cython.int
        most: cython.int = -(1 << 28)
        fewest: cython.int = 1 << 28
        winners: cython.int = 0
        all_charged: cython.int = 0
        value: cython.double
        self._charge()
        for other in range(self.seats):
            all_charged += self.charged[other]
            total = self.sheet[other] + self.charged[other]
            if total > most:
                most = total
            if total < fewest:
                fewest = total
                winners = 1
            elif total == fewest:
                winners += 1
        value = all_charged - self.charged[seat] * self.seats
        value /= self.seats - 1
        if self.left == 0 or (
            (self.reached or most >= self.target) and (winners == 1 or self.tie_ends)
        ):
            if self.sheet[seat] + self.charged[seat] == fewest:
                value += cython.cast(cython.double, VICTORY) / winners
            else:
                value -= cython.cast(cython.double, VICTORY) / (self.seats - 1)
        return value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep(self) -> cython.void:
        """Remember how the deal stands, but for the hands."""
        Table.keep(self)
        self.kept_broken = self.broken
        self.kept_taker = self.bonus_taker

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def restore(self) -> cython.void:
        """Back to what was kept."""
        Table.restore(self)
        self.broken = self.kept_broken
        self.bonus_taker = self.kept_taker

    def try_passes(
        self, seat: int, passes: object, worlds: object, chosen: object, to: object, totals: object
    ) -> None:
        """Pass each of some sets of cards in each of some worlds, and play the deal.

        Args:
            seat: who passes.
            passes: sets of cards (array of unsigned 64-bit words).
            worlds: the hands of all seats before passing, world by world.
            chosen: which worlds, by their numbers (array of int).
            to: whom each seat passes to (array of int).
            totals: as in :meth:`try_out`.
        """
        wanted: cython.ulonglong[::1] = passes  # type: ignore[assignment]
        held: cython.ulonglong[::1] = worlds  # type: ignore[assignment]
        which: cython.int[::1] = chosen  # type: ignore[assignment]
        receiver: cython.int[::1] = to  # type: ignore[assignment]
        sums: cython.double[::1] = totals  # type: ignore[assignment]
        me: cython.int = seat
        i: cython.int
        count: cython.int = len(chosen)  # type: ignore[arg-type]
        choices: cython.int = len(passes)  # type: ignore[arg-type]
        at: cython.int
        other: cython.int
        base: cython.int
        with cython.nogil:
            self.keep()
            for i in range(count):
                base = which[i] * self.seats
                for other in range(self.seats):
                    if other != me:
                        self.going[other] = self._passed(held[base + other])
                for at in range(choices):
                    self.going[me] = wanted[at]
                    for other in range(self.seats):
                        self.hands[other] = held[base + other] & ~self.going[other]
                    for other in range(self.seats):
                        self.hands[receiver[other]] |= self.going[other]
                    for other in range(self.seats):
                        if self.hands[other] >> self.first_card & 1:
                            self.turn = other
                    self.finish()
                    sums[at] += self.worth(me)
                    self.restore()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _passed(self, hand: cython.ulonglong) -> cython.ulonglong:
        """The three cards that a sensible player passes."""
        chosen: cython.ulonglong = 0
        left: cython.ulonglong = hand
        n: cython.int
        suit: cython.int
        rank: cython.int
        card: cython.int
        danger: cython.int
        own: cython.int
        low: cython.int
        best: cython.int
        best_danger: cython.int
        mine: cython.ulonglong
        for n in range(3):
            best = -1
            best_danger = -(1 << 28)
            for suit in range(4):
                mine = left >> (13 * suit) & SUIT
                if mine == 0:
                    continue
                rank = last_bit(mine)
                card = 13 * suit + rank
                own = count_bits(mine)
                low = count_bits(mine & 0x3F)
                danger = 10 * rank - 16 * low - 4 * own
                if suit == 3:
                    # Enough small spades make the high ones safe.
                    if rank >= 10:
                        danger = 120 - 26 * count_bits(mine & 0x3FF)
                    else:
                        danger -= 90
                elif suit == 2:
                    danger += 12
                elif own <= 3 - n:
                    danger += 30  # The suit can be got rid of.
                if card == self.bonus:
                    danger -= 40
                if danger > best_danger:
                    best_danger = danger
                    best = card
            chosen |= ONE << best
            left &= ~(ONE << best)
        return chosen

    def score(self, seat: int) -> float:
        """How well a deal that is over has gone for a seat; see :meth:`worth`."""
        return self.worth(seat)

    def cards_to_pass(self, hand: int) -> int:
        """The three cards that a sensible player passes."""
        return self._passed(hand)
