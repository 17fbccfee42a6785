"""The readable rules: what may be done and what it does, checked by hand."""

from __future__ import annotations

import pytest

from solver import (
    KERNEL_COMPILED,
    Deal,
    Move,
    Position,
    format_position,
    parse_move,
    parse_moves,
    play,
    preset,
    read,
    solve,
)
from solver.cards import PACK, Card
from solver.errors import IllegalMove
from solver.rules import rules_from


def at(text: str, settings: str = "") -> Position:
    """A position under the default rules with some parameters changed."""
    return read(text, rules_from("cardgames", settings.split()))


def legal(position: Position) -> set[str]:
    """The legal moves as texts."""
    return {str(move) for move in position.legal_moves()}


def after(position: Position, moves: str) -> str:
    """The position's text after some moves."""
    return format_position(play(position, parse_moves(moves)))


# (position, changed parameters, all legal moves)
MOVES = [
    # A king goes alone from the pyramid, the waste, a reserve column or a cell.
    ("pyramid: KS", "", {"KS"}),
    ("pyramid: 2C | waste: 3C KS", "", {"KS", "recycle"}),
    ("pyramid: 2C | waste: KS 3C", "", {"recycle"}),
    ("pyramid: 2C | reserve: KD KS, KH 2D", "", {"KS"}),
    ("pyramid: 2C | cells: KS", "cells=1", {"KS"}),
    # The next stock card counts only under stock_top.
    ("pyramid: 2C | stock: KS JD", "", {"draw"}),
    ("pyramid: 2C | stock: KS JD", "stock_top=yes", {"draw", "KS"}),
    ("pyramid: 2C | stock: JD KS", "stock_top=yes", {"draw", "2C+JD"}),
    # Stock against waste under stock_top.
    ("pyramid: 2C | stock: 5C | waste: 8C", "stock_top=yes", {"draw", "5C+8C"}),
    ("pyramid: 2C | stock: 5C | waste: 8C", "", {"draw"}),
    # Two cards of the waste never meet.
    ("pyramid: 2C | waste: 5C 8C", "stock_top=yes", {"recycle"}),
    # Pairs between pyramid, waste, reserve and cells.
    ("pyramid: 2C / 5C 8C", "", {"5C+8C"}),
    ("pyramid: 2C / 5C AC | waste: 8C", "", {"5C+8C", "recycle"}),
    ("pyramid: 2C / 5C AC | reserve: 8C, 8D", "", {"5C+8C", "5C+8D"}),
    ("pyramid: 2C / 5C AC | cells: 8C QC", "cells=2", {"5C+8C", "AC+QC"}),
    ("pyramid: 2C / 3C AC | cells: 8C 5C", "cells=2", {"5C+8C"}),
    # A cell takes any available card while one is free.
    (
        "pyramid: 2C / 5C AC | stock: 9C | waste: 8C | cells: 4D",
        "cells=2",
        {"5C+8C", "cell 5C", "cell AC", "cell 8C", "draw"},
    ),
    ("pyramid: 2C | stock: 9C", "cells=1 stock_top=yes", {"cell 2C", "cell 9C", "draw"}),
    # A card with one cover left goes with that cover, and only where the rule is on.
    ("pyramid: 5C / 8C --", "", {"5C+8C"}),
    ("pyramid: 5C / 8C --", "cover_pairs=no", set()),
    ("pyramid: 5C / 8C 2D", "", set()),
    # The cover must itself be available.
    ("pyramid: 8C / 5C -- / 3D -- --", "", set()),
    ("pyramid: 2H / 5C 4C / 8C -- 9D", "", {"5C+8C", "4C+9D"}),
    # Recycle: stock empty, waste not, and a pass left.
    ("pyramid: 2C | waste: 5C | pass: 1/2", "passes=2", {"recycle"}),
    ("pyramid: 2C | waste: 5C | pass: 2/2", "passes=2", set()),
    ("pyramid: 2C | stock: 4D | waste: 5C | pass: 1/2", "passes=2", {"draw"}),
    ("pyramid: 2C", "", set()),
    # Other pairings.
    ("pyramid: 2C / 6C 6D", "pairing=sum12", {"6C+6D"}),
    ("pyramid: 2C / QC KD", "pairing=sum12", {"QC+KD"}),
    ("pyramid: 2C / KC 2D", "pairing=equal cover_pairs=no", set()),
    ("pyramid: 2C / 3D -- | waste: 2S", "pairing=adjacent", {"2C+3D", "2S+3D", "recycle"}),
    # Won: nothing is legal.
    ("pyramid: -- | waste: KS", "", set()),
    ("pyramid: -- | waste: KS", "goal=all", {"KS", "recycle"}),
    ("pyramid: -- | reserve: KS", "goal=board", {"KS"}),
    ("pyramid: -- | stock: KS", "goal=board", set()),
    # The triangle: an end card waits for one card only.
    ("pyramid: KC KD / 2C", "shape=triangle", set()),
    ("pyramid: KC KD / --", "shape=triangle", {"KC", "KD"}),
    ("pyramid: KC 2D KD / -- 3C / --", "shape=triangle", {"KC"}),
]


