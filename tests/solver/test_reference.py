"""The referee itself, against counts done by hand: it must be obviously right."""

from __future__ import annotations

import pytest

from solver import Position, play, read
from solver.reference import reference_solve
from solver.rules import rules_from


def at(text: str, settings: str = "") -> Position:
    """A position under the default rules with some parameters changed."""
    return read(text, rules_from("cardgames", settings.split()))


def lines(position: Position, depth: int) -> int:
    """Number of sequences of exactly so many legal moves."""
    if depth == 0:
        return 1
    return sum(lines(position.apply(move), depth - 1) for move in position.legal_moves())


# (position, changed parameters, sequences of 1, 2, 3, ... moves)
PERFT = [
    # Draw, recycle, draw, ...: one line of any length.
    ("pyramid: QH | stock: 5C", "", [1, 1, 1, 1, 1]),
    # One pass: the single draw and no more.
    ("pyramid: QH | stock: 5C", "passes=1", [1, 0, 0]),
    # draw; draw or QH+AD; after two draws only recycle (AD lies under 5C).
    ("pyramid: QH | stock: AD 5C", "", [1, 2, 1, 1, 2]),
    # Two kings and their order, then the apex king: three moves, two lines.
    ("pyramid: KC / KD KH", "", [2, 2, 2, 0]),
    # The pair, or a cell for either card; only 8D in the cell leaves a move, the pair.
    ("pyramid: 5C | waste: 8D", "cells=1 passes=1", [3, 1, 0]),
    # Two pairs that share no card, in either order.
    ("pyramid: AD / 2C 3C | reserve: JC, TC", "", [2, 2, 0]),
]


@pytest.mark.parametrize(("text", "settings", "counts"), PERFT)
def test_number_of_lines(text: str, settings: str, counts: list[int]) -> None:
    """The number of ways to play n moves is the one counted by hand."""
    position = at(text, settings)
    assert [lines(position, depth) for depth in range(1, len(counts) + 1)] == counts


# (position, changed parameters, least moves, positions met on the way)
ANSWERS = [
    ("pyramid: --", "", 0, 1),
    ("pyramid: KS", "", 1, 2),
    ("pyramid: QH", "", None, 1),
    # Start, after the draw; a recycle leads back to the start.
    ("pyramid: QH | stock: 5C", "", None, 2),
    # With two passes the second pass is a new position each: 2 + 2.
    ("pyramid: QH | stock: 5C", "passes=2", None, 4),
    ("pyramid: QH | stock: 5C AD", "", 3, 4),
    ("pyramid: KC / KD KH", "", 3, 5),
]


@pytest.mark.parametrize(("text", "settings", "least", "positions"), ANSWERS)
def test_answer_and_positions(text: str, settings: str, least: int | None, positions: int) -> None:
    """The referee meets the positions counted by hand and answers accordingly."""
    position = at(text, settings)
    answer = reference_solve(position)
    assert (answer.min_moves, answer.positions, answer.complete) == (least, positions, True)
    if answer.line is not None:
        assert play(position, answer.line).is_won
        assert len(answer.line) == least
    else:
        assert least is None


def test_giving_up_is_said() -> None:
    """Cut short, the referee claims nothing."""
    answer = reference_solve(at("pyramid: QH | stock: 5C AD"), max_positions=2)
    assert not answer.complete
    assert answer.min_moves is None
    assert answer.line is None
