"""Which games are like which: found in any disguise, and never by chance."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest

from service.likeness import Layout
from solver import KERNEL_COMPILED, Deal, rules_from, solve
from solver.cards import Card
from solver.position import Position, positions_along

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
    ],
)
def test_disguises(name: str, disguise: Callable[[Position], Position]) -> None:
    for seed in range(10):
        start = Deal.seed(seed).position(rules_from(name))
        assert Layout.of(disguise(start)).may_come_from(Layout.of(start))
        other = Deal.seed(seed + 100).position(rules_from(name))
        assert not Layout.of(disguise(other)).may_come_from(Layout.of(start))
