"""A position as text for a terminal.

``[7D]`` is available, `` 7D `` is covered, ``.`` marks the place of a card that has
gone. With colour, hearts and diamonds are red and covered cards are dim.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from solver.cards import Card
from solver.position import Position

__all__ = ["draw_board", "draw_position", "named_wastes"]

# Of a line, in columns.
_WIDTH = 64
_RED, _DIM, _BOLD, _PLAIN = "\x1b[31m", "\x1b[2m", "\x1b[1m", "\x1b[0m"


class _Pen(NamedTuple):
    """How to write cards: the columns that each takes, and those of the words before them."""

    slot: int
    label: int
    color: bool

    @classmethod
    def of(cls, position: Position, color: bool) -> _Pen:
        # Of two packs some cards have a mark; of several wastes each has a number.
        return cls(3 + position.rules.decks, 10 if len(position.wastes) == 1 else 12, color)

    def card(self, card: Card, available: bool) -> str:
        text = (f"[{card}]" if available else f" {card} ").ljust(self.slot)
        if not self.color:
            return text
        hue = _RED if card.suit in "DH" else ""
        return f"{hue}{_BOLD if available else _DIM}{text}{_PLAIN}"

    @property
    def gone(self) -> str:
        """The place of a card that has gone."""
        return " .".ljust(self.slot)

    def wrapped(self, label: str, cards: Iterable[str]) -> list[str]:
        """Cards on as many lines as they need, after a label."""
        slots, lines, most = list(cards), [], _WIDTH // self.slot
        for at in range(0, len(slots), most):
            lines.append((label.ljust(self.label) + "".join(slots[at : at + most])).rstrip())
            label = ""
        return lines or [f"{label.ljust(self.label)} none"]


def draw_board(position: Position, color: bool = False) -> list[str]:
    """The rows of the board, each card where it lies, without trailing blanks."""
    pen = _Pen.of(position, color)
    board, lines = position.board, []
    for row in board.by_row():
        line, end = "", 0
        for index in row:
            card, start = position.pyramid[index], pen.slot * board.across[index] // 2
            line += " " * (start - end)
            line += pen.gone if card is None else pen.card(card, not position.covers_left(index))
            end = start + pen.slot
        lines.append(line.rstrip())
    return lines


def named_wastes(position: Position) -> list[tuple[str, tuple[Card, ...]]]:
    """The waste piles with their names: numbers, where there are several."""
    if len(position.wastes) == 1:
        return [("Waste", position.wastes[0])]
    return [(f"Waste {number}", pile) for number, pile in enumerate(position.wastes, 1)]


def draw_position(position: Position, color: bool = False, hidden: int = 0) -> str:
    """The whole position: board, reserve, cells, stock, wastes and pass.

    Without ``color`` the text is plain ASCII. There is no line end after the last line.

    Args:
        position: what is known of the game.
        color: for a terminal.
        hidden: cards that lie in the stock, after those of the position, and aren't known.
    """
    rules, pen = position.rules, _Pen.of(position, color)
    lines = draw_board(position, color)
    lines.append("")
    if position.reserve or rules.reserve:
        lines += _draw_reserve(position, pen)
    if rules.cells:
        free = rules.cells - len(position.cells)
        cells = [pen.card(card, True) for card in position.cells] + [pen.gone] * free
        lines += pen.wrapped("Cells", cells)
    if position.stock or any(position.wastes) or rules.stock_size:
        in_place = rules.stock_top
        stock = [pen.card(card, in_place and at == 0) for at, card in enumerate(position.stock)]
        face_down = [f" {hidden} face down"] if hidden else []
        known = len(position.stock) + hidden
        lines += pen.wrapped(_counted("Stock", known, pen), [*stock, *face_down])
        for name, pile in named_wastes(position):
            waste = [pen.card(card, at == len(pile) - 1) for at, card in enumerate(pile)]
            lines += pen.wrapped(_counted(name, len(pile), pen), waste)
        of = f" of {rules.passes}" if rules.passes else " (no limit)"
        lines.append(f"{'Pass':{pen.label}} {position.pass_number}{of}")
    return "\n".join(lines).rstrip()


def _counted(name: str, number: int, pen: _Pen) -> str:
    """A pile's name and size, the sizes one below the other."""
    return f"{name:{pen.label - 5}} {number:2}"


def _draw_reserve(position: Position, pen: _Pen) -> list[str]:
    if not any(position.reserve):
        return [f"{'Reserve':{pen.label}} none"]
    lines = []
    label = "Reserve"
    for depth in range(max(map(len, position.reserve))):
        slots = []
        for column in position.reserve:
            at_end = depth == len(column) - 1
            slots.append(pen.card(column[depth], at_end) if depth < len(column) else " " * pen.slot)
        lines.append((label.ljust(pen.label) + "".join(slots)).rstrip())
        label = ""
    return lines
