"""``pyramid fair``: make or check the commitment of a game, and show its hands."""

from __future__ import annotations

from typing import Any

import click

from games.cards import Hand
from games.errors import BadOptions
from games.events import Json
from games.protocol import Game, Setup
from games.registry import game_named
from games.shuffle import commitment, dealt, first_dealer, opens, shuffled
from service.cli import exits
from service.cli.options import game_options
from service.draw.events import in_words
from solver.cards import format_cards, told_apart
from solver.errors import shorten

__all__ = ["command"]

_DIGITS = 64


@click.command("fair")
@click.option("--game", "name", metavar="GAME", required=True, help="Which game it was.")
@click.option("--seed", required=True, help="Its seed, as it was told at the end.")
@click.option("--salt", required=True, help="Its salt, as it was told at the end.")
@click.option(
    "--commitment",
    "told",
    metavar="HEX",
    help="What was told before the deal; without it, it is printed.",
)
@game_options
@click.option("--players", metavar="N", type=int, help="The same as --option players=N.")
@click.option(
    "--deal",
    metavar="K",
    type=click.IntRange(1, 10_000),
    default=1,
    show_default=True,
    help="Show the hands of that deal of the game.",
)
@click.option(
    "--dealer",
    metavar="N",
    type=int,
    help="The seat that has dealt it [default: as the deal goes round].",
)
def command(
    name: str,
    seed: str,
    salt: str,
    told: str | None,
    options: dict[str, object],
    players: int | None,
    deal: int,
    dealer: int | None,
) -> int:
    """Check that the cards of a game were fixed before it began.

    Before the first deal a commitment is told, after the game seed and salt. If they
    belong together, nobody can have chosen the cards in between; that is checked, and
    the hands are shown that the seed brings. docs/games.md tells the algorithm.
    Without --commitment it is printed: whoever deals does that first.

    --option is for what decides about the cards: the number of players, the rules of
    Pyramid. Where hands were thrown in the deal hasn't gone round: --dealer says who
    has dealt.

    Exit status: 0 they belong together, 1 they don't, 2 the input is bad.
    """
    game = game_named(name)
    if players is not None:
        options = {**options, "players": players}
    if told is not None and len(told.strip()) != _DIGITS:
        raise click.UsageError(f"a commitment has {_DIGITS} hexadecimal digits, not {len(told)}")
    holds = told is None or opens(told, name, seed, salt)
    if told is None:
        made = commitment(name, seed, salt)
        click.echo(f"The commitment to seed {seed} and salt {salt} is {made}.")
    elif holds:
        click.echo(f"The commitment is that of seed {seed} and salt {salt}.")
    else:
        other = commitment(name, seed, salt)
        click.echo(f"The commitment is another: seed and salt belong to {other}.")
    for line in _hands(game, options, seed, deal, dealer):
        click.echo(line)
    return exits.OK if holds else exits.NO


def _hands(
    game: Game[Any, Any, Any], given: dict[str, object], seed: str, deal: int, dealer: int | None
) -> list[str]:
    """A deal in words; the first as the game itself tells it."""
    options = game.options(given)
    seats = game.seats(options)
    if deal == 1:
        (told,) = game.events(game.start(options, seed, Setup(dealer=dealer)))
        lines = in_words(told.seen_by_all(), _seat)
        if seats == 1 and "deal" not in given:
            pack = told_apart(shuffled(options.pack, seed, deal))
            lines.append(f"the pack: {format_cards(pack)}")
        return lines
    if seats == 1:
        raise BadOptions(f"--deal {deal}: a game of {game.name} has one deal")
    if dealer is None:
        dealer = (first_dealer(seats, seed) + deal - 1) % seats
    if not 0 <= dealer < seats:
        raise BadOptions(f"--dealer {shorten(str(dealer))}: the seats are 0 to {seats - 1}")
    hands: tuple[Hand, ...] = dealt(options.pack, seats, dealer, seed, deal)
    shown: Json = {
        "event": "deal",
        "deal": deal,
        "dealer": dealer,
        "seats": {str(seat): {"hand": list(map(str, hand))} for seat, hand in enumerate(hands)},
    }
    return in_words(shown, _seat)


def _seat(seat: int) -> str:
    return f"seat {seat}"
