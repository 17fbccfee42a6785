"""A game of Pyramid at one moment: everything, and what may be seen of it."""

from __future__ import annotations

from typing import Literal, NamedTuple

from games.cards import Card
from games.events import Event, Json
from games.protocol import Result
from games.pyramid.options import Options
from solver.deal import Deal
from solver.position import Position

__all__ = [
    "OVER",
    "PLAY",
    "Ending",
    "Row",
    "State",
    "View",
    "known_stock",
    "next_card",
    "rows_of",
    "shown_of_stock",
]

#: The phases: playing, nothing any more.
PLAY: Literal["play"] = "play"
OVER: Literal["over"] = "over"

#: A row of the pyramid, None where a card has gone.
Row = tuple[Card | None, ...]


class State(NamedTuple):
    """A game of Pyramid.

    Attributes:
        options, seed: of the game.
        dealt: the pack as it was dealt, in the order of :class:`solver.deal.Deal`.
        phase: ``play`` or ``over``.
        pyramid, stock, wastes, reserve, cells, pass_number: as in
            :class:`solver.position.Position`.
        seen: how many cards of the stock, in the order of the deal, have been face up; what was
            seen stays seen when it is taken back.
        moves: the moves that stand, as the solver writes them.
        undone: how many were taken back.
        actions: how many were done.
        time: when the last was done whose time was told, in milliseconds since the deal.
        result: how the game has ended.
        news: what has happened since the state before.
    """

    options: Options
    seed: str
    dealt: tuple[Card, ...]
    phase: Literal["play", "over"]
    pyramid: Row
    stock: tuple[Card, ...]
    wastes: tuple[tuple[Card, ...], ...]
    reserve: tuple[tuple[Card, ...], ...]
    cells: tuple[Card, ...]
    pass_number: int
    seen: int
    moves: tuple[str, ...]
    undone: int
    actions: int
    time: int | None
    result: Result | None
    news: tuple[Event, ...]

    @property
    def position(self) -> Position:
        """How the cards lie, for the solver."""
        return Position(
            self.options.in_force,
            self.pyramid,
            self.stock,
            self.wastes,
            self.reserve,
            self.cells,
            self.pass_number,
        )

    @property
    def start(self) -> Position:
        """How they lay before the first move."""
        return Deal(self.dealt).position(self.options.in_force)

    @property
    def seen_cards(self) -> tuple[Card, ...]:
        """The cards of the stock that have been face up, in the order of the deal."""
        first = len(self.dealt) - self.options.in_force.stock_size
        return self.dealt[first : first + self.seen]


class Ending(NamedTuple):
    """What is told when the game is over.

    Attributes:
        won: whether it was won.
        moves, undone, time: as in the state.
        deal: all cards in the order of the deal.
        winnable: whether the deal can be won; None if the judge doesn't know or there is none.
        least_moves: the fewest moves that win it; None likewise, and if none do.
    """

    won: bool
    moves: int
    undone: int
    time: int | None
    deal: tuple[Card, ...]
    winnable: bool | None
    least_moves: int | None


class View(NamedTuple):
    """What may be seen: the same by the player and by who only watches, but for ``legal``.

    Attributes:
        options: of the game; until the end without the deal that they may ask for.
        seat: whose view it is; None: who only watches.
        phase, wastes, reserve, cells, pass_number, moves, undone, actions, time, result: as in
            the state.
        waiting: the seats that the game waits for.
        pyramid: its rows from the top.
        stock: how many cards are in the stock.
        next_card: the next of them, where the rules lay it open.
        seen: the cards of the stock that have been face up at some time, in the order of the
            deal: what a player remembers, and a bot can't.
        known_stock: those of them that lie in the stock, the next one first.
        can_win: whether the game can still be won from here; None if the judge doesn't know,
            there is none, or ``notice`` is off.
        legal: what the seat may do, as JSON.
        ending: what is told at the end; None before.
    """

    game: str
    options: Options
    seat: int | None
    phase: str
    waiting: tuple[int, ...]
    pyramid: tuple[Row, ...]
    stock: int
    known_stock: tuple[Card, ...]
    next_card: Card | None
    wastes: tuple[tuple[Card, ...], ...]
    reserve: tuple[tuple[Card, ...], ...]
    cells: tuple[Card, ...]
    pass_number: int
    seen: tuple[Card, ...]
    moves: tuple[str, ...]
    undone: int
    actions: int
    time: int | None
    can_win: bool | None
    legal: tuple[Json, ...]
    ending: Ending | None
    result: Result | None


def rows_of(position: Position) -> tuple[Row, ...]:
    """The rows of the pyramid, from the top."""
    return tuple(position.pyramid[row.start : row.stop] for row in position.board.by_row())


def next_card(position: Position) -> Card | None:
    """The next card of the stock, if it lies open."""
    return position.stock[0] if position.stock and position.rules.stock_top else None


def known_stock(state: State) -> tuple[Card, ...]:
    """The cards of the stock that have been face up, the next one first."""
    seen = frozenset(state.seen_cards)
    return tuple(card for card in state.stock if card in seen)


def shown_of_stock(position: Position) -> int:
    """How many cards of the stock have been face up, as far as this position tells.

    In the first pass all that aren't in it any more, and its next card if that lies open. A later
    pass begins when all have been, and tells less: the most that was told counts. A draw of
    several cards shows all of them.
    """
    lies_open = next_card(position) is not None
    return position.rules.stock_size - len(position.stock) + lies_open
