"""``pyramid play``, driven by a script on standard input."""

from __future__ import annotations

import re

import pytest

from service.play import Game
from solver import Rules, parse_move, read
from solver.errors import IllegalMove
from tests.service.command import FORK, LOST, WON_IN_4, Pyramid

# In FORK, 2D+JC keeps the game winnable and JC+2C loses it.


def test_a_game_is_won(pyramid: Pyramid) -> None:
    """By numbers and by move texts; then the number of moves is told."""
    ended = pyramid("play", WON_IN_4, stdin="1\n5C+8D\n1\nAD+QH\nq\n")
    assert ended.status == 0
    assert ended.err == ""
    assert "Won in 4 moves." in ended.out


def test_the_end_of_the_input_ends_the_game(pyramid: Pyramid) -> None:
    """Without a word and without a trace."""
    for script in ("", "draw", "draw\n"):
        ended = pyramid("play", WON_IN_4, stdin=script)
        assert (ended.status, ended.err) == (0, "")


def test_undo_and_redo(pyramid: Pyramid) -> None:
    """Back and forth; at both ends it is said that there is no more."""
    ended = pyramid("play", WON_IN_4, stdin="u\ndraw\nu\nr\nr\nu\nu\nq\n")
    assert ended.out.count("There is nothing to undo.") == 2
    assert ended.out.count("There is nothing to redo.") == 1
    stocks = [int(n) for n in re.findall(r"^Stock +(\d+)", ended.out, re.MULTILINE)]
    assert stocks == [2, 1, 2, 1, 2]


def test_a_new_move_forgets_what_was_undone() -> None:
    """There is one future only."""
    game = Game(read(FORK))
    game.do(parse_move("draw"))
    assert game.undo()
    game.do(parse_move("2D+JC"))
    assert not game.redo()
    with pytest.raises(IllegalMove):
        game.do(parse_move("recycle"))
    assert game.played == 1


def test_hints_lead_to_a_shortest_win() -> None:
    """The move that is named is the one that keeps the least number."""
    game = Game(read(FORK, Rules(cover_pairs=False)))
    found = game.hint()
    assert (str(found.best), found.moves) == ("2D+JC", 6)


def test_following_the_hints_wins(pyramid: Pyramid) -> None:
    """From the start to the end, in as many moves as the first hint says."""
    game = Game(read(FORK))
    moves = game.hint().moves
    assert moves is not None
    for _ in range(moves):
        best = game.hint().best
        assert best is not None
        game.do(best)
    assert game.position.is_won
    assert (game.hint().moves, game.hint().best) == (0, None)


def test_both_kinds_of_hints_are_told_apart(pyramid: Pyramid) -> None:
    """And each says what it knows."""
    out = pyramid("play", FORK, "--set", "cover_pairs=no", stdin="h\nf\nq\n").out
    assert "Can be won in 6 moves; the next one is 2D+JC." in out
    assert "A full hint: it knows the order of the stock." in out
    assert "Try 2D+JC." in out
    assert "A fair hint: 30 orders of the 2 cards" in out


def test_a_lost_game_is_noticed_once(pyramid: Pyramid) -> None:
    """When the fatal move is made, not after every move that follows; again after undo."""
    script = "2C+JC\ndraw\nu\nu\n2C+JC\nh\nq\n"
    ended = pyramid("play", FORK, "--set", "cover_pairs=no", stdin=script)
    assert ended.out.count("This can't be won any more; u takes moves back.") == 2
    assert "Lost: no way to play on wins." in ended.out


def test_a_deal_that_is_lost_from_the_start(pyramid: Pyramid) -> None:
    """It is said at once."""
    assert "This can't be won at all." in pyramid("play", LOST, stdin="q\n").out
    assert "can't be won" not in pyramid("play", WON_IN_4, stdin="q\n").out


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("fold", "'fold' is not a move"),
        ("99", "99 is not the number of a move"),
        ("0", "0 is not the number of a move"),
        ("9" * 5000, "is not the number of a move"),
        ("recycle", "recycle: the stock still holds 2 cards; draw them first."),
        ("AD+QH", "AD+QH: AD is still in the stock; draw it first."),
        ("\x1b[A", "is not a move"),
        ("\udcff", "is not a move"),
        ("?", "u undo"),
        ("b", "[5C] ."),
    ],
)
def test_what_is_typed_wrong_changes_nothing(pyramid: Pyramid, typed: str, said: str) -> None:
    """It is explained, and the game goes on."""
    script = f"{typed}\n1\n5C+8D\n1\nAD+QH\n".encode("utf-8", "surrogateescape")
    ended = pyramid("play", WON_IN_4, stdin=script)
    assert ended.status == 0
    assert said in ended.out
    assert "Won in 4 moves." in ended.out


def test_without_a_deal_one_is_made_up(pyramid: Pyramid) -> None:
    """And named, so that it can be played again."""
    assert re.match(r"Deal seed:\d+, rules one-pass\.", pyramid("play", "--rules", "one-pass").out)


def test_the_moves_come_from_standard_input(pyramid: Pyramid) -> None:
    """So the deal can't."""
    ended = pyramid("play", "-")
    assert ended.status == 2
    assert "where the moves come from" in ended.err
