"""``pyramid play``: play in the terminal; games of cards in :mod:`service.cli.cards`."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable, Sequence
from typing import Any

import click
from click.core import ParameterSource

from service.cli import exits
from service.cli.conversation import Words, ask
from service.cli.moves import HOW_TO_MOVE, NOTHING_TO_REDO, list_choices, move_typed, when_lost
from service.cli.options import MOST_WORLDS, Daily, game_options, rules_options
from service.cli.reading import read_one
from service.cli.terminal import wants_color
from service.draw.terminal import draw_position
from service.hints import fair_text, hint_text
from service.play import Game
from service.report import count
from solver.errors import BadMove, IllegalMove
from solver.moves import Move
from solver.rules import Rules

__all__ = ["command"]

_MADE_UP_BELOW = 10**9
_PYRAMID = "pyramid"
_GIVEN = ParameterSource.COMMANDLINE
_HELP = f"""\
{HOW_TO_MOVE}
u undo   r redo   h hint   f fair hint (doesn't peek)   b board   ? help   q quit"""


#: Options of games of cards, and which of them no table of a service has.
_OF_CARDS = ("bots", "seat", "seed", "worlds", "save", "resume", "join")
_NOT_REMOTE = ("seed", "worlds", "save", "resume")
_OF_PYRAMID = ("rules_name", "settings", "daily")
_OF_NEW_TABLES = ("bots", "seat", "options", *_OF_PYRAMID)


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
@click.option(
    "--daily",
    metavar="[WHICH]",
    type=Daily(),
    is_flag=False,
    flag_value="today",
    help="Play a daily there: easy, medium or hard, a date, or DATE:hard [default: today's].",
)
def command(
    what: str | None,
    deal: str | None,
    rules: Rules,
    server: str | None,
    join: str | None,
    daily: dict[str, str] | None,
    **of_cards: Any,
) -> int:
    """Play Pyramid, or a game of cards against bots, in the terminal.

    Without a GAME it is Pyramid, with undo, hints and a word when it is lost: INPUT is
    a file or a deal or position in quotes; without it a deal is made up. --rules and
    --set are for Pyramid, the other options for games of cards.

    GAME is hearts, spades or kaiser: `help` at the table explains. docs/games.md lists
    the options of games.

    With --server the table is one of a service. There --bots may leave seats `open` for
    others, and Pyramid has an INPUT (a deal such as seed:N), --option and --daily too.

    A seat there that was left is taken again by its token, which is told then, in the
    environment: `PYRAMID_SEAT_TOKEN=TOKEN pyramid play hearts --server URL`. With a
    player's token in PYRAMID_PLAYER_TOKEN one is that player and no new one.
    """
    name = _PYRAMID
    if what is not None and what.isalpha() and what.islower():
        # Slow to import, and games of cards alone need it.
        from games.registry import GAMES  # noqa: PLC0415

        if what in GAMES:
            name, what, deal = what, deal, None
    if deal is not None:
        raise click.UsageError(f"Got unexpected extra argument ({deal})")
    if name == _PYRAMID:
        _refuse(_OF_CARDS, "goes with games of cards, as in `pyramid play hearts`")
    else:
        _refuse(_OF_PYRAMID, f"goes with Pyramid, not with {name}")
        if what is not None:
            raise click.UsageError(f"a game of {name} has no INPUT: {what}")
    if server is not None:
        return _play_remote(name, server, join, daily, what, of_cards)
    if name != _PYRAMID:
        if join is not None:
            raise click.UsageError("--join goes with --server")
        from service.cli.cards import play_cards  # noqa: PLC0415

        return play_cards(name, **of_cards)
    _refuse(("options", "daily"), "goes with games of cards, or with --server")
    _play_pyramid(what, rules)
    return exits.OK


def _play_remote(
    game: str,
    server: str,
    code: str | None,
    daily: dict[str, str] | None,
    deal: str | None,
    of_cards: dict[str, Any],
) -> int:
    _refuse(_NOT_REMOTE, "doesn't go with --server")
    # Needs an extra.
    from service.cli.remote import play_remote  # noqa: PLC0415
    from service.cli.seated import SEAT_TOKEN  # noqa: PLC0415

    if os.environ.get(SEAT_TOKEN):
        _refuse(("join", *_OF_NEW_TABLES), f"is for another table: unset {SEAT_TOKEN}")
        if deal is not None:
            raise click.UsageError(f"{deal} is for another table: unset {SEAT_TOKEN}")
    if code is not None:
        _refuse(_OF_NEW_TABLES, "is for a new table, not for --join")
    asked = dict(of_cards["options"])
    rules = _rules_given()
    if daily is not None:
        if deal is not None or "deal" in asked or "rules" in asked:
            raise click.UsageError("--daily brings its deal; --rules names a preset")
        _refuse(("settings",), "doesn't go with --daily")
        daily = {**daily, **({} if rules is None else {"rules": rules})}
    else:
        for name, given in (("deal", deal), ("rules", rules)):
            if given is not None and name in asked:
                raise click.UsageError(f"--option {name}=... says what is given already: {given}")
            asked |= {} if given is None else {name: given}
    of_table = {name: of_cards[name] for name in ("bots", "seat")}
    return play_remote(game, server, code=code, options=asked, daily=daily, **of_table)


def _rules_given() -> str | None:
    """The rules as text, if they were asked for."""
    context = click.get_current_context()
    if not any(context.get_parameter_source(each) is _GIVEN for each in ("rules_name", "settings")):
        return None
    given = context.params
    return " ".join([given["rules_name"], *given["settings"]])


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
        ask(self._words(), self._act)

    def _words(self) -> Words:
        words: dict[str, Callable[[], None]] = {}
        for names, does in (
            (("u", "undo"), lambda: self._step(self._game.undo(), "There is nothing to undo.")),
            (("r", "redo"), lambda: self._step(self._game.redo(), NOTHING_TO_REDO)),
            (("h", "hint"), lambda: click.echo(hint_text(self._game.hint(), self._game.position))),
            (("f", "fair"), lambda: click.echo(fair_text(self._game.fair_hint()))),
            (("b", "board"), self._show),
            (("?", "help"), lambda: click.echo(_HELP)),
        ):
            words |= dict.fromkeys(names, does)
        return words

    def _step(self, done: bool, otherwise: str) -> None:
        if done:
            self._show()
        else:
            click.echo(otherwise)

    def _act(self, word: str) -> bool:
        try:
            self._game.do(move_typed(word, self._moves))
        except (BadMove, IllegalMove) as error:
            click.echo(f"{error}.")
        else:
            self._show()
        # Even a game that is won goes on: moves may be taken back.
        return False

    def _show(self) -> None:
        position = self._game.position
        self._moves = position.legal_moves()
        click.echo(draw_position(position, color=self._color), color=self._color)
        click.echo("")
        if position.is_won:
            click.echo(f"Won in {count(self._game.played, 'move')}.")
            return
        click.echo(list_choices(self._moves))
        self._say_if_lost()

    def _say_if_lost(self) -> None:
        lost = self._game.is_lost()
        if lost and not self._warned:
            click.echo(when_lost(self._game.played))
        # Said once each time it happens, not after every move of a lost game.
        self._warned = lost
