"""Several waste piles, and wastes that aren't kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import (
    Deal,
    Position,
    format_position,
    parse_move,
    parse_moves,
    parse_position,
    play,
    preset,
    read,
)
from solver.errors import BadPosition, BadRules, IllegalMove
from solver.notation import write_json
from solver.reference import reference_solve
from solver.rules import Rules, rules_named

APOPHIS = preset("apophis")
LOST = rules_named("cardgames keep_waste=no")


def after(position: Position, moves: str) -> str:
    """The position's text after some moves."""
    return format_position(play(position, parse_moves(moves)))


def legal(position: Position) -> set[str]:
    return {str(move) for move in position.legal_moves()}


def test_draws_and_redeal_of_apophis() -> None:
    """By hand: each draw deals to the piles in turn; the last pile comes first in the new stock."""
    start = read("pyramid: KC | stock: AC 2C 3C 4C 5C 6C 7C", APOPHIS)
    drawn = "pyramid: KC | waste: AC 4C 7C, 2C 5C, 3C 6C | pass: 1/3"
    assert after(start, "draw draw draw") == drawn
    again = "pyramid: KC | stock: 3C 6C 2C 5C AC 4C 7C | pass: 2/3"
    assert after(start, "draw draw draw recycle") == again


def test_a_draw_beyond_the_piles_begins_anew() -> None:
    """Five cards to two piles: the first, third and fifth lie on the first."""
    start = read("pyramid: KC | stock: AC 2C 3C 4C 5C 6C", rules_named("cardgames draw=5 wastes=2"))
    assert after(start, "draw") == "pyramid: KC | stock: 6C | waste: AC 3C 5C, 2C 4C | pass: 1"
    # The next draw begins with the first pile again, wherever the last one has ended.
    assert after(start, "draw draw") == "pyramid: KC | waste: AC 3C 5C 6C, 2C 4C | pass: 1"


def test_the_tops_of_all_piles_are_available() -> None:
    """They go together too, and with the pyramid; what lies under them doesn't."""
    at = read("pyramid: 2C / 8D AC | waste: 9C 5C, 8C, 4S KD | pass: 3", APOPHIS)
    assert legal(at) == {"5C+8C", "5C+8D", "KD"}
    assert after(at, "5C+8C KD 9C+4S") == "pyramid: 2C / 8D AC | pass: 3/3"
    with pytest.raises(IllegalMove, match="4S lies under KD on the waste"):
        at.apply(parse_move("9C+4S"))


def test_a_recycle_needs_an_empty_stock_and_any_pile() -> None:
    assert legal(read("pyramid: 2C | waste: --, --, 5C", APOPHIS)) == {"recycle"}
    assert legal(read("pyramid: 2C | stock: 4D | waste: --, --, 5C", APOPHIS)) == {"draw"}
    assert legal(read("pyramid: 2C | waste: --, --, 5C | pass: 3", APOPHIS)) == set()


def test_piles_are_read_and_written() -> None:
    """Empty ones are ``--``; those after the last that is given are empty."""
    text = "pyramid: KC | waste: --, 2C 5C, -- | pass: 1/3"
    at = parse_position(text, APOPHIS)
    assert [len(pile) for pile in at.wastes] == [0, 2, 0]
    assert format_position(at) == text
    assert parse_position("pyramid: KC | waste: ,2C5C", APOPHIS) == at
    assert parse_position("pyramid: KC", APOPHIS).wastes == ((), (), ())
    # Of a single pile a comma is no more than a gap.
    assert [len(pile) for pile in parse_position("pyramid: KC | waste: 2C, 5C").wastes] == [2]


def test_more_piles_than_there_are() -> None:
    with pytest.raises(BadPosition, match="waste: 4 piles, but the rules have 3"):
        parse_position("pyramid: KC | waste: 2C, 3C, 4C, 5C", APOPHIS)
    assert Position(APOPHIS, Deal.seed(1).cards[:28]).faults() == ["waste: 1 piles instead of 3"]


