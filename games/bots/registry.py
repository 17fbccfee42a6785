"""The table of bots, and one that knows no game and plays all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.bots.hearts import EasyHearts, StrongHearts
from games.bots.kaiser import EasyKaiser, StrongKaiser
from games.bots.player import THINKING, Bot, Choice, Thinking
from games.bots.spades import EasySpades, StrongSpades
from games.errors import BadOptions
from games.events import Json
from games.protocol import Game
from games.registry import game_named
from games.shuffle import Stream
from solver.errors import shorten

__all__ = [
    "BOTS",
    "EASY",
    "LEVELS",
    "RANDOM",
    "STRONG",
    "RandomMover",
    "bot_named",
    "default_level",
    "levels_of",
]

#: How well a bot plays.
RANDOM, EASY, STRONG = "random", "easy", "strong"
LEVELS = (RANDOM, EASY, STRONG)

#: Game -> its easy and its strong bot; the random mover plays them all. To add a game's is to
#: add a row.
BOTS: dict[str, tuple[Callable[[], Bot], Callable[[Thinking], Bot]]] = {
    "hearts": (EasyHearts, StrongHearts),
    "spades": (EasySpades, StrongSpades),
    "kaiser": (EasyKaiser, StrongKaiser),
}


class RandomMover:
    """Does anything that is legal, each as likely: a yardstick, and a player for tests."""

    def __init__(self, game: Game[Any, Any, Any]) -> None:
        self._game = game

    def choose(self, view: Any, seed: int) -> Choice:
        """By chance; the same seed brings the same."""
        dice = Stream(str(seed), "random mover")
        ((name, value),) = dice.choose(view.legal).items()
        if isinstance(value, dict):
            value = _some(value["of"], value["choose"], dice)
        return Choice(self._game.action_from_json({name: value}), "by chance")


def _some(items: Sequence[Json], count: int, dice: Stream) -> list[Json]:
    """So many of some items, where a view tells these instead of all that can be chosen."""
    left = list(items)
    return [left.pop(dice.below(len(left))) for _ in range(count)]


def levels_of(game: str) -> tuple[str, ...]:
    """The levels that a game has bots of."""
    return LEVELS if game in BOTS else (RANDOM,)


def default_level(game: str) -> str:
    """Easy, if a game has such a bot."""
    return EASY if game in BOTS else RANDOM


def bot_named(game: str, level: str, thinking: Thinking = THINKING) -> Bot:
    """The bot of a level for a game.

    Args:
        game: its name.
        level: one of :data:`LEVELS`.
        thinking: how long the strong one thinks.

    Raises:
        BadOptions: there is no such game, or it has no such bot.
    """
    rules = game_named(game)
    levels = levels_of(game)
    if level not in levels:
        raise BadOptions(f"{game} has no bot {shorten(level)}; it has {', '.join(levels)}")
    if level == RANDOM:
        return RandomMover(rules)
    easy, strong = BOTS[game]
    return easy() if level == EASY else strong(thinking)
