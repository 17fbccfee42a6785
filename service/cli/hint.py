"""``pyramid hint``: the best next move, and what the others are worth."""

from __future__ import annotations

import json

import click

from service.cli import exits
from service.cli.options import limit_options, rules_options
from service.cli.reading import read_one
from service.hints import fair_record, fair_text, hint_record, hint_text
from solver.analysis import fair_hint, hint
from solver.result import WINNABLE, Limits
from solver.rules import Rules
from solver.shuffle import MAX_SEED

__all__ = ["command"]


@click.command("hint")
@click.argument("source", metavar="INPUT", default="-")
@click.option("--fair", is_flag=True, help="Use only what the player has seen.")
@click.option(
    "--samples",
    metavar="N",
    type=click.IntRange(1, 100_000),
    default=100,
    show_default=True,
    help="With --fair: orders of the unseen cards to try.",
)
@click.option(
    "--seed",
    metavar="N",
    type=click.IntRange(0, MAX_SEED),
    default=0,
    show_default=True,
    help="With --fair: of those orders.",
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
@rules_options
@limit_options
def command(
    source: str,
    fair: bool,
    samples: int,
    seed: int,
    form: str,
    rules: Rules,
    limits: Limits,
) -> int:
    """Grade every legal move of a position, and name the best one.

    INPUT is a file, - for standard input, or a deal or position in quotes. Limits hold
    for each move.

    A full hint knows the order of the stock. With --fair the hint knows what the player
    has seen: it tries random orders of the unseen cards, and says how many of them can
    be won after each move (by a player who from then on knows the order).

    Exit status: 0 the game can be won, 1 it is lost or not decided, 2 the input is bad;
    with --fair, 1 if no order that was tried can be won.
    """
    position = read_one(source, rules)
    if fair:
        chances = fair_hint(position, samples=samples, seed=seed, limits=limits)
        click.echo(json.dumps(fair_record(chances)) if form == "json" else fair_text(chances))
        hope = not chances.chances or any(each.wins for each in chances.chances)
        return exits.OK if hope else exits.NO
    found = hint(position, limits=limits)
    click.echo(json.dumps(hint_record(found)) if form == "json" else hint_text(found, position))
    return exits.OK if found.status == WINNABLE else exits.NO
