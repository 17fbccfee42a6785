"""``pyramid play hearts`` and its like: a game of cards against bots, in the terminal."""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import click

from games.arena import bot_seed
from games.bots.player import THINKING, Bot, Choice, Thinking
from games.bots.registry import bot_named, default_level
from games.errors import BadAction, BadOptions, BadRecord, IllegalAction
from games.events import Event
from games.match import Match
from games.registry import game_named
from service.cli import exits
from service.cli.reading import read_lines, typed_line
from service.cli.terminal import wants_color
from service.cli.typed import action_typed
from service.draw.events import in_words, said
from service.draw.table import draw_choices, draw_table
from service.errors import BadOutput
from service.files import save_whole

__all__ = ["Seats", "play_cards"]

_MADE_UP_BELOW = 10**9
_FORMAT = 1
_HELP = """\
A number of the list plays it, and so does its text: QS, play QS, bid 4, pass QS AH KH.
why  why the bots did what they did   table  show it again   help   quit"""


class Seats(NamedTuple):
    """Who sits where.

    Attributes:
        own: the player's seat.
        bots: the levels of all seats; what stands at the player's is of no account.
        worlds: deals that strong bots imagine for a choice.
    """

    own: int
    bots: tuple[str, ...]
    worlds: int


def play_cards(
    name: str,
    *,
    bots: str | None,
    seat: int,
    seed: int | None,
    options: dict[str, object],
    worlds: int | None,
    save: str | None,
    resume: str | None,
) -> int:
    """Play a game of cards against bots until it is over, the player quits or the input ends.

    Raises:
        BadOptions: there are no such options or bots.
        BadRecord: the game that is to be resumed can't be.
        BadOutput: the game can't be kept.
    """
    if resume is not None:
        if bots is not None or seat or seed is not None or options or worlds is not None:
            raise click.UsageError("--resume brings seed, seats and options along")
        seats, match = _kept(resume, name)
        save = resume if save is None else save
    else:
        game = game_named(name)
        seed = secrets.randbelow(_MADE_UP_BELOW) if seed is None else seed
        match = Match(game, options, str(seed))
        seats = Seats(
            seat, _levels(name, game.seats(match.options), seat, bots), worlds or THINKING.worlds
        )
    if save is not None and save != resume and os.path.exists(save):  # noqa: PTH110 - as elsewhere
        raise BadOutput(f"{save} exists already; go on with --resume, or choose another name")
    _Table(match, seats, save).play()
    return exits.OK


