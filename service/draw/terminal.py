"""A position as text for a terminal.

``[7D]`` is available, `` 7D `` is covered, ``.`` marks the place of a card that has
gone. With colour, hearts and diamonds are red and covered cards are dim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from solver.cards import Card
from solver.position import Position

__all__ = ["draw_board", "draw_position"]

_SLOT = 4
_PER_LINE = 16
_LABEL = 10
_RED, _DIM, _BOLD, _PLAIN = "\x1b[31m", "\x1b[2m", "\x1b[1m", "\x1b[0m"

_Paint = Callable[[Card, bool], str]


def _painter(color: bool) -> _Paint:
    def paint(card: Card, available: bool) -> str:
        text = f"[{card}]" if available else f" {card} "
        if not color:
            return text
        hue = _RED if card.suit in "DH" else ""
        return f"{hue}{_BOLD if available else _DIM}{text}{_PLAIN}"

    return paint


def draw_board(position: Position, color: bool = False) -> list[str]:
    """The rows of the pyramid, centred, without trailing blanks."""
    paint = _painter(color)
    board, lines = position.board, []
    widest = max(board.sizes)
    for row in board.by_row():
        slots = []
        for index in row:
            card = position.pyramid[index]
            if card is None:
                slots.append(" .  ")
            else:
                slots.append(paint(card, not position.covers_left(index)))
        indent = " " * ((widest - len(row)) * _SLOT // 2)
        lines.append((indent + "".join(slots)).rstrip())
    return lines


def _wrapped(label: str, cards: Iterable[str]) -> list[str]:
    slots = list(cards)
    lines = []
    for at in range(0, len(slots), _PER_LINE):
        lines.append((label.ljust(_LABEL) + "".join(slots[at : at + _PER_LINE])).rstrip())
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
    paint = _painter(color)
    rules = position.rules
    lines = draw_board(position, color)
    lines.append("")
    if position.reserve or rules.reserve:
        lines += _draw_reserve(position, paint)
    if rules.cells:
        free = rules.cells - len(position.cells)
        cells = [paint(card, True) for card in position.cells] + [" .  "] * free
        lines += _wrapped("Cells", cells)
    if position.stock or position.waste or rules.stock_size:
        in_place = rules.stock_top
        stock = [paint(card, in_place and at == 0) for at, card in enumerate(position.stock)]
        face_down = [f" {hidden} face down"] if hidden else []
        lines += _wrapped(f"Stock {len(position.stock) + hidden:2}", [*stock, *face_down])
        last = len(position.waste) - 1
        waste = [paint(card, at == last) for at, card in enumerate(position.waste)]
        lines += _wrapped(f"Waste {len(position.waste):2}", waste)
        of = f" of {rules.passes}" if rules.passes else " (no limit)"
        lines.append(f"{'Pass':{_LABEL}} {position.pass_number}{of}")
    return "\n".join(lines).rstrip()


def _draw_reserve(position: Position, paint: _Paint) -> list[str]:
    if not any(position.reserve):
        return [f"{'Reserve':{_LABEL}} none"]
    lines = []
    label = "Reserve"
    for depth in range(max(map(len, position.reserve))):
        slots = []
        for column in position.reserve:
            at_end = depth == len(column) - 1
            slots.append(paint(column[depth], at_end) if depth < len(column) else " " * _SLOT)
        lines.append((label.ljust(_LABEL) + "".join(slots)).rstrip())
        label = ""
    return lines
