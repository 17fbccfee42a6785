"""The positions that are counted from: moments of games under all presets and more, and small ones.

A preset that is new has its cases without a line here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from solver.deal import Deal
from solver.moves import DRAW, RECYCLE
from solver.notation import parse_position
from solver.position import Position
from solver.rules import PRESETS, Rules, rules_named

__all__ = ["cases"]

#: Rules that no preset has.
_OTHERS = (
    "cardgames cells=2",
    "cardgames cells=1 reserve=3x2 goal=board",
    "cardgames draw=3 keep_waste=no",
    "cardgames draw=2 passes=2 keep_waste=no stock_top=yes",
    "cardgames draw=3 wastes=2 stock_top=yes",
    "cardgames draw=5 wastes=5 passes=2",
    "cardgames draw=2 passes=2",
    "cardgames rows=6 reserve=4x2 passes=2 goal=all",
    "cardgames rows=5 shape=triangle",
    "cardgames rows=4 shape=pharaohs passes=2",
    "cardgames rows=4 shape=two-pyramids draw=2",
    "cardgames decks=2 draw=3 wastes=3 passes=2",
    "cardgames decks=2 pairing=equal draw=3 stock_top=yes",
    "cardgames pairing=sum10",
    "cardgames pairing=sum11",
    "cardgames pairing=sum12",
    "cardgames pairing=sum14",
    "cardgames pairing=equal",
    "cardgames pairing=adjacent draw=3",
)

#: Small positions from which everything is reached: rules, and the position.
_SMALL = (
    (
        "cardgames rows=3",
        "pyramid: 8S / 5D 5C / 3C TS QC | stock: AS QS 3D 8D 5H 3S 8C AC | pass: 1",
    ),
    (
        "cardgames passes=3 stock_top=yes cover_pairs=no rows=3",
        "pyramid: 4S / QC AC / -- QH 2S | stock: 9H AH AS | waste: JS 8H AD 4C | pass: 1/3",
    ),
    (
        "cardgames passes=1 stock_top=yes cover_pairs=no goal=all rows=4",
        (
            "pyramid: TC / 8C KS / 5C KH 3C / 2C 3D 8D KD | "
            "stock: JD 2D 8H JS TD 3H | waste: TS JH | pass: 1/1"
        ),
    ),
    (
        "cardgames rows=3 cells=2 goal=board",
        "pyramid: TD / 7C 3H / 3D 9S AH | stock: 3S 6H AC | waste: 6C 3C 9H | pass: 1",
    ),
    (
        "cardgames rows=3 draw=2 keep_waste=no",
        "pyramid: AS / AC JD / QC KC AD | stock: 5D 2S JC 2C 9S 2D KD | waste: QS | pass: 1",
    ),
    (
        "cardgames rows=3 draw=3 wastes=3 passes=2 goal=all",
        "pyramid: AS / KS 9S / 4C 5D -- | stock: 9C QH JD 5C 2S 8H 8D QS | pass: 1/2",
    ),
    (
        "cardgames rows=3 draw=2 wastes=2 stock_top=yes keep_waste=no passes=3",
        "pyramid: 8C / 4C QC / AD 4D 8H | stock: 5S QS 9S 9D 4S KD AH | pass: 1/3",
    ),
    (
        "cardgames rows=3 reserve=2x2 passes=2 goal=board",
        (
            "pyramid: TS / 6S KH / 5H -- 2C | "
            "stock: 7D 5C 8D 3S 5D | waste: 7S | reserve: JH TH, 6D 6C | pass: 1/2"
        ),
    ),
    (
        "cardgames rows=3 decks=2 passes=2 stock_top=yes",
        "pyramid: 2S / 5S' TC' / 2C 2D -- | stock: TD' JC' JH' TH' 3S' 8C 5H' TD | pass: 1/2",
    ),
    (
        "cardgames rows=3 shape=triangle cells=1 passes=2",
        "pyramid: TD 3S 4H / 8D 4D / TC | stock: 3D 4S TH 5H | waste: 5D | pass: 1/2",
    ),
    (
        "cardgames rows=4 pairing=equal-or-adjacent passes=2 stock_top=yes cover_pairs=no goal=all",
        "pyramid: TS / AH TD / 7C TC 4H / 8H 4D AC 7H | stock: 4S 7D 7S | waste: 8C 8S | pass: 1/2",
    ),
    (
        "cardgames rows=3 shape=pharaohs pairing=sum12 passes=2",
        (
            "pyramid: 9S QD / QH -- 3D JD / 3C 4D 4C / QC / 6C AD | "
            "stock: 8D JC AH 4S 6D | waste: 3H 8S | pass: 1/2"
        ),
    ),
    (
        "cardgames rows=2 shape=two-pyramids draw=2 wastes=2 passes=2",
        "pyramid: 2S QH / 2H 2C 2D JH | stock: QD AH JD JC | waste: 9C QS, 4S | pass: 1/2",
    ),
    (
        "cardgames rows=3 pairing=sum10 passes=3 draw=2",
        "pyramid: 6D / 4C QH / 7H 7C 3S | stock: 4D 3C QS 3H | waste: 3D QC QD | pass: 1/3",
    ),
)

# Moments near the end of the stock, so that what happens then happens in few plies.
_STOCK_LEFT = 4
_DEALT_OPEN = 6


def cases() -> Iterator[tuple[str, Position]]:
    """Each case's name and position; the names differ."""
    for name, rules in PRESETS.items():
        yield f"{name}, whole deal seed:1", Deal.parse("seed:1", rules).position(rules)
        yield from _moments(name, rules)
    for text in _OTHERS:
        yield from _moments(text, rules_named(text))
    for number, (text, position) in enumerate(_SMALL, start=1):
        yield f"small {number}", parse_position(position, rules_named(text))


def _moments(name: str, rules: Rules) -> Iterator[tuple[str, Position]]:
    """Moments of seed:2 played by habit: near the end of the first pass, and of the last."""
    position = Deal.parse("seed:2", rules).position(rules)
    if not position.stock:
        for _ in range(_DEALT_OPEN):
            position = _by_habit(position) or position
        yield f"{name}, seed:2 after {_DEALT_OPEN} removals", position
        return
    for number in dict.fromkeys((1, rules.passes or 2)):
        found = _late(position, number, _by_habit)
        how = "late"
        if found is None:
            # It was won or stuck before.
            found, how = _late(position, number, _turned), "turned over to late"
        assert found is not None
        yield f"{name}, seed:2 {how} in pass {number}", found


def _by_habit(position: Position) -> Position | None:
    """After the first removal that there is, or else a draw or recycle; None if that ends it."""
    for move in position.legal_moves():
        if move.kind != "cell":
            after = position.apply(move)
            return None if after.is_won else after
    return None


def _turned(position: Position) -> Position:
    """After a draw, or a recycle where the stock is empty."""
    return position.apply(DRAW if position.stock else RECYCLE)


def _late(
    position: Position, pass_number: int, step: Callable[[Position], Position | None]
) -> Position | None:
    """The moment in a pass when few stock cards are left; None if play has ended before."""
    found: Position | None = position
    while found is not None:
        if found.pass_number == pass_number and len(found.stock) <= _STOCK_LEFT:
            return found
        found = step(found)
    return None
