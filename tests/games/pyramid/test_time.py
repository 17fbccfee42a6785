"""The time used: told with actions, by whoever has a clock."""

from __future__ import annotations

import pytest

from games.match import Match
from games.pyramid import PYRAMID
from games.pyramid.actions import Make, Undo
from games.pyramid.errors import TimeRunsBackwards
from solver.moves import DRAW
from tests.games.pyramid.boards import WIN, act, begun, ending_of, view_of


def test_the_time_is_that_of_the_last_action() -> None:
    """Until it is told it is unknown; an action without it leaves it where it was."""
    match = begun()
    times = [match.state.time]
    for action in (
        {"move": "draw"},
        {"move": "draw", "at": 900},
        {"move": "KD"},
        {"undo": True, "at": 2500},
        {"move": "KD", "at": 2500},
    ):
        act(match, action)
        times.append(match.state.time)
        assert view_of(match, None).time == match.state.time
    assert times == [None, None, 900, 900, 2500, 2500]


def test_time_doesnt_run_backwards() -> None:
    """Not for any action, nor behind the deal; the action isn't done."""
    match = act(begun(), {"move": "draw", "at": 900})
    for given in ({"move": "draw", "at": 899}, {"undo": True, "at": 0}, {"resign": True, "at": 5}):
        state = match.state
        with pytest.raises(TimeRunsBackwards, match="last action was done at 900 ms"):
            act(match, given)
        assert match.state is state
    with pytest.raises(TimeRunsBackwards, match="at 0 ms"):
        PYRAMID.apply(begun().state, 0, Make(DRAW, -1))


def test_the_result_tells_it() -> None:
    match = act(begun(), *WIN[:-1], {"move": WIN[-1], "at": 61_000})
    assert match.steps[-1].events[-1].seen_by(None)["time"] == 61_000
    assert ending_of(match).time == 61_000
    assert view_of(match).time == 61_000


def test_what_is_legal_is_listed_without_it_and_done_with_it() -> None:
    match = act(begun(), {"move": "draw", "at": 10})
    assert all(action.at is None for action in PYRAMID.legal(match.state, 0))
    timed = PYRAMID.apply(match.state, 0, Undo(20))
    assert timed._replace(time=10) == PYRAMID.apply(match.state, 0, Undo())


def test_replays_keep_it() -> None:
    match = act(begun(), {"move": "KD", "at": 10}, {"undo": True, "at": 12}, "draw")
    again = Match.from_lines(match.lines())
    assert again.state == match.state
    assert again.state.time == 12
