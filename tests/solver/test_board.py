"""The geometry of the boards."""

from __future__ import annotations

from itertools import pairwise
from math import comb

import pytest

from solver.board import LAYOUTS, MAX_ROWS, Board, board_for

EVERY = [(shape, rows) for shape in LAYOUTS for rows in range(1, MAX_ROWS + 1)]


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


def test_two_pyramids_of_two_rows() -> None:
    """By hand: side by side, numbered row by row through both; nothing lies across the gap."""
    board = board_for("two-pyramids", 2)
    assert board.sizes == (2, 4)
    assert board.covers == ((2, 3), (4, 5), (), (), (), ())
    assert board.block == (0, 1, 0, 0, 1, 1)
    assert board.across == (1, 5, 0, 2, 4, 6)
    assert board.by_block() == [0, 2, 3, 1, 4, 5]
    assert board.blocks == (("^", 2), ("^", 2))
    assert [list(row) for row in board.by_row()] == [[0, 1], [2, 3, 4, 5]]


def test_pharaohs_of_three_rows() -> None:
    """By hand: pyramids of two and of three rows, and under them, uncovered by them, one of two."""
    board = board_for("pharaohs", 3)
    assert board.sizes == (2, 4, 3, 1, 2)
    assert board.covers == (
        (2, 3), (4, 5),
        (), (), (6, 7), (7, 8),
        (), (), (),
        (10, 11),
        (), (),
    )  # fmt: skip
    assert board.exposed(board.full) == [2, 3, 6, 7, 8, 10, 11]
    assert board.by_block() == [0, 2, 3, 1, 4, 5, 6, 7, 8, 9, 10, 11]
    assert board.blocks == (("^", 2), ("^", 3), ("^", 2))
    # The last pyramid stands under the middle of the others.
    assert board.across[9:] == (4, 3, 5)


@pytest.mark.parametrize(
    ("shape", "rows", "size"),
    [("two-pyramids", 7, 56), ("two-pyramids", 5, 30), ("pharaohs", 7, 52), ("pharaohs", 1, 4)],
)
def test_sizes(shape: str, rows: int, size: int) -> None:
    """The cards of all blocks together; a block without rows has none."""
    assert board_for(shape, rows).size == size


@pytest.mark.parametrize("shape", LAYOUTS)
def test_a_block_is_what_it_is_alone(shape: str) -> None:
    """Taken one by one, the blocks are the pyramids and triangles of so many rows."""
    board = board_for(shape, 5)
    for number, (kind, rows) in enumerate(board.blocks):
        own = [card for card in range(board.size) if board.block[card] == number]
        covers = [tuple(own.index(cover) for cover in board.covers[card]) for card in own]
        alone = board_for("pyramid" if kind == "^" else "triangle", rows)
        assert tuple(covers) == alone.covers
        start = min(board.across[card] for card in own)
        assert tuple(board.across[card] - start for card in own) == alone.across


@pytest.mark.parametrize("rows", range(1, 10))
def test_reachable_pyramids_are_the_catalan_numbers(rows: int) -> None:
    """A pyramid of n rows has C(n + 1) reachable sets; the seven-row one has 1,430."""
    count = comb(2 * rows + 2, rows + 1) // (rows + 2)
    assert len(reachable(board_for("pyramid", rows))) == count
    assert rows != 7 or count == 1430


@pytest.mark.parametrize(
    ("shape", "rows"),
    [
        ("pyramid", 3), ("triangle", 3), ("triangle", 4), ("two-pyramids", 2), ("two-pyramids", 3),
        ("pharaohs", 2), ("pharaohs", 3),
    ],
)  # fmt: skip
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
    assert board.size == sum(board.sizes) == len(board.block) == len(board.across)
    assert board.size == sum(each * (each + 1) // 2 for _, each in board.blocks)
    assert (board.shape, board.rows) == (shape, rows)
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
    # At first the last row of each block is free: of a triangle a single card.
    exposed = board.exposed(board.full)
    assert len(exposed) == sum(each if kind == "^" else 1 for kind, each in board.blocks)
    # No two cards of a row share a place.
    for row in board.by_row():
        places = [board.across[card] for card in row]
        assert all(right - left >= 2 for left, right in pairwise(places))
