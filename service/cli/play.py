"""``pyramid play``: play in the terminal; games of cards in :mod:`service.cli.cards`."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from typing import Any

import click
from click.core import ParameterSource

from service.cli import exits
from service.cli.options import MOST_WORLDS, game_options, rules_options
from service.cli.reading import read_one, typed_line
from service.cli.terminal import wants_color
from service.draw.terminal import draw_position
from service.hints import fair_text, hint_text
from service.play import Game
from service.report import count
from solver.errors import BadMove, IllegalMove
from solver.moves import Move, parse_move
from solver.rules import Rules

__all__ = ["command"]

_MADE_UP_BELOW = 10**9
_PYRAMID = "pyramid"
_GIVEN = ParameterSource.COMMANDLINE
_HELP = """\
A number or a move (draw, recycle, KS, 4S+9H, cell 9H) plays it.
u undo   r redo   h hint   f fair hint (doesn't peek)   b board   ? help   q quit"""


#: Options of games of cards; the others are those of Pyramid.
_OF_CARDS = ("bots", "seat", "seed", "options", "worlds", "save", "resume", "server", "join")
_NOT_REMOTE = ("seed", "worlds", "save", "resume")
_OF_PYRAMID = ("rules_name", "settings")


@click.command("play")
@click.argument("what", required=False, metavar="[GAME]")
@click.argument("deal", required=False, metavar="[INPUT]")
@rules_options
@click.option(
    "--bots",
    metavar="A,B,...",
    help="Who else plays, from your left on: random, easy or strong. A shorter list is "
    "repeated [default: easy, if the game has one].",
)
@click.option(
    "--seat", metavar="N", type=click.IntRange(min=0), default=0, help="Yours [default: 0]."
)
@click.option("--seed", metavar="N", type=click.IntRange(min=0), help="Of the cards.")
@game_options
@click.option(
    "--worlds",
    metavar="N",
    type=click.IntRange(1, MOST_WORLDS),
    help="Deals that strong bots imagine for each choice.",
)
@click.option("--save", metavar="FILE", help="Keep the game there, after each action.")
@click.option("--resume", metavar="FILE", help="Go on with the game that is kept there.")
@click.option("--server", metavar="URL", help="Sit down at a table of a service.")
@click.option("--join", metavar="CODE", help="The table there; without it a new one is made.")
def command(
    what: str | None,
    deal: str | None,
    rules: Rules,
    server: str | None,
    join: str | None,
    **of_cards: Any,
) -> int:
    """Play Pyramid, or a game of cards against bots, in the terminal.

    Without a GAME it is Pyramid, with undo, hints and a word when it is lost: INPUT is
    a file or a deal or position in quotes; without it a deal is made up. --rules and
    --set are for Pyramid, the other options for games of cards.

    GAME is hearts, spades or kaiser: `help` at the table explains. docs/games.md lists
    the options of games. With --server the table is one of a service, where --bots may
    leave seats `open` for others.
    """
    if what is not None and what.isalpha() and what.islower():
        # Slow to import, and games of cards alone need it.
        from games.registry import GAMES  # noqa: PLC0415

        if what in GAMES and what != _PYRAMID:
            _refuse(_OF_PYRAMID, f"goes with Pyramid, not with {what}")
            if deal is not None:
                raise click.UsageError(f"a game of {what} has no INPUT: {deal}")
            if server is not None:
                return _play_remote(what, server, join, of_cards)
            if join is not None:
                raise click.UsageError("--join goes with --server")
            from service.cli.cards import play_cards  # noqa: PLC0415

            return play_cards(what, **of_cards)
    _refuse(_OF_CARDS, "goes with games of cards, as in `pyramid play hearts`")
    if what == _PYRAMID:
        what, deal = deal, None
    if deal is not None:
        raise click.UsageError(f"Got unexpected extra argument ({deal})")
    _play_pyramid(what, rules)
    return exits.OK


def _play_remote(game: str, server: str, code: str | None, of_cards: dict[str, Any]) -> int:
    _refuse(_NOT_REMOTE, "doesn't go with --server")
    if code is not None:
        _refuse(("bots", "seat", "options"), "is for a new table, not for --join")
    # Needs an extra.
    from service.cli.remote import play_remote  # noqa: PLC0415

    kept = {name: of_cards[name] for name in ("bots", "seat", "options")}
    return play_remote(game, server, code=code, **kept)


def _refuse(names: Sequence[str], why: str) -> None:
    """See that none of some options was given."""
    context = click.get_current_context()
    for each in context.command.params:
        if each.name in names and context.get_parameter_source(each.name) is _GIVEN:
            raise click.UsageError(f"{each.opts[0]} {why}")


def _play_pyramid(deal: str | None, rules: Rules) -> None:
    if deal == "-":
        raise click.UsageError("standard input is where the moves come from")
    if deal is None:
        deal = f"seed:{secrets.randbelow(_MADE_UP_BELOW)}"
        click.echo(f"Deal {deal}, rules {rules.name}.\n")
    _Table(Game(read_one(deal, rules))).play()


class _Table:
    """The conversation with the player."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._color = wants_color(sys.stdout)
        self._moves: tuple[Move, ...] = ()
        self._warned = False

    def play(self) -> None:
        """Talk until the player quits or the input ends."""
        click.echo(_HELP + "\n")
        self._show()
        while True:
            click.echo("> ", nl=False)
            word = typed_line()
            if word is None:
                click.echo("")
                return
            if word.lower() in ("q", "quit", "exit"):
                return
            self._obey(word)

    def _obey(self, word: str) -> None:
        game = self._game
        match word.lower():
            case "":
                return
            case "u" | "undo":
                self._step(game.undo(), "There is nothing to undo.")
            case "r" | "redo":
                self._step(game.redo(), "There is nothing to redo.")
            case "h" | "hint":
                click.echo(hint_text(game.hint(), game.position))
            case "f" | "fair":
                click.echo(fair_text(game.fair_hint()))
            case "b" | "board":
                self._show()
            case "?" | "help":
                click.echo(_HELP)
            case _:
                self._move(word)

    def _step(self, done: bool, otherwise: str) -> None:
        if done:
            self._show()
        else:
            click.echo(otherwise)

    def _move(self, word: str) -> None:
        try:
            if word.isascii() and word.isdecimal():
                at = int(word[:9]) - 1
                if not 0 <= at < len(self._moves):
                    raise BadMove(f"{word[:9]} is not the number of a move; ? explains")
                self._game.do(self._moves[at])
            else:
                self._game.do(parse_move(word))
        except (BadMove, IllegalMove) as error:
            click.echo(f"{error}.")
            return
        self._show()

    def _show(self) -> None:
        position = self._game.position
        self._moves = position.legal_moves()
        click.echo(draw_position(position, color=self._color), color=self._color)
        click.echo("")
        if position.is_won:
            click.echo(f"Won in {count(self._game.played, 'move')}.")
            return
        numbered = [f"{number}) {move}" for number, move in enumerate(self._moves, start=1)]
        click.echo("   ".join(numbered) or "No move is left.")
        self._say_if_lost()

    def _say_if_lost(self) -> None:
        lost = self._game.is_lost()
        if lost and not self._warned:
            if self._game.played:
                click.echo("This can't be won any more; u takes moves back.")
            else:
                click.echo("This can't be won at all.")
        # Said once each time it happens, not after every move of a lost game.
        self._warned = lost