@pytest.mark.parametrize(("text", "settings", "moves"), MOVES)
def test_legal_moves(text: str, settings: str, moves: set[str]) -> None:
    """The legal moves of a position are those found by hand, each listed once."""
    position = at(text, settings)
    assert legal(position) == moves
    assert len(position.legal_moves()) == len(moves)


# (position, changed parameters, moves, the position afterwards)
PLAYED = [
    ("pyramid: 2C | stock: 3C 4C", "", "draw", "pyramid: 2C | stock: 4C | waste: 3C | pass: 1"),
    (
        "pyramid: 2C | stock: 3C 4C 5C 6C",
        "draw=3",
        "draw",
        "pyramid: 2C | stock: 6C | waste: 3C 4C 5C | pass: 1",
    ),
    (
        "pyramid: 2C | stock: 3C 4C 5C 6C",
        "draw=3",
        "draw, draw",
        "pyramid: 2C | waste: 3C 4C 5C 6C | pass: 1",
    ),
    (
        "pyramid: 2C | waste: 3C 4C 5C",
        "passes=2",
        "recycle",
        "pyramid: 2C | stock: 3C 4C 5C | pass: 2/2",
    ),
    (
        "pyramid: 2C / 5C AC | stock: 9C | waste: 3C 8C",
        "",
        "5C+8C",
        "pyramid: 2C / -- AC | stock: 9C | waste: 3C | pass: 1",
    ),
    (
        "pyramid: 2C | reserve: 3C KD, KH",
        "",
        "KD KH",
        "pyramid: 2C | reserve: 3C, -- | pass: 1",
    ),
    (
        "pyramid: 2C | stock: 9C 8D",
        "cells=2 stock_top=yes",
        "cell 9C, draw, cell 8D",
        "pyramid: 2C | cells: 9C 8D | pass: 1",
    ),
    ("pyramid: 5C / 8C -- | stock: 2D", "", "8C+5C", "pyramid: -- / -- -- | stock: 2D | pass: 1"),
    (
        "pyramid: 2C | stock: 5C 3C | waste: 4D 8C",
        "stock_top=yes",
        "5C+8C",
        "pyramid: 2C | stock: 3C | waste: 4D | pass: 1",
    ),
]


@pytest.mark.parametrize(("text", "settings", "moves", "result"), PLAYED)
def test_what_a_move_does(text: str, settings: str, moves: str, result: str) -> None:
    """Moves take exactly the right cards from the right places."""
    assert after(at(text, settings), moves) == result


# (position, changed parameters, move, what the refusal says)
REFUSED = [
    ("pyramid: 2C", "", "draw", "draw: the stock is empty"),
    ("pyramid: 2C", "", "recycle", "recycle: there is no waste to turn over"),
    ("pyramid: 2C | stock: 3C 4C", "", "recycle", "recycle: the stock still holds 2 cards"),
    ("pyramid: 2C | waste: 3C | pass: 2/2", "passes=2", "recycle", "pass 2 of 2, the last one"),
    ("pyramid: 2C / 5C 8C", "", "2C", "2C doesn't go alone; two cards whose ranks add up to 13"),
    ("pyramid: 2C / 5C 9C", "", "5C+9C", "5C\\+9C: the two don't match; two cards whose"),
    ("pyramid: KC / 5C 9C", "", "KC", "KC is covered by 5C and 9C"),
    ("pyramid: 2C | waste: KC 3C", "", "KC", "KC lies under 3C on the waste"),
    ("pyramid: 2C | stock: KC", "", "KC", "KC is still in the stock; draw it first"),
    ("pyramid: 2C | stock: 3C KC", "stock_top=yes", "KC", "KC is not the next card of the stock"),
    ("pyramid: 2C | reserve: KC 3C", "", "KC", "KC lies under 3C in the reserve"),
    ("pyramid: 2C", "", "KC", "KC is not in play any more"),
    ("pyramid: 2C | waste: 3C", "", "cell 3C", "cell 3C: all 0 cells are taken"),
    ("pyramid: 2C | waste: 3C | cells: 4C", "cells=1", "cell 3C", "all 1 cells are taken"),
    ("pyramid: 2C | cells: 4C", "cells=2", "cell 4C", "it stands in a cell already"),
    ("pyramid: 2C / 5C 8C", "cells=1", "cell 2C", "cell 2C: 2C is covered by 5C and 8C"),
    ("pyramid: -- | waste: KC", "", "KC", "KC: the game is won"),
    ("pyramid: 8C / 5C --", "cover_pairs=no", "8C+5C", "8C is covered by 5C"),
]


