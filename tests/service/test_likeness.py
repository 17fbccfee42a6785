"""Which games are like which: found in any disguise, and never by chance."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest

from service import likeness
from service.likeness import Layout
from solver import KERNEL_COMPILED, Deal, read, rules_from, solve
from solver.board import LAYOUTS, board_for
from solver.cards import Card
from solver.position import Position, positions_along
from solver.rules import PRESETS, Rules

pytestmark = pytest.mark.skipif(not KERNEL_COMPILED, reason="takes long when interpreted")
NAMES = ("cardgames", "giza", "triangle", "one-pass", "tuts-tomb", "pyramid-dozen")


@pytest.mark.parametrize("name", NAMES)
def test_every_moment_of_a_game_until_little_is_left(name: str) -> None:
    rules = rules_from(name)
    seen = 0
    for seed in range(30):
        deal = Deal.seed(seed).position(rules)
        start = Layout.of(deal)
        for position in (deal, *positions_along(deal, solve(deal).solution)):
            if sum(card is not None for card in position.pyramid) >= 8:
                assert Layout.of(position).may_come_from(start), position
                seen += 1
    assert seen > 40


@pytest.mark.parametrize("name", NAMES)
def test_other_games_are_not_like_it(name: str) -> None:
    """At none of their moments, whatever is played today."""
    starts = [
        Layout.of(Deal.seed(1000 + number).position(rules_from(other)))
        for number, other in enumerate(NAMES * 6)
    ]
    rules = rules_from(name)
    seen = 0
    for seed in range(12):
        deal = Deal.seed(seed).position(rules)
        for position in (deal, *positions_along(deal, solve(deal).solution)):
            layout = Layout.of(position)
            assert not any(layout.may_come_from(start) for start in starts), position
            seen += 1
    assert seen >= 12


def _turned(position: Position) -> Position:
    return position._replace(stock=position.stock[5:] + position.stock[:5])


def _opened(position: Position) -> Position:
    return position._replace(stock=position.stock[:-2], wastes=(position.stock[-2:],))


def _mirrored(position: Position) -> Position:
    """Each row of the first block from right to left."""
    pyramid, block = list(position.pyramid), position.board.block
    for row in position.board.by_row():
        own = [place for place in row if block[place] == 0]
        for place, other in zip(own, reversed(own), strict=True):
            pyramid[place] = position.pyramid[other]
    return position._replace(pyramid=tuple(pyramid))


def _exchanged(position: Position) -> Position:
    """The two pyramids in each other's places."""
    pyramid: list[Card | None] = []
    for row in position.board.by_row():
        cards, half = position.pyramid[row.start : row.stop], len(row) // 2
        pyramid += cards[half:] + cards[:half]
    return position._replace(pyramid=tuple(pyramid))


def _beside_nothing(position: Position) -> Position:
    """A pyramid as the second of two, the first of which has gone."""
    rules = dataclasses.replace(position.rules, shape="two-pyramids", decks=2)
    pyramid: list[Card | None] = []
    for row in position.board.by_row():
        pyramid += [None] * len(row)
        pyramid += position.pyramid[row.start : row.stop]
    return position._replace(rules=rules, pyramid=tuple(pyramid))


def _columns(position: Position) -> Position:
    return position._replace(reserve=position.reserve[1:] + position.reserve[:1])


def _framed(position: Position) -> Position:
    """A triangle in the places of a larger one, to the right and further down."""
    rules = dataclasses.replace(position.rules, rows=position.rules.rows + 1)
    larger = {
        (row, column): None for row, places in enumerate(rules.board.by_row())
        for column in range(len(places))
    }  # fmt: skip
    cells: dict[tuple[int, int], Card | None] = {**larger}
    for row, places in enumerate(position.board.by_row()):
        for column, place in enumerate(places):
            cells[row, column + 1] = position.pyramid[place]
    return position._replace(rules=rules, pyramid=tuple(cells.values()))


def _odd_stock(position: Position) -> Position:
    return position._replace(stock=position.stock[::-1])


@pytest.mark.parametrize(
    ("name", "disguise"),
    [
        ("cardgames", _turned),
        ("microsoft", _opened),
        ("giza", _columns),
        ("pyramid-dozen", _columns),
        ("triangle", _framed),
        ("cardgames", _odd_stock),
        ("cardgames", _mirrored),
        ("cardgames", _beside_nothing),
        ("apophis", _odd_stock),
        ("pharaohs", _mirrored),
        ("two-pyramids", _mirrored),
        ("two-pyramids", _exchanged),
        ("double-pyramid", _turned),
        ("up-and-down", _mirrored),
    ],
)
def test_disguises(name: str, disguise: Callable[[Position], Position]) -> None:
    rules = rules_from(name)
    for seed in range(10):
        start = read(f"seed:{seed}", rules)
        assert Layout.of(disguise(start)).may_come_from(Layout.of(start))
        other = read(f"seed:{seed + 100}", rules)
        assert not Layout.of(disguise(other)).may_come_from(Layout.of(start))


@pytest.mark.parametrize("name", PRESETS)
def test_no_layout_is_too_odd(name: str) -> None:
    """Any two layouts can be compared; along play a game stays like itself while much is left."""
    rules = rules_from(name)
    at = read("seed:7", rules)
    start = Layout.of(at)
    others = {other: Layout.of(read("seed:8", rules_from(other))) for other in PRESETS}
    step = 0
    while sum(card is not None for card in at.pyramid) >= 8:
        layout = Layout.of(at)
        assert layout.may_come_from(start)
        assert not [other for other in others if layout.may_come_from(others[other])]
        moves = [move for move in at.legal_moves() if move.kind == "remove" or step % 3 == 0]
        step += 1
        if step > 120:
            break
        at = at.apply(moves[step % len(moves)]) if moves else at


@pytest.mark.parametrize("shape", LAYOUTS)
def test_every_way_to_see_a_board_is_one(shape: str) -> None:
    """Cards cover the same cards, however a board is seen; so many ways there are."""
    board = board_for(shape, 4)
    ways = Layout.of(Position(Rules(shape=shape, rows=4), (None,) * board.size)).boards
    assert len(ways) == {"pyramid": 2, "triangle": 2, "two-pyramids": 8, "pharaohs": 8}.get(
        shape, 4
    )
    for way in likeness._ways(board)[0]:
        for card, covers in enumerate(board.covers):
            assert {way[cover] for cover in covers} == set(board.covers[way[card]])
