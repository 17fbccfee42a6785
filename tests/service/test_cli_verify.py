"""``pyramid verify``: legal, winning, and how long."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.service.command import AT_THE_TOP, EASY, LOST, WON_IN_4, Pyramid

MOVES = ["draw", "5C+8D", "draw", "AD+QH"]


@pytest.mark.parametrize(
    "moves",
    [
        MOVES,
        ["draw, 5C+8D, draw, AD+QH"],
        ["1.", "draw", "2.", "8d+5c", "3. DRAW", "QH+AD"],
    ],
)
def test_moves_that_win(pyramid: Pyramid, moves: list[str]) -> None:
    """However they are written, status 0 and the number of moves."""
    ended = pyramid("verify", WON_IN_4, *moves)
    assert ended == (0, "Legal, and wins in 4 moves (2 draws, 2 removals).\n", "")


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ([], "the pyramid has 4 cards."),
        (["AH+QH"], "the pyramid has 2 cards. Scores: 155 by Microsoft's count, par -3."),
        (["draw", "KC"], "KC is covered by AH."),
        (["AH+QH", "KC", "KD"], "(3 removals). Scores: 915 by Microsoft's count, par 49."),
    ],
)
def test_scores_are_told(pyramid: Pyramid, moves: list[str], said: str) -> None:
    """Of any legal moves on a board that has scores."""
    ended = pyramid("verify", AT_THE_TOP, *moves)
    assert ended.out.endswith(f"{said}\n")


def test_a_claimed_score_is_checked(pyramid: Pyramid) -> None:
    """An answer with another score is wrong; one from before there were scores is not."""
    answer = json.loads(pyramid("solve", AT_THE_TOP, "--format", "json").out)
    good = pyramid("verify", "--json", json.dumps(answer))
    assert (good.status, "by Microsoft's count" in good.out) == (0, True)
    answer["score"]["par"] += 1
    bad = pyramid("verify", "--json", json.dumps(answer))
    assert bad.status == 1
    assert "Wrong: score is" in bad.out
    del answer["score"]
    assert pyramid("verify", "--json", json.dumps(answer)).status == 0


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        (["draw", "5C+8D", "AD+QH"], "Illegal: move 3: AD+QH: AD is still in the stock"),
        (["5C+QH"], "Illegal: move 1: 5C+QH: the two don't match"),
        (["recycle"], "Illegal: move 1: recycle: the stock still holds 2 cards"),
        ([*MOVES, "draw"], "Illegal: move 5: draw: the game is won"),
        (["draw"], "Legal, but doesn't win: after 1 move (1 draw) the pyramid has 2 cards."),
        ([], "Legal, but doesn't win: after 0 moves the pyramid has 2 cards."),
    ],
)
def test_moves_that_do_not_win(pyramid: Pyramid, moves: list[str], said: str) -> None:
    """Status 1, and an illegal move is named by its number with the reason."""
    ended = pyramid("verify", WON_IN_4, *moves)
    assert ended.status == 1
    assert ended.out.startswith(said)
    assert ended.err == ""


def test_rules_decide(pyramid: Pyramid) -> None:
    """The same moves are legal under one rule set and not under another."""
    arguments = ("verify", "pyramid: QH | stock: AD", "AD+QH")
    assert pyramid(*arguments).status == 1
    assert pyramid(*arguments, "--set", "stock_top=yes").status == 0
    assert pyramid(*arguments, "--rules", "microsoft").status == 0


def test_moves_from_a_file(pyramid: Pyramid) -> None:
    """Numbers, comments and line ends don't matter; ``cell`` takes its card along."""
    Path("moves").write_text("1. draw  2. 5C+8D  # two go\ndraw\n\nAD+QH\n")
    assert pyramid("verify", WON_IN_4, "--moves", "moves").status == 0
    assert pyramid("verify", WON_IN_4, "--moves", "-", stdin="draw, 5C+8D").status == 1
    cells = ("verify", "pyramid: QH", "cell", "QH", "--set", "cells=1")
    assert pyramid(*cells).status == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "give a deal"),
        ([WON_IN_4, "fold"], "move 1: 'fold' is not a move"),
        ([WON_IN_4, "draw", "5C+5C"], "move 2: '5C+5C' names one card twice"),
        ([WON_IN_4, "--moves", "nowhere"], "nowhere can't be read"),
        ([WON_IN_4, "draw", "--moves", "-"], "not both"),
        (["-", "--moves", "-"], "can't hold both"),
        (["junk", "draw"], "'junk' is not a card"),
        (["--json", "nowhere"], "nowhere: there is no such file"),
        (["--json", "{}"], "line 1: the answer has no deal and no rules and no solution"),
        (["--json", '{"deal"'], "line 1: not valid JSON"),
        (["--json", '{"deal": "x", "rules": "y", "solution": ["draw"]}'], "preset 'y'"),
        (["--json", '{"deal": "seed:1", "rules": "", "solution": []}'], "names no rules"),
        (["--json", '{"deal": "seed:1", "rules": "cardgames", "solution": "draw"}'], "a list"),
        (["--json", '{"deal": "seed:1", "rules": "cardgames", "solution": [1]}'], "move 1"),
        (["--json", "-", WON_IN_4], "of its own"),
    ],
)
def test_bad_input(pyramid: Pyramid, arguments: list[str], said: str) -> None:
    """Status 2 and one sentence."""
    ended = pyramid("verify", *arguments)
    assert (ended.status, ended.out) == (2, "")
    assert said in ended.err
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize("rules", [(), ("--rules", "microsoft"), ("--set", "passes=2")])
def test_answers_of_solve_are_verified(pyramid: Pyramid, rules: tuple[str, ...]) -> None:
    """What ``solve`` writes can be checked without it, under its own rules."""
    pyramid("solve", *EASY, "seed:1", "junk", *rules, "--output", "out.json")
    ended = pyramid("verify", "--json", "out.json")
    assert ended.status == 0
    won = [json.loads(x)["status"] for x in Path("out.json").read_text().splitlines()]
    assert len(ended.out.splitlines()) == won.count("winnable")
    assert "without moves" in ended.err
    line = Path("out.json").read_text().splitlines()[0]
    assert pyramid("verify", "--json", line).status == 0
    assert pyramid("verify", "--json", "-", stdin=line).status == 0


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("min_moves", 3, "line 1: Wrong: min_moves is 3, but should be 4."),
        ("draws", 1, "line 1: Wrong: draws is 1, but should be 2."),
        ("solution", ["draw"], "line 1: Legal, but doesn't win"),
        ("solution", ["AD+QH"], "line 1: Illegal: move 1"),
        ("deal", LOST, "line 1: Illegal: move 2"),
    ],
)
def test_false_answers_are_found(pyramid: Pyramid, field: str, value: object, said: str) -> None:
    """A record that claims what isn't so is wrong, and counted."""
    record = json.loads(pyramid("solve", WON_IN_4, "--format", "json").out)
    record[field] = value
    ended = pyramid("verify", "--json", json.dumps(record))
    assert ended.status == 1
    assert ended.out.startswith(said)
    assert "1 of 1 answers are wrong" in ended.err


def test_answers_without_moves_prove_nothing(pyramid: Pyramid) -> None:
    """A lost deal has nothing to replay, so nothing has been verified."""
    record = pyramid("solve", LOST, "--format", "json").out
    ended = pyramid("verify", "--json", record)
    assert ended.status == 1
    assert ended.err == "1 answer without moves\n"
