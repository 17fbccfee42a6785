"""``pyramid play hearts`` and its like: a game of cards against bots, in the terminal."""

from __future__ import annotations

import os
import secrets
import shlex
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import click

from games.arena import bot_seed
from games.bots.player import THINKING, Bot, Choice, Thinking
from games.bots.registry import bot_named, default_level
from games.errors import BadAction, IllegalAction
from games.events import Event
from games.match import Match
from games.options import given_options
from games.registry import game_named
from games.shuffle import commitment
from service.cli import exits
from service.cli.conversation import around, ask, words_of_cards
from service.cli.kept import Seats, keep, read_kept
from service.cli.terminal import wants_color
from service.cli.typed import action_typed
from service.draw.events import in_words, said, worded
from service.draw.help import COMMANDS, help_text
from service.draw.table import draw_choices, draw_table
from service.errors import BadOutput

__all__ = ["play_cards"]

# So many seeds and salts that nobody can try them all against the cards of a hand.
_SEED_BITS, _SALT_BYTES = 64, 16
_NO_REASONS = "Since your last turn the bots have done nothing whose reason you may know."


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
        seats, match = read_kept(resume, name)
        save = resume if save is None else save
    else:
        game = game_named(name)
        salt = secrets.token_hex(_SALT_BYTES) if seed is None else None
        seed = secrets.randbits(_SEED_BITS) if seed is None else seed
        match = Match(game, given_options(game.options(options), options), str(seed))
        levels = _levels(name, game.seats(match.options), seat, bots)
        seats = Seats(seat, levels, worlds or THINKING.worlds, salt)
    if save is not None and save != resume and os.path.exists(save):  # noqa: PTH110 - as elsewhere
        raise BadOutput(f"{save} exists already; go on with --resume, or choose another name")
    _Table(match, seats, save).play()
    return exits.OK


def _levels(game: str, count: int, seat: int, bots: str | None) -> tuple[str, ...]:
    """The level of each seat, told from the player's left on."""
    named = [default_level(game)] if bots is None else [each.strip() for each in bots.split(",")]
    levels = around(count, seat, named, "")
    for each in named:
        bot_named(game, each)
    return tuple(levels)


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
        click.echo(f"{self._promise()}\n\n{COMMANDS}\n")
        last = self._match.steps[-1].events if self._match.steps else None
        self._tell(self._game.events(self._match.begun) if last is None else last)
        self._keep()
        words = words_of_cards(self._help, self._why, self._show)
        while self._waits_for_player():
            self._show()
            if not ask(words, self._act):
                return
        result = self._game.result(self._match.state)
        assert result is not None
        click.echo("You have won." if self._own in result.winners else "You haven't won.")
        self._open()

    def _promise(self) -> str:
        """What is told of the cards before the first deal."""
        name, seed, salt = self._game.name, self._match.seed, self._seats.salt
        if salt is None:
            return (
                f"{name}, seed {seed}: you have given it, so that the cards are no secret to you."
            )
        return (
            f"{name}, commitment {commitment(name, seed, salt)}\n"
            "The cards are fixed by that; when the game is over you are told how to check it."
        )

    def _open(self) -> None:
        """Tell what the commitment was made from, now that the game is over."""
        name, seed, salt = self._game.name, self._match.seed, self._seats.salt
        if salt is None:
            return
        options = (f"--option {each}={worded(value)}" for each, value in self._match.given.items())
        fair = ["pyramid fair", f"--game {name}", f"--seed {shlex.quote(seed)}",
                f"--salt {shlex.quote(salt)}", *options,
                f"--commitment {commitment(name, seed, salt)}"]  # fmt: skip
        click.echo(f"The seed was {seed}, the salt {salt}; this checks them and shows the hands:")
        click.echo(f"  {' '.join(fair)}")

    def _waits_for_player(self) -> bool:
        """Let all others act that the game waits for; False: then it is over."""
        while others := self._game.to_act(self._match.state) - {self._own}:
            seat = min(others)
            match = self._match
            seed = bot_seed(match.seed, 0, match.version, seat)
            view: Any = self._game.view(match.state, seat)
            choice: Choice = self._bots[seat].choose(view, seed)
            events = match.act(seat, choice.action)
            # What others can't see they needn't know the reason of either.
            if not any(event.private or event.sealed for event in events[:1]):
                shown = said(self._game.action_to_json(choice.action))
                self._reasons.append(f"{self._who(seat)} {shown}: {choice.reason}")
            self._tell(events)
            self._keep()
        return not self._match.is_over

    def _why(self) -> str:
        return "\n".join(self._reasons) or _NO_REASONS

    def _help(self) -> str:
        view: Any = self._game.view(self._match.state, self._own)
        return help_text(self._game.name, self._match.given, view.legal)

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
        if self._path is not None:
            keep(self._path, self._seats, self._match)


def _bots(game: str, seats: Seats) -> Mapping[int, Bot]:
    thinking = Thinking(seats.worlds)
    return {
        seat: bot_named(game, level, thinking)
        for seat, level in enumerate(seats.bots)
        if seat != seats.own
    }
