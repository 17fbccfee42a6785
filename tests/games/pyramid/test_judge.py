"""What a judge says: in views, and nowhere else."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from games.match import Match
from games.pyramid import PYRAMID, Pyramid
from games.pyramid.judge import SolverJudge
from solver.position import Position
from solver.result import Limits
from tests.games.pyramid.boards import (
    LOST_BY_DRAWING,
    ONE_DRAW,
    WIN,
    act,
    begun,
    ending_of,
    packed,
    view_of,
)

ROOT = Path(__file__).parents[3]
RESIGN = {"resign": True}
# The ace that the queen needs is the 25th card of the stock; the other aces are never on top.
DRAWN_PAST = packed("QS", "2C", {25: "AC", 50: "3C"})


class Counting:
    """A judge who counts questions, and answers as told."""

    def __init__(self, can_win: bool | None = None, least_moves: int | None = None) -> None:
        self.asked: Counter[str] = Counter()
        self._can_win, self._least_moves = can_win, least_moves

    def can_win(self, position: Position) -> bool | None:
        assert isinstance(position, Position)
        self.asked["can_win"] += 1
        return self._can_win

    def least_moves(self, position: Position) -> int | None:
        assert position.pass_number == 1
        assert all(position.pyramid)
        self.asked["least_moves"] += 1
        return self._least_moves


def test_it_is_told_when_the_game_cant_be_won_any_more() -> None:
    """True while it can, and false after the draw that loses it; undo makes it true again."""
    match = begun(LOST_BY_DRAWING, DRAWN_PAST, Pyramid(SolverJudge()))
    said = [view_of(match).can_win]
    for action in ("draw", "draw", {"undo": True}):
        act(match, action)
        said.append(view_of(match).can_win)
    assert said == [True, True, False, True]


@pytest.mark.parametrize(("notice", "said"), [("yes", False), ("no", None)])
def test_notice(notice: str, said: bool | None) -> None:
    """With ``notice=no`` the judge isn't even asked."""
    judge = Counting(can_win=False)
    match = begun(game=Pyramid(judge), notice=notice)
    assert view_of(match).can_win is said
    assert judge.asked["can_win"] == (notice == "yes")


def test_without_a_judge_it_is_unknown() -> None:
    match = act(begun(), *WIN)
    assert view_of(match).can_win is None
    assert (ending_of(match).winnable, ending_of(match).least_moves) == (True, None)
    assert ending_of(act(begun(), RESIGN)).winnable is None


def test_the_end_is_held_against_the_least_moves() -> None:
    """Won with a detour, the view says what would have done; given up, it says so as well."""
    match = begun(game=Pyramid(SolverJudge()))
    act(match, "draw", "draw", {"undo": True}, {"undo": True}, *WIN)
    ending = ending_of(match)
    assert (ending.won, ending.moves, ending.undone, ending.least_moves) == (True, 5, 2, 5)
    longer = act(begun("cardgames rows=2 passes=0", game=Pyramid(SolverJudge())),
                 "draw", "draw", *["draw"] * 47, "recycle", *WIN)  # fmt: skip
    ending = ending_of(longer)
    assert (ending.won, ending.moves, ending.least_moves) == (True, 55, 5)
    given_up = act(begun(game=Pyramid(SolverJudge())), RESIGN)
    ending = ending_of(given_up)
    assert (ending.won, ending.winnable, ending.least_moves) == (False, True, 5)


def test_a_deal_that_nobody_can_win() -> None:
    match = act(begun(ONE_DRAW, packed("QS", "2C"), Pyramid(SolverJudge())), RESIGN)
    ending = ending_of(match)
    assert (ending.winnable, ending.least_moves) == (False, None)


def test_the_least_moves_arent_asked_for_before_the_end() -> None:
    judge = Counting(True, 5)
    match = begun(game=Pyramid(judge))
    for move in WIN:
        assert view_of(match).ending is None
        act(match, move)
    assert judge.asked["least_moves"] == 0
    assert ending_of(match).least_moves == 5
    assert judge.asked["least_moves"] == 1


def test_a_position_is_judged_once() -> None:
    """Views of the same moment, of a moment come back to, and of another game ask no more."""
    judge = Counting()
    game = Pyramid(judge)
    match = begun(game=game)
    for seat in (0, None, 0):
        game.view(match.state, seat)
    assert judge.asked["can_win"] == 1
    act(match, "draw")
    game.view(match.state, 0)
    assert judge.asked["can_win"] == 2
    act(match, {"undo": True})
    game.view(match.state, 0)
    game.view(begun(game=game).state, 0)
    assert judge.asked["can_win"] == 2
    act(match, RESIGN)
    for seat in (0, None, 0):
        game.view(match.state, seat)
    assert judge.asked == {"can_win": 2, "least_moves": 1}


def test_states_dont_depend_on_it() -> None:
    """A game that was played with a judge is the same when it is replayed without."""
    match = act(begun(game=Pyramid(SolverJudge())), "draw", {"undo": True}, *WIN)
    match.game.view(match.state, 0)
    again = Match.from_lines(match.lines())
    assert again.game is PYRAMID
    assert again.state == match.state
    assert list(again.events()) == list(match.events())
    assert "can_win" not in json.dumps(match.game.state_to_json(match.state))


def test_what_isnt_decided_within_the_limits_is_unknown() -> None:
    position = Match(PYRAMID, {"deal": "seed:1", "rules": "classic"}).state.position
    judge = SolverJudge(Limits(nodes=1))
    assert judge.can_win(position) is None
    assert judge.least_moves(position) is None


def test_games_start_without_the_engines() -> None:
    """The solver's judgement is loaded by who asks for it, not by the registry of games."""
    program = (
        "import sys, games.registry, games.pyramid.judge\n"
        "print([name for name in sys.modules if name.startswith('solver.analysis')])\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ast.literal_eval(ran.stdout) == []
    engines = {"solver", "solver.engines", "solver.search", "solver.analysis"}
    for path in (ROOT / "games" / "pyramid").glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named = {node.module for node in tree.body if isinstance(node, ast.ImportFrom)}
        assert not named & engines, path
