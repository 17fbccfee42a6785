"""A game of cards at a table of a service, in the terminal."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import click

from games.cards import parse_card
from games.errors import BadAction
from service.cli.conversation import Words, words_of_cards
from service.cli.seated import Seated
from service.cli.typed import action_typed
from service.client import Json
from service.draw.events import in_words
from service.draw.help import COMMANDS, help_text
from service.draw.table import draw_choices, draw_table

__all__ = ["SeatedAtCards"]


class SeatedAtCards(Seated):
    """The conversation with the player."""

    def _greet(self) -> None:
        match = self._match
        click.echo(f"{match['game']}, commitment {match['commitment']}\n\n{COMMANDS}\n")
        if match["code"] is not None:
            click.echo(f"Others join with the code {match['code']}:")
            click.echo(
                f"  pyramid play {match['game']} --server {self._server} --join {match['code']}"
            )

    def _words(self) -> Words:
        return words_of_cards(self._help, self._why, self._show)

    def _end(self) -> None:
        result = (self._match["view"] or {}).get("result") or {"winners": []}
        won = self._seat.number in result["winners"]
        click.echo("You have won." if won else "You haven't won.")
        self._open()

    def _take_in(self, match: dict[str, Json]) -> None:
        """A newer state of the match, and what has happened up to it."""
        super()._take_in(match)
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
        except BadAction as error:
            click.echo(f"{error}.")
            return False
        return self._send(self._game.action_to_json(action))

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
