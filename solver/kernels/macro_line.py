"""Turns the steps of the macro kernel back into moves. Plain Python."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from solver.cards import KING, Card
from solver.kernels.encoding import MacroBits
from solver.moves import DRAW, RECYCLE, Move

__all__ = ["line_of"]

RECYCLE_STEP, FINISH_STEP, POP_STEP, USE_STEP, RUN_PAIR_STEP = range(5)


class _Step(NamedTuple):
    kind: int
    run_card: int
    other: int
    state: int

    @staticmethod
    def decode(code: int) -> _Step:
        return _Step(code & 7, code >> 3 & 63, code >> 9 & 63, code >> 15)


def line_of(bits: MacroBits, codes: Sequence[int]) -> list[Move]:
    """The moves that a path's step codes stand for.

    The first code is that of the first step after the root; a path starts at the
    beginning of the root's pass.
    """
    passes: list[list[_Step]] = [[]]
    for code in codes:
        step = _Step.decode(code)
        if step.kind == RECYCLE_STEP:
            passes.append([])
        else:
            passes[-1].append(step)
    line = _Line(bits, _early_pops(bits, passes))
    for number, steps in enumerate(passes):
        for step in steps:
            line.take(step)
        if number + 1 < len(passes):
            line.recycle()
    return line.moves


def _early_pops(bits: MacroBits, passes: Sequence[Sequence[_Step]]) -> list[int]:
    """For each pass, the kings popped as soon as they are drawn.

    Without ``stock_top`` those are the kings that the search charges when the next pass goes
    over them; see the module :mod:`solver.kernels.macro`.
    """
    pops = [0] * len(passes)
    if bits.stock_top:
        return pops
    left = bits.kings
    for number, steps in enumerate(passes):
        charged = 0
        if number == 1:
            charged = left & ~bits.old_kings
        elif number == 2:
            charged = left & bits.old_kings
        if number + 1 == len(passes):
            charged &= (1 << _end_of(bits, number, steps)) - 1
        if number:
            pops[number - 1] = charged
        left &= ~charged
        left &= ~_popped_by(bits, number, steps, left)
    return pops


def _end_of(bits: MacroBits, number: int, steps: Sequence[_Step]) -> int:
    """Where the last pass's pointer ends: behind the last card drawn."""
    end = 0 if number else bits.pointer
    return max(
        [end, *(step.run_card + 1 for step in steps if step.kind in (USE_STEP, RUN_PAIR_STEP))]
    )


def _popped_by(bits: MacroBits, number: int, steps: Sequence[_Step], kings: int) -> int:
    """The kings that the steps of a pass pop to get at what lies beneath."""
    gone, pointer = 0, 0 if number else bits.pointer
    for step in steps:
        if step.kind == POP_STEP:
            gone |= kings & ((1 << pointer) - 1) & ~((1 << step.run_card) - 1)
        elif step.kind == USE_STEP and step.run_card < pointer:
            gone |= kings & ((1 << pointer) - 1) & ~((1 << step.run_card) - 1)
        if step.kind in (USE_STEP, RUN_PAIR_STEP):
            pointer = max(pointer, step.run_card + 1)
    return gone


