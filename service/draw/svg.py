"""A position as a standalone SVG picture: no fonts, scripts or images from elsewhere.

Suits are drawn as paths, so that the picture looks the same wherever it is shown, and
nothing has an ``id``, so that many pictures can stand in one page.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from service.draw.terminal import named_wastes
from solver.cards import RANKS, Card
from solver.notation import format_position
from solver.position import Position

__all__ = ["draw_svg"]

_WIDTH, _HEIGHT = 64, 90  # of a card
_GAP = 10
_STEP = 44  # from one row of the board to the next
_FAN = 27  # from one card of a fan to the next: its corner stays visible
_DEPTH = 40  # from one card of a reserve column to the next
_MARGIN = 24
_LEAST = 10 * _FAN + _WIDTH

_RED, _BLACK = "#c01f2e", "#1d2430"
_FELT, _INK = "#1f6b4a", "#e9f3ec"
# Outlines in a box of 100 by 100.
_SUITS = {
    "C": "M50 3A21 21 0 0 1 66 38A21 21 0 1 1 55 71C56 84 59 91 68 97H32C41 91 44 84 45 71"
    "A21 21 0 1 1 34 38A21 21 0 0 1 50 3Z",
    "D": "M50 2Q66 27 88 50Q66 73 50 98Q34 73 12 50Q34 27 50 2Z",
    "H": "M50 95C22 66 4 48 4 29C4 14 15 5 27 5C38 5 46 12 50 22C54 12 62 5 73 5C85 5 96 14 96 29"
    "C96 48 78 66 50 95Z",
    "S": "M50 3C57 25 95 42 95 66C95 79 85 86 75 86C66 86 58 81 54 73C55 84 58 91 67 97H33"
    "C42 91 45 84 46 73C42 81 34 86 25 86C15 86 5 79 5 66C5 42 43 25 50 3Z",
}


def draw_svg(position: Position) -> str:
    """The whole position as the text of an SVG file."""
    return _Picture(position).text()


class _Picture:
    def __init__(self, position: Position) -> None:
        self._position = position
        self._shapes: list[str] = []
        board_width = (max(position.board.across) + 2) * (_WIDTH + _GAP) // 2 - _GAP
        columns = len(position.reserve)
        self._inner = max(board_width, columns * (_WIDTH + _GAP) - _GAP, _LEAST)
        self._left = _MARGIN + (self._inner - board_width) / 2
        self._y = _MARGIN

    def text(self) -> str:
        self._draw_board()
        self._draw_reserve()
        position, rules = self._position, self._position.rules
        if rules.cells:
            free: list[Card | None] = [None] * (rules.cells - len(position.cells))
            self._draw_label(f"Cells: {rules.cells}")
            self._draw_row([*position.cells, *free])
        if position.stock or any(position.wastes) or rules.stock_size:
            self._draw_label(_counted("Stock", position.stock, "next card first"))
            self._draw_fan(position.stock, 0 if rules.stock_top else None)
            for name, pile in named_wastes(position):
                self._draw_label(_counted(name, pile, "top card last"))
                self._draw_fan(pile, len(pile) - 1)
            of = f" of {rules.passes}" if rules.passes else ", any number allowed"
            self._draw_label(f"Pass {position.pass_number}{of}")
        width, height = self._inner + 2 * _MARGIN, self._y + _MARGIN - _GAP
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img" '
            "font-family=\"Georgia, 'Times New Roman', serif\">"
        )
        return "\n".join(
            [
                head,
                "<title>Pyramid solitaire</title>",
                f"<desc>{escape(format_position(position))}</desc>",
                f'<rect width="{width}" height="{height}" rx="14" fill="{_FELT}"/>',
                *self._shapes,
                "</svg>\n",
            ]
        )

    def _draw_board(self) -> None:
        position, across = self._position, self._position.board.across
        for row in position.board.by_row():
            for index in row:
                x = self._left + across[index] * (_WIDTH + _GAP) / 2
                card = position.pyramid[index]
                if card is None:
                    self._place(x, self._y)
                else:
                    self._card(card, x, self._y, not position.covers_left(index))
            self._y += _STEP
        self._y += _HEIGHT - _STEP + _GAP

    def _draw_reserve(self) -> None:
        columns = self._position.reserve
        if not any(columns):
            return
        self._draw_label("Reserve")
        for number, column in enumerate(columns):
            for depth, card in enumerate(column):
                x = _MARGIN + number * (_WIDTH + _GAP)
                self._card(card, x, self._y + depth * _DEPTH, depth == len(column) - 1)
        deepest = max(map(len, columns))
        self._y += (deepest - 1) * _DEPTH + _HEIGHT + _GAP

    def _draw_label(self, text: str) -> None:
        self._y += 18
        self._shapes.append(
            f'<text x="{_MARGIN}" y="{self._y}" font-size="15" fill="{_INK}">{escape(text)}</text>'
        )
        self._y += _GAP

    def _draw_row(self, cards: Sequence[Card | None]) -> None:
        for number, card in enumerate(cards):
            x = _MARGIN + number * (_WIDTH + _GAP)
            if card is None:
                self._place(x, self._y)
            else:
                self._card(card, x, self._y, True)
        self._y += _HEIGHT + _GAP

    def _draw_fan(self, cards: Sequence[Card], available: int | None) -> None:
        if not cards:
            self._place(_MARGIN, self._y)
        per_line = int(self._inner - _WIDTH) // _FAN + 1
        lines = max(1, -(-len(cards) // per_line))
        for number, card in enumerate(cards):
            line, column = divmod(number, per_line)
            y = self._y + line * _STEP
            self._card(card, _MARGIN + column * _FAN, y, number == available)
        self._y += (lines - 1) * _STEP + _HEIGHT + _GAP

    def _place(self, x: float, y: float) -> None:
        """The outline of a place without a card."""
        self._shapes.append(
            f'<rect x="{x:g}" y="{y:g}" width="{_WIDTH}" height="{_HEIGHT}" rx="7" '
            f'fill="none" stroke="{_INK}" stroke-opacity=".25" stroke-dasharray="4 5"/>'
        )

    def _card(self, card: Card, x: float, y: float, available: bool) -> None:
        hue = _RED if card.suit in "DH" else _BLACK
        rank = "10" if RANKS[card.rank - 1] == "T" else RANKS[card.rank - 1]
        face, edge = ("#fffdf6", "#f2c14e") if available else ("#d5d8d0", "#77807a")
        path = _SUITS[card.suit]
        self._shapes.append(
            f'<g transform="translate({x:g} {y:g})" fill="{hue}">'
            f"<title>{card}{'' if available else ', not available'}</title>"
            f'<rect width="{_WIDTH}" height="{_HEIGHT}" rx="7" fill="{face}" stroke="{edge}" '
            f'stroke-width="{2 if available else 1}"/>'
            f'<text x="14" y="21" font-size="19" font-weight="bold" text-anchor="middle">'
            f"{rank}</text>"
            f'<path transform="translate(7.5 25) scale(.13)" d="{path}"/>'
            f'<path transform="translate(26 46) scale(.32)" d="{path}"/></g>'
        )


def _counted(name: str, cards: Sequence[Card], order: str) -> str:
    if not cards:
        return f"{name}: empty"
    return f"{name}: {len(cards)}" + (f", {order}" if len(cards) > 1 else "")