@pytest.mark.parametrize(("text", "settings", "move", "says"), REFUSED)
def test_refusal_names_the_rule(text: str, settings: str, move: str, says: str) -> None:
    """An illegal move is refused with the rule it breaks and what stands in the way."""
    with pytest.raises(IllegalMove, match=says):
        at(text, settings).apply(parse_move(move))


def test_a_line_names_the_move_that_breaks_it() -> None:
    """`play` says at which move a line goes wrong."""
    with pytest.raises(IllegalMove, match="move 3: draw: the stock is empty"):
        play(at("pyramid: 2C | stock: 3C 4C"), parse_moves("draw draw draw"))


@pytest.mark.parametrize(
    ("text", "pyramid", "board", "everything"),
    [
        ("pyramid: --", True, True, True),
        ("pyramid: -- | stock: 5C", True, True, False),
        ("pyramid: -- | waste: 5C", True, True, False),
        ("pyramid: -- | reserve: 5C", True, False, False),
        ("pyramid: -- | cells: 5C", True, False, False),
        ("pyramid: -- | reserve: --", True, True, True),
        ("pyramid: 5C", False, False, False),
    ],
)
def test_goals(text: str, pyramid: bool, board: bool, everything: bool) -> None:
    """Each goal is reached when the cards that it counts have gone, and no sooner."""
    for goal, won in (("pyramid", pyramid), ("board", board), ("all", everything)):
        assert at(text, f"cells=1 goal={goal}").is_won is won


def best_deal() -> Deal:
    """A deal whose pyramid goes two by two from the last card back, apex and its cover last."""
    left = list(PACK)
    cards: list[Card] = []
    for pair in range(14):
        for rank in (1 + pair % 6, 12 - pair % 6):
            card = next(card for card in left if card.rank == rank)
            left.remove(card)
            cards.append(card)
    return Deal((*cards, *left))


def test_the_best_possible_game() -> None:
    """Fourteen moves, two pyramid cards each and no draw: the reason for cover pairs."""
    start = best_deal().position()
    pyramid = [card for card in start.pyramid if card is not None]
    line = [Move.remove(pyramid[at], pyramid[at - 1]) for at in range(27, 0, -2)]
    assert len(line) == 14
    assert play(start, line).is_won
    if KERNEL_COMPILED:
        # Interpreted, the search for it takes a minute: every order of pairs is looked at.
        result = solve(start)
        assert (result.min_moves, result.draws) == (14, 0)
    strict = best_deal().position(rules_from("cardgames", ["cover_pairs=no"]))
    with pytest.raises(IllegalMove, match="move 14"):
        play(strict, line)


def test_position_is_not_changed() -> None:
    """Moves make new positions; the old one stays as it was."""
    start = Deal.seed(1).position(preset("cardgames"))
    before = (start.pyramid, start.stock, start.wastes)
    for move in start.legal_moves():
        assert start.apply(move) != start
    assert (start.pyramid, start.stock, start.wastes) == before


def test_cards() -> None:
    """`cards` lists every card in play, wherever it lies."""
    position = at("pyramid: 2C | stock: 3C | waste: 4C | reserve: 5C 6C, 7C | cells: 8C", "cells=1")
    assert [str(card) for card in position.cards()] == ["2C", "3C", "4C", "5C", "6C", "7C", "8C"]