class _Line:
    """Follows the steps with the real cards and writes down the moves."""

    def __init__(self, bits: MacroBits, early: list[int]) -> None:
        self.bits = bits
        self.moves: list[Move] = []
        self.left = bits.everything
        self.pointer = bits.pointer
        self.early = early
        self.number = 0
        self.state = bits.root
        self._take_board_kings()

    def _board_card(self, index: int) -> Card:
        card = self.bits.position.pyramid[index]
        assert card is not None
        return card

    def _after(self, state: int, *gone: int) -> int:
        for index in gone:
            state = self.bits.lattice.after[state * self.bits.lattice.size + index]
        return state

    def _bits_of(self, mask: int) -> Iterator[int]:
        while mask:
            yield (mask & -mask).bit_length() - 1
            mask &= mask - 1

    def _open_king(self, state: int) -> int | None:
        kings = self.bits.lattice.exposed[state] & self.bits.board_of_rank[KING]
        return kings.bit_length() - 1 if kings else None

    def _take_board_kings(self) -> None:
        king = self._open_king(self.state)
        while king is not None:
            self.moves.append(Move.remove(self._board_card(king)))
            self.state = self._after(self.state, king)
            king = self._open_king(self.state)

    def _board_pairs(self, state: int, going: int) -> Iterator[tuple[int, int]]:
        """The pairs of cards that go which are free in a set."""
        lattice, rank_of = self.bits.lattice, self.bits.board_rank
        free = lattice.exposed[state] & going
        under = lattice.single[state] & going if self.bits.cover_pairs else 0
        for first in self._bits_of(free):
            mates = self.bits.board_of_rank[KING - rank_of[first]]
            # Each pair of free cards once: the second is the one further on.
            for group in (free & -(2 << first), under):
                for second in self._bits_of(group & mates):
                    if self._after(state, first, second) >= 0:
                        yield first, second

    def _pairs_to(self, target: int) -> None:
        """Remove board pairs (and the kings they expose) until the set is ``target``."""
        if self.state == target:
            return
        sets = self.bits.lattice.sets
        dead: set[int] = set()

        def search(state: int, moves: list[Move]) -> list[Move] | None:
            king = self._open_king(state)
            if king is not None:
                move = Move.remove(self._board_card(king))
                return search(self._after(state, king), [*moves, move])
            if state == target:
                return moves
            # A king that was taken on the way may be one that should have stayed.
            if state in dead or sets[target] & ~sets[state]:
                return None
            for first, second in self._board_pairs(state, sets[state] & ~sets[target]):
                move = Move.remove(self._board_card(first), self._board_card(second))
                found = search(self._after(state, first, second), [*moves, move])
                if found is not None:
                    return found
            dead.add(state)
            return None

        found = search(self.state, [])
        assert found is not None
        self.moves += found
        self.state = target

    def take(self, step: _Step) -> None:
        """Write down one step."""
        if step.kind == FINISH_STEP:
            self._pairs_to(0)
            return
        if step.kind == POP_STEP:
            self._pop_above(step.run_card)
            self._remove_run(step.run_card)
            return
        card = self.bits.run[step.run_card]
        if step.kind == RUN_PAIR_STEP:
            self._draw_to(step.run_card, keep=True)
            self.moves.append(Move.remove(card, self.bits.run[step.other]))
            self.left &= ~(1 << step.run_card | 1 << step.other)
            self.pointer = step.run_card + 1
            return
        self._pairs_to(step.state)
        if step.run_card >= self.pointer:
            self._draw_to(step.run_card, keep=self.bits.stock_top)
            self.pointer = step.run_card + 1
        else:
            self._pop_above(step.run_card)
        self.moves.append(Move.remove(card, self._board_card(step.other)))
        self.left &= ~(1 << step.run_card)
        self.state = self._after(self.state, step.other)
        self._take_board_kings()

    def _remove_run(self, index: int) -> None:
        self.moves.append(Move.remove(self.bits.run[index]))
        self.left &= ~(1 << index)

    def _pop_above(self, index: int) -> None:
        """Pop the kings that lie on a waste card."""
        above = self.left & ((1 << self.pointer) - 1) & ~((2 << index) - 1)
        for king in reversed(list(self._bits_of(above))):
            self._remove_run(king)

    def _draw_to(self, index: int, keep: bool) -> None:
        """Draw up to a run card; ``keep`` leaves that card itself on the stock."""
        stop = index if keep else index + 1
        ahead = self.left & ((1 << stop) - 1) & ~((1 << self.pointer) - 1)
        # With stock_top a king is taken in place, else popped once it is drawn.
        in_place = self.bits.stock_top
        for king in self._bits_of(
            ahead & (self.bits.kings if in_place else self.early[self.number])
        ):
            before = ahead & ((1 << king) - 1)
            self.moves += [DRAW] * (before.bit_count() + (not in_place))
            self._remove_run(king)
            ahead &= ~((2 << king) - 1)
        self.moves += [DRAW] * ahead.bit_count()
        self.pointer = max(self.pointer, stop)

    def recycle(self) -> None:
        """Draw what is left and turn the waste over."""
        self._draw_to(self.bits.n, keep=True)
        self.moves.append(RECYCLE)
        self.pointer = 0
        self.number += 1
