"""A position as text for a terminal.

``[7D]`` is available, `` 7D `` is covered, ``.`` marks the place of a card that has
gone. With colour, hearts and diamonds are red and covered cards are dim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from solver.cards import Card
from solver.position import Position

__all__ = ["draw_board", "draw_position", "named_wastes"]

# Of a line, in columns.
_WIDTH = 64
_LABEL = 10
_RED, _DIM, _BOLD, _PLAIN = "\x1b[31m", "\x1b[2m", "\x1b[1m", "\x1b[0m"

_Paint = Callable[[Card, bool], str]


def _slot(position: Position) -> int:
    """Columns that a card takes: of two packs some have a mark."""
    return 3 + position.rules.decks


def _painter(color: bool, slot: int) -> _Paint:
    def paint(card: Card, available: bool) -> str:
        text = (f"[{card}]" if available else f" {card} ").ljust(slot)
        if not color:
            return text
        hue = _RED if card.suit in "DH" else ""
        return f"{hue}{_BOLD if available else _DIM}{text}{_PLAIN}"

    return paint


def draw_board(position: Position, color: bool = False) -> list[str]:
    """The rows of the pyramid, centred, without trailing blanks."""
    slot = _slot(position)
    paint = _painter(color, slot)
    board, lines = position.board, []
    for row in board.by_row():
        line, end = "", 0
        for index in row:
            card, start = position.pyramid[index], slot * board.across[index] // 2
            line += " " * (start - end)
            if card is None:
                line += _gone(slot)
            else:
                line += paint(card, not position.covers_left(index))
            end = start + slot
        lines.append(line.rstrip())
    return lines


def _gone(slot: int) -> str:
    return " .".ljust(slot)


def named_wastes(position: Position) -> list[tuple[str, tuple[Card, ...]]]:
    """The waste piles with their names: numbers, where there are several."""
    if len(position.wastes) == 1:
        return [("Waste", position.wastes[0])]
    return [(f"Waste{number}", pile) for number, pile in enumerate(position.wastes, 1)]


def _wrapped(label: str, cards: Iterable[str], slot: int) -> list[str]:
    slots = list(cards)
    lines = []
    for at in range(0, len(slots), _WIDTH // slot):
        lines.append((label.ljust(_LABEL) + "".join(slots[at : at + _WIDTH // slot])).rstrip())
        label = ""
    return lines or [f"{label.ljust(_LABEL)} none"]


def draw_position(position: Position, color: bool = False, hidden: int = 0) -> str:
    """The whole position: pyramid, reserve, cells, stock, waste and pass.

    Without ``color`` the text is plain ASCII. There is no line end after the last line.

    Args:
        position: what is known of it.
        color: for a terminal.
        hidden: cards that lie in the stock, after those of the position, and aren't known.
    """
    rules, slot = position.rules, _slot(position)
    paint = _painter(color, slot)
    lines = draw_board(position, color)
    lines.append("")
    if position.reserve or rules.reserve:
        lines += _draw_reserve(position, paint, slot)
    if rules.cells:
        free = rules.cells - len(position.cells)
        cells = [paint(card, True) for card in position.cells] + [_gone(slot)] * free
        lines += _wrapped("Cells", cells, slot)
    if position.stock or any(position.wastes) or rules.stock_size:
        in_place = rules.stock_top
        stock = [paint(card, in_place and at == 0) for at, card in enumerate(position.stock)]
        face_down = [f" {hidden} face down"] if hidden else []
        lines += _wrapped(f"Stock {len(position.stock) + hidden:2}", [*stock, *face_down], slot)
        for name, pile in named_wastes(position):
            waste = [paint(card, at == len(pile) - 1) for at, card in enumerate(pile)]
            lines += _wrapped(f"{name} {len(pile):2}", waste, slot)
        of = f" of {rules.passes}" if rules.passes else " (no limit)"
        lines.append(f"{'Pass':{_LABEL}} {position.pass_number}{of}")
    return "\n".join(lines).rstrip()


def _draw_reserve(position: Position, paint: _Paint, slot: int) -> list[str]:
    if not any(position.reserve):
        return [f"{'Reserve':{_LABEL}} none"]
    lines = []
    label = "Reserve"
    for depth in range(max(map(len, position.reserve))):
        slots = []
        for column in position.reserve:
            at_end = depth == len(column) - 1
            slots.append(paint(column[depth], at_end) if depth < len(column) else " " * slot)
        lines.append((label.ljust(_LABEL) + "".join(slots)).rstrip())
        label = ""
    return lines
