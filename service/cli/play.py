"""``pyramid play``: play a deal in the terminal."""

from __future__ import annotations

import secrets
import sys

import click

from service.cli import exits
from service.cli.options import rules_options
from service.cli.reading import read_one, stdin_bytes
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
_LONGEST = 1024  # of what is typed on a line
_HELP = """\
A number or a move (draw, recycle, KS, 4S+9H, cell 9H) plays it.
u undo   r redo   h hint   f fair hint (doesn't peek)   b board   ? help   q quit"""


@click.command("play")
@click.argument("deal", required=False, metavar="[INPUT]")
@rules_options
def command(deal: str | None, rules: Rules) -> int:
    """Play a deal in the terminal, with undo, hints and a word when it is lost.

    INPUT is a file or a deal or position in quotes; without it a deal is made up.
    """
    if deal == "-":
        raise click.UsageError("standard input is where the moves come from")
    if deal is None:
        deal = f"seed:{secrets.randbelow(_MADE_UP_BELOW)}"
        click.echo(f"Deal {deal}, rules {rules.name}.\n")
    _Table(Game(read_one(deal, rules))).play()
    return exits.OK


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
            word = self._read()
            if word is None:
                click.echo("")
                return
            if word.lower() in ("q", "quit", "exit"):
                return
            self._obey(word)

    def _read(self) -> str | None:
        """What was typed, on one printable line; None at the end of the input."""
        typed = stdin_bytes()
        line = typed.readline(_LONGEST) if typed is not None else b""
        if typed is None or not line:
            return None
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = typed.readline(_LONGEST)
        word = " ".join(line.decode("utf-8", "replace").split())
        word = "".join(c if c.isprintable() else "?" for c in word)
        if not sys.stdin.isatty():
            # A script can't be seen on the screen, so that its echo makes a transcript.
            click.echo(word)
        return word

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
