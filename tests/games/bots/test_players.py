"""What holds for every player of every game."""

from __future__ import annotations

import importlib
import json
from typing import Any

import pytest

from games.bots.player import Thinking
from games.kernels.hearts import COMPILED
from games.match import Match
from games.protocol import Game, Setup
from games.registry import game_named
from games.shuffle import Stream
from games.tricks import Play
from tests.games.playing import permuted
from tests.games.tables import TABLES

GAMES = ("hearts", "kaiser", "spades")
LEVELS = ("Easy", "Strong")
TABLES_OF = [(game, options) for game, options in TABLES if game.name in GAMES]
IDS = [f"{game.name} {json.dumps(options)}" for game, options in TABLES_OF]
each_table = pytest.mark.parametrize(("game", "options"), TABLES_OF, ids=IDS)
each_game = pytest.mark.parametrize("name", GAMES)
each_level = pytest.mark.parametrize("level", LEVELS)
# Where the core is interpreted it takes a hundred times as long.
WORLDS = 50 if COMPILED else 1


def bot_of(game: Game[Any, Any, Any], level: str, worlds: int = WORLDS) -> Any:
    module = importlib.import_module(f"games.bots.{game.name}")
    made = getattr(module, f"{level}{game.name.title()}")
    return made(Thinking(worlds=worlds, seconds=60)) if level == "Strong" else made()


def play(match: Match, bot: Any, most: int = 10_000) -> Match:
    """The match, played on by one bot on all seats."""
    game = match.game
    for number in range(most):
        if match.is_over:
            break
        seat = min(game.to_act(match.state))
        choice = bot.choose(game.view(match.state, seat), number)
        assert choice.reason
        match.act(seat, choice.action)
    return match


@pytest.mark.skipif(not COMPILED, reason="takes long when interpreted")
@each_level
@each_table
def test_every_move_is_legal(
    game: Game[Any, Any, Any], options: dict[str, object], level: str
) -> None:
    """Whole games under every table."""
    match = play(Match(game, options, f"legal {level}"), bot_of(game, level))
    assert match.is_over


@pytest.mark.extended
@each_table
def test_ten_thousand_moves(game: Game[Any, Any, Any], options: dict[str, object]) -> None:
    """None refused; by the rule-based player, which plays all playouts, too."""
    bot, moves = bot_of(game, "Easy"), 0
    for number in range(1000):
        moves += play(Match(game, options, f"many {number}"), bot).version
        if moves > 10_000:
            break
    assert moves > 10_000


@pytest.mark.extended
@each_game
def test_ten_thousand_strong_moves(name: str) -> None:
    """In the three games together: none refused, and many made again from view and seed."""
    game = game_named(name)
    bot, again, moves = bot_of(game, "Strong"), bot_of(game, "Strong"), 0
    while moves < 3_400:
        match = Match(game, {}, f"strong {moves}")
        while not match.is_over:
            seat = min(game.to_act(match.state))
            view = game.view(match.state, seat)
            choice = bot.choose(view, moves)
            if moves % 10 == 0:
                assert again.choose(view, moves) == choice
            match.act(seat, choice.action)
            moves += 1


def pairs_tried(
    game: Game[Any, Any, Any],
    options: dict[str, object],
    level: str,
    wanted: int,
    worlds: int = WORLDS,
) -> int:
    """See that a choice stays the same when cards change that the bot can't see.

    Returns:
        In how many pairs of states it has.
    """
    bot, other = bot_of(game, level, worlds), bot_of(game, level, worlds)
    pairs, number = 0, 0
    while pairs < wanted:
        match = Match(game, options, f"peek {number}")
        dice = Stream(f"peek {number}", "dice")
        number += 1
        while not match.is_over and pairs < wanted:
            seat = min(game.to_act(match.state))
            view = game.view(match.state, seat)
            choice = bot.choose(view, match.version)
            if not dice.below(3):
                changed = permuted(match.state, seat, dice)
                assert other.choose(game.view(changed, seat), match.version) == choice
                pairs += changed != match.state
            match.act(seat, choice.action)
    return pairs


@pytest.mark.skipif(not COMPILED, reason="takes long when interpreted")
@each_level
@each_table
def test_nobody_peeks(game: Game[Any, Any, Any], options: dict[str, object], level: str) -> None:
    """Under every table."""
    assert pairs_tried(game, options, level, 30) == 30


@pytest.mark.extended
@each_level
@each_game
def test_nobody_peeks_in_two_hundred_pairs(name: str, level: str) -> None:
    """With more worlds, by the default options."""
    assert pairs_tried(game_named(name), {}, level, 200, 300) == 200


STACKED = [
    ("suits", [["C"], ["D"], ["H"], ["S"]]),
    ("suits", [["S"], ["H"], ["D"], ["C"]]),
    ("suits", [["H"], ["C"], ["S"], ["D"]]),
]


@each_level
@each_game
@pytest.mark.parametrize("suits", [found for _, found in STACKED], ids=str)
def test_stacked_deals(name: str, suits: list[list[str]], level: str) -> None:
    """All of a suit in one hand: there is always something that may be played."""
    game = game_named(name)
    pack = game.options({}).pack
    hands = tuple(tuple(card for card in pack if [card.suit] == suit) for suit in suits)
    match = Match(game, {"max_deals": 1}, "s", Setup(deals=(hands,), dealer=0))
    assert play(match, bot_of(game, level)).is_over


@each_level
@each_game
def test_one_legal_card_is_played(name: str, level: str) -> None:
    game = game_named(name)
    bot = bot_of(game, level)
    match = Match(game, {"max_deals": 1}, "last")
    forced = 0
    while not match.is_over:
        seat = min(game.to_act(match.state))
        legal = game.legal(match.state, seat)
        choice = bot.choose(game.view(match.state, seat), 1)
        if len(legal) == 1 and isinstance(legal[0], Play):
            assert choice.action == legal[0]
            forced += 1
        match.act(seat, choice.action)
    assert forced >= 4


@each_game
def test_the_clock_ends_it(name: str) -> None:
    """However many worlds are wanted, what was found until then decides."""
    game = game_named(name)
    module = importlib.import_module(f"games.bots.{name}")
    now = iter(range(10_000))
    thinking = Thinking(worlds=1_000_000, seconds=2, clock=lambda: float(next(now)))
    bot = getattr(module, f"Strong{name.title()}")(thinking)
    match = Match(game, {"max_deals": 1}, "clock")
    for _ in range(8):
        seat = min(game.to_act(match.state))
        match.act(seat, bot.choose(game.view(match.state, seat), 1).action)
    assert next(now) < 60
