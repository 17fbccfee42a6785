"""Bots by name, and the random mover at every table."""

from __future__ import annotations

from typing import Any

import pytest

from games.bots.hearts import EasyHearts, StrongHearts
from games.bots.player import Thinking
from games.bots.registry import BOTS, LEVELS, RandomMover, bot_named, default_level, levels_of
from games.errors import BadOptions
from games.hearts import HEARTS
from games.match import Match
from games.protocol import Game
from games.registry import GAMES
from tests.games.tables import NAMES, TABLES


def finished(game: Game[Any, Any, Any], options: dict[str, object], by: int) -> Match:
    """A game of random movers."""
    match, mover = Match(game, options, "mover"), RandomMover(game)
    while not match.is_over:
        seat = min(game.to_act(match.state))
        view = game.view(match.state, seat)
        match.act(seat, mover.choose(view, 1000 * by + match.version).action)
    return match


@pytest.mark.parametrize(("game", "options"), TABLES, ids=NAMES)
def test_the_random_mover_plays_every_game(
    game: Game[Any, Any, Any], options: dict[str, object]
) -> None:
    """By what its view says is legal; the same seeds bring the same game, others another."""
    first = finished(game, options, 1)
    assert list(finished(game, options, 1).lines()) == list(first.lines())
    assert len({tuple(finished(game, options, by).lines()) for by in range(1, 7)}) > 1


def test_it_passes_any_three_cards() -> None:
    """Of thirteen: each is among them at some time, and never twice at once."""
    state = HEARTS.start(HEARTS.options({}), "1")
    view = HEARTS.view(state, 0)
    passed = set()
    for seed in range(60):
        action = RandomMover(HEARTS).choose(view, seed).action
        assert action in HEARTS.legal(state, 0)
        passed |= action.cards
    assert passed == set(view.hand)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_random_mover(name: str) -> None:
    assert isinstance(bot_named(name, "random"), RandomMover)
    for level in levels_of(name):
        assert hasattr(bot_named(name, level), "choose")
    assert default_level(name) in levels_of(name)


@pytest.mark.parametrize("name", BOTS)
def test_who_has_bots_has_both(name: str) -> None:
    assert levels_of(name) == LEVELS
    assert default_level(name) == "easy"


def test_bots_of_hearts() -> None:
    """The strong one thinks as long as is said: with another number of worlds otherwise."""
    assert isinstance(bot_named("hearts", "easy"), EasyHearts)
    looks: list[int] = []

    def clock() -> float:
        looks.append(1)
        return 0.0

    strong = bot_named("hearts", "strong", Thinking(50, 1.0, clock))
    assert isinstance(strong, StrongHearts)
    state = HEARTS.start(HEARTS.options({}), "1")
    strong.choose(HEARTS.view(state, 0), 1)
    few = len(looks)
    bot_named("hearts", "strong", Thinking(500, 1.0, clock)).choose(HEARTS.view(state, 0), 1)
    assert len(looks) - few > few


@pytest.mark.parametrize(
    ("game", "level", "said"),
    [
        ("pyramid", "strong", "pyramid has no bot 'strong'; it has random"),
        ("hearts", "genius", "hearts has no bot 'genius'; it has random, easy, strong"),
        ("bridge", "easy", "there is no game 'bridge'"),
    ],
)
def test_bots_that_there_are_not(game: str, level: str, said: str) -> None:
    with pytest.raises(BadOptions, match=said):
        bot_named(game, level)
