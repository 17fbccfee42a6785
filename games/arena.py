"""The arena: the same cards once for every seating, so that luck cancels; and what came of it.

A *board* is a seed, perhaps with a first deal that was given. It is played once for each side of
the game: the players move on by one seat, so that in the end each has sat where each other one
has, or each team where the other has. What a board says of a player is one number, the mean over
its games: means and their intervals are taken over boards, which are independent
(:mod:`games.standings`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from games.bots.player import Bot
from games.errors import GameError, IllegalAction
from games.events import Event, Json
from games.match import Match
from games.protocol import SEEDED, Game, Result, Seat, Setup
from games.shuffle import Stream

__all__ = [
    "BadChoice",
    "Board",
    "Follower",
    "Played",
    "Stint",
    "bot_seed",
    "play_board",
    "seatings",
]

_SEEDS = 1 << 32


class BadChoice(GameError):
    """A player has done what the rules forbid.

    Attributes:
        player: its place in the list.
    """

    def __init__(self, player: int, text: str) -> None:
        super().__init__(text)
        self.player = player


class Follower(Protocol):
    """A player that is told what happens as its seat sees it, between its own choices."""

    def hear(self, seat: Seat, version: int, events: Sequence[Json]) -> None:
        """What has come of the action before that number, or of the deal."""

    def end(self, result: Json) -> None:
        """How the game has ended."""


#: All play by their views alone.
NOBODY: Mapping[int, Follower] = MappingProxyType({})


class Board(NamedTuple):
    """A seed and what is fixed besides."""

    seed: str
    setup: Setup = SEEDED


class Stint(NamedTuple):
    """What a player did in one game.

    Attributes:
        won: whether it was among the winners.
        score: of its side.
        margin: by how much that is above the mean of the other sides; None if there are none.
        moves: how often it chose.
        seconds, slowest: that all its choices took, and the longest of them.
    """

    won: bool
    score: int
    margin: float | None
    moves: int
    seconds: float
    slowest: float


class Played(NamedTuple):
    """A game that was played.

    Attributes:
        board, seating: their numbers, from 0.
        deals: how many there were.
        stints: by player, as they stand in the list and not as they sat.
        lines: the game as a log.
    """

    board: int
    seating: int
    deals: int
    stints: tuple[Stint, ...]
    lines: tuple[str, ...]


def seatings(seats: int, sides: int) -> tuple[tuple[int, ...], ...]:
    """For each game with the same cards, which player of the list sits on each seat."""
    return tuple(tuple((seat - by) % seats for seat in range(seats)) for by in range(sides))


def bot_seed(seed: str, seating: int, version: int, seat: Seat) -> int:
    """The seed of one choice, the same whenever the game is played again."""
    return Stream(seed, f"bot {seating} {version} {seat}").below(_SEEDS)


class _Clocked:
    """A player with a watch."""

    def __init__(self, bot: Bot, clock: Callable[[], float]) -> None:
        self._bot = bot
        self._clock = clock
        self.moves = 0
        self.seconds = self.slowest = 0.0

    def choose(self, view: Any, seed: int) -> Any:
        begun = self._clock()
        chosen = self._bot.choose(view, seed)
        took = self._clock() - begun
        self.moves += 1
        self.seconds += took
        self.slowest = max(self.slowest, took)
        return chosen.action


def play_board(
    game: Game[Any, Any, Any],
    options: Mapping[str, object],
    board: Board,
    number: tuple[int, int],
    bots: Sequence[Bot],
    clock: Callable[[], float],
    *,
    followers: Mapping[int, Follower] = NOBODY,
    with_log: bool = False,
) -> Played:
    """Play one game of a board.

    Args:
        game: what is played.
        options: how.
        board: with which cards.
        number: of the board and of the seating, from 0.
        bots: the players, as they stand in the list.
        clock: gives seconds; only differences matter.
        followers: players that want to be told what happens, by place in the list.
        with_log: whether the game is wanted as a log.

    Raises:
        BadChoice: a player has done what the rules forbid.
    """
    match = Match(game, options, board.seed, board.setup)
    seating = seatings(len(bots), game.sides(match.options))[number[1]]
    told = {seat: followers[at] for seat, at in enumerate(seating) if at in followers}
    players = [_Clocked(bot, clock) for bot in bots]
    _tell(told, 0, game.events(match.begun))
    while not match.is_over:
        seat = min(game.to_act(match.state))
        seed = bot_seed(board.seed, number[1], match.version, seat)
        action = players[seating[seat]].choose(game.view(match.state, seat), seed)
        try:
            events = match.act(seat, action)
        except IllegalAction as error:
            text = json.dumps(game.action_to_json(action))
            raise BadChoice(
                seating[seat], f"seat {seat} wrote {text}: {type(error).__name__}: {error}"
            ) from None
        _tell(told, match.version, events)
    result = game.result(match.state)
    assert result is not None
    for follower in told.values():
        follower.end({**result._asdict()})
    return Played(
        *number,
        sum(event.kind == "deal" for event in match.events()),
        tuple(_stint(player, seating.index(at), result) for at, player in enumerate(players)),
        tuple(match.lines()) if with_log else (),
    )


def _stint(player: _Clocked, seat: Seat, result: Result) -> Stint:
    side = seat % len(result.scores)
    score = result.scores[side]
    others = [score for other, score in enumerate(result.scores) if other != side]
    return Stint(
        seat in result.winners,
        score,
        score - fmean(others) if others else None,
        player.moves,
        player.seconds,
        player.slowest,
    )


def _tell(told: Mapping[Seat, Follower], version: int, events: Sequence[Event]) -> None:
    for seat, follower in told.items():
        follower.hear(seat, version, [event.seen_by(seat) for event in events])
