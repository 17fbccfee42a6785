"""``pyramid hint`` and ``pyramid review``."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from solver import KERNEL_COMPILED
from tests.service.command import LOST, WON_IN_4, Pyramid

pytestmark = pytest.mark.skipif(not KERNEL_COMPILED, reason="takes an hour when interpreted")

MOVES = ["draw", "5C+8D", "draw", "AD+QH"]


def test_hint(pyramid: Pyramid) -> None:
    ended = pyramid("hint", WON_IN_4)
    assert ended == (
        0,
        (
            "Can be won in 4 moves; the next one is draw.\n\n  draw      best\n\n"
            "A full hint: it knows the order of the stock.\n"
        ),
        "",
    )
    record = json.loads(pyramid("hint", WON_IN_4, "--format", "json").out)
    assert record == {
        "kind": "full",
        "status": "winnable",
        "best": "draw",
        "moves": 4,
        "grades": [{"move": "draw", "grade": "best", "more": 0}],
        "clearing": None,
    }


def test_hint_in_a_lost_game(pyramid: Pyramid) -> None:
    """Status 1; says so, and shows the line that clears the most."""
    ended = pyramid("hint", "pyramid: QH / 5C 9D | stock: 8D 7D")
    assert (ended.status, ended.err) == (1, "")
    assert ended.out == (
        "Lost: no way to play on wins.\n\n  draw      loses\n\n"
        "This clears the most of the pyramid, all but 2 cards:\n\n"
        "Pass 1\n    1 draw       2 5C+8D\n\n"
        "A full hint: it knows the order of the stock.\n"
    )
    nothing = pyramid("hint", LOST).out
    assert "No more of the pyramid can be cleared; left: 1 card." in nothing
    record = json.loads(pyramid("hint", LOST, "--format", "json").out)
    assert record["clearing"] == {"left": 1, "proven": True, "line": []}


def test_hint_of_other_grades(pyramid: Pyramid) -> None:
    ended = pyramid("hint", "pyramid: QH / 5C -- | waste: 8D | stock: AD", "--rules", "one-pass")
    assert ended.out.splitlines()[2:4] == ["  5C+8D     best", "  draw      loses"]
    longer = pyramid("hint", "pyramid: QH / 5C -- | waste: 8D | stock: AD")
    assert "  draw      wins in 3 more\n" in longer.out
    won = pyramid("hint", "pyramid: -- | stock: 8D")
    assert won == (0, "Won already: there is nothing left to do.\n", "")
    unknown = pyramid("hint", "seed:1", "--rules", "cheops", "--max-nodes", "3")
    assert unknown.status == 1
    assert unknown.out.startswith("Not decided within the limits; try ")


def test_fair_hint(pyramid: Pyramid) -> None:
    arguments = ("hint", "pyramid: QH | stock: AD KC 2C", "--fair", "--samples", "50")
    ended = pyramid(*arguments, "--rules", "one-pass")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out == (
        "Try draw.\n\n  draw      wins in 100 % (93 to 100 %)\n\n"
        "A fair hint: 50 orders of the 3 cards that the player hasn't seen (seed 0),\n"
        "each played on by somebody who knows the order; with 95 % intervals.\n"
    )
    record = json.loads(pyramid(*arguments, "--seed", "7", "--format", "json").out)
    assert record["kind"] == "fair"
    assert (record["best"], record["samples"], record["seed"], record["unseen"]) == (
        "draw",
        50,
        7,
        3,
    )
    assert record["chances"] == [
        {"move": "draw", "wins": 50, "unknown": 0, "low": 0.9287, "high": 1.0}
    ]


def test_fair_hint_where_all_is_seen(pyramid: Pyramid) -> None:
    ended = pyramid("hint", f"{WON_IN_4} | pass: 2", "--fair")
    assert (
        ended.out
        == "Try draw.\n\n  draw      wins\n\nA fair hint: the player has seen every card.\n"
    )
    lost = pyramid("hint", f"{LOST} | pass: 2", "--fair")
    assert (lost.status, "  draw      loses\n" in lost.out) == (1, True)
    over = pyramid("hint", "pyramid: -- | stock: 5C", "--fair")
    assert over == (0, "The game is over: there is nothing left to do.\n", "")


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        (MOVES, "Won in 4 moves, as few as possible."),
        (["draw draw recycle", *MOVES], "Won in 7 moves, 3 moves more than needed."),
        (MOVES[:2], "After 2 moves the game can be won in 2 moves; 0 moves wasted."),
        ([], "After 0 moves the game can be won in 4 moves; 0 moves wasted."),
    ],
)
def test_review(pyramid: Pyramid, moves: list[str], said: str) -> None:
    ended = pyramid("review", WON_IN_4, *moves)
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith("At the start the game can be won in 4 moves.\n")
    assert ended.out.splitlines()[-1] == said


def test_review_where_only_some_win_is_known(pyramid: Pyramid) -> None:
    """Of two packs the least number of moves is hardly ever known; nothing is said of it then."""
    limits = ("--rules", "two-pyramids", "--max-nodes", "20000")
    ended = pyramid("review", "seed:1", "KC' draw", *limits)
    assert ended.out.splitlines() == [
        "At the start the game can be won.",
        "",
        "    1 KC'       can be won",
        "    2 draw      can be won",
        "",
        "After 2 moves the game can be won.",
    ]


def test_review_of_a_lost_game(pyramid: Pyramid) -> None:
    ended = pyramid("review", WON_IN_4, "draw", "draw", "--rules", "one-pass")
    assert "    2 draw      LOSES the game\n" in ended.out
    assert ended.out.endswith("Move 2 (draw) lost the game; 0 moves wasted before it.\n")
    assert pyramid("review", LOST, "draw").out.endswith("It was lost from the start.\n")
    Path("moves").write_text("draw\ndraw\n")
    told = pyramid(
        "review", WON_IN_4, "--moves", "moves", "--rules", "one-pass", "--format", "json"
    )
    record = json.loads(told.out)
    assert (record["lost_by"], record["certain"], record["won"]) == (2, True, False)
    assert record["steps"][1] == {
        "number": 2, "move": "draw", "status": "lost", "left": None, "cost": None,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("hint", "52 cards"), "is not a card"),
        (("hint", "no/such/file"), "no/such/file"),
        (("hint", WON_IN_4, "--max-seconds", "-1"), "must be a finite number above 0"),
        (("hint", WON_IN_4, "--fair", "--samples", "0"), "0 is not in the range"),
        (("hint", WON_IN_4, "--fair", "--seed", "-1"), "-1 is not in the range"),
        (("review", WON_IN_4, "6C+7D"), "move 1: 6C+7D: 6C is not in play any more"),
        (("review", WON_IN_4, "fly"), "'fly' is not a move"),
        (("review", WON_IN_4, "draw", "--moves", "x"), "not both"),
        (("review", "-", "--moves", "-"), "can't hold both"),
        (("review",), "Missing argument 'DEAL'"),
    ],
)
def test_what_is_refused(pyramid: Pyramid, arguments: tuple[str, ...], said: str) -> None:
    """One sentence, status 2."""
    ended = pyramid(*arguments)
    assert ended.status == 2
    assert said in ended.err
    assert len(ended.err.splitlines()) == 1
    assert ended.out == ""


def test_rate(pyramid: Pyramid) -> None:
    """The same seed, the same sentence; what can't be won has no number."""
    ended = pyramid("rate", "seed:13", "--games", "8")
    assert (ended.status, ended.err) == (0, "")
    assert re.fullmatch(
        r"\d+ of 100, easy: a greedy player wins 100 % of games, a random one \d+ %; "
        r"0 traps among 39 choices of a shortest win, 58 moves, 2 passes needed\.\n",
        ended.out,
    )
    assert pyramid("rate", "seed:13", "--games", "8") == ended
    lost = pyramid("rate", LOST)
    assert lost == (
        1, "No difficulty: it can't be won, or isn't decided within the limits.\n", ""
    )  # fmt: skip


def test_rate_many(pyramid: Pyramid) -> None:
    Path("deals").write_text(f"{WON_IN_4}\n{LOST}\n")
    ended = pyramid("rate", "deals", "--format", "json", "--games", "4")
    assert ended.status == 1
    first, second = map(json.loads, ended.out.splitlines())
    assert (first["number"], first["difficulty"]["min_moves"]) == (1, 4)
    assert second == {"number": 2, "difficulty": None}
    assert pyramid("rate", "no deal").status == 2
    assert pyramid("rate", WON_IN_4, "--games", "1").status == 2
