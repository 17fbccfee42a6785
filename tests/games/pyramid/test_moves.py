"""Moves, and by which rule they are refused."""

from __future__ import annotations

import json

import pytest

from games.cards import Card
from games.errors import IllegalAction, NoSuchSeat
from games.pyramid import PYRAMID, errors
from games.pyramid.actions import Make, Resign, Undo
from solver.moves import DRAW, parse_move
from solver.position import play
from tests.games.pyramid.boards import ONE_DRAW, SMALL, SMALL_CARDS, WIN, act, begun, packed

GIZA = packed("AC", "", {27: "KC", 28: "2D", 29: "3D", 30: "4D"})
TOP = "classic rows=2"
CELL = "cardgames rows=2 cells=1"

REFUSED: list[tuple[str, tuple[Card, ...], tuple[str, ...], str, type[IllegalAction], str]] = [
    (SMALL, packed(SMALL_CARDS), (), "5C", errors.NotAlone, "5C doesn't go alone"),
    (SMALL, packed(SMALL_CARDS), (), "QH", errors.NotAlone, "QH doesn't go alone"),
    (SMALL, packed(SMALL_CARDS), (), "5C+KD", errors.NoMatch, "don't match"),
    (SMALL, packed(SMALL_CARDS), (), "5C+8D", errors.CardIsInStock, "8D is still in the stock"),
    (SMALL, packed(SMALL_CARDS), ("draw", "draw"), "AC+QH", errors.CardIsCovered,
     "QH is covered by 5C and KD"),
    (SMALL, packed(SMALL_CARDS), ("draw", "draw"), "5C+8D", errors.CardIsBuried,
     "8D lies under AC on the waste"),
    (SMALL, packed(SMALL_CARDS), ("KD",), "KD", errors.CardIsGone, "KD is not in play"),
    (SMALL, packed(SMALL_CARDS), (), "recycle", errors.StockIsNotEmpty, "49 cards"),
    (ONE_DRAW, packed("QS", "2C"), ("draw",), "draw", errors.StockIsEmpty, "the stock is empty"),
    (ONE_DRAW, packed("QS", "2C"), ("draw",), "recycle", errors.NoMorePasses, "pass 1 of 1"),
    ("giza", GIZA, (), "recycle", errors.NothingToRecycle, "no waste"),
    ("giza", GIZA, (), "draw", errors.StockIsEmpty, "the stock is empty"),
    ("giza cells=1", GIZA, (), "cell 3D", errors.CardIsBuried, "3D lies under 4D in the reserve"),
    (SMALL, packed(SMALL_CARDS), (), "cell 5C", errors.NoFreeCell, "all 0 cells are taken"),
    (CELL, packed(SMALL_CARDS), ("cell 5C",), "cell KD", errors.NoFreeCell, "all 1 cells"),
    (CELL, packed(SMALL_CARDS), ("cell 5C",), "cell 5C", errors.InCellAlready, "in a cell already"),
    (CELL, packed(SMALL_CARDS), (), "cell QH", errors.CardIsCovered, "covered by 5C and KD"),
    (CELL, packed(SMALL_CARDS), (), "cell 8D", errors.CardIsInStock, "still in the stock"),
    (TOP, packed("QH 5C KD AC 8D"), (), "5C+8D", errors.CardIsInStock, "not the next card"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "dealt", "before", "move", "error", "text"),
    REFUSED,
    ids=[f"{rules}: {move} after {len(before)}" for rules, _, before, move, *_ in REFUSED],
)
def test_refused_by_its_rule(
    rules: str,
    dealt: tuple[Card, ...],
    before: tuple[str, ...],
    move: str,
    error: type[IllegalAction],
    text: str,
) -> None:
    """Each rule has an error of its own, which says what stands in the way and what may be done."""
    match = act(begun(rules, dealt, max_actions=50), *before)
    state = match.state
    with pytest.raises(error, match=text) as caught:
        act(match, move)
    assert type(caught.value) is error
    legal = ", ".join(map(str, state.position.legal_moves()))
    assert str(caught.value).endswith(f"you may play {legal}" if legal else "no move is left")
    assert match.state is state


