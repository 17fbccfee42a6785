"""Position text."""

from __future__ import annotations

import json
import random

import pytest

from solver import Position, format_position, parse_position, read
from solver.errors import BadPosition
from solver.notation import write_json
from solver.rules import Rules, rules_from
from tests.solver.boards import small_board


def test_the_example() -> None:
    """The text in the documentation is read as it says."""
    at = parse_position("pyramid: QH / 5C -- | stock: 5D AD | waste: 2D 9H | pass: 1")
    assert [card and str(card) for card in at.pyramid] == ["QH", "5C", None]
    assert [str(card) for card in at.stock] == ["5D", "AD"]
    assert [str(card) for card in at.wastes[0]] == ["2D", "9H"]
    assert (at.rules.rows, at.pass_number) == (2, 1)


@pytest.mark.parametrize(
    "text",
    [
        "pyramid: QH / 5C -- | stock: 5D AD | waste: 2D 9H | pass: 1",
        "PYRAMID:qh/5c --|waste:2d9h|STOCK:5dAD",
        "pyramid: Q\u2665 / 5\u2663 .. | pass: 1/0 | stock: 5D, AD | waste: 2D,9H | cells: --",
        "stock: 5D AD | waste: 2D 9H |\n pyramid: QH / 5C __ |",
        "pyramid: QH / 5C ---- | reserve: | stock: 5D AD | waste: 2D 9H | pass: 1/-",
    ],
)
def test_spellings(text: str) -> None:
    """Parts in any order, empty or left out, in either case, are one position."""
    plain = parse_position("pyramid: QH / 5C -- | stock: 5D AD | waste: 2D 9H")
    assert parse_position(text) == plain
    assert read(text) == plain


def test_every_part() -> None:
    """All parts are written and read back, an empty reserve column included."""
    rules = rules_from("cardgames", ["cells=2", "passes=3", "shape=triangle"])
    text = (
        "pyramid: QH JC / -- | stock: 5D | waste: 2D 9H | reserve: 3C AD, --, 5H"
        " | cells: 8C 8D | pass: 2/3"
    )
    at = parse_position(text, rules)
    assert format_position(at) == text
    assert [len(column) for column in at.reserve] == [2, 0, 1]
    assert at.pass_number == 2


@pytest.mark.parametrize("seed", range(40))
def test_any_moment_of_a_game_is_read_back(seed: int) -> None:
    """Along random play under random rules each position's text and JSON give it back."""
    rng = random.Random(seed)
    at = small_board(rng)
    for _ in range(15):
        assert parse_position(format_position(at), at.rules) == at
        assert read(write_json(at), at.rules) == at
        assert json.loads(write_json(at)) == {"position": format_position(at)}
        moves = at.legal_moves()
        if not moves:
            break
        at = at.apply(rng.choice(moves))


def test_rows_come_from_the_text() -> None:
    """A position's size replaces that of the rules, and parts that no longer fit with it."""
    assert parse_position("pyramid: QH").rules == Rules(rows=1)
    wide = parse_position("pyramid: " + " / ".join(["--" + " --" * row for row in range(9)]))
    assert wide.rules.rows == 9
    giza = parse_position("pyramid: QH | reserve: AD", rules_from("giza"))
    assert (giza.rules.rows, giza.rules.goal) == (1, "all")


def test_all_faults_at_once() -> None:
    """One error lists every fault of a position."""
    with pytest.raises(BadPosition) as caught:
        parse_position(
            "pyramid: QH / 5C | stock: QH XX | cells: 2C | pass: 4/3 | hand: 3C",
            rules_from("microsoft"),
        )
    assert caught.value.faults == (
        "'hand: 3C' is no part of a position: pyramid, stock, waste, reserve, cells, pass",
        "pyramid row 2: 1 cards instead of 2",
        "stock, card 2: 'XX' is not a card",
        "pass: 4, but the rules allow only 3",
        "duplicate: QH stands 2 times",
        "cells: 1 cards, but the rules have 0 cells",
    )


def test_positions_are_values() -> None:
    """Equal positions are equal and hash alike."""
    twice: list[Position] = [parse_position("pyramid: QH | stock: 5C") for _ in range(2)]
    assert len(set(twice)) == 1
