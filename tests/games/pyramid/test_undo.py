"""Taking moves back."""

from __future__ import annotations

import pytest

from games.pyramid import PYRAMID
from games.pyramid.actions import Undo
from games.pyramid.errors import NothingToUndo, UndoIsOff
from solver.notation import format_position
from tests.games.pyramid.boards import WIN, act, begun

UNDO = {"undo": True}


def test_every_move_can_be_taken_back_to_the_deal() -> None:
    """Draws, recycles, cells and removals from anywhere: the cards lie as they did before."""
    rules = "pyramid-dozen rows=3 draw=11 cells=1 passes=3 stock_top=yes"
    match = begun(rules)
    before = [match.state.position]
    kinds = set()
    while len(before) < 12:
        moves = match.state.position.legal_moves()
        fresh = [move for move in moves if move.kind not in kinds]
        move = (fresh or moves)[-1]
        kinds.add(move.kind)
        act(match, str(move))
        before.append(match.state.position)
    assert kinds == {"draw", "recycle", "cell", "remove"}
    done = match.state.moves
    for number in range(1, len(done) + 1):
        act(match, UNDO)
        assert match.state.position == before[-1 - number]
        assert match.state.moves == done[: len(done) - number]
        assert (match.state.undone, match.state.actions) == (number, len(done) + number)
    with pytest.raises(NothingToUndo, match="this is the deal"):
        act(match, UNDO)
    assert format_position(match.state.position) == format_position(match.state.start)


def test_undo_is_told() -> None:
    """Its event names the move, and the next card where that lies open."""
    match = act(begun("classic rows=2"), "5C+8D", UNDO)
    (told,) = match.steps[-1].events
    assert told.seen_by(None) == {"event": "undone", "move": "5C+8D", "next_card": "8D"}


def test_another_way_may_be_taken() -> None:
    """After an undo the game goes on from there; both counters stand side by side."""
    match = act(begun(), "draw", "draw", UNDO, UNDO, *WIN)
    assert match.is_over
    (*_, over) = match.steps[-1].events
    told = over.seen_by(None)
    assert (told["won"], told["moves"], told["undone"]) == (True, 5, 2)


def test_undo_no() -> None:
    """With ``undo=no`` a move stands; with ``yes`` the same undo is done."""
    match = act(begun(undo="no"), "draw")
    assert Undo() not in PYRAMID.legal(match.state, 0)
    with pytest.raises(UndoIsOff, match="can't be taken back"):
        act(match, UNDO)
    allowed = act(begun(undo="yes"), "draw")
    assert Undo() in PYRAMID.legal(allowed.state, 0)
    assert act(allowed, UNDO).state.moves == ()
