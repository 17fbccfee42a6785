"""The table of games: whoever runs them finds them here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.errors import BadOptions
from games.hearts import HEARTS
from games.kaiser import KAISER
from games.protocol import Game
from games.pyramid import PYRAMID
from games.spades import SPADES
from solver.errors import shorten

__all__ = ["GAMES", "game_named"]

#: Name -> game. To add a game is to add a row; see :mod:`games.protocol`.
GAMES: dict[str, Game[Any, Any, Any]] = {
    game.name: game for game in (HEARTS, SPADES, KAISER, PYRAMID)
}


def game_named(
    name: str, games: Mapping[str, Game[Any, Any, Any]] | None = None
) -> Game[Any, Any, Any]:
    """The game of a name, of all games or of some.

    Raises:
        BadOptions: there is none.
    """
    known = GAMES if games is None else games
    if name not in known:
        raise BadOptions(f"there is no game {shorten(name)}; there are {', '.join(known)}")
    return known[name]