def _levels(game: str, count: int, seat: int, bots: str | None) -> tuple[str, ...]:
    """The level of each seat, told from the player's left on."""
    if seat >= count:
        raise BadOptions(f"--seat {seat}: the seats are 0 to {count - 1}")
    named = [default_level(game)] if bots is None else [each.strip() for each in bots.split(",")]
    for each in named:
        bot_named(game, each)
    if (count - 1) % len(named):
        raise BadOptions(f"--bots: {len(named)} names for {count - 1} others")
    around = [*named * ((count - 1) // len(named)), ""]
    return tuple(around[(at - seat - 1) % count] for at in range(count))


def _kept(path: str, name: str) -> tuple[Seats, Match]:
    """A game that was kept."""
    lines = [line for _, line in read_lines(path)]
    seats = _seats(lines[0]) if lines else None
    if seats is None:
        raise BadRecord(f"{path}: not a game that `pyramid play` has kept")
    # What is in the first line's place keeps the numbers of the others right.
    match = Match.from_lines(["", *lines[1:]])
    count = match.game.seats(match.options)
    if match.game.name != name:
        raise BadRecord(f"{path}: a game of {match.game.name}, not of {name}")
    if not 0 <= seats.own < count or len(seats.bots) != count:
        raise BadRecord(f"{path}: line 1: there are {count} seats")
    return seats, match


def _seats(line: str) -> Seats | None:
    """Who sits where, as the first line says; None if it doesn't."""
    try:
        head = json.loads(line)
        own, bots, worlds = head["seat"], head["bots"], head["worlds"]
        known = head["play"] == _FORMAT and {type(own), type(worlds)} == {int}
        return Seats(own, tuple(map(str, bots)), worlds) if known else None
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


class _Table:
    """The conversation with the player."""

    def __init__(self, match: Match, seats: Seats, path: str | None) -> None:
        self._match = match
        self._game = match.game
        self._seats = seats
        self._own = seats.own
        self._path = path
        self._color = wants_color(sys.stdout)
        self._bots = _bots(match.game.name, seats)
        self._reasons: list[str] = []

    def play(self) -> None:
        """Talk until the game is over, the player quits or the input ends."""
        click.echo(f"{self._game.name}, seed {self._match.seed}\n{_HELP}\n")
        last = self._match.steps[-1].events if self._match.steps else None
        self._tell(self._game.events(self._match.begun) if last is None else last)
        self._keep()
        while self._waits_for_player():
            self._show()
            if not self._ask():
                return
        result = self._game.result(self._match.state)
        assert result is not None
        click.echo("You have won." if self._own in result.winners else "You haven't won.")

    def _waits_for_player(self) -> bool:
        """Let all others act that the game waits for; False: then it is over."""
        while others := self._game.to_act(self._match.state) - {self._own}:
            seat = min(others)
            match = self._match
            seed = bot_seed(match.seed, 0, match.version, seat)
            choice: Choice = self._bots[seat].choose(self._game.view(match.state, seat), seed)
            shown = said(self._game.action_to_json(choice.action))
            events = match.act(seat, choice.action)
            # What others can't see they needn't know the reason of either.
            hidden = any(event.private or event.sealed for event in events[:1])
            what = "" if hidden else f" {shown}"
            self._reasons.append(f"{self._who(seat)}{what}: {choice.reason}")
            self._tell(events)
            self._keep()
        return not self._match.is_over

    def _ask(self) -> bool:
        """Let the player act; False: the player has gone."""
        while True:
            click.echo("> ", nl=False)
            word = typed_line()
            if word is None:
                click.echo("")
                return False
            match word.lower():
                case "":
                    continue
                case "q" | "quit" | "exit":
                    return False
                case "?" | "help":
                    click.echo(_HELP)
                case "why":
                    click.echo("\n".join(self._reasons) or "The bots haven't done anything.")
                case "table" | "t":
                    self._show()
                case _:
                    if self._act(word):
                        return True

    def _act(self, word: str) -> bool:
        view: Any = self._game.view(self._match.state, self._own)
        try:
            events = self._match.act(self._own, action_typed(self._game, view.legal, word))
        except (BadAction, IllegalAction) as error:
            click.echo(f"{error}.")
            return False
        self._reasons.clear()
        self._tell(events)
        self._keep()
        return True

    def _show(self) -> None:
        view: Any = self._game.view(self._match.state, self._own)
        click.echo("\n" + draw_table(view, self._who, self._color), color=self._color)
        if view.legal:
            click.echo(draw_choices(view.legal))

    def _tell(self, events: Sequence[Event]) -> None:
        for each in events:
            for line in in_words(each.seen_by(self._own), self._who):
                click.echo(line)

    def _who(self, seat: int) -> str:
        return f"seat {seat} ({'you' if seat == self._own else self._seats.bots[seat]})"

    def _keep(self) -> None:
        """Write the game down, if that is wanted."""
        if self._path is None:
            return
        seats = self._seats
        head = {"play": _FORMAT, "seat": seats.own, "bots": seats.bots, "worlds": seats.worlds}
        save_whole(self._path, "\n".join([json.dumps(head), *self._match.lines()]) + "\n")


def _bots(game: str, seats: Seats) -> Mapping[int, Bot]:
    thinking = Thinking(seats.worlds)
    return {
        seat: bot_named(game, level, thinking)
        for seat, level in enumerate(seats.bots)
        if seat != seats.own
    }
