"""Deals to order: what fits, and how far off the others are."""

from __future__ import annotations

import pytest

from solver import KERNEL_COMPILED, Deal, Limits, rules_from
from solver.analysis import Wish, difficulty, fit

pytestmark = pytest.mark.skipif(not KERNEL_COMPILED, reason="takes an hour when interpreted")

#: Can be won in 55 moves and 2 passes; difficulty 9.
ONE = Deal.seed(1).position()


@pytest.mark.parametrize(
    ("wish", "fits", "met", "gap", "words"),
    [
        (Wish(), True, 1, 0, "can be won"),
        (Wish(moves=(50, 60)), True, 2, 0, "can be won in 55 moves"),
        (Wish(moves=(40, 50)), False, 1, 5, "can be won in 55 moves"),
        (Wish(moves=(60, 70)), False, 1, 5, "can be won in 55 moves"),
        (Wish(passes=2), True, 2, 0, "can be won, needs 2 passes"),
        (Wish(passes=5), False, 1, 3, "can be won, needs 2 passes"),
        (Wish(passes=1), False, 1, 1, "can be won, needs 2 passes"),
        (Wish(score=(0, 24)), True, 2, 0, "can be won, difficulty 9 (easy)"),
        (Wish(score=(25, 49)), False, 1, 16, "can be won, difficulty 9 (easy)"),
        (
            Wish((55, 55), 2, (75, 100)), False, 3, 66,
            "can be won in 55 moves, needs 2 passes, difficulty 9 (easy)",
        ),
    ],
)  # fmt: skip
def test_how_well_it_fits(wish: Wish, fits: bool, met: int, gap: int, words: str) -> None:
    found = fit(ONE, wish)
    assert (found.fits, found.met, found.gap, found.words) == (fits, met, gap, words)
    assert found.decided


def test_what_cannot_be_won() -> None:
    found = fit(Deal.seed(3).position(), Wish())
    assert (found.fits, found.met, found.words, found.decided) == (False, 0, "can't be won", True)


@pytest.mark.parametrize("wish", [Wish(moves=(55, 55)), Wish(score=(0, 100))])
def test_what_a_limit_hides_is_far_away(wish: Wish) -> None:
    """Farther than any deal that was looked at to the end; the limit holds for every question."""
    found = fit(ONE, wish, limits=Limits(nodes=1))
    assert (found.fits, found.decided) == (False, False)
    assert found.words == "can be won, the rest not decided"
    assert found.distance > fit(ONE, Wish(moves=(900, 900))).distance
    nothing = fit(Deal.seed(1).position(rules_from("cheops")), wish, limits=Limits(nodes=1))
    assert (nothing.met, nothing.decided) == (0, False)


def test_the_games_depend_on_their_seed() -> None:
    position = Deal.seed(8).position()
    for seed in (0, 5):
        rated = difficulty(position, games=8, seed=seed)
        assert rated is not None
        score = (rated.score, rated.score)
        assert fit(position, Wish(score=score), games=8, seed=seed).fits
