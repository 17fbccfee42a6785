"""How games end."""

from __future__ import annotations

import pytest

from games.errors import GameIsOver
from games.match import Match
from games.protocol import Result
from games.pyramid import PYRAMID
from games.pyramid.actions import Make, Resign, Undo
from solver.moves import DRAW
from tests.games.pyramid.boards import ONE_DRAW, WIN, act, begun, ending_of, packed

UNDO, RESIGN = {"undo": True}, {"resign": True}
STUCK = packed("QS", "2C")


def kinds(match: Match) -> list[str]:
    """What came of the last action."""
    return [each.kind for each in match.steps[-1].events]


def test_won() -> None:
    """The goal is reached: the player has won, and nothing more can be done."""
    match = act(begun(), *WIN)
    assert PYRAMID.result(match.state) == Result((0,), (3,), "won")
    assert kinds(match) == ["move", "won", "game_over"]
    assert match.steps[-1].events[-1].seen_by(None) == {
        "event": "game_over", "winners": [0], "scores": [3], "reason": "won", "won": True,
        "moves": 5, "undone": 0, "time": None, "deal": list(map(str, match.state.dealt)),
    }  # fmt: skip
    assert PYRAMID.to_act(match.state) == frozenset()
    assert PYRAMID.legal(match.state, 0) == ()
    assert PYRAMID.view(match.state, 0).phase == "over"
    for action in (Make(DRAW), Undo(), Resign()):
        with pytest.raises(GameIsOver):
            PYRAMID.apply(match.state, 0, action)


@pytest.mark.parametrize(("goal", "over"), [("pyramid", True), ("all", False)])
def test_the_goal_is_that_of_the_rules(goal: str, over: bool) -> None:
    """With goal ``all`` a cleared pyramid isn't enough."""
    assert act(begun(f"cardgames rows=2 goal={goal}"), *WIN).is_over is over


def test_given_up() -> None:
    """Nobody wins; the score is what was cleared of the pyramid."""
    match = act(begun(), "KD", RESIGN)
    assert PYRAMID.result(match.state) == Result((), (1,), "resigned")
    assert kinds(match) == ["resigned", "lost", "game_over"]
    over = match.steps[-1].events[-1].seen_by(None)
    assert (over["won"], over["moves"], over["winners"]) == (False, 1, [])
    assert match.state.actions == 2
    ending = ending_of(match)
    assert (ending.won, ending.moves, ending.undone) == (False, 1, 0)


def test_stuck_without_undo_is_lost() -> None:
    """When no move is left and none may be taken back, the game is over by itself."""
    match = act(begun(ONE_DRAW, STUCK, undo="no"), "draw")
    assert PYRAMID.result(match.state) == Result((), (0,), "stuck")
    assert kinds(match) == ["move", "lost", "game_over"]


def test_stuck_with_undo_goes_on() -> None:
    """The same game, where moves may be taken back: that, or giving up, is what is left."""
    match = act(begun(ONE_DRAW, STUCK, undo="yes"), "draw")
    assert not match.is_over
    assert PYRAMID.legal(match.state, 0) == (Undo(), Resign())
    act(match, UNDO)
    assert PYRAMID.legal(match.state, 0) == (Make(DRAW), Resign())


def stuck_at_the_deal() -> Match:
    """Giza with aces to sixes wherever a card is free: nothing makes 13."""
    free = [*range(21, 28), *range(30, 52, 3)]
    low = [f"{rank}{suit}" for suit in "CDHS" for rank in "A23456"]
    return begun("giza", packed("", "", dict(zip(free, low, strict=False))), undo="no")


def test_stuck_at_the_deal() -> None:
    """A deal without a move is over before it begins; with undo, giving up is left."""
    match = stuck_at_the_deal()
    assert match.is_over
    assert [each.kind for each in match.events()] == ["deal", "lost", "game_over"]
    options = PYRAMID.options({**match.given, "undo": "yes"})
    assert PYRAMID.legal(PYRAMID.start(options, ""), 0) == (Resign(),)


def test_the_cap_ends_it() -> None:
    """``max_actions`` counts moves and undos alike; the last of them ends the game."""
    match = act(begun(max_actions=3), "draw", UNDO)
    assert not match.is_over
    act(match, "draw")
    assert PYRAMID.result(match.state) == Result((), (0,), "cap")
    assert kinds(match) == ["move", "lost", "game_over"]
    assert not act(begun(max_actions=4), "draw", UNDO, "draw").is_over


def test_the_last_action_may_win_or_resign() -> None:
    """What happens with the last action allowed goes before the cap."""
    assert act(begun(max_actions=5), *WIN).state.result == Result((0,), (3,), "won")
    resigned = act(begun(max_actions=2), "KD", RESIGN).state.result
    assert resigned == Result((), (1,), "resigned")
    stuck = act(begun(ONE_DRAW, STUCK, undo="no", max_actions=1), "draw").state.result
    assert stuck == Result((), (0,), "stuck")


def test_drawing_for_ever_ends() -> None:
    """Draws and recycles without end, which the rules allow, come to ten thousand at most."""
    match = begun("cardgames rows=2 draw=49")
    for number in range(10_000):
        assert not match.is_over
        act(match, "draw" if number % 2 == 0 else "recycle")
    assert match.state.result == Result((), (0,), "cap")
