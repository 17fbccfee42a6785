"""``pyramid play hearts --server URL``: a seat at a table of a service, in the terminal."""

from __future__ import annotations

import os
import sys
from types import SimpleNamespace
from typing import Any

import click

from games.cards import parse_card
from games.errors import BadAction
from games.registry import game_named
from service.cli import exits
from service.cli.conversation import Words, around, ask
from service.cli.terminal import wants_color
from service.cli.typed import action_typed
from service.client import Client, Json, Refused, Seat, Unreachable
from service.draw.events import in_words
from service.draw.help import COMMANDS, help_text
from service.draw.table import draw_choices, draw_table
from service.errors import BadInput

__all__ = ["play_remote"]

_TOKEN = "PYRAMID_PLAYER_TOKEN"  # noqa: S105 - the name of a variable
_WAIT_SECONDS = 25.0


def play_remote(
    name: str,
    server: str,
    *,
    code: str | None,
    bots: str | None,
    seat: int,
    options: dict[str, object],
) -> int:
    """Play at a table of a service until the game is over, the player quits or the input ends.

    Args:
        name: of the game.
        server: where the service is.
        code: of a table to sit down at; None: a new one is made.
        bots: who else sits at a new one; ``open`` is a seat for somebody.
        seat: the player's at a new one.
        options: of a new one.

    Raises:
        BadOptions: there are no such options or seats.
        BadInput: the service refuses it, or doesn't answer.
    """
    game = game_named(name)
    try:
        with Client(server, os.environ.get(_TOKEN)) as client:
            if client.token is None:
                client.register()
                click.echo(
                    f"Your token is {client.token}; to be the same player again, set {_TOKEN}."
                )
            if code is not None:
                taken = client.join_by_code(code)
            else:
                named = ["easy"] if bots is None else [each.strip() for each in bots.split(",")]
                seats = around(game.seats(game.options(options)), seat, named, "you")
                taken = client.create(name, seats=seats, options=options)
            _Table(taken, server).play()
    except Refused as refused:
        raise BadInput(f"{server}: {refused}") from None
    except Unreachable as error:
        raise BadInput(str(error)) from None
    return exits.OK


class _Table:
    """The conversation with the player."""

    def __init__(self, seat: Seat, server: str) -> None:
        self._seat = seat
        self._server = server
        self._match = seat.first
        self._game = game_named(self._match["game"])
        self._color = wants_color(sys.stdout)

    def play(self) -> None:
        """Talk until the game is over, the player quits or the input ends."""
        match = self._match
        click.echo(f"{match['game']}, commitment {match['commitment']}\n\n{COMMANDS}\n")
        if match["code"] is not None:
            click.echo(f"Others join with the code {match['code']}:")
            click.echo(
                f"  pyramid play {match['game']} --server {self._server} --join {match['code']}"
            )
        self._take_in(match)
        words = Words(self._help, self._why, self._show, self._act)
        while self._match["status"] != "over":
            if self._seat.number not in self._match["waiting"]:
                self._take_in(self._seat.look(self._match["version"], _WAIT_SECONDS))
                continue
            self._show()
            if not ask(words):
                click.echo(f"The table waits for you: your seat's token is {self._seat.token}.")
                return
        self._end()

    def _end(self) -> None:
        fairness = self._seat.fairness()
        result = (self._match["view"] or {}).get("result") or {"winners": []}
        won = self._seat.number in result["winners"]
        click.echo("You have won." if won else "You haven't won.")
        click.echo(f"The seed was {fairness['seed']}, the salt {fairness['salt']}.")

    def _take_in(self, match: dict[str, Json]) -> None:
        """A newer state of the match, and what has happened up to it."""
        self._match = match
        for each in match["events"]:
            told = {name: value for name, value in each.items() if name != "version"}
            for line in in_words(told, self._who):
                click.echo(line)

    def _help(self) -> str:
        return help_text(self._match["game"], self._match["options"], self._match["view"]["legal"])

    def _why(self) -> str:
        return "Why others do what they do isn't told here."

    def _act(self, word: str) -> bool:
        try:
            action = action_typed(self._game, self._match["view"]["legal"], word)
            told = self._game.action_to_json(action)
            self._take_in(self._seat.act(told, self._match["version"]))
        except BadAction as error:
            click.echo(f"{error}.")
            return False
        except Refused as refused:
            if refused.kind == "stale":
                self._take_in(self._seat.look(self._match["version"]))
                return True
            if refused.status >= 500 or refused.kind not in {"illegal-action", "bad-action"}:
                raise
            click.echo(f"{refused}.")
            return False
        return True

    def _show(self) -> None:
        view = self._match["view"]
        cards = {name: tuple(map(parse_card, view[name])) for name in ("hand", "trick")}
        seen: Any = SimpleNamespace(**{**view, **cards})
        click.echo("\n" + draw_table(seen, self._who, self._color), color=self._color)
        if view["legal"]:
            click.echo(draw_choices(view["legal"]))

    def _who(self, seat: int) -> str:
        if seat == self._seat.number:
            return f"seat {seat} (you)"
        sits = self._match["seats"][seat]
        return f"seat {seat} ({sits['name'] or sits['level'] or 'open'})"
