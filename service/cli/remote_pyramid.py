"""Pyramid as a match of a service, in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import click

from service.cli.conversation import Words
from service.cli.moves import HOW_TO_MOVE, NOTHING_TO_REDO, list_choices, move_typed, when_lost
from service.cli.seated import Seated
from service.client import Json, Refused, Seat
from service.draw.terminal import draw_position
from service.hints import fair_from_record, fair_text
from service.report import count
from solver.cards import Card, parse_card
from solver.errors import BadMove
from solver.moves import Move, parse_each
from solver.position import Position
from solver.rules import rules_named

__all__ = ["Seen", "SeatedAtPyramid"]

_OTHER_WORDS = "b board   ? help   q quit"
#: Why a game has ended that wasn't won.
_ENDS = {
    "resigned": "you have given up",
    "stuck": "no move is left",
    "cap": "a game has no more actions than that",
}
#: Why a win of a daily doesn't count.
_NOT_COUNTED = {
    "helped": "a hint was given",
    "day-over": "its day is over",
    "impossible-time": "nobody is as fast as that",
    "no-player": "the account was deleted",
    "no-daily": "there is no such daily any more",
}
# Of hints: try again, or go on without.
_NO_HINT_NOW = frozenset({"busy", "too-many-requests"})


class Seen(NamedTuple):
    """What a player can see of a game, and remember.

    Attributes:
        position: with those cards of the stock that have been face up.
        hidden: how many cards lie after them.
    """

    position: Position
    hidden: int

    @classmethod
    def of(cls, view: Mapping[str, Json]) -> Seen:
        """What a view tells."""
        stock = _cards(view["known_stock"])
        position = Position(
            rules_named(view["options"]["rules"]),
            tuple(None if c is None else parse_card(c) for row in view["pyramid"] for c in row),
            stock,
            tuple(map(_cards, view["wastes"])),
            tuple(map(_cards, view["reserve"])),
            _cards(view["cells"]),
            view["pass_number"],
        )
        return cls(position, view["stock"] - len(stock))


class SeatedAtPyramid(Seated):
    """The conversation with the player."""

    def __init__(self, seat: Seat, server: str) -> None:
        super().__init__(seat, server)
        self._undone: list[str] = []

    @property
    def _view(self) -> dict[str, Json]:
        view: dict[str, Json] = self._match["view"]
        return view

    @property
    def _moves(self) -> tuple[Move, ...]:
        """Those that are legal."""
        legal = (action["move"] for action in self._view["legal"] if "move" in action)
        return tuple(parse_each(legal))

    @property
    def _is_dealt(self) -> bool:
        """Whether the cards come from the seed of the match, and from nothing that was asked."""
        return "deal" not in self._match["options"]

    def _greet(self) -> None:
        match = self._match
        daily = "" if match["daily"] is None else f", daily {match['daily']}"
        promised = f", commitment {match['commitment']}" if self._is_dealt else ""
        click.echo(f"pyramid, rules {self._view['options']['rules']}{daily}{promised}\n")
        self._help()
        click.echo("")

    def _help(self) -> None:
        undo = "u undo   r redo   " if self._view["options"]["undo"] else ""
        click.echo(f"{HOW_TO_MOVE}\n{undo}resign (give up)   h hint   {_OTHER_WORDS}")
        click.echo(f"A hint doesn't peek; {self._price_of_hints}.")

    @property
    def _price_of_hints(self) -> str:
        if self._match["daily"] is None:
            return "with one the game counts as helped"
        return "with one the game counts as helped, and a win doesn't go to the board of its day"

    def _words(self) -> Words:
        hint, explain, board = self._hint, self._help, self._show
        return {
            "h": hint, "hint": hint, "f": hint, "fair": hint,
            "b": board, "board": board, "?": explain, "help": explain,
        }  # fmt: skip

    def _act(self, word: str) -> bool:
        match word.lower():
            case "u" | "undo":
                return self._undo()
            case "r" | "redo":
                if not self._undone:
                    click.echo(NOTHING_TO_REDO)
                    return False
                return self._make(self._undone.pop())
            case "resign":
                return self._send({"resign": True})
        try:
            move = move_typed(word, self._moves)
        except BadMove as error:
            click.echo(f"{error}.")
            return False
        done = self._make(str(move))
        if done:
            self._undone.clear()
        return done

    def _undo(self) -> bool:
        before = self._view["moves"]
        done = self._send({"undo": True})
        if before and self._view["moves"] == before[:-1]:
            self._undone.append(before[-1])
        return done

    def _make(self, move: str) -> bool:
        return self._send({"move": move})

    def _hint(self) -> None:
        try:
            found = self._seat.hint()
        except Refused as refused:
            if refused.kind == "stale":
                self._look_again()
            elif refused.kind in _NO_HINT_NOW:
                click.echo(f"{refused}.")
            else:
                raise
            return
        click.echo(fair_text(fair_from_record(found["hint"])))
        if self._seat.number not in self._match["helped"]:
            click.echo(f"Now you have been given a hint: {self._price_of_hints}.")
        # The hint is a change of the match.
        self._take_in(self._seat.look(self._match["version"]))

    def _show(self) -> None:
        seen = Seen.of(self._view)
        click.echo("\n" + draw_position(seen.position, self._color, seen.hidden), color=self._color)
        click.echo("")
        if self._match["status"] != "over":
            click.echo(list_choices(self._moves))
            self._say_if_lost()

    def _say_if_lost(self) -> None:
        options, can_win = self._view["options"], self._view["can_win"]
        if not options["notice"]:
            return
        if can_win is None:
            click.echo("Whether this can still be won isn't known.")
        elif can_win:
            click.echo("This can still be won.")
        else:
            click.echo(when_lost(len(self._view["moves"]), options["undo"]))

    def _end(self) -> None:
        self._show()
        ending, result = self._view["ending"], self._view["result"]
        moves = count(ending["moves"], "move")
        if ending["won"]:
            click.echo(f"Won in {moves}.")
        else:
            click.echo(f"You haven't won: {_ENDS[result['reason']]}.")
        if ending["least_moves"] is not None:
            click.echo(f"The fewest moves that win this deal are {ending['least_moves']}.")
        elif ending["winnable"] is not None and not ending["won"]:
            click.echo(f"This deal {'can' if ending['winnable'] else 'cannot'} be won.")
        if self._match["attempt"] is not None:
            click.echo(_told(self._match["attempt"]))
        if self._is_dealt:
            self._open()


def _told(attempt: Mapping[str, Json]) -> str:
    """What has become of a daily that was won."""
    if not attempt["counted"]:
        why = _NOT_COUNTED.get(attempt["reason"], attempt["reason"])
        return f"It doesn't go to the board of its day: {why}."
    place = f"place {attempt['rank']} of {attempt['players']}"
    if attempt["is_best"]:
        return f"It is on the board of its day: {attempt['seconds']:.0f} seconds, {place}."
    return f"An earlier win of yours was better, and stays on the board of its day: {place}."


def _cards(texts: list[str]) -> tuple[Card, ...]:
    return tuple(map(parse_card, texts))
