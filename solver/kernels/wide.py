"""Best-first search for every game of the family: two packs, several wastes, wastes not kept.

It takes all rules. Its states and moves are those of :mod:`solver.kernels.wide_steps`.

**Trials.** Two packs have far too many states to find a win by the length of its line. So any win
is looked for first, by best-first searches that weigh moves made, the estimate and the cards on the
board in different ways, each with a number of nodes that grows from round to round. One that
comes to its end has seen every state that isn't lost: that proves that there is no win. Once
there is one, or the nodes for trials are spent, the shortest is searched, and what can't be
shorter than the one at hand is left out. Of two packs that search seldom ends, so a few trials for
shorter wins come before it.
"""

from __future__ import annotations

try:
    import cython
except ImportError:  # pragma: no cover - only without Cython
    from solver.kernels import cython_stand_in as cython

if cython.compiled:
    from cython.cimports.solver.kernels.bits import WIDE_NONE
    from cython.cimports.solver.kernels.wide_steps import WideSteps
else:
    from solver.kernels.bits import WIDE_NONE
    from solver.kernels.wide_steps import WideSteps

from solver.kernels import general
from solver.kernels.encoding import WideBits, move_of

__all__ = ["COMPILED", "WideSearch"]

PAUSED = cython.declare(cython.int, general.PAUSED)
SOLVED = cython.declare(cython.int, general.SOLVED)
EXHAUSTED = cython.declare(cython.int, general.EXHAUSTED)
_NO_CEILING = 1 << 20
_ONE_PACK = 52
# Of each trial: the weights of a move made, of the estimate, and of a card on the board.
# Measured on deals of double-pyramid and its like: to run out of stock is what loses them, so a
# removal there is worth more than one on the board.
_TEMPERS = ((4, 12, -5), (4, 14, -6), (4, 12, -6), (4, 8, 0))
_HASTY = ((1, 100, 0), (1, 3, 0))
# The same of trials for a win shorter than the one at hand, and the nodes of each.
_SHORTER = ((4, 10, -4), (4, 8, -2), (4, 7, -2), (4, 6, -1))
_TO_SHORTEN = 1 << 18
# Nodes of the first trials, how much more the next ones get, and what may be spent on trials
# before the shortest win is searched.
_FIRST_TRIAL = 1 << 16
_GROWTH = 8
_MOST_TRIED = 1 << 22

#: Whether this module runs compiled.
COMPILED = bool(cython.compiled)


@cython.cclass
class WideSearch(WideSteps):
    """One search; ``load`` a position, then ``run`` until it is not paused.

    The statuses are those of :mod:`solver.kernels.general`.
    """

    any_win: cython.bint
    floor: cython.int
    trial: cython.int
    shorter: cython.int
    crowded: cython.int
    left: cython.longlong
    bits: object
    line: object

    if not cython.compiled:
        __slots__ = ("any_win", "bits", "crowded", "floor", "left", "line", "shorter", "trial")

    def load(self, position, greedy: bool) -> None:
        """Start a search; ``greedy`` looks for any win, otherwise for a shortest one."""
        bits = WideBits(position)
        rules = position.rules
        self.load_steps(bits, rules)
        self.bits = bits
        self.any_win = greedy
        self.line = None
        self.expanded = 0
        self.ceiling = _NO_CEILING
        self.trial = 0
        self.crowded = 0
        self.shorter = 0
        # The root's estimate holds while trials go on.
        self._begin(False)
        self.floor = max(self.store.highest, 0)
        self._begin(True)

    @cython.cfunc
    def _begin(self, greedy: cython.bint) -> cython.void:
        """Begin a trial, or the search for the shortest win, with the root alone."""
        bits = self.bits
        tempers = _TEMPERS if self.strict else _HASTY
        temper = tempers[self.trial % len(tempers)]
        self.left = _FIRST_TRIAL * _GROWTH ** (self.trial // len(tempers))
        if self.line is not None:
            temper = _SHORTER[min(self.shorter, len(_SHORTER) - 1)]
            self.left = _TO_SHORTEN
        self.steps_weight, self.rest_weight, self.board_weight = temper
        self.greedy = greedy
        self.bound = 0
        self.best = -1
        self.best_node = -1
        self.store.reset()
        self.piles.begin(1 if self.plain else self.store.capacity)
        self.add(
            self.wide_of(bits.root),
            self.wide_of(sum(1 << card for card in bits.piles[0])),
            self.wide_of(bits.in_cells),
            WIDE_NONE,
            bits.recycles, 0, -1, 0,
        )  # fmt: skip

    def run(self, steps: cython.int) -> int:
        """Expand up to ``steps`` nodes without the GIL; returns how it stands."""
        status: cython.int
        if self.greedy:
            if self.left == 0:
                self._next_trial()
            steps = min(steps, self.left)
            self.left -= steps
        with cython.nogil:
            status = self.go_on(steps)
        if status == EXHAUSTED:
            # No win is shorter than the one at hand, or there is none at all.
            return SOLVED if self.line is not None else EXHAUSTED
        if status == SOLVED:
            self.line = self.store.path(self.best_node)
            if self.greedy and not self.any_win:
                self.ceiling = self.best
                # With one pack the shortest is found sooner.
                self._begin(len(self.bits.cards) > _ONE_PACK)
                return PAUSED
        return status

    @cython.cfunc
    def _next_trial(self) -> cython.void:
        """Begin what comes after a trial that has found nothing."""
        if self.line is not None:
            self.shorter += 1
            self._begin(self.shorter < len(_SHORTER))
        else:
            self.trial += 1
            self._begin(self.any_win or self.expanded < _MOST_TRIED)

    def start_over(self) -> bool:
        """Give up a trial for which there is no room, and begin what comes next, if anything does.

        Once every kind of trial has wanted more room, a further one would find no more.
        """
        if not self.greedy:
            return False
        if self.line is not None:
            self._next_trial()
            return True
        self.trial += 1
        self.crowded += 1
        tries = self.crowded < len(_TEMPERS if self.strict else _HASTY)
        if self.any_win and not tries:
            return False
        self._begin(tries and (self.any_win or self.expanded < _MOST_TRIED))
        return True

    def watch(self, look) -> None:
        """Nothing here takes long between two returns of ``run``."""

    def bytes_to_grow(self) -> int:
        """Memory taken while the room for nodes grows."""
        more = 0 if self.plain else self.piles.bytes_to_grow(self.store.next_capacity())
        return self.store.bytes_to_grow() + more

    def grow(self) -> None:
        """Make room for more nodes."""
        self.store.grow()
        if not self.plain:
            self.piles.grow(self.store.capacity)

    def nodes(self) -> int:
        """Nodes expanded so far."""
        return self.expanded

    def at_least(self) -> int:
        """No win is shorter than this (0 where any is looked for)."""
        if self.any_win:
            return 0
        return self.floor if self.greedy else max(self.floor, min(self.bound, self.ceiling))

    def at_most(self):
        """Moves of the best win seen, or None."""
        if self.best >= 0:
            return self.best
        return None if self.line is None else len(self.line)

    def solution(self) -> list:
        """The moves of the best win seen."""
        codes = self.line if self.best < 0 else self.store.path(self.best_node)
        return [move_of(code, self.bits.cards, 7) for code in codes]
