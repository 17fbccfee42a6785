"""The rules of the game, written to be read: what every other part is checked against.

A :class:`Position` is one moment of a game. ``legal_moves`` lists what may be done,
``apply`` does it; a move is listed exactly when ``apply`` accepts it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from solver.board import Board
from solver.cards import Card
from solver.errors import IllegalMove
from solver.moves import DRAW, RECYCLE, Move
from solver.rules import Rules

__all__ = ["Position", "play", "positions_along"]


class Position(NamedTuple):
    """One moment of a game.

    Attributes:
        rules: the rules in force; ``rules.board`` is the geometry of ``pyramid``.
        pyramid: the board's cards from the top row down, None where a card has gone.
        stock: face-down cards, the next one first.
        wastes: the waste piles, ``rules.wastes`` of them; of each the top (available) card last.
        reserve: columns of face-up cards, the available one last.
        cells: the cards that stand in free cells.
        pass_number: which time through the stock this is, from 1.
    """

    rules: Rules
    pyramid: tuple[Card | None, ...]
    stock: tuple[Card, ...] = ()
    wastes: tuple[tuple[Card, ...], ...] = ((),)
    reserve: tuple[tuple[Card, ...], ...] = ()
    cells: tuple[Card, ...] = ()
    pass_number: int = 1

    @property
    def board(self) -> Board:
        """The geometry of the pyramid."""
        return self.rules.board

    def cards(self) -> Iterator[Card]:
        """Every card still in play."""
        yield from (card for card in self.pyramid if card is not None)
        yield from self.stock
        for pile in self.wastes + self.reserve:
            yield from pile
        yield from self.cells

    def faults(self) -> list[str]:
        """What keeps this from being a moment of a game, one sentence a fault; usually nothing.

        Positions that were read, or reached by moves, have none.
        """
        board, passes = self.board, self.rules.passes
        faults = []
        if len(self.pyramid) != board.size:
            faults.append(f"pyramid: {len(self.pyramid)} places instead of {board.size}")
        elif not board.is_reachable(self._standing()):
            faults.append("pyramid: a card has gone that another still covers")
        cards = list(self.cards())
        if len(set(cards)) != len(cards):
            double = sorted({card for card in cards if cards.count(card) > 1})
            faults.append("duplicate: " + ", ".join(map(str, double)))
        if self.pass_number < 1 or (passes and self.pass_number > passes):
            faults.append(f"pass: {self.pass_number} of {passes or 'any number'}")
        if len(self.cells) > self.rules.cells:
            faults.append(f"cells: {len(self.cells)} cards in {self.rules.cells} cells")
        if len(self.wastes) != self.rules.wastes:
            faults.append(f"waste: {len(self.wastes)} piles instead of {self.rules.wastes}")
        if any(card.copy >= self.rules.decks for card in cards):
            faults.append("cards: one has the mark of a second pack, and the rules have one")
        return faults

    @property
    def is_won(self) -> bool:
        """Whether the goal is reached."""
        if any(self.pyramid):  # a card is true, a gap (None) is not
            return False
        goal = self.rules.goal
        if goal != "pyramid" and (any(self.reserve) or self.cells):
            return False
        return goal != "all" or not (self.stock or any(self.wastes))

    def _standing(self) -> int:
        """The pyramid cards that are still there, as a mask."""
        return sum(1 << index for index, card in enumerate(self.pyramid) if card is not None)

    def covers_left(self, index: int) -> list[int]:
        """The cards that still lie on pyramid card ``index``."""
        pyramid = self.pyramid
        return [c for c in self.board.covers[index] if pyramid[c] is not None]

    def available(self) -> list[Card]:
        """The cards that may be removed, or moved to a cell, right now."""
        found = [
            card
            for index in self.board.exposed(self._standing())
            if (card := self.pyramid[index]) is not None
        ]
        found += [column[-1] for column in self.reserve if column]
        found += self.cells
        found += [pile[-1] for pile in self.wastes if pile]
        if self.stock and self.rules.stock_top:
            found.append(self.stock[0])
        return found

    def cover_pairs(self) -> list[tuple[Card, Card]]:
        """Each card with the one available card that still covers it, of any ranks."""
        if not self.rules.cover_pairs:
            return []
        found = []
        standing, cover_mask = self._standing(), self.board.cover_mask
        for index, card in enumerate(self.pyramid):
            covers = cover_mask[index] & standing
            if card is None or covers.bit_count() != 1:
                continue
            last = covers.bit_length() - 1
            cover = self.pyramid[last]
            if cover is not None and not cover_mask[last] & standing:
                found.append((card, cover))
        return found

    def _is_cover_pair(self, card: Card, cover: Card) -> bool:
        """Whether ``cover`` is available and all that still covers ``card``."""
        pyramid = self.pyramid
        if not self.rules.cover_pairs or card not in pyramid or cover not in pyramid:
            return False
        index = pyramid.index(cover)
        return self.covers_left(pyramid.index(card)) == [index] and not self.covers_left(index)

    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move; none once the game is won."""
        if self.is_won:
            return ()
        pairs = self.rules.pairs
        free = self.available()
        moves = [Move.remove(card) for card in free if pairs.single(card.rank)]
        together = [(a, b) for at, a in enumerate(free) for b in free[at + 1 :]]
        for a, b in together + self.cover_pairs():
            if pairs.pairs(a.rank, b.rank):
                moves.append(Move.remove(a, b))
        if len(self.cells) < self.rules.cells:
            moves += [Move.cell(card) for card in free if card not in self.cells]
        if self.stock:
            moves.append(DRAW)
        elif self._why_no_recycle() is None:
            moves.append(RECYCLE)
        return tuple(moves)

    def _why_no_recycle(self) -> str | None:
        if self.stock:
            return f"the stock still holds {len(self.stock)} cards; draw them first"
        if not any(self.wastes):
            return "there is no waste to turn over"
        passes = self.rules.passes
        if passes and self.pass_number >= passes:
            return f"this is pass {self.pass_number} of {passes}, the last one"
        return None

    def apply(self, move: Move) -> Position:
        """The position after a move.

        Raises:
            IllegalMove: the rules forbid the move; the text says which rule and what
                stands in the way.
        """
        if self.is_won:
            raise IllegalMove(f"{move}: the game is won, there is nothing left to do")
        if move.kind == "draw":
            if not self.stock:
                raise IllegalMove("draw: the stock is empty")
            return self._drawn()
        if move.kind == "recycle":
            reason = self._why_no_recycle()
            if reason is not None:
                raise IllegalMove(f"recycle: {reason}")
            # The last pile goes on top of the new stock, the first to its bottom; within a pile
            # the card that was drawn first is drawn first again.
            stock = tuple(card for pile in reversed(self.wastes) for card in pile)
            number = self.pass_number + 1
            return self._replace(stock=stock, wastes=((),) * len(self.wastes), pass_number=number)
        if move.kind == "cell":
            return self._to_cell(move.cards[0])
        return self._remove(move)

    def _drawn(self) -> Position:
        """The position after a draw: its cards go to the piles in turn, one by one."""
        rules, pyramid, stock, wastes, reserve, cells, number = self
        drawn, piles = stock[: rules.draw], len(wastes)
        kept = wastes if rules.keep_waste else ((),) * piles
        wastes = tuple(pile + drawn[at::piles] for at, pile in enumerate(kept))
        return Position(rules, pyramid, stock[rules.draw :], wastes, reserve, cells, number)

    def _to_cell(self, card: Card) -> Position:
        if card in self.cells:
            raise IllegalMove(f"cell {card}: it stands in a cell already")
        if len(self.cells) >= self.rules.cells:
            raise IllegalMove(f"cell {card}: all {self.rules.cells} cells are taken")
        reason = self._why_unavailable(card)
        if reason is not None:
            raise IllegalMove(f"cell {card}: {reason}")
        left = self._without((card,))
        return left._replace(cells=(*self.cells, card))

    def _remove(self, move: Move) -> Position:
        pairs = self.rules.pairs
        if len(move.cards) == 1:
            (card,) = move.cards
            if not pairs.single(card.rank):
                raise IllegalMove(f"{move}: {card} doesn't go alone; {pairs.sentence}")
            reason = self._why_unavailable(card)
        else:
            a, b = move.cards
            if not pairs.pairs(a.rank, b.rank):
                raise IllegalMove(f"{move}: the two don't match; {pairs.sentence}")
            reason = self._why_unavailable(a) or self._why_unavailable(b)
            if reason is not None and (self._is_cover_pair(a, b) or self._is_cover_pair(b, a)):
                reason = None
        if reason is not None:
            raise IllegalMove(f"{move}: {reason}")
        return self._without(move.cards)

    def _why_unavailable(self, card: Card) -> str | None:
        """What keeps a card from being used; None if it is available."""
        pile = next((pile for pile in self.wastes if card in pile), None)
        if pile is not None:
            on_top = pile[-1]
            return None if card == on_top else f"{card} lies under {on_top} on the waste"
        place = _place(card, self.pyramid)
        if place is not None:
            covers = self.covers_left(place)
            if not covers:
                return None
            return f"{card} is covered by {' and '.join(str(self.pyramid[c]) for c in covers)}"
        if card in self.cells:
            return None
        if card in self.stock:
            if not self.rules.stock_top:
                return f"{card} is still in the stock; draw it first"
            return None if card == self.stock[0] else f"{card} is not the next card of the stock"
        for column in self.reserve:
            if card in column:
                top = column[-1]
                return None if card == top else f"{card} lies under {top} in the reserve"
        return f"{card} is not in play any more"

    def _without(self, gone: tuple[Card, ...]) -> Position:
        """The position with available cards taken away."""
        rules, pyramid, stock, wastes, reserve, cells, pass_number = self
        for card in gone:
            if any(pile and pile[-1] == card for pile in wastes):
                wastes = _taken_off(wastes, card)
            elif (at := _place(card, pyramid)) is not None:
                left = list(pyramid)
                left[at] = None
                pyramid = tuple(left)
            elif stock and stock[0] == card:
                stock = stock[1:]
            elif card in cells:
                cells = tuple(other for other in cells if other != card)
            else:
                reserve = _taken_off(reserve, card)
        return Position(rules, pyramid, stock, wastes, reserve, cells, pass_number)


def _taken_off(piles: tuple[tuple[Card, ...], ...], card: Card) -> tuple[tuple[Card, ...], ...]:
    """The piles without a card that is the last of one."""
    return tuple(pile[:-1] if pile and pile[-1] == card else pile for pile in piles)


def _place(card: Card, pyramid: tuple[Card | None, ...]) -> int | None:
    """Where a card stands in the pyramid; None if it doesn't."""
    try:
        return pyramid.index(card)
    except ValueError:
        return None


def play(position: Position, moves: Iterable[Move]) -> Position:
    """Apply moves one after the other.

    Raises:
        IllegalMove: a move is illegal; the error names its number.
    """
    for after in positions_along(position, moves):
        position = after
    return position


def positions_along(position: Position, moves: Iterable[Move]) -> Iterator[Position]:
    """The position after each move; raises as :func:`play` does."""
    for number, move in enumerate(moves, start=1):
        try:
            position = position.apply(move)
        except IllegalMove as error:
            raise IllegalMove(f"move {number}: {error}") from None
        yield position
