"""The conversation with a player who sits at a table of a service, whatever the game."""

from __future__ import annotations

import shlex
import sys
from abc import ABC, abstractmethod

import click

from games.registry import game_named
from service.cli.conversation import Words, ask
from service.cli.terminal import wants_color
from service.client import Json, Refused, Seat

__all__ = ["PLAYER_TOKEN", "SEAT_TOKEN", "Seated"]

#: Variables of the environment: what stands on a command line can be seen by others.
PLAYER_TOKEN, SEAT_TOKEN = "PYRAMID_PLAYER_TOKEN", "PYRAMID_SEAT_TOKEN"

_WAIT_SECONDS = 25.0
_NOT_NOW = frozenset({"illegal-action", "bad-action"})


class Seated(ABC):
    """What games have in common; each says what is shown, told and understood.

    Args:
        seat: the player's.
        server: where the service is, as the player has written it.
    """

    def __init__(self, seat: Seat, server: str) -> None:
        self._seat = seat
        self._server = server
        self._match = seat.first
        self._game = game_named(self._match["game"])
        self._color = wants_color(sys.stdout)

    def play(self) -> None:
        """Talk until the game is over, the player quits or the input ends."""
        try:
            self._greet()
            self._take_in(self._match)
            self._talk()
        finally:
            # However one gets up, without the token the seat is lost.
            if self._match["status"] != "over":
                self._part()
        if self._match["status"] == "over":
            self._end()

    def _talk(self) -> None:
        words = self._words()
        while self._match["status"] != "over":
            if self._seat.number not in self._match["waiting"]:
                self._take_in(self._seat.look(self._match["version"], _WAIT_SECONDS))
                continue
            self._show()
            if not ask(words, self._act):
                return

    def _part(self) -> None:
        click.echo("The table waits for you. This takes your seat again:")
        again = f"pyramid play {self._match['game']} --server {shlex.quote(self._server)}"
        click.echo(f"  {SEAT_TOKEN}={self._seat.token} {again}")

    def _send(self, action: Json) -> bool:
        """Do something; False: the rules are against it, and why was told."""
        try:
            self._take_in(self._seat.act(action, self._match["version"]))
        except Refused as refused:
            if refused.kind == "stale":
                self._look_again()
                return True
            if refused.kind not in _NOT_NOW:
                raise
            click.echo(f"{refused}.")
            return False
        return True

    def _look_again(self) -> None:
        click.echo("Something else has happened meanwhile.")
        self._take_in(self._seat.look(self._match["version"]))

    def _open(self) -> None:
        """Tell what the cards come from, now that the game is over."""
        fairness = self._seat.fairness()
        click.echo(f"The seed was {fairness['seed']}, the salt {fairness['salt']}.")

    def _take_in(self, match: dict[str, Json]) -> None:
        """A newer state of the match."""
        self._match = match

    @abstractmethod
    def _greet(self) -> None:
        """What is told before anything else."""

    @abstractmethod
    def _words(self) -> Words:
        """What may be typed besides actions."""

    @abstractmethod
    def _act(self, word: str) -> bool:
        """Do what was typed; False: it can't be done, and why was told."""

    @abstractmethod
    def _show(self) -> None:
        """Draw what the player sees, and what may be done."""

    @abstractmethod
    def _end(self) -> None:
        """What is told when the game is over."""
