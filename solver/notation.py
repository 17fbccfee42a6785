"""Position text and the reading of any input: deal or position.

    pyramid: QH / 5C -- | stock: 5D AD | waste: 2D 9H | pass: 1

Any number of rows, ``--`` for a card that has gone, the stock's next card first, the
waste's top card last. Further parts: ``reserve: 3C AD, 5H, --`` (column by column, the
available card last, ``--`` for an empty column) and ``cells: 5C``. Empty parts may be
left out. ``pass: 2/3`` is read too: the second number must agree with the rules. Several wastes
are written ``waste: 2D 9H, 4C, --``. Of two packs, the second card of a kind has a mark
(``QH'``); where it was left out, the first in the order of the parts is the one without.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from solver.board import MAX_ROWS, Board, board_for
from solver.cards import PACK, Card, format_cards, parse_card, split_cards
from solver.deal import Deal
from solver.errors import BadCard, BadPosition, BadRules, listed, shorten
from solver.position import Position
from solver.rules import Rules

__all__ = ["format_position", "parse_position", "read", "write_json"]

_PARTS = ("pyramid", "stock", "waste", "reserve", "cells", "pass")
_LONGEST = 4096
_NUMBER = re.compile(r"\s*(\d{1,3})\s*(?:/\s*(\d{1,3}|-)\s*)?")
_GONE = re.compile(r"-{2,}|\.{2}|__")


def read(text: str, rules: Rules | None = None) -> Position:
    """Read a deal or a position in any notation, as the start of a search.

    JSON may hold ``{"deck": [...]}`` or ``{"position": "pyramid: ..."}``.

    Raises:
        BadDeal, BadPosition: the text is neither; the error lists all faults at once.
        BadRules: a position's size contradicts the rules.
    """
    rules = rules or Rules()
    start = text.lstrip()[:40]
    if start.startswith("{") and len(text) <= _LONGEST:
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            data = None  # Deal.parse says what is wrong with it.
        if isinstance(data, dict) and isinstance(data.get("position"), str):
            return parse_position(data["position"], rules)
    if re.match(r"(?i)(pyramid|stock|waste|reserve|cells?|pass)\s*:", start):
        return parse_position(text, rules)
    return Deal.parse(text, rules).position(rules)


def parse_position(text: str, rules: Rules | None = None) -> Position:
    """Read a position text; the row count comes from the text.

    Raises:
        BadPosition: the text is no position, or one that can't occur under the rules;
            the error lists all faults at once.
        BadRules: the rules make no sense with a board of that size.
    """
    rules = rules or Rules()
    if len(text) > _LONGEST:
        raise BadPosition([f"{len(text)} characters are too many for a position"])
    faults: list[str] = []
    parts = _split_parts(text, faults)
    pyramid, board = _read_pyramid(parts.get("pyramid"), rules, faults)
    stock = _read_cards("stock", parts.get("stock", ""), faults)
    piles = _columns(parts.get("waste")) if rules.wastes > 1 else [parts.get("waste", "")]
    wastes = [_read_cards("waste", pile, faults) for pile in piles]
    cells = _read_cards("cells", parts.get("cells", ""), faults)
    reserve = [_read_cards("reserve", column, faults) for column in _columns(parts.get("reserve"))]
    pass_number = _read_pass(parts.get("pass"), rules, faults)

    _tell_apart([pyramid, stock, *wastes, *reserve, cells], rules, faults)
    if len(cells) > rules.cells:
        faults.append(f"cells: {len(cells)} cards, but the rules have {rules.cells} cells")
    if rules.reserve is not None:
        columns, depth = rules.reserve
        if len(reserve) > columns or any(len(column) > depth for column in reserve):
            faults.append(f"reserve: larger than the {columns}x{depth} of the rules")
    if len(wastes) > rules.wastes:
        faults.append(f"waste: {len(wastes)} piles, but the rules have {rules.wastes}")
    wastes += [[] for _ in range(rules.wastes - len(wastes))]
    if not faults and pass_number > 1 and rules.stock_size == 0 and not stock and not any(wastes):
        faults.append(f"pass: {pass_number}, but these rules deal no stock to recycle")
    if faults:
        raise BadPosition(faults)
    assert board is not None
    if board.rows != rules.rows:
        # A position brings its own size; what was checked against a full pack
        # (the reserve's room, the size of a draw) doesn't bind it.
        rules = _resized(rules, board.rows)
    return Position(
        rules,
        tuple(pyramid),
        tuple(stock),
        tuple(map(tuple, wastes)),
        tuple(map(tuple, reserve)),
        tuple(cells),
        pass_number,
    )


def _resized(rules: Rules, rows: int) -> Rules:
    room = rules.pack_size - board_for(rules.shape, rows).size
    reserve = rules.reserve if rules.reserve_size < room else None
    stock = room - (rules.reserve_size if reserve else 0)
    draw = max(min(rules.draw, stock), 1)
    try:
        return replace(rules, rows=rows, reserve=reserve, draw=draw)
    except BadRules as error:
        raise BadRules(f"{rules.shape} of {rows} rows: {error}") from None


def _tell_apart(
    places: Sequence[list[Card] | list[Card | None]], rules: Rules, faults: list[str]
) -> None:
    """Mark the second card of a kind where it has no mark, and see that there are no more."""
    times = Counter(card for cards in places for card in cards if card is not None)
    for card in PACK if rules.decks > 1 else ():
        if times[card] == 2 and not times[card._replace(copy=1)]:
            where = [(cards, at) for cards in places for at, own in enumerate(cards) if own == card]
            cards, at = where[1]
            cards[at] = marked = card._replace(copy=1)
            times[card] = times[marked] = 1
    for card, number in sorted(times.items()):
        if number > 1:
            faults.append(f"duplicate: {card} stands {number} times")
        if card.copy >= rules.decks:
            faults.append(f"{card}: the mark is for a second pack, and these rules have one")


def _split_parts(text: str, faults: list[str]) -> dict[str, str]:
    parts: dict[str, str] = {}
    for piece in text.split("|"):
        if not piece.strip():
            continue
        name, colon, content = piece.partition(":")
        key = name.strip().lower()
        key = "cells" if key == "cell" else key
        if not colon or key not in _PARTS:
            faults.append(f"{shorten(piece.strip())} is no part of a position: {', '.join(_PARTS)}")
        elif key in parts:
            faults.append(f"{key}: given twice")
        else:
            parts[key] = content.strip()
    return parts


def _read_pyramid(
    text: str | None, rules: Rules, faults: list[str]
) -> tuple[list[Card | None], Board | None]:
    if text is None:
        faults.append("pyramid: missing; write pyramid: QH / 5C --")
        return [], None
    rows = [row.split() for row in text.split("/")] if text else []
    boards = _boards_that_fit(rules)
    board = boards.get(len(rows))
    if board is None:
        possible = (
            f"1 to {len(boards)}" if len(boards) == max(boards) else listed(list(map(str, boards)))
        )
        faults.append(f"pyramid: {len(rows)} rows; {possible} are possible")
        return [], None
    cards: list[Card | None] = []
    sizes_right = True
    for number, (row, size) in enumerate(zip(rows, board.sizes, strict=True), start=1):
        if len(row) != size:
            faults.append(f"pyramid row {number}: {len(row)} cards instead of {size}")
            sizes_right = False
        for column, token in enumerate(row, start=1):
            if _GONE.fullmatch(token):
                cards.append(None)
                continue
            try:
                cards.append(parse_card(token))
            except BadCard:
                faults.append(
                    f"pyramid row {number}, card {column}: {shorten(token, 20)} is not a card"
                )
                cards.append(None)
                sizes_right = False
    if sizes_right:
        for index, card in enumerate(cards):
            over = [cards[c] for c in board.covers[index] if cards[c] is not None]
            if card is None and over:
                faults.append(
                    f"pyramid: card {index + 1} has gone, but {over[0]} still covers its place"
                )
    return cards, board


def _boards_that_fit(rules: Rules) -> dict[int, Board]:
    """The boards of a shape that the pack is enough for, by the rows that are written."""
    boards = [board_for(rules.shape, rows) for rows in range(1, MAX_ROWS + 1)]
    return {len(board.sizes): board for board in boards if board.size <= rules.pack_size}


def _read_cards(part: str, text: str, faults: list[str]) -> list[Card]:
    if _GONE.fullmatch(text.strip()):
        return []
    cards, unreadable = split_cards(text)
    for place, token in unreadable:
        faults.append(f"{part}, card {place}: {shorten(token, 20)} is not a card")
    return cards


def _columns(text: str | None) -> list[str]:
    return text.split(",") if text else []


def _read_pass(text: str | None, rules: Rules, faults: list[str]) -> int:
    if text is None or not text:
        return 1
    match = _NUMBER.fullmatch(text)
    if match is None:
        faults.append(f"pass: {shorten(text)} is not a pass number such as 2 or 2/3")
        return 1
    number = int(match[1])
    if number < 1:
        faults.append("pass: 0, but passes are counted from 1")
    if match[2] is not None:
        total = 0 if match[2] == "-" else int(match[2])
        if total != rules.passes:
            allowed = rules.passes or "unlimited (0)"
            faults.append(f"pass: {number}/{match[2]}, but the rules' passes are {allowed}")
    if rules.passes and number > rules.passes:
        faults.append(f"pass: {number}, but the rules allow only {rules.passes}")
    return number


def format_position(position: Position) -> str:
    """Write a position as text; :func:`parse_position` reads it back."""
    rows = []
    for cells in position.board.by_row():
        row = (position.pyramid[cell] for cell in cells)
        rows.append(" ".join("--" if card is None else str(card) for card in row))
    parts = ["pyramid: " + " / ".join(rows)]
    if position.stock:
        parts.append("stock: " + format_cards(position.stock))
    if any(position.wastes):
        piles = [format_cards(pile) or "--" for pile in position.wastes]
        parts.append("waste: " + ", ".join(piles))
    if position.reserve:
        columns = [format_cards(column) or "--" for column in position.reserve]
        parts.append("reserve: " + ", ".join(columns))
    if position.cells:
        parts.append("cells: " + format_cards(position.cells))
    passes = position.rules.passes
    parts.append(f"pass: {position.pass_number}" + (f"/{passes}" if passes else ""))
    return " | ".join(parts)


def write_json(position: Position) -> str:
    """Write a position as JSON ``{"position": "..."}``, which :func:`read` reads."""
    return json.dumps({"position": format_position(position)})
