"""Which games are like which: found in any disguise, and never by chance."""

from __future__ import annotations

import pytest

from service.likeness import Layout
from solver import KERNEL_COMPILED, Deal, rules_from, solve
from solver.position import positions_along

pytestmark = pytest.mark.skipif(not KERNEL_COMPILED, reason="takes long when interpreted")
NAMES = ("cardgames", "giza", "triangle", "one-pass", "tuts-tomb", "pyramid-dozen")


@pytest.mark.parametrize("name", NAMES)
def test_every_moment_of_a_game_until_little_is_left(name: str) -> None:
    rules = rules_from(name)
    seen = 0
    for seed in range(30):
        deal = Deal.seed(seed).position(rules)
        start = Layout.of(deal)
        for position in (deal, *positions_along(deal, solve(deal).solution)):
            if sum(card is not None for card in position.pyramid) >= 8:
                assert Layout.of(position).may_come_from(start), position
                seen += 1
    assert seen > 40


@pytest.mark.parametrize("name", NAMES)
def test_other_games_are_not_like_it(name: str) -> None:
    """At none of their moments, whatever is played today."""
    starts = [
        Layout.of(Deal.seed(1000 + number).position(rules_from(other)))
        for number, other in enumerate(NAMES * 6)
    ]
    rules = rules_from(name)
    seen = 0
    for seed in range(12):
        deal = Deal.seed(seed).position(rules)
        for position in (deal, *positions_along(deal, solve(deal).solution)):
            layout = Layout.of(position)
            assert not any(layout.may_come_from(start) for start in starts), position
            seen += 1
    assert seen >= 12
