"""The geometry of the boards."""

from __future__ import annotations

from math import comb

import pytest

from solver.board import MAX_ROWS, Board, board_for, rows_of

SHAPES = ("pyramid", "triangle")
EVERY = [(shape, rows) for shape in SHAPES for rows in range(1, MAX_ROWS + 1)]


def reachable(board: Board) -> set[int]:
    """The sets of cards that removing exposed cards one at a time can leave."""
    found = {board.full}
    todo = [board.full]
    while todo:
        cards = todo.pop()
        for card in board.exposed(cards):
            left = cards & ~(1 << card)
            if left not in found:
                found.add(left)
                todo.append(left)
    return found


def test_pyramid_of_three_rows() -> None:
    """By hand: card 0 lies under 1 and 2, card 2 under 4 and 5."""
    board = board_for("pyramid", 3)
    assert board.sizes == (1, 2, 3)
    assert board.covers == ((1, 2), (3, 4), (4, 5), (), (), ())
    assert board.beneath == ((), (0,), (0,), (1,), (1, 2), (2,))
    assert board.below[0] == 0b111110
    assert board.below[2] == 0b110000


def test_triangle_of_three_rows() -> None:
    """By hand: an end card of the long row lies under one card, the middle one under two."""
    board = board_for("triangle", 3)
    assert board.sizes == (3, 2, 1)
    assert board.covers == ((3,), (3, 4), (4,), (5,), (5,), ())
    assert board.exposed(board.full) == [5]
    assert board.below[1] == 0b111000


@pytest.mark.parametrize("rows", range(1, MAX_ROWS))
def test_reachable_pyramids_are_the_catalan_numbers(rows: int) -> None:
    """A pyramid of n rows has C(n + 1) reachable sets; the seven-row one has 1,430."""
    count = comb(2 * rows + 2, rows + 1) // (rows + 2)
    assert len(reachable(board_for("pyramid", rows))) == count
    assert rows != 7 or count == 1430


@pytest.mark.parametrize(("shape", "rows"), [("pyramid", 3), ("triangle", 3), ("triangle", 4)])
def test_is_reachable(shape: str, rows: int) -> None:
    """A set counts as reachable exactly when removals can leave it."""
    board = board_for(shape, rows)
    found = reachable(board)
    assert {cards for cards in range(1 << board.size) if board.is_reachable(cards)} == found
    assert 0 in found
    assert board.full in found


@pytest.mark.parametrize(("shape", "rows"), EVERY)
def test_geometry_holds_together(shape: str, rows: int) -> None:
    """Masks, covers and their reverse say the same, and covers have higher numbers."""
    board = board_for(shape, rows)
    assert board.size == sum(board.sizes) == rows * (rows + 1) // 2
    assert board is board_for(shape, rows)
    for card, covers in enumerate(board.covers):
        assert all(cover > card for cover in covers)
        assert board.cover_mask[card] == sum(1 << cover for cover in covers)
        assert all(card in board.beneath[cover] for cover in covers)
        under = 0
        for cover in covers:
            under |= board.below[cover] | 1 << cover
        assert board.below[card] == under
    assert sum(map(len, board.covers)) == sum(map(len, board.beneath))
    # Everything lies over the pyramid's top card; at first the last row is free.
    exposed = board.exposed(board.full)
    assert len(exposed) == board.sizes[-1]


def test_rows_of() -> None:
    """The row count follows from the number of cards, where there is one."""
    sizes = {rows * (rows + 1) // 2: rows for rows in range(10)}
    assert {size: rows_of(size) for size in range(46)} == {
        size: sizes.get(size) for size in range(46)
    }
