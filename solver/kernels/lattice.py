"""The sets of board cards that play can leave, and how removals lead from one to another.

Independent of any deal: computed once for each board and kept. Plain Python.
"""

from __future__ import annotations

from array import array
from functools import lru_cache

from solver.board import Board

__all__ = ["MAX_STATES", "Lattice", "lattice_of"]

#: A 9-row pyramid has 16,796 reachable sets, a 7-row one 1,430 (Catalan numbers).
MAX_STATES = 1 << 15


class Lattice:
    """All reachable sets of one board, numbered; the empty set is number 0.

    Attributes:
        ids: number of each set, by its mask.
        sets, counts: the mask of each set, and how many cards it has.
        exposed: the mask of those of its cards that nothing covers.
        after: for set s and board card c at ``s * size + c``, the set without c, or -1
            where c is not exposed.
        single: for set s the covered cards with just one cover left, itself exposed.
    """

    def __init__(self, board: Board) -> None:
        size = board.size
        found = {board.full: board.exposed(board.full)}
        queue = [board.full]
        for cards in queue:
            for card in found[cards]:
                left = cards & ~(1 << card)
                if left not in found:
                    found[left] = board.exposed(left)
                    queue.append(left)
        # Smaller sets first: what a set leads to has a lower number.
        queue.sort(key=lambda cards: (cards.bit_count(), cards))
        self.size = size
        self.ids = {cards: number for number, cards in enumerate(queue)}
        self.sets = array("Q", queue)
        self.counts = array("B", [cards.bit_count() for cards in queue])
        self.exposed = array("Q", [sum(1 << c for c in found[cards]) for cards in queue])
        self.after = array("h", [-1]) * (len(queue) * size)
        self.single = array("Q", [0]) * len(queue)
        for number, cards in enumerate(queue):
            open_mask = self.exposed[number]
            for card in found[cards]:
                self.after[number * size + card] = self.ids[cards & ~(1 << card)]
                for lower in board.beneath[card]:
                    if board.cover_mask[lower] & cards == 1 << card:
                        self.single[number] |= 1 << lower
            assert not self.single[number] & open_mask


@lru_cache(maxsize=32)
def lattice_of(board: Board) -> Lattice:
    """The lattice of a board."""
    return Lattice(board)