RULES = [
    *(rules_named(name) for name in ("apophis", "pharaohs", "double-pyramid", "two-pyramids")),
    rules_named("apophis draw=5 keep_waste=no"),
    rules_named("two-pyramids draw=4 wastes=2 cover_pairs=yes"),
    rules_named("cardgames keep_waste=no draw=3 cells=2"),
]


@given(st.sampled_from(RULES), st.integers(0, 999), st.lists(st.integers(0, 30), max_size=60))
def test_any_moment_of_a_game_is_read_back(rules: Rules, seed: int, steps: list[int]) -> None:
    """Along any play each position's text and JSON give it back, and nothing is wrong with it."""
    at = read(f"seed:{seed}", rules)
    for step in steps:
        moves = at.legal_moves()
        if not moves:
            break
        before, at = at, at.apply(moves[step % len(moves)])
        assert set(at.cards()) <= set(before.cards())
    assert at.faults() == []
    assert parse_position(format_position(at), rules) == at
    assert read(write_json(at), rules) == at


def test_a_size_that_leaves_too_small_a_stock() -> None:
    """A position brings its own size; what the rules can't be with it is a typed refusal."""
    rules = rules_named("pharaohs rows=6 draw=3 wastes=3")
    text = "pyramid: " + " / ".join(
        " ".join(["--"] * size) for size in rules.with_rows(3).board.sizes
    )
    assert parse_position(text, rules).rules.rows == 3
    full = preset("pharaohs").board.sizes
    text = "pyramid: " + " / ".join(" ".join(["--"] * size) for size in full)
    with pytest.raises(BadRules, match="pharaohs of 7 rows: wastes=3 makes no sense"):
        parse_position(text, rules)


def test_a_draw_takes_the_place_of_the_one_before() -> None:
    """With ``keep_waste=no`` three cards replace three, or what is left of them."""
    rules = rules_named("cardgames draw=3 keep_waste=no")
    start = read("pyramid: 2C | stock: AC 3C 4C 5C 6C 7C 8C", rules)
    assert after(start, "draw") == "pyramid: 2C | stock: 5C 6C 7C 8C | waste: AC 3C 4C | pass: 1"
    assert after(start, "draw draw") == "pyramid: 2C | stock: 8C | waste: 5C 6C 7C | pass: 1"
    assert after(start, "draw draw draw") == "pyramid: 2C | waste: 8C | pass: 1"
    # What a recycle finds on the waste is kept.
    assert after(start, "draw draw draw recycle") == "pyramid: 2C | stock: 8C | pass: 2"


def test_each_pile_of_a_waste_that_is_not_kept_is_replaced() -> None:
    """Also those that a last, smaller draw doesn't reach."""
    rules = rules_named("apophis keep_waste=no")
    start = read("pyramid: KC | stock: AC 2C 3C 4C", rules)
    assert after(start, "draw") == "pyramid: KC | stock: 4C | waste: AC, 2C, 3C | pass: 1/3"
    assert after(start, "draw draw") == "pyramid: KC | waste: 4C, --, -- | pass: 1/3"


def test_goals_of_a_waste_that_is_not_kept() -> None:
    """What lies on the waste at the end counts; what a draw has swept away is gone."""
    text = "pyramid: -- | waste: 4H"
    assert read(text, LOST).is_won
    everything = rules_named("cardgames keep_waste=no goal=all passes=3")
    at = read(text, everything)
    assert not at.is_won
    answer = reference_solve(at)
    assert (answer.min_moves, answer.complete) == (None, True)
    swept = reference_solve(read("pyramid: -- | stock: KS | waste: 4H", everything))
    assert swept.min_moves == 2
    kept = reference_solve(read("pyramid: -- | stock: KS | waste: 4H", rules_named("classic")))
    assert (kept.min_moves, kept.complete) == (None, True)