def test_every_rule_has_a_test() -> None:
    tested = {error.__name__ for *_, error, _ in REFUSED}
    elsewhere = {"NothingToUndo", "UndoIsOff", "TimeRunsBackwards"}
    assert tested | elsewhere == set(errors.__all__)


def test_stock_top_lets_the_next_card_be_used() -> None:
    """What is refused without ``stock_top`` is played with it, before any draw."""
    dealt = packed("QH 5C KD 8D AC")
    match = act(begun(TOP, dealt), "5C+8D")
    assert str(match.state.stock[0]) == "AC"
    with pytest.raises(errors.CardIsInStock):
        act(begun(SMALL, dealt), "5C+8D")


def test_moves_do_what_the_solver_says() -> None:
    """The cards lie after each move as the solver has them, and the moves are counted."""
    match = begun()
    for number, move in enumerate(WIN, 1):
        act(match, move)
        assert match.state.position == play(match.state.start, map(parse_move, WIN[:number]))
        assert match.state.moves == WIN[:number]
        assert (match.state.actions, match.state.undone) == (number, 0)


def test_moves_are_told() -> None:
    """The event of a draw tells the cards that it turns up, of any the stock's next open card."""
    match = act(begun("cardgames rows=2 draw=3"), "KD", "draw")
    first, second = (step.events[0].seen_by(None) for step in match.steps)
    assert first == {"event": "move", "move": "KD", "drawn": [], "next_card": None}
    assert second == {
        "event": "move", "move": "draw", "drawn": ["8D", "AC", "2C"], "next_card": None,
    }  # fmt: skip
    (told,) = act(begun(TOP), "5C+8D").steps[0].events
    assert told.seen_by(0)["next_card"] == "AC"


def test_what_is_legal() -> None:
    """The solver's moves in their order, then undo, once there is a move, then giving up."""
    match = begun()
    assert PYRAMID.legal(match.state, 0) == (Make(parse_move("KD")), Make(DRAW), Resign())
    act(match, "KD")
    assert PYRAMID.legal(match.state, 0) == (Make(DRAW), Undo(), Resign())
    assert PYRAMID.view(match.state, 0).legal == (
        {"move": "draw"}, {"undo": True}, {"resign": True},
    )  # fmt: skip
    assert PYRAMID.view(match.state, None).legal == ()
    with pytest.raises(NoSuchSeat, match="the seats are 0 to 0"):
        PYRAMID.apply(match.state, 1, Make(DRAW))


def test_the_view_shows_the_table() -> None:
    """Rows, waste, cells and reserve face up; of the stock how many cards it has."""
    rules = "cardgames rows=2 cells=2 reserve=2x2"
    view = PYRAMID.view(act(begun(rules), "cell 5C", "draw").state, 0)
    rows = [[str(card or "--") for card in row] for row in view.pyramid]
    assert rows == [["QH"], ["--", "KD"]]
    assert [list(map(str, column)) for column in view.reserve] == [["8D", "AC"], ["2C", "3C"]]
    assert (view.wastes, view.stock, view.next_card) == ((view.seen,), 44, None)
    assert list(map(str, view.cells)) == ["5C"]
    assert (view.game, view.phase, view.waiting, view.pass_number) == ("pyramid", "play", (0,), 1)
    assert (view.moves, view.actions, view.result) == (("cell 5C", "draw"), 2, None)


def test_the_view_as_json() -> None:
    """Cards as text, gaps as null, lists as lists."""
    match = act(begun("cardgames rows=2 reserve=2x2"), "KD", {"resign": True})
    told = json.loads(json.dumps(PYRAMID.view_to_json(PYRAMID.view(match.state, 0))))
    assert told["pyramid"] == [["QH"], ["5C", None]]
    assert told["reserve"] == [["8D", "AC"], ["2C", "3C"]]
    assert (told["stock"], told["wastes"], told["next_card"]) == (45, [[]], None)
    assert told["ending"]["deal"][:4] == ["QH", "5C", "KD", "8D"]
    assert told["result"] == {"winners": [], "scores": [1], "reason": "resigned"}
    assert told["options"]["rules"] == "cardgames rows=2 reserve=2x2"
