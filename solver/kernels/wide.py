"""Best-first search over single moves, like :mod:`solver.kernels.general`, for every other game.

For two packs (104 cards), several wastes, and wastes that aren't kept. It takes all rules.

Every card of the root position has a bit, numbered as there. A **plain** state, of one waste and
without cells, is two words:

* word a: bits 0-63 the cards still in play;
* word b: bits 0-39 the cards from 64 on, bits 40-46 the pointer (the bit of the next stock card,
  or the end of the run), bits 47-54 the recycles left.

A waste that isn't kept needs no more: what a draw discards is out of play, and the order of the
run stays. Several wastes change it at each redeal, and of two packs the cells have no room in the
words. So where there are several wastes or any cells, word b is the number of a *rest*
(:mod:`solver.kernels.rests`) that holds, byte by byte: the recycles left, the cards in play from 64
on (5 bytes), the heights of the piles (the stock, then the wastes, then the cells), then the cards
of these: the stock with its next card last, each waste with its top last, the cells in rising
order. It holds nothing of cards that have gone, so equal states are equal.

**The estimate** is that of the general kernel, for the same reasons. What differs:

* Cards of several wastes may go with one another, so these count as possible partners.
* A waste that isn't kept loses cards without a removal. So for goal ``all`` only the removals of
  cards elsewhere are counted, ranks needn't be equal in number, and a king on the waste isn't
  forced. A lone king on the stock's top may have to be drawn over: that discards a card.
* Whether a card has a partner left is asked again only of those that a card gone since might
  have gone with: of the others nothing has changed.
* With several wastes a recycle changes the order, so no pass is pointless for want of a removal.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # pragma: no cover - only without Cython
    from solver.kernels import cython_stand_in as cython

if cython.compiled:
    from cython.cimports.solver.kernels.bits import (
        WIDE_NONE,
        WIDE_ONE,
        wide,
        wide_count,
        wide_first,
        wide_high,
        wide_join,
        wide_last,
        wide_low,
    )
    from cython.cimports.solver.kernels.rests import Rests
    from cython.cimports.solver.kernels.store import Store
else:
    from solver.kernels.bits import (
        WIDE_NONE,
        WIDE_ONE,
        wide_count,
        wide_first,
        wide_high,
        wide_join,
        wide_last,
        wide_low,
    )
    from solver.kernels.rests import Rests
    from solver.kernels.store import Store

from solver.kernels.encoding import WideBits, halves
from solver.kernels.store import FLAGS
from solver.moves import DRAW, RECYCLE, Move

__all__ = ["COMPILED", "WideSearch"]

PAUSED = cython.declare(cython.int, 0)
SOLVED = cython.declare(cython.int, 1)
EXHAUSTED = cython.declare(cython.int, 2)
NEEDS_ROOM = cython.declare(cython.int, 3)
#: No state has more successors than this: with 23 partners each, 104 cards make 1,196 pairs.
FANOUT = cython.declare(cython.int, 2048)
COST = cython.declare(cython.int, (1 << FLAGS) - 1)
K_DRAW = cython.declare(cython.int, 0)
K_RECYCLE = cython.declare(cython.int, 1)
K_SINGLE = cython.declare(cython.int, 2)
K_PAIR = cython.declare(cython.int, 3)
K_CELL = cython.declare(cython.int, 4)
#: Bits of word b.
HIGH = cython.declare(cython.ulonglong, (1 << 40) - 1)
#: Bytes of a rest before the heights of the piles.
HEAD = cython.declare(cython.int, 6)
#: Room for each pile, and piles at most: the stock, eight wastes and the cells.
SPAN = cython.declare(cython.int, 104)
_PILES = 10
_NO_CEILING = 1 << 20
# Of each trial: the weights of a move made, of the estimate, and of a card on the board.
# Measured on deals of double-pyramid and its like: to run out of stock is what loses them, so a
# removal there is worth more than one on the board.
_TEMPERS = ((4, 12, -5), (4, 14, -6), (4, 12, -6), (4, 8, 0))
_HASTY = ((1, 100, 0), (1, 3, 0))
# Nodes of the first trials, how much more the next ones get, and what may be spent on trials
# before the shortest win is searched.
_FIRST_TRIAL = 1 << 16
_GROWTH = 8
_MOST_TRIED = 1 << 20

#: Whether this module runs compiled.
COMPILED = bool(cython.compiled)


@cython.cclass
class WideSearch:
    """One search; ``load`` a position, then ``run`` until it is not paused.

    The statuses are those of :mod:`solver.kernels.general`. ``here`` is the state that is
    expanded, ``next`` the successor that is made: their piles as in a rest, each with ``SPAN`` places.
    """

    store: Store
    rests: Rests
    cards: list
    end: cython.int
    draw: cython.int
    cells: cython.int
    classes: cython.int
    goal: cython.int
    piles: cython.int
    row_size: cython.int
    limited: cython.bint
    stock_top: cython.bint
    cover_pairs: cython.bint
    functional: cython.bint
    prune: cython.bint
    keep: cython.bint
    strict: cython.bint
    greedy: cython.bint
    plain: cython.bint
    board: wide
    table: wide
    run_cards: wide
    alone: wide
    partner: cython.ulonglong[::1]
    covers: cython.ulonglong[::1]
    possible: cython.ulonglong[::1]
    ranks: cython.ulonglong[::1]
    here: cython.uchar[::1]
    here_height: cython.int[::1]
    next: cython.uchar[::1]
    next_height: cython.int[::1]
    expanded: cython.longlong
    bound: cython.int
    best: cython.int
    best_node: cython.int
    ceiling: cython.int
    trial: cython.int
    left: cython.longlong
    steps_weight: cython.int
    rest_weight: cython.int
    board_weight: cython.int
    any_win: cython.bint
    bits: object
    line: object

    if not cython.compiled:
        __slots__ = (
            "store", "rests", "cards", "end", "draw", "cells", "classes", "goal", "piles",
            "row_size", "limited", "stock_top", "cover_pairs", "functional", "prune", "keep", "strict",
            "greedy", "plain", "board", "table", "run_cards", "alone", "partner", "covers",
            "possible", "ranks", "here", "here_height", "next", "next_height",
            "expanded", "bound", "best", "best_node", "ceiling", "trial",
            "left", "steps_weight", "rest_weight", "board_weight", "any_win", "bits", "line",
        )  # fmt: skip

    def __init__(self) -> None:
        self.store = Store()
        self.rests = Rests()
        self.here = array("B", bytes(SPAN * _PILES))
        self.next = array("B", bytes(SPAN * _PILES))
        self.here_height = array("i", bytes(4 * _PILES))
        self.next_height = array("i", bytes(4 * _PILES))

    def load(self, position, greedy: bool) -> None:
        """Start a search; ``greedy`` looks for any win, otherwise for a shortest one."""
        bits = WideBits(position)
        rules = position.rules
        self.bits = bits
        self.draw = rules.draw
        self.cells = rules.cells
        self.goal = ("pyramid", "board", "all").index(rules.goal)
        self.limited = rules.passes > 0
        self.stock_top = rules.stock_top
        self.cover_pairs = rules.cover_pairs
        self.prune = rules.cells == 0
        self.keep = rules.keep_waste
        # Every card must go, and by a removal.
        self.strict = rules.goal == "all" and rules.keep_waste
        self.plain = rules.wastes == 1 and rules.cells == 0
        self.cards = bits.cards
        self.end = bits.end
        self.board = self._wide(bits.board)
        self.table = self._wide(bits.table)
        self.run_cards = self._wide(bits.run)
        self.alone = self._wide(bits.alone)
        self.functional = bits.functional
        self.classes = len(bits.ranks) // 2
        self.partner = bits.pairs_of["partner"]
        self.covers = bits.pairs_of["covers"]
        self.possible = bits.pairs_of["possible"]
        self.ranks = bits.pairs_of["ranks"]
        self.piles = 1 + rules.wastes
        size = 0
        if not self.plain:
            run = bits.end - bits.base
            size = (HEAD + self.piles + 1 + run + rules.cells + 7) // 8 * 8
        self.row_size = max(size, 8)
        self.any_win = greedy
        self.line = None
        self.expanded = 0
        self.ceiling = _NO_CEILING
        self.trial = 0
        self._begin(True)

    @cython.cfunc
    def _begin(self, greedy: cython.bint) -> cython.void:
        """Begin a trial, or the search for the shortest win, with the root alone."""
        bits = self.bits
        tempers = _TEMPERS if self.strict else _HASTY
        temper = tempers[self.trial % len(tempers)]
        self.steps_weight, self.rest_weight, self.board_weight = temper
        self.left = _FIRST_TRIAL * _GROWTH ** (self.trial // len(tempers))
        self.greedy = greedy
        self.bound = 0
        self.best = -1
        self.best_node = -1
        self.store.reset()
        self.rests.begin(self.row_size, 1 if self.plain else self.store.capacity)
        cells = [at for at in range(len(bits.cards)) if bits.in_cells >> at & 1]
        for number, pile in enumerate([*bits.piles, cells]):
            self.next_height[number] = len(pile)
            for at, card in enumerate(pile):
                self.next[SPAN * number + at] = card
        self._add(
            self._wide(bits.root),
            self._wide(sum(1 << card for card in bits.piles[0])),
            self._wide(bits.in_cells),
            WIDE_NONE,
            bits.recycles, 0, -1, 0,
        )  # fmt: skip

    @cython.cfunc
    def _wide(self, mask) -> wide:
        """A Python number as a wide word."""
        low, high = halves(mask)
        return wide_join(low, high)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _mask(self, masks: cython.ulonglong[::1], at: cython.int) -> wide:
        return wide_join(masks[2 * at], masks[2 * at + 1])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _estimate(self, cards: wide, stock: wide, in_cells: wide, doubtful: wide) -> cython.int:
        """A lower bound on the moves to the goal; -1 if the goal can't be reached.

        ``doubtful``: the cards that may have no partner left.
        """
        live: wide = cards & ~in_cells
        goal: wide
        rest: wide
        first: wide
        second: wide
        k: cython.int
        p: cython.int
        q: cython.int
        draws: cython.int = 0
        total: cython.int = 0
        if self.goal == 0:
            goal = live & self.board
        elif self.strict:
            goal = cards
        else:
            goal = (live & self.table) | in_cells
        if self.prune:
            rest = goal & doubtful & ~self.alone
            while rest:
                k = wide_first(rest)
                rest &= rest - WIDE_ONE
                if not self._mask(self.possible, k) & cards:
                    return -1
        if not self.functional:
            total = (wide_count(goal) + 1) >> 1
        else:
            total = wide_count(goal & self.alone)
            for k in range(self.classes):
                first = self._mask(self.ranks, 2 * k)
                second = self._mask(self.ranks, 2 * k + 1)
                p = wide_count(goal & first)
                if first == second:
                    if self.strict and p & 1:
                        return -1
                    total += (p + 1) >> 1
                    continue
                q = wide_count(goal & second)
                total += p if p > q else q
                if p == q:
                    continue
                if self.strict:
                    return -1
                if not self.prune:
                    continue
                rest = cards & ~goal & (second if p > q else first)
                p = p - q if p > q else q - p
                if wide_count(rest) < p:
                    return -1
                if self.stock_top:
                    continue
                p -= wide_count(rest & ~stock)
                if p > 0:
                    q = self._draws_to(stock, rest & stock, p)
                    if q > draws:
                        draws = q
        if not self.stock_top and self.goal == 2:
            draws = wide_count(stock)
        return total + (draws + self.draw - 1) // self.draw

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _rating(self, cards: wide, g: cython.int, h: cython.int) -> cython.int:
        """How little a trial promises itself of a state; never negative."""
        return (
            self.steps_weight * g
            + self.rest_weight * h
            + self.board_weight * wide_count(cards & self.board)
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _draws_to(self, stock: wide, wanted: wide, number: cython.int) -> cython.int:
        """The stock's cards up to and including the so-many-th of those wanted (of ``next``)."""
        at: cython.int
        top: cython.int = self.next_height[0] - 1
        if self.plain:
            while number > 1:
                wanted &= wanted - WIDE_ONE
                number -= 1
            return wide_count(stock & (((WIDE_ONE << wide_first(wanted)) << 1) - WIDE_ONE))
        for at in range(top, -1, -1):
            if wanted >> self.next[at] & WIDE_ONE:
                number -= 1
                if number == 0:
                    return top - at + 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add(
        self,
        cards: wide,
        stock: wide,
        in_cells: wide,
        gone: wide,
        recycles: cython.int,
        g: cython.int,
        parent: cython.int,
        code: cython.int,
    ) -> cython.void:
        """Queue the state ``next`` unless it is lost, too long or known.

        ``gone``: the cards that were in play in the state before and aren't now.
        """
        h: cython.int
        node: cython.int
        pointer: cython.int
        word: cython.ulonglong
        doubtful: wide = cards if parent < 0 else WIDE_NONE
        while gone:
            node = wide_first(gone)
            gone &= gone - WIDE_ONE
            doubtful |= self._mask(self.possible, node)
        h = self._estimate(cards, stock, in_cells, doubtful)
        if h < 0 or g + h >= self.ceiling:
            return
        if self.plain:
            pointer = wide_first(stock) if stock else self.end
            word = cython.cast(cython.ulonglong, pointer) << 40
            word |= cython.cast(cython.ulonglong, recycles) << 47
            word |= wide_high(cards)
        else:
            word = self._rest(wide_high(cards), recycles)
        node = self.store.push(
            wide_low(cards),
            word,
            g,
            self._rating(cards, g, h) if self.greedy else g + h,
            parent,
            code,
        )
        if node < 0 or h > 0:
            return
        if cards & ~in_cells & self.board:
            return
        if self.goal == 1 and (cards & self.table or in_cells):
            return
        if self.goal == 2 and cards:
            return
        if self.best < 0 or g < self.best:
            self.best = g
            self.best_node = node

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _rest(self, high: cython.ulonglong, recycles: cython.int) -> cython.int:
        """The number of the rest of ``next``."""
        at: cython.int
        i: cython.int
        pile: cython.int
        self.rests.row[0] = recycles
        for i in range(5):
            self.rests.row[1 + i] = (high >> (8 * i)) & 255
        at = HEAD + self.piles + 1
        for pile in range(self.piles + 1):
            self.rests.row[HEAD + pile] = self.next_height[pile]
            for i in range(self.next_height[pile]):
                self.rests.row[at] = self.next[SPAN * pile + i]
                at += 1
        while at < self.rests.row_size:
            self.rests.row[at] = 0
            at += 1
        return self.rests.number()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _read_rest(self, number: cython.ulonglong) -> cython.ulonglong:
        """Make ``here`` of a rest; the answer is as word b of a plain state, without pointer."""
        start: cython.longlong = number
        at: cython.int
        i: cython.int
        pile: cython.int
        word: cython.ulonglong = 0
        start *= self.rests.row_size
        for i in range(5):
            word |= cython.cast(cython.ulonglong, self.rests.rows[start + 1 + i]) << (8 * i)
        word |= cython.cast(cython.ulonglong, self.rests.rows[start]) << 47
        at = HEAD + self.piles + 1
        for pile in range(self.piles + 1):
            self.here_height[pile] = self.rests.rows[start + HEAD + pile]
            for i in range(self.here_height[pile]):
                self.here[SPAN * pile + i] = self.rests.rows[start + at]
                at += 1
        return word

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _begin_next(self) -> cython.void:
        """Make ``next`` a copy of ``here``."""
        i: cython.int
        pile: cython.int
        for pile in range(self.piles + 1):
            self.next_height[pile] = self.here_height[pile]
            for i in range(self.here_height[pile]):
                self.next[SPAN * pile + i] = self.here[SPAN * pile + i]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _drop(self, card: cython.int) -> cython.void:
        """Take a card that is available off its pile of ``next``, or out of its cells, if any."""
        i: cython.int
        pile: cython.int
        height: cython.int
        for pile in range(self.piles):
            height = self.next_height[pile]
            if height and self.next[SPAN * pile + height - 1] == card:
                self.next_height[pile] = height - 1
                return
        height = self.next_height[self.piles]
        for i in range(height):
            if self.next[SPAN * self.piles + i] == card:
                self.next_height[self.piles] = height - 1
                while i + 1 < height:
                    self.next[SPAN * self.piles + i] = self.next[SPAN * self.piles + i + 1]
                    i += 1
                return

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _put_into_cell(self, card: cython.int) -> cython.void:
        """Put a card among those in the cells of ``next``, in rising order."""
        at: cython.int = SPAN * self.piles + self.next_height[self.piles]
        while at > SPAN * self.piles and self.next[at - 1] > card:
            self.next[at] = self.next[at - 1]
            at -= 1
        self.next[at] = card
        self.next_height[self.piles] += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _expand(self, node: cython.int) -> cython.void:
        """Queue all successors of a node, or the one that is forced."""
        b: cython.ulonglong = self.store.words[4 * node + 1]
        g: cython.int = (self.store.ints[8 * node + 7] & COST) + 1
        cards: wide
        in_cells: wide = WIDE_NONE
        live: wide
        stock: wide = WIDE_NONE
        waste: wide
        avail: wide
        must: wide
        rest: wide
        mates: wide
        i: cython.int
        j: cython.int
        pile: cython.int
        recycles: cython.int

        if self.plain:
            cards = wide_join(self.store.words[4 * node], b & HIGH)
            live = cards
            i = cython.cast(cython.int, (b >> 40) & 127)
            waste = cards & self.run_cards
            if i < self.end:
                stock = waste >> i << i
            waste &= ~stock
        else:
            b = self._read_rest(b)
            cards = wide_join(self.store.words[4 * node], b & HIGH)
            for i in range(self.here_height[self.piles]):
                in_cells |= WIDE_ONE << self.here[SPAN * self.piles + i]
            for i in range(self.here_height[0]):
                stock |= WIDE_ONE << self.here[i]
            live = cards & ~in_cells
            waste = live & self.run_cards & ~stock
        recycles = cython.cast(cython.int, b >> 47)

        avail = in_cells
        rest = live & self.table
        while rest:
            i = wide_first(rest)
            rest &= rest - WIDE_ONE
            if not self._mask(self.covers, i) & live:
                avail |= WIDE_ONE << i
        # Kings that may go at once without loss.
        must = avail & self.alone
        if self.goal == 0:
            must &= self.board
        if stock and self.stock_top:
            avail |= self._top(stock, 0)
        if self.plain:
            if waste:
                avail |= WIDE_ONE << wide_last(waste)
        else:
            for pile in range(1, self.piles):
                if self.here_height[pile]:
                    avail |= self._top(waste, pile)
        if self.strict and self.draw == 1:
            must = avail & self.alone
        if must:
            i = wide_first(must)
            self._take(cards, stock, in_cells, recycles, g, node, i, -1)
            return

        rest = avail
        while rest:
            i = wide_first(rest)
            rest &= rest - WIDE_ONE
            if self.alone >> i & WIDE_ONE:
                self._take(cards, stock, in_cells, recycles, g, node, i, -1)
            mates = self._mask(self.partner, i) & rest
            while mates:
                j = wide_first(mates)
                mates &= mates - WIDE_ONE
                self._take(cards, stock, in_cells, recycles, g, node, i, j)
        if self.cover_pairs:
            rest = live & self.board & ~avail
            while rest:
                i = wide_first(rest)
                rest &= rest - WIDE_ONE
                mates = self._mask(self.covers, i) & live
                if mates & (mates - WIDE_ONE):
                    continue
                mates &= avail & self._mask(self.partner, i)
                if mates:
                    self._take(cards, stock, in_cells, recycles, g, node, i, wide_first(mates))
        if self.cells and self.here_height[self.piles] < self.cells:
            rest = avail & ~in_cells
            while rest:
                i = wide_first(rest)
                rest &= rest - WIDE_ONE
                self._begin_next()
                self._drop(i)
                self._put_into_cell(i)
                must = WIDE_ONE << i
                self._add(
                    cards, stock & ~must, in_cells | must, WIDE_NONE, recycles, g, node,
                    K_CELL | (i << 4),
                )  # fmt: skip
        if stock:
            if self.stock_top and self.keep and self.draw == 1 and self.alone & self._top(stock, 0):
                return
            self._draw(cards, stock, waste, in_cells, recycles, g, node)
        elif waste and (not self.limited or recycles):
            self._begin_next()
            self._recycle()
            if self.limited:
                recycles -= 1
            self._add(cards, waste, in_cells, WIDE_NONE, recycles, g, node, K_RECYCLE)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _top(self, cards: wide, pile: cython.int) -> wide:
        """The available card of a pile of ``here`` that isn't empty; ``cards``: the stock's."""
        if self.plain:
            return cards & (~cards + WIDE_ONE)
        return WIDE_ONE << self.here[SPAN * pile + self.here_height[pile] - 1]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _take(
        self,
        cards: wide,
        stock: wide,
        in_cells: wide,
        recycles: cython.int,
        g: cython.int,
        node: cython.int,
        i: cython.int,
        j: cython.int,
    ) -> cython.void:
        """Queue the state after a removal."""
        gone: wide = WIDE_ONE << i
        code: cython.int = K_SINGLE | (i << 4)
        if j >= 0:
            gone |= WIDE_ONE << j
            code = K_PAIR | (i << 4) | (j << 11)
        if not self.plain:
            self._begin_next()
            self._drop(i)
            if j >= 0:
                self._drop(j)
        self._add(cards & ~gone, stock & ~gone, in_cells & ~gone, gone, recycles, g, node, code)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _draw(
        self,
        cards: wide,
        stock: wide,
        waste: wide,
        in_cells: wide,
        recycles: cython.int,
        g: cython.int,
        node: cython.int,
    ) -> cython.void:
        """Queue the state after a draw."""
        gone: wide = WIDE_NONE
        top: wide
        drawn: cython.int = 0
        pile: cython.int
        card: cython.int
        if not self.plain:
            self._begin_next()
        if not self.keep:
            gone = waste
            for pile in range(1, self.piles):
                self.next_height[pile] = 0
        while stock and drawn < self.draw:
            if self.plain:
                stock &= stock - WIDE_ONE
            else:
                self.next_height[0] -= 1
                card = self.next[self.next_height[0]]
                stock &= ~(WIDE_ONE << card)
                pile = 1 + drawn % (self.piles - 1)
                self.next[SPAN * pile + self.next_height[pile]] = card
                self.next_height[pile] += 1
            drawn += 1
        self._add(cards & ~gone, stock, in_cells, gone, recycles, g, node, K_DRAW)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _recycle(self) -> cython.void:
        """Make the wastes of ``next`` its stock: the last pile is drawn first, bottom to top."""
        i: cython.int
        pile: cython.int
        height: cython.int = 0
        if self.plain:
            return
        # The next card comes last: so begin with the top of the first pile.
        for pile in range(1, self.piles):
            for i in range(self.next_height[pile] - 1, -1, -1):
                self.next[height] = self.next[SPAN * pile + i]
                height += 1
            self.next_height[pile] = 0
        self.next_height[0] = height

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _run(self, steps: cython.int) -> cython.int:
        node: cython.int
        while True:
            if self.greedy and self.best >= 0:
                return SOLVED
            if self.store.count + FANOUT > self.store.capacity:
                return NEEDS_ROOM
            if steps == 0:
                return PAUSED
            steps -= 1
            node = self.store.pop()
            if node < 0:
                return EXHAUSTED
            if self.store.lowest > self.bound:
                self.bound = self.store.lowest
            if self.best >= 0 and self.best <= self.store.lowest:
                return SOLVED
            self.expanded += 1
            self._expand(node)

    def run(self, steps: cython.int) -> int:
        """Expand up to ``steps`` nodes without the GIL; returns how it stands."""
        status: cython.int
        if self.greedy:
            if self.left == 0:
                self.trial += 1
                self._begin(self.any_win or self.expanded < _MOST_TRIED)
            steps = min(steps, self.left)
            self.left -= steps
        with cython.nogil:
            status = self._run(steps)
        if status == EXHAUSTED:
            # No win is shorter than the one at hand, or there is none at all.
            return SOLVED if self.line is not None else EXHAUSTED
        if status == SOLVED:
            self.line = self.store.path(self.best_node)
            if self.greedy and not self.any_win:
                self.ceiling = self.best
                self._begin(False)
                return PAUSED
        return status

    def watch(self, look) -> None:
        """Nothing here takes long between two returns of ``run``."""

    def bytes_to_grow(self) -> int:
        """Memory taken while the room for nodes grows."""
        more = 0 if self.plain else self.rests.bytes_to_grow(self.store.next_capacity())
        return self.store.bytes_to_grow() + more

    def grow(self) -> None:
        """Make room for more nodes."""
        self.store.grow()
        if not self.plain:
            self.rests.grow(self.store.capacity)

    def nodes(self) -> int:
        """Nodes expanded so far."""
        return self.expanded

    def at_least(self) -> int:
        """No win is shorter than this (0 for a greedy search)."""
        return 0 if self.greedy else min(self.bound, self.ceiling)

    def at_most(self):
        """Moves of the best win seen, or None."""
        if self.best >= 0:
            return self.best
        return None if self.line is None else len(self.line)

    def solution(self) -> list:
        """The moves of the best win seen."""
        codes = self.line if self.best < 0 else self.store.path(self.best_node)
        return [self._move(code) for code in codes]

    def _move(self, code) -> Move:
        kind = code & 15
        first = self.cards[code >> 4 & 127]
        if kind == 0:
            return DRAW
        if kind == 1:
            return RECYCLE
        if kind == 4:
            return Move.cell(first)
        return Move.remove(first) if kind == 2 else Move.remove(first, self.cards[code >> 11])
