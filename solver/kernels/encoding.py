"""Positions as bit masks for the kernels.

Plain Python, never compiled: here whole numbers have no width, so a shift can't
overflow.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from solver.cards import KING, Card
from solver.errors import KernelFault
from solver.kernels.lattice import lattice_of
from solver.moves import DRAW, RECYCLE, Move
from solver.pairing import Pairing
from solver.position import Position

__all__ = ["GeneralBits", "MacroBits", "WideBits", "halves", "move_of"]


class GeneralBits:
    """The constants of one search in the bit layout of :mod:`solver.kernels.general`.

    Attributes:
        cards: the card of each bit.
        root, pointer, word_b: the root state: the cards in play, the bit of the next
            stock card, and the second word.
        in_cells, recycles: what the second word is made of.
        end: the bit after the run of waste and stock cards.
        board, table, run: masks of the pyramid, of pyramid, reserve and cells, and of
            the waste and stock cards.
        covers: for each card the cards that lie directly on it.
        partner: for each card the cards that match it in rank.
        possible: for each card those of them that it might go with, looking only at
            what lies over what.
        alone: the cards that go alone.
        functional: each rank has one partner rank or goes alone, never both.
        ranks: masks of the two ranks of each partner class, one after the other.

    Raises:
        KernelFault: the rules don't fit.
    """

    def __init__(self, position: Position) -> None:
        rules = position.rules
        if not self.fits(position):
            raise KernelFault(f"the general kernel doesn't hold for the rules {rules}")
        self._number(position)
        self._relate(rules.pairs)
        # Two run cards meet on the stock and the waste, or on two wastes.
        self._find_possible(rules.stock_top or rules.wastes > 1, rules.cover_pairs)
        self.recycles = 0
        if rules.passes:
            self.recycles = rules.passes - position.pass_number
            if rules.wastes == 1:
                # A pass that changes nothing is pointless (several wastes change the order of the
                # stock), and each card can change twice (to a cell, then away): more recycles
                # than that make no difference.
                self.recycles = min(self.recycles, 2 * len(self.cards) + 2)
        self.word_b = self.in_cells | self.recycles << 52

    @staticmethod
    def fits(position: Position) -> bool:
        """Whether one word holds all cards, and the bits' order that of stock and waste."""
        rules = position.rules
        return rules.decks == 1 and rules.wastes == 1 and rules.keep_waste

    def _number(self, position: Position) -> None:
        """Give each card its bit, and note what lies on it."""
        board = position.board
        places = [i for i, card in enumerate(position.pyramid) if card is not None]
        bit = {place: at for at, place in enumerate(places)}
        cards: list[Card] = [card for card in position.pyramid if card is not None]
        covers = [sum(1 << bit[c] for c in board.covers[p] if c in bit) for p in places]
        over = [sum(1 << bit[c] for c in bit if board.below[p] >> c & 1) for p in places]
        self.base = len(cards)
        self.board = (1 << self.base) - 1
        for pile in position.wastes:
            cards += pile
        self.pointer = len(cards)
        cards += position.stock
        self.end = len(cards)
        self.run = (1 << self.end) - (1 << self.base)
        covers += [0] * (self.end - self.base)
        over += [0] * (self.end - self.base)
        for column in position.reserve:
            for depth, card in enumerate(column):
                cards.append(card)
                on_top = len(column) - 1 - depth
                covers.append(1 << len(cards) if on_top else 0)
                over.append(((1 << on_top) - 1) << len(cards))
        self.in_cells = ((1 << len(position.cells)) - 1) << len(cards)
        cards += position.cells
        covers += [0] * len(position.cells)
        over += [0] * len(position.cells)
        self.cards, self.covers, self._over = cards, covers, over
        self.root = (1 << len(cards)) - 1
        self.table = self.root & ~self.run

    def _relate(self, pairs: Pairing) -> None:
        """Partner masks, and the classes of ranks when each rank has one partner rank."""
        of_rank = [
            sum(1 << i for i, card in enumerate(self.cards) if card.rank == rank)
            for rank in range(14)
        ]
        self.alone = sum(of_rank[rank] for rank in range(1, 14) if pairs.single(rank))
        self.partner = [
            sum(of_rank[rank] for rank in range(1, 14) if pairs.pairs(card.rank, rank)) & ~(1 << i)
            for i, card in enumerate(self.cards)
        ]
        mate = {rank: pairs.unique_partner(rank) for rank in range(1, 14)}
        self.functional = all(bool(mate[rank]) != pairs.single(rank) for rank in mate)
        couples = sorted({tuple(sorted(couple)) for couple in mate.items() if couple[1]})
        self.ranks = [of_rank[rank] for couple in couples for rank in couple]

    def _find_possible(self, run_pairs: bool, cover_pairs: bool) -> None:
        self.possible = []
        for i, partner in enumerate(self.partner):
            under = sum(1 << j for j, over in enumerate(self._over) if over >> i & 1)
            mask = partner & ~self._over[i] & ~under
            if self.run >> i & 1 and not run_pairs:
                mask &= ~self.run
            if cover_pairs and self.board >> i & 1:
                direct = sum(1 << j for j in range(self.base) if self.covers[j] >> i & 1)
                mask |= partner & (self.covers[i] | direct)
            self.possible.append(mask)


class WideBits(GeneralBits):
    """The same for :mod:`solver.kernels.wide`: up to 104 cards, in pairs of words.

    Attributes:
        piles: the root's stock, its next card last, then the wastes, each card as its bit.
        pairs_of: ``covers``, ``partner``, ``possible`` and ``ranks`` by name, each as an array
            with the low and the high word of every mask in turn.
    """

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self.piles = [list(range(self.end - 1, self.pointer - 1, -1))]
        at = self.base
        for pile in position.wastes:
            self.piles.append(list(range(at, at + len(pile))))
            at += len(pile)
        self.pairs_of = {
            name: array("Q", [word for mask in [*masks, 0] for word in halves(mask)])
            for name, masks in (
                ("covers", self.covers),
                ("partner", self.partner),
                ("possible", self.possible),
                ("ranks", self.ranks),
            )
        }

    @staticmethod
    def fits(position: Position) -> bool:  # noqa: ARG004 - whatever it is
        """Whether it holds for these rules: for all."""
        return True


def move_of(code: int, cards: Sequence[Card], width: int) -> Move:
    """A move from the code of the general or the wide kernel.

    Bits 0-3 hold its kind: a draw, a recycle, the removal of one card or of two, a move to a cell;
    after them stand the bits of its cards, each in ``width`` bits.
    """
    kind, first, second = code & 15, code >> 4 & (1 << width) - 1, code >> 4 + width
    if kind < 2:
        return RECYCLE if kind else DRAW
    if kind == 4:
        return Move.cell(cards[first])
    return Move.remove(cards[first]) if kind == 2 else Move.remove(cards[first], cards[second])


def halves(mask: int) -> tuple[int, int]:
    """The low and the high word of a mask of up to 128 bits."""
    return mask & (1 << 64) - 1, mask >> 64


def _field(rank: int) -> int:
    """One card of a rank in packed counts; see :mod:`solver.kernels.bits`."""
    return 1 << 4 * (rank - 1 if rank <= 6 else 18 - rank)


def _by_rank(ranks: Iterable[int]) -> array[int]:
    """For each rank the mask of the places where it stands."""
    masks = [0] * 14
    for place, rank in enumerate(ranks):
        masks[rank] |= 1 << place
    return array("Q", masks)


class MacroBits:
    """The constants of one search in the bit layout of :mod:`solver.kernels.macro`.

    Attributes:
        lattice: the sets of board cards.
        root: the number of the root's set.
        n, pointer: cards in the run (the waste, bottom to top, then the stock), and how
            many of them are waste.
        run_rank, board_rank: ranks by bit; a board card that has gone has rank 0.
        upto: packed counts by rank (kings left out) of the run's first i cards.
        order: how many cards of its rank lie before each run card.
        ends: for rank r, at 12 r + 4 + k, the number of run cards up to its k-th: none for k
            from -4 to -1, and n + 1 for those beyond its last.
        of_rank, board_of_rank: masks of the run's and the board's cards of each rank.
        kings, old_kings: the run's kings, and those on the waste at the root.
        charged: by level, the kings that are paid for when the pointer passes them.
        first_level, last_level: the root's level, and the one at which all kings are gone.
        recycles: recycles left, -1 if unlimited.

    Raises:
        KernelFault: the rules don't fit.
    """

    def __init__(self, position: Position) -> None:
        rules = position.rules
        if not self.fits(position):
            raise KernelFault(f"the macro kernel doesn't hold for the rules {rules}")
        self.position = position
        self.lattice = lattice_of(position.board)
        self.root = self.lattice.ids[
            sum(1 << i for i, card in enumerate(position.pyramid) if card is not None)
        ]
        (waste,) = position.wastes
        self.run = waste + position.stock
        self.n = len(self.run)
        self.board_rank = array("B", [card.rank if card else 0 for card in position.pyramid])
        self.everything = (1 << self.n) - 1
        self.of_rank = _by_rank(card.rank for card in self.run)
        self.board_of_rank = _by_rank(self.board_rank)
        self.pointer = len(waste)
        self.cover_pairs = rules.cover_pairs
        self.stock_top = rules.stock_top
        self.covers = array("Q", position.board.cover_mask)
        self.run_rank = array("B", [card.rank for card in self.run] + [0])
        # Of each rank's cards the first is the k-th for k = 0; see ``ends`` above.
        seen = [0] * 14
        self.order = array("B", bytes(self.n + 1))
        self.ends = array("B", (bytes(4) + bytes((self.n + 1,)) * 8) * 14)
        for place, card in enumerate(self.run):
            self.order[place] = seen[card.rank]
            self.ends[12 * card.rank + 4 + seen[card.rank]] = place + 1
            seen[card.rank] += 1
        upto = [0]
        for card in self.run:
            upto.append(upto[-1] + (_field(card.rank) if card.rank < KING else 0))
        self.upto = array("Q", upto)
        self.root_counts = upto[-1]
        self.kings = sum(1 << i for i, card in enumerate(self.run) if card.rank == KING)
        self.old_kings = self.kings & ((1 << self.pointer) - 1)
        # Level 0: every king lies there. 1: those of the root's stock are charged. 2: those
        # of the root's waste are charged. 3: all are gone.
        fresh = self.kings & ~self.old_kings
        self.charged = array("Q", [0, fresh, self.old_kings, 0])
        self.first_level = 1 if self.stock_top else 0
        self.last_level = 3 if self.old_kings else 2
        self.recycles = -1
        if rules.passes:
            # Each useful pass takes a card away, so more recycles make no difference.
            self.recycles = min(rules.passes - position.pass_number, self.n + 1)

    @staticmethod
    def fits(position: Position) -> bool:
        """Whether the macro kernel's arguments hold for these rules."""
        rules = position.rules
        return (
            rules.draw == 1
            and rules.goal == "pyramid"
            and rules.pairing == "sum13"
            and rules.cells == 0
            and rules.wastes == 1
            and rules.keep_waste
            # Fields of counts have room for the cards of one pack; and the sets of a board,
            # and what lies open in each, are few where it is a single block.
            and rules.decks == 1
            and rules.shape in ("pyramid", "triangle")
            and not any(position.reserve)
        )
